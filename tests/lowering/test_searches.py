"""The searches of templates/numpy go SciPy's way: their text is NumPy's, and is run as such."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import optimize

from adc.resources import folder

Function = Callable[..., Any]


def texts() -> dict[str, Any]:
    """What the texts of minimisers define, where what they ask of adc is left out."""
    names: dict[str, Any] = {"adc_held": lambda x, tolerance: x}
    of_vectors = ("minimisers_of_vectors", "minimisers_in_boxes")
    for name in ("systems_of_equations", "minimisers", *of_vectors, "fits"):
        text = (folder("templates") / "numpy" / f"{name}.py").read_text(encoding="utf-8")
        exec(compile(text, f"{name}.py", "exec"), names)
    return names


TEXTS = texts()

OF_VECTORS: dict[str, Function] = {
    "valley": lambda x: np.sum(9.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2),
    "quartic": lambda x: np.sum((x - 1.3) ** 4 + (x - 0.2) ** 2) + np.sum(np.sin(x[1:] * x[:-1])),
    "soft": lambda x: np.log(np.sum(np.exp(x * np.arange(1, len(x) + 1)))) + 0.1 * np.sum(x * x),
    "wavy": lambda x: np.sum(x * x) / 20.0 + np.sum(np.cos(2.0 * x)),
}
OF_NUMBERS: dict[str, Function] = {
    "wavy": lambda x: (x - 1.7) ** 2 + np.cos(3.0 * x),
    "steep": lambda x: np.exp(x) - 4.0 * x,
    "quartic": lambda x: x**4 - 3.0 * x**3 + x,
    "far": lambda x: (x - 1e3) ** 2,
    "chain": lambda x: np.cosh(x - 25.0),
}
BRACKETS = (None, (0.3, 0.9), (-2.0, 1.0), (5.0, 4.0))


def starts(size: int) -> np.ndarray:
    return np.random.default_rng(size).uniform(-2.0, 2.0, (4, size))


@pytest.mark.parametrize("name", OF_NUMBERS)
@pytest.mark.parametrize("method", ["brent", "golden"])
def test_one_number(name: str, method: str) -> None:
    f = OF_NUMBERS[name]
    for bracket in BRACKETS:
        wanted = optimize.minimize_scalar(f, bracket=bracket, method=method).x
        a, b, c, value = TEXTS["adc_bracket"](f, bracket, ())
        if method == "brent":
            found = TEXTS["adc_by_parabolas"](f, a, c, b, value, 1.48e-8, 1e-11, 500, ())
        else:
            found = TEXTS["adc_by_golden_sections"](f, a, b, c, 1.4901161193847656e-08, 5000, ())
        np.testing.assert_allclose(found, wanted, rtol=1e-12)


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_one_number_within_bounds(name: str) -> None:
    f = OF_NUMBERS[name]
    for bounds in ((0, 1), (-1, 3), (-4, 30)):
        wanted = optimize.minimize_scalar(f, bounds=bounds, method="bounded").x
        found = TEXTS["adc_within"](f, *bounds, 1e-5, 500, ())
        np.testing.assert_allclose(found, wanted, rtol=1e-12)


@pytest.mark.parametrize("name", OF_VECTORS)
@pytest.mark.parametrize("adaptive", [False, True])
def test_simplex(name: str, adaptive: bool) -> None:
    f = OF_VECTORS[name]
    for start in (*starts(2), *starts(3)):
        options = {"adaptive": adaptive}
        wanted = optimize.minimize(f, start, method="Nelder-Mead", options=options).x
        most = 200 * len(start)
        found = TEXTS["adc_by_simplex"](f, start, adaptive, 1e-4, 1e-4, most, most, None, ())
        np.testing.assert_allclose(found, wanted, rtol=0.0, atol=1e-12)


@pytest.mark.parametrize("name", OF_VECTORS)
def test_bfgs(name: str) -> None:
    f = OF_VECTORS[name]
    for start in (*starts(2), *starts(3)):
        wanted = optimize.minimize(f, start)
        found = TEXTS["adc_by_bfgs"](f, start, 1e-5, 0.0, 200 * len(start), None, ())
        np.testing.assert_allclose(found, wanted.x, atol=1e-6 if wanted.success else 1e-4)


@pytest.mark.parametrize("name", OF_VECTORS)
@pytest.mark.parametrize("bounds", [None, [(-1.0, 0.8)] * 3, [(None, 0.5), (0.1, None), (0, 9)]])
def test_lbfgsb(name: str, bounds: list[tuple[float | None, float | None]] | None) -> None:
    f = OF_VECTORS[name]
    for start in starts(3):
        tight = {"ftol": 1e-14, "gtol": 1e-9}
        wanted = optimize.minimize(f, start, method="L-BFGS-B", bounds=bounds, options=tight).x
        low, high = TEXTS["adc_ends"](bounds, 3)
        found = TEXTS["adc_by_lbfgsb"](f, start, low, high, 1e-14, 1e-9, 15000, 15000, None, ())
        np.testing.assert_allclose(found, wanted, atol=2e-5)


def residuals() -> dict[str, tuple[Function, np.ndarray]]:
    t = np.linspace(0.0, 3.0, 12)
    decay = 2.5 * np.exp(-1.3 * t) + 0.5 + 0.05 * np.sin(9.0 * t)
    bump = 3.0 * np.exp(-((t - 1.2) ** 2) / 0.5) + 0.1 * np.cos(7.0 * t)
    return {
        "decay": (lambda p: p[0] * np.exp(-p[1] * t) + p[2] - decay, np.array([1.0, 0.7, 0.3])),
        "bump": (
            lambda p: p[0] * np.exp(-((t - p[1]) ** 2) / (2 * p[2] ** 2)) - bump,
            np.array([1.2, 1.0, 0.9]),
        ),
        "valley": (lambda p: np.array([10 * (p[1] - p[0] ** 2), 1 - p[0]]), np.array([-1.2, 1.0])),
    }


@pytest.mark.parametrize("name", residuals())
def test_fits(name: str) -> None:
    f, start = residuals()[name]
    tolerance = 1.49012e-8
    found = TEXTS["adc_by_marquardt"](f, start, None, False, tolerance, tolerance, 0.0, 800, ())
    np.testing.assert_allclose(found, optimize.leastsq(f, start)[0], rtol=1e-7)
    found = TEXTS["adc_by_region"](f, start, None, 1e-8, 1e-8, 1e-8, 300, ())
    np.testing.assert_allclose(found, optimize.least_squares(f, start).x, rtol=1e-7)


@pytest.mark.parametrize("name", residuals())
def test_fits_between_bounds(name: str) -> None:
    f, start = residuals()[name]
    for high in (9.0, 1.3):
        low, ends = np.full(len(start), -1.25), np.full(len(start), high)
        found = TEXTS["adc_by_projection"](f, start, low, ends, None, 1e-14, 1e-14, 1e-12, 900, ())
        tight = {"ftol": 1e-14, "xtol": 1e-14, "gtol": 1e-14}
        wanted = optimize.least_squares(f, start, bounds=(low, ends), **tight).x
        np.testing.assert_allclose(found, wanted, rtol=1e-5)


def test_nnls() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        a, b = rng.normal(size=(8, 4)), rng.normal(size=8)
        found, size = TEXTS["scipy_optimize_nnls"](a, b)
        wanted, norm = optimize.nnls(a, b)
        np.testing.assert_allclose(found, wanted, atol=1e-12)
        np.testing.assert_allclose(size, norm, rtol=1e-12)


def test_no_two_texts_have_one_name() -> None:
    names: list[str] = []
    for path in (folder("templates") / "numpy").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        names += re.findall(r"^(?:def|class) (\w+)", text, re.MULTILINE)
    assert len(names) == len(set(names))
