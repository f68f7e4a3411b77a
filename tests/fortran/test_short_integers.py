"""Integers of kinds 1 and 2 of which more than their values counts: refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

TEXT = """\
subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer*2 :: w
  integer(1), parameter :: two = 2
  data w /3/
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


def test_values_alone(tmp_path: Path) -> None:
    assert _status(tmp_path, "y = y + mod(w, 2)")[0] == 0
