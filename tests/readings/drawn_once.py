"""Iterators with a name that are used in one place, and such as are not."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    return np.array(list(map(lambda p: p*p, x)))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    return np.fromiter(map(lambda p: p*s, x), dtype=float)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    return sum(map(lambda p: p*s, x))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    return np.array([v*2 for v in map(lambda p: p*s, x)])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    r = 0.0
    for v in map(lambda p: p*s, x):
        r += v*v
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    return np.fromiter((p*s for p in x), dtype=float)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    z = zip(x, y)
    r = 0.0
    for a, b in z:
        r += a*b*b
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    z = (a*a for a in x)
    return sum(z)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = map(lambda p: p*p, x)
    return np.array(list(a))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = map(lambda p: p*s, x)
    s = 3.0
    return np.fromiter(a, dtype=float)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = map(lambda p: p*s, x)
    x = x * 2
    return np.fromiter(a, dtype=float) + x
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = map(lambda p: p*s, x)
    x[0] = 7.0
    return np.array(list(a)) + x
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    a = (v*v for v in x)
    r = 0.0
    for i in range(k):
        r += sum(a) + i
    return r
""",
        "ADC0107",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    r = 0.0
    for i in range(k):
        a = (v*v for v in x)
        r += sum(a) + i
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    z = zip(x, y)
    for a, b in z:
        x = a * y
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    e = enumerate(zip(x, y))
    if x[0] > 0.7:
        r = 0.0
        for i, (a, b) in e:
            r += i*a*b
    else:
        r = y.sum()
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = map(np.sin, x)
    return [v * 2 for v in a][0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = map(np.sin, x)
    b = np.array([v * w for v in x for w in a])
    return b
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[n]"):
    a = map(np.sin, x)
    g = lambda: list(a)
    g()
    return np.array(g()).sum() + x.sum()
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = map(lambda p, s=s: p*s, x)
    s = 5.0
    return np.array(list(a)) * s
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[3]"):
    a, = 1.0,
    q = reversed(x)
    u, v, w = q
    return u - 2*v + 3*w
""",
        "",
    ),
    (
        """
def g(f, y):
    m = map(f, y)
    return np.fromiter(m, dtype=float)
def f(x: "float64[n]", s: float):
    return g(lambda t: t*s, x) + g(np.cos, x)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    def h(v):
        return v * s
    m = map(h, x)
    def h(v):
        return v + s
    return np.array(list(m))
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    l = [1.0, 2.0]
    m = (v*s for v in l)
    l.append(3.0)
    return sum(m) * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    l = [1.0, 2.0]
    m = (v*s for v in l)
    l = [3.0]
    return sum(m) * x
""",
        "ADC0107",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    m = (v*s for v in x if v > 0.5)
    with np.errstate(all="ignore"):
        r = sum(m)
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    m = max(v*s for v in x)
    n = map(lambda v: v*m, x)
    m = 2.0
    return sum(n) * m
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
