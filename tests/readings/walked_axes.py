"""Loops that data end, along an axis."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", y: "float64[n]", s: float):
    m = 1 + int(3*abs(s)) % 2
    for i in range(m):
        y[i] = y[i]*x[i]
    return y, i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    m = int(3*abs(s)) % 3
    y = np.zeros(len(x))
    for i in range(1, m):
        y[i] = y[i - 1]*x[i] + x[i - 1]
    return y
""",
        "",
    ),
    (
        """
# What is carried, and the variable where it had a value before.
def f(x: "float64[n]", s: float):
    m = 1 + int(3*abs(s)) % 2
    y = np.zeros(len(x))
    t = 0.0
    i = 7
    for i in range(1, m):
        t = t*x[i] + 1
        y[i] = t
    return y, t, i
""",
        "",
    ),
    (
        """
# Counters remain expressions of the count.
def f(x: "float64[n]", s: float):
    m = 1 + int(3*abs(s)) % 2
    y = np.zeros(len(x))
    c = 0
    for i in range(m):
        c += 2
        y[i] = x[i]*c
    return y, c
""",
        "",
    ),
    (
        """
# Rows, columns, elements of rows, elements that both arms read.
def f(x: "float64[n, m]", s: float):
    k = 1 + int(3*abs(s)) % 2
    t = 0.0
    for i in range(k):
        for j in range(x.shape[1]):
            t += x[i, j]**2
        t = t*x[i, 0]
    for j in range(k):
        t += np.sum(x[:, j])*x[1][j]
        if x[0][j] > 0.5:
            t += x[0][j]**2
        else:
            t -= x[0][j]
    return t
""",
        "",
    ),
    (
        """
# Iterations that are left or passed over may have no element.
def f(x: "float64[n]", s: float):
    m = 5 + int(3*abs(s)) % 2
    t = 0.0
    for i in range(m):
        if i >= len(x):
            continue
        t += x[i]**2
    for i in range(3*m):
        if i == len(x):
            break
        t = t*x[i]
    return t, i
""",
        "",
    ),
    (
        """
# Nothing but an arm has the element.
def f(x: "float64[n]", s: float):
    m = 7 + int(3*abs(s)) % 2
    t = 0.0
    for i in range(m):
        t += x[i]**2 if i < len(x) else 1.0
        if i < 2 and x[i] > 0.1:
            t *= 2
    return t
""",
        "",
    ),
    (
        """
# One function for several arrays, of which one is never long enough.
def g(x, k):
    t = 0.0
    for i in range(k):
        t += x[i]**2
    return t
def f(x: "float64[n]", y: "float64[m]", s: float):
    k = 1 + int(3*abs(s)) % 2
    return g(x, k) + g(y, 2) + g(y[1:], k - 1) + g(x, -k)
""",
        "",
    ),
    (
        """
# Positions from the end: the first value is less than 0.
def f(x: "float64[n]", s: float):
    m = int(3*abs(s)) % 2
    t = 0.0
    for i in range(-1, m):
        t = t*x[0] + x[i]**2
    return t
""",
        "",
    ),
    (
        """
# The array, the variable and the end are bound anew.
def f(x: "float64[n]", y: "float64[n]", s: float):
    m = 1 + int(3*abs(s)) % 2
    t = 0.0
    for i in range(m):
        m = 0
        t += x[i]
        x = x + x[i]*y[i]
    for q in range(m, 2):
        y[q] *= 2
        q += 1
        y[0] += x[q - 1]*q
    return t, x, y, m
""",
        "",
    ),
    (
        """
# Triangles: the ends of loops inside are data, too.
def f(x: "float64[n, n]", s: float):
    m = 1 + int(3*abs(s)) % 2
    for i in range(m):
        x[i, i] = 1/x[i, i]
        for j in range(i + 1, m):
            x[j, i] *= x[i, i]
            for k in range(i + 1, m):
                x[j, k] -= x[j, i]*x[i, k]
    return x
""",
        "",
    ),
    (
        """
# Lists become as long as the range.
def f(x: "float64[n]", s: float):
    m = 1 + int(3*abs(s)) % 2
    y = []
    for i in range(m):
        y.append(x[i]**2)
    return np.array(y).sum()*len(y)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
