"""Integers on their way to a floating number: computed as floats where 64 bits might not do.

Python's integers are exact at any size, so that `x*(n*10**23)` or `x/n**5` never overflows. In
floating arithmetic the value is the same to rounding.
"""

from __future__ import annotations

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue

#: Sizes and products of two of them fit in 64 bits; with factors beyond this they might not.
_LARGE = 2**31
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
        return any(_coefficient(t) >= _LARGE for t in value.args)
    _, rest = value.as_coeff_Mul()
    degree = sum(int(f.exp) if _is_power(f) else 1 for f in sympy.Mul.make_args(rest))
    return _coefficient(value) >= _LARGE or degree > _DEGREE


def _coefficient(term: sympy.Expr) -> sympy.Expr:
    return abs(term.as_coeff_Mul()[0])


def _is_power(value: sympy.Expr) -> bool:
    return bool(value.is_Pow and value.exp.is_Integer and value.exp > 0)


def in_floats(expr: Expr, dtype: DType) -> Expr:
    """The integer `expr`, computed in the floating type `dtype`."""
    from adc.lowering.promotion import convert

    if isinstance(expr, IntValue):
        return _polynomial(expr.value, dtype)
    assert isinstance(expr, Apply)
    return build.apply(expr.op, *(convert(a, dtype) for a in expr.args))


def _polynomial(value: sympy.Expr, dtype: DType) -> Expr:
    """A polynomial term by term; what its coefficients have in common is one factor."""
    from adc.lowering.promotion import convert

    if value.is_Add:
        content, primitive = value.as_content_primitive()
        if content >= _LARGE:
            factors = [convert(IntValue(f), dtype) for f in (sympy.Integer(content.p), primitive)]
            return _product(factors, content.q, dtype)
        return _sum(value.as_ordered_terms(), dtype)
    if value.is_Mul:
        coefficient, rest = value.as_coeff_Mul()
        if coefficient < 0:
            return build.neg(convert(IntValue(-value), dtype))
        parts = [sympy.Integer(coefficient.p)] if coefficient.p != 1 else []
        parts += rest.as_ordered_factors()
        return _product([convert(IntValue(f), dtype) for f in parts], coefficient.q, dtype)
    base, exponent = (convert(IntValue(part), dtype) for part in value.args)
    return build.apply("pow", base, exponent)


def _sum(terms: list[sympy.Expr], dtype: DType) -> Expr:
    from adc.lowering.promotion import convert

    result = convert(IntValue(terms[0]), dtype)
    for term in terms[1:]:
        negative = bool(term.as_coeff_Mul()[0] < 0)
        part = convert(IntValue(-term if negative else term), dtype)
        result = build.apply("sub" if negative else "add", result, part)
    return result


def _product(factors: list[Expr], divisor: int, dtype: DType) -> Expr:
    """The product, divided by what is known to divide it."""
    from adc.lowering.promotion import convert

    result = factors[0]
    for factor in factors[1:]:
        result = build.apply("mul", result, factor)
    if divisor == 1:
        return result
    return build.apply("div", result, convert(IntValue(sympy.Integer(divisor)), dtype))
