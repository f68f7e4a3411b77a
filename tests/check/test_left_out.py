"""What routines leave to callers: dummies that nothing uses, tables that another one fills."""

from __future__ import annotations

from pathlib import Path

import pytest

import adc
from adc import AdcError

CALLER = """
subroutine anything(n, x, y)
  integer :: n
  real(8) :: x(n), y(n)
  logical :: flag
  external :: inner
  flag = n > 2
  call inner(n, x, y, flag, n, x)
end subroutine
"""
CALLED = """
subroutine inner(n, x, y, flag, work, more)
  implicit real(8) (a-h, o-z)
  dimension :: x(n), y(n), work(n)
  complex(8) :: more(n, n)
  {used}
  do i = 1, n
    y(i) = y(i)*x(i)**2
  end do
end subroutine
"""
TABLES = """
module tables
  implicit none
  logical :: fresh = .true.
  integer :: terms
  real(8), allocatable :: c(:), work(:)
contains
  subroutine fill()
    integer :: unit
    open (newunit=unit, file='no_such_table.dat')
    read (unit, *) terms
    if (allocated(c)) deallocate(c, work)
    allocate(c(terms), work(terms))
    read (unit, *) c
    close (unit)
    fresh = .false.
  end subroutine
end module
subroutine series(x, y)
  use tables
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: i
  {call}
  do i = 1, terms
    work(i) = c(i)*x**i
  end do
  y = sum(work(:terms))
end subroutine
"""


def written(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / name
    path.write_text(text)
    return path


def test_a_dummy_that_nothing_uses_may_get_anything(tmp_path: Path) -> None:
    caller = written(tmp_path, "caller.f90", CALLER)
    called = written(tmp_path, "called.f90", CALLED.format(used=""))
    report = adc.check([caller, called], function="anything", wrt="x,y", of="y")
    assert report, report
    assert report.original


@pytest.mark.parametrize("used", ["y(1) = y(1) + work(1)", "if (n < 0) y(1) = flag"])
def test_one_that_is_used_may_not(used: str, tmp_path: Path) -> None:
    caller = written(tmp_path, "caller.f90", CALLER)
    called = written(tmp_path, "called.f90", CALLED.format(used=used))
    with pytest.raises(AdcError, match="ADC0229"):
        adc.check([caller, called], function="anything", wrt="x,y", of="y")


def checked(tmp_path: Path, call: str, fresh: bool) -> object:
    path = written(tmp_path, "series.f90", TABLES.format(call=call))
    return adc.check(
        path, function="series", wrt="x,c", of="y", inactive="fill", set={"fresh": fresh},
        size={"terms": 3, "c_1": 3, "work_1": 3},
    )  # fmt: skip


def test_tables_that_are_filled_before(tmp_path: Path) -> None:
    report = checked(tmp_path, "if (fresh) call fill()", False)
    assert report, report


def test_tables_that_are_not_are_an_error(tmp_path: Path) -> None:
    report = checked(tmp_path, "if (fresh) call fill()", True)
    assert not report
    assert "ESTOP" in str(report)


def test_a_call_that_nothing_guards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AdcError, match="leaving out `fill`, which changes variables of others"):
        checked(tmp_path, "call fill()", False)
