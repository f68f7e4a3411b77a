"""Inputs from samples: which axis of a Fortran array is the first one, and names of parts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adc.check.example import read_example, sample_arrays
from adc.diagnostics import AdcError
from adc.frontends.example import load_arrays
from adc.ir.program import Program
from adc.options import Request
from adc.pipeline import Silent, front_half

ROUTINE = """
subroutine s(n, m, A, x, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: A(n, m), x(m)
  real(8), intent(out) :: y(n)
  y = matmul(A, x)
end subroutine
"""
#: Any shape is one that it may have.
OPEN = """
subroutine s(a, y)
  real(8), intent(in) :: a(:,:)
  real(8), intent(out) :: y
  y = sum(a(1,:)**2) + 3*sum(a(:,2))
end subroutine
"""
OBJECT = """
from dataclasses import dataclass

@dataclass
class P:
    k: "float64[n]"
    m: float

def f(p: P, x: "float64[n]"):
    return p.m*p.k*x
"""


def primal(folder: Path, text: str, name: str, **request: object) -> Program:
    path = folder / name
    path.write_text(text)
    return front_half(Request((str(path),), **request), Silent()).primal


def read(folder: Path, program: Program, sizes: dict, **samples: np.ndarray) -> dict:
    path = folder / "in.npz"
    np.savez(path, **samples)
    example = read_example(load_arrays(str(path)), program, sizes, fortran=True)
    return {**example.sizes, **example.arrays}


def test_shapes_of_fortran_are_the_declared_ones_or_reversed(tmp_path: Path) -> None:
    program = primal(tmp_path, ROUTINE, "s.f90", wrt=("a",), of=("y",))
    a, x = np.arange(12.0).reshape(3, 4), np.ones(4)
    for sample in (a, np.asfortranarray(a), np.ascontiguousarray(a.T), np.asfortranarray(a.T)):
        found = read(tmp_path, program, {}, A=sample, x=x)
        assert (found["n"], found["m"]) == (3, 4)
        assert np.array_equal(found["a"], a.T)  # as the IR has it
    with pytest.raises(AdcError, match="`x` has the shape") as raised:
        read(tmp_path, program, {}, a=np.ones((5, 3)), x=x)
    assert "has the shape (4,), not (3,)" in raised.value.diagnostics[0].message


def test_an_axis_is_never_guessed(tmp_path: Path) -> None:
    square = np.arange(16.0).reshape(4, 4)
    program = primal(tmp_path, ROUTINE, "s.f90", wrt=("a",), of=("y",))
    found = read(tmp_path, program, {}, a=np.asfortranarray(square), x=np.ones(4))
    assert np.array_equal(found["a"], square.T)
    read(tmp_path, program, {}, a=square + square.T, x=np.ones(4))
    with pytest.raises(AdcError, match="which axis of the sample `a`") as raised:
        read(tmp_path, program, {}, a=square, x=np.ones(4))
    assert "numpy.asfortranarray(a)" in (raised.value.diagnostics[0].help or "")
    program = primal(tmp_path, OPEN, "o.f90", wrt=("a",), of=("y",))
    wide = np.arange(12.0).reshape(3, 4)
    found = read(tmp_path, program, {}, a=np.asfortranarray(wide))
    assert np.array_equal(found["a"], wide.T) and (found["a_1"], found["a_2"]) == (3, 4)
    with pytest.raises(AdcError, match="which axis of the sample `a`"):
        read(tmp_path, program, {}, a=wide)
    assert read(tmp_path, program, {"a_1": 3}, a=wide)["a_2"] == 4


def test_samples_of_fields_are_taken(tmp_path: Path) -> None:
    program = primal(tmp_path, OBJECT, "f.py", wrt=("x",))
    path = tmp_path / "in.npz"
    np.savez(path, **{"p.k": np.ones(3), "p.m": np.array(2.0), "x": np.ones(3), "y": np.ones(2)})
    found = read_example(load_arrays(str(path)), program, {})
    assert set(found.arrays) == {"p_k", "p_m", "x"} and found.sizes == {"n": 3}
    assert found.unused == ("y",)


def test_elements_that_are_written_out(tmp_path: Path) -> None:
    program = primal(tmp_path, ROUTINE, "s.f90", wrt=("a",), of=("y",))
    rows = ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    given = Request(("s.f90",), samples={"a": rows, "x": (1.0, 2.0, 3.0)})
    found = read_example(sample_arrays(given), program, {}, fortran=True)
    assert found.sizes == {"n": 2, "m": 3}
    assert np.array_equal(found.arrays["a"], np.array(rows).T)  # as the IR has it
    path = tmp_path / "in.npz"
    np.savez(path, A=np.ones((2, 3)))
    with pytest.raises(AdcError, match="`A` is given by --example, and by --set"):
        sample_arrays(Request(("s.f90",), example=str(path), samples={"a": rows}))


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        ({"s": (1.0, 2.0)}, "`s` has 2 elements, not one"),
        ({"q": (1.0, 0.5)}, "`q` is not of whole numbers"),
        ({"x": ((1.0, 2.0),)}, "`x` has 2 axes, not 1"),
        ({"x": (1.0, 2.0), "y": (1.0,)}, "`y` has the shape"),
    ],
)
def test_elements_that_do_not_fit(tmp_path: Path, samples: dict, message: str) -> None:
    text = (
        'def f(x: "float64[n]", y: "float64[n]", s: float, q: "int64[m]"):\n'
        "    return x * y * s + q[0]\n"
    )
    program = primal(tmp_path, text, "f.py", wrt=("x",))
    with pytest.raises(AdcError, match=message):
        read_example(sample_arrays(Request(("f.py",), samples=samples)), program, {})
