"""Distances of elements that sizes decide, and columns that are the end of a vector."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked

ROWS = """
subroutine rows(m, n, a, lda, norms)
  implicit none
  integer :: m, n, lda, i
  real(8) :: a(lda, *), norms(m)
  real(8), external :: dnrm2, dasum
  integer, external :: idamax
  do i = 1, m
    if (i > 2) call dscal(n, norms(1), a(i, 1), lda)
    norms(i) = dnrm2(n, a(i, 1), lda) + dasum(n - 1, a(i, 1), lda)*a(i, idamax(n, a(i, 1), lda))
  end do
end subroutine
"""
RANK_ONE = """
subroutine top(n, x, y)
  implicit none
  integer :: n
  real(8) :: x(n), y(n)
  call columns(n, 1, x, y, n)
end subroutine
subroutine columns(n, k, x, b, ldb)
  implicit none
  integer :: n, k, ldb, j
  real(8) :: x(n), b(ldb, *)
  do j = 1, n - 1
    call added(n - j, k, x(j + 1), b(j, 1), ldb, b(j + 1, 1), ldb)
  end do
end subroutine
subroutine added(m, n, x, y, incy, a, lda)
  implicit none
  integer :: m, n, incy, lda, i, j, at
  real(8) :: x(*), y(*), a(lda, *)
  at = 1
  do j = 1, n
    do i = 1, m
      a(i, j) = a(i, j) - x(i)*y(at)
    end do
    at = at + incy
  end do
end subroutine
"""


@pytest.mark.parametrize("sizes", ["m=4,n=5,lda=4", "m=3,n=2,lda=6"])
def test_along_rows(tmp_path: Path, sizes: str) -> None:
    checked(tmp_path, "f.f90", f"--function rows --wrt a --of a,norms --size {sizes}", ROWS)


def test_the_end_of_a_vector_as_a_column(tmp_path: Path) -> None:
    checked(tmp_path, "f.f90", "--function top --wrt x,y --of y", RANK_ONE)
