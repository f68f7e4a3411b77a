"""What NumPy makes a view of and what a copy: what is written to the one and seen in the other."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from adc.diagnostics import AdcError
from tests.lowering.harness import agree, lowered

PARTS = [
    "x", "x[::-1]", "x[::2]", "x[1:]", "x[:-1]", "x[:1]", "A", "A.T", "A[::-1]", "A[:, ::-1]",
    "A[::-1, ::-1]", "A[0]", "A[:, 0]", "A[0, ::-1]", "A[1:]", "A[:, 1:]", "A[:1, ::-1]",
    "A[:, :1]", "A[:2].T", "A[None, 0]", "A[::2]", "x[:, None]", "x[::-1][:, None]",
    "A[0, ::-1][None]",
]  # fmt: skip
MADE = [
    "{}.ravel()", "np.ravel({})", "np.ascontiguousarray({})", "{}.reshape(-1)", "{}.flatten()",
    "np.asarray({})", "np.reshape({}, (-1, 1))",
]  # fmt: skip
WRITES = [
    "b -= 1.5",
    "x[:] *= 3.0\n    A[:] *= 2.0",
    "x[-1] = 7.0\n    b *= 0.5\n    A[-1, -1] += 2.0",
]
SHAPES = [(3, 2), (1, 1), (2, 1), (1, 3), (4, 4)]


def source_of(part: str, made: str, write: str) -> str:
    return f"""
def f(x: "float64[N]", A: "float64[N, M]"):
    b = {made.format(part)}
    {write}
    return b * 2.0
"""


@pytest.mark.parametrize("made", MADE)
def test_writes_go_where_numpy_lets_them(made: str) -> None:
    """Where only the sizes tell, the program is refused; never is a write lost or added."""
    right = 0
    for part, write in itertools.product(PARTS, WRITES):
        source = source_of(part, made, write)
        try:
            program = lowered(source)
        except AdcError as error:
            assert error.diagnostics[0].code in ("ADC0211", "ADC0217", "ADC0231"), source
            continue
        for n, m in SHAPES:
            x, A = np.linspace(1.0, 2.0, n), np.linspace(3.0, 4.0, n * m).reshape(n, m)
            try:
                agree(source, {"x": x, "A": A}, program)
            except (ValueError, IndexError):
                continue  # shapes that the write does not fit
            right += 1
    assert right > 60
