"""Positions that remainders and masks keep on their axis."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float, k: "int64[n]"):
    ring = np.zeros(4)
    for i in range(len(x)):
        ring[k[i] % 4] += x[i]*s
        ring[(k[i] & 1) + 2] *= x[i]
    return np.sum(ring**2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, k: "int64[n]"):
    ring = np.ones(4)
    t = 0.0
    for i in range(len(x)):
        ring[-(k[i] % 4) - 1] += x[i]*s
        t += ring[(k[i] - 3) % 4]*x[i]
        t += ring[(k[i] % -3)]*s
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, k: "int32[n]"):
    table = np.arange(6.0).reshape(2, 3)
    t = 0.0
    for i in range(len(x)):
        j = k[i] % 3
        t += table[k[i] % 2, (k[i] & 1) + 1]*x[i]*s + table[0, j]
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, k: "int64[n]"):
    ring = np.ones(4)
    c = 0
    for i in range(len(x)):
        c = (5*c + 3) % 16
        ring[c & 3] *= x[i] + s
        ring[2 & c] += s
        ring[(c % 2 + c % 3) % 4] -= x[i]
    return np.sum(ring*np.arange(1.0, 5.0))
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
