# ruff: noqa: F821 - sizes are names of their own, and these are users' texts
"""Functions of objects that the tests of `import adc` differentiate."""

from collections import namedtuple
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np


@dataclass
class Grid:
    n: int
    dx: float
    w: "float64[n]"

    def laplacian(self, u):
        return self.w[1:-1] * (u[2:] - 2.0 * u[1:-1] + u[:-2]) / self.dx**2


@dataclass
class Weights:
    first: float
    others: np.ndarray = field(default_factory=lambda: np.array([1.0, 2.0]))
    power: int = field(default=3, repr=False)

    def of(self, x):
        return self.first * x**self.power + np.sum(self.others * x)


@dataclass(frozen=True)
class Params:
    k: float
    grid: Grid
    u: "float64[n]"
    power: int = 2
    mode: str = "fast"

    @property
    def rate(self):
        return 0.5 * self.k


class Source(NamedTuple):
    strength: float
    shape: "float64[n]" = None


Point = namedtuple("Point", "x y")


def advance(p: Params, s: Source, steps):
    for _ in range(steps):
        p.u[1:-1] += p.rate * p.grid.laplacian(p.u) + s.strength * s.shape[1:-1] ** p.power


def misfit(p: Params, s: Source, at: Point, steps: int, *, weight: float = 2.0):
    if p.mode == "slow":
        p = replace(p, k=p.k / 2.0)
    advance(p, s, steps)
    return weight * np.sum((p.u - at.x) ** 2) + Weights(at.y).of(p.grid.dx)


def of_anything(model, x: "float64[N]"):
    return np.sum(model.scale * x**2) + model.inner.offset


def bend(p: Params, at: Point):
    return np.sum(p.rate * p.grid.laplacian(p.u) ** 2) * at.x


@dataclass
class Chain:
    x: "float64[N]"
    v: "float64[N]"
    t: float = 0.0

    def kick(self, h):
        self.v = self.v - h * np.sin(self.x)


def advance_chain(s: Chain, h: float):
    s.kick(h)
    s.x = s.x + h * s.v
    s.t += h
    s.kick(h * s.t)
