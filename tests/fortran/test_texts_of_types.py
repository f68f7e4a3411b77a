"""Components that are characters and are only set, messages that are made of several texts, and
inactive subroutines whose source adc cannot read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_rejects import run_adc

NAMES = """
module controls
  implicit none
  type control
    integer :: n
    real(8), allocatable :: x(:)
    character(12), allocatable :: name(:), grid(:, :)
    character(len=:), allocatable :: title
    character(8) :: unit(2), one
  end type
  type setup
    type(control) :: c
    character(20) :: keys(3)
  end type
contains
  subroutine named(s, v, y)
    type(setup), intent(inout) :: s
    real(8), intent(in) :: v
    real(8), intent(out) :: y
    integer :: j
    do j = 1, s%c%n
      s%c%x(j) = s%c%x(j)*v + j
      s%c%name(j) = trim(s%keys(1))//"-"//s%keys(2)
      s%c%grid(j, 2) = s%c%name(j)
    end do
    s%c%unit(1) = 'm'
    s%c%one = adjustl(s%c%unit(1))
    s%keys(3) = 'x'
    y = sum(s%c%x**2)
  end subroutine
  subroutine selects(s, v, y)
    type(setup), intent(inout) :: s
    real(8), intent(in) :: v
    real(8), intent(out) :: y
    s%c%one = 'm'
    y = v
    if (s%c%one == 'm') y = v**2
  end subroutine
  subroutine calls(s, v, y)
    type(setup), intent(inout) :: s
    real(8), intent(in) :: v
    real(8), intent(out) :: y
    y = v
    s%c%one = label(y)
  end subroutine
  function label(y)
    real(8), intent(inout) :: y
    character(3) :: label
    y = 2*y
    label = 'abc'
  end function
end module
"""
MESSAGES = """
subroutine check(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  character(8) :: number
  y = sum(x**2)
  if (n > 100) then
    write (number, '(i8)') n
    call report('check', 'there are '//trim(adjustl(number))//' of '//number(3:8), y)
  end if
end subroutine
subroutine report(who, what, y)
  implicit none
  character(*) :: who, what
  real(8) :: y
  print *, who, what, y
end subroutine
subroutine asks(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  character(8) :: number
  y = sum(x**2)
  write (number, '(i8)') n
  call decides('n ='//number, y)
end subroutine
subroutine decides(what, y)
  implicit none
  character(*) :: what
  real(8) :: y
  if (what == 'n =       3') y = 2*y
end subroutine
"""
LOGS = """
module logs
  implicit none
  type thing
    real(8) :: a
  contains
    procedure :: report
    procedure :: told
  end type
contains
  subroutine report(this, v)
    class(thing) :: this
    class(*), optional :: v
    select type (v)
    type is (integer)
      print *, v
    end select
  end subroutine
  subroutine told(this, v)
    class(thing) :: this
    class(*), optional :: v
    if (present(v)) print *, this%a
  end subroutine
  subroutine f(t, y)
    class(thing), intent(inout) :: t
    real(8), intent(out) :: y
    if (t%a < 0) call t%report(3)
    call t%told(2d0)
    y = t%a**2
  end subroutine
end module
"""
MACHINE = """
      SUBROUTINE LIMIT(X, Y)
      DOUBLE PRECISION X, Y, R1MACH
      Y = X*SQRT(R1MACH(4))*1D8 + X**2
      END
      DOUBLE PRECISION FUNCTION R1MACH(I)
      DOUBLE PRECISION RMACH(5)
      INTEGER I, SMALL(2)
      SAVE RMACH
      EQUIVALENCE (RMACH(1), SMALL(1))
      DATA RMACH /2.2250738585072014D-308, 1.7976931348623157D308,
     $  1.1102230246251565D-16, 2.2204460492503131D-16, 0.30103D0/
      R1MACH = RMACH(I)
      END
"""


def checked(text: str, name: str, options: str, folder: Path) -> tuple[int, str]:
    (folder / name).write_text(text)
    done = run_adc(["check", name, *options.split()], folder, {})
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        (NAMES, "n.f90", "--function named --wrt s%c%x,v --of y,s%c%x --size s%c%n=3,s_c_x_1=4"),
        (MESSAGES, "m.f90", "--function check --wrt x --of y"),
        (LOGS, "l.f90", "--function f --wrt t%a --of y --inactive report,told"),
        (MACHINE, "r.f", "--function limit --wrt x --of y"),
    ],
)
def test_proved(text: str, name: str, options: str, tmp_path: Path) -> None:
    status, output = checked(text, name, options, tmp_path)
    assert status == 0, output
    assert "primal against gfortran" in output


@pytest.mark.parametrize(
    ("text", "name", "options", "said"),
    [
        (NAMES, "n.f90", "--function selects --wrt v --of y", "ADC0173"),
        (NAMES, "n.f90", "--function calls --wrt v --of y", "ADC0173"),
        (MESSAGES, "m.f90", "--function asks --wrt x --of y", "--inactive decides"),
        (LOGS, "l.f90", "--function f --wrt t%a --of y", "--inactive"),
    ],
)
def test_refused(text: str, name: str, options: str, said: str, tmp_path: Path) -> None:
    status, output = checked(text, name, options, tmp_path)
    assert status == 1 and said in output, output
