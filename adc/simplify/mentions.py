"""Which containers a node itself reads and writes, whatever stands in it."""

from __future__ import annotations

from adc.ir.expressions import Expr, Read, reads
from adc.ir.nodes import Body, Branch, Compute, Node, ReverseWhile, While, walk_nodes


def expression_of(node: Node) -> Expr | None:
    """The expression of a statement, or the condition of a branch or a While."""
    if isinstance(node, Compute):
        return node.expr
    return node.condition if isinstance(node, (Branch, While)) else None


def read_by(node: Node) -> list[Read]:
    """The distinct reads in `node`'s own expression or condition, in order."""
    expr = expression_of(node)
    return [] if expr is None else list(dict.fromkeys(reads(expr)))


def written_by(node: Node) -> str:
    """The container that `node` writes, or "": a statement's target, the counter of a While."""
    if isinstance(node, Compute):
        return node.target.container
    return node.trips if isinstance(node, While) else ""


def counted_by(node: Node) -> str:
    """The container that `node` takes its number of iterations from, or ""."""
    return node.trips if isinstance(node, ReverseWhile) else ""


def named_by(node: Node) -> set[str]:
    """The containers that `node` itself reads or writes."""
    return ({r.container for r in read_by(node)} | {written_by(node), counted_by(node)}) - {""}


def named_in(body: Body) -> set[str]:
    """The containers that anything in `body` reads or writes."""
    return {name for node in walk_nodes(body) for name in named_by(node)}
