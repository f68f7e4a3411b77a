"""Other names for what functions take from around them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from adc.frontends import surface
from adc.frontends.names import bound_names, with_parts


@dataclass(frozen=True)
class ScopedRenaming:
    """Renames what surface nodes take from their module, but for what is `bound` around them."""

    bound: frozenset[str]

    def renamed(self, name: surface.Name) -> surface.Name:
        """What stands for a name of the module."""
        raise NotImplementedError

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
        if isinstance(node, surface.Function):
            return self.function(node)
        if isinstance(node, surface.LeftOut):
            return self.left_out(node)
        return with_parts(node, self.node)

    def left_out(self, node: surface.LeftOut) -> surface.LeftOut:
        """A call that is left out by its name."""
        return replace(node, root=self.name(node.root), empty=tuple(map(self.name, node.empty)))

    def name(self, node: surface.Name) -> surface.Name:
        return node if node.name in self.bound else self.renamed(node)
