"""Iterators with a name over parts of what has one."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[2,n]", s: float):
    m = map(lambda v: v*s, x[0])
    return np.fromiter(m, dtype=float)
""",
        "",
    ),
    (
        """
def deco(func):
    def wrapper(*args, **kwargs):
        if hasattr(args[0], '__iter__'):
            new = args[1:]
            mapping = map(lambda h: func(h, *new, **kwargs), args[0])
            return np.fromiter(mapping, dtype=float)
        return func(*args, **kwargs)
    return wrapper
@deco
def g(h, r, c=1.0):
    if h == 0:
        return c
    return h * h * r + c
def f(x: "float64[n]", s: float):
    return g(x, s) * g(s, 2.0) + g(x, s, c=3.0)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    l = [x, x*2]
    m = map(lambda v: v*s, l[0])
    l[0] = x * 5
    return np.fromiter(m, dtype=float)
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    l = [x, x*2]
    def put():
        l[0] = x * 5
        return 1.0
    m = map(lambda v: v*s, l[0])
    return put() + np.fromiter(m, dtype=float)
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    z = zip(x[1:], x[:-1])
    r = 0.0
    for a, b in z:
        r += a*b*s
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    z = zip(x[1:], x[:-1])
    for a, b in z:
        s += a*b*s
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    z = zip(x[1:], x[:-1])
    for a, b in z:
        x[2] = a * b
        s += a*b*s
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    l = [1.0, 2.0, 3.0]
    z = zip(l[1:], x)
    for a, b in z:
        l[2] = 7.0
        s += a*b
    return s * l[2]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    e = enumerate(x)
    for i, v in e:
        x[i] = v * s + i
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    m = map(lambda v: v * s, x)
    for v in m:
        s = v
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    z = (a * b for a, b in zip(x, y))
    x = y * 2
    return sum(z) * x
""",
        "ADC0107",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    z = (a * b for a in x for b in y)
    y = y * 2
    return sum(z) * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    z = (a for a in x)
    return np.array([b * v for v in z for b in y])
""",
        "ADC0107",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    z = (a for a in x)
    return np.array([b * v for b in y for v in z])
""",
        "ADC0107",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    m = map(abs, x - 0.7)
    return sum(m)
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    m = filter(lambda v: v > 0.7, x)
    return sum(m)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    m = zip(x, x)
    n = sum(a * b for a, b in m)
    return n * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    m = (v * k for v in x)
    if k > 1:
        k = 5
        return sum(m)
    return x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    m = (v * 2 for v in x)
    while any(v > 100 for v in m):
        x = x * 0.5
    return x
""",
        "ADC0107",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
