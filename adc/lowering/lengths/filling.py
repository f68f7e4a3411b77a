"""Values whose number data decide, for elements of known number: `z[:, 0] = x[mask]`."""

from __future__ import annotations

import sympy

from adc.diagnostics import Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue
from adc.ir.shapes import Shape
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.lengths.arrays import counted, kept_integer, taken
from adc.lowering.values import Array, Selected, Value

_ZERO, _ONE = sympy.Integer(0), sympy.Integer(1)


def as_long(cx: Context, value: Value, shape: Shape, span: Span) -> Value:
    """`value` as an array of as many elements as `shape` has along that axis; the call fails where
    it is not as long, and has not one element, which NumPy repeats."""
    if not isinstance(value, Selected) or not cx.learned.lengths or value.axis:
        return value
    if value.rank > len(shape):
        return value
    found = counted(cx, value, span)
    assert found.length is not None
    length, extent = found.length.at(()), cx.extent(shape[len(shape) - value.rank])
    single = build.compare("eq", length, IntValue(_ONE))
    fits = build.apply("or", single, build.compare("eq", length, IntValue(extent)))
    count = kept_integer(cx, build.where(fits, IntValue(extent), IntValue(_ZERO)), "filled", extent)
    fail_where(cx, build.apply("not", fits), "elements and values of another number", span)

    def at(position: Index) -> Expr:
        return build.where(single, IntValue(_ZERO), IntValue(position[0]))

    return taken(cx, found.array, Array((extent,), DType.INT64, at), count, span)
