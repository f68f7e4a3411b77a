"""`np.power` of integers that numbers tell, in lengths and bounds."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def rad(n, m, r):
    R = 0
    for s in np.arange(0, ((n - m) / 2) + 1):
        R = R + r ** (n - 2 * s)
    return R
def f(x: "float64[n]", s: float):
    n = 2
    m = 2.0
    l = np.power(-1, 6) * m
    return rad(n, l, x)
""",
        "",
    ),
    (
        """
def rad(n, m, r):
    R = 0
    for s in np.arange(0, ((n - m) / 2) + 1):
        R = R + r ** (n - 2 * s)
    return R
def f(x: "float64[n]", s: float):
    n = 2
    m = 2.0
    return rad(n, m, x)
""",
        "",
    ),
    (
        """
def rad(n, m, r):
    R = 0
    for s in np.arange(0, ((n - m) / 2) + 1):
        R = R + r * s
    return R
def f(x: "float64[n]", s: float):
    n = 2
    m = 2.0
    l = np.power(-1, 6) * m
    return rad(n, l, x)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    l = np.power(-1, 6) * 2.0
    R = 0
    for s in np.arange(0, (4 - l) / 2):
        R = R + x * s
    return R
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    l = (-1) ** 6 * 2.0
    R = 0
    for s in np.arange(0, (4 - l) / 2):
        R = R + x * s
    return R
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    l = np.power(2.0, 1) * 1.0
    R = 0
    for s in np.arange(0, (4 - l) / 2):
        R = R + x * s
    return R
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    l = np.power(-1, 6)
    R = 0
    for s in range(l):
        R = R + x * s
    return R
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    l = np.power(-2, 3)
    return x[: l + 11] * s + np.power(2, 62) * 1e-18 + np.power(3, len(x) - 1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    return x * np.power(2, 70) + s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    return x * np.power(2, 0) * np.power(0, 0) * np.power(-1, 3) + s / np.power(2, 3)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    return x * np.power(-1, n) + s * np.power(n, 2)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
