"""Procedures that call themselves, and dummies with one value, compared with gfortran."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

SOURCE = """\
module r
  implicit none
  integer :: counter = 0
  real(8) :: stock
contains
  recursive subroutine bump(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x
    if (n == 0) return
    call jump(n - 1, x)
    counter = counter + n
    stock = stock*2 + x
  end subroutine
  recursive subroutine jump(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x
    if (n == 0) then
      stock = stock + x**2
      return
    end if
    x = x*1.5d0 + counter
    call bump(n - 1, x)
  end subroutine
  subroutine shared(a, y)
    real(8), intent(in) :: a(5)
    real(8), intent(out) :: y
    real(8) :: s
    counter = 1
    stock = 0
    s = a(1)
    call jump(3, s)
    y = s*stock + a(mod(counter, 5) + 1)
    call bump(2, s)
    y = y + s*stock*a(mod(counter, 5) + 1)
  end subroutine
  recursive subroutine keep(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x
    real(8), intent(inout) :: y
    real(8), save :: t
    t = x*n
    if (n > 0) call keep(n - 1, x, y)
    y = y + t
  end subroutine
  subroutine kept(a, y)
    real(8), intent(in) :: a(5)
    real(8), intent(out) :: y
    y = 0
    call keep(3, a(1), y)
  end subroutine
  subroutine sorted(a, y)
    real(8), intent(in) :: a(5)
    real(8), intent(out) :: y
    real(8) :: b(5)
    b = a
    call sort(1, 5, b)
    y = sum(b*[1, 2, 3, 4, 5])
  end subroutine
  recursive subroutine sort(lo, hi, b)
    integer, intent(in) :: lo, hi
    real(8), intent(inout) :: b(:)
    integer :: i, j
    real(8) :: p, t
    if (lo >= hi) return
    p = b((lo + hi)/2)
    i = lo
    j = hi
    do
      do while (b(i) < p)
        i = i + 1
      end do
      do while (p < b(j))
        j = j - 1
      end do
      if (i <= j) then
        t = b(i); b(i) = b(j); b(j) = t
        i = i + 1
        j = j - 1
      end if
      if (i > j) exit
    end do
    call sort(lo, j, b)
    call sort(i, hi, b)
  end subroutine
  subroutine counted(a, y)
    real(8), intent(in) :: a(5)
    real(8), intent(out) :: y
    integer :: k
    k = 3
    y = a(2)
    call down(k, a, y)
    y = y*k
  end subroutine
  recursive subroutine down(k, a, y)
    integer, intent(inout) :: k
    real(8), intent(in) :: a(5)
    real(8), intent(inout) :: y
    real(8) :: w(k)
    w = a(1:k)*y
    if (k > 1) then
      k = k - 1
      call down(k, a, y)
    end if
    y = y + sum(w)*k
  end subroutine
  subroutine inside(a, y)
    real(8), intent(in) :: a(5)
    real(8), intent(out) :: y
    y = power(a, 4)
  contains
    recursive real(8) function power(v, m) result(s)
      real(8), intent(in) :: v(:)
      integer, intent(in) :: m
      if (m == 0) then
        s = v(1)
      else if (m == 2) then
        s = power(v(2:), m - 1)**2
      else
        s = power(v(2:), m - 1)*v(1) + a(5)
      end if
    end function
  end subroutine
  subroutine bisected(a, y)
    real(8), intent(in) :: a(5)
    real(8), intent(out) :: y
    y = bisect(0d0, a(1), a, 3)
  end subroutine
  recursive real(8) function bisect(lo, hi, a, n) result(s)
    real(8), intent(in) :: lo, hi, a(5)
    integer, intent(in) :: n
    real(8) :: m
    m = (lo + hi)/2
    if (n == 0) then
      s = m*a(2)
    else if (m > a(3)/4) then
      s = bisect(lo, m, a, n - 1)
    else
      s = bisect(m, hi, a, n - 1)
    end if
  end function
  recursive subroutine fft(n, z)
    integer, intent(in) :: n
    complex(8), intent(inout) :: z(n)
    complex(8) :: e(n/2), o(n/2), w
    integer :: k
    if (n <= 1) return
    e = z(1:n:2)
    o = z(2:n:2)
    call fft(n/2, e)
    call fft(n/2, o)
    do k = 1, n/2
      w = exp(cmplx(0d0, -2*acos(-1d0)*(k-1)/n, 8))*o(k)
      z(k) = e(k) + w
      z(k+n/2) = e(k) - w
    end do
  end subroutine
  subroutine either(mode, wet, a, y)
    integer, intent(in) :: mode
    logical, intent(in) :: wet
    real(8), intent(in) :: a(5)
    real(8), intent(out) :: y
    real(8), allocatable :: w(:)
    real(8) :: v(mode)
    v = a(1)
    if (mode < 2) then
      allocate(w(3))
      w = a(1:3)
    else
      allocate(w(2*mode))
      w = a(mode)**2
    end if
    y = sum(w**2)*size(w) + sum(v)
    if (wet) y = y*a(5)
  end subroutine
end module
"""
#: The routine, and what else `adc check` is asked for.
FOLLOWED = {
    "each other, with shared variables": "shared --wrt a --of y",
    "an integer that is counted down": "counted --wrt a --of y",
    "inside of another procedure": "inside --wrt a --of y",
    "a branch of data": "bisected --wrt a --of y",
    "a transform": "fft --wrt z --of z --fix n=8",
    "a function by itself": "bisect --wrt a,hi --of return --fix n=2",
    "different extents": "either --wrt a --of y --fix mode=2 --fix wet=.false.",
    "no extent": "either --wrt a --of y --fix mode=-3 --fix wet=true",
}
REFUSED = {
    "saved by a procedure that calls itself": ("kept --wrt a --of y", "ADC0169"),
    "data end it": ("sorted --wrt a --of y", "ADC0228"),
    "no value of the type": ("either --wrt a --of y --fix mode=two", "ADC0301"),
    "no scalar": ("either --wrt a --of y --fix a=2", "ADC0301"),
    "too large": ("either --wrt a --of y --fix mode=3000000000", "ADC0301"),
}


def run(folder: Path, request: str) -> tuple[int, str]:
    source = folder / "m.f90"
    source.write_text(SOURCE)
    result = CliRunner().invoke(adc, ["check", str(source), "--function", *request.split()])
    return result.exit_code, result.output


@pytest.mark.parametrize("name", FOLLOWED)
def test_followed(tmp_path: Path, name: str) -> None:
    status, said = run(tmp_path, FOLLOWED[name])
    assert status == 0 and "primal against gfortran" in said, said


@pytest.mark.parametrize("name", REFUSED)
def test_refused(tmp_path: Path, name: str) -> None:
    request, code = REFUSED[name]
    status, said = run(tmp_path, request)
    assert status == 1 and code in said, said


def test_no_argument(tmp_path: Path) -> None:
    """What is fixed is no argument, and the manifest says so."""
    source = tmp_path / "m.f90"
    source.write_text(SOURCE)
    request = ["grad", str(source), "--function", "either", "--wrt", "a", "--of", "y"]
    out = ["--fix", "mode=2", "-o", str(tmp_path / "out")]
    assert CliRunner().invoke(adc, [*request, *out]).exit_code == 0
    assert "mode" not in (tmp_path / "out" / "either_grad.h").read_text().split("either_grad(")[1]
    assert '"mode": "\'2\'"' in (tmp_path / "out" / "manifest.json").read_text()
