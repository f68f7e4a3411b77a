"""Lists and dictionaries of a module that its statements hand to functions which only read them."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def model(x, p):
    return p["a"] * x
p = {"a": 1.5}
rhs = lambda t, x: model(x, p)
y = rhs(0.0, 2.0)
def f(x: "float64[n]"):
    return rhs(0.0, x)
""",
        "",
    ),
    (
        """
def model(x, p):
    p["a"] = 3.0
    return p["a"] * x
p = {"a": 1.5}
y = model(2.0, p)
def f(x: "float64[n]"):
    return p["a"] * x
""",
        "",
    ),
    (
        """
def same(p):
    return p
p = {"a": 1.5}
q = same(p)
q["a"] = 4.0
def f(x: "float64[n]"):
    return p["a"] * x
""",
        "ADC0123",
    ),
    (
        """
def model(x, p):
    inner(p)
    return p["a"] * x
def inner(q):
    q["a"] = 2.0
p = {"a": 1.5}
y = model(2.0, p)
def f(x: "float64[n]"):
    return p["a"] * x
""",
        "",
    ),
    (
        """
def model(x, p):
    return inner(p) * x
def inner(q):
    return q["a"]
p = {"a": 1.5}
y = model(2.0, p)
def f(x: "float64[n]"):
    return p["a"] * x
""",
        "",
    ),
    (
        """
kept = []
def model(x, p):
    kept.append(p)
    return p[0] * x
p = [1.5, 2.0]
y = model(2.0, p)
kept[0][0] = 7.0
def f(x: "float64[n]"):
    return p[0] * x
""",
        "ADC0123",
    ),
    (
        """
def model(x, p):
    q = p
    q[0] = 2.0
    return x
p = [1.5, 2.0]
y = model(2.0, p)
def f(x: "float64[n]"):
    return p[0] * x
""",
        "",
    ),
    (
        """
def first(p):
    return p[0]
p = [[1.5], [2.0]]
q = first(p)
q[0] = 9.0
def f(x: "float64[n]"):
    return p[0][0] * x
""",
        "ADC0123",
    ),
    (
        """
def model(x, p):
    def inner():
        p[0] = 3.0
    inner()
    return x
p = [1.5, 2.0]
y = model(2.0, p)
def f(x: "float64[n]"):
    return p[0] * x
""",
        "ADC0123",
    ),
    (
        """
def model(x, p):
    p += [1.0]
    return x
p = [1.5, 2.0]
y = model(2.0, p)
def f(x: "float64[n]"):
    return len(p) * x
""",
        "",
    ),
    (
        """
def model(x, p, *rest):
    rest[0][0] = 3.0
    return x
p = [1.5, 2.0]
y = model(2.0, 1.0, p)
def f(x: "float64[n]"):
    return p[0] * x
""",
        "",
    ),
    (
        """
def model(x, p=None):
    return p[0] * x
def model(x, p=None):
    p[0] = 3.0
    return x
p = [1.5, 2.0]
y = model(2.0, p)
def f(x: "float64[n]"):
    return p[0] * x
""",
        "",
    ),
    (
        """
def model(x, p):
    for q in [p]:
        q[0] = 3.0
    return x
p = [1.5, 2.0]
y = model(2.0, p)
def f(x: "float64[n]"):
    return p[0] * x
""",
        "",
    ),
    (
        """
def model(x, p):
    del p[0]
    return x
p = [1.5, 2.0]
y = model(2.0, p)
def f(x: "float64[n]"):
    return p[0] * x
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
