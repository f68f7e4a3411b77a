"""Older and rarer forms of Fortran: right as gfortran runs the text, or refused with a way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked
from tests.test_rejects import run_adc

#: The name, the options, and the text (fixed form where the name ends in `.f`).
RIGHT: dict[str, tuple[str, str]] = {
    "statement_function.f90": ("--function f --wrt x", """
module m
  type t
    real(8) :: a = 1
  end type
contains
  real(8) function f(x)
    real(8), intent(in) :: x
    real(8) :: s1, sf
    type(t) :: p
    sf(s1) = s1*0.1d0 + 2
    f = sf(p%a)*x
    p%a = x
    f = f + sf(p%a)**2
  end function
end module
"""),
    # An array that a procedure takes as a number is its first element, also where that is changed.
    "first_elements.f": ("--function step --fix f=fu --wrt t,y,w --of y,w", """
      SUBROUTINE STEP(NEQ, T, Y, W, F)
      INTEGER NEQ(*), K(0:1)
      DOUBLE PRECISION T, Y(*), W(0:9), V, TWICE
      EXTERNAL F
      CALL F(NEQ, T, Y, W)
      DO 10 I = 1, NEQ(1)
   10 Y(I) = Y(I) + 0.1D0*W(I - 1)
      K(0) = 1
      K(1) = 5
      CALL HALVED(W, K)
      V = TWICE(W)
      Y(K(0)) = Y(K(0))*V
      END
      SUBROUTINE FU(NEQ, T, Y, YDOT)
      INTEGER NEQ, I
      DOUBLE PRECISION T, Y(*), YDOT(*)
      DO 10 I = 1, NEQ
   10 YDOT(I) = -T*Y(I)**2 + Y(1)
      END
      SUBROUTINE HALVED(V, K)
      INTEGER K
      DOUBLE PRECISION V
      V = V**2/2
      K = K + 1
      END
      DOUBLE PRECISION FUNCTION TWICE(V)
      DOUBLE PRECISION V
      TWICE = 2*V
      END
"""),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_what_gfortran_runs(name: str, tmp_path: Path) -> None:
    checked(tmp_path, name, *RIGHT[name])


@pytest.mark.parametrize("kind", [10, 16])
def test_initial_values_of_larger_kinds_are_refused(kind: int, tmp_path: Path) -> None:
    """They were taken in single precision."""
    text = RIGHT["statement_function.f90"][1].replace("a = 1", f"a = real(0.1d0, {kind})")
    (tmp_path / "k.f90").write_text(text)
    result = run_adc(["grad", "k.f90", "--function", "f", "--wrt", "x"], tmp_path, {})
    assert result.exit_code == 1 and "ADC0173" in result.stderr
