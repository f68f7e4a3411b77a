"""Objects of types that override what the procedures they are passed to call: each procedure is
compiled for the type of the object, and the original, which decides while it runs, agrees."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_rejects import run_adc

TEXT = """
module shapes
  implicit none
  type base
    real(8) :: a
    integer :: k = 2
  contains
    procedure :: area => area_base
    procedure :: twice
    procedure :: grow
    procedure :: grown
    procedure :: last
  end type
  type, extends(base) :: child
    real(8) :: b
    real(8) :: w(3)
  contains
    procedure :: area => area_child
    procedure :: grow => grow_child
  end type
  type, extends(child) :: grand
    real(8) :: c
  contains
    procedure :: area => area_grand
  end type
contains
  real(8) function area_base(this)
    class(base), intent(in) :: this
    area_base = this%a**2
  end function
  real(8) function area_child(this)
    class(child), intent(in) :: this
    area_child = this%a*this%b + sum(this%w**2)
  end function
  real(8) function area_grand(this)
    class(grand), intent(in) :: this
    area_grand = this%child%area()*this%c + area_base(this)
  end function
  real(8) function twice(this, other)
    class(base), intent(in) :: this
    class(base), intent(in), optional :: other
    twice = 2*this%area()
    if (present(other)) twice = twice + 3*other%area()
  end function
  subroutine grow(this, s)
    class(base), intent(inout) :: this
    real(8), intent(in) :: s
    this%a = this%a*s
  end subroutine
  subroutine grow_child(this, s)
    class(child), intent(inout) :: this
    real(8), intent(in) :: s
    this%a = this%a + s
    this%b = this%b*s
    this%w(2) = s*this%a
  end subroutine
  subroutine grown(this, s, y)
    class(base), intent(inout) :: this
    real(8), intent(in) :: s
    real(8), intent(out) :: y
    integer :: i
    do i = 1, this%k
      call this%grow(s)
    end do
    y = this%last(s)
  end subroutine
  real(8) function last(this, s)
    class(base), intent(inout) :: this
    real(8), intent(in) :: s
    call outer(s, this)
    last = this%area() + twice(this)
  end function
  subroutine outer(s, t)
    real(8), intent(in) :: s
    class(base), intent(inout) :: t
    call t%grow(s*s)
  end subroutine
  subroutine two(c, d, s, y)
    class(child), intent(inout) :: c
    type(base), intent(in) :: d
    real(8), intent(in) :: s
    real(8), intent(out) :: y
    y = c%twice(d)*d%twice(c)*c%twice()
    call c%grown(s, y)
    y = y + twice(this=d, other=c)
  end subroutine
  subroutine three(g, s, y)
    type(grand), intent(inout) :: g
    real(8), intent(in) :: s
    real(8), intent(out) :: y
    call grown(g, s, y)
    y = y + twice(g%base) + twice(g%child)
  end subroutine
  subroutine element(p, s, y)
    type(child), intent(inout) :: p(2)
    real(8), intent(in) :: s
    real(8), intent(out) :: y
    call p(1)%grown(s, y)
    y = y*twice(p(2), p(1))
  end subroutine
  subroutine inside(c, y)
    class(child), intent(in) :: c
    real(8), intent(out) :: y
    call around(c, y)
  end subroutine
  subroutine around(t, y)
    class(base), intent(in) :: t
    real(8), intent(out) :: y
    call inner
  contains
    subroutine inner
      y = t%area()
    end subroutine
  end subroutine
end module
"""
CASES = {
    "two": "--wrt c%a,c%b,c%w,d%a,s --of y,c%a,c%b,c%w --size c%k=2,d%k=3",
    "three": "--wrt g%a,g%b,g%w,g%c,s --of y,g%a --size g%k=2",
    "element": "--wrt p%a,p%b,s --of y",
}


def checked(function: str, options: str, folder: Path) -> tuple[int, str]:
    (folder / "shapes.f90").write_text(TEXT)
    words = ["check", "shapes.f90", "--function", function, *options.split()]
    done = run_adc(words, folder, {})
    return done.exit_code, done.output


@pytest.mark.parametrize("function", CASES)
def test_the_type_of_the_object_decides(function: str, tmp_path: Path) -> None:
    status, output = checked(function, CASES[function], tmp_path)
    assert status == 0, output
    assert "primal against gfortran" in output


def test_procedures_with_procedures_inside_are_refused(tmp_path: Path) -> None:
    status, output = checked("inside", "--wrt c%a,c%b --of y", tmp_path)
    assert status == 1 and "ADC0173" in output, output
