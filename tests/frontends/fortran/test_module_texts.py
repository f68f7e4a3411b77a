"""Characters of modules that `--fix` gives: they select, and nothing may change them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

TEXT = """
module choices
  implicit none
  private
  public :: scheme, order, rate
  character(len=8), save :: scheme = 'upwind', order
  character(len=4), parameter :: none = 'none'
  real(8) :: rate
end module choices
module steps
  use choices, method => scheme
  implicit none
contains
  subroutine step(n, u, f)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: f(n)
    integer :: i
    f = u
    do i = 2, n
      if (trim(method) == 'upwind') then
        f(i) = rate*u(i - 1)*u(i)
      else if (method(1:4) == 'cent') then
        f(i) = 0.5d0*rate*(u(i - 1)**2 + u(i)**2)
      else
        stop 'no such scheme'
      end if
    end do
    call weigh(f(n))
  end subroutine step
  subroutine weigh(w)
    use choices, only: order
    real(8), intent(inout) :: w
    select case (order)
    case ('first')
      w = 2*w
    case ('second')
      w = w**2
    end select
    print *, 'order ', order
  end subroutine weigh
  subroutine changes(n, u, f)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: f(n)
    method = 'other'
    call step(n, u, f)
  end subroutine changes
  subroutine hands_on(n, u, f)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n)
    real(8), intent(out) :: f(n)
    call choose(method)
    call step(n, u, f)
  end subroutine hands_on
  subroutine choose(name)
    character(len=*), intent(inout) :: name
    if (name == 'upwind') name = 'central'
  end subroutine choose
  subroutine hidden(scheme, x, y)
    character(len=*), intent(in) :: scheme
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x
    if (scheme == 'cube') y = x**3
  end subroutine hidden
end module steps
"""
TWO = """
module others
  character(len=8) :: order
end module others
"""


def checked(tmp_path: Path, function: str, *words: str, text: str = TEXT) -> tuple[int, str]:
    source = tmp_path / "steps.f90"
    source.write_text(text)
    found = CliRunner().invoke(adc, ["check", str(source), "--function", function, *words])
    return found.exit_code, found.output


def fixing(scheme: str, order: str) -> tuple[str, ...]:
    return "--fix", f"scheme={scheme}", "--fix", f"order={order}"


@pytest.mark.parametrize(
    ("scheme", "order"), [("upwind", "first"), ("central", "second"), ("central", "third")]
)
def test_texts_of_modules_select(tmp_path: Path, scheme: str, order: str) -> None:
    """The original has them set before each call, whatever they are at first."""
    words = ["--wrt", "u,rate", "--of", "f", *fixing(scheme, order)]
    status, output = checked(tmp_path, "step", *words)
    assert status == 0, output
    assert "primal against gfortran" in output


def test_the_help_names_what_it_is_at_first(tmp_path: Path) -> None:
    status, output = checked(tmp_path, "step", "--wrt", "u", "--of", "f")
    assert status == 1
    assert "--fix scheme=upwind" in output


@pytest.mark.parametrize(
    ("function", "code"), [("changes", "ADC0213"), ("hands_on", "ADC0169")]
)  # fmt: skip
def test_what_changes_one_is_refused(tmp_path: Path, function: str, code: str) -> None:
    words = ["--wrt", "u", "--of", "f", *fixing("upwind", "first")]
    status, output = checked(tmp_path, function, *words)
    assert status == 1 and code in output, output


def test_a_dummy_comes_first(tmp_path: Path) -> None:
    status, output = checked(tmp_path, "hidden", "--wrt", "x", "--of", "y", "--fix", "scheme=cube")
    assert status == 0, output


def test_no_constant_and_no_other_name_is_one(tmp_path: Path) -> None:
    for name in ("none", "rate", "other"):
        status, output = checked(
            tmp_path, "step", "--wrt", "u", "--of", "f", "--fix", f"{name}=upwind"
        )
        assert status == 1 and "ADC0301" in output, output


def test_one_of_two_modules_has_to_be_told(tmp_path: Path) -> None:
    words = ["--wrt", "u", "--of", "f", *fixing("upwind", "first")]
    status, output = checked(tmp_path, "step", *words, text=TEXT + TWO)
    assert status == 1 and "ADC0301" in output and "`others`" in output, output
