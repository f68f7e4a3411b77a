"""Lists, tuples and ranges as operands beside arrays, which make NumPy take them for arrays."""

from __future__ import annotations

from adc.diagnostics import Span
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.vocabulary import call_builtin
from adc.lowering.plain_values import IntegerRange
from adc.lowering.values import Array, Grown, Items, Value


def beside_array(cx: Context, value: Value, other: Value, span: Span, op: str = "") -> Value:
    """`value`, as an array where it holds several and the `other` operand is an array, or a number
    of NumPy's; but for `*`, which has another meaning for lists."""
    if not isinstance(value, (Items, Grown, IntegerRange)) or not isinstance(other, Array):
        return value
    if not other.shape and (other.weak or op in ("*", "@", "")):
        return value
    site = CallSite("numpy.array", (value,), {}, (span,), span)
    return array_operand(cx, site, value) if isinstance(value, Items) else call_builtin(cx, site)
