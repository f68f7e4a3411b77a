"""A function that calls itself, and of which only the first call is to be another one: that the
command line fixes arguments of, or whose objects are passed as their fields."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adc.frontends import surface
from adc.frontends.fixing import calls_itself
from adc.frontends.scoped_renaming import ScopedRenaming


@dataclass(frozen=True)
class _Others(ScopedRenaming):
    """What the function is called, but for the first call."""

    old: str
    new: str

    def renamed(self, name: surface.Name) -> surface.Name:
        return replace(name, name=self.new) if name.name == self.old else name


def beside_itself(
    module: surface.Module, function: surface.Function
) -> tuple[surface.Module, surface.Function]:
    """`module` where all that calls `function` calls a copy of it, and the function, which nothing
    calls then; both as they are where it does not come to call itself."""
    if not calls_itself(module, function):
        return module, function
    other = f"{function.name}%"
    renaming = _Others(frozenset(), function.name, other)
    copy = replace(renaming.function(function), name=other)
    first = replace(copy, name=function.name, parameters=function.parameters)
    functions = tuple(first if f is function else renaming.function(f) for f in module.functions)
    module = replace(
        module, functions=(*functions, copy), constants=renaming.node(module.constants),
        classes=renaming.node(module.classes),
    )  # fmt: skip
    return module, first
