"""Arrays whose lower bounds are integer arguments, which may be below 0."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

SOURCE = """\
module g
  implicit none
contains
  subroutine top(lo, hi, ng, u, y)
    integer, intent(in) :: lo, hi, ng
    real(8), intent(in) :: u(lo-ng:hi+ng)
    real(8), intent(out) :: y
    real(8) :: w(lo:hi), v(lo-1:hi+1)
    integer :: i
    v = u(lo-1:hi+1)**2
    call smooth(lo, hi, v, w)
    y = sum(w)*u(lo) + w(hi)
    do i = hi, lo, -1
      y = y + v(i)*w(max(lo, i - 1))*i
    end do
    call smooth(1, hi - lo, v, w)
    y = y + sum(w(lo:hi-1))
  end subroutine
  subroutine smooth(l, h, a, b)
    integer, intent(in) :: l, h
    real(8), intent(in) :: a(l-1:h+1)
    real(8), intent(out) :: b(l:h)
    integer :: i
    do i = l, h
      b(i) = 0.25d0*(a(i-1) + 2*a(i) + a(i+1)) + 0.1d0*i
    end do
  end subroutine
end module
"""
SIZES = [
    "lo=-6,hi=-3,ng=2", "lo=-1,hi=3,ng=1", "lo=2,hi=6,ng=3", "lo=0,hi=0,ng=1", "lo=-2,hi=-2,ng=4",
]  # fmt: skip


def run(folder: Path, *request: str) -> tuple[int, str]:
    source = folder / "g.f90"
    source.write_text(SOURCE)
    given = ["check", str(source), "--function", "top", "--wrt", "u", "--of", "y", *request]
    result = CliRunner().invoke(adc, given)
    return result.exit_code, result.output


@pytest.mark.parametrize("calls", ["--inline", "--no-inline"])
@pytest.mark.parametrize("sizes", SIZES)
def test_below_zero(tmp_path: Path, sizes: str, calls: str) -> None:
    status, said = run(tmp_path, "--size", sizes, calls)
    assert status == 0 and "primal against gfortran" in said, said


def test_an_extent_below_zero(tmp_path: Path) -> None:
    status, said = run(tmp_path, "--size", "lo=3,hi=-3,ng=1")
    assert status != 0 and ("negative" in said or "ESIZE" in said), said
