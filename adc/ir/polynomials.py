"""Integer expressions as sums of products, for questions that SymPy answers by far too much work.

To expand a difference SymPy builds every expression on the way anew, and each maximum that is built
anew is compared, argument by argument, with all the others in it. The formulas of offsets in the
arena hold many maxima. Here an expression is a table from products to coefficients; what is no sum
or product (a maximum, a floor) is one more factor of such products, its arguments brought into the
same form once.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeAlias

import sympy

#: A product: factors with their exponents, none of which is 0.
Product: TypeAlias = frozenset[tuple[sympy.Expr, int]]
#: Coefficients, none of which is 0.
Terms: TypeAlias = Mapping[Product, int | Fraction]

#: How many expressions are kept in this form.
MEMORY = 2**16
#: Sums are multiplied out up to this power.
HIGHEST = 16
ONE: Product = frozenset()


@lru_cache(maxsize=MEMORY)
def terms(expr: sympy.Expr) -> Terms:
    """`expr` multiplied out."""
    if expr.is_Rational:
        number = Fraction(int(expr.p), int(expr.q))
        return {ONE: number if number.denominator > 1 else number.numerator} if number else {}
    if expr.is_Symbol:
        return _factor(expr)
    if expr.is_Add:
        total: Terms = {}
        for argument in expr.args:
            total = plus(total, terms(argument))
        return total
    if expr.is_Mul:
        product: Terms = {ONE: 1}
        for argument in expr.args:
            product = _times(product, terms(argument))
        return product
    if expr.is_Pow and expr.exp.is_Integer:
        return _power(expr)
    return _whole(expr)


def plus(a: Terms, b: Terms, sign: int = 1) -> Terms:
    """`a + sign * b`."""
    total = dict(a)
    for product, coefficient in b.items():
        found = total.get(product, 0) + sign * coefficient
        if found:
            total[product] = found
        else:
            del total[product]
    return total


def multiplied_out(expr: sympy.Expr) -> sympy.Expr:
    """`expr` as a sum of products."""
    return expression(terms(expr))


def difference(a: sympy.Expr, b: sympy.Expr) -> Terms:
    """`a - b`."""
    return plus(terms(a), terms(b), -1)


def over_integer(expr: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr] | None:
    """The numerator, multiplied out, and the denominator, where that is an integer."""
    found = terms(expr)
    if any(exponent < 0 for product in found for _, exponent in product):
        return None
    denominator = lcm(*(c.denominator for c in found.values()))
    numerator = {product: c * denominator for product, c in found.items()}
    return expression(numerator), sympy.Integer(denominator)


def _factor(expr: sympy.Expr, exponent: int = 1) -> Terms:
    return {frozenset({(expr, exponent)}): 1}


def _times(a: Terms, b: Terms) -> Terms:
    total: dict[Product, int | Fraction] = {}
    for one, p in a.items():
        for other, q in b.items():
            product = _product(one, other)
            total[product] = total.get(product, 0) + p * q
    return {product: c for product, c in total.items() if c}


def _product(a: Product, b: Product) -> Product:
    if not a or not b:
        return a or b
    exponents = dict(a)
    for factor, exponent in b:
        exponents[factor] = exponents.get(factor, 0) + exponent
    return frozenset((f, e) for f, e in exponents.items() if e)


def _power(expr: sympy.Expr) -> Terms:
    base, exponent = terms(expr.base), int(expr.exp)
    if len(base) == 1:
        ((product, coefficient),) = base.items()
        raised = Fraction(coefficient) ** exponent
        return {frozenset((f, e * exponent) for f, e in product): raised}
    if not 0 < exponent <= HIGHEST:
        return _factor(expression(base), exponent)
    total: Terms = {ONE: 1}
    for _ in range(exponent):
        total = _times(total, base)
    return total


def _whole(expr: sympy.Expr) -> Terms:
    """What is no sum or product, its arguments in one form."""
    arguments = [expression(terms(a)) if isinstance(a, sympy.Expr) else a for a in expr.args]
    if isinstance(expr, (sympy.Max, sympy.Min)):
        distinct = list(dict.fromkeys(arguments))
        if len(distinct) == 1:
            return terms(distinct[0])
        return _factor(expr.func(*distinct, evaluate=False))
    made = expr.func(*arguments) if arguments else expr
    return _factor(made) if made.func is expr.func else terms(made)


def expression(multiplied: Terms) -> sympy.Expr:
    """The sum that `multiplied` is; equal tables give equal expressions."""
    return sympy.Add(
        *(
            sympy.Mul(_number(coefficient), *(f**e for f, e in product))
            for product, coefficient in multiplied.items()
        )
    )


def _number(value: int | Fraction) -> sympy.Expr:
    return sympy.Rational(value.numerator, value.denominator)
