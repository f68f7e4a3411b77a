"""Dictionaries as arguments: each derivative against differences of Python's own run."""

from __future__ import annotations

import copy
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import adc

NUMBERS = "f(x: float64[n], p.k: float, p.c: float64[n])"
#: Texts of `f(x, p)`, and the types where they are others than NUMBERS.
KERNELS: dict[str, tuple[str, str]] = {
    "read": ("""
        def f(x, p):
            return np.sum(p["c"] * x**2) * p["k"] + x[0]
    """, NUMBERS),
    "by another name": ("""
        def g(q, y):
            return np.sin(q["k"] * y) * q.get("c") + q.get("drag", 0.5)
        def f(x, p):
            return np.sum(g(y=x, q=p))
    """, NUMBERS),
    "in the place of None": ("""
        USUAL = {"k": 9.0, "c": 2.0}
        def g(q=None):
            own = USUAL if q is None else q
            return own["k"] * np.sum(own["c"])
        def f(x, p=None):
            q = p if p is not None else USUAL
            r = p or {}
            return np.sum(q["c"] * x) * r["k"] + g(p) + g() + g(q=q)
    """, NUMBERS),
    "nested": ("""
        def f(x, p):
            grid = p["grid"]
            return np.sum(p["c"] * x) * grid["dx"] + p["grid"]["dx"] ** 2
    """, "f(x: float64[n], p.grid.dx: float, p.c: float64[n])"),
    "items are set": ("""
        def f(x, p):
            q = p.copy()
            q["k"] = q["k"] * 3.0
            q["new"] = q["k"] + p["k"]
            return q["new"] * np.sum(p["c"] * x)
    """, NUMBERS),
    "bound anew": ("""
        def f(x, p):
            p = dict(p, k=p["k"] ** 2)
            p.update(extra=2.0)
            return p["extra"] * p["k"] * np.sum(p["c"] * x)
    """, NUMBERS),
    "an array in it is changed": ("""
        def f(x, p):
            c = p["c"]
            c[1:] += c[:-1] * x[1:]
            return np.sum(p["c"] * x) * p["k"]
    """, NUMBERS),
    "asked for what is there": ("""
        def f(x, p):
            s = np.sum(p["c"] * x)
            if "drag" in p:
                s = s * p["drag"]
            for name, v in p.items():
                s = s * v if name == "k" else s + 0.0 * len(p)
            return s
    """, NUMBERS),
    "taken apart": ("""
        def g(x, k, c):
            return np.sum(c * np.cos(k * x))
        def f(x, p):
            return g(x, **p) + p["k"]
    """, NUMBERS),
    "in a loop": ("""
        def f(x, p):
            for _ in range(3):
                x = x - 0.1 * p["k"] * p["c"] * x
            return np.sum(x**2)
    """, NUMBERS),
    "annotated alone": ("""
        def total(*parts):
            return parts[0] * np.sum(parts[1])
        def f(x, p: dict):
            return total(*p.values()) * x[-1]
    """, NUMBERS),
}  # fmt: skip


@pytest.fixture
def source(tmp_path: Path) -> Callable[[str], tuple[Path, Callable[..., Any]]]:
    def written(text: str) -> tuple[Path, Callable[..., Any]]:
        path = tmp_path / "kernel.py"
        text = "import numpy as np\n\n" + textwrap.dedent(text)
        path.write_text(text)
        scope: dict[str, Any] = {}
        exec(compile(text, str(path), "exec", dont_inherit=True), scope)
        return path, scope["f"]

    return written


def inputs(signature: str) -> tuple[np.ndarray, dict[str, Any]]:
    rng = np.random.default_rng(5)
    x, c = rng.uniform(0.5, 1.5, 4), rng.uniform(0.5, 1.5, 4)
    return x, {"grid": {"dx": 0.7}, "c": c} if "grid" in signature else {"k": 1.3, "c": c}


def moved(tree: Any, path: tuple[Any, ...], step: float) -> Any:
    """A copy of nested dictionaries and arrays, one number of which is moved."""
    found = copy.deepcopy(tree)
    owner = found
    for key in path[:-1]:
        owner = owner[key]
    owner[path[-1]] += step
    return found


def numbers(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(tree, dict):
        return [own for key, part in tree.items() for own in numbers(part, (*path, key))]
    return [(*path, k) for k in range(len(tree))] if np.ndim(tree) else [path]


def at(tree: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        tree = tree[key]
    return tree


@pytest.mark.slow
@pytest.mark.parametrize("name", KERNELS)
def test_gradients_are_dictionaries(
    name: str, source: Callable[[str], tuple[Path, Callable[..., Any]]]
) -> None:
    text, signature = KERNELS[name]
    path, original = source(text)
    x, p = inputs(signature)
    found = adc.value_and_grad(path, function="f", wrt="x,p", signature=signature)(x, p)

    def value(y: np.ndarray, q: dict[str, Any]) -> float:
        return float(original(y.copy(), copy.deepcopy(q)))

    assert found[0] == pytest.approx(value(x, p), rel=1e-13)
    for k in range(len(x)):
        ends = [value(moved(x, (k,), s), p) for s in (1e-6, -1e-6)]
        assert found.x[k] == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-6)
    assert list(found.p) == list(p)
    for own in numbers(p):
        ends = [value(x, moved(p, own, s)) for s in (1e-6, -1e-6)]
        assert at(found.p, own) == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-6, abs=1e-8)


@pytest.mark.slow
def test_other_keys_are_refused_by_the_wrapper(
    source: Callable[[str], tuple[Path, Callable[..., Any]]],
) -> None:
    """A key that the source may ask for (`drag`) would change the value silently."""
    path, _ = source(KERNELS["by another name"][0])
    x, p = inputs(NUMBERS)
    gradient = adc.grad(path, function="f", wrt="x", signature=NUMBERS)
    for other in ({**p, "drag": 2.0}, {"k": 1.0}, {}):
        with pytest.raises(ValueError, match="p has other keys"):
            gradient(x, other)
    assert 'p["k"]: float64' in (gradient.generated.__doc__ or "")


@pytest.mark.slow
def test_the_order_of_keys_counts_where_the_source_goes_through_them(
    source: Callable[[str], tuple[Path, Callable[..., Any]]],
) -> None:
    path, original = source("""
        def f(x, p):
            s = 1.0
            for v in p.values():
                s = s * 0.5 + np.sum(v)
            return s * x[0]
    """)
    x, p = inputs(NUMBERS)
    turned = {"c": p["c"], "k": p["k"]}
    gradient = adc.value_and_grad(path, function="f", wrt="x", signature=NUMBERS)
    assert gradient(x, p)[0] == pytest.approx(original(x, p), rel=1e-14)
    with pytest.raises(ValueError, match="in another order"):
        gradient(x, turned)
    path, original = source(KERNELS["by another name"][0])
    gradient = adc.value_and_grad(path, function="f", wrt="x", signature=NUMBERS)
    assert gradient(x, turned)[0] == pytest.approx(original(x, p), rel=1e-14)


@pytest.mark.slow
def test_a_text_in_it_is_fixed(
    source: Callable[[str], tuple[Path, Callable[..., Any]]],
) -> None:
    path, original = source("""
        def f(x, p):
            return np.sum(p["c"] * x**2) if p["law"] == "square" else np.sum(x) * p["k"]
    """)
    x, p = inputs(NUMBERS)
    for law in ("square", "linear"):
        given = {"signature": NUMBERS, "fix": {"p.law": law}, "function": "f"}
        gradient = adc.value_and_grad(path, wrt="x", **given)
        assert gradient(x, {**p, "law": law})[0] == original(x, {**p, "law": law})
        assert adc.check(path, wrt="x", **given).verdict == "pass"
        with pytest.raises(ValueError, match="law"):
            gradient(x, {**p, "law": "other"})


REFUSED = {
    "a key of the caller's is new": ("""
        def f(x, p):
            p["new"] = 2.0
            return p["new"] * p["k"] * np.sum(p["c"] * x)
    """, "gets or loses a key"),
    "a key of the caller's is taken out": ("""
        def f(x, p):
            k = p.pop("k")
            return k * np.sum(p["c"] * x)
    """, "gets or loses a key"),
    "a key lacks a type": ("""
        def f(x, p):
            return p["k"] * p["mass"] * np.sum(p["c"] * x)
    """, r"`p\.mass` of `f` lacks a type"),
    "a field of what is a dictionary": ("""
        def f(x, p):
            return p["k"] * p.c[0] * np.sum(x)
    """, "ADC0"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(
    name: str, source: Callable[[str], tuple[Path, Callable[..., Any]]]
) -> None:
    text, words = REFUSED[name]
    path, _ = source(text)
    with pytest.raises(adc.AdcError, match=words):
        adc.grad(path, function="f", wrt="x", signature=NUMBERS)


@pytest.mark.slow
def test_an_item_that_is_set_is_an_output(
    source: Callable[[str], tuple[Path, Callable[..., Any]]],
) -> None:
    path, _ = source("""
        def f(x, p):
            p["c"] = p["c"] * x * p["k"]
            p["k"] += x[0]
    """)
    for of, wrt in (("p.c", "x,p"), ("p.k", "x,p.k")):
        report = adc.check(path, function="f", wrt=wrt, of=of, signature=NUMBERS)
        assert report.verdict == "pass"


@pytest.mark.slow
def test_samples_give_the_types(
    source: Callable[[str], tuple[Path, Callable[..., Any]]],
) -> None:
    path, original = source(KERNELS["nested"][0])
    x, p = inputs("grid")
    found = adc.value_and_grad(path, function="f", wrt="x", example={"x": x, "p": p})(x, p)
    assert found[0] == pytest.approx(original(x, p), rel=1e-14)
