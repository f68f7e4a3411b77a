"""Integers that loops of a few iterations change, and that are to be known; leading ones."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[16]"):
    k = 1
    for i in range(2, -1, -1):
        h = k * 4
        x[:h] = np.tile(x[:k], 4) * 2.0
        k = min(h, 4)
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[16]"):
    k = 1
    for i in range(3):
        h = k * 2
        x[:h] = np.tile(x[:k], 2) * 2.0
        k = h
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[16]"):
    k = 1
    for i in range(3):
        x[k] = x[k - 1] * 2.0
        k = min(2 * k, 5)
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[16]"):
    k = 1
    for i in range(3):
        s = x[:k].sum()
        x[k] = s * 2.0
        k = k * 2
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[16]"):
    k = 1
    for i in range(2, -1, -1):
        for j in range(2):
            x[:k] = np.tile(x[:k], 1) * 2.0
            k = min(2 * k, 4)
        if x[i] > 1.0:
            x[i] = x[i] * x[i]
    return x * k
""",
        "",
    ),
    (
        """
def f(x: "float64[16]"):
    k = 1
    i = 0
    while i < 3:
        h = 2 * k
        x[:h] = np.repeat(x[:k], 2) * 2.0
        k = h
        i += 1
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[16]", s: "float64"):
    k = 1
    for i in range(3):
        h = 2 * k
        x[:h] = np.tile(x[:k], 2) * s
        if x[0] > 100.0:
            break
        k = h
    return x
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[16]", s: "float64"):
    k = 1
    for i in range(3):
        x[:2 * k] = np.tile(x[:k], 2) * s
        if x[i] > 1.5:
            continue
        k = 2 * k
    return x
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    k = 1
    for i in range(x.shape[0]):
        x[:2 * k] = np.tile(x[:k], 2) * s
        k = min(2 * k, 2)
    return x
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[4]"):
    y = np.zeros(8)
    y[:4] = np.tile(x, (1, 1))
    y[2:6] = (x * x).reshape(1, 1, 4)
    return y
""",
        "",
    ),
    (
        """
def f(A: "float64[n,m]"):
    B = np.zeros_like(A)
    B[0] = A[1:2]
    B[1:] = A[None, 1:] * 2.0
    return B
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = np.zeros(3)
    y[:] = x[:1].reshape(1, 1)
    return y * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[4]"):
    y = x + 0.0
    y[1:] = y[None, :-1]
    return y
""",
        "",
    ),
    (
        """
def f(x: "complex128[4]"):
    y = np.zeros(4, dtype=complex)
    y[:] = x.reshape(1, 4) * 2.0
    return np.abs(y)
""",
        "",
    ),
    (
        """
def f(x: "float64[4]"):
    y = np.zeros(4)
    y[[0, 2]] = x[:2].reshape(1, 2)
    y[x > 0.9] = 3.0
    return y * x
""",
        "ADC0212",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
