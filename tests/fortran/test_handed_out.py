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
  real(8), allocatable :: z(:)
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
        ("", "", "w", ""),
        ("", "", "z", "of other than an array of the routine's own"),
    ],
    ids=["own", "lower bounds", "a dummy", "a module's"],
)
def test_what_a_call_hands_out(tmp_path: Path, low: str, own: str, given: str, told: str) -> None:
    text = CALLED.format(low=low, own=own, given=given)
    request = ("--function", "asks", "--wrt", "x", "--of", "s")
    status, said = run(tmp_path, text, *request)
    assert status == (1 if told else 0), said
    assert told in said and ("[ADC0169]" in said) == bool(told)


HELD = """\
module m
  implicit none
  type grid
    real(8), allocatable :: u(:)
  end type grid
contains
  subroutine ensured(g, n)
    type(grid), intent(inout) :: g
    integer, intent(in) :: n
    if (.not. allocated(g%u)) allocate(g%u(n))
    g%u(1) = g%u(1)*2
  end subroutine ensured
  subroutine step(g, x, y, n)
    integer, intent(in) :: n
    type(grid){intent} :: g
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    {body}
  end subroutine step
end module m
"""

#: Statements, and whether the component is an independent.
HELD_BODIES = {
    "allocated": ("allocate(g%u(n)); g%u = x**2; y = sum(g%u*x)", False),
    "freed and allocated": (
        "if (allocated(g%u)) deallocate(g%u); allocate(g%u(n)); g%u = x; y = sum(g%u**2)", False,
    ),
    "allocated where it is not": (
        "if (.not. allocated(g%u)) allocate(g%u(n)); g%u = g%u*x; y = sum(g%u)", True,
    ),
    "by a call": ("call ensured(g, n); g%u = g%u*x; y = sum(g%u**2)", True),
    "another extent": (
        "y = sum(g%u**2); if (size(g%u) /= n) then; deallocate(g%u); allocate(g%u(n)); g%u = 1; "
        "end if; y = y + sum(g%u*x)", True,
    ),
    "as data decide": (
        "y = sum(g%u**2)*x(2); if (x(1) > 0.5d0) then; deallocate(g%u); allocate(g%u(n)); g%u = x; "
        "end if; y = y*sum(g%u)", True,
    ),
    "as data decide, otherwise": (
        "y = sum(g%u**2)*x(2); if (x(1) < 0.5d0) then; deallocate(g%u); allocate(g%u(n)); g%u = x; "
        "end if; y = y*sum(g%u)", True,
    ),
    "read, then freed": ("y = sum(g%u**2*x); deallocate(g%u)", True),
    "used and freed": ("allocate(g%u(n)); g%u = x; y = sum(g%u**2); deallocate(g%u)", False),
    "after a return": (
        "y = 0; if (n < 2) return; if (allocated(g%u)) deallocate(g%u); allocate(g%u(n)); g%u = x; "
        "y = sum(g%u**2)", False,
    ),
}  # fmt: skip


@pytest.mark.parametrize("intent", ["", ", intent(inout)"])
@pytest.mark.parametrize("how", HELD_BODIES)
def test_components_of_the_caller(tmp_path: Path, how: str, intent: str) -> None:
    body, read = HELD_BODIES[how]
    text = HELD.format(intent=intent, body=body.replace("; ", "\n    "))
    given = ("--set", "x=0.6:0.9", "--size", "n=4")
    of = "y" if "freed" in how and how != "freed and allocated" else "y,g%u"
    wrt = "x,g%u" if read else "x"
    status, said = run(tmp_path, text, "--function", "step", "--wrt", wrt, "--of", of, *given)
    assert status == 0, said
    assert "primal against gfortran" in said


def test_a_component_that_is_freed_is_no_dependent(tmp_path: Path) -> None:
    text = HELD.format(intent="", body=HELD_BODIES["used and freed"][0].replace("; ", "\n    "))
    status, said = run(tmp_path, text, "--function", "step", "--wrt", "x", "--of", "g%u")
    assert status == 1 and "ADC0305" in said, said
