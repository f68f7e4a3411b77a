"""Extents that are quotients by a variable of a loop, such as `n // k` for `k in range(1, m)`."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import sympy

from adc.ir import shapes
from adc.lowering.integers.prover import Prover


def without_quotients(
    prover: Prover, formal: sympy.Expr, sizes: AbstractSet[str]
) -> sympy.Expr | None:
    """Something that `formal` never exceeds, with fewer quotients by what is no expression of
    `sizes`, and 1 or more: `a // k` is at most `a`, or 0, and so is `a // k * k`. None where there
    are no such quotients."""
    terms = sympy.Add.make_args(sympy.expand(formal, deep=False))
    found = [_without_quotient(prover, term, sizes) for term in terms]
    if found == list(terms):
        return None
    return sympy.Add(*found)


def _without_quotient(prover: Prover, term: sympy.Expr, sizes: AbstractSet[str]) -> sympy.Expr:
    factors = sympy.Mul.make_args(term)
    quotients = [f for f in factors if isinstance(f, sympy.floor)]
    if len(quotients) != 1:
        return term
    (quotient,) = quotients
    above, below = shapes.fraction(quotient.args[0])
    if shapes.names(below) <= sizes or not prover.nonneg(below - 1):
        return term
    number, *others = [f for f in factors if f is not quotient] or [sympy.Integer(1)]
    if not number.is_Integer:
        number, others = sympy.Integer(1), [number, *others]
    if number < 0 or others not in ([], [below]):
        return term
    return number * shapes.maximum(0, above)


__all__ = ["without_quotients"]
