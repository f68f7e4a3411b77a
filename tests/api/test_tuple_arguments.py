"""Tuples as arguments: their items are arguments, and gradients have their form."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import adc
from adc.diagnostics import AdcError
from adc.frontends.item_types import tuple_items

SOURCE = """
from typing import Tuple

import numpy as np


def clipped(x, bounds: tuple[float, float]):
    low, high = bounds
    return np.sum(np.where(x < low, low**2, np.where(x > high, high, x))) + len(bounds)


def sampled(x: "float64[n]", size: tuple[int, int]):
    rows, columns = size
    out = np.zeros(size)
    for i in range(rows):
        for j in range(columns):
            out[i, j] = (i - j) * x[(i * columns + j) % len(x)]
    return out


def nested(x: "float64[n]", p: Tuple[float, Tuple[int, "float64[n]"]]):
    weight, (k, v) = p
    v[0] = 3.0 * weight
    total = 0.0
    for part in (weight,) + p[1][:1]:
        total += part
    return total * x[k % 3] * np.sum(v)
"""
X = np.array([0.3, 0.8, 1.4])


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tuples") / "kernel.py"
    path.write_text(SOURCE)
    return path


def original(kernel: Path, name: str):
    scope: dict = {}
    exec(compile(kernel.read_text(), str(kernel), "exec"), scope)
    return scope[name]


def central(function, at: float) -> float:
    return (function(at + 1e-6) - function(at - 1e-6)) / 2e-6


def test_the_gradient_is_a_tuple(kernel: Path) -> None:
    signature = "clipped(x: float64[n], bounds: tuple[float, float])"
    both = adc.value_and_grad(kernel, function="clipped", wrt="x,bounds", signature=signature)
    found, source = both(X, (0.5, 1.2)), original(kernel, "clipped")
    assert found.value == pytest.approx(source(X, (0.5, 1.2)), rel=1e-14)
    low = central(lambda v: source(X, (v, 1.2)), 0.5)
    high = central(lambda v: source(X, (0.5, v)), 1.2)
    assert found.bounds == pytest.approx((low, high), rel=1e-7)
    assert both(X, [0.5, 1.2]).bounds == found.bounds
    assert "bounds[1]: float64" in both.generated.__doc__
    with pytest.raises(ValueError, match="bounds must have 2 items"):
        both(X, (0.5, 1.2, 3.0))


def test_integers_are_sizes(kernel: Path) -> None:
    tangent = adc.jvp(kernel, function="sampled", wrt="x", value=True)
    for size in ((2, 4), (3, 1), (0, 2)):
        found = tangent(X, size, x_dot=np.ones(3))
        np.testing.assert_array_equal(found[0], original(kernel, "sampled")(X, size))


def test_tuples_in_tuples_and_arrays_in_them_that_change(kernel: Path) -> None:
    gradient = adc.value_and_grad(kernel, function="nested", wrt="x,p", of="return")
    v, source = np.array([1.0, 2.0, 4.0]), original(kernel, "nested")
    found = gradient(X, (0.5, (4, v)))
    assert v[0] == 1.0
    assert found.value == pytest.approx(source(X, (0.5, (4, v.copy()))), rel=1e-14)
    assert isinstance(found.p, tuple) and found.p[1][0] is None
    wanted = central(lambda w: source(X, (w, (4, v.copy()))), 0.5)
    assert found.p[0] == pytest.approx(wanted, rel=1e-7)
    np.testing.assert_allclose(found.p[1][1], [0.0, 4.5 * X[1], 4.5 * X[1]], rtol=1e-14)


def test_items_may_be_fixed(kernel: Path) -> None:
    fixed = {"size.0": 2, "size.1": 3}
    report = adc.check(kernel, function="sampled", wrt="x", fix=fixed)
    assert report.verdict == "pass" and "NumPy" in str(report)


def test_one_item_may_be_fixed(kernel: Path) -> None:
    path = kernel.with_name("fixed.py")
    path.write_text(
        "def f(x: 'float64[n]', p: tuple[float, float, float]):\n"
        "    a, b, c = p\n    return len(p)*(a*b + c)*x\n"
        "def g(x, p):\n    return p[0]*x\n"
    )
    both = adc.value_and_grad(path, function="f", wrt="x,p", fix={"p.1": 2.0})
    found = both(X, (5.0, 2.0, 3.0), return_seed=[1, 0, 0])
    np.testing.assert_allclose(found.return_0, 3 * 13.0 * X, rtol=1e-14)
    assert found.p == pytest.approx((6.0 * X[0], None, 3.0 * X[0]))
    with pytest.raises(ValueError, match=r"has to be 2\.0"):
        both(X, (5.0, 1.0, 3.0), return_seed=[1, 0, 0])
    assert adc.check(path, function="f", wrt="x,p.0", fix={"p.1": 2.0}).verdict == "pass"
    with pytest.raises(AdcError, match="some items of the tuple `p` lack a type"):
        adc.grad(path, function="g", wrt="x", signature="g(x: float64[n])", fix={"p.2": 1.0})


def test_what_is_unpacked_is_guessed_to_be_a_tuple(kernel: Path) -> None:
    text = "def f(x: 'float64[n]', lim):\n    lo, hi, w = lim\n    return (hi - lo)*w*x\n"
    path = kernel.with_name("unpacked.py")
    path.write_text(text)
    with pytest.raises(AdcError) as caught:
        adc.grad(path, wrt="x")
    assert "lim: tuple[float64, float64, float64]" in caught.value.diagnostics[0].help


@pytest.mark.parametrize(
    ("annotation", "items"),
    [
        ("tuple[int, float]", ("int", "float")),
        ('typing.Tuple["float64[n, 2]", tuple[int, int]]', ("float64[n, 2]", "tuple[int, int]")),
        ("tuple[float, ...]", ()),
        ("tuple", ()),
        ("list[float]", ()),
        ("list[float * 2, int]", ("float", "float", "int")),
        ('list["float64[n]" * 2]', ("float64[n]", "float64[n]")),
        ("tuple[float * n]", ("float * n",)),
        ("tuple[", ()),
    ],
)
def test_items_of_annotations(annotation: str, items: tuple[str, ...]) -> None:
    assert tuple_items(annotation) == items
