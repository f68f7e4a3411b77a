"""Arrays whose lengths data decide, from iteration to iteration and on two paths."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def clip(v, k):
    while True:
        m = np.mean(v)
        keep = np.abs(v - m) < k * np.std(v)
        if np.all(keep):
            return m, v
        v = v[keep]

def f(x: "float64[n]", p: "float64[n,2]"):
    m, v = clip(x, 1.5)
    s, left = 0.0, p
    while len(left) > 0:
        s += left[0, 0] * left[0, 1]
        left = left[np.hypot(left[:, 0] - left[0, 0], left[:, 1] - left[0, 1]) > 0.3]
    return m + v[0] * len(v) + s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    a, b = x[x > 0.5], x[x <= 0.5]
    n, old, r = 0, 0, y.copy()
    for i in range(len(x)):
        old, n = n, len(a)
        a, b = b, a[a > 0.1 * i]
    idx = np.arange(len(y))
    while idx.size:
        i = idx[np.argmax(y[idx])]
        r[idx] *= 1.0 + y[i]
        idx = idx[np.abs(idx - i) > 1]
    t = a if len(a) > len(b) else b
    return np.sum(a) * 2 + np.sum(b**2) + n * x[0] + old * x[1] + np.sum(r) + np.sum(t**3)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    t = x
    for i in range(len(x)):
        t[:1] *= 2.0  # which is `x` in the first iteration
        t = t[t > 0.2 + 0.1 * i]
    return np.sum(t**2) + np.sum(x**2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    m = x > 0.5
    t = x[m] if m.any() else x
    x[0] = 7.0
    return np.sum(t**2)
""",
        "ADC0211",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
