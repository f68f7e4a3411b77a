"""Minima and maxima inside each other are what they say, however SymPy builds them anew."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
import sympy

from adc.ir import minmax
from adc.ir.shapes import evaluate, substitute, symbol

N, M, K = (symbol(name) for name in "NMK")
Value = Callable[[dict[str, int]], int]


def test_what_sympy_alone_loses() -> None:
    found = sympy.Max(0, sympy.Min(1, N), sympy.Min(M, sympy.Max(2, K)))
    assert evaluate(found, {"N": 1, "M": 0, "K": 0}) == 1
    found = sympy.Min(0, sympy.Max(-1, N), sympy.Max(M, sympy.Min(-2, K)))
    assert evaluate(found, {"N": -1, "M": 0, "K": 0}) == -1


def test_what_is_plain_stays_simple() -> None:
    assert sympy.Max(0, sympy.Min(-1, N), M) == sympy.Max(0, M)
    assert sympy.Max(N, N + 1) == N + 1
    assert sympy.Max(N, sympy.Min(N, M)) == N


def drawn(rng: random.Random, depth: int) -> tuple[sympy.Expr, Value]:
    """An expression, and what it is by its definition."""
    if depth and rng.random() < 0.65:
        made, value = rng.choice(((sympy.Min, min), (sympy.Max, max)))
        parts = [drawn(rng, depth - 1) for _ in range(rng.randint(2, 3))]
        return made(*(e for e, _ in parts)), lambda z: value(f(z) for _, f in parts)
    expr = rng.choice((N, M, K, 0, 0, 2 * N, -M, N + M)) + sympy.Integer(rng.randint(-2, 2))
    return expr, lambda z: evaluate(expr, z)


@pytest.mark.parametrize("seed", range(2))
def test_random_ones(seed: int) -> None:
    """Built, with a symbol replaced, and multiplied out."""
    rng = random.Random(seed)
    for _ in range(40):
        expr, value = drawn(rng, 3)
        other = rng.choice((M, K + 1, sympy.Integer(1)))
        replaced, doubled = substitute(expr, {"N": other}), sympy.expand(2 * expr + N)
        for _ in range(12):
            z = {name: rng.randint(-4, 4) for name in "NMK"}
            assert evaluate(expr, z) == value(z)
            assert evaluate(replaced, z) == value({**z, "N": evaluate(other, z)})
            assert evaluate(doubled, z) == 2 * value(z) + z["N"]


def test_what_sympy_does_not_know_is_told_at_once() -> None:
    """What orders two arguments, and what does not, is what SymPy's own way says."""
    terms = (N, M, K, N * M, N**2, sympy.floor(N / 2), sympy.Mod(M - K, 7), sympy.Max(0, M))
    chance = random.Random(5)

    def some() -> sympy.Expr:
        chosen = chance.sample(terms, chance.randint(1, 3))
        return sum((chance.choice((-2, -1, 1)) * t for t in chosen), sympy.Integer(1))

    for _ in range(60):
        x = some()
        for y in (some(), x + chance.randint(-1, 1)):
            told = minmax._ordered(sympy.Max, x, y)
            assert told == minmax._connected(sympy.Max, x, y), (x, y)
