"""Integers of kinds 1 and 2 of which more than their values counts: refused; what no unit uses of
them in COMMON, and logicals of other kinds than 4 there."""

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


COMMON = """\
subroutine f(n, x, y)
  implicit none
  integer :: n
  real(8) :: x(n), y(n), z, w
  {0}
  common /state/ {1}
  y = x**2*z + w*x
  call g(n, y)
end subroutine f
subroutine g(n, y)
  implicit none
  integer :: n, two(2)
  real(8) :: y(n), z, w
  {2}
  common /state/ {3}
  y(1) = y(1)*z
  if (on) y(2) = y(2)*w
end subroutine g
"""
SHORT = "logical(1) :: on; integer*2 :: mode, list(5); integer(1) :: small"
LOGICALS = "logical(1) :: on, flags(5)"


@pytest.mark.parametrize(
    ("declared", "members"),
    [
        (SHORT, "on, mode, z, list, small, w"),
        (SHORT, "list, on, small, mode, w, z"),
        (LOGICALS, "on, z, flags, w"),
        ("logical(8) :: on", "on, w, z"),
        ("logical(2) :: on", "z, on, w"),
    ],
)
def test_members_that_no_unit_uses(tmp_path: Path, declared: str, members: str) -> None:
    text = COMMON.format(declared, members, declared, members)
    checked(tmp_path, "f.f90", "--function f --wrt x,z,w --of y", text)


@pytest.mark.parametrize(
    ("declared", "members", "others", "kind"),
    [
        ("integer*2 :: mode(4)", "mode, z, w", "two, z, w", "integer `mode`"),
        ("logical(1) :: flags(8)", "flags, z, w", "two, z, w", "logical `flags`"),
        (f"{SHORT}", "on, mode, z, w", "on, two, z, w", "logical `on`"),
    ],
)
def test_blocks_that_are_divided_in_other_ways(
    tmp_path: Path, declared: str, members: str, others: str, kind: str
) -> None:
    """The padding behind short members is not counted."""
    own = "logical(1) :: on" if "on," in others else "logical :: on = .true."
    (tmp_path / "f.f90").write_text(COMMON.format(declared, members, own, others))
    result = run_adc(["grad", "f.f90", "--function", "f", "--wrt", "x", "--of", "y"], tmp_path, {})
    assert result.exit_code == 1
    assert f"units divide /state/, which has the {kind}, in different ways" in result.stderr


def test_members_that_are_used(tmp_path: Path) -> None:
    text = COMMON.format(SHORT, "on, mode, z, w", SHORT, "on, mode, z, w")
    (tmp_path / "f.f90").write_text(
        text.replace("  y = x**2*z", "  if (mode > 0) y = x*z\n  y = z")
    )
    result = run_adc(["grad", "f.f90", "--function", "f", "--wrt", "x", "--of", "y"], tmp_path, {})
    assert result.exit_code == 1 and "error[ADC0222]: `integer` of kind 2" in result.stderr
