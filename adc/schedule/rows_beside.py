"""Axes of an array that a sum at read positions goes along as a whole.

    for e in 0:E:
        for k in 0:3:
            x_bar[idx[e], k] += d[e, k]

Each position names a row of elements beside each other here, so a row has one key and not three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sympy

from adc.ir.declarations import Container
from adc.ir.expressions import Index
from adc.ir.shapes import entries, names, same, substitute, symbol
from adc.schedule.item_numbers import Counter, Items
from adc.schedule.tree import Parallel, Parallelism, Statement, Tree

#: A grid has so many dimensions.
_MOST_AXES = 3


@dataclass(frozen=True)
class Rows:
    """`along` are the loops of a nest that go along rows, by their places in it and in the order of
    the array's axes. A row has `width` elements, `step` elements from each other."""

    nest: tuple[Counter, ...]
    along: tuple[int, ...]
    width: sympy.Expr
    step: sympy.Expr

    @property
    def across(self) -> tuple[Counter, ...]:
        """The loops from row to row."""
        return tuple(c for k, c in enumerate(self.nest) if k not in self.along)

    def begin(self, index: Index) -> Index:
        """Where the row begins that holds the element at `index`."""
        low = {c.loop.var: c.low for c in (self.nest[k] for k in self.along)}
        return tuple(substitute(e, low) for e in index)

    def in_row(self) -> Index:
        """How far from the row's beginning an iteration is, along each axis of it."""
        own = (self.nest[k] for k in self.along)
        return tuple(symbol(c.loop.var) - c.low for c in own)

    def kernel(self, body: Tree) -> Tree:
        """`body` once for each row, by the threads of a grid."""
        for k, counter in reversed(list(enumerate(self.across))):
            grid = Parallel(Parallelism.GRID) if k < _MOST_AXES else None
            body = (replace(counter.loop, body=body, parallel=grid),)
        return body


def rows_of(
    items: Items, target: Container, added: Sequence[Statement], single: bool
) -> Rows | None:
    """The rows of `target` that the statements `added` go along; None where it is no whole row that
    a position names, or not all of the row's elements have a term. `single`: one element is a
    row, too."""
    if not (items.dense and items.in_one_nest):
        return None
    nest = tuple(c for c in items.counters if c is not None)
    variables = frozenset(c.loop.var for c in nest)
    loops = {
        axis: k for k, c in enumerate(nest) if (axis := _axis(c, variables, added)) is not None
    }
    if not loops:
        return Rows(nest, (), sympy.S.One, sympy.S.One) if single else None
    axis = max(loops)
    step = sympy.Mul(*target.shape[axis + 1 :])
    along = [loops[axis]]
    while axis - 1 in loops and same(nest[loops[axis]].extent, target.shape[axis]):
        axis -= 1
        along.insert(0, loops[axis])
    return Rows(nest, tuple(along), sympy.Mul(*(nest[k].extent for k in along)), step)


def _axis(counter: Counter, variables: frozenset[str], added: Sequence[Statement]) -> int | None:
    """The axis that the loop alone goes along, from the same place for all that is `added` and
    whatever the other `variables` of the nest are: different places there are different elements,
    however rows lie to each other."""
    var = counter.loop.var
    found: set[tuple[int, sympy.Expr]] = set()
    for statement in added:
        index = statement.target.index
        axes = [k for k, position in enumerate(index) if var in names(position)]
        if len(axes) != 1:
            return None
        found.add((axes[0], sympy.expand(index[axes[0]] - symbol(var))))
    (axis, start), *others = found
    if others or entries(start) or names(start) & variables:
        return None
    return axis
