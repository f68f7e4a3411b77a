"""Python's integers: exact at any size among themselves, floats where a power or a quotient is one.

What is a constant is computed as Python does it; what finally meets a floating number becomes one
(`adc.lowering.promotion`), and what would have to be an integer of more than 64 bits when the
program runs is refused (`adc.lowering.integers.width`).
"""

from __future__ import annotations

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import shapes
from adc.ir.dtypes import DType
from adc.lowering import elementwise
from adc.lowering.context import Context
from adc.lowering.control.where_run import division_by_zero, require_divisor
from adc.lowering.numpy.powers_of_two import power_of_two
from adc.lowering.path_types import of_power
from adc.lowering.promotion import as_array
from adc.lowering.values import Array, Integer, Value

#: Constants with more bits than this are not worked out: Python itself spells no integer of more
#: than 4,300 digits.
_BITS = 14_000
#: Integers up to this magnitude are floating numbers as they are.
_EXACT = 2**53


def integer_binary(cx: Context, op: str, a: sympy.Expr, b: sympy.Expr, span: Span) -> Value | None:
    """`a op b` of Python's integers; None where it is to be computed when the program runs."""
    match op:
        case "+":
            return _integer(expanded(a + b), span)
        case "-":
            return _integer(expanded(a - b), span)
        case "*":
            return _integer(expanded(a * b), span)
        case "/" if b == 0:
            raise division_by_zero(span)
        case "//" | "%":
            require_divisor(cx, b, span)
            divided = shapes.floordiv if op == "//" else shapes.floormod
            return Integer(divided(a, b))
        case "/" if a.is_Integer and b.is_Integer and max(abs(a), abs(b)) > _EXACT:
            return elementwise.literal(_quotient(int(a), int(b), span), DType.FLOAT64)
        case "**":
            return power(cx, a, b, span)
    return None


def _integer(value: sympy.Expr, span: Span) -> Integer:
    """`value`, none of whose numbers is too large to be worked with."""
    if any(int(n).bit_length() > _BITS for n in value.atoms(sympy.Integer)):
        raise too_large(span)
    return Integer(value)


def expanded(expr: sympy.Expr) -> sympy.Expr:
    """`expr` as a sum of terms, but a third or higher power of a sum as it is: where it is computed
    in floating numbers, its terms would cancel."""
    if expr.is_Pow and expr.base.is_Add and expr.exp > 2:
        return expr
    return sympy.expand(expr, multinomial=not _has_high_power(expr))


def _has_high_power(expr: sympy.Expr) -> bool:
    return any(p.base.is_Add and p.exp > 2 for p in expr.atoms(sympy.Pow))


def _quotient(a: int, b: int, span: Span) -> str:
    """Python rounds the exact quotient once, whatever the size of its operands."""
    try:
        return repr(a / b)
    except OverflowError:
        raise too_large(span) from None


def power(cx: Context, base: sympy.Expr, exponent: sympy.Expr, span: Span) -> Value | None:
    """`base**exponent`: an integer where the exponent is not negative, else a float.

    Where the sign of the exponent is not known it is a float, too: of the same value.
    """
    if exponent.is_Integer and exponent >= 0:
        if base.is_Integer and exponent * int(abs(base)).bit_length() > _BITS:
            raise too_large(span)
        return _integer(expanded(base**exponent), span)
    if base == 0 and cx.prover.nonneg(-1 - exponent):
        raise AdcError.of(
            "ADC0213", "0 has no negative power", span, help="make the base other than zero"
        )
    if base.is_Integer and exponent.is_Integer:
        return elementwise.literal(repr(float(int(base)) ** int(exponent)), DType.FLOAT64)
    found = power_of_two(cx, exponent) if base == 2 else None
    if found is not None:
        return Integer(found)
    if cx.prover.nonneg(exponent):
        return None
    result = floating_power([as_array(Integer(v), span) for v in (base, exponent)], cx, span)
    if not cx.prover.nonneg(-1 - exponent):
        cx.types.choose(result.at(()), of_power(span))
    return result


def floating_power(operands: list[Array], cx: Context, span: Span | None) -> Array:
    """A power of integers in double precision."""
    values: list[Value] = [elementwise.in_dtype(v, DType.FLOAT64) for v in operands]
    return elementwise.arithmetic(cx, "pow", values, span)


def too_large(span: Span | None) -> AdcError:
    return AdcError.of(
        "ADC0238", "this number is larger than any floating number", span,
        help="write it as a floating number, or rescale the formula",
    )  # fmt: skip
