"""Integers that the source computes as positions: `k = np.argmax(x); x[k]`.

What is at such a position is reached by a loop over the whole axis, of which a branch picks the one
iteration whose variable is the integer. So nothing but sizes and variables of loops stands in
subscripts, and the integer is data like any other that a branch asks for: what the reverse sweep
needs of it is kept, stored or computed again. No element outside of the axis is ever touched. The
scheduler runs the one iteration alone (`schedule/picks.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import sympy

from adc.diagnostics import Span
from adc.ir import build, shapes
from adc.ir.build import const_value
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, Index, IntValue, Read
from adc.ir.nodes import Branch, Loop
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where, guard
from adc.lowering.control.regions import Region
from adc.lowering.integers.prover import Range
from adc.lowering.positions.tables import entry_of
from adc.lowering.promotion import convert
from adc.lowering.store import materialise
from adc.lowering.values import Array, View, at_places, of_view

_ZERO = sympy.Integer(0)


@dataclass(frozen=True)
class Pick:
    """The variable `var` on an axis of `extent` elements is what `position` is at `here`, which
    counts the selected elements in places."""

    var: sympy.Symbol
    extent: sympy.Expr
    position: Array
    here: Index

    def test(self, where: Index) -> Expr:
        """Whether `var` is the position for the selected element at `where`."""
        index = tuple(at_places(i, where) for i in self.here)
        return build.compare("eq", IntValue(self.var), self.position.at(index))


def computed(cx: Context, item: object) -> bool:
    """Whether `item` is an integer that the source computes, and may select by."""
    if not isinstance(item, Array) or item.shape or not item.dtype.is_integer:
        return False
    found = entry_of(cx, item.at(()))
    return cx.learned.picks if found is None else is_tested(cx, found)


def is_tested(cx: Context, position: sympy.Expr) -> bool:
    """Whether a branch around looks at an array that `position` is read from: `if k[i] >= 0`. Then
    not all of its elements need be positions, and those that are used are looked at then."""
    tested = frozenset[str]().union(*cx.told.tested)
    return any(one.container in tested for one in shapes.entries(position))


def picked(
    cx: Context, item: Array, here: Index, extent: sympy.Expr, span: Span, exact: bool
) -> Pick:
    """The pick of `item`, whose values are settled and looked at now; Python's negative ones count
    from the end."""
    extent = cx.extent(extent)
    within = _is_within(item.at(here), extent)
    view = materialise(
        cx, _from_zero(cx, item, extent, exact or within), "place", dtype=DType.INT64
    )
    if not within:
        _check(cx, view, extent, span)
    return Pick(cx.domain_symbol(0), extent, of_view(view, DType.INT64), here)


def _is_within(position: Expr, extent: sympy.Expr) -> bool:
    """Whether it is a position on every axis of that extent: `k % 4`, `(k & 255) + 1`."""
    if not extent.is_Integer:
        return False
    bounds = _bounds(position)
    return bounds is not None and bounds[0] >= 0 and bounds[1] < extent


def _bounds(expr: Expr) -> tuple[int, int] | None:
    """The least and the largest integer that `expr` may be, where its last operations tell."""
    if isinstance(expr, Const) and expr.dtype.is_integer:
        return int(const_value(expr)), int(const_value(expr))
    if isinstance(expr, IntValue) and expr.value.is_Integer:
        return int(expr.value), int(expr.value)
    if not isinstance(expr, Apply) or expr.op not in ("mod", "bitand", "add"):
        return None
    if not all(a.dtype.is_integer for a in expr.args):
        return None
    one, other = (_bounds(a) for a in expr.args)
    if expr.op == "add" and one and other:
        return one[0] + other[0], one[1] + other[1]
    if expr.op == "mod" and other and other[0] > 0:
        return 0, other[1] - 1
    if expr.op == "bitand":
        masks = [found[1] for found in (one, other) if found and found[0] >= 0]
        return (0, min(masks)) if masks else None
    return None


def _from_zero(cx: Context, item: Array, extent: sympy.Expr, exact: bool) -> Array:
    def at(position: Index) -> Expr:
        value = convert(item.at(position), DType.INT64)
        if exact or (isinstance(value, Read) and value.container in cx.told.capacity):
            return value
        below = build.compare("lt", value, IntValue(_ZERO))
        return build.where(below, build.add(value, IntValue(extent)), value)

    return Array(item.shape, DType.INT64, at)


def _check(cx: Context, view: View, extent: sympy.Expr, span: Span) -> None:
    """Have the call fail where one of the positions is outside of the axis."""
    what = f"a position on an axis of {shapes.written(extent)}"
    variables = tuple(cx.domain_symbol(axis) for axis in range(len(view.shape)))
    value = of_view(view, DType.INT64).at(variables)
    below = build.compare("lt", value, IntValue(_ZERO))
    above = build.compare("ge", value, IntValue(extent))
    with cx.block() as body:
        fail_where(cx, build.apply("or", below, above), what, span)
    for variable, length in reversed(list(zip(variables, view.shape, strict=True))):
        body = [Loop(variable.name, _ZERO, cx.extent(length), 1, tuple(body), span)]
    cx.body.extend(body)


@contextmanager
def picking(cx: Context, picks: tuple[Pick, ...], where: Index, span: Span) -> Iterator[None]:
    """Statements that are run where the variables of all `picks` are what they stand for, for the
    selected element at `where`."""
    regions = [
        Region(range=Range(pick.var, _ZERO, pick.extent - 1), early=True, surely=True, once=True)
        for pick in picks
    ]
    for region in regions:  # what is asked of a variable is looked at where it is the position
        assert region.range is not None
        cx.prover.ranges.append(region.range)
        cx.regions.append(region)
    with cx.block() as body:
        yield
    for pick, region in zip(reversed(picks), reversed(regions), strict=True):
        cx.prover.ranges.pop()
        cx.regions.pop()
        guard(cx, region, body)
        chosen = Branch(pick.test(where), tuple(body), (), span)
        body = [Loop(pick.var.name, _ZERO, pick.extent, 1, (chosen,), span)]
    cx.body.extend(body)
