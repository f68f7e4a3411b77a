"""The least and greatest of bounds of loops, without those that others show to be spare.

Minima and maxima of bounds are compared by their arguments: min(N - 2, 2) is at most N, whatever N
is.
"""

from __future__ import annotations

from collections.abc import Iterable

import sympy

from adc.ir.polynomials import ONE, difference
from adc.ir.shapes import maximum, minimum


def at_most(a: sympy.Expr, b: sympy.Expr) -> bool:
    """Whether `a` is at most `b` for all values of their symbols, as far as that shows."""
    if isinstance(a, sympy.Max):
        return all(at_most(x, b) for x in a.args)
    if isinstance(b, sympy.Min):
        return all(at_most(a, x) for x in b.args)
    if isinstance(a, sympy.Min) and any(at_most(x, b) for x in a.args):
        return True
    if isinstance(b, sympy.Max):
        return any(at_most(a, x) for x in b.args)
    apart = difference(b, a)
    return all(product == ONE and number >= 0 for product, number in apart.items())


def greatest(bounds: Iterable[sympy.Expr]) -> sympy.Expr:
    """Their maximum."""
    kept: list[sympy.Expr] = []
    for bound in bounds:
        if not any(at_most(bound, other) for other in kept):
            kept = [other for other in kept if not at_most(other, bound)] + [bound]
    return kept[0] if len(kept) == 1 else maximum(*kept)


def least(bounds: Iterable[sympy.Expr]) -> sympy.Expr:
    """Their minimum."""
    kept: list[sympy.Expr] = []
    for bound in bounds:
        if not any(at_most(other, bound) for other in kept):
            kept = [other for other in kept if not at_most(bound, other)] + [bound]
    return kept[0] if len(kept) == 1 else minimum(*kept)
