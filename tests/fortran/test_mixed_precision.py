"""Specific names of one precision with numbers of another, held against gfortran."""

from __future__ import annotations

from pathlib import Path

from tests.test_rejects import run_adc

TEXT = """
subroutine mixed(x, y, z)
  implicit none
  real(8), intent(in) :: x, y
  real(8), intent(out) :: z(4)
  z(1) = amax1(x, y)
  z(2) = amin1(x, y, 7d0) + x
  z(3) = dmax1(x, y)*0.1
  z(4) = sin(real(x*y))*y
  if (x > 1d9) call exit(1)
end subroutine mixed
"""


def test_amax1_of_doubles_is_single(tmp_path: Path) -> None:
    (tmp_path / "k.f90").write_text(TEXT)
    result = run_adc(["check", "k.f90", "--wrt", "x,y", "--of", "z"], tmp_path, {})
    assert result.exit_code == 0, result.stderr
    assert "primal against gfortran" in result.stdout and result.stdout.rstrip().endswith("pass")
    run_adc(["grad", "k.f90", "--wrt", "x,y", "--of", "z", "-o", "o", "--value"], tmp_path, {})
    assert "(float)adc_maximum(x, y)" in (tmp_path / "o" / "mixed_grad.c").read_text()
