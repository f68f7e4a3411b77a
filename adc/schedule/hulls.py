"""Nests that follow each other as one, over the hull of their ranges.

A stencil has a core and edges, nests of their own over ranges beside each other. Threads of a
device that run one nest are better off than those that wait for many small ones:

    for i in range(2, N - 2):           for i in range(0, N):
        v_bar[i] = …                        if 2 <= i < N - 2:
    for i in range(0, 2):            →          v_bar[i] = …
        v_bar[i] += …                       if i < 2:
                                                v_bar[i] += …

That is the same where no iteration touches an element that another one writes, in the whole of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

import sympy

from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Expr, IntValue
from adc.ir.shapes import names, symbol
from adc.schedule.bounds import greatest, least
from adc.schedule.renaming import placed, renamed
from adc.schedule.tree import Comment, Declare, For, If, Node, Statement, Tree, walk
from adc.schedule.work import open_ended, read_bounds

Range = tuple[sympy.Expr, sympy.Expr]
#: Dimensions that a hull may have, and a grid.
MOST_AXES = 3


def one_nest(nodes: Sequence[Node], independent: Callable[[For], bool]) -> For | None:
    """The loops among `nodes`, which follow each other, as one perfect nest whose iterations are
    `independent`; None where that is not possible, or there is nothing to join."""
    nodes = [aligned(n) if isinstance(n, For) else n for n in nodes]
    depth = _depth(nodes)
    if depth is None or depth > MOST_AXES or not _several(nodes):
        return None
    axes = _axes(nodes, depth)
    if axes is None:
        return None
    nodes = _by_depth(nodes)
    hull = _hulls(nodes, axes)
    if not _is_close(hull, _ranges(nodes, axes)):
        return None
    body = guarded(nodes, axes, hull)
    for axis, (start, stop) in reversed(list(zip(axes, hull, strict=True))):
        body = (For(axis, start, stop, body),)
    (found,) = body
    assert isinstance(found, For)
    inner: Node = found
    while isinstance(inner, For):
        if not independent(inner):
            return None
        inner = inner.body[0]
    return found


def _ranges(nodes: Sequence[Node], axes: Sequence[str]) -> list[tuple[Range, ...]]:
    """The ranges of each nest, one for each dimension."""
    if not axes:
        return [()]
    return [
        ((loop.start, loop.stop), *inner)
        for loop in nodes
        if isinstance(loop, For)
        for inner in _ranges(renamed(loop.body, loop.var, axes[0]), axes[1:])
    ]


def _is_close(hull: Sequence[Range], nests: Sequence[Sequence[Range]]) -> bool:
    """Whether `hull` has not many more iterations than all `nests` together: one of them is about
    all of it, or they differ in one dimension alone. Of M by N and of N by M it would have the
    square of the larger one."""
    same = [[_about(own, all_) for own, all_ in zip(nest, hull, strict=True)] for nest in nests]
    differ = sum(not all(axis) for axis in zip(*same, strict=True))
    return differ <= 1 or any(map(all, same))


def _about(own: Range, other: Range) -> bool:
    """Whether two ranges are as long but for a number."""
    lengths = [_without_numbers(sympy.expand(stop - start)) for start, stop in (own, other)]
    return bool(sympy.expand(lengths[0] - lengths[1]).is_Integer)


def _without_numbers(length: sympy.Expr) -> sympy.Expr:
    """`length` without numbers that it is at least, or at most."""

    def plain(expr: sympy.Expr) -> sympy.Expr:
        kept = [a for a in expr.args if not a.is_Integer]
        return expr.func(*kept) if kept else expr

    return length.replace(lambda e: isinstance(e, (sympy.Max, sympy.Min)), plain)


def aligned(loop: For) -> For:
    """`loop`, and those in it, counted so that it writes `a[i]` where it wrote `a[i + 1]`."""
    body = tuple(aligned(n) if isinstance(n, For) else n for n in loop.body)
    own = symbol(loop.var)
    shifts = {
        sympy.expand(position - own)
        for node in walk(body)
        if isinstance(node, Statement)
        for position in node.target.index
        if loop.var in names(position)
    }
    shift = shifts.pop() if len(shifts) == 1 else sympy.S.Zero
    if shift == 0 or not shift.is_Integer:
        return replace(loop, body=body)
    start, stop = loop.start + shift, loop.stop + shift
    return replace(loop, start=start, stop=stop, body=placed(body, loop.var, own - shift))


def _by_depth(nodes: Sequence[Node], depth: int = 0) -> Tree:
    """`nodes` with variables that tell how deep a loop is: one nest's outer variable may be called
    like the inner one of another."""
    found: list[Node] = []
    for node in nodes:
        if isinstance(node, For):
            own = f"#{depth}"
            body = _by_depth(renamed(node.body, node.var, own), depth + 1)
            node = replace(node, var=own, body=body)
        found.append(node)
    return tuple(found)


def _several(nodes: Sequence[Node]) -> bool:
    loops = [n for n in nodes if isinstance(n, For)]
    return len(loops) > 1 or any(_several(n.body) for n in loops)


def _depth(nodes: Sequence[Node]) -> int | None:
    """How many loops stand around each statement, if that is the same for all; None else, or where
    there is something that a thread of its own may not do."""
    found: set[int | None] = set()
    for node in nodes:
        if isinstance(node, For):
            plain = not node.sequential and not node.backwards and node.step == 1
            counted = not open_ended(node) and not read_bounds(node)
            inner = _depth(node.body) if plain and counted else None
            found.add(None if inner is None else inner + 1)
        elif isinstance(node, (Statement, Declare)):
            found.add(0)
        elif not isinstance(node, Comment):
            found.add(None)
    return found.pop() if len(found) == 1 else None


def _axes(nodes: Sequence[Node], depth: int) -> list[str] | None:
    """The variables of the first of the loops, one for each dimension."""
    loops = [n for n in nodes if isinstance(n, For)]
    if depth == 0:
        return []
    inner = _axes(loops[0].body, depth - 1)
    return None if inner is None else [loops[0].var, *inner]


def guarded(nodes: Sequence[Node], axes: Sequence[str], hull: Sequence[Range]) -> Tree:
    """`nodes` with a condition in the place of each loop that is not all of its hull."""
    found: list[Node] = []
    for node in nodes:
        if not isinstance(node, For):
            found.append(node)
            continue
        body = guarded(renamed(node.body, node.var, axes[0]), axes[1:], hull[1:])
        own, (start, stop) = symbol(axes[0]), hull[0]
        tests = [_compared("ge", own, node.start)] * (node.start != start)
        tests += [_compared("lt", own, node.stop)] * (node.stop != stop)
        found += [If(reduce(_and, tests), body)] if tests else body
    return tuple(found)


def _compared(op: str, left: sympy.Expr, right: sympy.Expr) -> Expr:
    return Apply(op, (IntValue(left), IntValue(right)), DType.BOOL)


def _and(one: Expr, other: Expr) -> Expr:
    return Apply("and", (one, other), DType.BOOL)


def _hulls(nodes: Sequence[Node], axes: Sequence[str]) -> list[Range]:
    """For each dimension from where to where it runs, in all of the loops."""
    if not axes:
        return []
    loops = [n for n in nodes if isinstance(n, For)]
    start, stop = least(n.start for n in loops), greatest(n.stop for n in loops)
    inside = [n for loop in loops for n in renamed(loop.body, loop.var, axes[0])]
    return [(start, stop), *_hulls(inside, axes[1:])]
