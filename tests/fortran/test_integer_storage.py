"""Integers in work arrays of reals, which are passed for integer arguments: in storage they are
there beside the reals, as FFTPACK's factors are in WSAVE."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked
from tests.test_rejects import run_adc

ROUTINES = """
subroutine order(n, k)
  implicit none
  integer :: n, i, k(*)
  do i = 1, n
    k(i) = mod(3*i, n) + 1
  end do
end subroutine
subroutine start(n, w)
  implicit none
  integer :: n
  real(8) :: w(*)
  call start_parts(n, w, w(n + 1))
end subroutine
subroutine start_parts(n, c, k)
  implicit none
  integer :: n, i, k(0:*)
  real(8) :: c(n)
  do i = 1, n
    c(i) = cos(0.3d0*i)
  end do
  k(0) = n
  call order(n, k(1))
end subroutine
subroutine turn(n, x, w, y)
  implicit none
  integer :: n
  real(8) :: x(*), w(*), y(*)
  call turn_parts(x, y, w(1), w(n + 1))
end subroutine
subroutine turn_parts(x, y, c, k)
  implicit none
  integer :: i, k(0:*)
  real(8) :: x(*), y(*), c(*)
  do i = 1, k(0)
    y(i) = y(i) + c(i)*x(k(i))**2
  end do
end subroutine
"""

#: Declarations of `top(n, x, y)`, and its statements.
TEXTS = [
    ("real(8) :: w(500)", "call start(n, w); call turn(n, x, w, y); y = y + w(1)*w(n)"),
    ("real(8) :: w(2*n + 5)", "call start(n, w); call turn(n, x, w, y)"),
    ("real(8), allocatable :: w(:)", "allocate(w(2*n + 1)); call start(n, w); "
     "call turn(n, x, w, y); call turn(n, y, w, x); y = y*x"),
    ("real(8) :: w(3*n, 2); integer :: j", "do j = 1, 2; call start(n, w(1, j)); end do; "
     "do j = 2, 1, -1; call turn(n, x, w(1, j), y); x = x*y; end do"),
    ("real(8) :: w(500); integer :: j", "do j = n - 1, n; call start(j, w); w(1:2) = x(1:2); "
     "call turn(j, x, w, y); end do"),
    ("real(8) :: w(500)", "if (x(1) > 0.5d0) then; call start(n, w); else; call start(n/2, w); "
     "end if; if (x(1) > 0.5d0) then; call turn(n, x, w, y); else; call turn(n/2, x, w, y); "
     "end if; y = 2*y"),
    ("real(8) :: w(500), v(500)", "call start(n, w); call start(n, v); v(1:n) = x*v(1:n); "
     "call turn(n, x, v, y); call turn(n, x, w, y)"),
    ("real(8) :: w(100), v(100)", "call start(n, w); call start(n/2, v); v(n + 1:) = w(n + 1:); "
     "call turn(n, x, v, y)"),
    ("real(8) :: w(100), v(100); integer :: j", "call start(n, w); do j = 100, 3, -1; "
     "v(j) = w(j); end do; do j = 100, 3, -1; v(j) = v(j - 2); end do; v(3:4) = 0.5d0; "
     "call turn(n, x, v(3), y); call order(4, v)"),
    ("real(8) :: w(100), s; integer :: j", "call start(n, w(2)); do j = 1, 90; s = w(j + 1); "
     "w(j) = s; end do; call turn(n, x, w, y)"),
    ("real(8) :: w(100); integer :: j, k(2)", "k(1) = 5; k(2) = nint(x(1)); call start(n, w); "
     "do j = 1, n/2; w(k(2) + j) = w(k(1) - 3 + j); end do; call start(3, w(30)); "
     "w(33 + k(2):34 + k(2)) = w(33:34); call turn(3, x, w(30 + k(2)), y)"),
    ("real(8) :: w(100), s; integer :: j", "call start(n, w); s = 0; do j = 1, n; s = s + w(j); "
     "w(j) = s; end do; call turn(n, x, w, y)"),
]  # fmt: skip


def text_of(declared: str, body: str, routines: str = ROUTINES) -> str:
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


@pytest.mark.parametrize(("declared", "body"), TEXTS)
def test_integers_beside_reals(tmp_path: Path, declared: str, body: str) -> None:
    text = text_of(declared, body)
    checked(tmp_path, "f.f90", "--function top --wrt x,y --of y --size n=6", text)


def test_one_for_one(tmp_path: Path) -> None:
    """Reals of 4 bytes, and integers of 8 in reals of 8."""
    body = "call start(n, w); call turn(n, x, w, y)"
    text = text_of("real(8) :: w(500)", body)
    single = text.replace("real(8)", "real")
    checked(tmp_path, "f.f90", "--function top --wrt x,y --of y --size n=6", single)
    long = text.replace("i, k(0:*)", "i; integer(8) :: k(0:*)").replace(
        "i, k(*)", "i; integer(8) :: k(*)"
    )
    checked(tmp_path, "g.f90", "--function top --wrt x,y --of y --size n=6", long)


@pytest.mark.parametrize(
    ("declared", "body", "said"),
    [
        ("real(8) :: w(500)", "w = 1; call turn(n, x, w, y)", "not set as such"),
        ("", "call turn(n/2, x, x(2), y)", "pass integers"),
        ("common /wsave/ w; real(8) :: w(500)", "call start(n, w); call turn(n, x, w, y)",
         "a variable of its own"),
    ],
)  # fmt: skip
def test_what_is_set_as_reals(tmp_path: Path, declared: str, body: str, said: str) -> None:
    (tmp_path / "f.f90").write_text(text_of(declared, body))
    told = ["grad", "f.f90", "--function", "top", "--wrt", "x", "--of", "y"]
    result = run_adc(told, tmp_path, {})
    assert result.exit_code == 1
    assert "error[ADC0229]" in result.stderr
    assert said in result.stderr
