"""How many different items there are in sets that are made to ask for that."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    if len({a.shape for a in (x, y)}) > 1:
        raise ValueError("shapes differ")
    return x*y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n, 3]"):
    if len({a.ndim for a in (x, y)}) != 1:
        return x*y[:, 0]
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[3]", y: "float64[4]", k: "int"):
    s = len(set(a.shape for a in [x, y, x]))
    t = len({len(a) for a in (x, x)})
    return x*s + t*y[:3]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    if len(set([x.shape, y.shape, (3,), x.shape + (1,)][:2])) == 1:
        return x*y
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = len({v for v in ("a", "b", "a", None, 1, True, 1 == 1, "1", ())})
    b = len({v for v in ()})
    c = len({u + v for u in ("a", "b") for v in ("a", "b") if u != v})
    return x*a + b + c*x*x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    for k in {v.ndim for v in (x, x)}:
        x = x*k*2
    return x
""",
        "",
    ),
    (
        """
def set(a):
    return (1, 2, 3, 3)
def f(x: "float64[n]"):
    return x*len(set(v for v in (1, 1)))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[m]"):
    if len({a.shape for a in (x, y)}) != 1:
        return x[:1]*y[:1]
    return x*y
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[3]"):
    return x*len({v for v in x})
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[3]", s: "float64"):
    return x*len(set([s, s*2]))
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[3]"):
    for k in {v for v in (2, 1)}:
        x = x*x + k
    return x
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[5]"):
    for k in range(3):
        x = x * len({j*k - 1 for j in (0, 1)})
    return x
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[5]"):
    for k in range(3):
        x = x * (k + 1) * len(set([k - 4, k + 1, k - 4]))
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    d = {"a": x, "b": x*x}
    return x*len(set(d)) + d["b"]*len(set(list(d) + ["a"]))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    calls = []
    def g(v):
        calls.append(v)
        return v.ndim
    k = len({g(v) for v in (x, x, x)})
    return x*k*len(calls)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x*x*len({k - 3 for k in (0, 1, 2, 5, 4)})
    return x*len(set([-1, -2, -1])) + y + len({-v for v in (0, 0)})
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y, z = x[20:], x[30:]
    return x*len({len(v) for v in (x, x[:], x[::1])})
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return x*len({len(v) for v in (x, x[1:])})
""",
        "ADC0213",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
