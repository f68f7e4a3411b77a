"""Tuples without parentheses that `match` looks at."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    r = 0.0
    for i in range(len(x)):
        match i % 2, i % 3:
            case 0, 0:
                r += x[i] * s
            case 1, k if k > 0:
                r -= x[i] * k
            case a, b:
                r += x[i] * (a + b + s)
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    pair = (2, 3)
    match *pair, 1:
        case 2, b, c:
            return x[0] * b * c * s
    return s
""",
        "ADC0116",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    match n,:
        case (1,):
            return s
        case (k,):
            return x[0] * k
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
