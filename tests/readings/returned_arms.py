"""`return` of None on one side of a conditional expression."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def g(a, b):
    return None if a > 0.5 else b * a

def f(x: "float64[n]", s: float):
    v = g(x[0], s)
    if v is None:
        return s * x[1]
    return v * 2
""",
        "",
    ),
    (
        """
def g(a, b):
    return b * a if a > 0.5 else None if b < 0 else a - b

def f(x: "float64[n]", s: float):
    t = 0.0
    for v in x:
        w = g(v, s)
        if w is not None:
            t += w * v
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    return x * s if s > -9 else None
""",
        "",
    ),
    (
        """
def g(a):
    return (a, None) if a > 0 else (a, 2.0)

def f(x: "float64[n]", s: float):
    a, b = g(s)
    return a * x[0] if b is None else a * b
""",
        "ADC0232",
    ),
    (
        """
class Box:
    def __init__(self, a):
        self.a = a

    def found(self, v):
        return self.a * v if v > 0.1 and self.a > 0.2 else None


def f(x: "float64[n]", s: float):
    box = Box(s)
    t = 0.0
    for v in x:
        w = box.found(v)
        t += w if w is not None else v * v
    return t
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
