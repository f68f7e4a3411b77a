"""What a source searches for is held against it as exactly as it searches, and all else as ever."""

from __future__ import annotations

from pathlib import Path

import pytest

import adc
from adc.check.report import CheckReport
from adc.frontends import surface
from adc.frontends.python import parse
from adc.lowering.numpy import written

HEAD = "import numpy as np\nfrom scipy.optimize import minimize\n\n\n"

LEAST = """\
def least(p: "float64[N]", q: "float64"):
    x = minimize(lambda v: np.sum((v - p) ** 2 + q * v**4), np.zeros(len(p)), tol={tol}).x
    return np.sum(x * x)
"""

SOLVING = """\
def solving(a: "float64"):
    def cost(v):
        u = 1.0
        change = 1.0
        # adc: fixed-point u
        while change > 1e-12:
            w = 0.3 * np.cos(u) * v[0]
            change = abs(w - u)
            u = w
        return (u - a) ** 2 + v[0] ** 2

    return minimize(cost, [0.3]).x
"""


def checked(text: str, tmp_path: Path, wrt: str) -> CheckReport:
    source = tmp_path / "kernel.py"
    source.write_text(HEAD + text)
    return adc.check(str(source), wrt=wrt)


@pytest.mark.parametrize("tol", ["1e-4", pytest.param("1e-9", marks=pytest.mark.long)])
def test_minimum(tol: str, tmp_path: Path) -> None:
    report = checked(LEAST.format(tol=tol), tmp_path, "p,q")
    assert report.verdict == "pass", report.reason


def test_a_derivative_that_is_off_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By two steps of which each leaves a twentieth of its error."""
    right = written.function
    exact, off = "hessian = adc_held(hessian, 0.0)", "hessian = 1.05 * adc_held(hessian, 0.0)"

    def wrong(name: str) -> surface.Function | surface.Class:
        file, text = written._texts()[name]
        return parse(file, text.replace(exact, off)).functions[0] if exact in text else right(name)

    monkeypatch.setattr(written, "function", wrong)
    assert checked(LEAST.format(tol="1e-9"), tmp_path, "p,q").verdict == "wrong"


def test_a_loop_that_solves_an_equation_is_no_part_of_it(tmp_path: Path) -> None:
    with pytest.raises(adc.AdcError, match="ADC0631"):
        checked(SOLVING, tmp_path, "a")
