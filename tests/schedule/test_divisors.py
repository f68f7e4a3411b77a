"""Which divisors get reciprocals before loops, and that quotients stay, in all of the range."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adc.interpret.machine import run
from adc.ir.program import Program
from adc.schedule import schedule
from adc.schedule.text import tree_text
from tests.emit.native import Native, build, expect_same, parsed

HEAD = """\
program p(N: size, n: integer, h: scalar, x: array, x_seed: array, x_bar: array)
input x: float64[N]
input h: float64
seed x_seed: float64[N] of x
gradient x_bar: float64[N] of x
local a: float64

"""
SCALE = "where(abs({0}) < 1e-200, 1e200, where(abs({0}) > 1e200, 1e-200, 1.0))"
TINY, HUGE, INF, NAN = 5e-324, 1.7e308, float("inf"), float("nan")


def given(body: str) -> Program:
    return parsed(HEAD + body)


def text(p: Program, source_order: bool = False) -> str:
    return tree_text(schedule(p, openmp=False, blas=False, source_order=source_order))


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("x_seed[i]/h", "x_seed[i]*h_reciprocal*h_scale"),
        ("-(x[i] - x_seed[i]/(h*h))", "-(x[i] - x_seed[i]*h_reciprocal*h_scale)"),
        ("zdiv(x_seed[i], h)", "zscale(x_seed[i], h_reciprocal)*h_scale"),
        ("zmul(x_seed[i], x[i]/h)", "zmul(x_seed[i], x[i]*h_reciprocal*h_scale)"),
        ("x_seed[i]/h/h", "x_seed[i]*h_reciprocal*h_scale*h_reciprocal*h_scale"),
        ("x_seed[i]/(h*float64({n}))", "x_seed[i]*h_reciprocal*h_scale"),
    ],
)
def test_what_becomes_a_product(value: str, wanted: str) -> None:
    p = given(f"S: x_bar[i] = {value} for i in 0:N\n")
    found = text(p)
    assert f"x_bar[i] = {wanted}\n" in found
    assert "1e-200" not in text(p, source_order=True)
    divisor = "h*h" if "h*h" in value else "h*float64({n})" if "{n}" in value else "h"
    assert f"h_scale = {SCALE.format(divisor)}" in found
    assert f"h_reciprocal = 1.0/({divisor}*h_scale)" in found


@pytest.mark.parametrize(
    "value",
    [
        "sqrt(x[i]/h)*x_seed[i]",
        "x_seed[i]/x[i]",
        "x_seed[i]/x[0]",
        "x_seed[i]/float64({i + 1})",
        "h/x_seed[i]",
        "where(x[i]/h > 1.0, x_seed[i], 0.0)",
        "abs(x[i]/h)*x_seed[i]",
    ],
)
def test_what_is_divided_as_before(value: str) -> None:
    assert "reciprocal" not in text(given(f"S: x_bar[i] = {value} for i in 0:N\n"))


def test_what_runs_once_or_a_few_times() -> None:
    assert "reciprocal" not in text(given("S: x_bar[0] = x_seed[0]/h\n"))
    assert "reciprocal" not in text(given("S: x_bar[i] = x_seed[i]/h for i in 0:2\n"))


CHANGING = """\
S0: a = h
S1: x_bar[i] = x_seed[i] for i in 0:N
for k in range(0, N):
    S2: x_bar[i] += x_seed[i]/a for i in 0:N
    S3: a = a + 0.5*x[k]
    S4: x_bar[i] += zdiv(x_seed[i], a) for i in 0:N
S5: x_bar[i] += zdiv(x_seed[i], a) for i in 0:N
"""


def test_a_divisor_that_changes_gets_a_reciprocal_after_each_change() -> None:
    found = text(given(CHANGING))
    assert found.count("= 1.0/(a*a_scale") == 3
    assert found.index("a_scale") > found.index("for k")


def test_the_values_stay(tmp_path: Path) -> None:
    (native,) = build([given(CHANGING)], tmp_path)
    for size in (0, 1, 2, 3, 9):
        expect_same(native, {"N": size, "n": 3}, 1e-12)


PLAIN = "S: x_bar[i] = {} for i in 0:N\n"


def _same(native: Native, h: float, values: np.ndarray) -> None:
    inputs = {"h": np.array(h), "x_seed": values, "x": values}
    sizes = {"N": values.size, "n": 1}
    with np.errstate(all="ignore"):
        wanted = run(native.program, dict(sizes), inputs)["x_bar"]
    got = native.call(sizes, inputs)["x_bar"]
    np.testing.assert_allclose(got, wanted, rtol=1e-15, atol=1e-323, err_msg=f"{h}")


@pytest.mark.parametrize("value", ["x_seed[i]/h", "zdiv(x_seed[i], h)"])
def test_divisors_at_the_ends_of_the_range(value: str, tmp_path: Path) -> None:
    (native,) = build([given(PLAIN.format(value))], tmp_path, optimise="-O2")
    ends = [0.0, 1.0, TINY, 3e-310, 2e-308, 1e-201, 1e-200, 0.7, 1e200, 1e201, 9e307, HUGE, INF]
    values = np.array([*ends, *(-e for e in ends), NAN])
    for divisor in values:
        _same(native, float(divisor), values)


def test_divisors_in_single_precision(tmp_path: Path) -> None:
    single = (HEAD + PLAIN.format("zdiv(x_seed[i], h)")).replace("float64", "float32")
    (native,) = build([parsed(single)], tmp_path, optimise="-O2")
    ends = [0.0, 1e-45, 3e-40, 1e-21, 0.7, 3e20, 1e38, 3.4e38, INF]
    values = np.array([*ends, *(-e for e in ends), NAN], np.float32)
    for divisor in values:
        inputs = {"h": np.array(divisor), "x_seed": values, "x": values}
        sizes = {"N": values.size, "n": 1}
        with np.errstate(all="ignore"):
            wanted = run(native.program, dict(sizes), inputs)["x_bar"]
        got = native.call(sizes, inputs)["x_bar"]
        np.testing.assert_allclose(got, wanted, rtol=4e-7, atol=3e-45, err_msg=f"{divisor}")
