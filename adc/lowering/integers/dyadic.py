"""Floating numbers that are known but for sizes, and exact: sums and products of integers and of
literals like 0.5, whose denominators are small powers of two.

Python computes them in double precision, which is exact up to 2**53. What rounds a quotient of such
integers gives the same for the quotient as it is: it is no nearer to a whole number, or to the
middle of two, than double precision tells.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read
from adc.ir.shapes import floordiv
from adc.lowering.context import Context
from adc.lowering.numpy.powers_of_two import of_logarithm, power_of_two

#: Numerators and denominators of literals are no larger.
_MOST = 2**20
#: Of so many combinations of remainders is tried whether a number divides an expression.
_RESIDUES = 64
ROUNDING = ("floor", "ceil", "trunc", "rint")

#: A numerator, which sizes may be in, and a denominator.
Ratio = tuple[sympy.Expr, int]


def whole(cx: Context, expr: Expr, op: str) -> sympy.Expr | None:
    """The integer that `op` rounds `expr` to; None where it is no expression of sizes."""
    if isinstance(expr, Apply) and expr.op in ROUNDING and expr.dtype is DType.FLOAT64:
        return whole(cx, expr.args[0], expr.op)
    digits = of_logarithm(cx, expr, op)
    if digits is not None:
        return digits
    ratio = quotient(cx, expr)
    if ratio is None:
        return None
    return rounded(cx, ratio, op)


def rounded(cx: Context, ratio: Ratio, op: str) -> sympy.Expr | None:
    """The integer that `op` rounds a quotient to; None where that is up to its sign, which nothing
    tells."""
    top, bottom = ratio
    if op == "rint":
        return _nearest(top, bottom)
    if op == "ceil":
        return floordiv(sympy.expand(top + bottom - 1), sympy.Integer(bottom))
    if op == "floor" or _divides(bottom, top) or cx.prover.nonneg(top):
        return floordiv(top, sympy.Integer(bottom))
    return None


def _nearest(top: sympy.Expr, bottom: int) -> sympy.Expr:
    """The integer that is nearest to `top/bottom`, the even one of two: how many there are from 1
    on up to it. Of an odd `bottom` no quotient is in the middle; of an even one, odd integers begin
    behind that, and even ones there."""
    if bottom % 2:
        found = floordiv(sympy.expand(2 * top + bottom), sympy.Integer(2 * bottom))
        return top if bottom == 1 else found
    half, both = bottom // 2, sympy.Integer(2 * bottom)
    odd = floordiv(sympy.expand(top + both - half - 1), both)
    even = floordiv(sympy.expand(top + bottom - half), both)
    return odd + even


def _divides(bottom: int, top: sympy.Expr) -> bool:
    """Whether the integer expression `top` is a multiple of `bottom` whatever its sizes are, as
    `n*(n - 1)` is of 2: a polynomial has the period `bottom` modulo `bottom`."""
    if bottom == 1:
        return True
    names = sorted(top.free_symbols, key=str)
    if not names or bottom ** len(names) > _RESIDUES or not top.is_polynomial(*names):
        return False
    if not all(c.is_Integer for c in sympy.Poly(top, *names).coeffs()):
        return False
    rows = itertools.product(range(bottom), repeat=len(names))
    return all(top.subs(dict(zip(names, row, strict=True))) % bottom == 0 for row in rows)


def quotient(cx: Context, expr: Expr) -> Ratio | None:
    """A quotient of integers, rounded once at the most."""
    if isinstance(expr, Apply) and expr.op == "div" and expr.dtype is DType.FLOAT64:
        top, bottom = (exact(cx, part) for part in expr.args)
        if top is None or bottom is None or not bottom[0].is_Integer or bottom[0] <= 0:
            return None
        return sympy.expand(top[0] * bottom[1]), top[1] * int(bottom[0])
    return exact(cx, expr)


def exact(cx: Context, expr: Expr) -> Ratio | None:
    """The value of `expr`, in which nothing is rounded."""
    if isinstance(expr, IntValue):
        return expr.value, 1
    if isinstance(expr, Const):
        return of_literal(expr)
    if isinstance(expr, Read):
        return _of_element(cx, expr)
    if not isinstance(expr, Apply) or expr.dtype is not DType.FLOAT64:
        return None
    if expr.op == "cast":
        return exact(cx, expr.args[0])
    if expr.op in ROUNDING:
        found = whole(cx, expr.args[0], expr.op)
        return None if found is None else (found, 1)
    if expr.op == "pow":
        return _of_power(cx, *expr.args)
    if expr.op == "sqrt":
        return _root(cx, exact(cx, expr.args[0]))
    parts = [exact(cx, part) for part in expr.args]
    known = [part for part in parts if part is not None]
    return combined(expr.op, known) if len(known) == len(parts) else None


def _of_element(cx: Context, expr: Read) -> Ratio | None:
    """What an element of an array is that sizes tell (`formulas.py`)."""
    formula = cx.told.formulas.get(expr.container)
    if formula is None:
        return None
    found: Ratio | None = formula.at(expr.index)
    if found is None or not cx.of_sizes(found[0]):
        return None
    cx.told.asked_formula = True
    if not cx.learned.formulas:
        return None
    cx.told.relied |= {expr.container, *formula.of}
    return found


def _of_power(cx: Context, base: Expr, exponent: Expr) -> Ratio | None:
    """A power of two whose exponent is a rounded logarithm of a size."""
    two, whole_exponent = exact(cx, base), exact(cx, exponent)
    if two != (2, 1) or whole_exponent is None or whole_exponent[1] != 1:
        return None
    found = power_of_two(cx, whole_exponent[0])
    return None if found is None else (found, 1)


def _root(cx: Context, square: Ratio | None) -> Ratio | None:
    """The square root of what is a square whatever its sizes are, as that of `n*n`, which double
    precision finds exactly."""
    if square is None or math.isqrt(square[1]) ** 2 != square[1]:
        return None
    number, factors = sympy.factor_list(square[0])
    if not number.is_Integer or number <= 0 or math.isqrt(int(number)) ** 2 != number:
        return None
    if any(times % 2 for _, times in factors):
        return None
    parts = [base ** (times // 2) for base, times in factors]
    root = sympy.expand(math.isqrt(int(number)) * sympy.Mul(*parts))
    for way in (root, -root):
        if cx.prover.nonneg(way):
            return way, math.isqrt(square[1])
    return None


def of_literal(expr: Const) -> Ratio | None:
    value = build.const_value(expr)
    if isinstance(value, bool) or not math.isfinite(value):
        return None
    ratio = Fraction(value)
    if max(abs(ratio.numerator), ratio.denominator) > _MOST:
        return None
    return sympy.Integer(ratio.numerator), ratio.denominator


def combined(op: str, parts: list[Ratio]) -> Ratio | None:
    match op, parts:
        case "neg", [(top, bottom)]:
            return -top, bottom
        case (("add" | "sub"), [(a, c), (b, d)]):
            both = a * d + (b if op == "add" else -b) * c
            return _reduced(sympy.expand(both), c * d)
        case "mul", [(a, c), (b, d)]:
            return _reduced(sympy.expand(a * b), c * d)
        case "div", [(a, c), (b, d)] if b.is_Integer and b > 0 and _is_power_of_two(int(b)):
            return _reduced(sympy.expand(a * d), c * int(b))
    return None


def _is_power_of_two(number: int) -> bool:
    return number & (number - 1) == 0


def _reduced(top: sympy.Expr, bottom: int) -> Ratio | None:
    """The fraction in lowest terms, as far as its constants go."""
    shared = math.gcd(bottom, *(int(c) for c in sympy.Add.make_args(top) for c in _factors(c)))
    return (sympy.expand(top / shared), bottom // shared) if bottom <= _MOST**2 else None


def _factors(term: sympy.Expr) -> tuple[int, ...]:
    coefficient, _ = term.as_coeff_Mul()
    return (int(coefficient),)
