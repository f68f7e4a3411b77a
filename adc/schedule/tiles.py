"""Reads across the threads of a kernel, through shared memory.

Neighbouring threads that read a column ask for as many lines of memory as they are. A block of them
first reads a tile of the array along its rows, as neighbours, into memory that it shares, and then
each thread takes its element from there: the transposition of the CUDA C++ Programming Guide
("Shared Memory"), for each read of this kind in any kernel of a thread each. A kernel whose threads
would write across rows gets its axes exchanged, if what it then reads across comes by such tiles.

No value changes, and no array: what is staged is nowhere written in the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations

import sympy

from adc.ir.expressions import Apply, Expr, Index, Read, reads
from adc.ir.shapes import names, symbol
from adc.schedule.accesses import AccessKind, touches
from adc.schedule.tree import (
    Comment,
    Declare,
    For,
    If,
    Launch,
    Node,
    Parallelism,
    Spread,
    Statement,
    Tile,
    Tree,
    parts,
    with_parts,
)

#: Tiles of one kernel: so many of doubles are within the 48 KiB that every device has for a block.
MOST = 4
#: An axis that is known to be shorter fills too little of a tile.
SHORTEST = 16
#: Operations whose operands behind the first are not always evaluated.
_LAZY = frozenset({"where", "and", "or"})


def with_tiles(tree: Tree) -> Tree:
    """`tree` with what its kernels read across their threads in tiles."""
    return tuple(
        tiled(n) if isinstance(n, Launch) else with_parts(n, tuple(with_tiles(p) for p in parts(n)))
        for n in tree
    )


def tiled(launch: Launch) -> Launch:
    """`launch`, or what is the same with tiles."""
    if launch.spread is not Spread.THREADS:
        return launch
    comments = tuple(n for n in launch.body if isinstance(n, Comment))
    (*_, outer) = launch.body
    axes = list(_grid(outer)) if len(comments) == len(launch.body) - 1 else []
    if len(axes) < 2 or not _rectangular(axes):
        return launch
    body = axes[-1].body
    ways = [_Way.of(order, body) for order in _orders(axes)]
    plain = _Way.of(tuple(axes), body)
    best = min([w for w in ways if w.tiles], key=_Way.price, default=plain)
    if best.price() >= plain.without().price():
        return launch
    return replace(launch, body=(*comments, best.nest()), tiles=best.tiles)


def _grid(node: Node) -> Iterator[For]:
    """The loops of the grid that are alone in each other, from `node` on."""
    if not isinstance(node, For) or node.parallel is None:
        return
    if node.parallel.kind is not Parallelism.GRID:
        return
    yield node
    if len(node.body) == 1:
        yield from _grid(node.body[0])


def _rectangular(axes: list[For]) -> bool:
    """Whether `axes` may stand in any order, and are counted in steps of one."""
    own = {a.var for a in axes}
    return all(
        a.step == 1 and not (a.count or a.test)
        and not (names(a.start) | names(a.stop)) & own
        for a in axes
    )  # fmt: skip


def _orders(axes: list[For]) -> Iterator[tuple[For, ...]]:
    """`axes` with any two of them last, which are those of a tile; first what they are."""
    for across, along in permutations(reversed(axes), 2):
        if not any(_short(a) for a in (across, along)):
            yield (*(a for a in axes if a is not across and a is not along), across, along)


def _short(loop: For) -> bool:
    length = sympy.expand(loop.stop - loop.start)
    return bool(length.is_Integer and length < SHORTEST)


@dataclass(frozen=True)
class _Way:
    """A nest of `axes` around `body`, and what it reads in `tiles`; `bad` are the accesses that
    stay across the threads."""

    axes: tuple[For, ...]
    body: Tree
    tiles: tuple[Tile, ...]
    bad: int

    @classmethod
    def of(cls, axes: tuple[For, ...], body: Tree) -> _Way:
        across, along = axes[-2].var, axes[-1].var
        written = {t.container for t in touches(body) if t.kind != AccessKind.READ}
        found: dict[tuple[str, Index], Tile] = {}
        for tile, under in _always_read(body):
            place = (tile.container, tile.index)
            if tile.container in written or not turned(tile.index, across, along):
                continue
            if _count(under, place) == _count(body, place):
                found.setdefault(place, tile)
        tiles = tuple(found.values())[:MOST]
        staged = {(t.container, t.index) for t in tiles}
        bad = [
            t for t in touches(body)
            if not_along(t.index, along) and (t.container, t.index) not in staged
        ]  # fmt: skip
        return cls(axes, body, tiles, len(bad))

    def without(self) -> _Way:
        """The same without tiles."""
        more = sum(_count(self.body, (t.container, t.index)) for t in self.tiles)
        return replace(self, tiles=(), bad=self.bad + more)

    def price(self) -> tuple[int, int]:
        return self.bad, len(self.tiles)

    def nest(self) -> For:
        body = self.body
        for axis in reversed(self.axes):
            body = (replace(axis, body=body),)
        (found,) = body
        assert isinstance(found, For)
        return found


def not_along(index: Index, var: str) -> bool:
    """Whether threads that differ in `var` find elements of different rows at `index`."""
    if not index:
        return False
    strided = var in names(index[-1]) and index[-1].coeff(symbol(var), 1) not in (1, -1)
    return strided or any(var in names(position) for position in index[:-1])


def turned(index: Index, across: str, along: str) -> bool:
    """Whether `index` goes along a row with `across`, and from row to row with `along`."""
    if not index or not not_along(index, along) or along in names(index[-1]):
        return False
    rest = index[-1] - symbol(across)
    return across not in names(rest) and not any(across in names(p) for p in index[:-1])


def _count(tree: Tree, place: tuple[str, Index]) -> int:
    """How often `tree` has the element at `place`."""
    return sum((t.container, t.index) == place for t in touches(tree))


def _always_read(body: Tree, conditions: tuple[Expr, ...] = ()) -> Iterator[tuple[Tile, Tree]]:
    """What each thread reads that comes here under `conditions`, which are on integers alone; and
    the statements that are under these."""
    for node in body:
        if isinstance(node, (Statement, Declare)):
            for read in _evaluated(node.expr):
                yield Tile(read.container, read.index, read.dtype, conditions), body
        elif isinstance(node, If) and not reads(node.condition):
            yield from _always_read(node.then, (*conditions, node.condition))


def _evaluated(expr: Expr) -> Iterator[Read]:
    """The reads of arrays in `expr` that are evaluated in every case."""
    if isinstance(expr, Read) and expr.index:
        yield expr
    elif isinstance(expr, Apply):
        for arg in expr.args[: 1 if expr.op in _LAZY else None]:
            yield from _evaluated(arg)
