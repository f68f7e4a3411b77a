"""Calls in the value of an update, which Python makes after it has read the place."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float) -> float:
    a = np.zeros(4)
    j = 0
    def nxt():
        nonlocal j
        j += 1
        return s
    a[j] += nxt()
    a[j] += 2 * nxt()
    return float(a @ x)
""",
        "ADC0223",
    ),
    (
        """
def f(x: "float64[n]", s: float) -> float:
    a = np.zeros(4)
    k = np.array([0, 1, 2])
    def chg(v):
        k[0] = 3
        k[1] = int(v * 3)
        return v
    a[k[0]] += chg(s)
    a[k[1]] += chg(x[0])
    return float(a @ x)
""",
        "ADC0223",
    ),
    (
        """
def chg(a, v):
    a[1] = v
    a[2] *= v
    return v
def f(x: "float64[n]", s: float) -> float:
    a = x * 2
    k = np.array([1, 2, 0])
    a[k] += chg(a, s)
    return float(a @ x)
""",
        "ADC0223",
    ),
    (
        """
def chg(a, v):
    a[1] = v
    a[2] *= v
    return v
def f(x: "float64[n]", s: float) -> float:
    A = x * 1
    k = np.array([2, 1, 2])
    for i in k:
        A[i] += chg(A, s)
    return float(A.sum())
""",
        "ADC0223",
    ),
    (
        """
def f(x: "float64[n]", s: float) -> float:
    m = [0.0] * 3
    j = int(s * 3)
    def put(v):
        m[j] += v
        return m[j]
    m[j] += put(s)
    return sum(m) * s
""",
        "ADC0223",
    ),
    (
        """
def f(x: "float64[n]", s: float) -> float:
    m = np.zeros(3)
    j = int(s * 3)
    def put(v):
        m[j] += v
        return m[j]
    m[j] += put(s)
    return sum(m) * s
""",
        "ADC0223",
    ),
    (
        """
def put(m, j, v):
    m[j] += v
    return m[j]
def f(x: "float64[n]", s: float) -> float:
    m = [0.0] * 3
    j = int(s * 3)
    m[j] += put(m, j, s)
    return sum(m) * s
""",
        "ADC0223",
    ),
    (
        """
class A:
    def __init__(self):
        self.m = [0.0] * 3
    def put(self, j, v):
        self.m[j] += v
        return self.m[j]
def f(x: "float64[n]", s: float) -> float:
    a = A()
    j = int(s * 3)
    t = a.m[j] + a.put(j, s)
    a.m[j] += a.put(j, x[0])
    a.m[j] -= 2 * a.put(j, x[1]) * a.m[j]
    return t * a.m[j]
""",
        "ADC0223",
    ),
    (
        """
class A:
    def __init__(self):
        self.i = 0
        self.b = np.zeros(4)
    def step(self, v):
        self.i += 1
        return v
    def go(self, x):
        for v in x:
            self.b[self.i] += self.step(v)
        return self.b
def f(x: "float64[n]", s: float) -> float:
    return float(A().go(x[:3]) @ x) * s
""",
        "ADC0223",
    ),
    (
        """
class A:
    def __init__(self):
        self.i = 0
        self.n = 0.0
        self.b = np.zeros(4)
    def step(self, v):
        self.n += v
        return v * self.n
    def go(self, x):
        for v in x:
            self.b[self.i] += self.step(v)
            self.i += 1
        return self.b
def f(x: "float64[n]", s: float) -> float:
    return float(A().go(x[:3]) @ x) * s
""",
        "",
    ),
    (
        """
def g(v, i):
    i += 1
    return v * i
def f(x: "float64[n]", s: float) -> float:
    b = np.zeros((4, 4))
    k = np.array([0, 2, 2])
    for i in range(3):
        b[i, k[i]] += g(x[i], i)
        b[k, k[i]] += np.sin(s) * g(x[i], i)
        b[k[int(s)], np.newaxis, 1:] += np.cos(x[1:])
    return float(b.sum())
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float) -> float:
    m = [0.0] * 3
    j = int(s * 3)
    def put(v):
        m[j] += v
        return m[j]
    m[j] = m[j] + put(s)
    return sum(m) * s
""",
        "",
    ),
    (
        """
def put(m, j, v):
    m[j] += v
    return m[j]
def f(x: "float64[n]", s: float) -> float:
    m = [0.0] * 3
    j = int(s * 3)
    y = np.array([m[j], put(m, j, s), m[j]])
    z = m[j] if put(m, j, s) > m[j] * 0.9 else s
    d = {"a": m[j], "b": put(m, j, s)}
    return float(y @ x[:3]) + z + d["a"] * d["b"]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
