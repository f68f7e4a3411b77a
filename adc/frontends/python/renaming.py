"""Names that parts of a file take from their module, as they are called in the joined one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeGuard

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import bound_names, root_name, walk
from adc.frontends.python import settled_imports
from adc.frontends.python.class_changes import with_methods
from adc.frontends.python.settled_imports import check_unchanged
from adc.frontends.scoped_renaming import ScopedRenaming


class Linker(settled_imports.Linker, Protocol):
    """What knows the names of the joined module."""

    def name_in(self, path: str, name: surface.Name) -> str: ...

    def attribute(self, path: str, node: surface.Attribute) -> surface.Name | None: ...

    def local(self, path: str, node: surface.Intrinsic) -> surface.Expr: ...


def is_import(node: object) -> TypeGuard[surface.Intrinsic]:
    return isinstance(node, surface.Intrinsic) and node.language == "import"


def _anything(span: Span) -> tuple[surface.Parameter, ...]:
    stars = (("a", "*"), ("k", "**"))
    return tuple(surface.Parameter(name, None, None, span, star=star) for name, star in stars)


@dataclass(frozen=True)
class Renaming(ScopedRenaming):
    """Renames what parts of the file at `path` take from their module."""

    linker: Linker
    path: str

    def node(self, node: Any) -> Any:
        if isinstance(node, surface.Attribute) and self._is_outside(node):
            made = self.linker.attribute(self.path, node)
            if made is not None:
                self._check_free(f"{root_name(node)}.{node.name}", made)
                return made
        if is_import(node):
            found = self.linker.local(self.path, node)
            if isinstance(found, surface.Name):
                self._check_free(node.name.partition(":")[2], found)
            return found
        return super().node(node)

    def function(self, function: surface.Function) -> surface.Function:
        """A function; what it sets of a module is a variable of its own from there on, which no
        name is that an import bound before."""
        found = super().function(function)
        own = bound_names(function)
        parts = bound_names(found) - own
        for node in walk(function.body, inside=True) if parts else ():
            if not isinstance(node, surface.Name) or node.name in self.bound | own:
                continue
            meant = ""
            with suppress(AdcError):  # a module, which is no value
                meant = self.linker.name_in(self.path, node)
            if meant in parts:
                raise AdcError.of(
                    "ADC0123", f"`{node.name}`, which keeps the value that it was imported with"
                    " where this function sets it in its module, is not supported", node.span,
                    help="read it by the module's name, or set a variable of the function's own",
                )  # fmt: skip
        return found

    def class_(self, made: surface.Class) -> surface.Class:
        """A class; calls of a method are refused that takes something unknown from its module."""
        bare = replace(made, functions=(), properties=(), makers=(), statics=(), setters=())
        rest: surface.Class = self.node(bare)
        whole = replace(
            rest, functions=made.functions, properties=made.properties, makers=made.makers,
            statics=made.statics, setters=made.setters,
        )  # fmt: skip
        return with_methods(whole, self._method)

    def _method(self, method: surface.Function) -> surface.Function:
        try:
            return self.function(method)
        except AdcError as error:
            refused = surface.Refused(tuple(error.diagnostics), method.span)
            return replace(method, parameters=_anything(method.span), body=(refused,))

    def left_out(self, node: surface.LeftOut) -> surface.LeftOut:
        """A call that is left out by its name, which a star import may have bound anew."""
        root = self.name(node.root)
        if node.what == "print" and root.name != node.root.name:
            raise AdcError.of(
                "ADC0126", f"this call of `{node.what}` cannot be left out: it may be another"
                " function than its name says", node.span,
                help="compute what it says in a statement before it, or remove it",
            )  # fmt: skip
        if node.what == node.root.name and node.root.name not in self.bound:
            check_unchanged(self.linker, self.path, node.root)
        return replace(node, root=root)

    def renamed(self, name: surface.Name) -> surface.Name:
        new = replace(name, name=self.linker.name_in(self.path, name))
        self._check_free(name.name, new)
        return new

    def _check_free(self, written: str, new: surface.Name) -> None:
        """ADC0123 where the name that a part of a file has is that of a variable here."""
        if new.name in self.bound:
            raise AdcError.of(
                "ADC0123", f"`{written}` is `{new.name}` in the file that is differentiated, which"
                " is a variable here", new.span,
                help=f"give the variable `{new.name}` another name",
            )  # fmt: skip

    def _is_outside(self, node: surface.Attribute) -> bool:
        root = root_name(node)
        return bool(root) and root not in self.bound
