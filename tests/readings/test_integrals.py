"""The texts of SciPy's integrals, run by NumPy, give SciPy's values over their whole range."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from adc.resources import folder

special = pytest.importorskip("scipy.special")

_WIDE = np.concatenate([np.linspace(-20, 20, 801), np.logspace(-8, 3, 200)])
_POSITIVE = np.concatenate([np.linspace(0.003, 30, 600), np.logspace(-8, 2.5, 100)])
_BELOW_ONE = np.concatenate([np.linspace(-5, 1, 400), 1 - np.logspace(-14, 0, 50)])
_ABOVE_ONE = 1 + np.logspace(-3, 1.3, 200)


class _Texts:
    """`scipy.special`, with the texts' own functions where there are some."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names

    def __getattr__(self, name: str) -> Any:
        return self.names.get(f"scipy_special_{name}") or getattr(special, name)


def _function(name: str) -> Callable[..., Any]:
    text = (folder("templates") / "numpy" / "integrals.py").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(text, "integrals.py", "exec"), names)
    names["special"] = _Texts(names)
    found: Callable[..., Any] = names[f"scipy_special_{name}"]
    return found


@pytest.mark.parametrize(
    ("name", "given", "tolerance"),
    [
        ("erfcx", (_WIDE,), 1e-14),
        ("dawsn", (_WIDE,), 5e-14),
        ("erfi", (_WIDE[np.abs(_WIDE) < 20],), 5e-14),
        ("exp1", (_POSITIVE,), 5e-14),
        ("expn", (2, _POSITIVE), 1e-13),
        ("expn", (5, _POSITIVE), 1e-13),
        ("ellipk", (_BELOW_ONE,), 5e-15),
        ("ellipe", (_BELOW_ONE,), 1e-14),
        ("ellipkm1", (np.logspace(-300, 1, 100),), 5e-15),
        ("spence", (np.concatenate([np.linspace(0, 30, 801), np.logspace(2, 8, 20)]),), 1e-14),
        ("zeta", (_ABOVE_ONE,), 5e-15),
        ("zeta", (_ABOVE_ONE, np.linspace(0.01, 20, 200)), 5e-15),
        ("lambertw", (np.concatenate([np.linspace(-0.36, 20, 500), np.logspace(1, 100, 50)]),),
         1e-14),
        ("voigt_profile", (np.linspace(-20, 20, 401), np.logspace(-1, 0.5, 401),
                           np.logspace(0.5, -4, 401)), 5e-13),
    ],
)  # fmt: skip
def test_values_over_the_range(name: str, given: tuple[Any, ...], tolerance: float) -> None:
    with np.errstate(all="ignore"):
        found, wanted = _function(name)(*given), getattr(special, name)(*given)
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=1e-300)


def test_voigt_function_of_complex_numbers() -> None:
    rng = np.random.default_rng(2)
    z = rng.uniform(-15, 15, 2000) + 1j * 10.0 ** rng.uniform(-12, 1.2, 2000)
    with np.errstate(all="ignore"):
        found = _function("wofz")(z)
    assert np.max(np.abs(found - special.wofz(z)) / np.abs(special.wofz(z))) < 1e-13


def test_lambert_near_its_branch_point() -> None:
    p = 1e-4  # w e^w = z has the solution w = -1 + p - p²/3 + … for z = (p²/2 - 1)/e
    z = (p * p / 2 - 1) / math.e
    assert _function("lambertw")(z).real == pytest.approx(-1 + p - p * p / 3, abs=1e-11)
