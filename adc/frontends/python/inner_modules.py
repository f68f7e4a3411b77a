"""Modules of the source's own that functions import where they run, as imported at the top:

def weight(x):
    from . import tables
    return x * tables.SCALE

Only the name is the function's own; it is another one at the top of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from adc.frontends import surface
from adc.frontends.names import bound_names, walk, with_parts
from adc.frontends.own_modules import member
from adc.frontends.places import file_of
from adc.frontends.python.class_changes import with_methods
from adc.frontends.python.renaming import is_import
from adc.frontends.scoped_renaming import ScopedRenaming


def with_modules_outside(
    module: surface.Module, *own: surface.Function
) -> tuple[surface.Module, list[surface.Function]]:
    """`module`, and its `own` functions or what was made of them, with such imports at the top."""
    made: dict[str, surface.Import] = {}

    def outside(one: surface.Function) -> surface.Function:
        return _outside(one, module.file, made)

    functions = tuple(map(outside, module.functions))
    classes = tuple(with_methods(each, outside) for each in module.classes)
    targets = list(map(outside, own))
    if not made:
        return module, list(own)
    imports = (*module.imports, *made.values())
    return replace(module, functions=functions, classes=classes, imports=imports), targets


def _outside(
    function: surface.Function, path: str, made: dict[str, surface.Import]
) -> surface.Function:
    every = [
        part for statement in walk(function.body)
        if isinstance(statement, surface.Assign) for part in _imported(statement, path)
    ]  # fmt: skip
    found = {part.alias: part for part in every}
    if len({(part.alias, part.module, part.name) for part in every}) > len(found) or not found:
        return function
    bare = replace(function, body=_without(function.body, found))
    names = {name: f"{name}%{part.span.line}" for name, part in found.items()}
    if bound_names(bare) & names.keys():
        return function  # something else is bound to the name as well
    made |= {names[n]: replace(part, alias=names[n]) for n, part in found.items()}
    return _Renaming(frozenset(), names).function(bare)


def _imported(statement: surface.Assign, path: str) -> Iterator[surface.Import]:
    """What an import binds to a module of the source's own."""
    target, value = statement.targets[0], statement.value
    if not is_import(value) or not isinstance(target, surface.Name):
        return
    module, _, name = value.name.partition(":")
    inner = file_of(path, member(module, name)) if name else ""
    if inner or (not name and file_of(path, module)):
        yield surface.Import(module, name or None, target.name, value.span)


def _without(body: tuple[surface.Statement, ...], found: dict[str, surface.Import]) -> Any:
    """The statements without the imports that were `found`."""

    def left(node: Any) -> Any:
        if isinstance(node, surface.Assign) and is_import(node.value):
            (target,) = node.targets
            if isinstance(target, surface.Name) and target.name in found:
                return surface.Pass(node.span)
        return node if isinstance(node, surface.Function) else with_parts(node, left)

    return left(body)


@dataclass(frozen=True)
class _Renaming(ScopedRenaming):
    """Gives modules the names that they have at the top."""

    names: dict[str, str]

    def renamed(self, name: surface.Name) -> surface.Name:
        return replace(name, name=self.names.get(name.name, name.name))


__all__ = ["with_modules_outside"]
