"""Loops over arange whose ends the variable of another such loop decides."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[N]", N: int):
    y = np.zeros(N)
    for i in np.arange(N - 1, -1, -1):
        for j in np.arange(0, i + 1):
            y[j] = y[j] + x[i] * x[j]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", N: int):
    y = np.zeros(N)
    for i in np.arange(N):
        for j in np.arange(i + 1):
            y[j] = y[j] + x[i] * x[j]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", N: int):
    y = np.zeros(N)
    for i in range(N):
        for j in np.arange(i + 1):
            y[j] = y[j] + x[i] * x[j]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", N: int):
    y = np.zeros(N)
    for i in np.arange(N - 1, -1, -1):
        for j in range(0, i + 1):
            y[j] = y[j] + x[i] * x[j]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", N: int):
    y = np.zeros(N)
    for i in np.arange(0.0, 2.0):
        for j in np.arange(i + 1):
            y[int(j)] += x[int(i)] * j
    return y
""",
        "ADC0235",
    ),
    (
        """
def f(x: "float64[N]", N: int):
    y = np.zeros(N)
    for i in np.arange(1, N):
        t = np.arange(i)
        y[i] = np.sum(t * x[:i])
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", N: int):
    y = np.zeros(N)
    for i in np.arange(1, N):
        t = np.arange(0, i * 0.5)
        y[i] = np.sum(t) * x[i] + len(t)
    return y
""",
        "ADC0235",
    ),
    (
        """
def f(x: "float64[N]", N: int):
    y = np.zeros(N)
    for i in np.arange(1, N):
        i = i - 1
        for j in np.arange(i, -1, -1):
            y[j] += x[j]
    return y
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[N]", N: int):
    y = np.zeros(N)
    for i in np.arange(1, 2 * N, 2):
        for j in np.arange(0, i, 2):
            y[j // 2] += x[j // 2] * i
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", N: int):
    y = np.zeros(N)
    for i in np.arange(N - 1, -1, -1):
        for j in np.arange(i, N, 1):
            for k in np.arange(j, i - 1, -1):
                y[k] = y[k] * x[i] + x[j]
    return y
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[N]", N: int):
    s = 0.0
    for i in np.arange(N):
        s = s + np.sum(np.arange(i, dtype=np.float64)) * x[i]
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", N: int):
    s = 0.0
    for i in np.arange(N):
        s = s + np.sum(np.arange(x[i] * 0, 1.0, 0.25)) * x[i]
    return s
""",
        "ADC0235",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
