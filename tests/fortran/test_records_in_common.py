"""COMMON with variables of derived types: their components are variables of the block, in the way
that every unit declares it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked
from tests.test_rejects import run_adc

RECORDS = """
subroutine step(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  type point
    sequence
    real(8) :: pos(2), mass
    integer :: kind
    real :: w
  end type
  type(point) :: p(3), q
  integer :: k
  real(8) :: g
  common /pts/ p, g, q, k
  integer :: i
  do i = 1, n
    y(i) = x(i)*p(1)%pos(2)*g + p(mod(i,3)+1)%mass*q%w + p(2)%kind*k
  end do
  p(:)%mass = p%mass*x(1)
  p(2)%pos = p(3)%pos*2 + q%pos
  call other(y(1))
end subroutine
subroutine other(s)
  real(8), intent(inout) :: s
  type spot
    sequence
    real(8) :: x(2), m
    integer :: l
    real :: w
  end type
  type(spot) :: a(3), b
  real(8) :: gg
  integer :: kk
  common /pts/ a, gg, b, kk
  s = s*a(1)%m + b%x(1)*gg
  b%m = s*a(2)%x(1)
end subroutine
"""
NESTED = """
subroutine nested(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type pt
    sequence
    real(8) :: a, b(2)
  end type
  type box
    sequence
    type(pt) :: low, high
    real(8) :: w(2,2)
  end type
  type(box) :: p(3), q
  type(pt) :: r(2)
  real(8) :: s
  common /re/ p, s
  common q, r
  y = x*p(2)%low%a + q%high%b(2)*p(1)%w(2,1)*r(2)%b(1)
  q = p(3)
  r(1) = q%low
  call inner(r(2), s)
contains
  subroutine inner(one, t)
    type(pt), intent(inout) :: one
    real(8), intent(inout) :: t
    one%a = one%a*t*y
    t = t*one%b(2)
  end subroutine
end subroutine
"""
COMPLEX = """
subroutine cplx(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type pt
    sequence
    complex(8) :: z
    logical :: on
    real :: a
  end type
  type(pt) :: p, q
  real(8) :: s
  common /re/ p, s, q
  if (p%on) then
  y = x*real(p%z)*s + q%a
  else
  y = x*x*s
  end if
  p%z = p%z*x
end subroutine
"""
SHAPED = """
subroutine shaped(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type pt
    sequence
    real(8) :: a, b
  end type
  type(pt) :: p
  common /re/ p(4)
  y = x*p(2)%a
end subroutine
"""
UNUSED = """
subroutine opaque(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  type slot
    sequence
    real(8), pointer :: ptr(:)
  end type
  type named
    sequence
    character(len=5) :: name
    integer :: k(3)
    integer(2) :: short
    type(slot), pointer :: one
  end type
  type(slot) :: mem(0:4)
  type(named) :: who
  real(8) :: g(3)
  integer :: k
  common /grid/ mem, who, g, k
  y = x*g(2)*k + g(1)
  g(3) = x(1)**2
end subroutine
"""
REFUSED = {
    "another layout": (
        SHAPED.replace("  y = x", "  call other(y)\n  y = y*x")
        + "subroutine other(y)\n  real(8) :: y, a(4), b(4)\n  common /re/ a, b\n  y = a(2)\n"
        "end subroutine\n",
        "error[ADC0249]: units divide /re/, which has the component `p_a`, in different ways",
    ),
    "equivalence": (
        SHAPED.replace("p(4)", "p(4)\n  real(8) :: w(2)\n  equivalence (w, p)"),
        "error[ADC0177]: EQUIVALENCE of a variable of a derived type is not supported",
    ),
    "padding inside": (
        NESTED.replace("real(8) :: a, b(2)", "real(8) :: a, b(2); integer :: k"),
        "error[ADC0173]: `q` of a derived type in COMMON is not supported",
    ),
    "what is no number": (
        UNUSED.replace("g(2)*k", "g(2)*who%k(1)"),
        "error[ADC0173]: `who` of a derived type in COMMON, whose components are not all numbers,"
        " is not supported",
    ),
    "pointers": (
        UNUSED.replace("g(2)*k", "mem(1)%ptr(1)"),
        "error[ADC0173]: `mem` is an array whose elements have arrays of their own sizes",
    ),
}


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (RECORDS, "--function step --wrt p_mass,p_pos,q_pos,g --of y,q_mass,p_pos,p_mass"),
        pytest.param(RECORDS, "--function step --wrt x,p --of y", marks=pytest.mark.long),
        (NESTED, "--wrt x,p_low_a,p_w,s --of y,s,r_a,q_high_b"),
        pytest.param(COMPLEX, "--wrt x,p,s --of y,p", marks=pytest.mark.long),
        pytest.param(SHAPED, "--wrt x,p --of y", marks=pytest.mark.long),
        (UNUSED, "--wrt x,g --of y,g"),
    ],
)
def test_proved(text: str, options: str, tmp_path: Path) -> None:
    checked(tmp_path, "f.f90", options, text)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    text, message = REFUSED[name]
    (tmp_path / "f.f90").write_text(text)
    told = ["--function", "nested"] if "nested" in text else []
    told += ["--function", "shaped"] if "shaped" in text else []
    result = run_adc(["grad", "f.f90", "--wrt", "x", "--of", "y", *told], tmp_path, {})
    assert result.exit_code == 1
    assert message in " ".join(result.output.split("\n"))
