"""Pointers to procedures that are names of known ones, held against gfortran, and others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked
from tests.test_rejects import run_adc

RIGHT = {
    "one after the other": """
module m
  abstract interface
    real(8) function fn(v)
      real(8), intent(in) :: v
    end function
  end interface
contains
  real(8) function sq(v)
    real(8), intent(in) :: v
    sq = v*v
  end function
  real(8) function cu(v)
    real(8), intent(in) :: v
    cu = v**3
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    procedure(fn), pointer :: p
    p => sq
    y = p(x)
    p => cu
    y = y + p(x)
  end subroutine
end module
""",
    "from the beginning": """
module m
contains
  real(8) function sq(v)
    real(8), intent(in) :: v
    sq = v*v
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    procedure(sq), pointer :: p => sq
    y = p(x)
  end subroutine
end module
""",
    "subroutines, and one on some ways": """
module m
  implicit none
  abstract interface
    subroutine step(v, w)
      real(8), intent(in) :: v
      real(8), intent(inout) :: w
    end subroutine
  end interface
contains
  subroutine one(v, w)
    real(8), intent(in) :: v
    real(8), intent(inout) :: w
    w = w + v**2
  end subroutine
  subroutine two(v, w)
    real(8), intent(in) :: v
    real(8), intent(inout) :: w
    w = w*v
  end subroutine
  real(8) function sq(v)
    real(8), intent(in) :: v
    sq = v*v
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    procedure(step), pointer :: p, q => null()
    procedure(sq), pointer :: g
    integer :: i
    if (x < 1d9) g => sq
    y = 1
    p => one
    q => two
    do i = 1, 3
      call p(x, y)
      if (i > 1) call q(g(x), y)
    end do
    p => two
    do i = 1, 2
      call p(x, y)
    end do
    q => null()
    nullify(p)
  end subroutine
end module
""",
}  # fmt: skip
REFUSED = {
    "chosen by a test": """
module m
contains
  real(8) function sq(v)
    real(8), intent(in) :: v
    sq = v*v
  end function
  real(8) function cu(v)
    real(8), intent(in) :: v
    cu = v**3
  end function
  subroutine f(x, y, k)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    integer, intent(in) :: k
    procedure(sq), pointer :: p
    if (k == 1) then
      p => sq
    else
      p => cu
    end if
    y = p(x)
  end subroutine
end module
""",
    "kept from the last call": """
module m
  implicit none
contains
  real(8) function sq(v)
    real(8), intent(in) :: v
    sq = v*v
  end function
  real(8) function cu(v)
    real(8), intent(in) :: v
    cu = v**3
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    procedure(sq), pointer :: p => sq
    y = p(x)
    p => cu
    y = y + p(x)
  end subroutine
end module
""",
    "passed on": """
module m
  implicit none
contains
  real(8) function sq(v)
    real(8), intent(in) :: v
    sq = v*v
  end function
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    procedure(sq), pointer :: p
    p => sq
    y = apply(p, x)
  end subroutine
  real(8) function apply(g, x)
    procedure(sq) :: g
    real(8), intent(in) :: x
    apply = g(x)
  end function
end module
""",
}  # fmt: skip
#: Behind a first call the pointer is what that call left.
REFUSED["called before it is set"] = (
    REFUSED["kept from the last call"]
    .replace("pointer :: p => sq", "pointer, save :: p")
    .replace("y = p(x)", "y = 0; if (x > 2) y = p(x); p => sq")
)


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_what_gfortran_runs(name: str, tmp_path: Path) -> None:
    checked(tmp_path, "k.f90", "--function f --wrt x --of y", RIGHT[name])


@pytest.mark.parametrize("name", REFUSED)
def test_others_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "k.f90").write_text(REFUSED[name])
    result = run_adc(["grad", "k.f90", "--function", "f", "--wrt", "x", "--of", "y"], tmp_path, {})
    assert result.exit_code == 1
    assert "the pointer to procedures `p` is not supported here" in result.stderr
