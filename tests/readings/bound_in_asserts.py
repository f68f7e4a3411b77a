"""Assignments inside of assertions, and beside the value that the name has before."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    k = (np.sqrt(1 + 8 * 6) - 1) / 2
    assert k == (k := int(k))
    return x * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    k = s * 3.0
    if k > (k := s * 2.0):
        return x * k
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    assert (k := s * 2.0) > -100.0, "small"
    return x * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    k = s
    while k < (k := k * 1.5 + 0.1) and k < 9.0:
        x = x + k
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    k = s
    y = (k < (k := k + 1.0)) * x + k
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    k = s
    assert k + 1.0 > (k := s * 0.5)
    return x * k
""",
        "ADC0115",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    k = s
    assert s > 50.0 or k > (k := s * 0.5) - 90.0
    return x * k
""",
        "ADC0115",
    ),
    (
        """
def f(x: "float64[n]"):
    k = x
    assert np.all(k < (k := x + 1.0))
    return x * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    k = s
    z = k < (k := k + 1.0) < (k := 5.0 + k)
    return x * k * z
""",
        "ADC0115",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    k = s
    y = (k < (k := k + 1.0)) * x + (k < (k := k - 3.0)) * x
    return y * k
""",
        "ADC0115",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
