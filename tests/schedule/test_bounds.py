"""Bounds of loops: what shows, and that nothing shows that is not so."""

from __future__ import annotations

import random

import pytest
import sympy

from adc.ir.shapes import evaluate, symbol
from adc.schedule.bounds import at_most, greatest, least

N, M = symbol("N"), symbol("M")
TWO = sympy.Integer(2)


@pytest.mark.parametrize(
    "bounds, expected",
    [
        ([sympy.Min(N - 2, 2), N], N),
        ([N, sympy.Min(N - 2, sympy.Max(2, 1)), N - 1], N),
        ([sympy.Max(N, M), M - 1], sympy.Max(N, M)),
        ([N, M], sympy.Max(N, M)),
        ([sympy.Min(N, M), N], N),
        ([TWO, sympy.Integer(3)], sympy.Integer(3)),
    ],
)
def test_the_greatest(bounds: list[sympy.Expr], expected: sympy.Expr) -> None:
    assert greatest(bounds) == expected


def bound(rng: random.Random, depth: int = 2) -> sympy.Expr:
    if depth and rng.random() < 0.5:
        kind = rng.choice((sympy.Min, sympy.Max))
        return kind(bound(rng, depth - 1), bound(rng, depth - 1))
    return rng.choice((N, M, 0, 2 * N)) + sympy.Integer(rng.randint(-3, 3))


def test_they_are_right_at_all_sizes() -> None:
    rng, shown = random.Random(3), 0
    for _ in range(150):
        bounds = [bound(rng) for _ in range(rng.randint(2, 4))]
        top, bottom, order = greatest(bounds), least(bounds), at_most(bounds[0], bounds[1])
        shown += order
        for n in range(-4, 5):
            for m in range(-4, 5):
                sizes = {"N": n, "M": m}
                values = [evaluate(b, sizes) for b in bounds]
                assert evaluate(top, sizes) == max(values)
                assert evaluate(bottom, sizes) == min(values)
                assert not order or values[0] <= values[1]
    assert shown > 15
