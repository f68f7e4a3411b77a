"""Rows that lie one behind the other, where an array says where each begins: compressed rows of a
sparse matrix.

    for i in 0:R:
        for k in entry(start, i):entry(start, i + 1):
            …

If no element of `start` is larger than the next one, no `k` comes twice, and they come in their
order: an iteration's number is `k` itself. A kernel looks before anything else runs, and what rests
on it is done otherwise where that does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from adc.ir.build import const
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Apply, Expr, Read, transform
from adc.ir.node import Access
from adc.ir.nodes import NOTE
from adc.ir.shapes import entry, symbol
from adc.schedule.tree import Comment, Declare, For, If, Node, Statement, Tree, parts, with_parts
from adc.schedule.work import open_ended


def rows_by(inner: For, outer: For | None) -> str | None:
    """The array that says where the rows begin that `inner` goes along, one for each iteration of
    `outer`, which is next to it; None where these are no such loops. Both run in one direction."""
    if outer is None or open_ended(inner) or open_ended(outer):
        return None
    first, behind = inner.start, inner.stop
    if not (isinstance(first, entry) and isinstance(behind, entry)):
        return None
    if (inner.step, outer.step) != (1, 1) or inner.backwards != outer.backwards:
        return None
    if first.container != behind.container or len(first.index) != 1:
        return None
    (low,), (high,) = first.index, behind.index
    at = low - symbol(outer.var)
    return first.container if at.is_Integer and high - low == 1 else None


def row_in(loop: For, has: Callable[[Tree], bool]) -> For | None:
    """The loop in `loop` along one of such rows, if all that `has` something is in it."""
    found = list(_having(loop.body, has))
    if len(found) != 1 or not isinstance(found[0], For):
        return None
    return found[0] if rows_by(found[0], loop) else None


def _having(tree: Tree, has: Callable[[Tree], bool]) -> Iterator[Node]:
    """The nodes of `tree` that have something, those of branches instead of these."""
    for node in tree:
        if isinstance(node, If):
            for part in parts(node):
                yield from _having(part, has)
        elif has((node,)):
            yield node


def look(array: Container, axis: str, flag: str) -> For:
    """The loop that sets `flag` where an element of `array` is larger than the next one."""
    k = symbol(axis)
    this, following = (Read(array.name, (at,), array.dtype) for at in (k, k + 1))
    told = Statement(Access(flag, ()), Update.MAX, const(1, DType.INT32), atomic=True)
    larger = If(Apply("lt", (following, this), DType.BOOL), (told,))
    return For(axis, k * 0, array.shape[0] - 1, (larger,))


#: What stands over what is done otherwise.
OTHERWISE = "where rows do not lie one behind the other"


def where_set(flag: str, tree: Tree) -> Tree:
    """The body `tree` of a kernel of one thread, which does nothing where `flag` is not set."""
    return (
        Comment(OTHERWISE, NOTE),
        If(Apply("ge", (_of(flag), const(1, DType.INT32)), DType.BOOL), tree),
    )


def where_not_set(flag: str, tree: Tree) -> Tree:
    """The body `tree` of a kernel, in which the threads of a grid do nothing where `flag` is
    set."""
    return tuple(_guarded(node, flag) for node in tree)


def _guarded(node: Node, flag: str) -> Node:
    if not isinstance(node, For):
        return node
    if any(isinstance(n, For) and n.parallel is not None for n in node.body):
        return replace(node, body=where_not_set(flag, node.body))
    asked = Apply("lt", (_of(flag), const(1, DType.INT32)), DType.BOOL)
    return replace(node, body=(If(asked, node.body),))


def _of(flag: str) -> Expr:
    return Read(flag, (), DType.INT32)


def with_names(tree: Tree, names: Mapping[str, str]) -> Tree:
    """`tree` with other names for the scalars that it declares."""

    def read(expr: Expr) -> Expr:
        named = isinstance(expr, Read) and expr.container in names
        return replace(expr, container=names[expr.container]) if named else expr  # type: ignore

    found: list[Node] = []
    for node in tree:
        if isinstance(node, Declare):
            node = replace(node, name=names[node.name], expr=transform(node.expr, read))
        elif isinstance(node, Statement):
            at = names.get(node.target.container, node.target.container)
            target = replace(node.target, container=at)
            node = replace(node, target=target, expr=transform(node.expr, read))
        elif isinstance(node, If):
            node = replace(node, condition=transform(node.condition, read))
        elif isinstance(node, For) and node.test is not None:
            node = replace(node, test=transform(node.test, read))
        found.append(with_parts(node, tuple(with_names(p, names) for p in parts(node))))
    return tuple(found)
