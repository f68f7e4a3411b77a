"""Relations of sizes as they are shown, against their meaning."""

from __future__ import annotations

import itertools
import operator

import pytest

from adc.ir.declarations import Assumption
from adc.ir.relations import alternatives
from adc.ir.shapes import evaluate, integer, maximum, symbol
from adc.ir.shapes_text import python_text

M, N, T = symbol("M"), symbol("N"), symbol("T")
RELATIONS = {"==": operator.eq, "<=": operator.le, "<": operator.lt,
             ">=": operator.ge, ">": operator.gt}  # fmt: skip

CASES = [
    (Assumption(maximum(-T, M - 1), ">=", integer(0)), "M >= 1 or T <= 0"),
    (Assumption(maximum(-T, 2 - N, M + N - 3), ">=", integer(0)), "M + N >= 3 or N <= 2 or T <= 0"),
    (Assumption(maximum(N - M, T - N), ">=", integer(0)), "N >= M or T >= N"),
    (Assumption(maximum(N, M), ">", integer(3)), "max(M, N) > 3"),
    (Assumption(N, "==", M), "N == M"),
]


def text(assumption: Assumption) -> str:
    return " or ".join(
        f"{python_text(a)} {relation} {python_text(b)}"
        for a, relation, b in alternatives(assumption)
    )


@pytest.mark.parametrize(("assumption", "expected"), CASES)
def test_alternatives(assumption: Assumption, expected: str) -> None:
    assert text(assumption) == expected
    for values in itertools.product(range(-1, 5), repeat=3):
        sizes = dict(zip("MNT", values, strict=True))
        left, right = evaluate(assumption.left, sizes), evaluate(assumption.right, sizes)
        holds = RELATIONS[assumption.relation](left, right)
        assert eval(expected, {"max": max}, sizes) == holds
