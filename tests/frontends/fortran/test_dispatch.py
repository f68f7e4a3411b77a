"""Objects that are passed as ones of the type that theirs extends: what their procedures ask of it.

`along` may hand the objects to procedures that ask for `at`, which their type overrides.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.frontends.fortran.translation import translate
from tests.frontends.fortran.built import sources
from tests.test_rejects import run_adc

TEXT = """
module paths
  implicit none
  type line
    real(8) :: slope = 1
  contains
    procedure :: at => line_at
    procedure :: tilt => line_tilt
    procedure :: length => line_length
    generic :: turn => tilt
  end type line
  type, extends(line) :: curve
    real(8) :: bend = 2
  contains
    procedure :: at => curve_at
  end type curve
  interface operator(.on.)
    module procedure one
  end interface
  interface assignment(=)
    module procedure put
  end interface
  interface tell
    module procedure one
  end interface
contains
  real(8) function line_at(this, x)
    class(line), intent(in) :: this
    real(8), intent(in) :: x
    line_at = this%slope*x
  end function line_at
  real(8) function curve_at(this, x)
    class(curve), intent(in) :: this
    real(8), intent(in) :: x
    curve_at = this%slope*x + this%bend*x**3
  end function curve_at
  real(8) function line_tilt(this, x)
    class(line), intent(in) :: this
    real(8), intent(in) :: x
    line_tilt = this%at(x)
  end function line_tilt
  real(8) function line_length(this)
    class(line), intent(in) :: this
    line_length = this%slope
  end function line_length
  real(8) function one(l, x)
    class(line), intent(in) :: l
    real(8), intent(in) :: x
    one = l%at(x)
  end function one
  real(8) function plain(l, x)
    class(line), intent(in) :: l
    real(8), intent(in) :: x
    plain = l%slope*x
  end function plain
  subroutine put(y, l)
    real(8), intent(out) :: y
    class(line), intent(in) :: l
    y = l%at(2d0)
  end subroutine put
  subroutine along(l, m, x, y)
    class(line), intent(in) :: l, m(2)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    {}
  end subroutine along
  subroutine asked(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(curve) :: c, d(2)
    c%slope = x
    d%slope = x
    call along(c, d, x, y)
  end subroutine asked
end module paths
"""

ASKING = [
    "y = l%at(x)", "y = l%tilt(x)", "y = l%turn(x)", "y = one(l, x)", "y = one(x=x, l=l)",
    "y = one((l), x)", "y = tell(l, x)", "y = one(m(1), x)", "y = m(2)%turn(x)",
    "y = 1 + plain(m(1), one(m(2), x))", "y = l .on. x", "y = m(1) .on. x", "y = l",
    "call put(y, m(2))",
]  # fmt: skip
#: Behind operators and assignments, and of what is a value.
REFUSED = ["y = l .on. x", "y = m(1) .on. x", "y = l"]
PLAIN = [
    "y = l%slope*x", "y = plain(l, x) + m(2)%slope", "y = plain(m(1), x)", "y = l%length()*x",
    "y = one(line(x), x)",
]  # fmt: skip


def read(statement: str) -> None:
    found = sources(TEXT.format(statement))
    translate(found, found.find("asked"), [])


@pytest.mark.parametrize("statement", ASKING)
def test_what_the_type_overrides_is_asked_for(statement: str, tmp_path: Path) -> None:
    """The original, which finds the procedure while it runs, agrees; or it is refused."""
    (tmp_path / "paths.f90").write_text(TEXT.format(statement))
    words = ["check", "paths.f90", "--function", "asked", "--wrt", "x", "--of", "y"]
    done = run_adc(words, tmp_path, {})
    if statement in REFUSED:
        assert done.exit_code == 1 and "error[ADC017" in done.output, done.output
    else:
        assert done.exit_code == 0 and "against gfortran" in done.output, done.output


@pytest.mark.parametrize("statement", PLAIN)
def test_nothing_that_is_overridden_is_asked_for(statement: str) -> None:
    read(statement)
