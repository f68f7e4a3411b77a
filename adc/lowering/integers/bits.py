"""`<< >> & | ^` of Python's and NumPy's integers, where they are products, quotients and remainders
of powers of two (The Python Language Reference, 6.8 and 6.9: negative numbers are in two's
complement with infinitely many bits)."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.diagnostics import AdcError, Span
from adc.lowering.context import Context
from adc.lowering.promotion import kind
from adc.lowering.values import Array, Integer, Value

#: `binary` of `adc.lowering.expressions`.
Binary = Callable[[Context, str, Value, Value, Span], Value]
#: Shifts by more than this leave 32-bit integers.
_MOST = 30
_LONGEST = 10_000
_FOLDED: dict[str, Callable[[int, int], int]] = {
    "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
}  # fmt: skip
OPERATORS = frozenset({"<<", ">>", *_FOLDED})


def of_bits(
    cx: Context, op: str, left: Value, right: Value, span: Span, binary: Binary
) -> Value | None:
    """`left op right` of integers, of which one is known (a shift's second, a mask `2**k - 1`);
    None for others.

    Raises ADC0213 for a negative shift.
    """
    if not (_is_integer(left) and _is_integer(right)):
        return None
    a, b = _known(left), _known(right)
    if op in _FOLDED:
        if a is not None and b is not None:
            return Integer(sympy.Integer(_FOLDED[op](a, b)))
        other, mask = (left, b) if b is not None else (right, a)
        if op != "&" or mask is None or mask < 0 or mask & (mask + 1):
            return None
        if isinstance(other, Array) and mask.bit_length() > _MOST:
            return None
        return binary(cx, "%", other, Integer(sympy.Integer(mask + 1)), span)
    if b is None:
        if op == "<<" and isinstance(right, Integer) and cx.prover.nonneg(right.value):
            return binary(cx, "*", left, binary(cx, "**", Integer(sympy.Integer(2)), right, span),
                          span)  # fmt: skip
        return None
    if b < 0:
        raise AdcError.of(
            "ADC0213", "Python raises ValueError for a shift by a negative number", span,
            help="shift the other way: `>>` for `<<`",
        )  # fmt: skip
    if b > (_MOST if isinstance(left, Array) else _LONGEST):
        return None
    scale = Integer(sympy.Integer(2**b))
    return binary(cx, "*" if op == "<<" else "//", left, scale, span)


def _is_integer(value: Value) -> bool:
    return isinstance(value, Integer) or (isinstance(value, Array) and kind(value.dtype) == 1)


def _known(value: Value) -> int | None:
    number = value.value if isinstance(value, Integer) else None
    return int(number) if number is not None and number.is_Integer else None
