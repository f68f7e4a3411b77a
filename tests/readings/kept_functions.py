"""Functions that are kept somewhere: what they read of the function around them may be bound anew,
and what they hold by defaults, or as methods, stays as it is."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (  # made in comprehensions
        """
def f(x: "float64[N]", s: float, t: float, n: int):
    fs = [lambda v, i=i: v * s + i for i in range(2)]
    ds = {k: (lambda v: v * x[0]) for k in ("a", "b")}
    rows = [[(lambda v: v * t + i + j) for i in range(2)] for j in range(2)]
    ys = [s]
    gs = [lambda: ys[-1] for _ in range(1)]
    ys.append(t)
    a = gs[0]()
    ys = [2.0]
    a = a * gs[0]()
    if t > 0.1:
        s = s * 2
    x = x * 3
    t = s
    return x * sum(g(1.5) for g in fs) + ds["b"](a), sum(g(1.0) for r in rows for g in r)
""",
        "",
    ),
    (  # made by functions, which take from around themselves
        """
class A:
    def __init__(self, g):
        self.g = g

def f(x: "float64[N]", s: float, t: float, n: int):
    def mk(k):
        y = s * k
        def h(v):
            return v * s + y
        return h
    def pair(k):
        return A(lambda v: v * s * k), (lambda: s)
    def outer():
        y = s * 2
        def inner():
            return lambda v: v * s + y
        g = inner()
        y = y + 1
        return g
    g, (a, p), o = mk(2.0), pair(3.0), outer()
    first = g(1.0) + a.g(2.0) + p() + o(1.0)
    s = t
    for i in range(n):
        s = s * 0.5
        x = x * g(0.5) + p()
    return x * first + g(1.0) * a.g(2.0) - o(x)
""",
        "",
    ),
    (  # in lists, dictionaries and objects, while a loop binds what they read
        """
class A:
    def __init__(self):
        self.g = None

    def set(self, g):
        self.g = g

def f(x: "float64[N]", s: float, t: float, n: int):
    r, y, z, w = s, x * s, t, s
    fs, d, a = [], {}, A()
    same, b = fs, a
    same.append(lambda v: v * s)
    same += [lambda v: v * r]
    d["a"] = lambda: y
    b.set(lambda v: v * z)
    def mk():
        return lambda v: v * w
    hs, one = [mk()], 1.0
    hs.append(mk())
    for i in range(n):
        x = x + fs[0](1.0) * fs[1](2.0) + d["a"]() * a.g(0.5) + hs[1](one)
        s, r, y, z, w = t * i, t * (i + 1), x * 0.1, t - i, 0.5 * i
    return x * fs[0](1.0) + d["a"]()
""",
        "",
    ),
    (  # defaults, methods of objects and of arrays
        """
class A:
    def __init__(self, u):
        self.u = u

    def get(self, k=2):
        return self.u * k

def f(x: "float64[N]", c: "complex128[N]", n: int):
    z, w, v, c = x.copy(), x * 2, x + 1, c.copy()
    def b(u=z, p=(w, [w])):
        return u + p[0] * p[1][0]
    def d(u=c):
        return u
    get, total = A(v).get, x.sum
    def mk(y):
        y = y * 1.0
        return lambda: y
    made = mk(x)
    for k in range(2):
        z = 1.0 + b()
        w = z * 0.5
        v = 1.0 + get()
        x = made() + 0.1
        c = 1.0 + d()
    return z + w + v * total(), x, c
""",
        "",
    ),
    (  # complex numbers in another order may be a view
        """
def f(c: "complex128[N]", n: int):
    b = [np.ravel(c) for _ in range(2)]
    b[1][...] = 0.5
    return c * 1.0
""",
        "ADC0211",
    ),
    (
        """
def f(c: "complex128[N]", n: int):
    b = []
    for k in range(n):
        c[0] = k
        b.append(np.ravel(c))
    return b[0] * b[2]
""",
        "ADC0211",
    ),
)
READINGS = tuple(text(HEADER + source, refused) for source, refused in _TEXTS)
