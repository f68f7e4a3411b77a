"""Integers of kinds 1 and 2 of which more than their values counts: refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from tests.fortran.checked import checked
from tests.test_rejects import run_adc

TEXT = """\
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer*2 :: w
  integer :: n
  integer(1) :: low = -128, big = 100, table(4)
  integer(1), parameter :: two = 2
  data w /3/, table /3*40, 20/
  n = 3
  y = x*w*two
  {changed}
end subroutine f
"""
USES = (
    "w = w + 1",
    "read (*, *) w",
    "do w = 1, 3; y = 2*y; end do",
    "call g(w)",
    "y = y + h(w)",
    "y = y*huge(w)",
    "y = y*kind(two)",
    "y = y*bit_size(w)",
    "y = y*ishft(w, 14)",
    "y = y*not(w)",
    "y = y*huge(w*w)",
    "y = y*huge((w))",
    "y = y*huge(two + two)",
    "y = y*ishft(w + w, 14)",
    "y = y*h(-w)",
    "y = y*size([w, w])",
    "y = y*(big*big)",
    "y = y*(big + big*n)*(big + big)",
    "y = y*(two*big)/3",
    "y = y*big**two",
    "y = y*sum(table)",
    "y = y*abs(low)",
    "n = -low",
)


def _status(tmp_path: Path, changed: str) -> tuple[int, str]:
    source = tmp_path / "f.f90"
    source.write_text(TEXT.format(changed=changed))
    told = ["grad", str(source), "--wrt", "x", "--of", "y", "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(adc, told)
    return result.exit_code, result.output


@pytest.mark.parametrize("changed", USES)
def test_more_than_values(tmp_path: Path, changed: str) -> None:
    status, output = _status(tmp_path, changed)
    assert status == 1
    assert "error[ADC0222]: `integer` of kind" in output


@pytest.mark.parametrize("value", ["int(x*300, 1)", "nint(x, kind=k)", "size(table, kind=1)"])
def test_conversions(tmp_path: Path, value: str) -> None:
    """They would cut off what does not fit."""
    text = TEXT.replace("  data w", "  integer, parameter :: k = 2\n  data w").replace(
        "{changed}", ""
    )
    (tmp_path / "f.f90").write_text(text.replace("  n = 3", f"  n = {value}"))
    told = ["grad", "f.f90", "--wrt", "x", "--of", "y"]
    result = run_adc(told, tmp_path, {})
    assert result.exit_code == 1 and "an integer of this kind" in result.stderr


VALUES = ("mod(w, 2)", "w*w*two", "big*x*big", "big + n", "big*w", "low", "abs(table(4))*w/2")


@pytest.mark.parametrize("value", VALUES)
def test_values_alone(tmp_path: Path, value: str) -> None:
    """Products of integers of kind 2, or with others, that fit are what they are with 32 bits."""
    text = TEXT.format(changed=f"y = y + x*({value})")
    checked(tmp_path, "f.f90", "--wrt x --of y", text)
