"""Calls that work outside of the program; results under their function's name; `--room`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

REPORTED = """subroutine told(x)
real(8), intent(in) :: x
integer :: when(8), ticks
real :: spent
call date_and_time(values=when)
call cpu_time(spent)
call system_clock(count=ticks)
call flush(6)
call system('true')
write (*, *) when(3), x, spent, ticks
end subroutine
function square(x) result(y)
real(8), intent(in) :: x
real(8) :: y
if (x < 0) call told(x)
y = x**2
end function
"""
#: What is made of the time, and the name that the refusal has.
MADE = {
    "a factor": "call cpu_time(t)\ny = x*t",
    "a difference": "call cpu_time(t)\nt = t - 1\ny = x",
    "one that has a value before": "t = 1\ncall cpu_time(t)\ny = x*t",
    "an argument": "call cpu_time(y)\ny = x*y",
}
ROOM = """subroutine roomy(n, k, x, y)
integer :: n, k(n), m
real(8) :: x(n), y
real(8), allocatable :: w(:)
m = k(1)*2
allocate(w(m))
w = x(2)
y = sum(w)*size(w)
end subroutine
"""


def run(folder: Path, text: str, *options: str) -> tuple[int, str]:
    (folder / "s.f90").write_text(text)
    done = CliRunner().invoke(adc, ["check", str(folder / "s.f90"), *options], prog_name="adc")
    return done.exit_code, done.output


def test_what_only_output_takes_is_left_out(tmp_path: Path) -> None:
    status, said = run(tmp_path, REPORTED, "--function", "square", "--wrt", "x", "--of", "square")
    assert status == 0
    assert said.count("is left out of the generated code") == 6


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_of_the_time_is_refused(tmp_path: Path, name: str) -> None:
    text = f"subroutine s(x, y)\nreal(8) :: x, y, t\n{MADE[name]}\nend\n"
    status, said = run(tmp_path, text, "--wrt", "x", "--of", "y")
    assert status == 1 and "from `cpu_time`" in said


def test_room(tmp_path: Path) -> None:
    """A call with other integers than the room is for is an error, and never goes beyond it."""
    request = ("--wrt", "x", "--of", "y", "--size", "n=3", "--set", "k=1:3")
    assert run(tmp_path, ROOM, *request[:-1], "k=1")[0] == 0  # the largest argument has as much
    status, said = run(tmp_path, ROOM, *request)
    assert status == 4 and "ADC0255" in said and "--room" in said and "ESIZE" in said
    assert run(tmp_path, ROOM, *request, "--room", "8")[0] == 0
    status, said = run(tmp_path, ROOM, *request, "--room", "1")
    assert status == 4 and "ESIZE" in said


@pytest.mark.parametrize(
    "statement", ["z(1:m, 1:m) = z(1:m, 1:m) + x(1:m)", "y = sum(z(1:m, 1:m)*x(1:m))"]
)
def test_sections_of_different_ranks_are_refused(tmp_path: Path, statement: str) -> None:
    """No Fortran: it is told as such, not met as a fault of adc's own."""
    text = f"""subroutine s(n, x, z, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: z(n, n)
  real(8), intent(out) :: y
  integer :: m
  m = nint(x(1)*2)
  y = 0
  {statement}
end subroutine s
"""
    status, output = run(tmp_path, text, "--wrt", "x", "--of", "y")
    assert status == 1 and "error[ADC0216]" in output
