"""In which programs values may be rounded otherwise, and that those that decide stay exact."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adc.ir.program import Program
from adc.schedule import schedule
from adc.schedule.text import tree_text
from tests.emit.native import build, expect_same, parsed

HEAD = """\
program p(N: size, h: scalar, x: array, k: array, y: array)
input x: float64[N]
input h: float64
input k: int64[N]
output y: float64[N]
local t: float64[N]
local b: bool
local n: int64[N]

"""
QUOTIENT = "S1: y[i] = x[i]/h for i in 0:N\n"


def given(body: str) -> Program:
    return parsed(HEAD + body)


def multiplies(p: Program) -> bool:
    found = tree_text(schedule(p, openmp=False, blas=False, source_order=False))
    return "h_reciprocal" in found


@pytest.mark.parametrize(
    "more",
    [
        "",
        "S2: y[i] += sin(x[i])*exp(-x[i])/3.0 for i in 0:N\n",
        "S2: y[i] = y[i]*x[i]/x[0] for i in 0:N\n",
        "if {N} > 2:\n    S2: y[i] = -tanh(y[i]) for i in 0:N\n",
    ],
)
def test_where_all_is_smooth(more: str, tmp_path: Path) -> None:
    p = given(QUOTIENT + more)
    assert multiplies(p)
    (native,) = build([p], tmp_path)
    for size in (0, 1, 2, 3, 8):
        expect_same(native, {"N": size})


@pytest.mark.parametrize(
    "more",
    [
        "S2: y[i] = where(y[i] >= 1.0, 2.0, y[i]) for i in 0:N\n",
        "S2: y[i] = abs(y[i] - 1.0) for i in 0:N\n",
        "S2: y[i] = sqrt(1.0 - y[i]) for i in 0:N\n",
        "S2: y[i] = 1.0/(1.0 - y[i]) for i in 0:N\n",
        "S2: y[i] = floor(y[i]) for i in 0:N\n",
        "S2: y[i] = maximum(y[i], 1.0) for i in 0:N\n",
        "S2: y[0] max= x[i] for i in 0:N\n",
        "S2: y[i] += float64(k[i]) for i in 0:N\n",
        "S2: n[i] = k[i] for i in 0:N\nS3: y[i] += float64(n[i]) for i in 0:N\n",
        "if y[0] >= 1.0:\n    S2: y[i] = 0.0 for i in 0:N\n",
    ],
)
def test_where_the_last_digit_may_decide(more: str) -> None:
    assert not multiplies(given(QUOTIENT + more))


def test_what_is_compared_is_what_the_source_has(tmp_path: Path) -> None:
    p = given("S1: y[i] = where(x[i]/h >= 1.0, 1.0, 0.0) for i in 0:N\n")
    assert 49.0 * (1.0 / 49.0) < 1.0
    (native,) = build([p], tmp_path, optimise="-O2")
    inputs = {"h": np.array(49.0), "x": np.array([48.0, 49.0, 50.0]), "k": np.zeros(3, np.int64)}
    assert list(native.call({"N": 3}, inputs)["y"]) == [0.0, 1.0, 1.0]


def test_a_caller_may_compare_what_a_routine_divides() -> None:
    text = """\
program p(N: size, h: scalar, x: array, y: array)
input x: float64[N]
input h: float64
inout y: float64[N]

S1: do divided[N](h; x[i] for i in 0:N) -> y[i] for i in 0:N
S2: y[i] = where(y[i] >= 1.0, 1.0, 0.0) for i in 0:N

routine divided(n: size, h: scalar, x: array, y: array)
input h: float64
input x: float64[n]
output y: float64[n]

R1: y[i] = x[i]/h for i in 0:n
"""
    found = schedule(parsed(text), openmp=False, blas=False, source_order=False)
    assert all("reciprocal" not in tree_text(s) for s in (found, *found.routines))
    assert len(found.routines) == 1
