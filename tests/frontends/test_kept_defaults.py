"""Defaults and keywords: what stays in the wrapper, and what is no argument of it."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adc import interpret
from adc.diagnostics import AdcError
from adc.options import Request
from adc.pipeline import Compiled, compile_request

KERNEL = '''
import numpy as np

LIMIT = 4.0


def _blend(a, b, *, share=0.5, power=None, kind="mean"):
    if kind == "sum":
        share = 1.0
    if power is not None:
        b = b**power
    return a * share + b * (1.0 - share)


def f(x, gain=-3, w=None, *, power: int = 2, shift, kind="linear", cast=np.float64, flag=True):
    """The kernel."""
    if w is None:
        w = np.ones_like(x)
    if kind not in ("linear", "cubic"):
        raise ValueError(kind)
    y = _blend(x * gain, x, power=power) + _blend(b=w * shift, a=x, share=LIMIT)
    return np.sum(_blend(y, w, kind="sum") * cast(2.0))
'''
SIGNATURE = "f(x: float64[N], gain: float, shift: float)"


def compiled(tmp_path: Path, text: str, signature: str) -> Compiled:
    source = tmp_path / "kernel.py"
    source.write_text(text)
    return compile_request(
        Request(sources=(str(source),), function="f", wrt=("x", "shift"), signature=signature)
    )


def original(text: str, *args: object, **kwargs: object) -> float:
    names: dict[str, object] = {}
    exec(text, names)
    return names["f"](*args, **kwargs)  # type: ignore[operator, no-any-return]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    return compiled(tmp_path_factory.mktemp("kept"), KERNEL, SIGNATURE)


def test_the_wrapper_has_the_defaults(made: Compiled) -> None:
    tree = ast.parse(made.files["f_grad.py"])
    (head,) = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "f_grad"]
    assert [a.arg for a in head.args.args] == ["x", "gain"]
    assert [ast.unparse(d) for d in head.args.defaults] == ["-3.0"]
    assert [a.arg for a in head.args.kwonlyargs] == ["power", "shift", "flag"]
    assert [d and ast.unparse(d) for d in head.args.kw_defaults] == ["2", None, "True"]


def test_what_keeps_its_default_is_told(made: Compiled) -> None:
    told = [d.message.split("`")[1] for d in made.warnings if d.code == "ADC0210"]
    assert told == ["w", "kind", "cast"]


def test_the_gradient_is_that_of_the_call_without_them(made: Compiled) -> None:
    x, shift = np.array([0.5, 1.5, -0.25]), 0.75
    given = {"x": x, "gain": -2.0, "shift": shift, "flag": True}
    held = interpret.run(made.gradient, {"N": 3, "power": 3}, given)
    step = 1e-6

    def slope(dx: np.ndarray, ds: float) -> float:
        low, high = (
            original(KERNEL, x + s * dx, -2.0, power=3, shift=shift + s * ds) for s in (-step, step)
        )
        return (high - low) / (2 * step)

    found = [slope(row, 0.0) for row in np.eye(3)]
    np.testing.assert_allclose(held["x_bar"], found, rtol=1e-6)
    np.testing.assert_allclose(held["shift_bar"], slope(np.zeros(3), 1.0), rtol=1e-6)


def test_behind_what_is_left_out_arguments_are_named(tmp_path: Path) -> None:
    text = "def f(x, w=None, shift=1.5):\n    return x * shift if w is None else w\n"
    made = compiled(tmp_path, text, "f(x: float)")
    assert "def f_grad(x, *, shift=1.5):" in made.files["f_grad.py"]


CHOOSING = """
import numpy as np


def f(x, axis=-1, order: int = 2, deep=False, scale=2.0):
    steps = np.diff(x, axis=axis) * scale
    if deep:
        return np.sum(steps**4), 1.0
    if order == 2:
        return np.sum(steps**2), np.mean(steps), np.max(steps)
    return np.sum(steps)
"""


def test_what_chooses_is_kept_where_it_cannot_be_an_argument(tmp_path: Path) -> None:
    source = tmp_path / "kernel.py"
    source.write_text(CHOOSING)
    request = Request(
        sources=(str(source),), function="f", wrt=("x",), of=("return_0",),
        signature="f(x: float64[N])",
    )  # fmt: skip
    made = compile_request(request)
    told = {d.message.split("`")[1]: d.help for d in made.warnings if d.code == "ADC0210"}
    assert list(told) == ["axis", "order", "deep"]
    assert [str(help).split(": ")[-1] for help in told.values()] == ["int`", "int`", "bool`"]
    assert [p.name for p in made.primal.parameters] == ["N", "x", "scale"]
    x = np.array([1.0, 3.0, 2.0])
    held = interpret.run(made.gradient, {"N": 3}, {"x": x, "scale": 2.0})
    np.testing.assert_allclose(held["x_bar"], 8.0 * np.array([-2.0, 3.0, -1.0]))


@pytest.mark.parametrize("named", [{"sizes": {"axis": 0}}, {"signature": "f(x: float, axis: int)"}])
def test_what_an_option_names_is_an_argument(tmp_path: Path, named: dict[str, object]) -> None:
    source = tmp_path / "kernel.py"
    source.write_text(CHOOSING)
    request = Request(sources=(str(source),), function="f", wrt=("x",), of=("return_0",))
    request = replace(request, **{"signature": "f(x: float64[N])", **named})  # type: ignore[arg-type]
    with pytest.raises(AdcError, match=r"must be a literal integer|no differences"):
        compile_request(request)
