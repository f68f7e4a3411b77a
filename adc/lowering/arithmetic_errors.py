"""Whether Python's own arithmetic would raise an exception, which a `try` asks for beforehand."""

from __future__ import annotations

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.comparisons import compare_pair
from adc.lowering.context import Context
from adc.lowering.integers.conditions import integer_compare
from adc.lowering.promotion import as_array
from adc.lowering.values import Array, Complex, Grown, Integer, Items, Type, Value


def _divides(cx: Context, site: CallSite) -> Value:
    """Whether `left / right` raises no ZeroDivisionError: NumPy's numbers never do."""
    left, right = site.arguments
    if not all(_is_pythons(cx, v, site.span) for v in (left, right)):
        return elementwise.literal("True", DType.BOOL)
    return compare_pair(cx, "!=", right, Integer(sympy.Integer(0)), site.span)


def _is_pythons(cx: Context, value: Value, span: Span) -> bool:
    """Whether `value` is a number of Python's own; ADC0103 where the call may pass either."""
    if isinstance(value, Integer):
        return True
    array = as_array(value, span)
    if array.shape or array.weak:
        return not array.shape
    passed = any(_is_passed(cx, v) for v in cx.scopes[0].names.values())
    if passed or cx.types.may_be_pythons(array.at(())):
        raise AdcError.of(
            "ADC0103", "adc cannot tell whether this divides numbers of Python's own, which raise"
            " an exception, or NumPy's, which do not", span,
            help="test for zero by `if`; numbers that are passed are declared as `float`",
        )  # fmt: skip
    return False


def _is_passed(cx: Context, value: Value) -> bool:
    """Whether it is a number of a NumPy type that the caller passes, or one of Python's after
    all."""
    if not isinstance(value, Array) or value.shape or value.weak or value.view is None:
        return False
    container = cx.containers[value.view.container]
    return container.role is Role.INPUT and not container.shape


def _powers(cx: Context, site: CallSite) -> Value:
    """Whether a power of Python's own numbers is a number: where the base is positive, and the
    result is finite; NumPy's never raise."""
    left, right = site.arguments
    if not all(_is_pythons(cx, v, site.span) for v in (left, right)):
        return elementwise.literal("True", DType.BOOL)
    raise site.error(
        "adc does not ask beforehand whether a power of Python's numbers raises an exception",
        help="test for what would raise it, by `if`",
    )


def _whole_powers(cx: Context, site: CallSite) -> Value:
    """Whether a power is none of NumPy's integers, which raise ValueError where an exponent is
    negative."""
    base, exponent, *own = site.arguments
    numbers = [v for v in (base, exponent) if not isinstance(v, Complex)]
    floats = any(as_array(v, site.span).dtype.is_float for v in numbers)
    pythons = not own and all(isinstance(v, Integer) for v in numbers)
    if floats or len(numbers) < 2 or pythons:
        return elementwise.literal("True", DType.BOOL)
    raise site.error(
        "adc does not ask beforehand whether integers are raised to a negative power, which raises"
        " an exception", help="test for what would raise it, by `if`",
    )  # fmt: skip


def _in_range(cx: Context, site: CallSite) -> Value:
    """Whether a subscript is a position of what it stands at; slices always are."""
    owner, *items = site.arguments
    length = _length(cx, owner)
    if length is None or len(items) != 1 or not isinstance(items[0], Integer):
        raise site.error(
            "adc cannot tell beforehand whether this subscript is in range",
            help="test for it, by `if`",
        )
    at = items[0].value
    if at.is_Integer and length.is_Integer:
        return elementwise.literal(str(bool(-length <= at < length)), DType.BOOL)
    both = (integer_compare(cx, "<", at, length), integer_compare(cx, "<=", -length, at))
    return elementwise.logical(cx, "and", list(both), site.span)


def _unpacks(cx: Context, site: CallSite) -> Value:
    """Whether there are as many items as targets."""
    value, count = site.arguments
    length = _length(cx, value)
    assert isinstance(count, Integer)
    if length is None or not length.is_Integer:
        raise site.error(
            "adc cannot tell beforehand whether this has as many items as there are targets",
            help="ask for its length, by `if`",
        )
    return elementwise.literal(str(bool(length == count.value)), DType.BOOL)


def _has_limits(cx: Context, site: CallSite) -> Value:
    """Whether `np.finfo` has something to say of a type: it raises ValueError for integers."""
    (value,) = site.arguments
    if not isinstance(value, Type):
        raise site.error(
            "adc cannot tell beforehand whether `numpy.finfo` has limits for this",
            help="give it a type: `x.dtype`",
        )
    return elementwise.literal(str(value.dtype.is_float), DType.BOOL)


def _length(cx: Context, owner: Value) -> sympy.Expr | None:
    if isinstance(owner, Items):
        return sympy.Integer(len(owner.items))
    if isinstance(owner, Grown):
        return owner.count
    return cx.extent(owner.shape[0]) if isinstance(owner, Array) and owner.shape else None


TABLE = {
    "adc.divides": _divides, "adc.powers": _powers, "adc.whole_powers": _whole_powers,
    "adc.in_range": _in_range, "adc.unpacks": _unpacks, "adc.has_limits": _has_limits,
}  # fmt: skip
