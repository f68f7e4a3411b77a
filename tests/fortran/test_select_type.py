"""SELECT TYPE of objects whose type is known while compiling."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_rejects import run_adc

TEXT = """
module kinds
  implicit none
  type base
    real(8) :: a
  end type
  type, extends(base) :: child
    real(8) :: b
  end type
  type, extends(child) :: grand
    real(8) :: c
  end type
  type holder
    class(base), allocatable :: held
    type(child) :: plain
  end type
  interface general
    module procedure ask, unrelated
  end interface
contains
  subroutine ask(t, y)
    class(base), intent(inout) :: t
    real(8), intent(inout) :: y
    select type (t)
    class default
      y = y + t%a
    class is (child)
      y = y*t%b
      t%b = t%b + y
    type is (grand)
      y = y*t%c**2
    end select
  end subroutine
  subroutine unrelated(k, y)
    integer, intent(in) :: k
    real(8), intent(inout) :: y
    y = y*k
  end subroutine
  subroutine through(t, y)
    class(base), intent(inout) :: t
    real(8), intent(inout) :: y
    call general(t, y)
  end subroutine
  real(8) function weight(t)
    class(base), intent(in) :: t
    weight = 1
    chosen: select type (p => t)
    type is (base)
      weight = p%a
    class is (base)
      if (p%a > 0) exit chosen
      weight = p%a**3
    end select chosen
  end function
  subroutine all(t, c, g, y)
    class(base), intent(inout) :: t
    class(child), intent(inout) :: c
    class(grand), intent(inout) :: g
    real(8), intent(out) :: y
    y = 1
    call ask(t, y)
    call ask(c, y)
    call ask(g, y)
    call through(c, y)
    call through(g, y)
    y = y*weight(t)*weight(c)*weight(g%child) + weight(t=g)
    select type (c)
    type is (child)
      select type (q => g)
      class default
        y = 0
      class is (grand)
        y = y*q%c + c%b
      end select
    end select
  end subroutine
  subroutine none(t, y)
    class(base), intent(in) :: t
    real(8), intent(out) :: y
    y = t%a**2
    select type (t)
    type is (child)
      y = t%b
    end select
  end subroutine
  subroutine any_type(v, y)
    class(*), intent(in) :: v
    real(8), intent(inout) :: y
    select type (v)
    type is (real(8))
      y = v
    end select
  end subroutine
  subroutine of_any(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x
    call any_type(x, y)
  end subroutine
  subroutine component(h, y)
    type(holder), intent(inout) :: h
    real(8), intent(out) :: y
    y = h%plain%a
    select type (p => h%held)
    type is (child)
      y = p%b
    end select
  end subroutine
  subroutine own(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    class(base), allocatable :: t
    allocate (t)
    t%a = x
    y = x
    select type (t)
    type is (child)
      y = t%b
    end select
  end subroutine
  subroutine hosts(c, y)
    class(child), intent(inout) :: c
    real(8), intent(out) :: y
    call host(c, y)
  end subroutine
  subroutine host(t, y)
    class(base), intent(inout) :: t
    real(8), intent(out) :: y
    call inner
  contains
    subroutine inner
      select type (t)
      type is (base)
        y = t%a
      class default
        y = 2*t%a
      end select
    end subroutine
  end subroutine
  subroutine jumps(t, y)
    class(base), intent(in) :: t
    real(8), intent(out) :: y
    y = 0
    select type (t)
    type is (base)
      if (t%a > 0) go to 10
      y = t%a
    end select
10  y = y + t%a
  end subroutine
end module
"""


def checked(function: str, options: str, folder: Path) -> tuple[int, str]:
    (folder / "kinds.f90").write_text(TEXT)
    words = ["check", "kinds.f90", "--function", function, *options.split()]
    done = run_adc(words, folder, {})
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("function", "options"),
    [
        ("all", "--wrt t%a,c%b,g%c --of y,c%b"),
        ("none", "--wrt t%a --of y"),
    ],
)
def test_the_arm_that_is_run(function: str, options: str, tmp_path: Path) -> None:
    status, output = checked(function, options, tmp_path)
    assert status == 0, output
    assert "primal against gfortran" in output


@pytest.mark.parametrize(
    ("function", "options"),
    [
        ("of_any", "--wrt x --of y"),
        ("component", "--wrt h%plain%a --of y"),
        ("own", "--wrt x --of y"),
        ("hosts", "--wrt c%a --of y"),
        ("jumps", "--wrt t%a --of y"),
    ],
)
def test_what_is_not_known_is_refused(function: str, options: str, tmp_path: Path) -> None:
    status, output = checked(function, options, tmp_path)
    assert status == 1 and "error[ADC01" in output, output
