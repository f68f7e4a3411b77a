"""Sections of dummy arrays whose extents data decide: loops over elements stand for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked
from tests.test_rejects import run_adc

PASS = """
subroutine top(n, k, x, y)
  implicit none
  integer :: n, k(n), i
  real(8) :: x(2*n), y(2*n)
  do i = 1, n
    call part(k(i), n/k(i), x, y)
    x = x + 0.1d0*y
  end do
end subroutine
subroutine part(m, l, c, h)
  implicit none
  integer :: m, l, j, i
  real(8) :: c(m, 2, l), h(m, l, 2), s
  {body}
end subroutine
"""
BODIES = [
    "h(1, 1:l, 1) = c(1, 1, 1:l) + c(1, 2, 1:l)**2; h(1, 1:l, 2) = c(1, 1, 1:l) - c(1, 2, 1:l)",
    "h(:, 1, 1) = c(:, 2, 1)*h(:, 1, 1); h(:, :, 2) = 0.5d0*h(:, :, 2) + h(:, :, 1)",
    "h(1:m, 1:l, 1) = c(1:m, 1, 1:l)*c(1:m, 2, 1:l); do j = 1, l; h(:, j, 2) = c(:, 2, j); end do",
    "s = c(1, 1, 1); h(m, 1:l:2, 2) = s*c(m, 2, 1:l:2)/(1d0 + h(m, 1:l:2, 1)**2)",
    "h(m, 1:l, 1) = max(exp(-c(1, 1, 1:l)), 0.5d0*h(m, 1:l, 2))",
    "if (l > 1) h(1, 2:l, 1) = h(1, 2:l, 2)*c(1, 1, 2:l); h(m, 1:0, 1) = 1d0",
]
#: What is no such assignment, or reads what another element of the section is.
OTHERS = [
    "h(1, 2:l, 1) = h(1, 1:l - 1, 1)*c(1, 1, 2:l)",
    "h(1, 1:l, 1) = sum(c(1, :, 1:l), 1)",
    "do i = 1, m; h(i, l:1:-1, 1) = h(i, l:1:-1, 2)*2d0 - c(i, 1, l:1:-1); end do",
    "h(1, 1:l, 1) = c(1, 1, 1:l)*h(1:l, 1, 1)",
]


def text_of(body: str) -> str:
    return PASS.format(body=body.replace("; ", "\n  "))


@pytest.mark.parametrize("body", BODIES)
def test_sections_of_dummies(tmp_path: Path, body: str) -> None:
    options = "--function top --wrt x --of x,y --size n=6 --set k=[1,3,2,6,2,1]"
    checked(tmp_path, "f.f90", options, text_of(body))


@pytest.mark.parametrize("body", OTHERS)
def test_other_statements(tmp_path: Path, body: str) -> None:
    """They are refused, or right."""
    options = "--function top --wrt x --of x,y --size n=6 --set k=[1,3,2,6,2,1]"
    (tmp_path / "f.f90").write_text(text_of(body))
    result = run_adc(["check", "f.f90", *options.split()], tmp_path, {})
    assert result.exit_code in (0, 1), result.stdout + result.stderr
    assert result.exit_code == 0 or "error[ADC0227]" in result.stderr
