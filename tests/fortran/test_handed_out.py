"""`allocatable, intent(out)` dummies that a routine allocates, against runs of the original."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

#: The routine itself allocates what its caller gets.
HANDING = """\
subroutine handing(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), allocatable, intent(out) :: y(:)
  complex(8), allocatable, intent(out) :: z(:)
  integer :: i
  allocate(y(n + 2))
  y = x(1)
  deallocate(y)
  allocate(y(n), z(0:n))
  z(0) = 1
  do i = 1, n
    z(i) = z(i - 1)*cmplx(x(i), 0.5d0, 8)
    y(i) = x(i)*aimag(z(i))
  end do
  if (x(1) > 0.5d0) return
  y = y*x(1)
end subroutine handing
"""


def run(folder: Path, text: str, *options: str) -> tuple[int, str]:
    source = folder / "source.f90"
    source.write_text(text)
    done = CliRunner().invoke(adc, ["check", str(source), *options], prog_name="adc")
    return done.exit_code, done.output


@pytest.mark.parametrize("low", [0.1, 0.7])
@pytest.mark.parametrize("of", ["y", "z"])
@pytest.mark.parametrize("module", [False, True], ids=["alone", "in a module"])
def test_the_callers_array_is_filled(tmp_path: Path, module: bool, of: str, low: float) -> None:
    text = f"module m\ncontains\n{HANDING}end module m\n" if module else HANDING
    given = ("--set", f"x={low}:{low + 0.3}", "--size", "n=4")
    status, said = run(tmp_path, text, "--function", "handing", "--wrt", "x", "--of", of, *given)
    assert status == 0, said
    assert "primal against gfortran" in said


CALLED = """\
module m
contains
  subroutine made(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), allocatable, intent(out) :: y(:)
    allocate(y({low}n))
    y = sum(x)
  end subroutine made
  subroutine asks(n, x, w, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), allocatable, intent(inout) :: w(:)
    real(8), intent(out) :: s
    {own}
    call made(n, x, {given})
    s = {given}(1)*x(1)
  end subroutine asks
end module m
"""


@pytest.mark.parametrize(
    ("low", "own", "given", "told"),
    [
        ("", "real(8), allocatable :: v(:)", "v", ""),
        ("0:", "real(8), allocatable :: v(:)", "v", "whose lower bounds are those of `v`"),
        ("", "", "w", "of other than an array of the routine's own"),
    ],
    ids=["own", "lower bounds", "another's"],
)
def test_what_a_call_hands_out(tmp_path: Path, low: str, own: str, given: str, told: str) -> None:
    text = CALLED.format(low=low, own=own, given=given)
    request = ("--function", "asks", "--wrt", "x", "--of", "s")
    status, said = run(tmp_path, text, *request)
    assert status == (1 if told else 0), said
    assert told in said and ("[ADC0169]" in said) == bool(told)
