"""What `stat=` of ALLOCATE and DEALLOCATE tells, as gfortran's programs see it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

HEAD = """\
module m
  implicit none
  type list
    real(8), allocatable :: v(:), u(:)
  end type list
contains
"""
#: Routines: their arguments and bodies.
TOLD = {
    "again": """\
  subroutine f(n, x, y)
    integer :: n, st
    real(8) :: x(n), y
    real(8), allocatable :: w(:)
    allocate(w(n), stat=st)
    w = x
    y = 0
    if (st == 0) y = y + sum(w**2)
    allocate(w(n), stat=st)
    if (st /= 0) y = y + 3*sum(w)
    y = y*st
""",
    "in a loop": """\
  subroutine f(n, x, y)
    integer :: n, st, i
    real(8) :: x(n), y
    real(8), allocatable :: w(:), v(:)
    y = 0
    do i = 1, n
      allocate(w(n), v(n), stat=st)
      if (st == 0) then
        w = x*i
        v = x**2
      else
        v = v + w*x(i)
      end if
      y = y + sum(w)*(st + 1) + sum(v)
    end do
""",
    "freed on some ways": """\
  subroutine f(n, x, y)
    integer :: n, st
    real(8) :: x(n), y
    real(8), allocatable :: w(:)
    if (x(1) > 0.5d0) then
      allocate(w(n))
      w = x
    end if
    st = 9
    deallocate(w, stat=st)
    y = sum(x**2)*(st + 1)
    allocate(w(n), stat=st)
    w = sin(x)
    y = y + sum(w)*(st + 2)
""",
    "with a source": """\
  subroutine f(n, x, y)
    integer :: n, st
    real(8) :: x(n), y
    real(8), allocatable :: w(:)
    st = 3
    allocate(w, source=x, stat=st)
    y = sum(w**2)*(st + 1)
    allocate(w, source=2*x, stat=st)
    y = y + sum(w**3)*st
    deallocate(w, stat=st)
    y = y + st*sum(x)
    deallocate(w, stat=st)
    y = y + st*sum(x)
""",
    "components of a dummy": """\
  subroutine f(l, n, x, y)
    type(list) :: l
    integer :: n, st
    real(8) :: x(n), y
    allocate(l%v(n), stat=st)
    l%v = x*2
    y = sum(l%v**2)*(st + 1)
    if (allocated(l%u)) deallocate(l%u)
    st = 4
    allocate(l%u(n), stat=st)
    l%u = x
    y = y + sum(l%u)*(st + 1)
""",
    "components of its own": """\
  subroutine f(n, x, y)
    integer :: n, st, k
    real(8) :: x(n), y
    type(list) :: l
    st = 7
    y = 0
    do k = 1, 2
      allocate(l%v(n), l%u(n), stat=st)
      l%v = x
      l%u = x**2
      y = y + sum(l%v*l%u)*(st + 1)
      deallocate(l%v, l%u, stat=st)
      y = y*(st + 1)
    end do
""",
    "a pointer": """\
  subroutine f(n, x, y)
    integer :: n, st, k
    real(8) :: x(n), y
    real(8), pointer :: p(:)
    st = 7
    y = 0
    do k = 1, 2
      allocate(p(n), stat=st)
      p = x*k
      y = y + sum(p**2)*(st + 1)
    end do
""",
    "a status of before": """\
  subroutine f(n, x, y)
    integer :: n, st
    real(8) :: x(n), y
    real(8), allocatable :: w(:)
    st = 5
    allocate(w(n), stat=st)
    w = x
    y = sum(w**2)*(st + 1)
    st = 7
    deallocate(w, stat=st)
    y = y*(st + 1)
""",
    "the second one of two": """\
  subroutine f(n, x, y)
    integer :: n, st(2)
    real(8) :: x(n), y
    real(8), allocatable :: w(:), v(:)
    st = 8
    allocate(v(n))
    v = x
    allocate(w(n), v(n), stat=st(2))
    w = x**2
    y = sum(w + v)*sum(st)
""",
    "in a loop that data end": """\
  subroutine f(n, x, y)
    integer :: n, st, i
    real(8) :: x(n), y
    real(8), allocatable :: w(:)
    y = 0
    i = 0
    do while (i < n)
      i = i + 1
      if (x(i) > 0.9d0) exit
      allocate(w(n), stat=st)
      if (st == 0) w = x*i
      y = y + sum(w)*(st + 1)
    end do
""",
}
REFUSED = {
    "GOTOs over an ALLOCATE": """\
  subroutine f(n, x, y)
    integer :: n, st
    real(8) :: x(n), y
    real(8), allocatable :: w(:), v(:)
    allocate(w(n), stat=st)
    if (st /= 0) goto 10
    w = x
    if (x(1) > 0.5d0) goto 10
    w = w**2
    allocate(v(n), stat=st)
    if (st /= 0) goto 10
    v = w + x
    w = w*v
10  continue
    y = sum(w)
    st = 6
    deallocate(v, stat=st)
    y = y*(1 + st)
    st = 5
    deallocate(w, stat=st)
    y = y*(2 + st)
""",
    "what a procedure may have allocated": """\
  subroutine f(n, x, y)
    integer :: n, st
    real(8) :: x(n), y
    real(8), allocatable :: w(:)
    call make(w)
    allocate(w(n), stat=st)
    y = sum(x**2)*(st + 1)
    if (st == 0) w = x
    y = y + sum(w)
  contains
    subroutine make(v)
      real(8), allocatable, intent(inout) :: v(:)
      if (x(1) > 0.5d0) then
        allocate(v(n))
        v = 3*x
      end if
    end subroutine
""",
}


def run(folder: Path, routine: str) -> tuple[int, str]:
    source = folder / "m.f90"
    source.write_text(f"{HEAD}{routine}  end subroutine f\nend module m\n")
    request = ["check", str(source), "--function", "f", "--wrt", "x", "--of", "y", "--size", "n=4"]
    result = CliRunner().invoke(adc, request)
    return result.exit_code, result.output


@pytest.mark.parametrize("name", TOLD)
def test_told(tmp_path: Path, name: str) -> None:
    status, said = run(tmp_path, TOLD[name])
    assert status == 0 and "primal against gfortran" in said, said


@pytest.mark.parametrize("name", REFUSED)
def test_refused(tmp_path: Path, name: str) -> None:
    status, said = run(tmp_path, REFUSED[name])
    assert status == 1 and "ADC0212" in said, said
