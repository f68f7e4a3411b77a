"""Branches on sizes whose rare arm is refused: an exception stands in its place."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", y: "float64[m]", s: float):
    if len(y) == 2:
        r = x[y[0]:y[1]]
    else:
        r = y * s
    return np.mean(r) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[m]", s: float):
    if len(y) != 1:
        r = y * s
    else:
        r = np.foo(y)
    return np.mean(r) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[m]", s: float):
    if len(y) != 1:
        r = np.packbits(y > 1.0).sum() * y
    else:
        r = y * s
    return np.mean(r) * s
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[m]", s: float):
    if len(y) == 0:
        return np.foo(x)
    if y.size < 2:
        raise ValueError("short")
    return np.mean(y) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[m]", s: float):
    t = 0.0
    for i in range(len(x)):
        if len(y) == 1:
            t += float(np.foo(y))
        else:
            t += y[1] * x[i]
    return t * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[m]", s: float):
    if len(y) == 1:
        r = np.foo(y)
    elif len(x) == 2:
        r = np.foo(x)
    else:
        r = y * s + x[0]
    return np.mean(r) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[m]", s: float):
    if y.ndim == 1 and len(y) == 1:
        return float(np.foo(y))
    return np.mean(y) * s
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
