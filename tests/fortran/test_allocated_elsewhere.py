"""ALLOCATE of scalars, of objects, and of arrays of modules that are there on entry."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

MODULES = """\
module store
  implicit none
  real(8), allocatable :: rho(:), w(:,:)
  integer :: np
contains
  subroutine ready(n)
    integer, intent(in) :: n
    if (.not. allocated(w)) then
      allocate(w(n, 2))
      w = 0
    end if
  end subroutine
  subroutine density(n, x, tot)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: tot
    if (.not. allocated(rho)) allocate(rho(n))
    call ready(n)
    rho(1:n) = x**2
    w(:, 1) = w(:, 1) + rho(1:n)
    tot = sum(w**2)
  end subroutine
  subroutine anew(n, x, tot)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: tot
    if (allocated(rho)) deallocate(rho)
    allocate(rho(n))
    rho = x
    tot = sum(rho**2)
  end subroutine
  subroutine freed(n, x, tot)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: tot
    tot = 0
    if (allocated(rho)) tot = sum(rho)
    call drop()
    if (.not. allocated(rho)) allocate(rho(n))
    rho = x
    tot = tot + sum(rho**2)
  end subroutine
  subroutine drop()
    if (allocated(rho)) deallocate(rho)
  end subroutine
  subroutine plain(n, x, tot)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: tot
    allocate(rho(n))
    rho = x
    tot = sum(rho**2)
    deallocate(rho)
  end subroutine
  subroutine told(n, x, tot)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: tot
    integer :: st
    if (x(1) > 0.5d0) then
      if (.not. allocated(rho)) then
        allocate(rho(n), stat=st)
        if (st /= 0) stop 'no memory'
      end if
    end if
    rho = x
    tot = sum(rho**2)
  end subroutine
end module
"""
SCALARS = """\
module t
  implicit none
  type box
    real(8) :: a
    real(8), allocatable :: v(:)
  end type
contains
  subroutine f1(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: c
    integer, allocatable :: k
    integer :: st
    allocate(c, k)
    c = x(1)
    k = n - 1
    y = c*sum(x(1:k)**2)
    deallocate(c)
    allocate(c, source=x(2))
    y = y*c
    deallocate(c, stat=st)
    y = y + st*x(3)
  end subroutine
  subroutine f2(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: c
    y = sum(x)
    if (x(1) > 0.5d0) then
      allocate(c)
      c = x(2)
    end if
    if (allocated(c)) y = y*c
  end subroutine
  subroutine f3(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(box), allocatable :: b
    allocate(b)
    b%a = x(1)
    allocate(b%v(n))
    b%v = x*b%a
    y = sum(b%v**2)
    if (allocated(b%v)) y = y*2
  end subroutine
  subroutine f5(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(box), allocatable :: b
    allocate(b)
    y = sum(x**2)
    if (allocated(b%v)) y = y*2
  end subroutine
end module
"""
FOLLOWED = {
    **dict.fromkeys(["density", "told", "anew", "plain"], MODULES),
    **dict.fromkeys(["f1", "f3", "f5"], SCALARS),
}
REFUSED = {
    "freed": (MODULES, "ADC0169"),
    "f2": (SCALARS, "ADC0212"),
}


def run(folder: Path, text: str, function: str) -> tuple[int, str]:
    source = folder / "m.f90"
    source.write_text(text)
    of = "tot" if text is MODULES else "y"
    request = ["check", str(source), "--function", function, "--wrt", "x", "--of", of]
    result = CliRunner().invoke(adc, [*request, "--size", "n=4"])
    return result.exit_code, result.output


@pytest.mark.parametrize("function", FOLLOWED)
def test_followed(tmp_path: Path, function: str) -> None:
    status, said = run(tmp_path, FOLLOWED[function], function)
    assert status == 0 and "primal against gfortran" in said, said


@pytest.mark.parametrize("function", REFUSED)
def test_refused(tmp_path: Path, function: str) -> None:
    text, code = REFUSED[function]
    status, said = run(tmp_path, text, function)
    assert status == 1 and code in said, said


def test_an_array_without_bounds(tmp_path: Path) -> None:
    text = "subroutine f(n, x, y)\n integer n\n real(8) x(n), y\n real(8), allocatable :: w(:)\n"
    text += " allocate(w)\n w = x\n y = sum(w)\nend subroutine\n"
    status, said = run(tmp_path, text, "f")
    assert status == 1 and "the bounds of `w` are missing" in said, said


def test_an_array_of_a_module_at_a_first_call(tmp_path: Path) -> None:
    """It is not allocated then, as a caller's array is."""
    source = tmp_path / "m.f90"
    source.write_text(MODULES)
    request = ["grad", str(source), "--function", "density", "--wrt", "x", "--of", "tot"]
    result = CliRunner().invoke(adc, [*request, "--first-call", "-o", str(tmp_path / "out")])
    assert result.exit_code == 1 and "ADC0169" in result.output, result.output
