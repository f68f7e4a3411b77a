"""Where the source ends a call that proves nothing: the line, in the verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.check import CheckReport, Subject, check
from adc.check import run as running
from adc.options import Request
from adc.pipeline import compile_request
from tests.emit_files.fortran import needs_gfortran

STOPS = """\
subroutine thin(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  y = sum(x**2)
  call refuse(y)
contains
  subroutine refuse(total)
    real(8), intent(in) :: total
    if (total > -1d0) then
      stop 'nothing is thin enough'
    end if
  end subroutine refuse
end subroutine thin
"""
BEYOND = """\
subroutine table(n, x, w, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), w(:)
  real(8), intent(out) :: y
  integer :: i
  y = 0d0
  do i = 1, n
    if (x(i) > -1d0) then
      y = y + x(i)**2
      y = y*w(2000 + nint(x(i)))
    end if
  end do
end subroutine table
"""

ENTRY = """\
subroutine long_one(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  y = sum(x**2)
  y = y*x(30000)
end subroutine long_one
"""
ENDLESS = """\
subroutine search(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**2
  do while (y > 0d0)
    y = y + 1d-3*x
  end do
end subroutine search
"""


def checked(tmp_path: Path, text: str) -> CheckReport:
    source = tmp_path / "ends.f90"
    source.write_text(text)
    request = Request((str(source),), wrt=("x",), of=("y",), openmp=False)
    made = compile_request(request)
    entry = f"{made.primal.name}_grad"
    subject = Subject(made.files, entry, made.primal, made.wrt, made.of, made.calling)
    return check(subject, request)


@needs_gfortran
@pytest.mark.parametrize(
    ("text", "error", "place"),
    [
        (STOPS, "ESTOP", "ends.f90:12 stops"),
        (BEYOND, "ESIZE", "ends.f90:11 does not fit, a position on an axis of w_1"),
        (ENTRY, "ESIZE", "ends.f90:7 does not fit, position 29999 (from 0) on an axis of n"),
    ],
    ids=["stop", "subscript", "entry"],
)
def test_the_line_is_told(tmp_path: Path, text: str, error: str, place: str) -> None:
    report = checked(tmp_path, text)
    assert report.verdict == "inconclusive"
    assert error in report.reason
    assert report.reason.endswith(place)
    assert "goes on there" in report.help
    if "an axis of" in place:
        assert f"--size {place.split()[-1]}=" in report.help


@needs_gfortran
def test_a_primal_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_PATIENCE", 2.0)
    report = checked(tmp_path, ENDLESS)
    assert report.verdict == "inconclusive"
    assert report.reason.startswith("the self-check has not ended after 2 s")
    assert "--set" in report.help
