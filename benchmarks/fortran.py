"""A large Fortran file: how long adc takes to differentiate one routine of many."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.timing import best_seconds

ADC = Path(sys.executable).parent / "adc"
ROUTINES = 100
#: The routine that is differentiated; it calls two others.
CHOSEN = "r057"

#: Thirty lines each, `{k}` the routine's number; `{a}` and `{b}` are routines without calls.
PLAIN_90 = """\
  ! Routine {k:03}: a sweep through a table, with a limiter.
  subroutine r{k:03}(n, m, x, w, y)
    integer, intent(in) :: n, m
    real(dp), intent(in) :: x(n), w(n, m)
    real(dp), intent(inout) :: y(m)
    real(dp) :: work(n), slope, total
    real(dp), parameter :: weight = {k}.0_dp/128.0_dp
    integer :: i, j

    work = 0.0_dp
    do i = 2, n - 1
      slope = max(0.0_dp, min(x(i) - x(i - 1), x(i + 1) - x(i)))
      if (slope > weight) then
        work(i) = x(i) + weight*slope
      else
        work(i) = x(i)*exp(-slope)
      end if
    end do
    do j = 1, m
      total = 0.0_dp
      do i = 1, n
        total = total + w(i, j)*work(i)**2
        if (total > 1.0e6_dp) exit
      end do
      y(j) = y(j) + sqrt(1.0_dp + total) &
             + weight*sum(work)/real(n, dp)
    end do
    where (y > 1.0e3_dp) y = 1.0e3_dp

  end subroutine r{k:03}
"""
CALLING_90 = """\
  ! Routine {k:03}: two others, one after the other.
  subroutine r{k:03}(n, m, x, w, y)
    integer, intent(in) :: n, m
    real(dp), intent(in) :: x(n), w(n, m)
    real(dp), intent(inout) :: y(m)
    real(dp) :: shifted(n), half(m)
    integer :: i, j, step

    do i = 1, n
      shifted(i) = x(i) + 0.01_dp*real(i, dp)
    end do
    half = 0.5_dp*y
    do step = 1, 2
      select case (step)
      case (1)
        call r{a:03}(n, m, shifted, w, half)
      case default
        call r{b:03}(n, m, shifted, w, half)
      end select
    end do
    do j = 1, m
      if (mod(j, 2) == 0) then
        y(j) = half(j)
      else
        y(j) = half(j) + 0.25_dp*x(1 + mod(j, n))
      end if
    end do

  end subroutine r{k:03}

"""
PLAIN_77 = """\
C     ROUTINE {k:03}: A SWEEP THROUGH A TABLE, WITH A LIMITER
      SUBROUTINE R{k:03}(N, M, X, W, Y)
      INTEGER N, M, I, J, MOST
      PARAMETER (MOST = 500)
      DOUBLE PRECISION X(N), W(N,M), Y(M)
      DOUBLE PRECISION WORK(MOST), SLOPE, TOTAL, WEIGHT
      WEIGHT = {k}.D0/128.D0
      DO 10 I = 1, N
   10 WORK(I) = 0.D0
      DO 30 I = 2, N - 1
         SLOPE = DMAX1(0.D0, DMIN1(X(I) - X(I-1),
     &                             X(I+1) - X(I)))
         IF (SLOPE .LE. WEIGHT) GO TO 20
            WORK(I) = X(I) + WEIGHT*SLOPE
         GO TO 30
   20    WORK(I) = X(I)*DEXP(-SLOPE)
   30 CONTINUE
      DO 50 J = 1, M
         TOTAL = 0.D0
         DO 40 I = 1, N
            TOTAL = TOTAL + W(I,J)*WORK(I)**2
            IF (TOTAL .GT. 1.D6) GO TO 45
   40    CONTINUE
   45    Y(J) = Y(J) + DSQRT(1.D0 + TOTAL)
   50 CONTINUE
      DO 60 J = 1, M
         IF (Y(J) .GT. 1.D3) Y(J) = 1.D3
   60 CONTINUE
      RETURN
      END
"""
CALLING_77 = """\
C     ROUTINE {k:03}: TWO OTHERS, ONE AFTER THE OTHER
      SUBROUTINE R{k:03}(N, M, X, W, Y)
      INTEGER N, M, I, J, ISTEP, MOST
      PARAMETER (MOST = 500)
      DOUBLE PRECISION X(N), W(N,M), Y(M)
      DOUBLE PRECISION SHIFT(MOST), HALF(MOST)
      DO 10 I = 1, N
         SHIFT(I) = X(I) + 0.01D0*DBLE(I)
   10 CONTINUE
      DO 20 J = 1, M
         HALF(J) = 0.5D0*Y(J)
   20 CONTINUE
      DO 30 ISTEP = 1, 2
         IF (ISTEP .EQ. 1) THEN
            CALL R{a:03}(N, M, SHIFT, W, HALF)
         ELSE
            CALL R{b:03}(N, M, SHIFT, W, HALF)
         END IF
   30 CONTINUE
      DO 40 J = 1, M
         IF (MOD(J, 2) .EQ. 0) THEN
            Y(J) = HALF(J)
         ELSE
            Y(J) = HALF(J) + 0.25D0*X(1 + MOD(J, N))
         END IF
   40 CONTINUE
C
      RETURN
C
      END
"""
HEAD_90 = """\
module routines
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
contains
"""


def large_file(free: bool) -> str:
    """A file of 100 routines and 3,000 lines: a module in free form, or FORTRAN 77."""
    plain, calling = (PLAIN_90, CALLING_90) if free else (PLAIN_77, CALLING_77)
    routines = [
        (calling if k % 4 == 1 else plain).format(k=k, a=4 * (k % 20) + 2, b=4 * (k % 17) + 3)
        for k in range(1, ROUTINES + 1)
    ]
    return HEAD_90 + "".join(routines) + "end module routines\n" if free else "".join(routines)


def large_file_rows() -> list[tuple[str, ...]]:
    """Rows: what file, lines, seconds of one `adc grad`."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, free in (("routines.f90", True), ("routines.f", False)):
            text = large_file(free)
            (Path(folder) / name).write_text(text)
            rows.append((name, str(ROUTINES), str(text.count("\n")), _seconds(name, folder)))
    return rows


def _seconds(name: str, folder: str) -> str:
    command = [ADC, "grad", name, "--head", f"{CHOSEN}(y)/(x w)", "-q"]

    def call() -> None:
        subprocess.run(command, cwd=folder, check=True, capture_output=True)

    return f"{best_seconds(call, 3):.2f}"
