"""Expressions as sums of products: equal exactly where SymPy's expansion says so."""

from __future__ import annotations

import random

import pytest
import sympy

from adc.ir.polynomials import difference, expression, terms
from adc.ir.shapes import choose, evaluate, floordiv, maximum, minimum, symbol, wrap

N, M, K = (symbol(name) for name in "NMK")


def drawn(rng: random.Random, depth: int) -> sympy.Expr:
    if depth == 0:
        return rng.choice([N, M, K, sympy.Integer(rng.randint(-3, 3)), N + 1, 2 * M])
    a, b = drawn(rng, depth - 1), drawn(rng, depth - 1)
    return rng.choice(
        [a + b, a - b, a * b, a**2, maximum(a, b), minimum(a, b), floordiv(a, rng.randint(2, 4)),
         a / 2, choose(a, b, N), wrap(a, N)]
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_the_form_is_what_it_was_made_of(seed: int) -> None:
    rng = random.Random(seed)
    expr = drawn(rng, 3)
    again = expression(terms(expr))
    for _ in range(5):
        sizes = {name: rng.randint(1, 9) for name in "NMK"}
        fine = 2**20  # `evaluate` rounds what is no integer
        assert evaluate(fine * again, sizes) == evaluate(fine * expr, sizes)


@pytest.mark.parametrize("seed", range(60))
def test_what_expansion_says_is_equal(seed: int) -> None:
    rng = random.Random(seed)
    a, b = drawn(rng, 2), drawn(rng, 2)
    assert not difference(sympy.expand(a * b), a * b)
    assert (not difference(a, b)) == (sympy.expand(a - b) == 0)


def test_arguments_of_maxima_are_multiplied_out() -> None:
    one = sympy.Max(N * (M + 1), K, evaluate=False) + (N + 1) ** 2
    other = sympy.Max(N * M + N, K, evaluate=False) + N**2 + 2 * N + 1
    assert not difference(one, other)
    assert difference(one, other + N / 2) == {frozenset({(N, 1)}): -sympy.Rational(1, 2)}


def test_quotients_cancel() -> None:
    assert not difference((N * M + N) / N, M + 1)
    assert difference(1 / (N + 1), 1 / (N + 2))


def test_maxima_are_not_compared_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = [symbol(f"n{k}") * symbol(f"m{k % 3}") for k in range(12)]
    ends = [sympy.Max(*sizes[k : k + 4], evaluate=False) + sizes[k] for k in range(8)]
    monkeypatch.setattr(sympy.Max, "_find_localzeros", lambda *a, **k: pytest.fail("compared"))
    for a in ends:
        for b in ends:
            assert (not difference(a, b)) == (a == b)
