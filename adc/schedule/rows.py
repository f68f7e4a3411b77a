"""Arrays of which each iteration of a loop needs its own row alone, as that row.

After loops were joined, a temporary may be made and used up within one iteration of them: row i of
it in iteration i. Then it needs no axis for that loop: the next iteration writes over the row,
which is still in the cache.

Legal is this if nothing of one iteration is read in another, so that every element that is read was
written before in the same iteration, and if all accesses in it are to the one row. Loops on threads
keep the axis that keeps their iterations apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sympy

from adc.ir.declarations import Container
from adc.ir.enums import Role
from adc.ir.expressions import Expr, Index, Read, reads, transform
from adc.ir.node import Access
from adc.ir.shapes import names, symbol
from adc.schedule.accesses import AccessKind, Rows, Touch, apart, touched, touches
from adc.schedule.regions import begins_anew
from adc.schedule.tree import Declare, For, If, Node, Statement, Tree, parts, walk, with_parts


def with_rows(
    tree: Tree, containers: tuple[Container, ...], local: frozenset[str], known: frozenset[str]
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with those of the arrays `local` as rows that can be; `known` are the names that are
    never negative."""
    result, rows = [], Rows()
    for container in containers:
        if container.name in local and _may_shrink(container):
            axes = dropped(tree, container, known, rows)
            if axes:
                tree = tuple(_without(node, container.name, axes) for node in tree)
                rows = Rows()
                container = replace(container, shape=_kept(container.shape, axes))
        result.append(container)
    return tree, tuple(result)


def _may_shrink(container: Container) -> bool:
    """Whether some axis may go and another one of a length that is not known stays."""
    lengths = [e for e in container.shape if not e.is_Integer]
    return len(container.shape) > 1 and bool(lengths) and container.role is not Role.PARTIAL


def dropped(tree: Tree, container: Container, known: frozenset[str], rows: Rows) -> frozenset[int]:
    """The axes that `container` needs not; `rows` are those of bodies in `tree`."""
    loops = _loops_around(tree, container.name)
    while loops and not begins_anew(rows.of(loops[-1].body), container, known, rows):
        loops.pop()
    if not loops or not all(_plain(n, container.name) for n in walk(loops[-1].body)):
        return frozenset()
    found = list(touches((loops[0],)))
    found = [t for t in found if t.container == container.name]
    axes: frozenset[int] = frozenset()
    threads = [n for n in walk((loops[0],)) if isinstance(n, For) and n.threaded]
    for axis in range(len(container.shape)):
        more = axes | {axis}
        left = _kept(container.shape, more)
        if any(not e.is_Integer for e in left) and _one_row(found, axis, loops, container.name):
            axes = more if _stay_apart(threads, container.name, more) else axes
    return axes


def _loops_around(tree: Tree, name: str) -> list[For]:
    """The loops that hold all that touches `name`, outermost first."""
    found = []
    inside = [n for n in tree if name in touched(n)]
    while len(inside) == 1 and isinstance(node := inside[0], (For, If)):
        if name in _asked(node):
            break
        if isinstance(node, For):
            found.append(node)
        inside = [n for part in parts(node) for n in part if name in touched(n)]
    return found


def _plain(node: Node, name: str) -> bool:
    """Whether `node` touches `name` by subscripts alone, if it does."""
    if isinstance(node, For):
        return name not in _asked(node)
    return isinstance(node, (Statement, Declare, If)) or name not in touched(node)


def _asked(node: For | If) -> frozenset[str]:
    """What `node` itself reads."""
    own = (node.test, node.count) if isinstance(node, For) else (node.condition,)
    return frozenset(r.container for e in own if e is not None for r in reads(e))


def _one_row(found: Sequence[Touch], axis: int, loops: Sequence[For], name: str) -> bool:
    """Whether one of `loops`, which runs its iterations one after the other, says at which position
    of `axis` all accesses of an iteration are."""
    positions = {t.index[axis] for t in found}
    if len(positions) != 1:
        return False
    (position,) = positions
    own = [loop for loop in loops if loop.var in names(position)]
    if len(own) != 1 or own[0].parallel is not None:
        return False
    alone = bool((position - symbol(own[0].var)).is_Integer)
    inner = (t for t in touches(own[0].body) if t.container == name)
    return alone and all(own[0].var not in t.inner for t in inner)


def _stay_apart(threads: Sequence[For], name: str, axes: frozenset[int]) -> bool:
    """Whether iterations of the loops `threads` write elements of their own without `axes`."""
    for loop in threads:
        own = [t for t in touches(loop.body) if t.container == name]
        written = any(t.kind != AccessKind.READ for t in own)
        left = [replace(t, index=_kept(t.index, axes)) for t in own]
        if written and not apart(left, loop.var):
            return False
    return True


def _kept(index: tuple[sympy.Expr, ...], axes: frozenset[int]) -> tuple[sympy.Expr, ...]:
    return tuple(e for axis, e in enumerate(index) if axis not in axes)


def _without(node: Node, name: str, axes: frozenset[int]) -> Node:
    """`node` with `name` without `axes`."""
    if name not in touched(node):
        return node

    def index_of(container: str, index: Index) -> Index:
        return _kept(index, axes) if container == name else index

    def visit(e: Expr) -> Expr:
        return replace(e, index=index_of(e.container, e.index)) if isinstance(e, Read) else e

    if isinstance(node, Statement):
        own = node.target
        target = Access(own.container, index_of(own.container, own.index))
        return replace(node, target=target, expr=transform(node.expr, visit))
    if isinstance(node, Declare):
        return replace(node, expr=transform(node.expr, visit))
    inner = tuple(tuple(_without(n, name, axes) for n in part) for part in parts(node))
    node = with_parts(node, inner)
    if isinstance(node, If):
        return replace(node, condition=transform(node.condition, visit))
    return node
