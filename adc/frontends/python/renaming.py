"""Names that parts of a file take from their module, as they are called in the joined one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeGuard

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import bound_names, with_parts
from adc.frontends.python import settled_imports
from adc.frontends.python.settled_imports import check_unchanged


class Linker(settled_imports.Linker, Protocol):
    """What knows the names of the joined module."""

    def name_in(self, path: str, name: surface.Name) -> str: ...

    def attribute(self, path: str, node: surface.Attribute) -> surface.Name | None: ...

    def local(self, path: str, node: surface.Intrinsic) -> surface.Expr: ...


def is_import(node: object) -> TypeGuard[surface.Intrinsic]:
    return isinstance(node, surface.Intrinsic) and node.language == "import"


@dataclass(frozen=True)
class Renaming:
    """Renames what parts of the file at `path` take from their module, but for what is `bound`
    around them."""

    linker: Linker
    path: str
    bound: frozenset[str]

    def function(self, function: surface.Function) -> surface.Function:
        """Its names are its own; its defaults are what is around it."""
        inside = replace(self, bound=self.bound | bound_names(function))
        parameters = tuple(
            replace(p, default=None if p.default is None else self.node(p.default))
            for p in function.parameters
        )
        return replace(function, parameters=parameters, body=inside.node(function.body))

    def node(self, node: Any) -> Any:
        if isinstance(node, surface.Name):
            return self.name(node)
        if isinstance(node, surface.Attribute) and self._is_outside(node):
            made = self.linker.attribute(self.path, node)
            if made is not None:
                return made
        if isinstance(node, surface.Function):
            return self.function(node)
        if isinstance(node, surface.LeftOut):
            return self.left_out(node)
        if is_import(node):
            return self.linker.local(self.path, node)
        return with_parts(node, self.node)

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

    def name(self, node: surface.Name) -> surface.Name:
        if node.name in self.bound:
            return node
        new = self.linker.name_in(self.path, node)
        if new in self.bound:
            raise AdcError.of(
                "ADC0123", f"`{node.name}` is `{new}` in the file that is differentiated, which is"
                " a variable here", node.span, help=f"give the variable `{new}` another name",
            )  # fmt: skip
        return replace(node, name=new)

    def _is_outside(self, node: surface.Attribute) -> bool:
        root: surface.Expr = node
        while isinstance(root, surface.Attribute):
            root = root.value
        return isinstance(root, surface.Name) and root.name not in self.bound
