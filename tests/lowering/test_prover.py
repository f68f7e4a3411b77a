"""What the prover takes for proved holds at every point that satisfies what it knows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
import sympy

from adc.ir.evaluation import compiled
from adc.ir.shapes import maximum, minimum, symbol
from adc.lowering.integers import prover
from adc.lowering.integers.prover import Prover, Range

SIZES = [symbol(n) for n in ("n", "m")]
INTEGER, VARIABLE = symbol("k"), symbol("i")


def expression(rng: random.Random, symbols: list[sympy.Symbol], depth: int = 0) -> sympy.Expr:
    """Sums with small coefficients, a few products and extrema."""
    terms: list[sympy.Expr] = [sympy.Integer(rng.randint(-2, 2))]
    for s in rng.sample(symbols, rng.randint(1, len(symbols))):
        factor = s * rng.choice(symbols) if rng.random() < 0.2 else s
        terms.append(rng.choice((-2, -1, 1, 1, 2)) * factor)
    if depth == 0 and rng.random() < 0.4:
        arms = [expression(rng, symbols, 1) for _ in range(2)]
        terms.append(rng.choice((-1, 1)) * rng.choice((maximum, minimum))(*arms))
    return sympy.Add(*terms)


def points(known: Prover) -> Iterator[dict[str, int]]:
    """The points of a box at which all that is known holds."""
    (bound,) = known.ranges
    low, high = compiled(bound.low), compiled(bound.high)
    facts = [compiled(f) for f in known.facts]
    for n, m, k in product(range(5), range(5), range(-4, 5)):
        at = {"n": n, "m": m, "k": k}
        if all(f(at) >= 0 for f in facts):
            for i in range(int(low(at)), int(high(at)) + 1):
                yield {**at, "i": i}


def test_what_is_proved_holds() -> None:
    rng = random.Random(3)
    proved = 0
    for _ in range(40):
        outside = [*SIZES, INTEGER]
        low, high = (expression(rng, outside, 1) for _ in range(2))
        known = Prover(set(SIZES), ranges=[Range(VARIABLE, low, high)])
        for _ in range(rng.randint(0, 3)):
            known.assume(expression(rng, outside))
        everywhere = list(points(known))
        for _ in range(25):
            asked = expression(rng, [*outside, VARIABLE])
            if known.nonneg(asked):
                value = compiled(asked)
                proved += 1
                wrong = [at for at in everywhere if value(at) < 0]
                assert not wrong, (asked, known.facts, low, high, wrong[0])
    assert proved > 40


def test_two_facts_together() -> None:
    n, m = SIZES
    known = Prover({n, m})
    known.assume(n - INTEGER - 1)
    known.assume(INTEGER - m)
    assert known.nonneg(n - m - 1)
    assert not known.nonneg(n - m - 2)


def test_facts_without_a_term_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many facts that have one size in common, only those count that take away what is
    negative, and pairs only of these."""
    tried = []
    less = prover._less
    monkeypatch.setattr(prover, "_less", lambda *given: tried.append(given) or less(*given))
    a, b, c = (symbol(name) for name in ("a", "b", "c"))
    known = Prover({symbol(f"s{k}") for k in range(40)} | {a})
    for k in range(40):
        known.assume(symbol(f"s{k}") - a)
    known.assume(c - b)
    known.assume(b - a - 3)
    assert not known.nonneg(symbol("s0") - a - 1)
    assert len(tried) <= 3
    assert known.nonneg(c - a - 2)
    assert len(tried) <= 6
