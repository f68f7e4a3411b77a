"""Sums whose terms have a factor in common: `w*x + w*y + z/d - u/d` is `w*(x + y) + (z - u)/d`.

What is multiplied or divided by is a number or a scalar, the same for all points of a statement.
The sum is the same to rounding, as that of the same terms in another order is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from adc.ir.build import add, apply, neg
from adc.ir.expressions import Apply, Expr, reads

#: An operation, and the operand that terms share; None for a term that is taken as it is.
_Shared = tuple[str, Expr | None] | None


def summed(terms: Sequence[Expr]) -> Expr:
    """The sum of `terms`, with what several of them share written once."""
    groups: dict[object, tuple[_Shared, list[Expr]]] = {}
    for k, term in enumerate(terms):
        shared, rest = _peeled(term)
        groups.setdefault(shared or k, (shared, []))[1].append(rest)
    if len(groups) == len(terms):
        return reduce(add, terms)
    return reduce(add, (_with(shared, summed(rest)) for shared, rest in groups.values()))


def _peeled(term: Expr) -> tuple[_Shared, Expr]:
    """What `term` may share with others, and what is left of it then."""
    if isinstance(term, Apply) and term.op == "neg":
        return ("neg", None), term.args[0]
    if isinstance(term, Apply) and term.op in ("mul", "div"):
        a, b = term.args
        if _is_scalar(b):
            return (term.op, b), a
        if term.op == "mul" and _is_scalar(a):
            return ("mul", a), b
    return None, term


def _is_scalar(expr: Expr) -> bool:
    return not any(read.index for read in reads(expr))


def _with(shared: _Shared, value: Expr) -> Expr:
    if shared is None:
        return value
    op, factor = shared
    if op == "neg" or factor is None:
        return neg(value)
    return apply("mul", factor, value) if op == "mul" else apply("div", value, factor)
