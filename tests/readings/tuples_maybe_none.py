"""Functions that return a tuple of which some values are None on some paths."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def hit(x, s):
    best_t = None
    best_k = None
    for i in range(len(x)):
        if x[i] > s:
            if best_t is None or x[i] < best_t:
                best_t, best_k = x[i], i
    return best_t, best_k
def f(x: "float64[N]", s: float):
    t, k = hit(x, s)
    if t is None:
        return s
    return t * s + k
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return None, None
    return x[1] * s, x[2]
def f(x: "float64[N]", s: float):
    t, k = hit(x, s)
    if t is None:
        return s
    return t * s + k
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return None, x[1]
    return x[1] * s, x[2]
def f(x: "float64[N]", s: float):
    t, k = hit(x, s)
    if t is not None:
        return s * k * t
    return k
""",
        "",
    ),
    (
        """
def hit(x, s):
    best_t = None
    n = None
    for i in range(len(x)):
        if x[i] > s:
            best_t = x[i]
            n = x * s
    return best_t, n
def f(x: "float64[N]", s: float):
    t, n = hit(x, s)
    if t is None:
        return x
    return t * s * n
""",
        "",
    ),
    (
        """
def hit(x, s):
    best_t = None
    for i in range(len(x)):
        if x[i] > s:
            best_t = x[i]
    return best_t, s * 2
def f(x: "float64[N]", s: float):
    t, k = hit(x, s)
    return k if t is None else t * k
""",
        "",
    ),
    (
        """
def hit(x, s):
    best_t = None
    for i in range(len(x)):
        if x[i] > s:
            best_t = x[i]
    return best_t, s * 2
def f(x: "float64[N]", s: float):
    total = 0.0
    for j in range(3):
        t, k = hit(x, s * j)
        if t is not None:
            total += t * k
    return total
""",
        "",
    ),
    (
        """
def hit(x, s):
    for i in range(len(x)):
        if x[i] > s:
            return x[i] * s, i
    return None, None
def f(x: "float64[N]", y: "float64[M]", s: float):
    total = 0.0
    for v in y:
        t, k = hit(x, v)
        if k is not None:
            total += t * x[k] * k
        else:
            total -= v
    return total
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return None, x[1]
    return x[1] * s, x[2]
def g(x, s):
    return hit(x, s)
def f(x: "float64[N]", s: float):
    t, k = g(x, s)
    return k if t is None else t
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return (None, x[1])
    return (x[1] * s, x[2])
def f(x: "float64[N]", s: float):
    _, k = hit(x, s)
    return k * s
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return None, x[1]
    return x[1] * s, x[2]
def sq(v):
    return v * v
def f(x: "float64[N]", s: float):
    t, k = hit(x, 9.0)
    return sq(t) + k
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return None, x[1]
    return x[1] * s, x[2]
def f(x: "float64[N]", s: float):
    t, k = hit(x, 9.0)
    u = t
    return u * k
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return None, x[1]
    return x[1] * s, x[2]
class P:
    pass
class Q:
    def __init__(self):
        self.t = 1.0
def f(x: "float64[N]", s: float):
    q = Q()
    q.t, k = hit(x, 9.0)
    return q.t * k
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return None, x[1], 3
    return x[1] * s, x[2], 4
def f(x: "float64[N]", s: float):
    t, *r = hit(x, 9.0)
    return t * r[0] * r[1]
""",
        "",
    ),
    (
        """
def hit(x, s):
    if s > 0.0:
        return None, x[1]
    return None, x[2]
def f(x: "float64[N]", s: float):
    t, k = hit(x, s)
    if t is None:
        return k
    return t
""",
        "",
    ),
    (
        """
def hit(x, s, d=3):
    if d == 0:
        return None, s
    t, k = hit(x, s * x[d], d - 1)
    if t is None:
        return k * s, k
    return t * s, k
def f(x: "float64[N]", s: float):
    t, k = hit(x, s)
    return k if t is None else t
""",
        "",
    ),
    (
        """
class R:
    def __init__(self, o):
        self.o = o
    def hit(self, v):
        t, n = None, None
        if self.o[0] * v > 0.5:
            t = self.o[0] * v
            n = self.o * v
        return t, n
def f(x: "float64[N]", y: "float64[M]", s: float):
    r = R(x)
    total = 0.0
    for v in y:
        t, n = r.hit(v - 0.5)
        if t is None:
            continue
        total += t * n[1]
    return total * s
""",
        "",
    ),
    (
        """
def hit(x, s):
    t = None
    k = 0
    for i in range(len(x)):
        if x[i] > s:
            t = x[i]
            k += 1
    return t, k
def f(x: "float64[N]", s: float):
    t, k = hit(x, s)
    u, m = hit(x, 2 * s)
    if t is None or u is None:
        return s * k + m
    return t * u * k * m
""",
        "",
    ),
    (
        """
def hit(x, s):
    t = None
    for i in range(len(x)):
        if x[i] > s:
            t = x[i]
    return t, t is None
def f(x: "float64[N]", s: float):
    t, b = hit(x, 5.0)
    return s if b else t
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return None, None
    return x[1] * s, x[2]
def f(x: "float64[N]", s: float):
    (t, k), u = hit(x, 9.0), s
    return t * k * u
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return None, None
    return x[1] * s, x[2]
def f(x: "float64[N]", s: float):
    return sum(v for v in hit(x, 9.0)) * s
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return None, x[0]
    return x[1] * s, None
def f(x: "float64[N]", s: float):
    t, k = hit(x, s)
    if t is None:
        return k * s
    if k is None:
        return t
    return t * k
""",
        "",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return None, x[0]
    return x[1] * s, None
def f(x: "float64[N]", s: float):
    t, t = hit(x, s)
    if t is None:
        return s
    return t
""",
        "",
    ),
    (
        """
def hit(x, s):
    for i in range(len(x)):
        if x[i] > s:
            return x[i] * s, x * s
    return None, None
def outer(x, y):
    best, n = None, None
    for v in y:
        t, m = hit(x, v)
        if t is not None and (best is None or t < best):
            best, n = t, m
    return best, n
def f(x: "float64[N]", y: "float64[M]", s: float):
    t, m = outer(x, y * s)
    if t is None:
        return x
    return m * t
""",
        "ADC0212",
    ),
    (
        """
def hit(x, s):
    if x[0] > s:
        return [None, x[1]]
    return [x[1] * s, x[2]]
def f(x: "float64[N]", s: float):
    t, k = hit(x, s)
    return k if t is None else t
""",
        "ADC0212",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
