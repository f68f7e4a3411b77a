"""Objects as arguments: the function takes them, gradients have their form."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import adc
from tests.api import object_kernels as kernels
from tests.api.object_kernels import Grid, Params, Point, Source

N = 6
SIGNATURE = "misfit(at.x: float, at.y: float)"
RNG = np.random.default_rng(3)


def given() -> tuple[Params, Source, Point, int]:
    draw = RNG.uniform
    grid = Grid(N, 0.7, draw(0.1, 0.2, N))
    params = Params(0.4, grid, draw(0.5, 1.5, N))
    return params, Source(0.3, draw(0.5, 1.5, N)), Point(0.25, 1.5), 3


def original(p: Params, s: Source, at: Point, steps: int) -> float:
    return float(kernels.misfit(replace(p, u=p.u.copy()), s, at, steps))


def slope(f: Callable[[Any], float], x: Any) -> Any:
    """Central differences of `f` by a number or an array."""
    if np.ndim(x) == 0:
        return (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
    rows = np.eye(len(x)) * 1e-6
    return np.array([(f(x + row) - f(x - row)) / 2e-6 for row in rows])


@pytest.fixture(scope="module")
def gradient() -> Callable[..., Any]:
    with pytest.warns(adc.AdcWarning):
        return adc.value_and_grad(kernels.misfit, wrt="p,s.strength,at.x", signature=SIGNATURE)


def test_gradients_have_the_form_of_the_objects(gradient: Callable[..., Any]) -> None:
    p, s, at, steps = given()
    found = gradient(p, s, at, steps)
    assert found._fields == ("value", "p", "s", "at")
    assert found.p._fields == ("k", "grid", "u") and found.p.grid._fields == ("dx", "w")
    assert found.value == pytest.approx(original(p, s, at, steps), rel=1e-14)

    def by(name: str) -> Any:
        return slope(lambda v: original(replace(p, **{name: v}), s, at, steps), getattr(p, name))

    def by_grid(name: str) -> Any:
        def f(v: Any) -> float:
            return original(replace(p, grid=replace(p.grid, **{name: v})), s, at, steps)

        return slope(f, getattr(p.grid, name))

    assert found.p.k == pytest.approx(by("k"), rel=1e-6)
    assert found.p.u == pytest.approx(by("u"), rel=1e-6)
    assert found.p.grid.dx == pytest.approx(by_grid("dx"), rel=1e-6)
    assert found.p.grid.w == pytest.approx(by_grid("w"), rel=1e-6, abs=1e-8)
    by_strength = slope(lambda v: original(p, s._replace(strength=v), at, steps), s.strength)
    assert found.s.strength == pytest.approx(by_strength, rel=1e-6)
    assert pickle.loads(pickle.dumps(found)).p.k == found.p.k


def test_fields_are_looked_up_by_name_and_converted(gradient: Callable[..., Any]) -> None:
    p, s, at, steps = given()
    grid = SimpleNamespace(n=N, dx=p.grid.dx, w=list(p.grid.w))
    loose = SimpleNamespace(k=p.k, grid=grid, u=np.repeat(p.u, 2)[::2], power=2, mode="fast")
    one, other = gradient(p, s, at, steps), gradient(loose, s, at, steps, weight=2)
    assert one.value == other.value and np.array_equal(one.p.u, other.p.u)
    assert list(inspect.signature(gradient).parameters) == ["p", "s", "at", "steps", "weight"]
    assert "p.grid.w: float64[p_grid_n]" in (gradient.__doc__ or "")
    with pytest.raises(TypeError, match=r"p\.u must be real"):
        gradient(replace(p, u=p.u + 1j), s, at, steps)
    with pytest.raises(AttributeError, match="strength"):
        gradient(p, at, at, steps)


def test_a_field_that_is_kept_has_one_value(gradient: Callable[..., Any]) -> None:
    p, s, at, steps = given()
    with pytest.raises(ValueError, match=r"p\.mode has to be 'fast'"):
        gradient(replace(p, mode="slow"), s, at, steps)
    fields = gradient.manifest["objects"]["p"]["fields"]  # type: ignore[attr-defined]
    assert fields["mode"] == {"fixed": "'fast'"} and fields["grid"]["class"] == "Grid"


def test_the_check_makes_the_objects() -> None:
    types = "bend(at.x: float, at.y: float)"
    asked = {"set": {"p.k": (0.1, 0.3)}, "size": {"p.grid.n": 5}}
    with pytest.warns(adc.AdcWarning):
        report = adc.check(kernels.bend, wrt="p.k,p.u,p.grid,at.x", signature=types, **asked)
    assert report and report.original, report


def test_fields_that_are_set_are_what_the_function_leaves_behind() -> None:
    report = adc.check(kernels.advance_chain, wrt="s.x,s.v,h", of="s.x,s.v,s.t")
    assert report and report.original, report


def test_objects_of_classes_that_are_elsewhere() -> None:
    made = adc.grad(
        Path(kernels.__file__), function="of_anything", wrt="model,x",
        example={"model": SimpleSample(3.0), "x": np.ones(2)},
    )  # fmt: skip
    model = SimpleNamespace(scale=3.0, inner=SimpleNamespace(offset=1))
    found = made(model, [1.0, 2.0])
    assert found.model.scale == 5.0 and found.model.inner.offset == 1.0
    assert np.array_equal(found.x, [6.0, 12.0])


class SimpleSample:
    """What a sample of an object looks like: it says which attributes count."""

    _fields = ("scale", "inner")

    def __init__(self, scale: float) -> None:
        self.scale, self.inner = scale, Inner(1.0)


class Inner:
    _fields = ("offset",)

    def __init__(self, offset: float) -> None:
        self.offset = offset
