"""What loops that solve to a tolerance leave in differences proves nothing, for or against."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import adc
from adc.check.differences import (
    AGREES,
    DIFFERS,
    DOUBLE,
    STEPS,
    UNSETTLED,
    Samples,
    as_exact,
    judge,
    step_size,
)
from adc.differentiate.implicit.tolerances import Exactness

TOLERANCE = 1e-9
SOLVED = as_exact(DOUBLE, Exactness(TOLERANCE, {}))

GUESS = """\
import numpy as np


def guess(x0: "float64[N]", a: "float64", tol: "float64"):
    x = x0.copy()
    change = 1.0
    # adc: fixed-point x
    while change > tol:
        x_new = 0.5 * np.cos(x) + a
        change = np.max(np.abs(x_new - x))
        x = x_new
    return np.sum(x * x){more}
"""


def line(slope: float) -> Samples:
    """A function of the value 1 with the slope `slope`."""
    h = np.array([step_size(level) for level in range(STEPS)])[:, None]
    return Samples(1.0 + slope * h, 1.0 - slope * h, np.ones(1))


@pytest.mark.parametrize(
    ("tangent", "slope", "verdict"),
    [
        (0.05, 0.05 + 3e-7, AGREES),  # by 6e-6 of it, and within the noise
        (0.0, 3e-7, UNSETTLED),  # within the noise, but nothing beside it
        (2e-7, 1e-7, UNSETTLED),
        (0.05, 0.05 + 3e-6, DIFFERS),  # three times what the tolerance explains
        (1e-3, 1.1e-3, DIFFERS),
    ],
)
def test_judgement(tangent: float, slope: float, verdict: int) -> None:
    assert judge(line(slope), np.array([tangent]), SOLVED).verdict[0] == verdict


def test_without_such_loops_the_same_is_wrong() -> None:
    for tangent, slope in ((0.05, 0.05 + 3e-7), (0.0, 3e-7)):
        assert judge(line(slope), np.array([tangent]), DOUBLE).verdict[0] == DIFFERS


@pytest.mark.parametrize(
    ("more", "tolerance", "verdict", "reason"),
    [
        # A first guess has no derivative, and what it changes is noise: no wrong one is told of.
        ("", 1e-10, "inconclusive", "the gradient with respect to x0 is zero"),
        pytest.param(" + 0.1 * np.sum(x0)", 1e-10, "pass", "", marks=pytest.mark.long),
        # So small a derivative beside so much noise is not proved.
        pytest.param(
            " + 1e-4 * np.sum(x0)", 1e-6, "inconclusive", "do not settle", marks=pytest.mark.long
        ),
    ],
)
def test_first_guess(
    more: str, tolerance: float, verdict: str, reason: str, tmp_path: Path
) -> None:
    source = tmp_path / "guess.py"
    source.write_text(GUESS.format(more=more))
    report = adc.check(str(source), wrt="x0,a", set={"tol": tolerance})
    assert (report.verdict, reason in report.reason) == (verdict, True)
