# ruff: noqa: B007, B008, F821 - sizes are names of their own, and these are users' texts
"""Functions that the tests of `import adc` differentiate: their texts are read, and they are run by
NumPy for differences."""

import functools

import numpy as np
from numpy import exp


def heat(steps: int, k: "float64[N]", u: "float64[N]", dt: float = 0.5):
    for t in range(steps):
        u[1:-1] += dt * k[1:-1] * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u**2)


def scaled(x: "float32[N]", a: "float32"):
    return a * x * x


def weighted(x: "float64[N]", y: "float64[N]", /, power: int = 2, *, flag: bool = True):
    if flag:
        return np.sum(x**power * y)
    return np.sum(x * y)


def of_constant(x: "float64[N]", a: float = 2.0 * np.pi):
    return np.sum(np.sin(a * x))


def of_array(x: "float64[N]", w: "float64[N]" = np.arange(9)):
    return np.sum(w * x * x)


@functools.cache
def decorated(x: float):
    return exp(x) * x


def table(i: "int64[M]", m: "bool[N]", A: "float64[N, K]", max: float):
    return max * np.sum(np.where(m[:, None], A * A, A)) + 0.0 * np.sum(i)


def underscored(max: float, max_: float, _np: float, x_: float):
    return max + 2.0 * max_ + 3.0 * _np + 4.0 * x_


def nesting():
    def inner(x: float):
        return x * x

    return inner


class Model:
    def method(self, x: float):
        return x * x
