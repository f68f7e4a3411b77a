"""Functions that keep what they gave: adc runs them again, which must do the same."""

from __future__ import annotations

from tests.readings.table import HEADER, Reading, text


def reading(source: str, refused: str = "") -> Reading:
    return text(HEADER + "import functools\n" + source, refused)


READINGS = (
    reading(
        """\
def f(v: float, n: int):
    c = [0.0]
    @functools.lru_cache
    def g(k):
        c[0] += v
        return k * 2
    a = g(3) + g(3)
    return a * v + c[0]
""",
        "ADC0125",
    ),
    reading(
        """\
@functools.lru_cache
def g(k):
    return np.zeros(k)
def f(v: float):
    a = g(3)
    a[0] = v
    b = g(3)
    return a[0] + b[0] * 2
""",
        "ADC0125",
    ),
    reading(
        """\
from functools import lru_cache as memo
def f(v: float):
    c = v
    @memo(maxsize=None)
    def g(k):
        return c * k
    a = g(3)
    c = 2 * v
    return a + g(3)
""",
        "ADC0125",
    ),
    reading(
        """\
def f(v: float):
    c = [v]
    def note(k):
        c.append(k)
        return k
    @functools.cache
    def g(k):
        return note(k)
    a = g(3)
    return a + g(3) + len(c)
""",
        "ADC0125",
    ),
    reading(
        """\
class A:
    def __init__(self, v):
        self.v = v
@functools.cache
def g(o, k):
    return o.v * k
def f(v: float):
    o = A(v)
    a = g(o, 2)
    o.v = 2 * v
    return a + g(o, 2)
""",
        "ADC0125",
    ),
    reading("""\
@functools.cache
def fib(n):
    if n < 2:
        return n
    a = fib(n - 1)
    a += fib(n - 2)
    return a
@functools.lru_cache(None)
def nodes(n):
    w = np.zeros(n)
    for i in range(n):
        w[i] = 1.0 / (i + 1)
    return w
def f(x: "float64[4]"):
    cost = np.zeros(4)
    for i in range(4):
        cost[i] = x[i] ** 2
    @functools.lru_cache(maxsize=None)
    def dp(i):
        if i == 0:
            return cost[0]
        s = dp(i - 1)
        return s * 0.5 + cost[i]
    y = nodes(4) * x
    y[0] = 1.0
    return dp(3) + dp(2) * fib(7) + np.sum(y)
"""),
)
