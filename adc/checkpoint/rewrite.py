"""Rewriting the accesses to one container everywhere in a body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.ir.expressions import Expr, Index, Need, Read, transform
from adc.ir.nodes import Access, Body, Branch, Compute, Node, map_body


def rewrite_index(body: Body, container: str, f: Callable[[Index], Index]) -> Body:
    """`body` with the index of every access to `container` (Needs too) passed through `f`."""

    def in_expr(e: Expr) -> Expr:
        if isinstance(e, (Read, Need)) and e.container == container:
            return replace(e, index=f(e.index))
        return e

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            target = node.target
            if target.container == container:
                target = Access(container, f(target.index))
            return (replace(node, target=target, expr=transform(node.expr, in_expr)),)
        if isinstance(node, Branch):
            return (replace(node, condition=transform(node.condition, in_expr)),)
        return (node,)

    return map_body(body, visit)
