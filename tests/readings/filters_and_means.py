"""Python's filter, spreads about a given mean, sys.exit by name, items set in growing lists."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[N]", s: float, n: int):
    w = [s, x[0], x[1], x[2]]
    v = list(filter(lambda t: t > 1.0, w))
    return sum(v) * len(v)
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    return sum(filter(lambda t: t > 1.0, x)) * s * len(list(filter(None, x)))
""",
        "",
    ),
    (
        """
def big(t, c=1.0):
    return t > c
def f(x: "float64[N]", s: float, n: int):
    w = [s, x[0], x[1], x[2]]
    return max(filter(big, w)) * s + any(filter(big, w))
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    w = [1, 2, 3, n]
    u = list(filter(lambda k: k % 2, w))
    return x[u[0]] * s + len(u)
""",
        "",
    ),
    (
        """
def filter(f, x):
    return [v * v for v in x]
def f(x: "float64[N]", s: float, n: int):
    return sum(filter(lambda t: t > 1.0, x)) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    c = s
    g = lambda t: t > c
    c = 9.0
    return sum(filter(g, x)) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    v = np.array(list(filter(lambda t: t > 1.0, x)))
    return np.sum(v**2) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    v = tuple(filter(lambda t: t > 1.0, x))
    return sorted(filter(lambda t: t > 1.0, x))[0] * s * len(v)
""",
        "ADC0107",
    ),
    (
        """
def f(A: "float64[N, M]", s: float):
    return np.std(A, mean=A[0] * s) + np.var(A, axis=1, mean=s, ddof=1)
""",
        "",
    ),
    (
        """
def f(A: "float64[N, M]", s: float):
    return A.var(axis=(0, 1), mean=A.mean(keepdims=True), keepdims=True) * s
""",
        "",
    ),
    (
        """
def f(A: "float64[N, M]", s: float):
    return A.var(axis=0, mean=A.mean(axis=0, keepdims=True), where=A > 1.0) * s
""",
        "ADC0220",
    ),
    (
        """
def f(A: "float64[N, M]", s: float):
    return np.std(A, axis=0, mean=np.mean(A, axis=0, keepdims=True)) * s
""",
        "",
    ),
    (
        """
def f(A: "float64[N, M]", s: float):
    m = A.mean(axis=0, keepdims=True)
    return A.std(axis=0, mean=m) * np.var(A, axis=0, mean=m) * s
""",
        "",
    ),
    (
        """
from sys import exit as leave
def f(x: "float64[N]", s: float):
    if s > 100.0:
        leave("too much")
    return x * s
""",
        "",
    ),
    (
        """
from sys import exit
def f(x: "float64[N]", s: float):
    if s > 100.0:
        exit(1)
    return x * s
""",
        "",
    ),
    (
        """
from sys import exit as leave
def f(x: "float64[N]", s: float, leave=None):
    if s > 100.0:
        leave("a")
    return x * s
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    w = []
    for i in range(n):
        w.append(x[i])
        if x[i] > 1.0:
            w[-1] = s
    return np.array(w)
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    w = []
    for i in range(n):
        w.append(x[i])
        w[-1] = s if x[i] > 1.0 else w[-1]
    return np.array(w)
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    w = [s, x[0]]
    for i in range(n):
        w.append(x[i])
        w[1] = s * x[i]  if x[i] > 1.0 else w[1]
    return np.array(w) * len(w)
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    w = [s, x[0]]
    for i in range(n):
        w.append(x[i])
        w[1] = s * x[i]
    return np.array(w) * len(w)
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    w = [s, x[0]]
    for i in range(n):
        w.append(x[i])
        if x[i] > 1.0:
            w[1] = s * x[i]
    return np.array(w) * len(w)
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    w = [s, x[0]]
    for i in range(n):
        if x[i] > 1.0:
            w[1] = s * x[i]
        w.append(x[i] + w[-1])
    return sum(w)
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float):
    m = filter(lambda v: v > 0.7, x)
    return sum(m) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float):
    c = 0.7
    m = filter(lambda v: v > c, x)
    c = 1.0
    return sum(m) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float):
    m = filter(lambda v: v > 0.7, x)
    x = x * 0.5
    return sum(m) * s
""",
        "ADC0225",
    ),
    (
        """
def f(x: "float64[N]", s: float):
    m = filter(lambda v: v > 0.7, x)
    x[0] = 0.1
    return sum(m) * s
""",
        "ADC0225",
    ),
    (
        """
def f(x: "float64[N]", s: float):
    m = filter(lambda v: v > 0.7, x)
    return sum(m) * s + sum(m)
""",
        "ADC0225",
    ),
    (
        """
def f(x: "float64[N]", s: float):
    def g(v):
        return v > 0.7
    m = filter(g, x)
    g = lambda v: v > 1.0
    return sum(m) * s
""",
        "ADC0225",
    ),
    (
        """
def f(x: "float64[N]", s: float):
    w = [s, x[0], x[1]]
    m = filter(lambda v: v > 0.7, w)
    w.append(x[2])
    return sum(m) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    w = [s]
    for v in x:
        w.append(v * s)
    return w.pop() * sum(w)
""",
        "ADC0226",
    ),
    (
        """
def f(A: "float64[N, M]", x: "float64[N]", y: "float64[M]", s: float):
    return np.sum(A[np.ix_(x > 1.0, y > 1.0)] ** 2) * s
""",
        "ADC0220",
    ),
    (
        """
def f(A: "float64[N, M]", x: "float64[N]", y: "float64[M]", s: float):
    m, n = x > 1.0, y > 1.0
    return np.sum(A[m[:, None] & n] ** 2) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", q: "int64[N]", s: float):
    return np.sum(np.repeat(x, q) ** 2) * s
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    w = np.full(n, None)
    for i in range(n):
        w[i] = x[i] * s
    return np.sum(w)
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    w = [s]
    for v in x:
        w.append(v * s)
    v = w[-1]
    w = w[:-1]
    return v * sum(w)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
