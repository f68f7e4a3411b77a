"""Constants of `scipy.constants`, against SciPy's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adc.diagnostics import Diagnostic
from adc.interpret import run
from adc.lowering.numpy.physical_constants import CONSTANTS, MEASURED
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half

constants = pytest.importorskip("scipy.constants")


@pytest.mark.parametrize("name", sorted(CONSTANTS))
def test_a_constant_is_scipys(name: str) -> None:
    text, short = CONSTANTS[name], name.rpartition(".")[2]
    value = np.pi if text == "pi" else float(text)
    tolerance = 1e-4 if name in MEASURED else 1e-9  # of G four digits are known
    np.testing.assert_allclose(value, getattr(constants, short), rtol=tolerance)


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
    ("imports", "used"),
    [
        ("from scipy.constants import G", "G"),
        ("import scipy.constants as sc", "sc.G"),
        ("import scipy.constants as sc\nTWICE = [2 * sc.G, 3.0]", "TWICE[0] / 2"),
        ("import scipy.constants\nclass A:\n    g = scipy.constants.G", "A.g"),
    ],
)
def test_what_is_measured_has_a_warning(imports: str, used: str, tmp_path: Path) -> None:
    found = warnings_of(f"{imports}\ndef f(x):\n    return {used} * x\n", tmp_path)
    assert [w.code for w in found] == ["ADC0253"]
    assert MEASURED["scipy.constants.G"] in found[0].message


@pytest.mark.parametrize(
    "statement", ["from scipy.constants import G", "from scipy import constants; G = constants.G"]
)
def test_what_is_measured_and_imported_inside(statement: str, tmp_path: Path) -> None:
    found = warnings_of(f"def f(x):\n    {statement}\n    return G * x\n", tmp_path)
    assert [w.code for w in found] == ["ADC0253"]


def test_no_warning_of_what_the_function_does_not_ask_for(tmp_path: Path) -> None:
    text = """\
from scipy.constants import G, c, m_e
WEIGHT = 9.0 * m_e
def other(x):
    return G * x + WEIGHT
def f(x):
    return c * x
"""
    assert not warnings_of(text, tmp_path)


def warnings_of(text: str, folder: Path) -> list[Diagnostic]:
    return list(front_half(request(text, folder), Silent(), needs_targets=False).warnings)
