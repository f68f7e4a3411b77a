"""Loops of one source statement that share a range become one loop, where that changes nothing.

Only loops that came from one line of the source are joined, so that the text keeps the source's
own steps, in its order. Two loops may be joined if, for every container that both touch and one
of them writes, each iteration works on a slice of its own, the same one in both loops
(`adc.schedule.accesses.apart`); then what an iteration of the second reads, the same iteration of
the first has written. Sums into one container may be interleaved as well: only their rounding
changes.
"""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import Span
from adc.ir.expressions import substitute_expr
from adc.ir.nodes import Access
from adc.ir.shapes import same, substitute, symbol
from adc.schedule.accesses import Touch, apart, by_container, touches
from adc.schedule.tree import (
    Comment,
    Declare,
    For,
    If,
    Node,
    Statement,
    Tree,
    parts,
    walk,
    with_parts,
)


def fused(tree: Tree, temporary: frozenset[str] = frozenset()) -> Tree:
    """`tree` with neighbouring loops joined, at every depth; `temporary` are local containers."""
    found: list[Node] = []
    for node in tree:
        node = with_parts(node, tuple(fused(part, temporary) for part in parts(node)))
        joined = joined_with(found[-1], node, temporary) if found else None
        if joined is None:
            found.append(node)
        else:
            found[-1] = joined
    return tuple(found)


def joined_with(first: Node, second: Node, temporary: frozenset[str]) -> For | None:
    """The one loop that does what `first` and then `second` do, or None."""
    if not (isinstance(first, For) and isinstance(second, For)) or not _one_line(first, second):
        return None
    if first.sequential or second.sequential:
        return None
    if not (same(first.start, second.start) and same(first.stop, second.stop)):
        return None
    body = renamed(second.body, second.var, first.var)
    if not may_join(first.var, first.body, body, temporary):
        return None
    return replace(first, body=fused(first.body + body, temporary))


def may_join(var: str, first: Tree, second: Tree, temporary: frozenset[str]) -> bool:
    one, two = by_container(touches(first)), by_container(touches(second))
    overlapping = False
    for name in one:
        together = one[name] + two.get(name, [])
        if name not in two or all(t.kind == "read" for t in together) or apart(together, var):
            continue
        if any(t.kind != "add" for t in together):
            return False
        overlapping = True
    return not overlapping or not _innermost(first, second) or _hand_over(one, two, temporary)


def _innermost(first: Tree, second: Tree) -> bool:
    return not any(isinstance(n, For) for n in walk(first + second))


def _hand_over(
    one: dict[str, list[Touch]], two: dict[str, list[Touch]], temporary: frozenset[str]
) -> bool:
    """Whether the first loop computes temporaries for the second, which joined need no memory.

    Without that, sums into shifted elements stay in loops of their own, which run in vector
    registers; joined, each iteration would wait for the last.
    """
    return any(
        name in temporary and any(t.kind == "write" for t in one[name])
        for name in one
        if name in two
    )


def _one_line(first: Node, second: Node) -> bool:
    line = _line(first)
    return line is not None and line == _line(second)


def _line(node: Node) -> tuple[str, int] | None:
    """The source line of all statements in `node`; None where there is more than one or none."""
    spans: set[Span | None] = set()
    for inner in walk((node,)):
        if isinstance(inner, (Statement, Declare)):
            spans.add(inner.span)
        elif not isinstance(inner, (For, Comment, If)):
            return None
    lines = {(s.file, s.line) for s in spans if s}
    return lines.pop() if len(lines) == 1 and None not in spans else None


def renamed(tree: Tree, old: str, new: str) -> Tree:
    """`tree` with the loop variable `old` called `new`."""
    if old == new:
        return tree
    table = {old: symbol(new)}

    def visit(node: Node) -> Node:
        node = with_parts(node, tuple(renamed(part, old, new) for part in parts(node)))
        if isinstance(node, For):
            return replace(
                node, start=substitute(node.start, table), stop=substitute(node.stop, table)
            )
        if isinstance(node, If):
            return replace(node, condition=substitute_expr(node.condition, table))
        if isinstance(node, Declare):
            return replace(node, expr=substitute_expr(node.expr, table))
        if isinstance(node, Statement):
            target = node.target
            index = tuple(substitute(e, table) for e in target.index)
            expr = substitute_expr(node.expr, table)
            return replace(node, target=Access(target.container, index), expr=expr)
        return node

    return tuple(visit(node) for node in tree)
