"""Older and rarer forms of Fortran: right as gfortran runs the text, or refused with a way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked

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
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_what_gfortran_runs(name: str, tmp_path: Path) -> None:
    checked(tmp_path, name, *RIGHT[name])
