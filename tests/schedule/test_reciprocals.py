"""Which quotients of derivatives become products, and that the values stay but for rounding."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.ir.program import Program
from adc.schedule import schedule
from adc.schedule.text import tree_text
from tests.emit.native import build, expect_same, parsed

HEAD = """\
program p(N: size, x: array, x_seed: array, x_bar: array)
input x: float64[N]
seed x_seed: float64[N] of x
gradient x_bar: float64[N] of x

"""


def given(value: str, where: str = " for i in 0:N") -> Program:
    return parsed(f"{HEAD}S: x_bar[{'i' if where else '0'}] = {value}{where}\n")


def text(p: Program, source_order: bool = False) -> str:
    return tree_text(schedule(p, openmp=False, blas=False, source_order=source_order))


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("x_seed[i]/9.0", "x_seed[i]*(1.0/9.0)"),
        ("x_seed[i]*x[i]/-3.0", "x_seed[i]*x[i]*(1.0/-3.0)"),
        ("x[i] - x_seed[i]/1e-300", "x[i] - x_seed[i]*(1.0/1e-300)"),
        ("x_seed[i]*(x[i]/9.0)", "x_seed[i]*(x[i]*(1.0/9.0))"),
        ("x_seed[i]*sqrt(x[i]/9.0)", "x_seed[i]*sqrt(x[i]/9.0)"),
        ("sin(x[i]/9.0)*x_seed[i]/7.0", "sin(x[i]*(1.0/9.0))*x_seed[i]*(1.0/7.0)"),
        ("sqrt(x[i]/9.0)*x_seed[i]/7.0", "sqrt(x[i]/9.0)*x_seed[i]*(1.0/7.0)"),
        ("x_seed[i]/8.0", "x_seed[i]/8.0"),
        ("x_seed[i]/1e-310", "x_seed[i]/1e-310"),
        ("x_seed[i]/1e308", "x_seed[i]/1e308"),
        ("x_seed[i]/0.0", "x_seed[i]/0.0"),
        ("x_seed[i]/x[i]", "x_seed[i]/x[i]"),
        ("9.0/x_seed[i]", "9.0/x_seed[i]"),
    ],
)
def test_what_becomes_a_product(value: str, wanted: str) -> None:
    p = given(value)
    assert f"x_bar[i] = {wanted}\n" in text(p)
    assert f"x_bar[i] = {value}\n" in text(p, source_order=True)


def test_what_is_computed_once_is_divided() -> None:
    assert "x_seed[0]/9.0" in text(given("x_seed[0]/9.0", ""))


def test_the_step_can_be_left_out() -> None:
    left = schedule(
        given("x_seed[i]/9.0"), openmp=False, blas=False, source_order=False,
        without=frozenset({"reciprocals"}),
    )  # fmt: skip
    assert "x_seed[i]/9.0" in tree_text(left)


def test_the_values_stay(tmp_path: Path) -> None:
    p = parsed(
        HEAD + "S1: x_bar[i] = x_seed[i] for i in 0:N\n"
        "L: for i in range(0, N - 1) backwards:\n"
        "    S2: x_bar[i] += x_bar[i + 1]/9.0\n"
        "S3: x_bar[i] = x_bar[i]/-0.7 for i in 0:N\n"
    )
    found = schedule(p, openmp=False, blas=False, source_order=False, without=("recurrences",))
    assert tree_text(found).count("1.0/") == 2
    (native,) = build([p], tmp_path)
    for size in (0, 1, 2, 7):
        expect_same(native, {"N": size})
