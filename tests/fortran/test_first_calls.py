"""`--first-call`: what a routine saves begins at each call as at the first one.

Each program is held against gfortran; the original runs in a process of its own for each call.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

#: A slope of the last call, which the first one does not have: of another value in every call.
STATE = """\
subroutine step(n, x, dt)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: dt
  real(8), save :: before = 0.5d0
  logical, save :: started = .false.
  integer, save :: calls = 0
  real(8) :: slope
  slope = -sum(x**2)
  calls = calls + 1
  if (started) then
    x = x + dt*(1.5d0*slope - 0.5d0*before)
  else
    x = x + dt*(slope + before*calls)
  end if
  before = slope
  started = .true.
end subroutine step
"""
#: What depends on `day` is computed where `day` is another than in the last call, as in old codes.
MEMO = """\
      FUNCTION SEASON(DAY, P)
      DOUBLE PRECISION SEASON, DAY, P(4), DAYL, P4, C
      SAVE
      DATA DAYL/-1.D0/, P4/-1.D3/
      IF (DAY .NE. DAYL .OR. P4 .NE. P(4)) C = COS(1.7D-2*(DAY - P(3)))
      DAYL = DAY
      P4 = P(4)
      SEASON = P(1) + C*(P(2) + P(3)*C)
      END
"""
#: Without initial values: `u` is read where the first call has set it.
TABLE = """\
      SUBROUTINE TABLE(N, X, Y, MODE)
      INTEGER N, I, MODE, K
      DOUBLE PRECISION X(N), Y, U(50)
      SAVE U, K
      IF (MODE .EQ. 1) THEN
         K = 2
         DO 10 I = 1, N
            U(I) = X(I)**2
   10    CONTINUE
      END IF
      Y = 0
      DO 20 I = K, N
         Y = Y + U(I)*X(I)
   20 CONTINUE
      END
"""
WORK = """\
subroutine area(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable, save :: w(:)
  real(8), save :: last(3) = [1d0, 2d0, 3d0]
  if (.not. allocated(w)) allocate (w(n))
  w = x*x
  s = sum(w)*last(2)
  last(1:2) = last(2:3)
contains
  subroutine idle
    last(3) = 0
  end subroutine idle
end subroutine area
"""
#: One name of the routine sets what another one reads.
SETTINGS = """\
      SUBROUTINE PARAMS(P, Q)
      DOUBLE PRECISION P, Q, V, P0, Q0
      INTEGER K, M
      DATA P0, Q0, K /0.5D0, 2.D0, 3/
      P = P0
      Q = Q0*K
      RETURN
      ENTRY SETP(V)
      P0 = V
      RETURN
      ENTRY SETK(M)
      K = M
      END
      SUBROUTINE LINE(X, Y)
      DOUBLE PRECISION X, Y, P, Q
      CALL PARAMS(P, Q)
      Y = P*X**2 + Q
      END
      SUBROUTINE SETLIN(X, Y)
      DOUBLE PRECISION X, Y
      CALL SETP(X)
      CALL LINE(X, Y)
      END
"""
#: What the SAVE leaves out (Y) begins without a value: what SETUP leaves there is not read.
PREPARED = """\
      SUBROUTINE PREPAR(N, X, W, S)
      INTEGER N
      DOUBLE PRECISION X(N), W(N), S, PICKED, SETUP, D
      D = SETUP(N, X)
      S = PICKED(N, W)*D
      END
      DOUBLE PRECISION FUNCTION PICKED(N, W)
      INTEGER N, I, J, K
      DOUBLE PRECISION W(N), X(N), A(9), Y(9), SETUP
      SAVE A
      K = 0
      PICKED = 0
      DO 20 I = 1, N
         IF (A(I) .GT. 0.2D0) THEN
            K = K + 1
            Y(K) = A(I)*W(I)
         END IF
         DO 10 J = 1, K
            PICKED = PICKED + Y(J)**2
   10    CONTINUE
   20 CONTINUE
      RETURN
      ENTRY SETUP(N, X)
      SETUP = 1
      DO 30 I = 1, N
         Y(I) = X(I)**2
         A(I) = SIN(Y(I))
         SETUP = SETUP + Y(I)
   30 CONTINUE
      END
"""
#: Tables that grow with the largest order that was asked for, and are freed on request.
ORDERS = """\
subroutine powers(lmax, z, p)
  implicit none
  integer, intent(in) :: lmax
  real(8), intent(in) :: z
  real(8), intent(out) :: p(:)
  real(8), save, allocatable :: f(:)
  integer, save :: lmax_old = 0
  integer :: l, status(2)
  if (lmax == -1) then
    if (allocated(f)) deallocate (f)
    lmax_old = 0
    return
  end if
  if (lmax > lmax_old) then
    if (allocated(f)) deallocate (f)
    allocate (f(lmax + 1), stat=status(1))
    if (status(1) /= 0) stop
    do l = 1, lmax + 1
      f(l) = sqrt(dble(l))
    end do
    lmax_old = lmax
  end if
  p(1) = z
  do l = 2, lmax
    p(l) = p(l - 1)*z*f(l) + f(l - 1)
  end do
end subroutine powers
"""
PROGRAM = """\
program main
  implicit none
  real(8) :: a = 2d0, total = 0.25d0, count = 1d0
  integer :: i, k = 1
  do i = 1, 3
    k = k + i
    count = count*1.5d0
    total = total + count*a**k
  end do
  print *, total
end program main
"""


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        (STATE, "step.f90", ("--wrt", "x,dt", "--of", "x")),
        (MEMO, "season.f", ("--wrt", "p,day", "--of", "season")),
        (TABLE, "table.f", ("--wrt", "x", "--of", "y", "--size", "n=6", "--size", "mode=1")),
        (WORK, "area.f90", ("--wrt", "x", "--of", "s")),
        (SETTINGS, "line.f", ("--function", "line", "--wrt", "x", "--of", "y")),
        (PREPARED, "prepared.f", ("--function", "prepar", "--wrt", "x,w", "--of", "s")),
        (ORDERS, "powers.f90", ("--wrt", "z", "--of", "p", "--size", "lmax=4")),
        (
            ORDERS.replace(" save, allocatable", " allocatable").replace(
                "  integer, save", "  save\n  integer"
            ),
            "all.f90",
            ("--wrt", "z", "--of", "p", "--size", "lmax=4"),
        ),
    ],
    ids=("state", "memo", "table", "work", "settings", "prepared", "orders", "orders_all"),
)
def test_each_call_is_as_the_first(tmp_path: Path, text: str, name: str, words: list[str]) -> None:
    """It is refused without the option, whose help names it."""
    (tmp_path / name).write_text(text)
    arguments = ["check", str(tmp_path / name), *words]
    refused = CliRunner().invoke(adc, arguments, prog_name="adc")
    assert refused.exit_code == 1 and "[ADC0169]" in refused.output
    assert "--first-call" in refused.output
    done = CliRunner().invoke(adc, [*arguments, "--first-call"], prog_name="adc")
    assert done.exit_code == 0, done.output
    assert "primal against gfortran" in done.output


def test_the_files_say_so(tmp_path: Path) -> None:
    (tmp_path / "season.f").write_text(MEMO)
    words = ["--wrt", "p", "--of", "season", "--first-call", "-o", str(tmp_path / "out")]
    done = CliRunner().invoke(adc, ["grad", str(tmp_path / "season.f"), *words], prog_name="adc")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "out" / "season_grad.c").read_text()
    assert "routine season, each call as the first one" in " ".join(text.split())
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["first_call"] is True


def test_a_program_begins_once(tmp_path: Path) -> None:
    (tmp_path / "main.f90").write_text(PROGRAM)
    arguments = ["check", str(tmp_path / "main.f90"), "--program", "--wrt", "a", "--of", "total"]
    done = CliRunner().invoke(adc, arguments, prog_name="adc")
    assert done.exit_code == 0, done.output
    assert "primal against gfortran" in done.output


#: Two procedures that keep numbers of all types, called in turn.
CALLEES = """\
subroutine twice(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  real(8), external :: tally
  call step(n, x)
  y = tally(x(1))
  do i = 1, 3
    call step(n, x)
    if (x(2) > 0.3d0) y = y + tally(x(2))
  end do
  y = y*x(1)
end subroutine twice

subroutine step(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), save :: before = 0.5d0, w(3) = [1d0, 2d0, 3d0], sums(2)
  integer, save :: calls = 0, ring(3)
  logical, save :: started
  calls = calls + 1
  if (started) then
    x = x + before*w(2)/calls
  else
    x = x*w(3)
  end if
  ring(mod(calls, 3) + 1) = calls
  sums(1) = sums(1) + x(1)*ring(2)
  sums(2) = sums(1)*0.1d0
  w(1:2) = w(2:3)
  w(3) = sums(2)
  before = sum(x)/10
  started = .true.
end subroutine step

real(8) function tally(v)
  implicit none
  real(8), intent(in) :: v
  real(8), save :: total = 0.25d0
  total = total*0.5d0 + v
  tally = total
end function tally
"""


@pytest.mark.parametrize("words", [(), ("--no-inline",)], ids=("inline", "calls"))
def test_what_called_procedures_save(tmp_path: Path, words: tuple[str, ...]) -> None:
    """It is handed from call to call of theirs, inside of one of the routine's."""
    (tmp_path / "twice.f90").write_text(CALLEES)
    arguments = ["check", str(tmp_path / "twice.f90"), "--function", "twice", "--wrt", "x", "--of"]
    arguments += ["x,y", "--size", "n=3", *words]
    refused = CliRunner().invoke(adc, arguments, prog_name="adc")
    assert refused.exit_code == 1 and "--first-call" in refused.output
    done = CliRunner().invoke(adc, [*arguments, "--first-call"], prog_name="adc")
    assert done.exit_code == 0, done.output
    assert "primal against gfortran" in done.output


def test_a_program_and_what_its_procedures_save(tmp_path: Path) -> None:
    main = (
        "program main\n  implicit none\n  real(8) :: a, x(3), y\n  a = 0.7d0\n"
        "  x = [a, a**2, 0.3d0]\n  call twice(3, x, y)\n  call twice(3, x, y)\n"
        "  print *, y\nend program main\n"
    )
    (tmp_path / "main.f90").write_text(main + CALLEES)
    arguments = ["check", str(tmp_path / "main.f90"), "--program", "--wrt", "a", "--of", "y"]
    done = CliRunner().invoke(adc, arguments, prog_name="adc")
    assert done.exit_code == 0, done.output
    assert "primal against gfortran" in done.output


def test_what_the_call_itself_sets_by_another_entry(tmp_path: Path) -> None:
    (tmp_path / "line.f").write_text(SETTINGS)
    arguments = ["check", str(tmp_path / "line.f"), "--function", "setlin", "--wrt", "x"]
    done = CliRunner().invoke(adc, [*arguments, "--of", "y", "--first-call"], prog_name="adc")
    assert done.exit_code == 0, done.output
    assert "primal against gfortran" in done.output


def test_what_only_a_module_could_hold_is_refused(tmp_path: Path) -> None:
    """Complex numbers are not handed on."""
    text = SETTINGS.replace("P, Q, V, P0, Q0", "P, Q, V, Q0\n      COMPLEX*16 P0")
    (tmp_path / "line.f").write_text(text.replace("K /0.5D0,", "K /(1D0, 0D0),"))
    arguments = ["check", str(tmp_path / "line.f"), "--function", "setlin", "--wrt", "x"]
    done = CliRunner().invoke(adc, [*arguments, "--of", "y", "--first-call"], prog_name="adc")
    assert done.exit_code == 1 and "`setp` leaves to later calls" in done.output
    assert "--first-call" not in done.output


@pytest.mark.parametrize(
    "kept", ["DOUBLE PRECISION T(3)", "DOUBLE PRECISION T(3), U(2)\n      EQUIVALENCE (T(2), U)"]
)
def test_what_an_entry_finds_by_chance_is_refused(tmp_path: Path, kept: str) -> None:
    """Variables without SAVE have what the last call left on the stack, if anything; those that
    share storage are not handed on."""
    (tmp_path / "square.f").write_text(
        f"      SUBROUTINE INIT(A)\n      DOUBLE PRECISION A, B, R\n      {kept}\n"
        "      T(1) = A\n      T(2) = A*A\n      RETURN\n      ENTRY EVAL(B, R)\n"
        "      R = B*T(2)\n      END\n"
        "      SUBROUTINE SQUARE(X, Y)\n      DOUBLE PRECISION X, Y\n      CALL INIT(X)\n"
        "      CALL EVAL(X, Y)\n      END\n"
    )
    arguments = ["check", str(tmp_path / "square.f"), "--function", "square", "--wrt", "x"]
    for more in ((), ("--first-call",)):
        done = CliRunner().invoke(adc, [*arguments, "--of", "y", *more], prog_name="adc")
        assert done.exit_code == 1 and "keeps its value" in done.output
