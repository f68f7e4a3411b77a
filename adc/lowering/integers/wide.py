"""Integers on their way to a floating number: computed as floats where 64 bits might not do.

Python's integers are exact at any size, so that `x*(n*10**23)` or `x/n**5` never overflows. In
floating arithmetic the value is the same to rounding.
"""

from __future__ import annotations

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.expressions import Apply, Const, Expr, IntValue

#: Sizes and products of two of them fit in 64 bits; with factors beyond this they might not.
LARGE = 2**31
_DEGREE = 2
_RING = {"add", "sub", "mul", "neg"}


def may_overflow(expr: Expr) -> bool:
    """Whether the integer `expr` is better computed as a float where it becomes one."""
    if isinstance(expr, IntValue):
        return _large(expr.value)
    if isinstance(expr, Const):
        return abs(int(build.const_value(expr))) >= 2**63
    if isinstance(expr, Apply) and expr.op == "pow":
        return not isinstance(expr.args[1], Const)
    return isinstance(expr, Apply) and expr.op in _RING and any(map(may_overflow, expr.args))


def _large(value: sympy.Expr) -> bool:
    """Whether a term has a large coefficient, or the only one is a product of many factors.

    The terms of a sum may cancel, which integers survive also where a term alone overflows.
    """
    if value.is_Add:
        return any(_coefficient(t) >= LARGE for t in value.args)
    _, rest = value.as_coeff_Mul()
    degree = sum(int(f.exp) if _is_power(f) else 1 for f in sympy.Mul.make_args(rest))
    return _coefficient(value) >= LARGE or degree > _DEGREE


def _coefficient(term: sympy.Expr) -> sympy.Expr:
    return abs(term.as_coeff_Mul()[0])


def _is_power(value: sympy.Expr) -> bool:
    return bool(value.is_Pow and value.exp.is_Integer and value.exp > 0)


def check_digits(name: str, number: sympy.Expr, span: Span) -> None:
    """ADC0212 of an integer for a list of floating numbers `name` that is none of them."""
    if number.is_Integer and (abs(number) > 2**53 and float(number) != number):
        raise AdcError.of(
            "ADC0212", f"`{name.strip()}` has floating numbers, too: {number} is none of them",
            span, help="append floating numbers alone",
        )  # fmt: skip
