"""Copies of what a mask selects that say the type which there is."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    a = np.array(x[x > 0.8], dtype=float)
    b = np.asarray(x[x > 0.8], dtype=np.float64)
    c = np.asarray(x[x > 0.8] * s, np.float64)
    return np.sum(a ** 2) + np.sum(b * c)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = []
    for v in x:
        if v > 0.8:
            w.append(v * s)
    w = np.array(w, dtype=np.float64)
    return np.sum(w ** 2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = np.array(x[x > 0.8], dtype=np.float32)
    return np.sum(a ** 2)
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", s: float):
    a = np.array(q[x > 0.8], dtype=float)
    return np.sum(a ** 2) * s
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", s: float):
    m = x > 0.8
    a = np.array(x[m], dtype=float)
    x[0] = 3.0
    b = np.asarray(x[m], dtype=float)
    a[0] = s
    return np.sum(a ** 2) * s + np.sum(b)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
