"""Integer expressions in messages: Python's notation, which means the same."""

from __future__ import annotations

import itertools

import pytest
import sympy

from adc.ir.shapes import choose, floordiv, floormod, maximum, minimum, symbol
from adc.ir.spelling import spelled

N, M = symbol("N"), symbol("M")
EXPRESSIONS = {
    "N//2": floordiv(N, 2),
    "2*(N//2) + 1": 2 * floordiv(N, 2) + 1,
    "(M + N)//(M + 1)": floordiv(N + M, M + 1),
    "(N//2)//3": sympy.floor(sympy.floor(N / 2) / 3, evaluate=False),
    "N % 3": floormod(N, 3),
    "2*((N + 1) % 3)": 2 * floormod(N + 1, 3),
    "max(0, N - 1)": maximum(0, N - 1),
    "min(N, M//2)": minimum(N, floordiv(M, 2)),
    "(N if N < M + 3 else M) + 1": choose(N - M - 3, N, M) + 1,
}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_spelling(text: str) -> None:
    expr = EXPRESSIONS[text]
    assert spelled(expr) == text
    for n, m in itertools.product(range(7), repeat=2):
        value = expr.subs({N: n, M: m})
        assert eval(text, {"N": n, "M": m, "max": max, "min": min}) == value
