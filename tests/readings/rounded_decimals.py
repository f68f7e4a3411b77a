"""Python's `round` to decimals, and classes whose methods are abstract in name alone."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    t = 0.0
    for i in range(len(x)):
        t += round(float(x[i]) * s, 2) * s
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = round(s * 2.675 / s, 2) + round(1.005 * s / s, 2)
    b = round(s * 0.125 / s, 2) + round(0.375 * s / s, 2) + round(-0.125 * s / s, 2)
    return a * s + b * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    r = round(s, 4)
    if r > 0.5:
        return x[0] * s
    return r * x[1] * s
""",
        "",
    ),
    (
        """
import math
def f(x: "float64[n]", s: float):
    t = 0.0
    for d in (1e15, 1e16, 9007199254740993.0, 4503599627370497.5, 1e300, 1e-300):
        t = t + round(d * s / s, 1) / d * s + round(-d * s / s, 5) / d * x[0]
    return t + math.copysign(1.0, round(-0.04 * s, 1)) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    return round(s, -1) * s
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    return round(s, 23) * s
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    k = 0
    for v in x:
        if v > 0.5:
            k += 1
    return round(k, 2) * s + round(round(s, 3), 1) * x[0]
""",
        "",
    ),
    (
        """
from abc import ABCMeta, abstractmethod


class Loss:
    __metaclass__ = ABCMeta
    g = 9.806

    @abstractmethod
    def slope(self, a):
        pass

    @abstractmethod
    def rate(self, a):
        pass


class Rough(Loss):
    def __init__(self, k):
        self.k = k

    def slope(self, a):
        return self.k * a * Loss.g


def f(x: "float64[n]", s: float):
    return Rough(s).slope(x[0]) + Rough(x[1]).slope(s)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
