"""The positions that a mask selects: `np.nonzero(m)`, `np.where(m)`, `np.flatnonzero(m)`.

How many there are is up to data, as of all that masks select: along each axis they are what the
mask selects of the numbers 0, 1, 2 and so on. As a subscript they are the mask (`masks.py`).
"""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue
from adc.lowering import elementwise, reshaping
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.lengths.arrays import counted
from adc.lowering.masks.selections import refused
from adc.lowering.numpy.create import array_operand
from adc.lowering.store import materialise
from adc.lowering.values import Array, Items, Selected, Value, of_view

Handler = Callable[[Context, CallSite], Value]


def nonzero(cx: Context, site: CallSite) -> Items:
    """The positions of what is not zero, along each axis."""
    (value,) = site.bind("a").values()
    if isinstance(value, Selected) and cx.learned.lengths:
        return Items((_among(cx, site, value),))
    return _positions(cx, site, array_operand(cx, site, value))


def _flatnonzero(cx: Context, site: CallSite) -> Value:
    (value,) = site.bind("a").values()
    if isinstance(value, Selected) and cx.learned.lengths:
        return _among(cx, site, value)
    flat = reshaping.reshape(cx, array_operand(cx, site, value), (-1,), site.span)
    return _positions(cx, site, flat).items[0]


def _argwhere(cx: Context, site: CallSite) -> Value:
    """The positions of what is not zero, a row for each."""
    found = _positions(cx, site, array_operand(cx, site, *site.bind("a").values())).items
    first = found[0]
    assert isinstance(first, Selected)
    shape = (*first.mask.shape, sympy.Integer(len(found)))

    def at(position: Index) -> Expr:
        *place, column = position
        value: Expr = IntValue(place[-1])
        for axis in reversed(range(len(place) - 1)):
            here = build.compare("eq", IntValue(column), IntValue(sympy.Integer(axis)))
            value = build.where(here, IntValue(place[axis]), value)
        return value

    return Selected(Array(shape, DType.INT64, at), first.mask)


def _among(cx: Context, site: CallSite, value: Selected) -> Selected:
    """The positions among the elements that a mask selects."""
    if value.rank != 1:
        raise refused(f"`{site.short}` of rows that a mask selects is not supported", site.span)
    found = counted(cx, value, site.span)
    holds = elementwise.truth(found.array, site.span)

    def both(position: Index) -> Expr:
        return build.apply("and", found.mask.at(position), holds.at(position))

    mask = materialise(cx, Array(found.mask.shape, DType.BOOL, both), "mask")
    return _along(of_view(mask, DType.BOOL), 0)


def _positions(cx: Context, site: CallSite, value: Array) -> Items:
    if not value.shape:
        raise site.error("a number has no positions", help="pass an array")
    mask = elementwise.truth(value, site.span)
    if mask.rank > 1 or mask.view is not None:
        # One mask for all axes; and what is written to it afterwards changes no positions.
        mask = of_view(materialise(cx, mask, "mask"), DType.BOOL)
    return Items(tuple(_along(mask, axis) for axis in range(mask.rank)))


def _along(mask: Array, axis: int) -> Selected:
    def at(position: Index) -> IntValue:
        return IntValue(position[axis])

    return Selected(Array(mask.shape, DType.INT64, at), mask)


TABLE: dict[str, Handler] = {
    "numpy.nonzero": nonzero, "numpy.flatnonzero": _flatnonzero, "numpy.argwhere": _argwhere,
}  # fmt: skip
