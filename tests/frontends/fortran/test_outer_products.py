"""Outer products of BLAS whose vectors have a distance of 0: BLAS ends with an error there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adc.interpret import run
from adc.ir.enums import Role
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half

TEXT = """subroutine s(n, d, x, y)
implicit none
integer :: n, d, k
real(8) :: x(n), y, g(2, 2)
complex(8) :: z(4), c(2, 2)
g = 1
z = x(1)
c = 1
k = 1
if (x(1) > 1) k = 2
{}
y = g(1, 1) + dble(c(1, 1))
end subroutine
"""


@pytest.mark.parametrize("call", [
    "call dger(k, 2, x(1), x, d, x, 1, g, 2)", "call dger(k, 2, x(1), x, 1, x, d, g, 2)",
    "call zgerc(2, 2, z(1), z, d, z, 1, c, 2)", "call zgeru(2, 2, z(1), z, 1, z, d, c, 2)",
])  # fmt: skip
@pytest.mark.parametrize("distance", [0, 1])
def test_a_distance_of_zero_ends_the_run(call: str, distance: int, tmp_path: Path) -> None:
    source = tmp_path / "s.f90"
    source.write_text(TEXT.format(call))
    asked = Request(sources=(str(source),), function="s", wrt=("x",), of=("y",))
    primal = front_half(asked, Silent(), needs_targets=False).primal
    given = {"x": np.arange(1.0, 5.0), "y": np.zeros(()), "d": np.int64(distance)}
    found = run(
        primal,
        {name: {"n": 4, "d": distance}[name] for name in primal.symbols},
        {name: value for name, value in given.items() if name in primal.by_name},
    )
    codes = [found[c.name] for c in primal.containers if c.role == Role.STOP]
    assert any(map(np.any, codes)) == (distance == 0)
