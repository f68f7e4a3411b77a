"""Sums of arrays that begin as Python's integer, and are updated."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n, m]"):
    value = 0
    for i in x:
        value += i
    return value
""",
        "",
    ),
    (
        """
def f(x: "float64[n, 2]"):
    value = 0
    for i in x:
        value += i
    return value
""",
        "",
    ),
    (
        """
def f(x: "float64[n, 2]"):
    value = 0
    for i in x:
        if i[0] > 0.3:
            value += i
    return np.sum(value)
""",
        "",
    ),
    (
        """
def f(x: "float64[n, 2]"):
    value = 0.0
    for i in x:
        if i[0] > 0.3:
            value += i
    return np.sum(value)
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 0
    for i in x:
        value += i
        value *= 2
    return value * 3
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]", y: "int64[m]"):
    value = 0
    for i in x:
        if i[0] > 50.0:
            value = y
        value += i
    return np.sum(value)
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 0
    for i in x:
        if i[0] > 50.0:
            value = np.zeros(3, dtype=int)
        value += 0.5
    return np.sum(value)
""",
        "ADC0214",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 0
    if x[0, 0] > 0.5:
        value = x[1] * 2.0
    value += x[0]
    value /= 2
    return value
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 0
    if x[0, 0] > 50.0:
        value = np.arange(x.shape[1])
    value += x[0]
    return value
""",
        "ADC0214",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 0
    if x[0, 0] > 0.5:
        value = np.arange(x.shape[1])
    if x[0, 1] > 0.5:
        value = x[1] * 1.0
    value += x[0]
    return value
""",
        "ADC0214",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 1
    if x[0, 0] > 50.0:
        value = x[1] * 1.0
    if x[0, 1] > 50.0:
        value = np.ones(x.shape[1], dtype=int)
    value += x[0]
    return value
""",
        "ADC0214",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 3
    if x[0, 0] > 0.5:
        value = x[1] * 1.0
    value += 1
    value //= 2
    return value * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 3
    if x[0, 0] > 0.5:
        value = x[1] * 1.0
    value = np.full(x.shape[1], value)
    value[0] = 0.7
    return value * x[0]
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 3
    if x[0, 0] > 0.5:
        value = x[1] * 1.0
    w = np.ones_like(value) * x[0]
    w[0] = 0.7
    return w
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = True
    if x[0, 0] > 0.5:
        value = x[1] * 1.0
    value += x[0]
    return value
""",
        "ADC0214",
    ),
    (
        """
def f(x: "float32[n, m]"):
    value = 0
    for i in x:
        value += i
    return value
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 0
    for i in x:
        value -= i
    y = value
    y += 1.0
    return value * y
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 0
    for k in range(x.shape[0]):
        row = x[k]
        value = value + row
        row = value
        value += 0.5
    return value
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 0
    for k in range(x.shape[0]):
        if x[k, 0] > 0.3:
            value = x[k]
        value += 0.5
    return np.sum(value) + np.sum(x)
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n, m]"):
    value = 7
    if x[0, 0] > 0.2:
        value = x[1] * 1.0
    value[0] = 2.5
    return np.sum(value * x[0])
""",
        "",
    ),
    (
        """
def f(x: "float64[n, 1]"):
    value = 0
    for i in x:
        value += i
    return value
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
