"""Functions that take any number of arguments: what the generated ones take, and Python's run."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import adc

SOURCE = """
import numpy as np


def g(x, scale=2.0, **more):
    return np.sum(x**2) * scale + more.get("shift", 0.0)


def f(x, *rest, k=1.5, **options):
    if rest:
        x = x * rest[0]
    return g(x, **options) * k + len(options)
"""
X = np.array([1.0, 2.0])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("types", "more"),
    [("", {}), ("scale: float", {"scale": 3.0}), ("shift: float, k: float, scale: float",
                                                  {"shift": 0.5, "k": 0.7, "scale": 1.2})],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore::adc.AdcWarning")
def test_keys_that_are_named_are_passed_by_name(
    types: str, more: dict[str, float], tmp_path: Path
) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(SOURCE)
    scope: dict[str, Any] = {}
    exec(compile(SOURCE, str(path), "exec", dont_inherit=True), scope)
    signature = ", ".join(filter(None, ("f(x: float64[n]", types))) + ")"
    given: dict[str, Any] = {"function": "f", "wrt": "x", "signature": signature}
    assert adc.check(path, **given).verdict == "pass"
    gradient = adc.value_and_grad(path, **given)
    assert gradient(X, **more)[0] == pytest.approx(scope["f"](X, **more), rel=1e-14)
    with pytest.raises(TypeError):
        gradient(X, other=1.0, **more)
    with pytest.raises(TypeError):
        gradient(X, 2.0, **more)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::adc.AdcWarning")
def test_items_of_the_rest_that_are_named(tmp_path: Path) -> None:
    source = """
def f(x, a=2.0, *rest, k=1.5, **options):
    return x * a * rest[0] * k + len(rest) * rest[1] ** 2 * options.get("shift", 0.5)
"""
    path = tmp_path / "kernel.py"
    path.write_text(source)
    scope: dict[str, Any] = {}
    exec(compile(source, str(path), "exec", dont_inherit=True), scope)
    signature = "f(x: float, a: float, rest_1: float, rest_0: float, shift: float)"
    given: dict[str, Any] = {"function": "f", "wrt": ["x", "rest_1"], "signature": signature}
    assert adc.check(path, **given).verdict == "pass"
    gradient = adc.value_and_grad(path, **given)
    value, of_x, of_item = gradient(2.0, 3.0, rest_0=4.0, rest_1=5.0, shift=0.3)
    assert (of_x, of_item) == pytest.approx((18.0, 6.0), rel=1e-14)
    assert value == pytest.approx(scope["f"](2.0, 3.0, 4.0, 5.0, shift=0.3), rel=1e-14)


@pytest.mark.filterwarnings("ignore::adc.AdcWarning")
def test_whether_keys_are_there_is_no_order(tmp_path: Path) -> None:
    source = """
def f(x, **options):
    for k in ("shift", "scale"):
        if k not in options.keys():
            raise KeyError(k)
    return x * options["shift"] + ("more" in options.keys()) + options["scale"]
"""
    path = tmp_path / "kernel.py"
    path.write_text(source)
    given: dict[str, Any] = {"function": "f", "wrt": "x"}
    named = "f(x: float, scale: float, shift: float)"
    assert adc.check(path, signature=named, **given).verdict == "pass"
    with pytest.raises(adc.AdcError, match="KeyError"):
        adc.check(path, signature="f(x: float, more: float, shift: float)", **given)


REFUSED = {
    "an order among keys that are asked for": """
        def f(x, **options):
            r = 0.0
            for v in [k for k in options.keys() if k in options.keys()]:
                r = 0.5 * r + options[v]
            return r * x
        """,
    "the order of the call": """
        def f(x, **options):
            r = 0.0
            for v in options.values():
                r = 0.5 * r + v
            return x * r
    """,
    "the order of the call, in a method of the class": """
        class Sum:
            @classmethod
            def of(cls, d):
                s = 0.0
                for v in d.values():
                    s = s * 0.5 + v
                return s
        def f(x, **options):
            return Sum.of(options) * x[0]
    """,
    "the order of the call, elsewhere": """
        def g(**more):
            return [*more.values()][0]
        def f(x, **options):
            return x * g(**options)
    """,
    "a name of the file": """
        scale = 10.0
        def f(x, **options):
            return x * options["scale"] * scale + options["shift"]
    """,
    "a function of the file": """
        def shift(x):
            return 2.0 * x
        def f(x, **options):
            return shift(x) * options["scale"]
    """,
}  # fmt: skip
#: Signatures of `f(x, a=2.0, *rest)`.
LEFT_OUT = ["f(x: float, rest_0: float)", "f(x: float, a: float, rest_1: float)"]


@pytest.mark.parametrize("signature", LEFT_OUT)
def test_arguments_before_items_of_the_rest_are_named(signature: str, tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text("def f(x, a=2.0, *rest):\n    return x * a * sum(rest)\n")
    with pytest.raises(adc.AdcError, match="ADC0120"):
        adc.grad(path, function="f", wrt="x", signature=signature)


@pytest.mark.parametrize("name", REFUSED)
def test_keys_whose_order_or_names_would_tell_are_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(textwrap.dedent(REFUSED[name]))
    signature = "f(x: float64[n], scale: float, shift: float)"
    with pytest.raises(adc.AdcError, match="ADC0120"):
        adc.grad(path, function="f", wrt="x", signature=signature)
