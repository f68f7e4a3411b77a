"""Allocatable arrays of objects inside objects, held against gfortran; what is refused of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked
from tests.test_rejects import run_adc

#: The options of `adc check`, and the text.
RIGHT: dict[str, tuple[str, str]] = {
    "dummies_of_all_ranks": ("--function f --wrt g%cells%w,x --of y --size n=4", """
module m
  type cell
    real(8) :: w = 0.25d0
    real(8) :: p(2) = 1
    integer :: k = 2
  end type
  type inner
    type(cell), allocatable :: c(:)
  end type
  type grid
    type(cell), allocatable :: cells(:)
    type(inner) :: in
    integer :: n
  end type
contains
  subroutine f(n, x, g, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    type(grid), intent(inout) :: g
    real(8), intent(out) :: y
    integer :: i
    do i = 1, size(g%cells)
      g%cells(i)%w = g%cells(i)%w*x(1) + g%cells(i)%p(2)*x(2)
    end do
    if (.not. allocated(g%in%c)) allocate(g%in%c(n))
    g%in%c(2)%w = x(2)
    y = sum(g%cells%w**2) + sum(g%in%c%w*x) + g%cells(2)%p(1)*g%cells(2)%k
  end subroutine
end module
"""),
    "made_copied_freed": ("--function f --wrt x --of y --size n=4", """
module m
  type cell
    real(8) :: w = 0.25d0
    real(8) :: p(2) = 1
  end type
  type grid
    type(cell), allocatable :: cells(:)
    real(8) :: s = 2
  end type
contains
  subroutine f(n, x, y, g)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    type(grid), intent(out) :: g
    real(8), intent(out) :: y
    type(grid) :: h
    type(cell) :: c
    integer :: i
    allocate(g%cells(n))
    y = g%cells(3)%w + g%s
    do i = 1, n
      g%cells(i)%p = x(i)*[1d0, 2d0]
      call one(g%cells(i), x(i))
    end do
    h = g
    y = y + h%cells(2)%p(2)*h%cells(1)%w
    c = g%cells(n)
    h%cells(1) = c
    h%cells(2) = cell(x(1), [x(2), x(3)])
    y = y + h%cells(1)%w*h%cells(2)%p(2)
    g%cells(2) = g%cells(3)
    y = y + sum(g%cells%p(2))
  end subroutine
  subroutine one(c, v)
    type(cell), intent(inout) :: c
    real(8), intent(in) :: v
    c%w = c%w*v*c%p(2)
  end subroutine
end module
"""),
    "grown_by_move_alloc": ("--function f --wrt x --of y --size n=4", """
module m
  type cell
    real(8) :: w
    real(8) :: p(2)
  end type
  type grid
    type(cell), allocatable :: cells(:)
  end type
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(grid) :: g
    type(cell), allocatable :: t(:)
    integer :: i
    allocate(g%cells(1))
    g%cells(1)%w = x(1); g%cells(1)%p = x(2)
    do i = 2, n
      allocate(t(i))
      t(1:i-1) = g%cells
      t(i)%w = x(i)*g%cells(1)%w
      t(i)%p = x(i)
      call move_alloc(t, g%cells)
    end do
    y = 0
    do i = 1, size(g%cells)
       y = y + g%cells(i)%w**2 + sum(g%cells(i)%p)
    end do
  end subroutine
end module
"""),
    "made_by_others": ("--function f --wrt x --of y --size n=4", """
module m
  type cell
    real(8) :: w
    real(8) :: p(2)
  end type
  type grid
    type(cell), allocatable :: cells(:)
  end type
  type(grid) :: gg
contains
  subroutine setup(g, n)
    type(grid), intent(inout) :: g
    integer, intent(in) :: n
    if (allocated(g%cells)) deallocate(g%cells)
    allocate(g%cells(0:n))
    g%cells(:)%w = 0.5d0
  end subroutine
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(grid) :: g
    type(cell) :: c
    integer :: i
    call setup(g, n)
    do i = 1, n
      g%cells(i)%w = g%cells(i-1)%w*x(i)
      g%cells(i)%p = [x(i), g%cells(i)%w]
    end do
    c = g%cells(n)
    call upd(g%cells(2))
    y = c%w + sum(g%cells%w) + g%cells(1)%p(2)*size(g%cells)
  end subroutine
  subroutine upd(c)
    type(cell), intent(inout) :: c
    c%w = c%w**2*c%p(1)
  end subroutine
end module
"""),
    "bound_procedures": ("--function f --wrt x --of y --size n=4", """
module m
  type cell
    real(8) :: w = 0.25d0
    real(8) :: p(2) = 1
  end type
  type grid
    type(cell), allocatable :: cells(:)
    real(8) :: s = 2
  contains
    procedure :: total
    procedure :: grow
  end type
contains
  subroutine fresh(g, n)
    type(grid), intent(out) :: g
    integer, intent(in) :: n
    if (.not. allocated(g%cells)) allocate(g%cells(n))
    g%cells(:)%w = 3
  end subroutine
  real(8) function total(this)
    class(grid), intent(in) :: this
    integer :: i
    total = this%s
    do i = lbound(this%cells, 1), ubound(this%cells, 1)
      total = total + this%cells(i)%w*this%cells(i)%p(2)
    end do
  end function
  subroutine grow(this, v)
    class(grid), intent(inout) :: this
    real(8), intent(in) :: v
    type(cell), allocatable :: t(:)
    integer :: k
    k = size(this%cells)
    allocate(t(k + 1))
    t(:k) = this%cells
    t(k+1)%w = v
    call move_alloc(t, this%cells)
  end subroutine
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(grid) :: g, h
    integer :: i
    allocate(g%cells(2))
    g%cells(1)%w = 100
    call fresh(g, n)
    y = size(g%cells)
    do i = 1, n
      g%cells(i)%w = g%cells(i)%w*x(i)
    end do
    y = y + g%total()
    call g%grow(x(1))
    call g%grow(x(2)*y)
    y = y + g%total() + size(g%cells)
    h = grid(g%cells, x(3))
    y = y + h%total()
  end subroutine
end module
"""),
    "lower_bounds": ("--function f --wrt g%cells%w --of g%cells%p --size n=4", """
module m
  type cell
    real(8) :: w = 0.25d0
    real(8) :: p = 1
  end type
  type grid
    type(cell), allocatable :: cells(:)
  end type
contains
  subroutine setup(g, n)
    type(grid), intent(inout) :: g
    integer, intent(in) :: n
    allocate(g%cells(-1:n))
  end subroutine
  subroutine f(n, g)
    integer, intent(in) :: n
    type(grid), intent(inout) :: g
    integer :: i
    do i = 0, ubound(g%cells, 1)
      g%cells(i)%p = g%cells(i-1)%w*g%cells(i)%w + lbound(g%cells, 1)*g%cells(i)%w**2
    end do
  end subroutine
end module
"""),
    "two_dimensions": ("--function f --wrt x --of g%cells%w --size n=4", """
module m
  type cell
    real(8) :: w = 0.25d0
    real(8) :: p(3) = 1
  end type
  type grid
    type(cell), allocatable :: cells(:,:)
  end type
contains
  subroutine f(n, x, g)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    type(grid), intent(inout) :: g
    integer :: i, j
    allocate(g%cells(n, 2))
    do j = 1, 2
      do i = 1, n
        g%cells(i,j)%p(j) = x(i)*j
        g%cells(i,j)%w = sum(g%cells(i,j)%p**2)
      end do
    end do
  end subroutine
end module
"""),
    "of_a_module": ("--function f --wrt x,gg%cells%w --of y --size n=4", """
module m
  type cell
    real(8) :: w
    real(8) :: p(2)
  end type
  type grid
    type(cell), allocatable :: cells(:)
  end type
  type(grid) :: gg
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(cell), allocatable :: c(:)
    integer :: i
    c = gg%cells
    do i = 1, size(c)
      c(i)%w = c(i)%w*x(1)
    end do
    gg%cells = c
    gg%cells = c
    y = sum(c%w) + sum(gg%cells%w*2) + size(gg%cells)
  end subroutine
end module
"""),
    "objects_moved": ("--function f --wrt x --of y --size n=4", """
module m
  type cell
    real(8) :: w
    real(8) :: p
  end type
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(cell), allocatable :: t(:), c(:)
    integer :: i
    allocate(t(n))
    t%w = x
    t%p = x**2
    call move_alloc(t, c)
    y = sum(c%w*c%p)
  end subroutine
end module
"""),
}  # fmt: skip

REFUSED = """
module m
  type cell
    real(8) :: w = 0.25d0
  end type
  type grid
    type(cell), allocatable :: cells(:)
  end type
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(grid) :: g(2)
    allocate(g(1)%cells(n), g(2)%cells(2))
    g(1)%cells%w = x
    y = sum(g(1)%cells%w)
  end subroutine
end module
"""


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_what_gfortran_runs(name: str, tmp_path: Path) -> None:
    checked(tmp_path, "k.f90", *RIGHT[name])


def test_arrays_of_objects_with_such_arrays_are_refused(tmp_path: Path) -> None:
    (tmp_path / "k.f90").write_text(REFUSED)
    result = run_adc(["grad", "k.f90", "--function", "f", "--wrt", "x", "--of", "y"], tmp_path, {})
    assert result.exit_code == 1 and "arrays of one size" in result.stderr


def test_arguments_say_which_components_they_are(tmp_path: Path) -> None:
    (tmp_path / "k.f90").write_text(RIGHT["lower_bounds"][1])
    words = ["grad", "k.f90", "--function", "f", "--wrt", "g%cells%w", "--of", "g%cells%p"]
    assert run_adc([*words, "-o", "o"], tmp_path, {}).exit_code == 0
    assert "g%cells%w" in (tmp_path / "o" / "f_grad.h").read_text()
