"""Internal procedures as the routine that is asked for: what they use of their host is passed."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import adc
from tests.test_rejects import run_adc

TEXT = """
module outer
  implicit none
  real(8) :: scaled = 3
contains
  subroutine host(n, x, w, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), w
    real(8), intent(out) :: y
    real(8) :: t(n + 1), c
    integer :: k
    c = w**2
    k = 2
    t = 1
    y = inner(x)
    call shift(y)
  contains
    real(8) function inner(v)
      real(8), intent(in) :: v(:)
      inner = sum(v*x)*c**k*scaled + t(1)
    end function inner
    subroutine shift(v)
      real(8), intent(inout) :: v
      v = v*c
      c = v**2
    end subroutine shift
  end subroutine host
end module outer
"""


def test_a_function(tmp_path: Path) -> None:
    path = tmp_path / "outer.f90"
    path.write_text(TEXT)
    done = run_adc(["check", str(path), "--function", "inner", "--wrt", "v,x,c"], tmp_path, {})
    assert done.exit_code == 0 and "inside `host`, which alone can call it" in done.output


def test_what_a_subroutine_changes_of_its_host(tmp_path: Path) -> None:
    path = tmp_path / "outer.f90"
    path.write_text(TEXT)
    gradient = adc.value_and_grad(path, function="host.shift", wrt="v,c", of="c")
    found = gradient(2.0, 3.0)
    assert np.allclose(found, [2 * 3, (2 * 3) ** 2, 2 * (2 * 3) * 3, 2 * (2 * 3) * 2])
