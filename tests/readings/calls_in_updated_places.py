"""Calls in the subscripts of what is updated."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    y = np.zeros(3)
    for i in range(5):
        y[np.random.randint(3)] += s*x[0]
    return np.sum(y*y)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    y = np.zeros(3)
    for i in range(5):
        y[np.random.randint(3)] = s*x[0]*np.random.rand()
    return np.sum(y*y)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    y = np.zeros(3)
    for i in range(5):
        y[2*np.random.randint(2)] += s*x[0]*np.random.rand()
    return np.sum(y*y)
""",
        "",
    ),
    (
        """
def g(z):
    z[0] *= 2.0
    return 1

def f(x: "float64[n]", s: float):
    y = np.ones(3)
    y[g(x)] += s*x[0]
    return np.sum(y*x[0])
""",
        "",
    ),
    (
        """
def g(z):
    z[0] *= 2.0
    return 1

def f(x: "float64[n]", s: float):
    x[g(x) - 1] += s
    return np.sum(x*x)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    rng = np.random.default_rng(2)
    h = np.zeros((3, 4))
    for i in range(20):
        h[rng.integers(3), rng.integers(4)] += s*rng.normal()
        h[-rng.integers(1, 3), 1] *= x[i % 4]
    return np.sum(h*h)
""",
        "",
    ),
    (
        """
def g(z, k):
    z[0] = 2
    return k

def f(x: "float64[n]", s: float):
    k = np.zeros(2, dtype=int)
    y = np.ones(4)
    y[g(k, 1) + k[0]] += s*x[0]
    return np.sum(y*y)
""",
        "ADC0223",
    ),
    (
        """
def g(y):
    y.append(2.0)
    return 0

def f(x: "float64[n]", s: float):
    y = [x[0], s]
    y[g(y)] += s
    return y[0]*y[2] + s
""",
        "ADC0223",
    ),
    (
        """
def g(y):
    y[1] = 5.0
    return 1

def f(x: "float64[n]", s: float):
    y = np.ones(3)*s
    y[g(y)] += y[1]*x[0]
    return np.sum(y*y)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    def step():
        nonlocal y
        y = y*2.0
        return 1
    y = np.ones(3)*s
    z = y
    y[step()] += x[0]
    return np.sum(y*z)
""",
        "ADC0223",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    def step():
        nonlocal k
        k = k + 1
        return k
    k = 0
    y = np.ones(6)*s
    y[step()] += x[0]
    y[step() + k] *= s
    y[k - step()] -= 2.0*s
    return np.sum(y*y)
""",
        "ADC0223",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    def step(a):
        a[0] += 1
        return a[0]
    c = np.zeros(1, dtype=int)
    y = np.ones(6)*s
    y[step(c)] += x[0]*step(c)
    y[step(c)] *= s*y[step(c)]
    return np.sum(y*y*np.arange(6.0))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    rng = np.random.RandomState(2)
    h = np.zeros(6)
    for i in range(4):
        k = rng.randint(2)
        h[k + 2*rng.randint(2) + i//3] += s*x[i]
        j = i % 2
        h[j + rng.randint(2)] -= x[i]*j
    return np.sum(h*h)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, m: "int64[n]"):
    def step(m):
        m[0] = (m[0] + 1) % 3
        return m[0]
    y = np.ones(6)*s
    k = m[0]
    y[k % 3 + step(m)] += x[0]
    y[step(m)] -= 2.0*s
    if s > 100.0:
        y[step(m)] *= x[1]
    return np.sum(y*y) + m[0]*s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, m: "int64[n]"):
    def step(m):
        m[0] = (m[0] + 1) % 3
        return m[0]
    y = np.ones(6)*s
    for i in range(3):
        y[step(m) + i]  += x[step(m)]
    d = {"a": 1.0*s, "b": x[0]}
    e = [1.0, s, 2.0]
    return np.sum(y*y) + m[0]*s + e[1] + e[2]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    rng = np.random.default_rng(1)
    A = np.zeros((3, 3))
    for i in range(6):
        A[rng.integers(3), :] += s*x[i % 4]
        A[:, rng.integers(3)] *= 1.5
        A[..., rng.integers(3), None] += x[1]
    return np.sum(A*A)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
