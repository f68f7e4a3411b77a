"""Branches that sizes decide, whose arms make arrays that do not fit together."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    a = np.array(x, ndmin=2)
    if a.shape[0] == 1 and a.shape[1] > 1:
        a = a.T
    return np.cumsum(a, axis=0) * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    if x.shape[1] == 1:
        x = x[:, 0]
    return np.sum(x, axis=0)
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    if x.shape[0] < x.shape[1]:
        x = x.T
    return x @ x.T
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if len(x) < 3:
        return 0.0
    return np.diff(x)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if len(x) < 3:
        y = x[:, None]
    else:
        y = x[None, :]
    return y * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    if k == 1:
        y = x[:, None]
    else:
        y = x[None, :]
    return y * 2.0
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]"):
    if x[0] > 0:
        y = x[:, None]
    else:
        y = x[None, :]
    return y * 2.0
""",
        "ADC0212",
    ),
    (
        """
def g(a):
    if a.shape[0] < a.shape[1]:
        a = a[:, :1]
    return np.sum(a, axis=0)
def f(x: "float64[n, m]", y: "float64[m, n]"):
    wide, tall = np.ones((2, 3)) * x[0, 0], np.ones((3, 2)) * x[0, 0]
    return np.sum(g(x)) * np.sum(g(y)) + np.sum(g(wide)) + np.sum(g(tall))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    s = 0.0
    for i in range(3):
        a = np.array(x[i:], ndmin=2)
        if a.shape[0] == 1 and a.shape[1] > 1:
            a = a.T
        s = s + np.cumsum(a, axis=0)[0, 0]
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = x
    if len(x) > 2:
        a = None
    if a is None:
        return x * 2.0
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    if x.shape[1] == 1:
        x = x[:, 0]
    if x.ndim == 1:
        return np.sum(x) * np.ones(3)
    return np.sum(x, axis=0)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if len(x) > 5:
        raise ValueError("long")
    if len(x) == 1:
        y = x[0]
    else:
        y = x[1:]
    return y * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[m, n]"):
    if x.shape[0] < x.shape[1]:
        x = x.T
    return x @ x.T
""",
        "",
    ),
    (
        """
def f(x: "float64[m, n]"):
    if x.shape[0] > x.shape[1]:
        x = x.T
    return x @ x.T
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[k]"):
    if len(y) > len(x):
        a, b = y, x
    else:
        a, b = x, y
    return np.convolve(a, b)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
