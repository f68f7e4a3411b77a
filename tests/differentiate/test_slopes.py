"""Slopes in the primal: what is minimised is differentiated while it is lowered."""

from __future__ import annotations

import numpy as np
import pytest

from adc.analysis.activity import activity
from adc.differentiate.implicit.tolerances import exactness
from adc.ir.nodes import While
from adc.ir.program import Program
from adc.ir.walking import statements, walk_nodes
from tests.lowering.harness import lowered
from tests.readings.reference import refuses
from tests.readings.table import HEADER, text

IMPORTS = "from scipy.optimize import curve_fit, minimize, minimize_scalar, least_squares\n"

LEAST = """\
def f(p: "float64[N]", tol: "float64"):
    return minimize(lambda v: np.sum((v - p) ** 2 + v**4), p, tol={tol}).x
"""


def program(source: str) -> Program:
    return lowered(IMPORTS + source)


def test_nothing_of_a_search_is_active() -> None:
    read = program(LEAST.format(tol="1e-8"))
    found = activity(read, ("p",), read.returns)
    loops = [n for n in walk_nodes(read.body) if isinstance(n, While)]
    assert len(loops) == 2  # the search, and the steps of Newton's that follow
    inside = [s for loop in loops for s in statements(loop.body)]
    assert not any(found.active_reads(s) for s in inside)
    assert any(found.active_reads(s) for s in statements(read.body))


@pytest.mark.parametrize(
    ("tol", "settings", "searched"),
    [
        ("1e-3", {}, 1e-3),
        ("1e-12", {}, 1.5e-8),  # what is computed of differences is no more exact
        ("tol", {}, 1.5e-8),
        ("tol", {"tol": (1e-4, 1e-3)}, 1e-3),
        ("2 * tol", {"tol": (1e-4, 1e-3)}, 2e-3),
    ],
)
def test_how_exact_the_source_is(
    tol: str, settings: dict[str, tuple[float, float]], searched: float
) -> None:
    found = exactness(program(LEAST.format(tol=tol)), settings)
    assert found.tolerance == 0.0
    assert found.searched == pytest.approx(searched)
    assert found.of_source.tolerance == found.searched
    assert ("tol" in found.arguments) == ("tol" in tol)


def test_what_does_not_depend_on_the_unknowns_has_no_minimum() -> None:
    source = 'def f(p: "float64"):\n    return minimize(lambda v: p * p, [0.1, 0.2]).x\n'
    reading = text(HEADER + IMPORTS + source)
    assert refuses(reading)


def test_a_fit_that_fails_ends_by_a_code() -> None:
    source = """\
def f(y: "float64[6]"):
    return curve_fit(lambda t, a, b: a + b + 0.0 * t, np.arange(6.0), y)[0]
"""
    assert refuses(text(HEADER + IMPORTS + source))
    assert np.isfinite(exactness(program(source), {}).searched)
