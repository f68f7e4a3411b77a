"""Texts that data choose: results that are left out, and nothing that may be compared."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float, n: int):
    for i in range(n):
        if x[i] > 1.5:
            return "a", x[i] * s
    return "b", s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    if x[0] > 1.5:
        return "a", x[0] * s
    return "b", s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    status = "a" if x[0] > 1.5 else "b"
    return s * x, status
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    if s < 0:
        raise ValueError(f"bad {'a' if x[0] > 1 else 'b'}")
    return x * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    k = "a" if s > 1 else "b"
    return x if k is None else x * 2
""",
        "",
    ),
    (
        """
class P:
    def __init__(self, s):
        if s > 1:
            self.kind = "a"
        else:
            self.kind = "b"
        self.s = s
    def go(self, x):
        return x * self.s
def f(x: "float64[n]", s: float, n: int):
    return P(s).go(x)
""",
        "",
    ),
    (
        """
def g(x, s, n):
    for i in range(n):
        if x[i] > 1.5:
            return "big", x[i] * s
    return "small", s
def f(x: "float64[n]", s: float, n: int):
    k, v = g(x, s, n)
    if k == "big":
        return v * 2
    return v
""",
        "ADC0113",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    for i in range(n):
        if x[i] > 1.5:
            return 2.0, x[i] * s
    return "b", s
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    for i in range(n):
        if x[i] > 1.5:
            return "a"
    return "b"
""",
        "ADC0231",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    if x[0] > 1.5:
        status = "a"
    else:
        status = "b"
    if status == "a":
        return s
    return s * x[0]
""",
        "ADC0113",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    if x[0] > 1.5:
        status = "a"
    else:
        status = "b"
    d = {"a": s, "b": 2 * s}
    return d[status] * x
""",
        "ADC0224",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    if x[0] > 1.5:
        status = "a"
    else:
        status = ""
    return s if status else s * x[0]
""",
        "ADC0224",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    if x[0] > 1.5:
        status = "a"
    else:
        status = "bb"
    return s * len(status)
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    if x[0] > 1.5:
        op = "add"
    else:
        op = "mul"
    g = {"add": np.add, "mul": np.multiply}[op]
    return g(x, s)
""",
        "ADC0224",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    if x[0] > 1.5:
        op = "a"
    else:
        op = "b"
    return x * s if op in ("a", "c") else x
""",
        "ADC0113",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    if x[0] > 1.5:
        op = "ij,j->i"
    else:
        op = "ij,i->j"
    return np.einsum(op, np.outer(x, x), x)
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    if x[0] > 1.5:
        op = "a"
    else:
        op = "b"
    match op:
        case "a":
            return x
        case _:
            return x * s
""",
        "ADC0224",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    return x if ("a" if s > 1 else "b") == "a" else x * s
""",
        "ADC0113",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    d = {"a": s, "b": 2.0}
    return x * d["a" if x[0] > 1 else "b"]
""",
        "ADC0113",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    m = ["a" if v > 1 else "b" for v in x]
    return s * x, m
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    m = getattr(np, "sin" if x[0] > 1 else "cos")
    return m(x)
""",
        "ADC0226",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    return np.convolve(x, x, mode="full" if s > 1 else "same")
""",
        "ADC0220",
    ),
    (
        """
def g(x, kind):
    return x * 2 if kind == "a" else x
def f(x: "float64[n]", s: float, n: int):
    return g(x, "a" if s > 1 else "b")
""",
        "ADC0113",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    k = "a" if s > 1 else "b"
    return x if not k else x * 2
""",
        "ADC0224",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    k = "a" if s > 1 else "b"
    m = k + "c"
    return x if "a" in m else x * 2
""",
        "ADC0113",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    k = "a" if s > 1 else "b"
    return x if isinstance(k, str) else x * 2
""",
        "ADC0224",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    k = "a" if s > 1 else "b"
    for c in k:
        x = x * 2
    return x
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]", s: float, n: int):
    k = "aa" if s > 1 else "b"
    return float(k == "aa") * x
""",
        "ADC0113",
    ),
    (
        """
class P:
    def __init__(self, s):
        self.kind = "a" if s > 1 else "b"
        self.s = s
    def go(self, x):
        return x * self.s if self.kind == "a" else x
def f(x: "float64[n]", s: float, n: int):
    return P(s).go(x)
""",
        "ADC0224",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
