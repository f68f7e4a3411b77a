"""Loops that make of a name something of another kind in their first iteration."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[5]", e: "float64[5]"):
    E = x + e
    r = E - e * np.sin(E) - x
    c = np.where(np.abs(r) > 1e-9)[0]
    nd = len(c)
    count = 0
    while nd > 0:
        count += 1
        y = E[c]
        y = y - r[c] / (1 - e[c] * np.cos(E[c]))
        E[c] = y
        r = E - e * np.sin(E) - x
        c = np.abs(r) > 1e-9
        nd = np.sum(c)
    if E.size > 1:
        return E * count
    return E[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    y = x[0]
    for i in range(1, k):
        x = x * np.sum(y)
        y = (x[0], x[1] * i)
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    y = x[0]
    i = 7
    for i in range(k):
        x = x * np.sum(y) / 3
        y = (x[0], x[1] * i)
        k = k + 2
    return x * i * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64", k: int):
    for j in range(2):
        c = np.where(x > s)[0]
        for i in range(k):
            x[c] = x[c] * 0.7 + j
            c = x > s + 0.1
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    c = np.where(x > s)[0]
    for v in x.copy():
        x[c] = x[c] * 0.7 + 0.1 * v
        c = x > s + 0.1
    return x
""",
        "",
    ),
    (
        """
def g(x, s, c):
    for i in range(3, 3 + len(x)):
        x[c] = x[c] * 0.7 + 0.01 * i
        c = x > s + 0.1
    return x
def f(x: "float64[n]", s: "float64"):
    return g(x, s, np.where(x > s)[0])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64", k: int):
    c = np.where(x > s)[0]
    for i in range(k, 0):
        x[c] = x[c] * 0.7
        c = x > s
    return x * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    c = np.where(x > s)[0]
    n = len(c)
    while n > 0:
        x[c] = x[c] * 0.7
        c = x > s
        n = np.sum(c)
        if x[0] > 3.0:
            break
    return x
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: "float64", k: int):
    c = np.where(x > s)[0]
    for i in range(k):
        x[c] = x[c] * 0.7
        c = x > s
    return x[c] * 2
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: "float64", k: int):
    c = np.where(x > s)[0]
    t = (s, 2 * s)
    for i in range(k + 1):
        for j in range(3):
            x[c] = x[c] * 0.7
            s = s + 0.1 * j
        t = s
        c = x > s
    return x * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64", k: int):
    u = [s]
    r = 0.0
    for i in range(k):
        r = r + len(u) * np.sum(u)
        u = np.ones(3) * s
    return r * s
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
