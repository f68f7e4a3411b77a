"""Sizes that the source computes, powers of two for one, do not count as all that they may be."""

from __future__ import annotations

import numpy as np
from click.testing import CliRunner

import adc
from adc.cli.app import adc as command

PADDED = """
import numpy as np


def energy(x: "float64[n, m]", y: "float64[k]"):
    p = 1
    while p < x.shape[1] + y.shape[0] - 1:
        p *= 2
    z = np.zeros((x.shape[0], p))
    z[:, : x.shape[1]] = x
    w = z * z
    return np.sum(w.reshape(-1) ** 2) * np.sum(y)
"""


def test_products_with_a_power_of_two(tmp_path) -> None:
    source = tmp_path / "energy.py"
    source.write_text(PADDED)
    gradient = adc.value_and_grad(source, function="energy", wrt="x")
    x = np.random.default_rng(0).uniform(-1.0, 1.0, (5, 300))
    y = np.arange(1.0, 4.0)
    value, found = gradient(x, y)
    np.testing.assert_allclose(value, 6.0 * np.sum(x**4))
    np.testing.assert_allclose(found, 24.0 * x**3)


def test_what_does_not_fit_is_still_refused(tmp_path) -> None:
    source, out = tmp_path / "energy.py", tmp_path / "out"
    source.write_text(PADDED)
    done = CliRunner().invoke(command, ["grad", str(source), "--wrt", "x,y", "-o", str(out)])
    assert done.exit_code == 0
    text = (out / "energy_grad.c").read_text()
    check = text[text.index("static int energy_grad_refused") :]
    assert "*adc_magnitude(n)*adc_magnitude(power) > 4e18" in check
    assert check.index("const int64_t power =") < check.index("adc_magnitude(power)")
