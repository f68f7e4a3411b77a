"""Implied DO loops of output, which leave their variables changed, as the original's do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_rejects import run_adc

TEXT = """
subroutine behind(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: k
  k = 7
  write (*, *) (k, k=1, 3)
  y = x*k
end subroutine
subroutine nested(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: k, j
  k = 7
  j = 1
  print *, ((k*j, j=1, 2), k=1, 3)
  y = x*j
end subroutine
subroutine again(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: k, j
  k = 1
  y = x
  do j = 1, 3
    y = y*k
    write (*, *) (k, k=1, 3)
  end do
end subroutine
subroutine passed(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: k, j
  k = 1
  y = x
  do j = 1, 3
    if (x > 0) write (*, *) (k, k=1, 3)
    if (j == 2) exit
    k = 4
  end do
  y = y*k
end subroutine
subroutine shared(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: k
  common /counts/ k
  y = x
  write (*, *) (k, k=1, 3)
end subroutine
subroutine calls(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: k
  k = 2
  call reports(k)
  y = x*k
end subroutine
subroutine reports(k)
  integer :: k
  print *, (k, k=1, 3)
end subroutine
subroutine anew(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: k, j
  real(8) :: v(3)
  y = 0
  do k = 1, 3
    v(k) = x*k
  end do
  write (*, *) (v(k), k=1, 3)
  do j = 1, 2
    do k = 1, 3
      y = y + v(k)*j
    end do
    block
      integer :: k
      print *, (v(k), k=1, 3), [(k, k=1, 2)]
    end block
    print *, (v(k), k=1, 3)
  end do
  k = 2
  y = y*k
end subroutine
      subroutine saved(x, y)
      real(8), intent(in) :: x
      real(8), intent(out) :: y
      real(8) v(3)
      save
      do 10 i = 1, 3
10    v(i) = x*i
      i = 5
20    y = v(1) + i
      i = i + 1
      if (i < 8) goto 20
      write (*, 99) (v(i), i=1, 3)
99    format(3f8.3)
      end subroutine
"""


def checked(function: str, folder: Path) -> tuple[int, str]:
    (folder / "k.f90").write_text(TEXT)
    done = run_adc(
        ["check", "k.f90", "--function", function, "--wrt", "x", "--of", "y"], folder, {}
    )
    return done.exit_code, done.output


@pytest.mark.parametrize("function", ["anew", "saved"])
def test_variables_that_are_set_anew(function: str, tmp_path: Path) -> None:
    status, output = checked(function, tmp_path)
    assert status == 0, output
    assert "primal against gfortran" in output


@pytest.mark.parametrize("function", ["behind", "nested", "again", "passed", "shared", "calls"])
def test_variables_that_are_read_are_refused(function: str, tmp_path: Path) -> None:
    status, output = checked(function, tmp_path)
    assert status == 1 and "error[ADC0169]" in output, output
