"""Functions whose value is an array of a derived type, and default values of components that are
arrays, in arrays of the type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked
from tests.test_rejects import run_adc

VALUES = """\
module pts
  implicit none
  type point
    real(8) :: x, y(2)
    integer :: k = 3
  end type
contains
  function ring(n, r) result(p)
    integer, intent(in) :: n
    real(8), intent(in) :: r
    type(point) :: p(n)
    integer :: i
    do i = 1, n
      p(i)%x = r*i
      p(i)%y = [r**2, sin(r*i)]
    end do
    p(1)%k = 2
  end function
  function alloc(v) result(p)
    real(8), intent(in) :: v(:)
    type(point), allocatable :: p(:)
    allocate(p(size(v)))
    p%x = v**2
    p%y(1) = v
    p%y(2) = 1
  end function
  elemental function made(v, s) result(p)
    real(8), intent(in) :: v, s
    type(point) :: p
    p%x = v*s
    p%y = [s, v*v]
  end function
  real(8) function total(p)
    type(point), intent(in) :: p(:)
    total = sum(p%x)*sum(p%y(1)*p%y(2)) + sum(p%k)
  end function
end module
subroutine a1(n, x, y)
  use pts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(point) :: p(n), q(2)
  type(point), allocatable :: w(:)
  p = ring(n, x(1))
  q = ring(2, x(2)*p(2)%x)
  w = ring(n+1, x(2))
  y = total(p)*q(2)%y(2) + q(1)%k + total(w)
end subroutine
subroutine a2(n, x, y)
  use pts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  y = total(ring(n, x(1)))*total(alloc(x))
end subroutine
subroutine a3(n, x, y)
  use pts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(point), allocatable :: w(:)
  w = alloc(x)
  y = total(w) + w(2)%y(1)
end subroutine
subroutine a4(n, x, y)
  use pts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(point) :: w(n)
  w = made(x, 2*x(1))
  y = total(w) + w(2)%y(1)
end subroutine
"""
OTHERS = """\
module pts
  implicit none
  type point
    real(8) :: x = 0.5d0, y(2) = [1d0, 2d0]
    integer :: k = 3
  end type
  type holder
    real(8) :: s
  contains
    procedure :: spread => spread_holder
  end type
  interface operator(*)
    module procedure scaled
  end interface
  type(point) :: glob(3)
contains
  function low(n, r)
    integer, intent(in) :: n
    real(8), intent(in) :: r
    type(point), dimension(0:n) :: low
    integer :: i
    if (r < 0.3d0) return
    do i = 0, n
      low(i)%x = r*i + glob(2)%x
    end do
  end function
  function scaled(s, p) result(q)
    real(8), intent(in) :: s
    type(point), intent(in) :: p(:)
    type(point) :: q(size(p))
    q = p
    q%x = p%x*s
  end function
  function spread_holder(this, n) result(q)
    class(holder), intent(in) :: this
    integer, intent(in) :: n
    type(point) :: q(n, 2)
    q%x = this%s
    q(:, 2)%x = this%s**2
  end function
  function scaled_glob(s) result(q)
    real(8), intent(in) :: s
    type(point) :: q(3)
    q = glob
    q(2)%x = s*glob(1)%x
  end function
end module
subroutine b1(n, x, y)
  use pts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(point) :: p(n+1)
  p = low(n, x(1))
  y = p(2)%x*p(1)%x + p(1)%y(2)*x(2)*p(n+1)%k
end subroutine
subroutine b2(n, x, y)
  use pts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(point) :: p(n)
  integer :: i
  p%x = x
  do i = 1, 3
    p = (x(1)*i)*p
  end do
  p(2:n) = x(2)*p(1:n-1)
  y = sum(p%x) + sum(p%y(2))*x(2)
end subroutine
subroutine b3(n, x, y)
  use pts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(holder) :: h
  type(point), allocatable :: p(:, :)
  h%s = x(1)
  p = h%spread(2)
  p(1, 2) = p(2, 1)
  y = sum(p%x)*size(p)
end subroutine
subroutine b4(n, x, y)
  use pts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  glob(1)%x = x(1)
  glob = scaled_glob(x(2))
  glob = scaled_glob(x(3))
  y = glob(1)%x*x(1) + glob(2)%x
end subroutine
subroutine b5(n, x, y)
  use pts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(point) :: p(2)
  integer :: i
  y = 0
  do i = 1, n
    if (x(i) > 0.5d0) then
      p = scaled(x(i), [point(x(1)), point(x(2))])
      y = y + p(2)%x
    end if
  end do
end subroutine
"""
DEFAULTS = """\
module pts
  implicit none
  type point
    real(8) :: x = 0.5d0, y(2) = [1d0, 2d0]
  end type
end module
subroutine c1(n, x, y)
  use pts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(point), allocatable :: q(:)
  type(point) :: p(n)
  p%x = x
  p%y(2) = x
  allocate(q(n))
  q = p
  y = sum(q%x*q%y(2))
end subroutine
subroutine c2(n, x, y)
  use pts
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(point), allocatable :: q(:)
  allocate(q(n))
  q%x = x
  y = sum(q%x*q%y(2))
end subroutine
"""
ELEMENTS = """\
module duals
  implicit none
  type dual
    real(8) :: v = 0.1d0, d(2) = [0.2d0, 0.3d0]
  end type
  type, extends(dual) :: named
    integer :: id = 1
  end type
  interface operator(+)
    module procedure plus, plus_real
  end interface
  interface operator(*)
    module procedure times
  end interface
  interface operator(-)
    module procedure minus
  end interface
contains
  elemental function plus(a, b) result(c)
    type(dual), intent(in) :: a, b
    type(dual) :: c
    c%v = a%v + b%v
    c%d = a%d + b%d
  end function
  elemental function plus_real(a, b) result(c)
    type(dual), intent(in) :: a
    real(8), intent(in) :: b
    type(dual) :: c
    c = a
    c%v = a%v + b
  end function
  elemental function times(a, b) result(c)
    type(dual), intent(in) :: a, b
    type(dual) :: c
    c%v = a%v*b%v
    c%d = a%d*b%v + a%v*b%d
  end function
  elemental function minus(a) result(c)
    type(dual), intent(in) :: a
    type(dual) :: c
    c%v = -a%v
    if (a%v > 0.6d0) c%d = -a%d
  end function
  function square(x) result(y)
    real(8), intent(in) :: x
    real(8) :: y
    y = x*x
  end function
end module
subroutine e1(n, x, y)
  use duals
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(dual) :: a(-1:n-2), b(n), s, m(2, n)
  type(dual) :: w(n), z(2, n)
  a%v = x
  a%d(1) = x**2
  b = a
  b%d(2) = x(n:1:-1)
  s = dual(x(1), [x(2), 1d0])
  w = a*b + s
  w = -w + x
  b = w*a
  w = b + a
  b(2:n) = w(1:n-1)
  m(1, :)%v = x
  m(2, :)%v = x**2
  z = m*m + m
  y = sum(w%v) + sum(w%d(2)) + sum(b%d(1)*b%v) + sum(z%v*z%d(2)) + z(2, 1)%v
end subroutine
subroutine e5(n, x, y)
  use duals
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(dual) :: a(n), c(n)
  integer :: i
  a%v = x
  do i = 1, 3
    if (x(i) > 0.5d0) a = a*a
    associate (q => a)
      c = q + x
    end associate
  end do
  c = minus(plus(a, c))
  y = sum(a%v) + total(c + a)
contains
  real(8) function total(p)
    type(dual), intent(in) :: p(:)
    total = sum(p%v*p%d(2))
  end function
end subroutine
subroutine e2(n, x, y)
  use duals
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(dual) :: a(n)
  a%v = x
  a = a + x*2
  y = sum(a%v)
end subroutine
subroutine e3(n, x, y)
  use duals
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(dual) :: a(n)
  a%v = x
  a = a + square(x(1))
  y = sum(a%v)
end subroutine
subroutine e4(n, x, y)
  use duals
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(dual) :: a(n)
  integer :: size, i
  a%v = x
  size = 3
  do i = 1, size
  a = a*a
  end do
  y = sum(a%v)
end subroutine
subroutine e6(n, x, y)
  use duals
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(dual) :: a(n), c(n)
  integer :: i
  a%v = x
  do i = 1, 3
    if (x(i) > 0.5d0) a = a*a
    associate (q => a)
      c = q + x
    end associate
  end do
  c = minus(plus(a=a, b=c))
  y = sum(a%v) + total(c + a)
contains
  real(8) function total(p)
    type(dual), intent(in) :: p(:)
    total = sum(p%v*p%d(2))
  end function
end subroutine
subroutine e7(n, x, y)
  use duals
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(dual) :: a(-1:n-2), b(n), s, m(2, n)
  type(dual), allocatable :: w(:), z(:, :)
  a%v = x
  a%d(1) = x**2
  b = a
  b%d(2) = x(n:1:-1)
  s = dual(x(1), [x(2), 1d0])
  w = a*b + s
  w = -w + x
  b = w*a
  b(2:n) = b(1:n-1) + a(0:n-2)
  m(1, :)%v = x
  m(2, :)%v = x**2
  z = m*m + m
  y = sum(w%v) + sum(w%d(2)) + sum(b%d(1)*b%v) + sum(z%v*z%d(2)) + z(2, 1)%v
end subroutine
"""
PROVED = {
    **dict.fromkeys(["e1", "e5"], ELEMENTS),
    **dict.fromkeys(["a1", "a2", "a3", "a4"], VALUES),
    **dict.fromkeys(["b1", "b2", "b3"], OTHERS),
    **dict.fromkeys(["c1", "c2"], DEFAULTS),
}
REFUSED = {
    **dict.fromkeys(["e2", "e3", "e7"], (ELEMENTS, "the function `plus")),
    "e4": (ELEMENTS, "`times` of arrays where `size` is a name of the routine's own is not"),
    "e6": (ELEMENTS, "`plus` of arrays with keywords is not supported"),
    "b4": (OTHERS, "`glob`, which `scaled_glob` may read while it gets its value, is not"),
    "b5": (OTHERS, "an array constructor of a derived type as an argument is not supported"),
}


@pytest.mark.parametrize("function", PROVED)
def test_proved(function: str, tmp_path: Path) -> None:
    checked(tmp_path, "f.f90", f"--function {function} --wrt x --of y", PROVED[function])


@pytest.mark.parametrize("function", REFUSED)
def test_refused(function: str, tmp_path: Path) -> None:
    text, message = REFUSED[function]
    (tmp_path / "f.f90").write_text(text)
    told = ["grad", "f.f90", "--function", function, "--wrt", "x", "--of", "y"]
    result = run_adc(told, tmp_path, {})
    assert result.exit_code == 1
    assert f"error[ADC0173]: {message}" in result.output
