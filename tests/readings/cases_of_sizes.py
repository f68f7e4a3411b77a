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
def f(x: "float64[n, m]", y: "float64[n, k]"):
    return np.sum(g(x)) * np.sum(g(y)) + np.sum(g(np.ones((2, 3)))) + np.sum(g(np.ones((3, 2))))
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
    (
        """
def f(x: "float64[n, m]"):
    if x.shape[1] == 1 and x[0, 0] > 0:
        x = x[:, 0]
    return np.sum(x, axis=0)
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n, m]", k: int):
    if x.shape[0] > k:
        x = x[:, 0]
    return np.sum(x, axis=0)
""",
        "ADC0212",
    ),
    (
        """
def h(a, axis):
    if a.shape[0] == 1:
        return a[0]
    return a
def f(x: "float64[n, m]"):
    return h(x, 0) * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    y = x
    if x.shape[0] > 100000:
        y = x[0]
    elif x.shape[0] == 1:
        y = x[:, 0]
    return y * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    s = 0.0
    while s < 3.0:
        if len(x) == 1:
            y = x[0]
        else:
            y = x
        s = s + np.sum(y**2) + 1.0
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    try:
        if len(x) == 1:
            y = x[0]
        else:
            y = x
    except ValueError:
        y = x * 5.0
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = len(x)
    if n == 2:
        k = np.array([1.0, 2.0])
    elif n == 3:
        k = np.array([1.0, 2.0, 3.0])
    else:
        k = np.ones(5)
    return np.convolve(x, k)
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    if x.shape[0] < x.shape[1]:
        return x.T
    return x
""",
        "",
    ),
    (
        """
def g(x):
    if x.shape[0] < x.shape[1]:
        x = x.T
    return x
def f(x: "float64[n, m]"):
    return g(x) * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    u = x[0]
    if x.shape[0] < x.shape[1]:
        u = x[:, 0]
    return u * 3.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[m]"):
    if len(x) < len(y):
        x, y = y, x
    return np.convolve(x, y, mode="valid")
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", c: float):
    s = c + 2
    for v in x:
        s = np.sqrt(s - 1) + 1j * v
    return s.real * s.imag
""",
        "",
    ),
    (
        """
def f(a: "float64[n, m]"):
    if a.shape[0] == 1 or a.shape[1] == 1:
        b = a.ravel()
    else:
        b = np.diag(a)
    return b * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", c: float):
    s = 0
    for v in x:
        u = s * 2
        s = np.sqrt(u) + 1j * v * c
    return s.real
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", c: float):
    s = c + 2
    for i in range(len(x) - 100):
        s = np.sqrt(s - 1) + 1j * x[i]
    return s.real
""",
        "ADC0212",
    ),
    (
        """
def f(a: "float64[n, m]"):
    s = a.sum(axis=1)
    if len(s) > 2:
        s = s[:2] * s[1]
    return s * 1.5
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
