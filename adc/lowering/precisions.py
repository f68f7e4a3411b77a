"""Numbers that are of single precision on one path and of double precision on another.

NumPy keeps the type of the path that is taken, and rounds to it all that is computed afterwards;
the IR has one type for both. Where the results would differ, such numbers are refused.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr
from adc.lowering.context import Context
from adc.lowering.promotion import promote
from adc.lowering.values import Array, Value, anywhere

#: Normal numbers of single precision.
_LEAST, _LARGEST = 2.0**-126, 2.0**128 - 2.0**104


def refuse_two(cx: Context, what: str, values: Sequence[Value], span: Span | None) -> None:
    """ADC0212 where `what` is one of `values`, of two precisions: Python's own floating numbers
    are of double precision, but for literals, which count as numbers of single precision here."""
    arrays = [v for v in values if isinstance(v, Array)]
    if cx.fortran or not any(v.dtype is DType.FLOAT32 for v in arrays):
        return
    error = AdcError.of(
        "ADC0212",
        f"{what} is of single precision on one path and of double precision on another: how what "
        "is computed of it is rounded depends on the path",
        span,
        help="give both one type: `np.float32(…)` or `np.float64(…)`, `.astype(…)` for arrays",
    )
    for value in arrays:
        begun = _begun(cx, value)
        if begun:
            cx.types.mixed.setdefault(begun, error)
        elif _is_double(value, arrays):
            raise error


def begin(cx: Context, place: Array, entry: Value) -> None:
    """A loop carries a number at `place`, which is `entry` before it."""
    if place.view is None or place.shape or not place.weak or place.dtype is not DType.FLOAT64:
        return
    literal = isinstance(entry, Array) and _fits_single(anywhere(entry))
    if literal or (isinstance(entry, Array) and _begun(cx, entry)):
        cx.types.begun.add(place.view.container)
    else:
        cx.types.begun.discard(place.view.container)


def settle(cx: Context, place: Array) -> None:
    """The loop makes the number at `place` no number of single precision."""
    container = _begun(cx, place)
    if container in cx.types.mixed:
        raise cx.types.mixed[container]
    cx.types.begun.discard(container)


def _begun(cx: Context, value: Array) -> str:
    """The container of a number that a loop may yet make one of single precision; "" for others."""
    if value.view is None or value.shape or not value.weak or value.dtype is not DType.FLOAT64:
        return ""
    return value.view.container if value.view.container in cx.types.begun else ""


def _is_double(value: Array, values: Sequence[Array]) -> bool:
    """Whether `value` stays of double precision in Python although others of `values` are single:
    an integer beside those makes adc's common type double."""
    if value.dtype is DType.FLOAT32 or value.dtype is DType.BOOL:
        return False
    if value.dtype.is_float and value.weak:
        return value.rank > 0 or not _fits_single(anywhere(value))
    return promote(*((v.dtype, v.weak) for v in values))[0] is DType.FLOAT64


def _fits_single(expr: Expr) -> bool:
    """Whether a literal is in the range of single precision: it counts as rounded to that, which is
    what it becomes beside other numbers of single precision."""
    if isinstance(expr, Apply) and expr.op == "neg":
        return _fits_single(expr.args[0])
    if not isinstance(expr, Const):
        return False
    size = abs(float(build.const_value(expr)))
    return size in (0.0, math.inf) or math.isnan(size) or _LEAST <= size <= _LARGEST


def refuse_unsure(cx: Context, operands: Sequence[Array], span: Span | None) -> None:
    """ADC0212 where one of `operands` is Python's own number on one path, which takes on the single
    precision of the others, and NumPy's in double precision on another, whose precision they
    take on."""
    if cx.fortran or not any(v.dtype is DType.FLOAT32 for v in operands):
        return
    for value in operands:
        single = value.weak or value.shape or value.dtype is DType.FLOAT32
        if not single and cx.types.is_of_two_kinds(anywhere(value)):
            raise AdcError.of(
                "ADC0212",
                "a number that is Python's own on one path and of NumPy's double precision on "
                "another meets numbers of single precision: the result's type depends on the path",
                span,
                help="give it one type on all paths: `float(…)`, or `np.float32(…)`",
            )


def refuse_type(cx: Context, values: Sequence[Array], span: Span | None) -> None:
    """ADC0212 where an array of `values` is of double precision if one of them is Python's own, as
    it is on some path, and otherwise of single precision."""
    if cx.fortran or not all(v.dtype is DType.FLOAT32 or not v.dtype.is_float for v in values):
        return
    if any(v.dtype is DType.FLOAT32 and cx.types.is_of_two_kinds(anywhere(v)) for v in values):
        raise AdcError.of(
            "ADC0212",
            "a number that is Python's own on one path, and of NumPy's single precision on "
            "another, is put into an array or a list, whose type depends on the path",
            span,
            help="give it one type on all paths: `np.float32(…)`",
        )
