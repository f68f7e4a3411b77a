"""`adc check` with its defaults finds faults that are planted in the front end.

Tangent and adjoint come from one reading of the source, so that nothing but a run of the source
itself can show that the reading is wrong: without it each of these passes."""

from dataclasses import replace
from pathlib import Path

import pytest
import sympy
from click.testing import CliRunner

from adc.cli.app import adc
from adc.diagnostics import Span
from adc.frontends.fortran import commons, to_expressions, tree
from adc.lowering import elementwise, expressions, indexing, values
from adc.lowering.context import Context

PYTHON = """
import numpy as np


def kernel(x: "float64[N]", a: "float64", y: "float64[N]"):
    for i in range(1, x.shape[0]):
        y[i] = y[i] + 3**2 * np.sin(a * x[i] - x[i - 1])
    y[2:] = x[1:-1] * y[2:]
    return np.sum(y * y) - a
"""
FORTRAN = """
subroutine kernel(n, x, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(0:n), a
  real(8), intent(inout) :: y(n)
  real(8) :: p, q
  integer :: i
  common /factors/ p, q
  do i = 1, n
    y(i) = y(i) + 0.1*sin(a*x(i) - x(i - 1)) + q*x(i)
  end do
  y(2:n) = y(2:n)*x(1:n - 1)
end subroutine kernel
"""


def minus_as_plus(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(elementwise.ARITHMETIC, "-", "add")


def integer_power(patch: pytest.MonkeyPatch) -> None:
    right = expressions.integer_binary

    def wrong(
        cx: Context, op: str, a: sympy.Expr, b: sympy.Expr, span: Span
    ) -> values.Value | None:
        one = values.Integer(sympy.Integer(1))
        return one if op == "**" else right(cx, op, a, b, span)

    patch.setattr(expressions, "integer_binary", wrong)


def slice_start(patch: pytest.MonkeyPatch) -> None:
    right = indexing._slice

    def wrong(*given: object) -> tuple[sympy.Expr, int, sympy.Expr]:
        start, step, count = right(*given)  # type: ignore[arg-type]
        return (start - 1 if start == 1 else start), step, count

    patch.setattr(indexing, "_slice", wrong)


def subscript(patch: pytest.MonkeyPatch) -> None:
    """`x(i)` is read as `x(i - 1)`: inside of x(0:n) for all i from 1 on."""
    right = to_expressions.position

    def wrong(r, symbol, dimension, argument):  # type: ignore[no-untyped-def]
        found = right(r, symbol, dimension, argument)
        off = symbol.name == "x" and isinstance(argument, tree.Name)
        return to_expressions.plus(found, -1, argument.span) if off else found

    patch.setattr(to_expressions, "position", wrong)


def literal(patch: pytest.MonkeyPatch) -> None:
    """`0.1` is read as `0.1d0`."""
    right = to_expressions.literal

    def wrong(r, expr):  # type: ignore[no-untyped-def]
        return right(r, replace(expr, kind="double") if expr.text == "0.1" else expr)

    patch.setattr(to_expressions, "literal", wrong)


def common_order(patch: pytest.MonkeyPatch) -> None:
    right = commons._members

    def wrong(names, scope):  # type: ignore[no-untyped-def]
        return right(names[::-1], scope)

    patch.setattr(commons, "_members", wrong)


FAULTS = {
    "minus_as_plus": (PYTHON, minus_as_plus),
    "integer_power": (PYTHON, integer_power),
    "slice_start": (PYTHON, slice_start),
    "fortran_minus_as_plus": (FORTRAN, minus_as_plus),
    "fortran_subscript": (FORTRAN, subscript),
    "fortran_literal": (FORTRAN, literal),
    "fortran_common_order": (FORTRAN, common_order),
}


def check(folder: Path, text: str, *more: str) -> tuple[int, str]:
    fortran = text is FORTRAN
    path = folder / ("kernel.f90" if fortran else "kernel.py")
    path.write_text(text)
    targets = ["--wrt", "x,a,y", "--of", "y" if fortran else "return"]
    words = ["check", str(path), *targets, "--no-openmp", *more]
    result = CliRunner().invoke(adc, words, prog_name="adc")
    return result.exit_code, result.output


@pytest.mark.parametrize("text", [PYTHON, FORTRAN], ids=["python", "fortran"])
def test_without_a_fault(tmp_path: Path, text: str) -> None:
    status, output = check(tmp_path, text)
    assert status == 0, output
    assert "  source   run by " in output


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    text, plant = FAULTS[name]
    plant(monkeypatch)
    status, output = check(tmp_path, text)
    assert status == 4, output
    assert "\nwrong: adc reads the source wrongly: " in output


def test_the_translation_alone_does_not_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    minus_as_plus(monkeypatch)
    status, output = check(tmp_path, PYTHON, "--no-against-python")
    assert status == 0, output
    assert "source   run by" not in output
