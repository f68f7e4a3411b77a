"""The assumptions that are worth stating: each once, and those that no other one implies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import sympy

from adc.ir import shapes
from adc.ir.declarations import Assumption
from adc.ir.relations import not_negative
from adc.lowering.integers.prover import Prover


def essential(
    assumptions: Iterable[Assumption], sizes: Iterable[sympy.Symbol]
) -> tuple[Assumption, ...]:
    """`assumptions` without those that follow from one of the others, `sizes` being 0 or more;
    those stay for which the source raises an exception."""
    prover = Prover(set(sizes))
    kept = [(assumption, slacks(assumption)) for assumption in assumptions]
    for candidate in reversed(kept.copy()):
        if candidate[0].raised is None and any(
            implies(prover, other[1], candidate[1]) for other in kept if other is not candidate
        ):
            kept.remove(candidate)
    return tuple(assumption for assumption, _ in kept)


def joined(assumptions: Iterable[Assumption]) -> tuple[Assumption, ...]:
    """`assumptions` in which one stands for two that ask for the same where something holds and
    where it does not: `A or n >= 1` and `A or n <= 0` are `A`, told where the first one was. Those
    come first for which the source raises an exception: it has a text of its own."""
    found: list[tuple[frozenset[sympy.Expr], Assumption]] = []
    apart = [a for a in assumptions if a.raised is not None]
    for assumption in (a for a in assumptions if a.raised is None):
        ways = frozenset(slacks(assumption))
        for place, (other, first) in enumerate(found):
            common = ways & other
            if common and _opposite(ways - common, other - common):
                found[place] = common, _asking(common, first)
                break
        else:
            found.append((ways, assumption))
    return (*apart, *(told for _, told in found))


def _opposite(ones: frozenset[sympy.Expr], others: frozenset[sympy.Expr]) -> bool:
    """Whether these are one expression each, exactly one of which is negative."""
    return len(ones) == len(others) == 1 and sympy.expand(sum(ones | others)) == -1


def _asking(ways: frozenset[sympy.Expr], like: Assumption) -> Assumption:
    slack = shapes.maximum(*sorted(ways, key=sympy.default_sort_key))
    several = isinstance(slack, sympy.Max)
    left, relation, right = (slack, ">=", sympy.Integer(0)) if several else not_negative(slack)
    return replace(like, left=left, relation=relation, right=right)


def implies(prover: Prover, given: tuple[sympy.Expr, ...], wanted: tuple[sympy.Expr, ...]) -> bool:
    """Whether one of `wanted` is proved not to be negative wherever one of `given` is not."""
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
