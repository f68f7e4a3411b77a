"""Variables of a file that a signature names: what the generated functions take for them, held
against runs of the file with other values of its variables."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import adc

HEAD = """
import numpy as np
g = 9.81
n = len(open(__file__).read()) * 0 + 3
w = np.array([float(k) for k in range(n)])
law = lambda v: g * v
"""

#: The file's functions, what the signature of `f` names beside `x: float64[3]`, the independents.
READ = {
    "by the function and by what it calls": (
        "def h(v):\n    return g * v + np.sum(w)\n"
        "def f(x):\n    return np.sum(h(x) * g) + sum(g * v for v in w)",
        "g: float, w: float64[3]", "x,g,w",
    ),
    "integers": (
        "def h(k):\n    return np.zeros(n) + n * k\n"
        "def f(x):\n    return np.sum(x[:n] * h(2)) / n",
        "n: int", "x",
    ),
    "attributes of what no text gives": (
        "def f(x):\n    return x @ w / w.size + w.mean() * w.T[0]", "w: float64[3]", "x,w",
    ),
    "where others have names alike": (
        "def h(g):\n    return g * 2.0\n"
        "def k(v):\n    g = v * 3.0\n    return g\n"
        "def r(v):\n    def inner(u):\n        return u * g\n    return inner(v) + h(v)\n"
        "def f(x):\n    return np.sum(h(x) + k(x) + r(x)) + sum(g for g in x) * law(x[0])",
        "g: float", "x,g",
    ),
    "in loops that data ends": (
        "def h(v):\n    return v * 0.5 + g * 0.01\n"
        "def f(x):\n    t = np.sum(x)\n    while t > g:\n        t = h(t)\n    return t * g",
        "g: float", "x,g",
    ),
    "changed in place": (
        "def h(v):\n    w[0] = w[0] * v\n    return w[1]\n"
        "def f(x):\n    u = w\n    u *= 2.0\n    return np.sum(w * x) + h(x[0]) * w[0]",
        "w: float64[3]", "x,w",
    ),
    "in methods": (
        "class P:\n    def __init__(self, v):\n        self.v = v * g\n"
        "    def up(self):\n        return self.v * g\n"
        "def f(x):\n    return P(x[0]).up() + np.sum(x)",
        "g: float", "x,g",
    ),
    "in what calls the function": (
        "def h(v, k):\n    return f(v * 0.5, k - 1) if k > 0 else v\n"
        "def f(x, k=2):\n    return np.sum(h(x, k)) * g",
        "g: float", "x,g",
    ),
    "in generators and functions that functions give": (
        "def drawn(v):\n    for u in v:\n        yield u * g\n"
        "def maker(k):\n    def inner(v):\n        return v * g * k\n    return inner\n"
        "def f(x):\n    return sum(drawn(x)) + maker(2.0)(g) + np.sum(maker(x)(x))",
        "g: float", "x,g",
    ),
    "of a script": (
        "def f(x):\n    return np.sum(x * table) + rate\n"
        "if __name__ == '__main__':\n    table, rate = np.ones(3), float(input())",
        "table: float64[3], rate: float", "x,table,rate",
    ),
    "in what decorators make": (
        "def scaled(h):\n    def inner(v):\n        return h(v) * g\n    return inner\n"
        "@scaled\ndef h(v):\n    return v * 2.0\ndef f(x):\n    return np.sum(h(x)) * g",
        "g: float", "x,g",
    ),
    "in conditions": (
        "def h(v):\n    return v * v if v > g else v\n"
        "def f(x):\n    return h(x[0]) + h(x[1] + 3.0 * g)",
        "g: float", "x",
    ),
    "in single precision and complex": (
        "def f(x):\n    return np.sum(np.abs(w * g) ** 2 * x)", "g: float32, w: complex128[3]", "x",
    ),
}  # fmt: skip


def _written(functions: str, tmp_path: Path) -> Path:
    path = tmp_path / "kernel.py"
    path.write_text(HEAD + textwrap.dedent(functions) + "\n")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("inline", ["auto", "none"])
@pytest.mark.parametrize("name", READ)
@pytest.mark.filterwarnings("ignore::adc.AdcWarning")
def test_they_are_arguments(name: str, inline: str, tmp_path: Path) -> None:
    functions, more, wrt = READ[name]
    path = _written(functions, tmp_path)
    given: dict[str, Any] = {"of": "return"} if name == "changed in place" else {}
    if inline == "none":
        given["inline"] = False
    if "n:" in more:
        given["size"] = {"n": 3}
    report = adc.check(path, function="f", wrt=wrt, signature=f"f(x: float64[3], {more})", **given)
    assert report.verdict == "pass" and "run by Python" in str(report), report


def test_they_are_passed_by_name(tmp_path: Path) -> None:
    path = _written(READ["by the function and by what it calls"][0], tmp_path)
    gradient = adc.value_and_grad(
        path, function="f", wrt="g", signature="f(x: float64[3], g: float, w: float64[3])"
    )
    x, w = np.array([1.0, 2.0, 3.0]), np.array([0.5, 1.0, 2.0])
    value, of_g = gradient(x, g=2.0, w=w)
    assert value == pytest.approx(np.sum((2.0 * x + np.sum(w)) * 2.0) + 2.0 * np.sum(w))
    assert of_g == pytest.approx(4.0 * np.sum(x) + 3 * np.sum(w) + np.sum(w))
    with pytest.raises(TypeError):
        gradient(x, 2.0, w)


@pytest.mark.filterwarnings("ignore::adc.AdcWarning")
def test_samples_alone_make_no_arguments(tmp_path: Path) -> None:
    path = _written("def f(x):\n    return np.sum(x) * g", tmp_path)
    example = {"x": np.ones(3), "g": 2.0}
    gradient = adc.grad(path, function="f", wrt="x", example=example)
    assert gradient(np.ones(3)).x == pytest.approx(np.full(3, 9.81))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::adc.AdcWarning")
def test_of_what_is_not_read_and_of_other_files(tmp_path: Path) -> None:
    (tmp_path / "near.py").write_text("g = 2.0\n\n\ndef scaled(v):\n    return v * g\n")
    path = tmp_path / "kernel.py"
    path.write_text(
        "from absent_data import e, g, weights\n"
        "from near import scaled\n\n\n"
        "def f(x):\n    return scaled(x) * g + e ** x * weights.sum()\n"
    )
    named = "f(x: float, g: float, e: float, weights: float64[4])"
    primal = adc.value_and_grad(path, function="f", wrt="x", signature=named)
    given = {"g": 3.0, "e": 1.5, "weights": np.array([1.0, 2.0, 3.0, 4.0])}
    value, of_x = primal(0.7, **given)
    assert value == pytest.approx(0.7 * 2.0 * 3.0 + 1.5**0.7 * 10.0, rel=1e-14)
    assert of_x == pytest.approx(6.0 + np.log(1.5) * 1.5**0.7 * 10.0, rel=1e-14)
    with pytest.raises(adc.AdcError, match="ADC0206"):
        adc.grad(tmp_path / "near.py", function="scaled", wrt="v",
                 signature="scaled(v: float, x: float)")  # fmt: skip


@pytest.mark.filterwarnings("ignore::adc.AdcWarning")
def test_of_all_that_a_module_has(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text("from absent_constants import *\n\n\ndef f(x):\n    return e**x + x\n")
    primal = adc.value_and_grad(path, function="f", wrt="x", signature="f(x: float, e: float)")
    assert primal(0.7, e=1.5)[1] == pytest.approx(np.log(1.5) * 1.5**0.7 + 1.0, rel=1e-14)


#: Where Python would have another value than the one that is passed.
REFUSED = {
    "what the file makes of it": (
        "b = 2.0 * g\ndef f(x):\n    return np.sum(x) * g * b", "g: float", "ADC0123",
    ),
    "what the file's functions make of it": (
        "def h(v):\n    return g * v\nb = h(2.0)\ndef f(x):\n    return h(x[0]) * b",
        "g: float", "ADC0123",
    ),
    "an object of the file": (
        "class P:\n    def __init__(self, v):\n        self.v = v\n"
        "p = P(g)\ndef f(x):\n    return p.v * x[0] * g",
        "g: float", "ADC0123",
    ),
    "a default": (
        "def h(v, k=g):\n    return v * k\ndef f(x):\n    return h(x[0]) * g",
        "g: float", "ADC0123",
    ),
    "a default of the function's own": (
        "def f(x, k=g):\n    return x[0] * k * g", "g: float", "ADC0123",
    ),
    "a default of a lambda": (
        "r = lambda v, k=g: v * k\ndef f(x):\n    return r(x[0]) * g", "g: float", "ADC0123",
    ),
    "a class": (
        "class P:\n    k = g\ndef f(x):\n    return P.k * x[0] * g", "g: float", "ADC0123",
    ),
    "what a decorator is given": (
        "def by(s):\n    def wrap(h):\n        def inner(v):\n            return h(v) * s\n"
        "        return inner\n    return wrap\n"
        "@by(g)\ndef h(v):\n    return v * 2.0\ndef f(x):\n    return h(x[0]) * g",
        "g: float", "ADC0123",
    ),
    "what a decorator takes": (
        "def twice():\n    return 2.0 * g\n"
        "def scaled(h):\n    s = twice()\n    def inner(v):\n        return h(v) * s\n"
        "    return inner\n"
        "@scaled\ndef h(v):\n    return v * 2.0\ndef f(x):\n    return h(x[0]) * g",
        "g: float", "ADC0123",
    ),
    "a default of what a decorator makes": (
        "def scaled(h):\n    def inner(v, s=g):\n        return h(v) * s\n    return inner\n"
        "@scaled\ndef h(v):\n    return v * 2.0\ndef f(x):\n    return h(x[0]) * g",
        "g: float", "ADC0123",
    ),
    "an object that a decorator makes": (
        "class Scaled:\n    def __init__(self, h):\n        self.h, self.s = h, g\n"
        "    def __call__(self, v):\n        return self.h(v) * self.s\n"
        "@Scaled\ndef h(v):\n    return v * 2.0\ndef f(x):\n    return h(x[0]) * g",
        "g: float", "ADC0123",
    ),
    "what a cache keeps": (
        "import functools\n@functools.lru_cache\ndef h(k):\n    return g * k\n"
        "def f(x):\n    return h(2) * x[0] * g",
        "g: float", "ADC0123",
    ),
    "set by functions": (
        "def h(v):\n    global g\n    g = v\n    return v\n"
        "def f(x):\n    return h(x[0]) * g",
        "g: float", "ADC0123",
    ),
    "a variable of its own": (
        "def h(v):\n    return g * v\ndef f(x):\n    g = h(x[0])\n    return g", "g: float",
        "ADC0123",
    ),
    "not used": ("def f(x):\n    return x[0]", "g: float", "ADC0206"),
    "no variable": (
        "def h(v):\n    return v\ndef f(x):\n    return h(x[0])", "h: float", "ADC0206",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_other_values_than_pythons_are_refused(name: str, tmp_path: Path) -> None:
    functions, more, code = REFUSED[name]
    path = _written(functions, tmp_path)
    with pytest.raises(adc.AdcError, match=code):
        adc.grad(path, function="f", wrt="x", signature=f"f(x: float64[3], {more})")
