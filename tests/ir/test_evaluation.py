"""Compiled integer expressions give what SymPy gives, for numbers and for arrays."""

from __future__ import annotations

import numpy as np
import pytest
import sympy

from adc.ir.evaluation import compiled
from adc.ir.shapes import evaluate, floordiv, floormod, integer, maximum, minimum, symbol, wrap

N, i = symbol("N"), symbol("i")
CASES = [
    integer(7),
    2 * i - N,
    N * (N - 1) / 2,
    floordiv(i - 3, 2),
    floormod(-i, 3),
    minimum(i, N, 4) + maximum(i - 2, 0),
    wrap(i - 2, N),
    sympy.ceiling(i / 3),
]


@pytest.mark.parametrize("expr", CASES, ids=str)
def test_numbers_and_arrays(expr: sympy.Expr) -> None:
    points = np.arange(-3, 8)
    expected = [evaluate(expr, {"N": 6, "i": int(p)}) for p in points]
    assert [compiled(expr)({"N": 6, "i": int(p)}) for p in points] == expected
    assert np.broadcast_to(compiled(expr)({"N": 6, "i": points}), points.shape).tolist() == expected


def test_a_missing_symbol_is_named() -> None:
    with pytest.raises(KeyError, match="N"):
        compiled(N + i)({"i": 1})
