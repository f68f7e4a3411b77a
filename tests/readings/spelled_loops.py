"""Loops over displays with starred items, over Python 2's `xrange`, by steps that are no numbers;
complex defaults of fields."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def triple(x):
    return *x[:2], x[2]

def f(x: "float64[3]"):
    s = 0.0
    for v in (*x[1:], x[0]):
        s += v*v
    for v in [*triple(x), x[0]]:
        s = s*v + 1
    for v in *triple(x), x[1]:
        if v > 10.0:
            break
        x[0] += v
        s += v*x[0]
    t = x[1], x[2]
    pair = lambda t: (t[0], *t)
    s += sum(v*v for v in (*t, x[0])) + sum([v for v in (2.0, *t) if v > 0.1])
    return s + pair(t)[2]
""",
        "",
    ),
    (
        """
import sys
from dataclasses import dataclass
import numpy as np

try:
    xrange
except NameError:
    xrange = range

@dataclass
class Load:
    r: float
    c: complex = 2j

def f(x: "float64[n]"):
    s = 0.0
    for i in xrange(1, len(x)):
        s += x[i]**i
    s += sum(x[i]*i for i in xrange(len(x)))
    return s*(Load(x[0]).c*x[1]).imag
""",
        "",
    ),
    (
        """
def xrange(n):
    return range(n - 1)

def f(x: "float64[n]"):
    s = 0.0
    for i in xrange(len(x)):
        s += x[i]**i
    return s
""",
        "ADC0117",
    ),
    (
        """
def f(x: "float64[n]", k: "int" = 2):
    s = 0.0
    i = 77
    for i in range(0, len(x), k):
        if x[i] > 1.4:
            break
        if x[i] < 0.7:
            continue
        s = s * 0.5 + x[i]
    for j, i in enumerate(range(len(x) - 1, 0, -k)):
        x[i] = x[i] + x[i - 1] * j
    y = x[1::k]
    y[0] = 5.0
    x[0::k] *= 2
    z = np.array([np.sum(x[a : a + 2]) for a in range(0, len(x) - 2, k)])
    return s + i, x, y, z, np.arange(1, 10, k) * x[0], len(range(0, len(x), k)) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: "int" = 2):
    s = 0.0
    for j, i in enumerate(range(len(x) - 1, -1, -k)):
        s = s * 0.5 + x[i] * j
    q = int(x[0] + 1.5)
    for i in range(0, len(x), q):
        q = 7
        s = s * 0.5 + x[i]
    for i in range(len(x), k, k - 5):
        s = s * 0.5 + x[i - 1]
    return s + q
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]", k: "int" = 2):
    a, b, v = 1, k, x

    def g():
        nonlocal a, b, v
        a, b, v = 3, 1, y

    s = 0.0
    for j, i in enumerate(range(a, len(x))):
        g()
        s += x[i] * j
    a, b, v = 1, k, x
    for i in range(0, len(x), b):
        g()
        s += x[i]
    v = x
    for w in v:
        g()
        s += w**2
    return s + v[0]
""",
        "",
    ),
    (
        """
def outer(rows, x):
    s = 0.0
    for i in rows:
        for j in rows:
            s += x[i] * x[j] * (i - j)**2
    return s / len(rows)

COLUMNS = range(1, 3)

def f(x: "float64[n]", A: "float64[n,4]"):
    n = len(x)
    r = range(n - 1, -1, -1)
    y = np.zeros(n)
    acc = 0.0
    for i in r:
        acc = 0.5 * acc + x[i]
        y[i] = acc
    s = outer(range(1, n), x) + outer(range(2), x)
    for c in COLUMNS:
        s += A[:, c].sum() * c
    for k in range(1, 4):
        part = range(k)
    a, b, c = range(3)
    if isinstance(r, (list, tuple)):
        s = 0.0
    s += [x[i]**2 for i in r if i % 2 == 0][1] + A[:, COLUMNS].sum() + x[c] * b + x[a]
    s += np.sum(y * np.array(r)) + np.dot(r, x) + y[r].sum() + max(r) + r.stop
    return s + part[-1] + r[1:][0] * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int, z: "float32[n]"):
    order = list(range(len(x)))[::-1]
    s = 0.0
    for v in x:
        if int(v * 5) in range(1, 4):
            s += v
    if k not in range(len(x)):
        s *= 2
    for j, i in enumerate(order):
        s += j * x[i]
        if i in range(1, 3) and x[i] * 4 not in range(3, 1, -1):
            s += x[i]**2
    w = [v**2 for v in x]
    y = x * w
    w[0] = x[1]
    c = w / z
    d = x - range(len(x))
    return s + np.sum(y) + np.sum(c) + c.itemsize + np.sum(d**2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    r = range(int(x[0] * 3))
    s = 0.0
    for i in r:
        s += x[i]
    return s
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[n]"):
    s = 0.0
    if 2.5 in range(5):
        s += x[0]
    for k in range(1, 4):
        if k / 2 in range(0, 5):
            s += x[1]
    if x[0] * 0 + 2.0 in range(5):
        s += x[2] * 3
    h = 0.5
    if h not in range(3):
        s += 10.0 * x[0]
    return s
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
