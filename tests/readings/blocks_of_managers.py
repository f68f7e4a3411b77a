"""Blocks of context managers that are classes of the source's own: the order of what they do."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
class M:
    def __init__(self, k):
        self.k = k
    def __enter__(self):
        self.k = self.k + 1
        return self
    def __exit__(self, *args):
        self.k = 0.0
def f(x: "float64[n]"):
    m = M(2.0)
    with M(2.0) as v:
        y = x * v.k
    return y + v.k
""",
        "",
    ),
    (
        """
class M:
    def __init__(self, k, log):
        self.k = k
        self.log = log
    def __enter__(self):
        self.log.append(self.k)
        return self.k * 2
    def __exit__(self, kind, value, trace):
        self.log.append(-self.k)
        return False
def f(x: "float64[n]", s: float):
    log = []
    with M(s, log) as a, M(s * 3, log) as b:
        y = x * a + b
    return y * log[0] + log[1] * x ** 2 + log[2] * log[3] * x
""",
        "",
    ),
    (
        """
class M:
    def __init__(self, a):
        self.a = a
    def __enter__(self):
        self.a *= 2
    def __exit__(self, *_):
        self.a /= 4
        return None
def g(x, a):
    with M(a):
        return x * a
def f(x: "float64[n]", s: float):
    a = x * s
    y = g(x, a)
    z = g(x * 2, a)
    return y + a, z
""",
        "",
    ),
    (
        """
class M:
    def __enter__(self):
        return 2.0
    def __exit__(self, *_):
        pass
def f(x: "float64[n]"):
    y = x * 0
    for i in range(3):
        with M() as k:
            for j in range(5):
                if j > i:
                    break
                y = y + k * x * j
    return y
""",
        "",
    ),
    (
        """
class M:
    def __enter__(self):
        return 2.0
    def __exit__(self, *_):
        pass
def f(x: "float64[n]"):
    y = x * 0
    for i in range(3):
        with M() as k:
            y = y + k * x
            if i == 1:
                break
    return y
""",
        "ADC0104",
    ),
    (
        """
class M:
    def __enter__(self):
        return 2.0
    def __exit__(self, kind, *_):
        return kind is not None
def f(x: "float64[n]"):
    y = x
    with M() as k:
        y = x * k
    return y
""",
        "ADC0104",
    ),
    (
        """
class M:
    def __init__(self, a):
        self.a = a
    def __enter__(self):
        return self
    def __exit__(self, *_):
        self.a[0] = 5.0
def f(x: "float64[n]"):
    d = {"a": 2.0}
    a = x * 3
    try:
        with M(a):
            y = x * d["b"]
    except KeyError:
        y = x * a[0]
    return y
""",
        "ADC0103",
    ),
    (
        """
class M:
    def __init__(self, a):
        self.a = a
    def __enter__(self):
        return self
    def __exit__(self, *_):
        self.a[0] = 5.0
def f(x: "float64[n]"):
    a = x * 3
    y = x
    try:
        with M(a):
            if x[0] > -100:
                raise ValueError("no")
    except ValueError:
        y = x * a[0]
    return y
""",
        "ADC0103",
    ),
    (
        """
class M:
    def __init__(self, a):
        self.a = a
    def __enter__(self):
        self.old = self.a.copy()
        self.a[:] = 1.0
        return self.old
    def __exit__(self, *_):
        self.a[:] = self.old
def f(x: "float64[n]"):
    with M(x) as old:
        y = x * old
        if x[0] > 2.0:
            return y
        z = y * x
    return z * x
""",
        "",
    ),
    (
        """
class B:
    def __enter__(self):
        return 2.0
    def __exit__(self, *_):
        pass
class M(B):
    def __enter__(self):
        return 3.0
    def __exit__(self, *_):
        return
def f(x: "float64[n]"):
    with M() as k, B() as b:
        return x * k + b
""",
        "",
    ),
    (
        """
class B:
    def __enter__(self):
        return 2.0
    def __exit__(self, *_):
        pass
class M(B):
    pass
def f(x: "float64[n]"):
    with M() as k:
        return x * k
""",
        "ADC0104",
    ),
    (
        """
class Gate:
    def __enter__(self):
        return 2.0
    def __exit__(self, *_):
        pass
def steps(x):
    with Gate() as k:
        yield x * k
        yield x * x
def f(x: "float64[n]"):
    y = x
    for v in steps(x):
        y = y * v
        break
    return y
""",
        "ADC0108",
    ),
    (
        """
class Twice:
    def __init__(self, items):
        self.items = items
    def __enter__(self):
        self.items[0] = self.items[0] * 2
    def __exit__(self, kind, value, trace):
        self.items[0] = self.items[0] / 4
def g(x, items):
    with Twice(items):
        if x[0] > 1.0:
            return x * items[0]
        y = x + items[0]
    return y * items[0]
def f(x: "float64[n]", s: float):
    items = [s]
    first = g(x, items)
    second = g(x * x, items)
    return first * second + items[0]
""",
        "",
    ),
    (
        """
class Scaled:
    def __init__(self, k):
        self.k = k
    def __enter__(self):
        return self.k
    def __exit__(self, *_):
        self.k = 0.0
def f(x: "float64[n]", s: float):
    y = x
    for i in range(3):
        with Scaled(s + i) as k:
            y = y * k + x
    return y
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
