"""Main programs as routines: the text that is made of them, and what gfortran makes of that."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from adc.diagnostics import AdcError, Diagnostic
from adc.frontends.fortran.programs import as_routine
from adc.frontends.fortran.reading import read_files
from adc.frontends.fortran.symbols import Sources

ORBIT = """\
      PROGRAM ORBIT
      INTEGER NSTEP, I
      REAL*8 X, Y, VX, VY, GM, DT, ENERGY, E0
      COMMON /FIELD/ GM
      DATA X, Y /1.0D0, 0.0D0/
      DATA NSTEP /20/
      VX = 0.0D0
   5  VY =
     1     1.1D0
      GM = 1.0D0
      DT = 0.05D0
      READ (*, *) E0
      CALL KICK(X, Y, VX, VY, 0.5D0*DT)
      DO 10 I = 1, NSTEP
         X = X + DT*VX
         Y = Y + DT*VY
         CALL KICK(X, Y, VX, VY, DT)
   10 CONTINUE
      ENERGY = 0.5D0*(VX**2 + VY**2) - GM/SQRT(X*X + Y*Y) + E0**2
      WRITE (6, 100) ENERGY
  100 FORMAT (1X, 'ENERGY', F12.6)
   20 STOP
      END
      SUBROUTINE KICK(X, Y, VX, VY, H)
      REAL*8 X, Y, VX, VY, H, GM, R3
      COMMON /FIELD/ GM
      R3 = SQRT(X*X + Y*Y)**3
      VX = VX - H*GM*X/R3
      VY = VY - H*GM*Y/R3
      END
"""
FREE = """\
module given
  real(8) :: alpha = 0.7d0
end module given
program main
  use given
  implicit none
  real(8) :: a(3) = [1d0, 2d0, 3d0], b(3), cost
  cost = a(1)
  b = 0
  b = alpha*a + helper(b(1))
  cost = sum(b**2)
  if (cost > 1d6) stop 1
contains
  real(8) function helper(z)
    real(8), intent(in) :: z
    helper = sin(z + a(2))
  end function helper
end program main
"""


def written(folder: Path, text: str, name: str, wrt: str, of: str) -> tuple[str, list[Diagnostic]]:
    path = folder / name
    path.write_text(text)
    told: list[Diagnostic] = []
    files, texts = read_files([str(path)], (), (), told)
    made = as_routine(Sources(files), texts, wrt.split(), of.split(), told)
    return made.text, told


def changed(before: str, after: str) -> dict[int, str]:
    """The lines that differ, by number: all others are where they were."""
    pairs = list(zip(before.split("\n"), after.split("\n"), strict=True))
    return {n: new for n, (old, new) in enumerate(pairs, start=1) if old != new}


def test_fixed_form(tmp_path: Path) -> None:
    text, told = written(tmp_path, ORBIT, "orbit.f", "x y vy e0 dt gm", "energy")
    assert changed(ORBIT, text) == {
        1: "      subroutine orbit(x, y, vy, e0, dt, energy)",
        5: "", 8: "5     continue", 9: "", 11: "", 12: "", 22: "20    continue",
    }  # fmt: skip
    assert sorted(d.span.line for d in told if d.span) == [5, 8, 11, 12]


def test_free_form(tmp_path: Path) -> None:
    text, told = written(tmp_path, FREE, "main.f90", "a alpha", "cost b")
    assert changed(FREE, text) == {
        4: "subroutine main(a, cost, b)",
        7: "  real(8) :: a(3)" + " " * len(" = [1d0, 2d0, 3d0]") + ", b(3), cost",
        18: "      end",
    }
    assert [d.span.line for d in told if d.span] == [7]


@pytest.mark.parametrize(
    ("text", "wrt", "code"),
    [
        (FREE.replace("cost = a(1)", "read *, a, cost"), "a", "ADC0169"),
        (FREE.replace(" :: a(3)", ", parameter :: a(3)"), "a", "ADC0169"),
        (FREE.replace("b = 0", "b(1) = 1\n  b(2:) = 2"), "b", "ADC0169"),
        (FREE.replace("b = 0", "b = 0; cost = 1"), "b", "ADC0169"),
        (FREE.replace("cost = a(1)", "5 a = 1").replace("stop 1", "goto 5"), "a", "ADC0169"),
        (FREE.replace("program main\n", "").replace("end program main", "end"), "a", "ADC0208"),
        (FREE + FREE.replace("main", "other").replace("given", "more"), "a", "ADC0208"),
    ],
)
def test_refused(tmp_path: Path, text: str, wrt: str, code: str) -> None:
    with pytest.raises(AdcError) as caught:
        written(tmp_path, text, "main.f90", wrt, "cost")
    assert caught.value.diagnostics[0].code == code


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        (ORBIT, "orbit.f", ("--wrt", "x,y,vy,e0,dt", "--of", "energy,vx")),
        (FREE, "main.f90", ("--wrt", "a,alpha", "--of", "cost,b")),
    ],
)
def test_checked(tmp_path: Path, text: str, name: str, words: tuple[str, ...]) -> None:
    (tmp_path / name).write_text(text)
    arguments = ["check", str(tmp_path / name), "--program", *words]
    done = CliRunner().invoke(adc, arguments, prog_name="adc")
    assert done.exit_code == 0, done.output
    assert "run by gfortran" in done.output and "primal against gfortran" in done.output


INNER = """\
program grid
  use consts, only: pi
  implicit none
  integer, parameter :: dp = kind(1d0)
  integer :: i, n = 3
  real(dp) :: radius = 2, total
  real(dp) :: table(3)
  data table /1d0, 2d0, 3d0/
  total = 0
  do i = 1, n
    call shift(real(i, dp), total)
  end do
  print *, total
contains
  ! moves a point
  subroutine shift(x, y)
    real(dp), intent(in) :: x
    real(dp), intent(inout) :: y
    y = y + radius*sin(x*pi)*table(2) + helper(x)
  end subroutine shift
  real(dp) function helper(x)
    real(dp), intent(in) :: x
    helper = x**2/radius
  end function helper
end program grid
"""
CONSTANTS = "module consts\n  real(8), parameter :: pi = 3.14159d0\nend module consts\n"


@pytest.mark.parametrize(
    "words", [("shift", "--wrt", "x,radius,table", "--of", "y"), ("helper", "--wrt", "x,radius")]
)
def test_a_procedure_inside_a_program(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "grid.f90").write_text(INNER)
    (tmp_path / "consts.f90").write_text(CONSTANTS)
    files = [str(tmp_path / "grid.f90"), str(tmp_path / "consts.f90")]
    done = CliRunner().invoke(adc, ["check", *files, "--function", *words], prog_name="adc")
    assert done.exit_code == 0, done.output
    assert "primal against gfortran" in done.output


@pytest.mark.parametrize(
    ("old", "new"),
    [("program grid\n", "program grid; save\n"), ("3d0/\n", "3d0/; total = 1\n")],
)
def test_a_program_of_several_statements_a_line_keeps_its_procedures(
    tmp_path: Path, old: str, new: str
) -> None:
    (tmp_path / "grid.f90").write_text(CONSTANTS + INNER.replace(old, new, 1))
    words = ["grad", str(tmp_path / "grid.f90"), "--function", "helper", "--wrt", "x"]
    done = CliRunner().invoke(adc, words, prog_name="adc")
    assert done.exit_code == 1 and "[ADC0208]" in done.output
