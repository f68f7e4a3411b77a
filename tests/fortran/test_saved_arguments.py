"""`--fix first=.false.`: a routine as the calls behind the first one run it, which has read a file.

What the routine saves is an argument. The original is run by gfortran, which never finds the file:
each routine is given what it saves where its statements begin.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_rejects import run_adc

#: A module's procedure that reads tables, and keeps one value from call to call.
TABLES = """\
module tables
  implicit none
contains
  subroutine decay(t, y)
    real(8), intent(in) :: t
    real(8), intent(inout) :: y
    real(8), save :: rate, table(2, 3), last
    real(8) :: unit = 2d0
    integer, save :: calls = 0, rows
    logical :: first = .true.
    integer :: i
    if (first) then
      open (7, file='rates.dat')
      read (7, *) rate, rows
      do i = 1, rows
        read (7, *) table(:, i)
      end do
      close (7)
      first = .false.
    else
      y = y + 1d-3*last
    end if
    calls = calls + 1
    y = y*exp(-rate*t) + table(2, 1)*y**2*unit + table(1, 3)*rows
    last = y*calls
  end subroutine decay

  subroutine twice(t, y)
    real(8), intent(in) :: t
    real(8), intent(inout) :: y
    call decay(t, y)
    y = sin(y)
    call decay(2*t, y)
  end subroutine twice

  subroutine plain(t, y)
    real(8), intent(in) :: t
    real(8), intent(inout) :: y
    y = y*t
  end subroutine plain
end module tables
"""
#: The block is jumped over, and read until the file ends; types by their first letters.
JUMPS = """\
      SUBROUTINE LAYERS(X, Y, N)
      DIMENSION X(N), C(4)
      DATA IREAD /0/, NC, C /4, 4*1.5/
      IF (IREAD .NE. 0) GO TO 20
      OPEN (UNIT=3, FILE='B.DAT')
      DO 10 I = 1, 4
   10 READ (3, *, END=15) C(I)
   15 IREAD = 1
   20 CONTINUE
      Y = 0.
      DO 30 I = 1, N
   30 Y = Y + C(MIN(I,4))*X(I)**2 + NC
      END
      SUBROUTINE VOIDS(X, Y)
      REAL*8 X, Y, W(20), D(20)
      INTEGER J, NV
      LOGICAL FIRST
      SAVE
      DATA FIRST /.TRUE./
      IF (FIRST) THEN
         J = 1
    5    READ (11, *, END=99) W(J)
         IF (W(J) .GT. 0) THEN
            D(J) = SQRT(W(J))
            J = J + 1
         END IF
         GO TO 5
   99    CONTINUE
         FIRST = .FALSE.
         NV = MIN(J - 1, 20)
      END IF
      Y = 0
      DO 30 J = 1, MIN(NV, 20)
   30 Y = Y + EXP(-D(J)*X)
      END
      SUBROUTINE AGAIN(X, Y)
      REAL*8 X, Y, A
      LOGICAL FIRST
      SAVE FIRST, A
      DATA FIRST /.TRUE./
      IF (FIRST) READ (5, *) A
      FIRST = X .LT. 0.D0
      Y = A*X**2
      END
      SUBROUTINE OTHERS(X, Y)
      REAL*8 X, Y, A
      LOGICAL FIRST
      SAVE FIRST, A
      DATA FIRST /.TRUE./
      IF (FIRST) READ (5, *) A
      FIRST = .FALSE.
      Y = A*X**2
      RETURN
      ENTRY SETA(X)
      A = X
      END
"""


def checked(name: str, function: str, words: str, folder: Path) -> tuple[int, str]:
    (folder / name).write_text(TABLES if name == "t.f90" else JUMPS)
    done = run_adc(["check", name, "--function", function, *words.split()], folder, {})
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("name", "function", "words"),
    [
        ("t.f90", "decay", "--wrt t,y,rate,table,last --of y,last --fix first=.false."),
        ("t.f90", "twice", "--wrt t,y,rate,table,last --of y,last --fix first=.false."),
        ("t.f90", "decay", "--wrt y,last --of y --fix first=.false. --size calls=7,rows=2"),
        ("j.f", "layers", "--wrt x,c --of y --fix iread=1 --size n=6"),
        ("j.f", "voids", "--wrt x,d --of y --fix first=.false. --size nv=3"),
    ],
)
def test_as_later_calls(name: str, function: str, words: str, tmp_path: Path) -> None:
    status, output = checked(name, function, words, tmp_path)
    assert status == 0, output
    assert "tangent against gfortran" in output


@pytest.mark.parametrize(
    ("name", "function", "words", "told"),
    [
        ("t.f90", "decay", "", "`--fix first=.false.`: what `decay` saves becomes arguments"),
        ("j.f", "layers", "", "`--fix iread=1`: what `layers` saves becomes arguments"),
        ("j.f", "layers", "--fix iread=0", "ADC0169"),
        ("t.f90", "decay", "--fix first=2", "ADC0301"),
        ("t.f90", "plain", "--fix first=.false.", "ADC0301"),
        ("j.f", "again", "--fix first=.false.", "ADC0213"),
        ("j.f", "others", "--fix first=.false.", "others see what it saves"),
    ],
)
def test_refused(name: str, function: str, words: str, told: str, tmp_path: Path) -> None:
    variables = "--wrt y --of y" if name == "t.f90" else "--wrt x --of y"
    status, output = checked(name, function, f"{words} {variables}", tmp_path)
    assert status == 1, output
    assert told in " ".join(output.split()), output


def test_arguments(tmp_path: Path) -> None:
    """Initial values that nothing changes stay constants; others' names say who saves them."""
    (tmp_path / "t.f90").write_text(TABLES)
    words = ["grad", "t.f90", "--function", "twice", "--wrt", "y", "--of", "y", "-o", "out"]
    done = run_adc([*words, "--fix", "first=.false."], tmp_path, {})
    assert done.exit_code == 0, done.output
    header = (tmp_path / "out" / "twice_grad.h").read_text()
    told = [name for name in ("rate", "table", "last", "calls", "rows", "unit", "first")
            if f"{name} that decay saves" in header]  # fmt: skip
    assert told == ["rate", "table", "last", "calls", "rows"]


#: What the first call sets by another name: components, ASSOCIATE, pointers and namelists.
OTHER_NAMES = """\
module state
  implicit none
  type inner
    real(8) :: a, b(2)
  end type inner
  type outer
    type(inner) :: q
    real(8) :: z = 2
  end type outer
contains
  subroutine parts(x, y)
    real(8) :: x(4), y
    type(outer), save :: s
    logical, save :: first = .true.
    if (first) then
      s%q%a = sqrt(2d0)
      s%z = 4
      read (*, *) s%q%b(1)
      first = .false.
    end if
    y = s%q%a*x(1) + s%q%b(2)*x(2) + s%q%b(1)*x(3)*s%z
  end subroutine parts
  subroutine named(x, y)
    real(8) :: x(4), y
    real(8), save :: c, d
    real(8), save, target :: e(2)
    real(8), pointer :: p(:)
    logical, save :: first = .true.
    namelist / given / c
    if (first) then
      read (*, given)
      associate (q => d)
        q = 3
      end associate
      p => e
      read (*, *) p
      first = .false.
    end if
    y = c*x(1) + d*x(2) + e(2)*x(3)
  end subroutine named
  subroutine shared(x, y)
    real(8) :: x(4), y
    real(8), save :: c, d(2)
    equivalence (c, d(2))
    logical, save :: first = .true.
    if (first) then
      read (*, *) d
      first = .false.
    end if
    y = c*x(1)
  end subroutine shared
  subroutine reset(x, y)
    real(8) :: x(4), y
    real(8), save :: c
    logical, save :: first = .true.
    if (first) then
      read (*, *) c
      first = .false.
    end if
    y = c*x(1)
    call begin(first)
  end subroutine reset
  subroutine begin(first)
    logical :: first
    first = .true.
  end subroutine begin
end module state
"""


@pytest.mark.parametrize(
    ("function", "names"), [("parts", "s_q_a s_q_b s_z"), ("named", "c d e")]
)  # fmt: skip
def test_what_the_first_call_sets_by_other_names(function: str, names: str, tmp_path: Path) -> None:
    (tmp_path / "s.f90").write_text(OTHER_NAMES)
    words = ["--function", function, "--wrt", "x", "--of", "y", "--fix", "first=.false."]
    done = run_adc(["grad", "s.f90", *words, "-o", "out"], tmp_path, {})
    assert done.exit_code == 0, done.output
    assert "before it is set" not in done.output and "nothing has set" not in done.output
    header = (tmp_path / "out" / f"{function}_grad.h").read_text()
    assert [n for n in names.split() if re.search(rf"double \*?{n}\b", header)] == names.split()
    done = run_adc(["check", "s.f90", *words], tmp_path, {})
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("function", "told"), [("shared", "EQUIVALENCE"), ("reset", "which a procedure changes")]
)
def test_flags_and_storage_that_others_change(function: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "s.f90").write_text(OTHER_NAMES)
    words = ["--function", function, "--wrt", "x", "--of", "y", "--fix", "first=.false."]
    done = run_adc(["grad", "s.f90", *words, "-o", "out"], tmp_path, {})
    assert done.exit_code == 1 and "ADC0169" in done.output, done.output
    assert told in " ".join(done.output.split()), done.output
