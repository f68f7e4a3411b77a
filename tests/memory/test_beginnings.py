"""The order of the reverse sweep under limits: adjoints that begin late, and none at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.memory.test_limits import check_difference, check_run, planned, smallest
from tests.proof.cases import Case
from tests.proof.harness import draw_case

SINES = """
import numpy as np

def sines(A: "float64[N,N]", B: "float64[N,N]"):
    P = A {op} B
    Q = P {op} B
    R = Q {op} B
    return np.sum(np.sin(P) + np.sin(Q) + np.sin(R))
"""


@pytest.mark.parametrize(("op", "arrays"), [("@", 6), ("*", 4)])
def test_sums_of_functions_of_products(op: str, arrays: int, tmp_path: Path) -> None:
    """Arguments and gradients are four of them; by hand the products need six in all."""
    size = 24
    drawn = draw_case(Case("sines", SINES.format(op=op), ("A", "B"), ("return",), {"N": size}))
    least = smallest(drawn)
    assert least <= arrays * 8 * size * size
    _, measured = check_run(planned(drawn, least), drawn, tmp_path, least)
    check_difference(drawn, measured.gradients)
