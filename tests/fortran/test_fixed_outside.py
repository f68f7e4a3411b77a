"""Integers and logicals of modules and COMMON that `--fix` gives: constants to all routines, and
what the original has in their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_rejects import run_adc

MODULE = """
module modes
  implicit none
  private :: wet
  integer, public :: mode = 1
  logical :: wet = .false., dry
  integer, target :: other
contains
  subroutine chosen(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    if (mode == 2) then
      y = x**mode
    else
      read (*, *) y
    end if
    if (dry) y = y*3
    call deeper(y)
  end subroutine
  subroutine deeper(y)
    real(8), intent(inout) :: y
    select case (mode)
    case (1)
      y = y + 1
    case (2)
      y = y*y
    end select
  end subroutine
  subroutine changed(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*mode
    mode = 3
    y = y*mode
  end subroutine
  subroutine handed(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call more(mode)
    y = x*mode
  end subroutine
  subroutine counted(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    do mode = 1, 3
      y = x*mode
    end do
    y = y*mode
  end subroutine
  subroutine renamed(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    associate (k => mode)
      k = 3
      y = x*k
    end associate
  end subroutine
  subroutine listed(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    print *, (mode, mode=1, 3)
    y = x*mode
  end subroutine
  subroutine only_read(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    integer :: i
    associate (k => mode)
      y = x**k + sum([(x*mode, i=1, k)])
    end associate
  end subroutine
  subroutine more(k)
    integer, intent(inout) :: k
    k = k + 1
  end subroutine
  real(8) function once(x)
    real(8), intent(in) :: x
    if (mode /= 2) call begin
    once = x*mode
  end function
  subroutine begin
    mode = 2
  end subroutine
  subroutine beside(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = once(x)*mode + once(x*x)
  end subroutine
end module
"""
COMMON = """
      SUBROUTINE TOP(X, Y)
      REAL*8 X, Y, A, B
      COMMON /BLK/ A(2), K, B
      LOGICAL WET
      COMMON /FLAG/ WET, M
      Y = A(1)*X*K
      IF (K .EQ. 4) CALL SUB(Y)
      IF (WET) Y = Y*2
      END
      SUBROUTINE SUB(Y)
      REAL*8 Y, A, B
      INTEGER K
      COMMON /BLK/ A(2), K, B
      Y = Y*Y*B + K
      END
      SUBROUTINE NAMED(X, Y)
      REAL*8 X, Y, A, B
      COMMON /BLK/ A(2), K, B
      Y = A(1)*X*K
      CALL SUBL(Y)
      END
      SUBROUTINE SUBL(Y)
      REAL*8 Y, A, B
      COMMON /BLK/ A(2), L, B
      Y = Y*Y*B + L
      L = 7
      END
      SUBROUTINE SHAPED(X, Y)
      REAL*8 X, Y, A, B
      COMMON /BLK/ A(2), K, B
      CALL SUBA(Y)
      Y = A(1)*X*K + Y
      END
      SUBROUTINE SUBA(Y)
      REAL*8 Y, A, B
      COMMON /BLK/ A(2), K, B
      DIMENSION K(1)
      K(1) = 7
      Y = B
      END
      SUBROUTINE WORDED(X, Y)
      REAL*8 X, Y
      CHARACTER*12 KEYS
      COMMON /KEYBLK/ KEYS
      Y = X**2
      IF (INDEX(KEYS, 'CUBE') .NE. 0) Y = Y*X
      IF (KEYS .EQ. 'LINE') Y = X
      IF (KEYS(2:3) .EQ. 'UB') CALL WORDS(Y)
      END
      SUBROUTINE WORDS(Y)
      REAL*8 Y
      CHARACTER*12 KEYS
      COMMON /KEYBLK/ KEYS
      IF (KEYS(12:12) .EQ. ' ') Y = SIN(Y)
      END
      SUBROUTINE POWER(X, Y)
      REAL*8 X, Y
      COMMON /IBLK/ K
      IF (K .GT. 2) THEN
        Y = X*K
      ELSE
        Y = X**K
      END IF
      END
      SUBROUTINE LAID(X, Y)
      REAL*8 X, Y
      COMMON /IBLK/ K
      EQUIVALENCE (K, L)
      L = 3
      Y = X*K
      END
"""


def checked(text: str, name: str, function: str, fixed: str, folder: Path) -> tuple[int, str]:
    (folder / name).write_text(text)
    words = ["check", name, "--function", function, "--wrt", "x", "--of", "y"]
    for one in fixed.split():
        words += ["--fix", one]
    done = run_adc(words, folder, {})
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("function", "fixed"),
    [
        ("chosen", "mode=2"),
        ("chosen", "mode=2 dry=.true."),
        ("beside", "mode=2"),
        ("only_read", "mode=3"),
    ],
)
def test_of_modules(function: str, fixed: str, tmp_path: Path) -> None:
    status, output = checked(MODULE, "m.f90", function, fixed, tmp_path)
    assert status == 0, output
    assert "primal against gfortran" in output


@pytest.mark.parametrize(
    ("function", "fixed", "code"),
    [
        ("changed", "mode=2", "ADC0213"),
        ("handed", "mode=2", "ADC0169"),
        ("counted", "mode=2", "ADC0213"),
        ("renamed", "mode=2", "ADC0213"),
        ("listed", "mode=2", "ADC0169"),
        ("chosen", "mode=two", "ADC0301"),
        ("chosen", "dry=1", "ADC0301"),
    ],
)
def test_of_modules_refused(function: str, fixed: str, code: str, tmp_path: Path) -> None:
    status, output = checked(MODULE, "m.f90", function, fixed, tmp_path)
    assert status == 1 and code in output, output


@pytest.mark.parametrize(
    ("function", "fixed"),
    [
        ("top", "k=4"), ("top", "k=4 wet=.true."), ("top", "k=-3 wet=.false."), ("power", "k=-2"),
        ("worded", "keys=CUBE"), ("worded", "keys=LINE"), ("worded", "keys=TEXT"),
    ],
)  # fmt: skip
def test_of_common(function: str, fixed: str, tmp_path: Path) -> None:
    status, output = checked(COMMON, "c.f", function, fixed, tmp_path)
    assert status == 0, output
    assert "primal against gfortran" in output


@pytest.mark.parametrize(
    ("function", "fixed"), [("named", "k=4"), ("shaped", "k=4"), ("laid", "k=4"), ("top", "zz=4")]
)
def test_of_common_refused(function: str, fixed: str, tmp_path: Path) -> None:
    status, output = checked(COMMON, "c.f", function, fixed, tmp_path)
    assert status == 1, output
    assert "error[ADC" in output and "ADC0999" not in output


#: What is fixed is changed under another name: as a dummy, or as another unit calls it in COMMON.
RENAMED = {
    "wet=.true.": (
        "ADC0213",
        "module m\n logical :: wet = .true.\ncontains\n subroutine f(x, y)\n  real(8) :: x, y\n"
        "  y = x\n  call g(wet)\n  if (wet) y = x**2\n end subroutine\n subroutine g(w)\n"
        "  logical :: w\n  w = .false.\n end subroutine\nend module\n",
    ),
    "keys=CUBE": (
        "ADC0301",
        "subroutine f(x, y)\n real(8) :: x, y\n character(8) :: keys\n common /kb/ keys\n y = x\n"
        " call g(x)\n if (keys == 'CUBE') y = x**3\nend\nsubroutine g(x)\n real(8) :: x\n"
        " character(8) :: k\n common /kb/ k\n if (x > 0.1) k = 'LINE'\nend subroutine\n",
    ),
}


@pytest.mark.parametrize("fixed", list(RENAMED))
def test_changed_under_another_name(fixed: str, tmp_path: Path) -> None:
    code, text = RENAMED[fixed]
    (tmp_path / "r.f90").write_text(text)
    words = ["grad", "r.f90", "--function", "f", "--wrt", "x", "--of", "y", "--fix", fixed]
    done = run_adc([*words, "-o", "out"], tmp_path, {})
    assert done.exit_code == 1 and code in done.output, done.output
