"""`stat=`, ALLOCATED and EXIT where calls, objects and names of constructs are between them, as
gfortran's programs see it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

#: Declarations, a line with `!`, and statements.
FOLLOWED = {
    "a dummy, twice": """\
    integer :: st
    real(8), allocatable :: w(:), v(:)
    !
    y = 0
    call make(w, st)
    y = y + sum(w**2)*(st+1)
    call make(w, st)
    y = y + sum(w**2)*(st+1)
  contains
    subroutine make(a, s2)
      real(8), allocatable, intent(inout) :: a(:)
      integer, intent(out) :: s2
      allocate(a(n), stat=s2)
      a = x
    end subroutine
""",
    "an object, twice": """\
    integer :: st
    type(list) :: l
    !
    y = 0
    call make(l, st)
    y = y + sum(l%v**2)*(st+1)
    call make(l, st)
    y = y + sum(l%v**2)*(st+1)
  contains
    subroutine make(a, s2)
      type(list), intent(inout) :: a
      integer, intent(out) :: s2
      allocate(a%v(n), stat=s2)
      a%v = x
    end subroutine
""",
    "freed twice": """\
    integer :: st
    real(8), allocatable :: w(:)
    !
    y = 0
    allocate(w(n))
    w = x
    call drop(w, st)
    y = y + sum(x**2)*(st+1)
    call drop(w, st)
    y = y + sum(x**3)*(st+1)
  contains
    subroutine drop(a, s2)
      real(8), allocatable, intent(inout) :: a(:)
      integer, intent(out) :: s2
      deallocate(a, stat=s2)
    end subroutine
""",
    "freed, never allocated": """\
    integer :: st
    real(8), allocatable :: w(:)
    !
    y = 0
    call drop(w, st)
    y = y + sum(x**2)*(st+1)
  contains
    subroutine drop(a, s2)
      real(8), allocatable :: a(:)
      integer, intent(out) :: s2
      deallocate(a, stat=s2)
    end subroutine
""",
    "allocated by what it calls": """\
    integer :: st
    type(list) :: l
    !
    y = 0
    call make(l)
    st = 4
    allocate(l%v(n), stat=st)
    y = y + sum(l%v**2)*(st+1)
  contains
    subroutine make(a)
      type(list), intent(inout) :: a
      allocate(a%v(n))
      a%v = x
    end subroutine
""",
    "EXIT of an IF": """\
    integer :: st, i
    real(8), allocatable :: w(:)
    !
    y = 0
    s: if (n > 2) then
     allocate(w(n), stat=st)
     w = x
     if (x(1) > 0.5d0) exit s
     deallocate(w, stat=st)
    end if s
    allocate(w(n), stat=st)
    w = x**2
    y = y + sum(w**2)*(1+st)
""",
    "EXIT of ASSOCIATE": """\
    integer :: st, i
    real(8), allocatable :: w(:)
    !
    y = 0
    s: associate (q => x)
     allocate(w(n), stat=st)
     w = q
     if (x(1) > 0.5d0) exit s
     deallocate(w, stat=st)
    end associate s
    allocate(w(n), stat=st)
    w = x**2
    y = y + sum(w**2)*(1+st)
""",
    "a pointer of an object": """\
    type node
     real(8), pointer :: p(:) => null()
    end type
    type(node) :: a
    integer :: st
    !
    allocate(a%p(n), stat=st)
    a%p = x
    y = sum(a%p**2)*(st+1)
    allocate(a%p(n), stat=st)
    a%p = 2*x
    y = y + sum(a%p**2)*(st+1)
    deallocate(a%p, stat=st)
    y = y+st
    deallocate(a%p, stat=st)
    y = y+st*x(1)
""",
    "a pointer of an object, by what it calls": """\
    type node
     real(8), pointer :: p(:) => null()
    end type
    type(node) :: a
    integer :: st, i
    !
    y = 0
    call mk(a)
    allocate(a%p(n), stat=st)
    a%p = x*2
    y = y + sum(a%p**2)*(st+1)
  contains
    subroutine mk(b)
    type(node) :: b
    allocate(b%p(n), stat=st)
    b%p = x
    y = y + sum(b%p) + st
    end subroutine
""",
    "an object copied": """\
    integer :: st, i
    type(list) :: l, k
    !
    y = 0
    allocate(k%v(n))
    k%v = x
    l = k
    allocate(l%v(n), stat=st)
    y = y + sum(l%v**2)*(st+1)
    deallocate(l%u, stat=st)
    y = y + sum(l%v**2)*(st+1)
""",
    "a scalar in a loop": """\
    integer :: st, i
    real(8), allocatable :: c
    !
    y = 0
    do i = 1, 3
    allocate(c, stat=st)
    if (st == 0) c = x(i)
    y = y + c**2*(st+1)
    if (i == 2) deallocate(c)
    end do
    deallocate(c, stat=st)
    deallocate(c, stat=st)
    y = y*st
""",
    "an object and its component": """\
    integer :: st
    type(list), allocatable :: l
    !
    allocate(l, stat=st)
    allocate(l%v(n), stat=st)
    l%v = x
    y = sum(l%v**2)*(st+1)
    deallocate(l, stat=st)
    y = y + st
""",
    "an object without arrays": """\
    type cell
     real(8) :: a, b
    end type
    type(cell), allocatable :: c
    real(8), allocatable :: w(:)
    integer :: st, i
    !
    st = 5
    allocate(c, stat=st)
    c%a = x(1)
    y = c%a**2*(1+st)
    st = 5
    deallocate(c, stat=st)
    y = y + st*x(2)
""",
    "scalars without values": """\
    integer, allocatable :: c
    logical, allocatable :: l
    complex(8), allocatable :: z
    integer :: i
    !
    y = 0
    allocate(c, l, z)
    if (allocated(c)) y = 100*x(1)
    if (allocated(l)) y = y + 100*x(1)
    if (allocated(z)) y = y + 100*x(1)
    c = 2
    y = y + x(c)
    deallocate(l)
    if (allocated(l)) y = y + 3*x(1)
""",
    "a scalar without a value in a loop": """\
    real(8), allocatable :: c
    integer :: i
    !
    y = 0
    do i = 1, 4
    if (mod(i,2) == 1) allocate(c)
    if (allocated(c)) then
     y = y + x(i)**2
     deallocate(c)
    end if
    if (.not. allocated(c)) y = y + x(i)
    end do
""",
    "an object without a value": """\
    type cell
     real(8) :: a, b
    end type
    type(cell), allocatable :: c
    integer :: st, i
    !
    y = 0
    allocate(c)
    if (allocated(c)) y = 100*x(1)
    c%a = x(2)
    y = y + c%a
""",
    "an object with an array": """\
    type cell
     real(8) :: a(3)
     real(8), allocatable :: v(:)
    end type
    type(cell), allocatable :: c
    integer :: st, i
    !
    y = 0
    allocate(c)
    c%a = 3
    if (allocated(c%v)) y = 100*x(1)
    y = y + c%a(2)*x(2)
""",
    "an object freed in a loop": """\
    type cell
     real(8) :: a(3), b
    end type
    type(cell), allocatable :: c
    integer :: i
    !
    y = 0
    do i = 1, 3
    if (.not. allocated(c)) then
    allocate(c)
    c%a = i
    c%b = x(i)
    else
    c%b = c%b + x(i)**2
    c%a(i) = c%b
    end if
    y = y + sum(c%a)*c%b
    if (i == 2) deallocate(c)
    end do
""",
    "GOTO out of a loop": """\
    integer :: st, i, j
    real(8), allocatable :: w(:)
    !
    y = 0
    do i = 1, 3
     do j = 1, 3
      allocate(w(n), stat=st)
      if (st /= 0) goto 100
      w = x*j
      y = y + sum(w)
     end do
    100 continue
     y = y + st*0.001d0
     deallocate(w)
    end do
""",
    "GOTO out of a loop that asks": """\
    integer :: st, i, j
    real(8), allocatable :: w(:)
    !
    y = 0
    do i = 1, 3
     do j = 1, 3
      if (allocated(w)) then
        st = 5
        goto 100
      end if
      allocate(w(n))
      st = 0
      w = x*j
      y = y + sum(w)
     end do
    100 continue
     y = y + st*0.001d0
     deallocate(w)
    end do
""",
    "GOTO out of loops": """\
    integer :: st, i
    real(8), allocatable :: w(:), v(:)
    !
    y = 0
    allocate(w(n), stat=st)
    if (st /= 0) goto 900
    allocate(v(n), stat=st)
    if (st /= 0) goto 800
    w = x; v = x**2
    y = sum(w*v)
    deallocate(v)
    800 deallocate(w)
    900 continue
    deallocate(v, stat=st)
    y = y + st
""",
    "moved by what it calls": """\
    integer :: st, i
    real(8), allocatable :: w(:), v(:)
    !
    y = 0
    allocate(w(n), v(n), stat=st)
    w = x; v = 2*x
    call sw(w, v)
    deallocate(v, stat=st)
    y = y + sum(w)*(st + 1)
    deallocate(w, stat=st)
    y = y*(st + 1)
  contains
    subroutine sw(a, b)
     real(8), allocatable, intent(inout) :: a(:), b(:)
     real(8), allocatable :: t(:)
     integer :: s
     call move_alloc(a, t)
     call move_alloc(b, a)
     deallocate(b, stat=s)
     y = y + s*3
     allocate(t(n), stat=s)
     y = y + s + sum(t)
    end subroutine
""",
    "a status of a scalar that is allocated": """\
    integer :: i
    integer, allocatable :: st
    real(8), allocatable :: w(:)
    !
    allocate(st)
    allocate(w(n), stat=st)
    w = x
    allocate(w(n), stat=st)
    y = sum(w)*st
""",
}
REFUSED = {
    "an object again": """\
    type cell
     real(8) :: a, b
    end type
    type(cell), allocatable :: c
    integer :: st, i
    !
    allocate(c)
    c%a = x(1)
    y = c%a**2
    allocate(c, stat=st)
    y = y + x(2)*st
""",
    "an object in a loop": """\
    type cell
     real(8) :: a, b
    end type
    type(cell), allocatable :: c
    integer :: st, i
    !
    y = 0
    do i = 1, 2
    allocate(c, stat=st)
    c%a = x(i)
    y = y + c%a**2*(1+st)
    end do
""",
    "an object never allocated": """\
    type cell
     real(8) :: a, b
    end type
    type(cell), allocatable :: c
    integer :: st, i
    !
    st = 4
    deallocate(c, stat=st)
    y = sum(x)*(1+st)
""",
    "an object that a procedure allocates": """\
    type cell
     real(8) :: a, b
    end type
    type(cell), allocatable :: c
    integer :: st, i
    !
    st = 4
    call mk(c)
    allocate(c, stat=st)
    y = sum(x)*(1+st)
  contains
    subroutine mk(q)
    type(cell), allocatable :: q
    allocate(q)
    q%a = 1
    end subroutine
""",
    "an object beside an array": """\
    type cell
     real(8) :: a, b
    end type
    type(cell), allocatable :: c
    real(8), allocatable :: w(:)
    integer :: st, i
    !
    allocate(w(n), c, stat=st)
    c%a = x(1)
    y = c%a**2*(1+st)
""",
    "an array of the host": """\
    integer :: st
    real(8), allocatable :: w(:)
    !
    st = 3
    call drop
    y = sum(x)*(st+1)
  contains
    subroutine drop
     deallocate(w, stat=st)
    end subroutine
""",
}
MODULE = """\
module mm
  implicit none
  real(8), allocatable :: buf(:)
contains
  subroutine f(n, x, y)
    integer :: n
    real(8) :: x(n), y
    y = sum(x)*size(buf)
    call g(y)
    call g(y)
  end subroutine
  subroutine g(y)
    real(8) :: y
    integer :: st
    deallocate(buf, stat=st)
    y = y*(st + 1)
  end subroutine
end module
"""


def routine(text: str) -> str:
    return (
        "module m\n  implicit none\n  type list\n    real(8), allocatable :: v(:), u(:)\n"
        "  end type\ncontains\n  subroutine f(n, x, y)\n    integer :: n\n    real(8) :: x(n), y\n"
        f"{text}  end subroutine\nend module\n"
    )


def run(folder: Path, text: str) -> tuple[int, str]:
    source = folder / "m.f90"
    source.write_text(text)
    request = ["check", str(source), "--function", "f", "--wrt", "x", "--of", "y", "--size", "n=4"]
    result = CliRunner().invoke(adc, request)
    return result.exit_code, result.output


@pytest.mark.parametrize("name", FOLLOWED)
def test_followed(tmp_path: Path, name: str) -> None:
    status, said = run(tmp_path, routine(FOLLOWED[name]))
    assert status == 0 and "primal against gfortran" in said, said


@pytest.mark.parametrize("name", REFUSED)
def test_refused(tmp_path: Path, name: str) -> None:
    status, said = run(tmp_path, routine(REFUSED[name]))
    assert status == 1 and "ADC0157" in said and "`stat=`" in said, said


def test_an_array_of_a_module_that_is_freed_twice(tmp_path: Path) -> None:
    status, said = run(tmp_path, MODULE)
    assert status == 1 and "ADC0157" in said, said


def test_a_dummy_of_the_routine_itself(tmp_path: Path) -> None:
    """It is taken to come without an array, as `stat=` of its ALLOCATE then tells."""
    source = tmp_path / "m.f90"
    source.write_text(
        "subroutine f(n, x, y, w)\n  integer :: n, st\n  real(8) :: x(n), y\n"
        "  real(8), allocatable :: w(:)\n  allocate(w(n), stat=st)\n  w = x\n"
        "  y = sum(w**2)*(st + 1)\nend subroutine\n"
    )
    request = [str(source), "--function", "f", "--wrt", "x", "--of", "y"]
    shown = CliRunner().invoke(adc, ["show", "--stage", "ir", *request])
    assert shown.exit_code == 0 and "5015" not in shown.output, shown.output
    checked = CliRunner().invoke(adc, ["check", *request])
    assert checked.exit_code == 0 and "primal against gfortran" in checked.output, checked.output
