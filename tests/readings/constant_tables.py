"""Arrays of numbers that branches and loops make, and change or not: each is what it is there."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    r = 0.0
    for i in range(len(x)):
        w = np.array([0.5, -1.0, 2.0])
        r += w[i % 3] * x[i]
        w[0] = x[i]
        r += w[0] * s
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.4:
        w = np.array([0.5, -1.0, 2.0])
    else:
        w = np.array([1.5, -3.0, 4.0])
    return np.sum(w) * x[0] + w[1] * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = np.zeros(3)
    if s > 0.4:
        w[0] = 0.5
        w[1] = -1.0
        w[2] = 3.0
    return np.sum(w) * x[0] + w[1] * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = np.empty(3)
    r = 0.0
    for i in range(len(x)):
        if i > 0:
            r += w[0] * x[i] + w[2]
        w[0] = 0.5
        w[1] = -1.0
        w[2] = 3.0
    return r * s + w[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    r = 0.0
    for i in range(len(x)):
        w = np.array([0.5, -1.0, 2.0])
        if x[i] > s:
            w = np.array([0.5, -1.0, 2.5])
        r += w @ np.array([x[i], s, x[0]])
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    r = 0.0
    k = 0
    while r < s and k < len(x):
        w = np.array([[0.5, -1.0], [2.0, 0.0]])
        v = w @ np.array([x[k], s])
        r += v @ v
        k += 1
    return r
""",
        "",
    ),
    (
        """
def g(w, x):
    return w @ x
def f(x: "float64[n]", s: float):
    r = 0.0
    for i in range(2):
        w = np.array([0.5, -1.0, 2.0])
        r += g(w, x[:3]) * g(w * s, x[:3])
        w *= 2.0
        r += w[2] * x[1]
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = np.array([0.5, -1.0, 2.0])
    b = np.array([0.5, -1.0, 2.0])
    b[1:] += 1.0
    r = 0.0
    for i in range(3):
        r += a[i] * b[2 - i] * x[i]
    a, b = b, a
    return r * s + a[2] * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = np.zeros((3, 3))
    for i in range(3):
        w[i, i] = 1.0
    w[0, 2] = -2.0
    return np.sum(w @ x[:3]) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    r = 0.0
    for i in range(3):
        w = np.zeros(3)
        w[i] = 1.0
        r += w @ x[:3] * (i + s)
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = np.array([0.5, -1.0, 2.0], dtype=np.float32)
    r = w[0]
    for k in range(3):
        r = r + w[k] * x[k] * s
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    idx = np.array([2, 0, 1])
    r = 0.0
    for k in range(3):
        if x[k] > s:
            idx = np.array([0, 2, 1])
        r += x[idx[k]] * (k + s)
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    r = 0.0
    for i in range(len(x)):
        if x[i] > s:
            c = np.array([1.0, 2.0, 3.0])
            r += np.polyval(c, x[i])
        else:
            c = np.array([1.0, 2.0, 3.0])
            r -= c[1] * x[i]
    return r
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
