"""Constant expressions have Fortran's values."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from adc.frontends.fortran import tree
from adc.frontends.fortran.symbols import constant, integer_constant, literal_dtype
from adc.ir.dtypes import DType
from tests.frontends.fortran.built import look, refusal, routine

#: Integer expressions, whose values gfortran agrees on (below).
VALUES = {
    "2 + 3*4": 14,
    "7/2": 3,
    "(-7)/2": -3,
    "7/(-2)": -3,
    "-2**2": -4,
    "2**3**2": 512,
    "2**(-1)": 0,
    "(-1)**(-3)": -1,
    "mod(-7, 3)": -1,
    "modulo(-7, 3)": 2,
    "max(1, 5, 3)": 5,
    "min(4, 2)": 2,
    "abs(-6)": 6,
    "int(-2.7)": -2,
    "int(1.0/3.0*3.0)": 1,
    "nint(2.5)": 3,
    "nint(-2.5)": -3,
    "nint(0.49999999999999994d0)": 0,
    "floor(-2.5)": -3,
    "ceiling(2.1)": 3,
    "int(16777217.0)": 16777216,
    "int(real(16777217, 8))": 16777217,
    "int(real(16777217, kind=8))": 16777217,
    "kind(1.0)": 4,
    "digits(1d0) + 100*digits(1.0)": 2453,
    "digits(1)*radix(1.0)": 62,
    "maxexponent(1d0) + minexponent(1d0)": 3,
    "maxexponent(1.0) + minexponent(1.0)": 3,
    "bit_size(1)": 32,
    "kind(1.0d0)": 8,
    "kind(1)": 4,
    "kind((1.0d0, 1.0d0))": 8,
    "kind((1.0, 1))": 4,
    "kind((1, 0d0))": 8,
    "kind(1.0*2d0)": 8,
    "selected_real_kind(6)": 4,
    "selected_real_kind(7)": 8,
    "selected_real_kind(15, 307)": 8,
    "selected_real_kind(r=30)": 4,
    "selected_real_kind(r=300, p=2)": 8,
    "selected_real_kind(99)": -1,
    "selected_int_kind(9)": 4,
    "selected_int_kind(10)": 8,
    "precision(1d0)": 15,
    "range(1.0)": 37,
    "huge(1)": 2**31 - 1,
    "len('abc')": 3,
    "ichar('A')": 65,
}


@pytest.mark.parametrize(("text", "value"), VALUES.items())
def test_values(text: str, value: int) -> None:
    inside = routine(f"integer, parameter :: k = {text}")
    assert integer_constant(look(inside, "k").init or NOTHING, inside) == value


NOTHING = tree.Logical(False, look(routine(), "x").span)


@pytest.mark.skipif(shutil.which("gfortran") is None, reason="needs gfortran")
def test_values_are_those_of_gfortran(tmp_path: Path) -> None:
    lines = [f"print *, {text}" for text in VALUES]
    (tmp_path / "p.f90").write_text("\n".join(["program p", *lines, "end"]))
    subprocess.run(["gfortran", "-o", "p", "p.f90"], cwd=tmp_path, check=True)
    printed = subprocess.run([tmp_path / "p"], capture_output=True, text=True, check=True).stdout
    assert [int(line) for line in printed.split()] == list(VALUES.values())


@pytest.mark.parametrize(
    "text", ["x", "1.0", "1/0", ".true.", "mod(1, 0)", "10**40", "i", "sqrt(2.0)", "w(1)"]
)
def test_what_is_no_integer_constant(text: str) -> None:
    inside = routine("integer i, w(3)", f"integer, parameter :: k = {text}")
    assert integer_constant(look(inside, "k").init or NOTHING, inside) is None


def test_constants_are_rounded_to_their_type() -> None:
    inside = routine(
        "real, parameter :: third = 1d0/3d0",
        "integer, parameter :: k = 2.9, m = third*3d0*1d8",
        "logical, parameter :: yes = k == 2 .and. .not. k > 3",
        "double precision, parameter :: d = third",
    )
    values = {n: constant(tree.Name(n, NOTHING.span), inside) for n in ("third", "k", "yes", "d")}
    assert values == {
        "third": np.float32(1 / 3),
        "k": 2,
        "yes": True,
        "d": float(np.float32(1 / 3)),
    }
    m = integer_constant(tree.Name("m", NOTHING.span), inside)
    assert m == int(float(np.float32(1 / 3)) * 3 * 1e8)


@pytest.mark.parametrize(
    "lines",
    [
        ("integer, parameter :: j = k, k = j",),
        ("integer, parameter :: k = k + 1",),
        ("integer(k), parameter :: k = 4",),
    ],
)
def test_constants_by_means_of_themselves(lines: tuple[str, ...]) -> None:
    inside = routine(*lines, "integer(k) x")
    assert refusal(inside, "x").code == "ADC0179"


@pytest.mark.parametrize(
    ("text", "dtype"),
    [
        ("1.5", DType.FLOAT32),
        ("1.5d0", DType.FLOAT64),
        ("1.5_8", DType.FLOAT64),
        ("1.5_dp", DType.FLOAT64),
        ("1.5e3_sp", DType.FLOAT32),
        ("3", DType.INT32),
        ("3_8", DType.INT64),
    ],
)
def test_literals_have_kinds(text: str, dtype: DType) -> None:
    inside = routine("integer, parameter :: dp = kind(1d0), sp = kind(1.0)", f"y = {text}")
    (assignment,) = inside.body
    assert isinstance(assignment, tree.Assign) and isinstance(assignment.value, tree.Number)
    assert literal_dtype(assignment.value, inside) is dtype
