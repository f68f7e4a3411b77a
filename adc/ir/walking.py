"""Walks over bodies: every node, rebuilt bottom-up, what is written or named anywhere in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adc.diagnostics import InternalError
from adc.ir.expressions import Expr
from adc.ir.node import Body, Domain, Node, Statement
from adc.ir.nodes import Branch, Compute, Heading, Mark
from adc.ir.program import Program


def walk_nodes(body: Body) -> Iterator[Node]:
    """Every node below `body`, parents first, in program order."""
    ahead = list(reversed(body))
    while ahead:  # no generator inside a generator: every node would pass through all of them
        node = ahead.pop()
        yield node
        for part in reversed(node.parts):
            ahead.extend(reversed(part))


def unknown(node: object, what: str) -> InternalError:
    """The fault of a pass that meets a node that it was not written for: it cannot `what`."""
    return InternalError(f"{type(node).__name__} cannot {what}", getattr(node, "span", None))


def is_silent(node: Node) -> bool:
    """Whether `node` does nothing when it is run: a comment, or a mark."""
    return isinstance(node, (Heading, Mark))


def data_decides(node: Node) -> bool:
    """Whether values, not sizes alone, tell what is run: a Branch on data, or a While."""
    return node.decides and bool(node.uses or not isinstance(node, Branch))


def marked(node: Node) -> str:
    """The statement that `node` marks the adjoint of, "" if it is no mark."""
    return node.point if isinstance(node, Mark) else ""


def computes(body: Body) -> Iterator[Compute]:
    return (n for n in walk_nodes(body) if isinstance(n, Compute))


def statements(body: Body) -> Iterator[Statement]:
    """Every node of `body` that does its work at its place."""
    return (n for n in walk_nodes(body) if isinstance(n, Statement))


def written_in(body: Body) -> tuple[str, ...]:
    """The containers that anything in `body` writes, in order."""
    return tuple(dict.fromkeys(w.container for n in walk_nodes(body) for w in n.writes))


def mentioned_in(body: Body) -> frozenset[str]:
    """The containers that anything in `body` reads or writes."""
    return frozenset[str]().union(*(n.mentioned_inside for n in body))


def expressions_in(body: Body) -> Iterator[tuple[Node, Expr, Domain]]:
    """Every expression that a node of `body` evaluates, with its node and its domain."""
    for node in walk_nodes(body):
        for expr, domain in node.evaluated:
            yield node, expr, domain


def labels_in(body: Body) -> set[str]:
    """The labels of all nodes of `body`."""
    return {n.label for n in walk_nodes(body)} - {""}


def names_in(program: Program) -> set[str]:
    """Every name that a new container or variable of `program` must not take."""
    fixed = {c.name for c in program.containers} | {p.name for p in program.parameters}
    return fixed | {v for n in walk_nodes(program.body) for v in n.variables}


def map_body(body: Body, f: Callable[[Node], Body]) -> Body:
    """`body` rebuilt bottom-up: `f` sees each node after its parts and returns what replaces it.

    What `f` leaves as it is stays the same object, with all that it remembers of itself.
    """
    result: list[Node] = []
    kept = True
    for node in body:
        found = f(with_mapped_parts(node, f))
        kept = kept and len(found) == 1 and found[0] is node
        result.extend(found)
    return body if kept else tuple(result)


def with_mapped_parts(node: Node, f: Callable[[Node], Body]) -> Node:
    held = node.parts
    mapped = tuple(map_body(part, f) for part in held)
    if all(new is old for new, old in zip(mapped, held, strict=True)):
        return node
    return node.with_parts(mapped)


def map_evaluated(body: Body, f: Callable[[Expr, Domain], Expr]) -> Body:
    """`body` with `f` applied to each expression that a node evaluates, and its domain."""

    def visit(node: Node) -> Body:
        found = node.evaluated
        return (node.with_evaluated([f(*e) for e in found]) if found else node,)

    return map_body(body, visit)


def map_expressions(body: Body, f: Callable[[Expr], Expr]) -> Body:
    """`body` with `f` applied to each whole expression that a node evaluates."""
    return map_evaluated(body, lambda expr, _: f(expr))


def rename_in_body(body: Body, table: Mapping[str, str]) -> Body:
    """`body` with containers renamed wherever they are named."""
    return map_body(body, lambda node: (node.renamed(table),))
