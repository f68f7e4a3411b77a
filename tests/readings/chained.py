"""Values that several targets get, choices between Python's numbers, and when calls are made."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: "float64"):
    d = {}
    d["a"] = e = x + s
    e[0] = 5.0 * s
    return d["a"]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    xs = [x, x]
    xs[0] = e = x * s
    e[0] = 5.0 * s
    return xs[0] + xs[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    a = np.zeros((2, 4))
    a[0] = b = x * s
    b[0] = 3.0
    return a, b
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    d = {}
    z = d.setdefault("z", x * s)
    z[0] = 7.0 * s
    return d["z"]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    d = {}
    d.setdefault("z", []).append(s)
    d.setdefault("z", []).append(x[0])
    return d["z"][0] * d["z"][1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    k = 1 if s > 0.1 else s
    a = np.array([k, k])
    a[0] = 0.75
    return a * s
""",
        "ADC0214",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    if s > 0.1:
        k = 1
    else:
        k = s
    a = np.array([k, k])
    a[0] = 0.75
    return a * s
""",
        "ADC0214",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    calls = [0.0]
    def g(v):
        calls[0] += v
        return v > 0.3
    r = any([g(v) for v in x])
    return calls[0] * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    calls = [0]
    y = np.zeros(4)
    def g():
        calls[0] += 1
        return 1
    def h():
        return s * calls[0]
    y[g()] += h()
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    calls = [0]
    y = np.zeros(4)
    def g():
        calls[0] += 1
        return 1
    y[g()] += s
    return y, calls[0]
""",
        "",
    ),
    (
        """
class P:
    def __init__(self):
        self.v = None
        self.w = None
def f(x: "float64[n]", s: "float64"):
    p = P()
    p.v = p.w = np.zeros(3)
    p.v[0] = s
    return p.w * x[0]
""",
        "",
    ),
    (
        """
class P:
    def __init__(self):
        self.v = self.w = np.zeros(3)
        self.a = self.b = []
        self.n = self.m = 0.0
def f(x: "float64[n]", s: "float64"):
    p = P()
    p.v[0] = s
    p.a.append(x[1])
    p.b.append(x[2])
    p.n += 1.0
    return p.w * x[0], p.a[0] * p.a[1] * p.m
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    k = max(0, s)
    j = s > 0.1 and 1 or s
    a = np.full(3, k)
    a[0] = 0.75
    return a * s
""",
        "ADC0214",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    k = max(0, s)
    w = 1 if s > 0.1 else s
    y = k * x + w * np.sin(x) ** w
    y[0] = 0.3
    z = np.zeros(3)
    z[1] = w
    return y, z
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    z = np.array([1 if v > 0 else v for v in x])
    z[0] = 0.25
    return z * s
""",
        "ADC0214",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    a = [0.0, 0.0]
    b = [a, a]
    b[0] = a[0] = s
    return b[0] * a[0] * x
""",
        "",
    ),
    (
        """
import math
import numpy as np
from functools import partial, reduce
def f(x: "float64[5]", s: float, n: int):
    k = max(1, s)
    a = np.array([k, k])
    a[0] = 0.75
    return a * s
""",
        "ADC0214",
    ),
    (
        """
import math
import numpy as np
from functools import partial, reduce
def f(x: "float64[5]", s: float, n: int):
    k = partial(max, 1)(s)
    a = np.array([k, k])
    a[0] = 0.75
    return a * s
""",
        "ADC0214",
    ),
    (
        """
import math
import numpy as np
from functools import partial, reduce
def f(x: "float64[5]", s: float, n: int):
    k = (s > 5 and s) or 1
    a = np.array([k, k])
    a[0] = 0.75
    return a * s
""",
        "ADC0214",
    ),
    (
        """
import math
import numpy as np
from functools import partial, reduce
def f(x: "float64[5]", s: float, n: int):
    k = (lambda v: 1 if v > 0.1 else v)(s)
    a = np.array([k, k])
    a[0] = 0.75
    return a * s
""",
        "ADC0214",
    ),
    (
        """
import math
import numpy as np
from functools import partial, reduce
def f(x: "float64[5]", s: float, n: int):
    k = 1 * (1 if s > 0.1 else s)
    a = np.array([k, k])
    a[0] = 0.75
    return a * s
""",
        "ADC0214",
    ),
    (
        """
import math
import numpy as np
from functools import partial, reduce
def f(x: "float64[5]", s: float, n: int):
    k = [1 if s > 0.1 else s, s][0]
    a = np.array([k, k])
    a[0] = 0.75
    return a * s
""",
        "ADC0214",
    ),
    (
        """
import math
import numpy as np
from functools import partial, reduce
def f(x: "float64[5]", s: float, n: int):
    k = [1 if v > 0.1 else v for v in x][0]
    a = np.array([k, k])
    a[0] = 0.75
    return a * s
""",
        "ADC0214",
    ),
    (
        """
import math
import numpy as np
from functools import partial, reduce
def f(x: "float64[5]", s: float, n: int):
    k = True if s > 0.1 else s
    a = np.array([k, k])
    a[0] = 0.75
    return a * s
""",
        "ADC0214",
    ),
    (
        """
class P:
    def __init__(self, x):
        self.v = self.w = x * 2
        self.a = self.b = x * 3
def f(x: "float64[n]", s: "float64"):
    shared = s * 3
    p = P(x)
    p.v[0] = s
    p.b[1] = s * 2
    d = {}
    d["a"] = d["b"] = x * 7
    d["c"] = d["d"] = x * 9
    d["a"][0] = 3.0
    d["d"][1] = 4.0
    return p.v + p.w * 3 + p.a * 5 + p.b * 7, shared, d["a"], d["b"], d["c"], d["d"]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    keep = []
    shared = x * 1.0
    d = {}
    for k in range(3):
        d["a"] = d["b"] = shared * (k + s)
        d["a"][k] = 5.0
        keep.append(d["b"])
    return np.array(keep), shared
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", y: "float64[M]", s: "float64"):
    c = [0.0]
    def h(v):
        c[0] += v
        return v * s
    r = 0.0
    for a, b in zip(map(h, x), y):
        r += a * b
    return r * c[0]
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[N]", y: "float64[M]", s: "float64"):
    c = [0.0]
    def h(v):
        c[0] += v
        return v * s
    r = 0.0
    for a, b in zip(y, map(h, x)):
        r += a * b
    for a, b in zip(map(h, y), y):
        r += a * b
    for a, b in zip(map(lambda v: v * s, x), y):
        r += a * b
    r += sum(a * b for a, b in zip(map(np.sin, x), y))
    return r * c[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", y: "float64[M]", s: "float64"):
    c = [0.0]
    def h(v):
        c[0] += v
        return v * s
    r = 0.0
    for a, b in zip(list(map(h, x)), y):
        r += a * b
    return r * c[0]
""",
        "",
    ),
    (
        """
from scipy.optimize import brentq
def f(x: "float64[n]", s: "float64"):
    def g(z):
        return z * z - s
    try:
        r = brentq(g, 0.0, 2.0)
        q = brentq(g, 0.0, 0.01)
    except ValueError:
        r = 3.0 * s
        q = 1.0
    return r * q
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    c = [0.0]
    def g(v):
        c[0] += v
        return v > 0.5
    if all([g(v) for v in x if v > 0.2]):
        s = s * 2
    if any([g(v) and w > 0 for v in x for w in (1.0, -1.0)]):
        s = s * 5
    return c[0] * s
""",
        "",
    ),
    (
        """
class B:
    def __init__(self, x, s):
        self.v = w = np.zeros(3)
        w[1] = s
        self.u = 2.0
def f(x: "float64[n]", s: "float64"):
    b = B(x, s)
    c = B(x, s * 2)
    b.v = c.v = x[:3] * s
    b.v[0] = 9.0
    d = {}
    d["t"] = a, e = x * s, x + 1
    a[0] = 5.0
    b.u = c.u = s
    b.u = 4.0
    return c.v, d["t"][0], b.u * c.u
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    xs = [x * s, x + 1, x * 3]
    i = 0
    while True:
        w = xs[i]
        if w[0] > 1.0:
            break
        i += 1
        if i == 2:
            break
    return w * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    i = 0
    def g():
        nonlocal i
        i += 1
        return i
    x[g()] = x[g()] * s
    d = {1: s, 2: s * 2, 3: 1.0}
    d[g()] += g() * s
    return x, d[3]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
