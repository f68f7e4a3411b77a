"""The largest element is found again in the reverse sweep, to the last bit.

Compiled functions of vectors round otherwise than those of numbers: what is computed again need not
equal what was computed before.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import adc

ROWS = """
import numpy as np
def rows(A: "float64[N, M]"):
    s = 1.0
    for i in range(A.shape[0]):
        t = np.exp(A[i])
        s += np.{name}(t) * np.sum(t) * s
    return s
"""


def by_differences(name: str, a: np.ndarray) -> np.ndarray:
    scope: dict[str, object] = {}
    exec(ROWS.format(name=name), scope)
    rows = scope["rows"]
    found = np.zeros_like(a)
    for place in np.ndindex(a.shape):
        step = np.zeros_like(a)
        step[place] = 1e-6
        found[place] = (rows(a + step) - rows(a - step)) / 2e-6  # type: ignore[operator]
    return found


@pytest.mark.parametrize("name", ["max", "min"])
def test_the_largest_of_values_that_are_cheap_to_compute_again(name: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.py"
    path.write_text(ROWS.format(name=name))
    gradient = adc.grad(path, wrt="A")
    rng = np.random.default_rng(3)
    for columns in (1, 3, 5, 8, 9):
        a = rng.uniform(-1.0, 0.5, (3, columns))
        expected = by_differences(name, a)
        assert np.allclose(gradient(a).A, expected, rtol=1e-6, atol=1e-6 * np.abs(expected).max())
