"""Sources compiled with reals of 8 bytes (`--promote-reals`), held against gfortran's options."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fortran.original import gfortran
from tests.test_rejects import run_adc

#: Kinds of all sorts, where nothing of 4 bytes is a variable: 1/3 and 0.1 tell 4 bytes from 8.
IMPLICIT = """
      SUBROUTINE MIX(N, X, S, Y)
      REAL X(N), S, Y, W(4), U(2), TH, C(3)
      DOUBLE PRECISION DD
      PARAMETER (TH = 1.0/3.0)
      COMPLEX Z
      COMMON /BLK/ K, C, D
      EQUIVALENCE (W(2), U(1))
      SAVE W1
      DATA W1 /0.1/
      SQUARE(T) = T*T + TH
      EPS = EPSILON(1.0)*1E15
      DD = 0.1
      W(1) = X(1)
      U(1) = X(2)*S
      U(2) = 0.3
      Z = CMPLX(S, 0.1)*(0.2, 1)
      Z = Z*Z + SQRT((1, 3))
      Y = KIND(S)*S + EPS*S + PRECISION(S)*S + W(1)*W(2)*W(3)
      DO 10 I = 1, N
        Y = Y + AMAX1(X(I)*TH, 0.1)*ALOG(1.0 + X(I)**2)
        Y = Y + REAL(I)/REAL(3) + FLOAT(I)*SNGL(DD)*W1/7
        Y = Y + AMOD(X(I), 0.7)*0.1 + AMIN1(X(I), 0.2) + SQUARE(X(I))
 10   CONTINUE
      Y = Y + D*C(2)*DD*K*0.1 + REAL(Z)*AIMAG(Z) + CABS(Z)
      Y = Y + DBLE(S)*DPROD(S, X(1)) + (AMAX0(1, K) + AMIN0(2, N))*S
      Y = Y + SIN(0.1)*S + EXP(TH) + TANH(S*0.1) + AMAX0(1, K)/7.0
      END
"""
#: Numbers of four bytes stay what they are but for `all`: constants, components, conversions.
KINDS = """
module kinds_here
  implicit none
  integer, parameter :: sp = kind(1.0), r4 = selected_real_kind(6)
  real, parameter :: third = 1.0_r4/3
  type pair
    real(r4) :: b = 0.1_r4
    real(8) :: c = 0.1_r4, d = 1.0_r4/3
    real :: e = 1.0/3
  end type
  interface half
    module procedure half_here
  end interface
contains
  real function half_here(v)
    real(sp), intent(in) :: v
    half_here = v/2 + 0.1
  end function
  subroutine f(x, y)
    real, intent(in) :: x
    real(8), intent(out) :: y(11)
    type(pair) :: p
    real, allocatable :: w(:)
    y(1:4) = [p%b*x, p%c*x, p%d*x, p%e*x]
    y(5) = third*x + real(2, r4)/real(3, r4)
    y(6) = real(0.1d0)*x + real(0.1d0, 4)
    y(7) = x*0.1_r4 + half(x)
    w = [real :: 0.1, 0.2]*x
    associate (u => x*0.1, v => real(0.3, 4))
      y(8) = u*w(2) + v*v*v
    end associate
    y(9) = abs(cmplx(x, 0.1)) + real(cmplx(0.1d0, 0.3d0, 4))*x
    y(11) = (amax0(3, size(w)) + amin0(size(w), 5)/7)/3*x + amax0(size(w), 1)*0.1 &
      + sum([real(4) :: 0.1, 0.3])
    y(10) = merge(x, 0.1, x > 0)*tiny(x)*1e37
  end subroutine
end module
"""


def _check(folder: Path, name: str, text: str, *options: str) -> str:
    gfortran()
    (folder / name).write_text(text)
    result = run_adc(["check", name, *options], folder, {})
    assert result.exit_code == 0, result.stdout + result.stderr
    assert "primal against gfortran" in result.stdout and "pass" in result.stdout
    return result.stdout


@pytest.mark.parametrize("which", ["default", "all"])
def test_default_reals_have_eight_bytes(which: str, tmp_path: Path) -> None:
    told = _check(tmp_path, "k.f", IMPLICIT, "--wrt", "x,s,c", "--of", "y",
                  "--promote-reals", which, "--size", "n=4")  # fmt: skip
    assert "single precision" not in told


def test_the_values_are_those_of_gfortran(tmp_path: Path) -> None:
    """To the last digit, where the check allows what 4 bytes would do."""
    main = "use kinds_here; real(8) :: y(11); call f(0.55, y); print '(es26.17e3)', y\nend\n"
    (tmp_path / "k.f90").write_text(KINDS)
    (tmp_path / "main.f90").write_text(main)
    flags = {"default": ["-fdefault-real-8", "-fdefault-double-8"], "all": ["-freal-4-real-8"]}
    call = "from f_grad import f_grad; import numpy as np; y = f_grad({}, np.zeros(11)," \
           " y_seed=np.ones(11)).y; print(*y.tolist())"  # fmt: skip
    for which, words in flags.items():
        command = [gfortran(), *words, "-O0", "-ffp-contract=off", "k.f90", "main.f90", "-o", which]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
        told = subprocess.run([f"./{which}"], cwd=tmp_path, check=True, capture_output=True)
        result = run_adc(["grad", "k.f90", "--function", "f", "--wrt", "x", "--of", "y", "--value",
                          "--promote-reals", which, "-o", f"o{which}"], tmp_path, {})  # fmt: skip
        assert result.exit_code == 0, result.stderr
        out = tmp_path / f"o{which}"
        subprocess.run(["make"], cwd=out, check=True, capture_output=True)
        found = subprocess.run([sys.executable, "-c", call.format(0.55)], cwd=out, check=True,
                               capture_output=True, text=True)  # fmt: skip
        expected = [float(word) for word in told.stdout.split()]
        assert [float(w) for w in found.stdout.split()] == pytest.approx(expected, rel=3e-16)
        assert json.loads((out / "manifest.json").read_text())["promote_reals"] == which


def test_libraries_of_single_precision_are_refused(tmp_path: Path) -> None:
    (tmp_path / "k.f90").write_text(
        "subroutine e(n, x, y)\n  integer n\n  real x(n), y, sdot\n  external sdot\n"
        "  y = sdot(n, x, 1, x, 1)\nend subroutine\n"
    )
    words = ["grad", "k.f90", "--wrt", "x", "--of", "y", "--promote-reals", "default"]
    result = run_adc(words, tmp_path, {})
    assert result.exit_code == 1 and "ADC0247" in result.stderr and "`ddot`" in result.stderr


def test_it_is_for_fortran(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text("def f(x: float) -> float:\n    return x*x\n")
    result = run_adc(["grad", "k.py", "--wrt", "x", "--promote-reals", "all"], tmp_path, {})
    assert result.exit_code == 2 and "--promote-reals is for Fortran" in result.stderr
