"""WHERE with ELSEWHERE over sections whose bounds the routine computes."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

SOURCE = """\
module w
  implicit none
contains
  subroutine chain(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: m, l
    m = count(x > 0.6d0)
    l = min(2, m)
    y = x
    where (y(l:m) > 0.7d0)
      y(l:m) = y(l:m)**2
    elsewhere (y(l:m) > 0.3d0)
      y(l:m) = y(l:m)*3
    elsewhere
      y(l:m) = sin(x(l:m))
    end where
    where (y(2:m) > y(1:m-1))
      y(1:m-1) = y(2:m)*y(1:m-1)
    elsewhere
      y(2:m) = y(1:m-1)**2
    end where
  end subroutine
  subroutine back(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: m
    logical :: odd(n)
    m = count(x > 0.6d0)
    odd = x > 0.8d0
    y = 2*x
    where (x(m:1:-1) > 0.7d0 .and. odd(1:m))
      y(1:m) = x(m:1:-1)
    elsewhere
      y(1:m) = y(m:1:-1)*x(1:m)
    end where
  end subroutine
  subroutine none(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: m
    m = count(x > 60d0)
    y = x**2
    where (x(1:m) > 0.7d0)
      y(1:m) = 1/(x(1:m) - x(1:m))
    elsewhere
      y(1:m) = 3
    end where
  end subroutine
  subroutine nested(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: m, k
    real(8) :: a(0:n, 2)
    a = 1
    a(1:, 1) = x
    y = x
    do k = 1, 2
      m = count(y > 0.6d0)
      where (y(1:m) > 0.65d0)
        y(1:m) = y(1:m)*a(1:m, 1)
        where (y(1:m) > 0.5d0)
          y(1:m) = y(1:m)**2
        elsewhere
          y(1:m) = a(0:m-1, 1)*y(1:m)
        end where
      elsewhere
        y(1:m) = y(1:m) + 1
      end where
    end do
  end subroutine
  subroutine column(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: m
    real(8) :: a(n, 2)
    m = count(x > 0.6d0)
    a(:, 1) = x
    a(:, 2) = x**2
    where (a(1:m, 2) > 0.5d0)
      y(1:m) = a(1:m, 1)
    elsewhere
      y(1:m) = a(1:m, 2)
    end where
  end subroutine
end module
"""


@pytest.mark.parametrize("function", ["chain", "back", "none", "nested", "column"])
def test_against_gfortran(tmp_path: Path, function: str) -> None:
    source = tmp_path / "w.f90"
    source.write_text(SOURCE)
    request = ["check", str(source), "--function", function, "--wrt", "x", "--of", "y"]
    result = CliRunner().invoke(adc, [*request, "--size", "n=6"])
    assert result.exit_code == 0 and "primal against gfortran" in result.output, result.output
