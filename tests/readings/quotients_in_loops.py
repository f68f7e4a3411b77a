"""Extents that are quotients by a loop's variable, as those of coarse-grained series."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", k: int):
    s = 0.0
    for t in range(1, k + 1):
        d = x[t::t] - x[: -t : t] if False else x[::t]
        s += np.sum(d ** 2) / t
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    s = 0.0
    n = len(x)
    for t in range(1, m + 1):
        d = x[np.arange(0, n, t)] ** 2
        s += np.sum(d) / t
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    s = 0.0
    n = len(x)
    for t in range(1, m + 1):
        c = np.mean(x[: n // t * t].reshape(n // t, t), axis=1)
        s += np.sum(c ** 2)
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    s = 0.0
    n = len(x)
    for t in range(1, m + 1):
        c = np.zeros(n // t)
        for j in range(n // t):
            c[j] = np.mean(x[j * t:(j + 1) * t])
        s += np.sum(c ** 2)
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    s = 0.0
    n = len(x)
    for t in range(-m, 0):
        d = x[::t] ** 2
        s += np.sum(d) / t
    return s
""",
        "ADC0217",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    s = 0.0
    n = len(x)
    for t in range(1, 4):
        d = x[np.arange(t, n, t)] - x[np.arange(t, n, t) - t]
        s += np.sum(d ** 2) / t
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    s = 0.0
    n = len(x)
    for t in range(1, m + 1):
        d = x[np.arange(t, n, t)] - x[np.arange(t, n, t) - t]
        s += np.sum(d ** 2) / t
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    s = 0.0
    n = len(x)
    for t in range(1, m + 1):
        c = np.zeros((n - 5) // t + 2 * (n // t))
        c += np.arange(len(c)) * x[0]
        s += np.sum(c ** 2) + len(c)
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    s = 0.0
    n = len(x)
    for t in range(1, m + 1):
        c = np.zeros(n // t * t + n % t)
        c += np.arange(len(c)) * x[0]
        s += np.sum(c ** 2) + len(c)
    return s
""",
        "ADC0235",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    s = 0.0
    n = len(x)
    for t in range(m, 0, -2):
        c = np.array([np.max(x[i * t : (i + 1) * t]) for i in range(n // t)])
        s += np.sum(c[1:] * c[:-1])
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    s = 0.0
    n = len(x)
    for t in range(0, m):
        c = np.zeros(n // (t + 1)) + x[0]
        s += np.sum(c)
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    out = np.zeros(m)
    for k in range(1, m + 1):
        total = 0.0
        for j in range(k):
            d = np.abs(np.diff(x[j::k]))
            total += np.sum(d) * (len(x) - 1) / ((len(x) - j) // k + 1)
        out[k - 1] = total / k
    return out
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
