"""Derivatives of integrals of functions with steps by limits that move, against formulas: SciPy's
own values have errors of 1e-8 there, so that their differences tell little."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import adc

pytest.importorskip("scipy")

KERNEL = """
import numpy as np
from scipy.integrate import quad


def f(x, s):
    return quad(lambda t: np.where(t > 0.25, 1.0, t) * x[0], -x[1], 0.9 * s)[0]


def g(x, s):
    return quad(lambda t: np.exp(-t) * (1.0 if t > 2.1 else 0.3) * x[0], s, np.inf)[0]
"""
X, S = np.array([1.3, 0.4]), 0.8
#: The derivatives by x and s.
FOUND = {
    "f": ([(0.25**2 - 0.4**2) / 2 + 0.9 * S - 0.25, -0.4 * 1.3], 0.9 * 1.3),
    "g": ([np.exp(-2.1) + 0.3 * (np.exp(-S) - np.exp(-2.1)), 0.0], -np.exp(-S) * 0.3 * 1.3),
}


@pytest.mark.filterwarnings("ignore::adc.AdcWarning")
@pytest.mark.parametrize("name", FOUND)
def test_limits_that_move_beside_steps(name: str, tmp_path: Path) -> None:
    (tmp_path / "kernel.py").write_text(KERNEL)
    signature = f"{name}(x: float64[2], s: float)"
    gradient = adc.grad(tmp_path / "kernel.py", function=name, wrt="x,s", signature=signature)
    for found, known in zip(gradient(X, S), FOUND[name], strict=True):
        np.testing.assert_allclose(found, known, rtol=1e-7, atol=1e-9)
