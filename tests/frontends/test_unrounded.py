"""`--unrounded`: what the source rounds to decimals is what it is before."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import adc
from tests.test_rejects import run_adc

PRICE = """\
import math
from beside import scaled

RATE = round(0.123456, 3)


def price(s, k, t):
    d = math.log(s / k) / math.sqrt(t)
    return round(scaled(s * math.tanh(d) - k * math.exp(-RATE * t)), 2)
"""
BESIDE = "import numpy as np\n\n\ndef scaled(v):\n    return np.around(v, 3) * 1.5\n"
ARRAYS = """\
import numpy as np
from numpy import round as rounded

TABLE = np.array([round(0.25 * k / 3, 2) for k in range(3)])


def f(x, s):
    y = np.round(x * s, decimals=3)
    y[1:] += rounded(x[:-1], 1)
    z = (x**2).round(1)
    z[0] = 7.0
    n = round(2.7) + np.round(3.2) + round(1234.567, -2)
    w = round(0.126, 2) * s + round(float(x[0]), ndigits=1)
    return np.around(np.sum(y * z) * n, decimals=4) + w + TABLE @ x[:3]
"""
SIGNATURES = {
    "price": "price(s: float, k: float, t: float)", "f": "f(x: float64[n], s: float)",
}  # fmt: skip
OPTIONS = {
    "price": f"--wrt s,k,t --signature '{SIGNATURES['price']}'",
    "f": f"--wrt x,s --signature '{SIGNATURES['f']}' --size n=5",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "price.py").write_text(PRICE)
    (tmp_path / "beside.py").write_text(BESIDE)
    (tmp_path / "f.py").write_text(ARRAYS)
    return tmp_path


@pytest.mark.parametrize("name", OPTIONS)
def test_the_source_is_run_without_it(name: str, folder: Path) -> None:
    command = ["check", f"{name}.py", "--wrt", OPTIONS[name].split()[1], "--signature"]
    result = run_adc([*command, SIGNATURES[name], "--unrounded"], folder, {})
    assert result.exit_code == 0, result.output
    assert "primal against NumPy" in result.output and "note:" not in result.output


def test_values_and_derivatives(folder: Path) -> None:
    kernel = folder / "price.py"
    wanted = {"function": "price", "wrt": "s", "signature": SIGNATURES["price"]}
    left_out = adc.value_and_grad(kernel, unrounded=True, **wanted)
    as_it_is = adc.value_and_grad(kernel, **wanted)

    def value(s: float) -> float:
        return float(1.5 * (s * np.tanh(np.log(s / 9.0) / np.sqrt(2.0)) - 9.0 * np.exp(-0.246912)))

    found = left_out(10.0, 9.0, 2.0)
    assert found[0] == pytest.approx(value(10.0), rel=1e-14)
    difference = (value(10.0 + 1e-6) - value(10.0 - 1e-6)) / 2e-6
    assert found.s == pytest.approx(difference, rel=1e-8)
    rounded = as_it_is(10.0, 9.0, 2.0)
    assert rounded[0] == round(rounded[0], 2) and rounded[0] != found[0] and rounded.s == 0.0


def test_it_is_said(folder: Path) -> None:
    command = ["grad", "price.py", "--wrt", "s", "--signature", SIGNATURES["price"], "-o", "out"]
    plain = run_adc(command, folder, {})
    assert "`--unrounded` leaves rounding to decimals out" in plain.stderr
    result = run_adc([*command, "--unrounded"], folder, {})
    assert result.exit_code == 0 and "ADC0310" not in result.stderr, result.output
    [header] = (folder / "out").glob("*.h")
    assert "without rounding to decimals" in " ".join(header.read_text().split())
    assert json.loads((folder / "out" / "manifest.json").read_text())["unrounded"] is True
