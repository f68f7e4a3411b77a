"""Tuples compared by order, lengths by methods, and shapes unpacked under try."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n,m]"):
    if np.shape(x) < (2,):
        raise ValueError("no")
    return np.sum(x)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[m]", s: "float64", t: "float64"):
    r = s
    if (s, t) < (t, s):
        r = r * 2
    if (s, t, 1) > (s, t):
        r = r + 3 * t
    if (s, t, 1) >= (s, t, 1):
        r = r * 5
    if (s, t) <= (s, t - 1):
        r = r * 7
    if [1, 2, 3] < [1, 3]:
        r = r * 11
    if ("a", s) < ("b", t):
        r = r * 13
    if () < (s,) and not (s,) < () and () <= ():
        r = r * 17
    if x.shape >= y.shape:
        r = r * 19
    return r * np.sum(x) * np.sum(y)
""",
        "",
    ),
    (
        """
def f(s: "float64", t: "float64"):
    a = (s, (t, 2))
    b = (s, (t, 3.5))
    c = np.nan
    r = t if (c, s) < (s, t) else s * 2
    return r * s if a < b else t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", n: int):
    for i in range(n):
        for j in range(n):
            if (i, j) < (j, i + 1):
                x[i] += 0.1 * x[j] * j
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n,m]"):
    try:
        m, n = np.shape(x)
    except ValueError:
        return [f(np.transpose(y)) for y in np.transpose(x)]
    return np.sum(x) * m / n
""",
        "",
    ),
    (
        """
def g(x):
    try:
        m, n = np.shape(x)
    except ValueError:
        return x[0]
    return np.sum(x) * m / n
def f(x: "float64[n]", y: "float64[n,m]"):
    return g(x) + g(y)
""",
        "",
    ),
    (
        """
def f(x: "float64[n,m]"):
    if np.shape(x) < (2,):
        raise ValueError("no")
    return np.sum(x)
""",
        "",
    ),
    (
        """
class P:
    def __init__(self, a):
        self.a = a
    def __eq__(self, other):
        return self.a == other.a
    def __lt__(self, other):
        return self.a < other.a
def f(s: "float64", t: "float64"):
    return s if (P(s), 1) < (P(t), 2) else t
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n,m]", s: "float64"):
    return np.sum(x) * x.__len__() + len(x) * x[0].__len__() * (s - x.sum()).__abs__()
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    w = x[x > 1]
    return w.__len__() * np.sum(w)
""",
        "",
    ),
)

#: Texts that Python refuses, too.
_RAISING = (
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    return x[0] if (x, 1) < (y, 2) else y[0]
""",
        "ADC0226",
    ),
    (
        """
def f(s: "float64", t: "float64"):
    return s if (s, t) < [t, s] else t
""",
        "ADC0232",
    ),
    (
        """
def f(s: "float64"):
    return s.__len__() * s
""",
        "ADC0220",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
] + [text(HEADER + source, code, raises=True) for source, code in _RAISING]
