"""Lists that are appended to a list and changed there, and arrays of several lists."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(s: "float64"):
    d = [s]
    c = []
    c.append(d)
    d[0] = s * s
    return c[0][0] * d[0]
""",
        "",
    ),
    (
        """
def f(s: "float64"):
    d = [s]
    c = []
    c.append(d)
    c[0][0] = s * s
    return c[0][0] * d[0]
""",
        "",
    ),
    (
        """
def f(s: "float64"):
    d = [s]
    c = []
    c.append(d)
    c.append(d)
    c[0].append(s * s)
    d.append(3 * s)
    n = len(d)
    return c[1][2] * d[1] * n
""",
        "",
    ),
    (
        """
def f(s: "float64"):
    d = {"a": s}
    c = []
    c.append(d)
    c[0]["b"] = s * s
    d["a"] = 7 * s
    return c[0]["a"] * d["b"]
""",
        "",
    ),
    (
        """
def f(s: "float64", t: "float64"):
    c = []
    for i in range(2):
        d = [s, t]
        c.append(d)
        d[i] = 3.0 * s
    return c[0][0] * c[0][1] + c[1][0] * c[1][1] * 7
""",
        "",
    ),
    (
        """
def f(s: "float64", t: "float64"):
    c = []
    d = [s, t]
    for i in range(2):
        c.append(d)
        d[i] = 3.0 * s + i
    return c[0][0] * c[0][1] + c[1][0] * c[1][1] * 7
""",
        "",
    ),
    (
        """
def f(s: "float64", t: "float64"):
    c = []
    c.append([s, t])
    if s > t:
        c[0][1] = s * s
    e = c[0]
    e[0] = 5 * t
    c.append(e)
    c[1][1] += t
    return c[0][0] * c[0][1] * c[1][1]
""",
        "",
    ),
    (
        """
def g(c, s):
    c[-1].append(s)
    c.append([])
    return s * 2
def f(s: "float64", t: "float64"):
    c = [[]]
    r = g(c, s) + g(c, t)
    c[-1].append(r)
    return c[0][0] * c[1][0] * c[2][0] + len(c)
""",
        "",
    ),
    (
        """
def f(s: "float64", t: "float64", k: int):
    c = []
    for i in range(k):
        d = [s, t]
        c.append(d)
        d[0] = 3.0 * s
    return c[0][0] * c[0][1]
""",
        "ADC0212",
    ),
    (
        """
def f(s: "float64"):
    c = []
    for i in range(1, 3):
        c.append([])
        for j in range(3):
            c[-1].append(s * j + i)
    return c[0][1] * c[1][2]
""",
        "",
    ),
    (
        """
def f(s: "float64"):
    c = []
    c.append([])
    c[-1].append(s)
    c[0].append(s * s)
    return c[0][1] * len(c[-1])
""",
        "",
    ),
    (
        """
def f(s: "float64", x: "float64[4]"):
    n = len(x)
    c = []
    for i in range(1, 3):
        c.append([])
        for j in range(n):
            c[-1].append(i * j)
    for i in range(n):
        t = []
        for j in range(0, 3):
            t.append(1)
        for j in range(0, 2):
            t[j] = t[j] * c[1 - j][i]
        s = s + sum(t) * x[i]
    return c[0][1] * c[1][2] * s
""",
        "",
    ),
    (
        """
def f(s: "float64"):
    c = []
    c.append([s, s])
    c[0][0] = s * s
    return c[0][0] * s
""",
        "",
    ),
    (
        """
def f(s: "float64"):
    c = []
    c.append({})
    c[-1]["a"] = s * s
    return c[0]["a"] * s
""",
        "",
    ),
    (
        """
def f(s: "float64"):
    c = [s]
    c.append([s])
    c[-1].append(s)
    return c[0] * len(c[1])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    a = []
    b = []
    for v in x:
        a.append(v * s)
        b.append(v)
    return np.array([a, b])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    a = []
    b = []
    for v in x:
        a.append(v * s)
        b.append(v)
    return np.vstack((a, b)) + np.stack([b, a]) + np.array([a, np.zeros(len(x))])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    a = []
    b = []
    c = []
    for k, v in enumerate(x):
        a.append(v * s)
        b.append([v, s])
        c.append(k)
    return np.column_stack([a, a]) + np.array(b) + np.transpose([a, c])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    a = []
    b = [s]
    for v in x:
        a.append(v * s)
        b.append(v)
    return np.hstack([a, b]) * np.concatenate((b, a))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    a = []
    for v in x:
        a.append(v * s)
    m = np.array([a, a])
    a.append(s)
    return m[:, :2] * s + np.mean([a, a], axis=0)[:2]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    a = []
    for v in x:
        if v > 1:
            a.append(v * s)
    m = np.array([a, a])
    return np.sum(m * s)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    a = []
    b = []
    for v in x:
        a.append(v * s)
        b.append(2)
    m = np.vstack((b, b))
    w = np.vstack((a, b))
    a[0] = s
    w[0] += s
    return m * s * w * a[0] + w.dtype.itemsize * m.dtype.itemsize
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    c = []
    for i in range(2):
        c.append([])
        for j in range(len(x)):
            c[-1].append(x[j] * i + s)
    return np.array(c) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    a = []
    for v in x:
        a.append(v * 1j)
    return np.abs(np.vstack((a, a))) + np.abs(np.array(a))
""",
        "",
    ),
    (
        """
from scipy.special import comb
def f(x: "float64[n]", s: "float64"):
    n = len(x)
    r = comb(n, 1, exact=True) // 2 + comb(n, 0, exact=True)
    return s * comb(n, 2, exact=True) * np.sum(x) / comb(n, 2) + r
""",
        "",
    ),
    (
        """
from scipy.special import comb
def f(x: "float64[n]"):
    n = len(x)
    t = 0.0
    for i in range(n):
        t += x[i] * comb(i, 2, exact=True) * comb(n - i, 1, exact=True)
    return t + np.zeros(comb(n, 2, exact=True) + 1)
""",
        "",
    ),
    (
        """
from scipy.special import comb
def f(x: "float64[n]", k: int):
    return x * comb(k - 9, 2, exact=True)
""",
        "ADC0220",
    ),
)

#: Texts that Python refuses, too.
_RAISING = (
    (
        """
def f(x: "float64[n]", s: "float64"):
    a = []
    b = [s]
    for v in x:
        a.append(v * s)
        b.append(v)
    return np.array([a, b])
""",
        "ADC0212",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
] + [text(HEADER + source, code, raises=True) for source, code in _RAISING]
