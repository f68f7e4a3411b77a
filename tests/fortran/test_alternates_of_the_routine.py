"""Alternate returns of the routine itself: it ends there, as its caller sees the values."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

SOURCE = """\
module m
contains
subroutine g(x, *, y, k, *)
  implicit none
  real(8), intent(in) :: x(:)
  real(8), intent(inout) :: y
  integer, intent(in) :: k
  y = x(1)**2
  if (k == 1) return 1
  y = y + sum(x)
  if (x(1) > 0.5d0) return k
  y = y*x(2)
  call h(y, *20)
  return
20 y = y**2
  return 2
end subroutine
subroutine h(v, *)
  real(8) :: v
  v = sin(v)
  if (v > 0.2d0) return 1
end subroutine
end module
subroutine e(x, *, y)
  implicit none
  real(8), intent(in) :: x(:)
  real(8), intent(inout) :: y
  y = sum(x)**2
  if (y > 1) return 1
  y = y*2
end subroutine
subroutine p(law, x, *, y)
  implicit none
  real(8), external :: law
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = law(x)
  if (y > 0.7d0) return 1
  y = y**2
end subroutine
real(8) function twice(v)
  real(8), intent(in) :: v
  twice = 2*v
end function
"""
REQUESTS = [
    "g --size x_1=4,k=1", "g --size x_1=4,k=2", "g --size x_1=4,k=3 --set x=0.1:0.3", "e",
    "p --fix law=twice",
]  # fmt: skip


@pytest.mark.parametrize("request_", REQUESTS)
def test_against_gfortran(tmp_path: Path, request_: str) -> None:
    source = tmp_path / "m.f90"
    source.write_text(SOURCE)
    given = ["check", str(source), "--wrt", "x", "--of", "y", "--function", *request_.split()]
    result = CliRunner().invoke(adc, given)
    assert result.exit_code == 0 and "primal against gfortran" in result.output, result.output
