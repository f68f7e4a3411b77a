"""Components that are pointers to objects: these, where nothing sets them or asks for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

FIELDS = """
module fields
  implicit none
  type :: consts
    real(8) :: g
  end type
  type :: grid
    integer :: n
    real(8), allocatable :: dx(:)
    type(consts), pointer :: c => null()
  end type
  type :: node
    real(8) :: v
    type(node), pointer :: next => null()
  end type
  type :: field
    type(grid), pointer :: g => null()
    real(8), allocatable :: u(:)
    type(node), pointer :: list => null()
  end type
  type(field) :: shared
contains
  subroutine init(f, gr)
    type(field), intent(inout) :: f
    type(grid), target :: gr
    f%g => gr
    if (associated(f%list)) nullify(f%list)
  end subroutine
  subroutine div(f, d)
    type(field), intent(inout) :: f
    real(8), intent(out) :: d(:)
    integer :: i
    do i = 2, f%g%n
      d(i) = (f%u(i)**2 - f%u(i-1)**2)/f%g%dx(i)*f%g%c%g
    end do
    d(1) = f%u(1)
    call scale(f%g, d)
  end subroutine
  subroutine scale(gr, d)
    type(grid), intent(inout) :: gr
    real(8), intent(inout) :: d(:)
    d = d*sum(gr%dx)
    gr%dx = 2*gr%dx
  end subroutine
  subroutine viaassoc(f, d)
    type(field), intent(inout) :: f
    real(8), intent(out) :: d(:)
    type(grid), pointer :: p
    p => f%g
    associate (dx => f%g%dx, c => f%g%c)
      d = f%u(:size(d))*dx(:size(d))*c%g
    end associate
    p%dx(1) = 3*p%dx(1)
    d(1) = d(1)*f%g%dx(1)
  end subroutine
  subroutine viamodule(d)
    real(8), intent(out) :: d(:)
    d = shared%u(:size(d))*shared%g%dx(1)
  end subroutine
  subroutine sets(f, gr, d)
    type(field), intent(inout) :: f
    type(grid), target, intent(inout) :: gr
    real(8), intent(out) :: d(:)
    call init(f, gr)
    d = f%u(:size(d))*f%g%dx(1)
  end subroutine
  subroutine copies(f, d)
    type(field), intent(inout) :: f
    real(8), intent(out) :: d(:)
    type(field) :: h
    h = f
    h%g%dx(1) = 5
    d = f%u(:size(d))*f%g%dx(1)
  end subroutine
  subroutine many(f, d)
    type(field), intent(inout) :: f(2)
    real(8), intent(out) :: d(:)
    f(1)%g%c%g = 2
    d = f(2)%g%c%g
  end subroutine
end module fields
"""
SOLVERS = """
module solvers
  implicit none
  type :: grid
    real(8) :: h
    real(8), allocatable :: x(:)
  end type
  type :: solver
    type(grid), pointer :: g => null()
    real(8) :: c
  contains
    procedure :: attach => solver_attach
    procedure :: rate
    generic :: step => step1, step2
    procedure :: step1, step2
    procedure, private :: reset => do_reset
    procedure :: copy
  end type
  interface setup
    module procedure setup_one
  end interface
contains
  subroutine solver_attach(s, g)
    class(solver), intent(inout) :: s
    type(grid), target, intent(inout) :: g
    s%g => g
  end subroutine
  subroutine setup_one(s, g)
    type(solver), intent(inout) :: s
    type(grid), target, intent(inout) :: g
    s%g => g
  end subroutine
  subroutine do_reset(s)
    class(solver), intent(inout) :: s
    nullify(s%g)
  end subroutine
  subroutine copy(a, b)
    class(solver), intent(inout) :: a
    type(solver), intent(in) :: b
    a%g => b%g
    a%c = b%c
  end subroutine
  real(8) function rate(s, v)
    class(solver), intent(in) :: s
    real(8), intent(in) :: v
    rate = s%c*v*s%g%h + s%g%x(1)
  end function
  subroutine step1(s, v)
    class(solver), intent(inout) :: s
    real(8), intent(inout) :: v
    v = v + s%rate(v)
    s%g%h = s%g%h*v
  end subroutine
  subroutine step2(s, v, n)
    class(solver), intent(inout) :: s
    real(8), intent(inout) :: v
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      call s%step(v)
    end do
  end subroutine
  subroutine run(s, v, n, y)
    type(solver), intent(inout) :: s
    real(8), intent(in) :: v
    integer, intent(in) :: n
    real(8), intent(out) :: y
    y = v
    call s%step(y, n)
  end subroutine
  subroutine attaches(s, g, v, y)
    type(solver), intent(inout) :: s
    type(grid), target, intent(inout) :: g
    real(8), intent(in) :: v
    real(8), intent(out) :: y
    call s%attach(g)
    y = s%rate(v)
  end subroutine
  subroutine sets_up(s, g, v, y)
    type(solver), intent(inout) :: s
    type(grid), target, intent(inout) :: g
    real(8), intent(in) :: v
    real(8), intent(out) :: y
    call setup(s, g)
    y = s%rate(v)
  end subroutine
  subroutine copied(s, v, y)
    type(solver), intent(inout) :: s
    real(8), intent(in) :: v
    real(8), intent(out) :: y
    type(solver) :: t
    t = s
    y = t%rate(v)
  end subroutine
  subroutine aims(s, g, v, y)
    type(solver), intent(inout) :: s
    type(grid), target, intent(inout) :: g
    real(8), intent(in) :: v
    real(8), intent(out) :: y
    type(solver) :: t
    t%g => s%g
    y = t%g%h*v
  end subroutine
  subroutine asks(s, v, y)
    type(solver), intent(inout) :: s
    real(8), intent(in) :: v
    real(8), intent(out) :: y
    y = v
    if (associated(s%g)) y = s%g%h*v
  end subroutine
  subroutine resets(s, v, y)
    type(solver), intent(inout) :: s
    real(8), intent(in) :: v
    real(8), intent(out) :: y
    call s%reset()
    y = v*s%c
  end subroutine
end module solvers
"""


def checked(tmp_path: Path, text: str, function: str, *words: str) -> tuple[int, str]:
    source = tmp_path / "targets.f90"
    source.write_text(text)
    found = CliRunner().invoke(adc, ["check", str(source), "--function", function, *words])
    return found.exit_code, found.output


@pytest.mark.parametrize(
    ("function", "wrt"),
    [("div", "f%u,f%g%dx,f%g%c%g"), ("viaassoc", "f%u,f%g%dx"), ("viamodule", "shared%u")],
)
def test_objects_that_the_caller_has_set(tmp_path: Path, function: str, wrt: str) -> None:
    """Allocated for the original, also objects behind pointers of objects behind pointers."""
    status, output = checked(tmp_path, FIELDS, function, "--wrt", wrt, "--of", "d")
    assert status == 0, output
    assert "primal against gfortran" in output


def test_bound_procedures_read_and_write_them(tmp_path: Path) -> None:
    """What sets the pointers in the same text, `attach` and `reset`, is not called."""
    words = ["--wrt", "v,s%g%h", "--of", "y,s%g%h"]
    status, output = checked(tmp_path, SOLVERS, "run", *words)
    assert status == 0, output


@pytest.mark.parametrize(
    ("function", "code"), [("sets", "ADC0173"), ("copies", "ADC0174"), ("many", "ADC0173")]
)
def test_what_sets_or_copies_is_refused(tmp_path: Path, function: str, code: str) -> None:
    status, output = checked(tmp_path, FIELDS, function, "--wrt", "f%u", "--of", "d")
    assert status == 1 and code in output, output


@pytest.mark.parametrize(
    ("function", "code"),
    [
        ("attaches", "ADC0157"),
        ("sets_up", "ADC0176"),
        ("copied", "ADC0174"),
        ("aims", "ADC0157"),
        ("asks", "ADC0173"),
        ("resets", "ADC0173"),
    ],
)
def test_by_whatever_name(tmp_path: Path, function: str, code: str) -> None:
    """Bound, generic and renamed: the words of the texts decide, not what they mean."""
    status, output = checked(tmp_path, SOLVERS, function, "--wrt", "v", "--of", "y")
    assert status == 1 and code in output, output
