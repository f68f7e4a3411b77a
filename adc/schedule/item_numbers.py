"""Numbers for what a kernel adds at positions that are read: its items.

Each execution of such a statement has a number of its own, whichever thread it falls to, in the
order in which one thread alone would come by. Numbers may be left over: under conditions, and where
a loop is not always as long as it can be. Loops along rows that lie one behind the other
(`read_rows`) are counted by the place in all rows, which holds where they do lie so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import sympy

from adc.ir.expressions import Index
from adc.ir.shapes import Shape, entries, integer, maximum, names, symbol
from adc.schedule.arena import non_negative
from adc.schedule.read_rows import row_in, rows_by
from adc.schedule.tree import For, If, Node, Statement, Tree, parts, walk, with_parts
from adc.schedule.work import open_ended

#: The least and the greatest value of each variable of loops, of sizes alone; None where unknown.
Ends = Mapping[str, tuple[sympy.Expr, sympy.Expr] | None]


@dataclass(frozen=True)
class Counter:
    """The iterations of a loop, counted from 0 in their order: at most `extent`, and all of these
    if it is `exact`. The least value of its variable is `low`."""

    loop: For
    order: sympy.Expr
    low: sympy.Expr
    extent: sympy.Expr
    exact: bool


def ends_of(loop: For, around: Ends) -> tuple[sympy.Expr, sympy.Expr] | None:
    """The least and the greatest value of the variable of `loop`, whatever those `around` are."""
    if open_ended(loop):
        return None
    least = loop.start if loop.step > 0 else loop.stop + 1
    most = loop.stop - 1 if loop.step > 0 else loop.start
    low, high = bound(least, around, 0), bound(most, around, 1)
    return None if low is None or high is None else (low, high)


def bound(expr: sympy.Expr, ends: Ends, which: int) -> sympy.Expr | None:
    """What `expr` is not below (`which` 0), or not above (1), of sizes alone."""
    if entries(expr):
        return None
    if names(expr).isdisjoint(ends):
        return expr
    if expr.is_Symbol:
        found = ends.get(expr.name)
        return None if found is None else found[which]
    if expr.is_Mul:
        factor, rest = expr.as_coeff_Mul()
        inner = bound(rest, ends, which if factor > 0 else 1 - which) if factor != 1 else None
        return None if inner is None else factor * inner
    if not (expr.is_Add or isinstance(expr, (sympy.Min, sympy.Max, sympy.floor))):
        return None
    args = [bound(a, ends, which) for a in expr.args]
    return None if any(a is None for a in args) else expr.func(*args)


def counter(loop: For, around: Ends, sizes: frozenset[str]) -> Counter | None:
    """How the iterations of `loop` are counted; None where sizes do not tell how many there are.
    `sizes` are the names that are never negative."""
    ends = ends_of(loop, around)
    if ends is None:
        return None
    low, high = ends
    upwards = (loop.step > 0) != loop.backwards
    order = sympy.expand(symbol(loop.var) - low if upwards else high - symbol(loop.var))
    extent = sympy.expand(high - low + 1)
    if not non_negative(extent, sizes):
        extent = maximum(extent, 0)
    own = (loop.start, loop.stop - 1) if loop.step > 0 else (loop.stop + 1, loop.start)
    return Counter(loop, order, low, extent, abs(loop.step) == 1 and ends == own)


@dataclass
class Items:
    """The items of a kernel with the body `tree`: those of its statements that are `wanted`.
    `around` are the variables of loops around the kernel, `sizes` the names that are never
    negative, `within` the ranges of arrays that positions are read from.

    `shape` is that of an array with a place for each of them, None where they cannot be counted.
    With `dense` each place has one.
    """

    tree: Tree
    wanted: Callable[[Node], bool]
    around: Ends
    sizes: frozenset[str]
    within: Mapping[str, tuple[sympy.Expr, sympy.Expr]] = field(default_factory=dict)
    dense: bool = True
    shape: Shape | None = None
    #: what says where rows begin that numbers rest on; variables along rows, and from row to row
    rows_by: set[str] = field(default_factory=set)
    along_rows: set[str] = field(default_factory=set)
    across_rows: set[str] = field(default_factory=set)
    #: of each wanted statement, the loops around it, by their numbers
    chains: list[tuple[int, ...]] = field(default_factory=list)
    counters: list[Counter | None] = field(default_factory=list)
    _known: dict[int, tuple[Counter | None, tuple[sympy.Expr, sympy.Expr] | None]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        self._look(self.tree, (), self.around)
        if None not in self.counters:
            self.shape = self._shape()

    def _look(
        self, tree: Tree, chain: tuple[int, ...], ends: Ends, outer: For | None = None
    ) -> None:
        for node in tree:
            if self.wanted(node):
                self.chains.append(chain)
            elif isinstance(node, For) and self._has(node.body):
                found, own = self._counted(node, ends, outer)
                self.dense &= found is not None and found.exact
                self.counters.append(found)
                self._known[id(node)] = found, own
                inner = {**ends, node.var: own}
                self._look(node.body, (*chain, len(self.counters) - 1), inner, node)
            elif any(map(self._has, parts(node))):
                self.dense &= not isinstance(node, If)
                for part in parts(node):
                    self._look(part, chain, ends, outer)

    def _counted(
        self, loop: For, ends: Ends, outer: For | None
    ) -> tuple[Counter | None, tuple[sympy.Expr, sympy.Expr] | None]:
        """How the iterations of `loop` are counted, which `outer` is around, and the least and the
        greatest value of its variable."""
        name = rows_by(loop, outer)
        own = ends_of(loop, ends)
        if name in self.within and outer is not None and row_in(outer, self._has) is loop:
            assert name is not None
            own = self.within[name][0], self.within[name][1] - 2
            self.rows_by.add(name)
            self.along_rows.add(loop.var)
        if row_in(loop, self._has) is not None:
            # the places in all rows tell the items of its iterations apart
            self.across_rows.add(loop.var)
            return Counter(loop, sympy.S.Zero, sympy.S.Zero, sympy.S.One, False), own
        if own is None or own == ends_of(loop, ends):
            return counter(loop, ends, self.sizes), own
        low, high = own
        order = high - symbol(loop.var) if loop.backwards else symbol(loop.var) - low
        extent = sympy.expand(high - low + 1)
        if not non_negative(extent, self.sizes):
            extent = maximum(extent, 0)
        return Counter(loop, sympy.expand(order), low, extent, False), own

    def _has(self, tree: Tree) -> bool:
        return any(map(self.wanted, walk(tree)))

    def _shape(self) -> Shape:
        """An axis for each loop, and one for several statements, where the same loops are around
        all of these; else a single axis."""
        if not self.in_one_nest:
            return (self._count(self.tree, self.around),)
        extents = tuple(c.extent for c in self.counters if c is not None)
        return (*extents, *self._of_statements(integer(len(self.chains))))

    @property
    def in_one_nest(self) -> bool:
        """Whether the same loops are around all of the statements: those of `counters`."""
        return len(set(self.chains)) == 1

    def _of_statements(self, number: sympy.Expr) -> tuple[sympy.Expr, ...]:
        return (number,) if len(self.chains) > 1 or not self.counters else ()

    def _count(self, tree: Tree, ends: Ends) -> sympy.Expr:
        total = sympy.S.Zero
        for node in tree:
            if self.wanted(node):
                total += 1
            elif isinstance(node, For) and self._has(node.body):
                total += self._counter(node).extent * self._inside(node, ends)
            else:
                total += sum(self._count(part, ends) for part in parts(node))
        return total

    def _counter(self, loop: For) -> Counter:
        found, _ = self._known[id(loop)]
        assert found is not None
        return found

    def _inside(self, loop: For, ends: Ends) -> sympy.Expr:
        """The items of one iteration of `loop`."""
        return self._count(loop.body, {**ends, loop.var: self._known[id(loop)][1]})

    def replaced(self, replacing: Callable[[Statement, Index], Tree]) -> Tree:
        """The kernel's body with what `replacing` makes of each wanted statement and the place of
        its item."""
        self._statement = 0
        return self._replaced(self.tree, replacing, self.around, (), sympy.S.Zero)

    def _replaced(
        self,
        tree: Tree,
        replacing: Callable[[Statement, Index], Tree],
        ends: Ends,
        orders: Index,
        first: sympy.Expr,
    ) -> Tree:
        """`orders` say how far the loops around are, `first` how many items come before."""
        found: list[Node] = []
        for node in tree:
            if isinstance(node, Statement) and self.wanted(node):
                inner = (*orders, *self._of_statements(integer(self._statement)))
                found += replacing(node, inner if self.in_one_nest else (sympy.expand(first),))
                self._statement += 1
                first += 1
            elif isinstance(node, For) and self._has(node.body):
                own, inside = self._counter(node), self._inside(node, ends)
                around = {**ends, node.var: self._known[id(node)][1]}
                before = first + own.order * inside
                body = self._replaced(node.body, replacing, around, (*orders, own.order), before)
                found.append(with_parts(node, (body,)))
                first += own.extent * inside
            else:
                new = []
                for part in parts(node):
                    new.append(self._replaced(part, replacing, ends, orders, first))
                    first += self._count(part, ends)
                found.append(with_parts(node, tuple(new)))
        return tuple(found)
