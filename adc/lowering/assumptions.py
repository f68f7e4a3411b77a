"""The assumptions that are worth stating: those that no other one implies."""

from __future__ import annotations

from collections.abc import Iterable

import sympy

from adc.ir import shapes
from adc.ir.nodes import Assumption
from adc.lowering.prover import Prover


def essential(
    assumptions: Iterable[Assumption], sizes: Iterable[sympy.Symbol]
) -> tuple[Assumption, ...]:
    """`assumptions` without those that follow from one of the others, `sizes` being 0 or more."""
    prover = Prover(set(sizes))
    kept = list(assumptions)
    for candidate in reversed(kept.copy()):
        if any(implies(prover, other, candidate) for other in kept if other is not candidate):
            kept.remove(candidate)
    return tuple(kept)


def implies(prover: Prover, one: Assumption, other: Assumption) -> bool:
    """Whether `other` is proved to hold where `one` does."""
    given, wanted = slacks(one), slacks(other)
    return bool(given) and all(any(prover.at_most(a, b) for b in wanted) for a in given)


def slacks(assumption: Assumption) -> tuple[sympy.Expr, ...]:
    """Expressions one of which is 0 or more."""
    left, right = assumption.left, assumption.right
    if assumption.relation == "==":
        return (shapes.minimum(sympy.expand(left - right), sympy.expand(right - left)),)
    difference = {
        ">=": left - right,
        ">": left - right - 1,
        "<=": right - left,
        "<": right - left - 1,
    }.get(assumption.relation)
    if difference is None:
        return ()
    return difference.args if isinstance(difference, sympy.Max) else (difference,)
