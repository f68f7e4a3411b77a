"""EQUIVALENCE in modules: a variable that is the only one in use of those on its storage is one
like any other; of two, the value of one would be that of the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_rejects import run_adc

TEXT = """
module tables
  implicit none
  integer, parameter :: n = 3
  real(8) :: ka(2, 2, n), flat(4, n), s1, s2, begun(2), from(2)
  integer :: i1, i2(1)
  equivalence (ka(1, 1, 1), flat(1, 1)), (s1, s2), (begun, from), (i1, i2)
  data begun /1d0, 2d0/
contains
  subroutine alone(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    flat(3, :) = flat(3, :)*x
    y = sum(flat(2:3, :)*flat(1:2, :))*x*s1**i1
  end subroutine
  subroutine renamed(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call by_another(x, y)
    y = y + flat(2, 1)
  end subroutine
  subroutine both(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    ka(2, 1, 1) = x
    y = flat(2, 1)*x
  end subroutine
  subroutine callee(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call sets(x)
    y = flat(2, 1)*x
  end subroutine
  subroutine sets(x)
    real(8), intent(in) :: x
    ka(2, 1, 1) = x
  end subroutine
  subroutine scalars(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    s1 = x
    y = s2*x
  end subroutine
  subroutine initial(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*from(2)
  end subroutine
end module
module users
  use tables, only: table => flat, other => ka
contains
  subroutine elsewhere(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = table(2, 1)*x
  end subroutine
  subroutine mixed(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    other(1, 1, 1) = x
    y = table(1, 1)*x
  end subroutine
end module
subroutine by_another(x, y)
  use tables, only: other => ka
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x*other(2, 1, 1)
end subroutine
"""


def checked(function: str, options: str, folder: Path) -> tuple[int, str]:
    (folder / "tables.f90").write_text(TEXT)
    words = ["check", "tables.f90", "--function", function, *options.split()]
    done = run_adc(words, folder, {})
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("function", "options"),
    [
        ("alone", "--wrt x,flat,s1 --of y,flat --size i1=2"),
        ("elsewhere", "--wrt x,flat --of y"),
    ],
)
def test_one_of_them(function: str, options: str, tmp_path: Path) -> None:
    status, output = checked(function, options, tmp_path)
    assert status == 0, output
    assert "primal against gfortran" in output


@pytest.mark.parametrize(
    "function", ["both", "callee", "scalars", "initial", "mixed", "renamed"]
)  # fmt: skip
def test_two_of_them_are_refused(function: str, tmp_path: Path) -> None:
    status, output = checked(function, "--wrt x --of y", tmp_path)
    assert status == 1 and "ADC0177" in output, output
