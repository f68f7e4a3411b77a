"""SymPy's minima and maxima, without a step of theirs that is wrong.

To drop arguments of a maximum that a number exceeds, SymPy takes the largest number in any maximum
inside its arguments. That inside a minimum says nothing: `Max(0, Min(1, N), Min(M, Max(2, K)))`
loses `Min(1, N)`, and is 0 instead of 1 at N = 1, M = 0 (SymPy 1.14; minima alike). SymPy builds
minima and maxima anew in whatever it does, so the step is left out there, for all of this process.
What comes out is right in either case, and then less simple.

Whether one of two arguments exceeds the other SymPy asks in many ways, which takes long, and some
of them twice. Where a symbol of unknown sign stands alone in their difference, none of these can
tell. What was found is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import sympy
from sympy.core.exprtools import factor_terms
from sympy.core.sorting import ordered
from sympy.functions.elementary.miscellaneous import MinMaxBase

from adc.ir.polynomials import MEMORY, ONE, Terms, difference

_collapse = MinMaxBase._collapse_arguments.__func__
#: SymPy's own answer, which `_ordered` gives, too: tests compare them.
_connected = MinMaxBase._is_connected.__func__


def _sound_collapse(cls: Any, args: Iterable[sympy.Expr], **assumptions: Any) -> Any:
    known = list(args)
    if any(a.is_number for a in known) and any(_misleads(cls, a) for a in known):
        return list(ordered(known))
    return _collapse(cls, known, **assumptions)


def _misleads(cls: Any, argument: sympy.Expr) -> bool:
    """Whether a `cls` with a number is inside `argument`, which SymPy would take for a bound."""
    return isinstance(argument, (sympy.Min, sympy.Max)) and any(
        _misleads(cls, inner) or (isinstance(inner, cls) and any(a.is_number for a in inner.args))
        for inner in argument.args
    )


def _ordered(cls: Any, x: sympy.Expr, y: sympy.Expr) -> Any:
    """Max where `x` is at least `y`, Min where it is less, True where they are one expression,
    False where SymPy does not know."""
    if x == y:
        return True
    rest = difference(x, y)
    if _takes_both_signs(rest):
        return False
    if set(rest) == {ONE} and _is_sum(x) and _is_sum(y):
        return sympy.Max if rest[ONE] > 0 else sympy.Min
    return _compared(x, y)


@lru_cache(maxsize=MEMORY)
def _compared(x: sympy.Expr, y: sympy.Expr) -> Any:
    """What SymPy finds, which is the same for minima and maxima. It asks each question twice, as
    `a >= b` and as `b <= a`; and programs ask of few pairs, but of each again and again."""
    for one, other in ((x, y), (factor_terms(x - y), sympy.S.Zero)):
        if one == other:
            return True
        for larger, smaller, then, orelse in (
            (one, other, sympy.Max, sympy.Min),
            (other, one, sympy.Min, sympy.Max),
        ):
            try:
                found = larger >= smaller
            except TypeError:  # what is not real has no order
                return False
            if not found.is_Relational:
                return then if found else orelse
    return False


def _takes_both_signs(rest: Terms) -> bool:
    """Whether a symbol of whose sign nothing is known stands in one term alone, and as such."""
    for product in rest:
        if len(product) == 1:
            ((factor, exponent),) = product
            if exponent == 1 and factor.is_Symbol and _has_no_sign(factor):
                others = (f for p in rest if p is not product for f, _ in p)
                if not any(factor in f.free_symbols for f in others):
                    return True
    return False


@lru_cache(maxsize=MEMORY)
def _is_sum(expr: sympy.Expr) -> bool:
    """Whether `expr` is a sum of numbers and of symbols times numbers."""
    terms = (term.as_coeff_Mul() for term in sympy.Add.make_args(expr))
    return all(number.is_Rational and (rest.is_Symbol or rest == 1) for number, rest in terms)


def _has_no_sign(symbol: sympy.Symbol) -> bool:
    return symbol.is_integer and symbol.is_nonnegative is symbol.is_nonpositive is None


def make_sound() -> None:
    """Leaves the step out from now on, and asks of what it cannot know no more."""
    MinMaxBase._collapse_arguments = classmethod(_sound_collapse)
    MinMaxBase._is_connected = classmethod(_ordered)
