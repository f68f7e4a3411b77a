"""Orders and other sizes, which a check looks for where nothing is proved at those by default."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import adc
from adc.check.report import CheckReport
from adc.cli.app import adc as command

#: What stops unless one vector rises and another one falls.
KNOTS = """\
subroutine slopes(n, t, p, y, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: t(n), p(n), y(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0
  do i = 2, n
    if (t(i) <= t(i - 1)) stop 1
    if (p(i) >= p(i - 1)) stop 2
    s = s + (y(i) - y(i - 1))/(t(i) - t(i - 1))*p(i)
  end do
end subroutine slopes
"""
#: Either of the lengths may be one; else they are those of `x`.
ALIKE = """\
subroutine scaled(x, nx, f, nf, s)
  implicit none
  integer, intent(in) :: nx, nf
  real(8), intent(in) :: x(nx), f(nf)
  real(8), intent(out) :: s
  logical :: single
  integer :: i
  real(8) :: now
  single = nf == 1
  now = f(1)
  s = 0
  do i = 1, nx
    if (.not. single) now = f(i)
    s = s + now*x(i)**2
  end do
end subroutine scaled
"""
#: An error and nothing else, where there are more columns than rows.
TALL = """\
subroutine tall(m, n, mp, a, w, flag)
  implicit none
  integer, intent(in) :: m, n, mp
  real(8), intent(in) :: a(mp, n)
  real(8), intent(out) :: w(n)
  integer, intent(out) :: flag
  integer :: j
  w = 0
  flag = -1
  if (m < n) return
  flag = 0
  do j = 1, n
    w(j) = sqrt(sum(a(1:m, j)**2))
  end do
end subroutine tall
"""
#: An error and nothing else, where the work array is short.
WORK = """\
subroutine worked(n, x, work, lwork, y, flag)
  implicit none
  integer, intent(in) :: n, lwork
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: work(lwork)
  real(8), intent(out) :: y
  integer, intent(out) :: flag
  y = 0
  flag = 2
  if (lwork < 3*n*n + 8) return
  work(1:n) = x**2
  y = sum(work(1:n)*x)
  flag = 0
end subroutine worked
"""
#: Nothing but an error outside of some years, and heights of thousands.
YEARS = """\
subroutine drift(year, height, field)
  implicit none
  real(8), intent(in) :: year, height
  real(8), intent(out) :: field
  field = 0
  if (year < 1900d0 .or. year > 2025) return
  if (height**2 < 2d6) return
  field = (year - 1950)*(6371d0/height)**3
end subroutine drift
"""
#: Only zero is compared with: any other number leads elsewhere.
TURNED = """\
subroutine turned(back, x, y, u)
  implicit none
  integer, intent(in) :: back
  real(8), intent(in) :: x
  real(8), intent(inout) :: y, u
  if (back == 0) then
    y = sin(x)
  else
    u = sin(y)
  end if
end subroutine turned
"""
#: As many elements as an integer says are asked for, of arrays that are set as a whole before.
ROOMY = """\
subroutine roomy(degree, z, p, table, status)
  implicit none
  integer, intent(in) :: degree
  real(8), intent(in) :: z
  real(8), intent(out) :: p(:), table(:, :)
  integer, intent(out) :: status
  integer :: l
  p = 0
  table = 0
  status = 1
  if (size(p) < (degree + 4)**2 .or. size(table, 2) < degree + 13) return
  status = 0
  do l = 1, (degree + 4)**2
    p(l) = z**l
  end do
  table(1, degree + 13) = z*p(2)
end subroutine roomy
"""
#: Pairs of one kind, which three draws of kinds may lack.
PAIRS = """\
subroutine paired(n, species, wanted, x, e)
  implicit none
  integer, intent(in) :: n, species(n), wanted(4)
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: e
  integer :: i, j
  e = 0
  do i = 1, n
    do j = 1, i - 1
      if (all(wanted == species(i)) .and. all(wanted == species(j))) e = e + (x(i) - x(j))**2
    end do
  end do
end subroutine paired
"""
#: What one set of inputs in a dozen gets to.
SELDOM = """\
subroutine seldom(x, y)
  implicit none
  real(8), intent(in) :: x(5)
  real(8), intent(out) :: y
  y = 0
  if (x(1) > 2*x(2) .and. x(3) < x(4) .and. x(5) < x(4)) y = x(1)*x(4)*x(5)
end subroutine seldom
"""
#: A spring that pulls nothing where it is not pressed.
PRESSED = """\
subroutine pressed(z, v, k, c, force)
  implicit none
  real(8), intent(in) :: z, v, k, c
  real(8), intent(out) :: force
  force = 0
  if (z <= 0) force = -k*z - c*v
end subroutine pressed
"""


def checked(tmp_path: Path, text: str, wrt: str, of: str, **more: object) -> CheckReport:
    source = tmp_path / "kernel.f90"
    source.write_text(text)
    return adc.check(str(source), wrt=wrt, of=of, **more)


def test_numbers_below_zero(tmp_path: Path) -> None:
    report = checked(tmp_path, PRESSED, "z,v,k,c", "force")
    assert report.verdict == "pass", report.reason
    assert "z from -1 to -0.1" in report.text()


def test_vectors_in_order(tmp_path: Path) -> None:
    report = checked(tmp_path, KNOTS, "t,y", "s")
    assert report.verdict == "pass", report.reason
    assert report.orders["t"] == "rising" and report.orders["p"] == "falling"
    assert "in rising order: t" in report.text()
    assert report.as_json()["orders"] == report.orders


def test_no_order_is_looked_for_where_inputs_are_given(tmp_path: Path) -> None:
    report = checked(tmp_path, KNOTS, "y", "s", set={"t": 0.5, "p": (0.2, 0.6)})
    assert report.verdict == "inconclusive" and "t" not in report.orders


@pytest.mark.parametrize(
    ("text", "wrt", "of"),
    [(ALIKE, "x,f", "s"), (TALL, "a", "w"), (WORK, "x", "y"), (ROOMY, "z", "p,table")],
    ids=("alike", "tall", "work", "roomy"),
)
def test_other_sizes(tmp_path: Path, text: str, wrt: str, of: str) -> None:
    report = checked(tmp_path, text, wrt, of)
    assert report.verdict == "pass", report.reason


def test_numbers_that_the_source_compares_with(tmp_path: Path) -> None:
    report = checked(tmp_path, YEARS, "year,height", "field")
    assert report.verdict == "pass", report.reason
    assert report.ranges["year"] == (1900.0, 2025.0)


def test_sizes_that_are_given_stay(tmp_path: Path) -> None:
    source = tmp_path / "kernel.f90"
    source.write_text(TALL)
    words = ["check", str(source), "--wrt", "a", "--of", "w", "--size", "m=2,n=3,mp=4"]
    done = CliRunner().invoke(command, words, prog_name="adc")
    assert done.exit_code == 4 and "zero everywhere" in done.output
    assert "m = 2  n = 3  mp = 4" in done.output


def test_a_number_that_is_zero_and_compared_with(tmp_path: Path) -> None:
    report = checked(tmp_path, TURNED, "x", "y")
    assert report.verdict == "pass", report.reason
    assert report.sizes["back"] == 0


def test_integers_that_are_alike(tmp_path: Path) -> None:
    report = checked(tmp_path, PAIRS, "x", "e")
    assert report.verdict == "pass", report.reason
    assert report.ranges["species"] == report.ranges["wanted"] == (1.0, 1.0)
    given = checked(tmp_path, PAIRS, "x", "e", set={"species": 2, "wanted": 1})
    assert given.verdict == "inconclusive"


def test_more_draws(tmp_path: Path) -> None:
    report = checked(tmp_path, SELDOM, "x", "y")
    assert report.verdict == "pass", report.reason
    assert report.draws == 3 and report.original and not report.ranges


@pytest.mark.filterwarnings("ignore::adc.AdcWarning")
def test_numbers_that_add_up_to_a_constant_are_to_be_taken_one_by_one(tmp_path: Path) -> None:
    source = tmp_path / "kernel.py"
    source.write_text("def f(y, k):\n    u, v = y\n    return -k * u * v, k * u * v\n")
    given = {"wrt": "y,k", "signature": "f(y: float64[2], k: float)"}
    both = adc.check(source, of="return_0,return_1", **given)
    assert both.verdict == "inconclusive"
    assert both.help.endswith("the sum of `return_0`, `return_1`: take one, --of return_0")
    assert adc.check(source, of="return_0", **given).verdict == "pass"


def test_loops_that_do_not_end_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Integers with other values than their defaults are tried for a short time only."""
    monkeypatch.setattr(sys.modules["adc.check.run"], "_PATIENCE_ELSEWHERE", 0.5)
    source = tmp_path / "kernel.py"
    source.write_text(
        "def f(x: float, c: float, low: int = -4):\n"
        "    k = 0.0\n"
        "    while k < 3.0:\n"
        "        k = k + (1.0 if low < 0 else 0.0)\n"
        "    return x * k + round(c)\n"
    )
    report = adc.check(str(source), wrt="x,c")
    assert report.verdict == "inconclusive", report.reason
    assert "zero" in report.reason


@pytest.mark.parametrize(
    ("result", "help"),
    [
        ("round(x * s, 1)", ("no inputs change that", "what has no effect: x, s\n")),
        ("np.round(x, 2) * s", ("no inputs change that", "what has no effect: x\n")),
        ("np.maximum(x, 0.0) * 0.0 * s", ("give other inputs: --set", "")),
    ],
)
def test_what_no_inputs_change(tmp_path: Path, result: str, help: tuple[str, str]) -> None:
    """A rounding cuts off whatever is drawn, a product with zero does so by its value."""
    source = tmp_path / "kernel.py"
    source.write_text(f"import numpy as np\n\n\ndef f(x: float, s: float):\n    return {result}\n")
    words = ["check", str(source), "--wrt", "x,s"]
    done = CliRunner().invoke(command, words, prog_name="adc")
    assert done.exit_code == 4 and "zero" in done.output
    assert f"help: {help[0]}" in done.output and help[1] in done.output
