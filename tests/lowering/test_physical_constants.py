"""Constants of `scipy.constants`, against SciPy's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adc.diagnostics import AdcError
from adc.interpret import run
from adc.lowering.numpy.physical_constants import CONSTANTS
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half

constants = pytest.importorskip("scipy.constants")


@pytest.mark.parametrize("name", sorted(CONSTANTS))
def test_a_constant_is_scipys(name: str) -> None:
    text, short = CONSTANTS[name], name.rpartition(".")[2]
    value = np.pi if text == "pi" else float(text)
    np.testing.assert_allclose(value, getattr(constants, short), rtol=1e-9)


def request(text: str, folder: Path) -> Request:
    source = folder / "kernel.py"
    source.write_text(text)
    return Request(
        sources=(str(source),), function="f", wrt=("x",), signature="f(x: float64[n])"
    )  # fmt: skip


def test_constants_are_read_by_all_ways_of_importing(tmp_path: Path) -> None:
    source = """\
import scipy.constants
from scipy import constants as const
from scipy.constants import c, k as boltzmann
R = scipy.constants.gas_constant
def f(x):
    return x * c / const.kilo + boltzmann * scipy.constants.N_A + R
"""
    primal = front_half(request(source, tmp_path), Silent(), needs_targets=False).primal
    x = np.array([0.5, 2.0])
    found = run(primal, {"n": 2}, {"x": x})[primal.returns[0]]
    R = constants.gas_constant
    np.testing.assert_allclose(found, x * 299792.458 + 2 * R, rtol=1e-14)


@pytest.mark.parametrize(
    "text",
    [
        "from scipy.constants import G\ndef f(x):\n    return G * x\n",
        "import scipy.constants as sc\ndef f(x):\n    return sc.G * x\n",
    ],
)
def test_what_is_measured_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(AdcError) as caught:
        front_half(request(text, tmp_path), Silent(), needs_targets=False)
    first = caught.value.diagnostics[0]
    assert first.code == "ADC0227"
    assert "number" in (first.help or "")
