"""Branches that sizes decide and whose arms do not fit together: one case is compiled."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adc.interpret import run
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half

ROWS_OR_COLUMNS = """\
import numpy as np
def f(a):
    if a.shape[0] < a.shape[1]:
        a = a.T
    return np.cumsum(a, axis=0)
"""


def lowered(text: str, folder: Path, signature: str, **sizes: int) -> tuple[Program, list[str]]:
    source = folder / "kernel.py"
    source.write_text(text)
    request = Request(
        sources=(str(source),), function="f", wrt=("a",), signature=signature, sizes=sizes
    )  # fmt: skip
    front = front_half(request, Silent(), needs_targets=False)
    return front.primal, [w.code for w in front.warnings]


def raises(program: Program, **sizes: int) -> bool:
    """Whether a call with arrays of these sizes ends in the exception."""
    told = [a for a in program.assumptions if a.raised is not None]
    assert told and all("compiled for calls in which" in a.raised.text for a in told if a.raised)
    compared = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}
    return not all(
        compared[a.relation](evaluate(a.left, sizes), evaluate(a.right, sizes)) for a in told
    )


@pytest.mark.parametrize(("sizes", "wide"), [({"n": 3, "m": 8}, True), ({"n": 8, "m": 3}, False)])
def test_the_case_is_that_of_the_sizes(sizes: dict[str, int], wide: bool, tmp_path: Path) -> None:
    program, warned = lowered(ROWS_OR_COLUMNS, tmp_path, "f(a: float64[n, m])", **sizes)
    assert warned == ["ADC0254"]
    assert raises(program, n=5, m=6) != wide
    assert raises(program, n=6, m=5) == wide


def test_without_sizes_it_is_that_of_large_ones(tmp_path: Path) -> None:
    text = "def f(a):\n    if len(a) == 1:\n        return a[0]\n    return a * 2.0\n"
    program, warned = lowered(text, tmp_path, "f(a: float64[n])")
    assert warned == ["ADC0254"]
    result = run(program, {"n": 3}, {"a": np.array([1.0, 2.0, 4.0])})
    np.testing.assert_allclose(result[program.returns[0]], [2.0, 4.0, 8.0])


def test_what_fits_together_is_one_program_for_both(tmp_path: Path) -> None:
    text = "def f(a):\n    if len(a) < 5:\n        return a * 3.0\n    return a * 2.0\n"
    program, warned = lowered(text, tmp_path, "f(a: float64[n])")
    assert not warned
    assert not program.assumptions


def test_arms_that_fit_together_for_one_size_alone(tmp_path: Path) -> None:
    text = "def f(a):\n    if len(a) > 5:\n        a = a[:5]\n    return a * 2.0\n"
    program, warned = lowered(text, tmp_path, "f(a: float64[n])")
    assert warned == ["ADC0254"]
    assert not raises(program, n=7) and raises(program, n=3)
    result = run(program, {"n": 7}, {"a": np.arange(7.0)})
    np.testing.assert_allclose(result[program.returns[0]], np.arange(0.0, 10.0, 2.0))
    few, warned = lowered(text, tmp_path, "f(a: float64[n])", n=3)
    assert warned == ["ADC0254"]
    assert raises(few, n=7) and not raises(few, n=3)
