"""Loops over what Python's `filter` gives."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float, n: int):
    t = 0.0
    for v in filter(lambda v: v > 1.0, x):
        t += v * s
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    t = 0.0
    for v in filter(None, [s, 0.0, x[0]]):
        t += v * s
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    t = 0.0
    v = 3.0
    for v in filter(lambda w: w > 100.0, x):
        t += v * s
    else:
        t += 1.0
    return t * v * x
""",
        "",
    ),
    (
        """
def big(v):
    return v > 1.0
def f(x: "float64[n]", s: float, n: int):
    t = s
    for v in filter(big, x):
        if v > 1.5:
            continue
        t += v * s
        if t > 5.0:
            break
    else:
        t = t * 2
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    t = 0.0
    for i in filter(lambda i: i % 2 == 0, range(n)):
        t += x[i] * s
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    t = 0.0
    for i, v in filter(lambda p: p[0] > 0, enumerate(x)):
        t += v * s * i
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    for v in filter(lambda v: v > s, x):
        s += v
    return s * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    for k in filter(lambda k: x[k] > 1.0, range(n - 1)):
        x[k + 1] = x[k] * s
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    t = 0.0
    g = lambda v: v > 1.0
    for v in filter(g, x):
        g = lambda v: v > 1.5
        t += v
    return t * s
""",
        "ADC0225",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    def filter(f, x):
        return x
    t = 0.0
    for v in filter(lambda v: v > 1.0, x):
        t += v * s
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    t = 0.0
    for v in [1.0, 2.0]:
        for w in filter(lambda w: w > v, x):
            t += v * w * s
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    for v in filter(lambda v: v > 1.0, x):
        return v * s
    return s
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
