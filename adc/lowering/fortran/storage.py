"""Storage that is passed on from an element of an array (Fortran 2018, 15.5.2.11)."""

from __future__ import annotations

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.lowering.context import Context
from adc.lowering.indexing import SliceValue, exact_index
from adc.lowering.integers.expressions import expression_of
from adc.lowering.lengths.read_slices import DataSlice
from adc.lowering.positions.subscripts import placed
from adc.lowering.subscripting import subscript_items
from adc.lowering.values import Array, Complex, Integer, Sequenced, describe


def storage(cx: Context, expr: surface.From) -> Sequenced:
    """The storage of an array from one of its elements on."""
    owner = cx.evaluate(expr.value)
    first = owner.re if isinstance(owner, Complex) else owner
    if not isinstance(owner, (Array, Complex)) or not isinstance(first, Array) or not first.view:
        raise AdcError.of(
            "ADC0232", f"{describe(owner)} has no storage to pass on", expr.span,
            help="pass an element of an array",
        )  # fmt: skip
    items = placed(cx, first, subscript_items(cx, expr))
    start = []
    for (item, span), extent in zip(items, owner.shape, strict=True):
        if isinstance(item, (SliceValue, DataSlice)):
            raise AdcError.of(
                "ADC0232", "a section has no storage to pass on", span, help="pass an element"
            )
        position = expression_of(cx, item, "subscript", "ADC0216", span).value
        if expr.count is None or position != 0:  # there may be no element at all
            position = exact_index(cx, position, extent, span)
        start.append(position)
    count = None if expr.count is None else cx.evaluate(expr.count)
    assert count is None or isinstance(count, (Array, Integer))
    return Sequenced(owner, tuple(start), count)


__all__ = ["storage"]
