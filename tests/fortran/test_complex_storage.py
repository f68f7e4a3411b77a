"""Complex variables that are passed for reals, and reals that are passed for complex numbers: they
share storage, a complex number being its two parts one after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked
from tests.test_rejects import run_adc

SQUARED = """
subroutine squared(n, c, y)
  implicit none
  integer :: n, i
  real(8) :: c(2, *), y(*)
  do i = 1, n
    c(1, i) = c(1, i)**2
    y(i) = y(i) + c(1, i)*c(2, i)
  end do
end subroutine
"""
TURNED = """
subroutine turned(n, c, y)
  implicit none
  integer :: n, i
  complex(8) :: c(0:*)
  real(8) :: y(*)
  do i = 1, n
    c(i - 1) = c(i - 1)**2*(0.5d0, 1d0)
    y(i) = y(i) + abs(c(i - 1)) + real(c(i - 1))
  end do
end subroutine
"""
PLANES = """
subroutine planes(n, c, m, x, y)
  implicit none
  integer :: n, i, j
  complex(8) :: c(n), m(0:n - 1, -1:*)
  real(8) :: x(n), y(n)
  do i = 1, n
    c(i) = cmplx(x(i), x(i)**2, 8)
    do j = -1, min(n - 2, 5)
      m(i - 1, j) = c(i)**2*j
    end do
  end do
  do i = 1, n
    y(i) = abs(sum(m(:, 0:1))) + real(c(i)*conjg(m(i - 1, 1)))
  end do
end subroutine
"""
MODULE = """
module work
  implicit none
  complex(8), save :: kept(64)
contains
  subroutine fill(n, x)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    integer :: i
    do i = 1, n
      kept(i) = cmplx(x(i), -x(i), 8)
    end do
  end subroutine
end module
"""

#: Statements of `top(n, x, y)`, its declarations in front, and what it calls.
TEXTS = [
    ("complex(8) :: z(500)", "z(1:n) = cmplx(x, x**2, 8); call squared(n, z, y)", SQUARED),
    ("complex(8) :: z(500)", "z(1:n) = x*(1, 2); call squared(n - 1, z(2), y); y = y + abs(z(2))",
     SQUARED),
    ("complex(8) :: s", "s = cmplx(x(1), x(2), 8); call squared(1, s, y); y(2) = abs(s)", SQUARED),
    ("complex(8), allocatable :: z(:)",
     "allocate(z(n)); z = x*(1d0, 2d0); call squared(n, z, y); y = y + real(sum(z))", SQUARED),
    ("complex(8) :: z(n, 3); integer :: k", "do k = 1, 3; z(:, k) = cmplx(x, k*x, 8); end do; "
     "do k = 1, 3; call squared(n, z(1, k), y); end do; y = y + abs(z(:, 2))", SQUARED),
    ("complex(8) :: z(n); integer :: k", "z = x*(1, 2); if (x(1) > 0.5d0) call squared(n, z, y); "
     "do k = 1, 2; z = z**2; end do; y = y + aimag(z)", SQUARED),
    ("", "call turned(n/2, x, y); call turned(n/2 - 1, x(2), y)", TURNED),
    ("real(8) :: w(2*n, 2)", "w(1:n, 1) = x; w(n + 1:, 1) = x**2; w(:, 2) = 2*w(:, 1); "
     "call turned(n, w(1, 2), y); call turned(n/2, w, y); y = y + w(1:n, 1) + w(2, 2)", TURNED),
    ("real(8) :: w(9*n*n + 50)", "w = y(1); call planes(n, w(3), w(3 + 2*n), x, w(3 + 3*n*n)); "
     "y = y*w(3 + 3*n*n)", PLANES),
]  # fmt: skip


def text_of(declared: str, body: str, routines: str) -> str:
    return f"""
subroutine top(n, x, y)
  implicit none
  integer :: n
  real(8) :: x(n), y(n)
  {declared}
  {body}
end subroutine
{routines}
"""


@pytest.mark.parametrize(("declared", "body", "routines"), TEXTS)
def test_shared_storage(tmp_path: Path, declared: str, body: str, routines: str) -> None:
    text = text_of(declared, body, routines)
    checked(tmp_path, "f.f90", "--function top --wrt x,y --of y --size n=6", text)


def test_arguments(tmp_path: Path) -> None:
    text = (
        SQUARED.replace("squared", "raw")
        + """
subroutine top(n, z, y)
  implicit none
  integer :: n
  complex(8) :: z(n)
  real(8) :: y(n)
  call raw(n - 1, z(2), y)
  y = y + abs(z)
end subroutine
"""
    )
    checked(tmp_path, "f.f90", "--function top --wrt z --of z,y", text)


def test_module_variables(tmp_path: Path) -> None:
    body = "call fill(n, x); call squared(n, kept, y); y(1) = abs(kept(2))"
    text = MODULE + text_of("", body, SQUARED).replace(
        "subroutine top(n, x, y)\n", "subroutine top(n, x, y)\n  use work\n"
    )
    checked(tmp_path, "f.f90", "--function top --wrt x,y --of y --size n=6", text)


def test_single_precision(tmp_path: Path) -> None:
    text = text_of(
        "complex :: z(n)", "z = x*(0.5, 1.0); call squared(n, z, y); y = abs(z)", SQUARED
    )
    checked(tmp_path, "f.f90", "--function top --wrt x --of y", text.replace("real(8)", "real"))


@pytest.mark.parametrize(
    ("declared", "body", "routines"),
    [
        ("complex :: z(n)", "z = x; call squared(n, z, y)", SQUARED),
        ("real :: w(2*n)", "w = 1; call turned(n, w, y)", TURNED),
        ("integer :: w(2*n)", "w = 1; call turned(n, w, y)", TURNED),
        ("", "call one(x(1), y(1))",
         "subroutine one(c, r); complex(8) :: c; real(8) :: r; r = r + abs(c*c); end subroutine"),
    ],
)  # fmt: skip
def test_other_storage(tmp_path: Path, declared: str, body: str, routines: str) -> None:
    (tmp_path / "f.f90").write_text(text_of(declared, body, routines.replace("; ", "\n")))
    told = ["grad", "f.f90", "--function", "top", "--wrt", "x", "--of", "y"]
    result = run_adc(told, tmp_path, {})
    assert result.exit_code == 1
    assert "error[ADC0229]" in result.stderr
