"""Generated text is the same in every process, whatever the order that Python's sets have there."""

import os
import subprocess
import sys
from pathlib import Path

SOURCE = """module m
  type cell
    real(8) :: w
    real(8) :: z(2)
  end type
  type grid
    real(8) :: u(4)
    real(8) :: p, q, r
    integer :: k
    type(cell), allocatable :: cells(:)
  end type
  type(grid) :: gg
contains
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    y = sum(gg%u)*gg%p + gg%q*x(1) + gg%r**gg%k + sum(gg%cells%w)*gg%cells(1)%z(2)
  end subroutine
end module
"""


def test_components_of_one_variable_are_in_one_order(tmp_path: Path) -> None:
    (tmp_path / "grid.f90").write_text(SOURCE)
    texts = set()
    for seed in ("1", "2", "3", "4"):
        out = tmp_path / seed
        command = [
            str(Path(sys.executable).with_name("adc")),
            "grad",
            "grid.f90",
            "--function",
            "f",
        ]
        command += ["--wrt", "x,gg%p", "--of", "y", "-o", str(out)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        texts.add((out / "f_grad.c").read_text() + (out / "manifest.json").read_text())
    (text,) = texts
    assert "gg_cells_1" in text
