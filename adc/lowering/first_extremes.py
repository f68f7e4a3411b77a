"""Python's own `max` and `min` of a vector, or of what a mask selects.

They keep the first item unless a later one is beyond it, which no comparison with NaN says: a first
item that is NaN stays, and any other NaN is passed over. NumPy's give NaN in either case.
"""

from __future__ import annotations

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import require
from adc.lowering.linear_algebra import operand
from adc.lowering.reductions import extreme, extreme_in_memory
from adc.lowering.values import Array, Selected, Value

#: What they are of two numbers.
OF_TWO = {"max": "larger", "min": "smaller"}


def extreme_item(cx: Context, value: Array, name: str, site: CallSite) -> Array:
    """Of a vector, which must not be empty."""
    if not value.dtype.is_float:
        return extreme(cx, value, (0,), name, site)
    require(cx, cx.extent(value.shape[0]) - 1, f"`{name}` of no elements", site.span)
    value = operand(cx, value)
    found = extreme_in_memory(cx, _numbers(value, name), (0,), name)
    first = Array((), value.dtype, lambda _: value.at((sympy.S.Zero,)))
    both: list[Value] = [first, found]
    return elementwise.arithmetic(cx, OF_TWO[name], both, site.span)


def selected_extreme(cx: Context, value: Selected, whole: Array, name: str) -> Array:
    """Of what a mask selects, which must not be empty; `whole` is the array in memory, with what
    is never the extreme where the mask does not hold."""
    axes = tuple(range(whole.rank))
    found = extreme_in_memory(cx, _numbers(whole, name), axes, name)
    even = _first_is_nan(cx, value, whole)
    nothing = Array((), whole.dtype, lambda _: build.const("nan", whole.dtype))
    return elementwise.where(cx, [even, nothing, found], cx.span)


def _numbers(value: Array, name: str) -> Array:
    """`value` with what is never the extreme in the place of NaN."""
    worst = build.const("-inf" if name == "max" else "inf", value.dtype)

    def at(position: Index) -> Expr:
        given = value.at(position)
        return build.where(build.apply("isnan", given), worst, given)

    return Array(value.shape, value.dtype, at)


def _first_is_nan(cx: Context, value: Selected, whole: Array) -> Array:
    """Whether the first selected element is NaN: the least of its doubled places is even."""
    shape = tuple(cx.extent(e) for e in whole.shape)
    last = build.const(2**63 - 1, DType.INT64)

    def key(position: Index) -> Expr:
        place = sympy.S.Zero
        for extent, at in zip(shape, position, strict=True):
            place = place * extent + at
        nan = build.apply("isnan", whole.at(position))
        either = build.where(nan, IntValue(2 * place), IntValue(2 * place + 1))
        return build.where(value.held(position), either, last)

    keys = Array(whole.shape, DType.INT64, key)
    least = extreme_in_memory(cx, keys, tuple(range(whole.rank)), "min")
    two = build.const(2, DType.INT64)

    def even(_: Index) -> Expr:
        rest = build.apply("mod", least.at(()), two)
        return build.compare("eq", rest, build.zero(DType.INT64))

    return Array((), DType.BOOL, even)
