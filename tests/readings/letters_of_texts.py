"""Letters and parts of texts that are known while compiling."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def g(x, s, kind="call"):
    if kind[0].lower() == "c" and kind[:2] == "ca" and kind[-1] != "p":
        return s * x[0]
    return s

def f(x: "float64[n]", s: float):
    return g(x, s) + g(x, s, "put") * x[1] + g(x, s, kind="CAp") * 2
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = "abc"
    return s * x[0] * len(w[::-1]) if w[::-1] == "cba" and w[1:] == "bc" and w[-2:][0] == "b" else s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = 0.0
    for k in range(3):
        t += s * x[0] if "xyz"[k] == "y" else x[1]
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = 0.0
    for k in range(len(x)):
        t += s * x[0] if ("xyz" * 9)[k] == "y" else x[1]
    return t
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = ""
    return s * x[0] if w[:1] == "" else s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    return s * x[0] if "abcdefgh"[n] == "c" else s * s
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    names = ["alpha", "beta"]
    total = 0.0
    for name in names:
        total += s if name[0] == "a" else x[0] * s
    return total
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
