"""Single elements of arrays whose length data decide, by numbers that the source has."""

from __future__ import annotations

import sympy

from adc.diagnostics import Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.indexing import Item
from adc.lowering.lengths.arrays import counted
from adc.lowering.lengths.parts import is_position, located
from adc.lowering.masks.subscripts import selected
from adc.lowering.numpy.create import array_operand
from adc.lowering.positions.gathers import gather
from adc.lowering.values import Array, Integer, Items, Selected, Value


def first_items(cx: Context, value: Selected, number: int, span: Span) -> Items:
    """The elements of `value`, of which there have to be so many: the call fails where there are
    not."""
    found = counted(cx, value, span)
    assert found.length is not None
    wanted = build.const(number, DType.INT64)
    other = build.compare("ne", found.length.at(()), wanted)
    fail_where(cx, other, f"values for {number} targets, of which there are not as many", span)
    at = (Integer(sympy.Integer(k)) for k in range(number))
    return Items(tuple(_element(cx, found, place, span) for place in at))


def of_first_axis(cx: Context, value: Selected, span: Span) -> Items | None:
    """The parts along the first axis, where the mask is of others and the number is known."""
    extent = value.array.shape[0]
    if not extent.is_Integer:
        return None
    at = (Integer(sympy.Integer(k)) for k in range(int(extent)))
    return Items(tuple(selected(cx, value, [(place, span)], span) for place in at))


def at_numbers(cx: Context, owner: Selected, items: list[Item], span: Span) -> Array | None:
    """`owner[[0, -1]]`, a copy; None for any other subscript."""
    if len(items) != 1 or not cx.learned.lengths or owner.axis:
        return None
    places = items[0][0]
    if not isinstance(places, Items) or not places.items or not all(map(is_position, places.items)):
        return None
    found = counted(cx, owner, span)
    elements = Items(tuple(_element(cx, found, p, span) for p in places.items), is_list=True)
    return array_operand(cx, CallSite("numpy.array", (elements,), {}, (span,), span), elements)


def _element(cx: Context, owner: Selected, place: Value, span: Span) -> Value:
    at = located(cx, owner, [(place, span)], span)
    assert at is not None
    return gather(cx, *at, span, False)


__all__ = ["at_numbers", "first_items", "of_first_axis"]
