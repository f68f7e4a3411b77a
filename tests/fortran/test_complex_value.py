"""Complex values of the routine itself: pairs of reals, held against gfortran's complex ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_rejects import run_adc

TEXT = """
complex(8) function response(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  integer :: i
  response = 1
  do i = 1, n
    response = response/cmplx(1d0, x(i), 8)
  end do
  if (abs(response) < 0.5d0) return
  response = response*2
end function
module m
contains
  function waves(x) result(z)
    real(8), intent(in) :: x(:)
    complex(8) :: z(size(x))
    z = exp((0d0, 1d0)*x)
  end function
end module
"""


@pytest.mark.parametrize("name", ["response", "waves"])
def test_check(name: str, tmp_path: Path) -> None:
    (tmp_path / "k.f90").write_text(TEXT)
    command = ["check", "k.f90", "--function", name, "--wrt", "x"]
    result = run_adc(command, tmp_path, {})
    assert result.exit_code == 0, result.stderr
    assert "primal against gfortran" in result.stdout and result.stdout.rstrip().endswith("pass")
