"""Subscripts that are read from arrays, on a device.

Threads that add to elements at such positions may meet in one, so what they add is added
atomically: in an order that nothing fixes, so that sums may differ in their last bits from run to
run. Where an axis of its own keeps threads apart, or one thread runs everything, a plain sum does.

All elements of such arrays have to be within the arrays that they are positions in. A kernel for
each looks at them before anything else runs, and the host waits for what it finds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import sympy

from adc.ir.build import const
from adc.ir.declarations import Container, Within
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Apply, Expr, IntValue, Read
from adc.ir.names import NameSource
from adc.ir.node import Access
from adc.ir.shapes import distinct, maximum, names, symbol
from adc.schedule.independent import independent
from adc.schedule.tree import (
    Comment,
    For,
    If,
    Launch,
    Node,
    Refuse,
    Spread,
    Statement,
    Tree,
    parts,
    walk,
    with_parts,
)
from adc.schedule.work import read_bounds, read_in

# -- sums ------------------------------------------------------------------------------------------


def with_atomics(
    tree: Tree, containers: Mapping[str, Container], read: frozenset[str] = frozenset()
) -> Tree:
    """`tree` with atomic what adds numbers at positions that are read, or that are variables of
    loops whose bounds are; `read` are such variables around."""
    found: list[Node] = []
    for node in tree:
        if isinstance(node, Statement):
            at = node.target.index
            adds = node.op is Update.ADD and containers[node.target.container].dtype.is_float
            unknown = read_in(*at) or any(names(e) & read for e in at)
            node = replace(node, atomic=True) if adds and unknown else node
        inner = read | ({node.var} if isinstance(node, For) and read_bounds(node) else set())
        new = tuple(with_atomics(p, containers, inner) for p in parts(node))
        found.append(with_parts(node, new))
    return tuple(found)


def without_needless(tree: Tree) -> Tree:
    """`tree` with plain sums in kernels whose threads never meet."""
    return tuple(
        _settled(n) if isinstance(n, Launch)
        else with_parts(n, tuple(without_needless(p) for p in parts(n)))
        for n in tree
    )  # fmt: skip


def _settled(launch: Launch) -> Launch:
    plain = replace(launch, body=_plain(launch.body))
    shared = [n for n in walk(plain.body) if isinstance(n, For) and n.parallel is not None]
    if launch.spread is Spread.ALONE or all(independent(n) for n in shared):
        return plain
    return launch


def _plain(tree: Tree) -> Tree:
    return tuple(
        replace(n, atomic=False) if isinstance(n, Statement)
        else with_parts(n, tuple(_plain(p) for p in parts(n)))
        for n in tree
    )  # fmt: skip


def in_any_order(tree: Tree) -> bool:
    """Whether `tree` adds floating numbers in an order that nothing fixes."""
    return any(map(meets, walk(tree)))


def meets(node: Node) -> bool:
    """Whether `node` adds a floating number to an element that other threads may add to: integers
    add up to the same in any order."""
    if not isinstance(node, Statement):
        return False
    return node.atomic and node.op is Update.ADD and node.expr.dtype.is_float


# -- checks ----------------------------------------------------------------------------------------


def checked(
    passed: Sequence[Container], fresh: NameSource, kernel: Callable[[For], Launch]
) -> tuple[Tree, tuple[Container, ...]]:
    """Kernels, as `kernel` makes them of loops, that look for elements of `passed` out of their
    range, or equal where all have to differ, and what ends the call if there are any; with the new
    containers. Nothing where no position is read."""
    read = [c for c in passed if c.within]
    if not read:
        return (), ()
    name = fresh.fresh("outside")
    flag = Container(name, DType.INT32, (), Role.LOCAL)
    nodes: list[Node] = []
    for container in read:
        nodes.append(Comment(f"Subscripts read {container.name}: are its elements in range?", 2))
        for row in container.within:
            axes = tuple(fresh.fresh("klmn"[axis % 4]) for axis in range(len(container.shape)))
            nodes.append(kernel(_look(container, row, axes, name)))
    checks, new = _all_different([c for c in read if c.unique], fresh, kernel)
    return (*nodes, Refuse(name, "EINVAL"), *checks), (flag, *new)


def _all_different(
    unique: Sequence[Container], fresh: NameSource, kernel: Callable[[For], Launch]
) -> tuple[Tree, tuple[Container, ...]]:
    """The same for equal elements of arrays that are known to be in their ranges: threads count
    how often each position is read, and then look whether theirs is another one's, too."""
    if not unique:
        return (), ()
    name = fresh.fresh("repeated")
    new = [Container(name, DType.INT32, (), Role.LOCAL)]
    nodes: list[Node] = []
    for container in unique:
        nodes.append(Comment(f"Are all elements of {container.name} different?", 2))
        for row in container.within:
            times = Container(fresh.fresh("times"), DType.INT32, (_room(row),), Role.LOCAL)
            new.append(times)
            nodes += map(kernel, _counted(container, row, times, fresh.fresh("k"), name))
    return (*nodes, Refuse(name, "EINVAL")), tuple(new)


def _room(row: Within) -> sympy.Expr:
    """How many positions there are in the range `row`."""
    room = row.stop - row.low
    return room if room.is_Symbol or room.is_Integer else maximum(room, 0)


def _counted(
    container: Container, row: Within, times: Container, var: str, flag: str
) -> tuple[For, For, For]:
    """How often each position is an element of `container`, in `times`; and a look for one that is
    not there once."""
    k, one = symbol(var), const(1, DType.INT32)
    here = Access(times.name, (k,))
    place = (distinct.of(container.name, (k,)) - row.low,)
    begin = Statement(here, Update.ASSIGN, const(0, DType.INT32))
    count = Statement(Access(times.name, place), Update.ADD, one, atomic=True)
    found = Apply("ne", (Read(times.name, place, DType.INT32), one), DType.BOOL)
    told = If(found, (Statement(Access(flag, ()), Update.MAX, one, atomic=True),))
    (extent,), first = container.shape, sympy.S.Zero
    return (
        For(var, first, times.shape[0], (begin,)),
        For(var, first, extent, (count,)),
        For(var, first, extent, (told,)),
    )


def _look(container: Container, row: Within, axes: tuple[str, ...], flag: str) -> For:
    low, stop = IntValue(row.low), IntValue(row.stop)
    index = tuple(symbol(a) for a in axes)
    found: Expr = Read(container.name, index, container.dtype)
    if container.dtype is not DType.INT64:
        found = Apply("cast", (found,), DType.INT64)
    outside = Apply(
        "or",
        (Apply("lt", (found, low), DType.BOOL), Apply("ge", (found, stop), DType.BOOL)),
        DType.BOOL,
    )
    told = Statement(Access(flag, ()), Update.MAX, const(1, DType.INT32), atomic=True)
    looked: Node = If(outside, (told,))
    for axis, extent in reversed(list(zip(axes, container.shape, strict=True))):
        first = sympy.S.Zero if row.first is None else row.first
        looked = For(axis, first, extent if row.end is None else row.end, (looked,))
    assert isinstance(looked, For)
    return looked
