"""NumPy's functions of masked arrays, and their operators beside arrays."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n, 2]"):
    m = np.ma.array(x, mask=x > 90.0)
    return np.sin(m.sum(axis=1)).sum()
""",
        "",
    ),
    (
        """
def f(x: "float64[n, 2]"):
    m = np.ma.array(x, mask=x > 0.5)
    return (np.pi * m.sum(axis=1) + 1).filled(7.0)
""",
        "",
    ),
    (
        """
def f(x: "float64[n, 2]"):
    m = np.ma.array(x, mask=x > 0.5)
    return (np.sin(m).sum(axis=1) * x[:, 0]).filled(0.25)
""",
        "",
    ),
    (
        """
def f(x: "float64[n, 2]"):
    m = np.ma.array(x, mask=x > 0.5)
    return np.log(m - 0.3).filled(-3.0), np.sqrt(0.2 - m).filled(5.0)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    m = np.ma.masked_where(x > 0.5, x)
    y = np.cos(m) * np.tanh(m) + np.arctan(m)
    return y.filled(0.0), y.count()
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    m = np.ma.masked_where(x > 0.5, x)
    return np.tan(m).sum()
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    m = np.ma.masked_where(x > 0.5, x)
    y = np.sin(m)
    x[:] = 0.0
    return y.filled(0.0), x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    m = np.ma.array(x)
    return np.sqrt(m).count(), np.log2(m + 1.0).sum()
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n, 2]"):
    mask = np.full(x.shape, False)
    mask[:, -1] = True
    w = 1 + (x - 1) / 4
    mx = np.ma.array(x, mask=mask)
    mw = np.ma.array(w, mask=mask)
    a = np.sin(np.pi * mw.sum(axis=1) + 1)
    j = np.sin(w[:, 0]) + ((mx - 1) ** 2.0).sum(axis=1) * (1 + 10 * a**2.0)
    return j.filled(0.0)
""",
        "",
    ),
    (
        """
def f(x: "float32[n]"):
    m = np.ma.masked_where(x > 0.5, x)
    return np.sin(m).filled(0.0) * x
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]"):
    m = np.ma.masked_where(x > 0.5, x)
    a = (x + m).filled(1.0)
    b = (x - m * 2.0).filled(1.0)
    c = (x * m).filled(1.0)
    d = (x / (m + 9.0)).filled(1.0)
    return a, b, c, d
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    m = np.ma.masked_where(x > 0.5, x)
    y = x.copy()
    y += m
    return y
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    m = np.ma.masked_where(x > 0.5, x)
    return (x ** m).filled(3.0)
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    m = np.ma.masked_where(x > 0.5, x)
    return (x > m).sum()
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    m = np.ma.masked_where(x > 0.5, x)
    return (np.sum(x) * m).filled(3.0), (np.sum(x) / (m + 9.0)).filled(3.0), np.dot(x, m)
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[2, n]"):
    m = np.ma.masked_where(x[0] > 0.5, x[0])
    return (x * m).filled(3.0)
""",
        "ADC0220",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
