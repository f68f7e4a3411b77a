"""Arrays of modules that a routine allocates, or that MOVE_ALLOC gives an array of its own: the
caller has them with these extents."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked
from tests.test_rejects import run_adc

ANEW = """\
module store
  implicit none
  real(8), allocatable :: a(:), b(:), w(:,:)
  real(8) :: held = 2
end module
module others
  implicit none
  real(8), allocatable :: b(:), w(:,:)
end module
subroutine keyword(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: new(:), own(:)
  allocate(new(n), own(n))
  new = x
  call move_alloc(to=a, from=new)
  if (allocated(new)) a(1) = 3*a(1)
  own = a*x
  call move_alloc(to=a, from=own)
  y = sum(a**2)
  if (.not. allocated(own)) y = y*x(1)
end subroutine
subroutine readbefore(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  y = sum(b)*x(1)
  deallocate(b)
  allocate(b(n))
  b = x**2
  y = y + sum(b)
end subroutine
subroutine inloop(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, 3
    allocate(w(n, 2))
    w(:, 1) = x*i
    w(:, 2) = w(:, 1)**2
    y = y + sum(w)
    deallocate(w)
  end do
end subroutine
subroutine sourced(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: st
  allocate(b(n), source=x, stat=st)
  if (st /= 0) stop 1
  allocate(w(n,2), source=held)
  y = sum(b**2)*w(1,1)
end subroutine
subroutine cond(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  y = 0
  if (x(1) > 0.7d0) then
    allocate(b(n))
    b = x**2
    y = sum(b)
    deallocate(b)
  end if
  y = y + x(2)
end subroutine
subroutine grow(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: new(:)
  allocate(new(2*n))
  new(:n) = x*a(1)
  new(n+1:) = 2*x
  call move_alloc(new, a)
  y = sum(a**2)
end subroutine
subroutine keep(n, x, y)
  use others
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  if (allocated(b)) deallocate(b)
  allocate(b(0:n), w(2, n))
  b(0) = 1
  b(1:) = x
  w(1, :) = x
  w(2, :) = x**2
  y = sum(b*b) + sum(w)
end subroutine
subroutine amr(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  call resize(n)
  a(1:n) = a(1:n)*x
  y = sum(a)
end subroutine
subroutine resize(m)
  use store
  implicit none
  integer, intent(in) :: m
  real(8), allocatable :: new(:)
  if (size(a) < m) then
    allocate(new(m))
    new(1:size(a)) = a
    call move_alloc(new, a)
  end if
end subroutine
"""
PROVED = {
    "keyword": "--wrt x",
    "readbefore": "--wrt x,b",
    "sourced": "--wrt x",
    "inloop": "--wrt x --size n=3,w_1=3,w_2=2",
    "cond": "--wrt x --size n=4,b_1=4 --set x=0.2:1.3",
    "grow": "--wrt x,a --size n=3,a_1=6",
    "keep": "--wrt x --size n=3,b_1=4,w_1=2",
    "amr": "--wrt x --size n=3,a_1=4",
}
REFUSED_TEXT = """\
module store
  implicit none
  real(8), allocatable :: a(:), b(:), w(:,:)
  real(8) :: held = 2
end module
subroutine asked(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: c
  call ask(c)
  allocate(b(n))
  b = x*c
  y = sum(b**2)
end subroutine
subroutine ask(c)
  use store
  real(8), intent(out) :: c
  c = 1
  if (allocated(b)) c = 2
end subroutine
subroutine askdummy(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: c
  interface
   subroutine ask2(d, c)
    real(8), allocatable, intent(in) :: d(:)
    real(8), intent(out) :: c
   end subroutine
  end interface
  call ask2(b, c)
  allocate(b(n))
  b = x*c
  y = sum(b**2)
end subroutine
subroutine ask2(d, c)
  real(8), allocatable, intent(in) :: d(:)
  real(8), intent(out) :: c
  c = 1
  if (allocated(d)) c = 2
end subroutine
subroutine frommodule(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  allocate(b(n))
  b = x**2
  call move_alloc(b, a)
  y = sum(a)
end subroutine
subroutine pointed(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable, target :: new(:)
  real(8), pointer :: p(:)
  allocate(new(n))
  new = x
  p => new
  call move_alloc(new, a)
  p(1) = 5*x(2)
  y = sum(a**2)
end subroutine
subroutine bylow(n, x, y)
  use store
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: new(:)
  allocate(new(0:n-1))
  new = x
  call move_alloc(new, a)
  y = sum(a**2) + a(0)
end subroutine
"""
REFUSED = {
    "asked": "error[ADC0169]: `allocated` where another routine allocates an array that this one",
    "askdummy": "error[ADC0169]: `allocated` where another routine allocates an array",
    "frommodule": "error[ADC0169]: MOVE_ALLOC of other than an array of the routine's own",
    "bylow": "error[ADC0169]: `a`, whose lower bounds are those of `new`, is not supported",
    "pointed": "error[ADC0157]: pointers are not supported",
}
ENDED = {"grow": ("a_1=5", "GROW_GRAD_ESIZE"), "cond": ("b_1=5", "COND_GRAD_ESTOP")}


@pytest.mark.parametrize("function", PROVED)
def test_proved(function: str, tmp_path: Path) -> None:
    checked(tmp_path, "m.f90", f"--function {function} --of y {PROVED[function]}", ANEW)


@pytest.mark.parametrize("function", ENDED)
def test_other_extents(function: str, tmp_path: Path) -> None:
    """The call returns an error code where the routine would give the array another shape."""
    (tmp_path / "m.f90").write_text(ANEW)
    sizes, code = ENDED[function]
    told = ["check", "m.f90", "--function", function, "--wrt", "x", "--of", "y"]
    result = run_adc([*told, "--size", f"n=3,{sizes}", "--set", "x=0.8:1.3"], tmp_path, {})
    assert result.exit_code == 4
    assert f"the primal returns {code}" in result.output


@pytest.mark.parametrize("function", REFUSED)
def test_refused(function: str, tmp_path: Path) -> None:
    (tmp_path / "m.f90").write_text(REFUSED_TEXT)
    told = ["grad", "m.f90", "--function", function, "--wrt", "x", "--of", "y"]
    result = run_adc(told, tmp_path, {})
    assert result.exit_code == 1
    assert REFUSED[function] in result.output
