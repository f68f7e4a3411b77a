"""Lists that get the items of arrays: `extend`, `+=`, `list(x)`, `x.tolist()`; bisection of them;
lengths that literals in a loop tell."""

from __future__ import annotations

from tests.readings.table import HEADER, Reading, body, text


def reading(source: str, refused: str = "") -> Reading:
    return text(source if source.startswith(("import", "from")) else HEADER + source, refused)


READINGS = (
    # extended
    reading("""\
def f(x: "float64[N]"):
    s = [0]
    for v in np.cumsum(x):
        s.append(v)
    return np.array(s)
"""),
    reading("""\
def f(x: "float64[N]", n: int):
    s = []
    for i in range(n):
        s.extend(x * i)
    return np.array(s)
"""),
    reading(
        """\
def f(x: "float64[N]", A: "float64[n, m]"):
    s = []
    s.extend(A)
    A[0, 0] = 5.0
    return np.array(s)
""",
        "ADC0211",
    ),
    reading("""\
def f(x: "float64[N]"):
    s = [1.0, 2.0, 3.0, 4.0, 5.0]
    s += x
    return np.array(s)
"""),
    reading("""\
def f(x: "float64[N]"):
    s = [x[0], x[1]]
    s.extend(s)
    return np.array(s)
"""),
    reading(
        """\
def f(x: "float64[N]", n: int):
    s = [2.0]
    for i in range(n):
        s.extend(s)
    return s[-1]
""",
        "ADC0211",
    ),
    reading("""\
def f(x: "float64[N]", n: int):
    s = [2.0]
    for i in range(n):
        s += [x[i]]
        s += [i * 1.0, x[0]]
    return np.array(s)
"""),
    reading(
        """\
def f(x: "float64[N]", n: int):
    s = [2.0]
    for i in range(n):
        t = [v * i for v in x[:2]]
        s += t
        t.append(3.0)
    return np.array(s)
""",
        "ADC0211",
    ),
    reading("""\
def f(x: "float64[N]", n: int):
    s = x[:3].tolist()
    x[0] = 4.0
    s.insert(0, 3.0)
    s.extend(x[1:2])
    return s[0] * s[1] + s[4], x
"""),
    reading("""\
def f(x: "float64[N]", i: "int64[N]"):
    l = i.tolist()
    r = l[2] // 2
    return x * l[0] + r
"""),
    reading("""\
def f(x: "float64[N]", i: "int32[N]"):
    l = i.tolist()
    return x * (l[0] * 1000000 * 1000000), np.array(l)
"""),
    reading(
        """\
def f(x: "float64[N]", i: "int64[N]"):
    l = i.tolist()
    l.append(2.5)
    return x * l[0]
""",
        "ADC0212",
    ),
    reading("""\
def f(x: "float64[N]", n: int):
    s = []
    s.extend(np.zeros(0))
    s.extend(x)
    s.append(1)
    return np.array(s)
"""),
    reading("""\
def f(x: "float64[N]", n: int):
    s = [0]
    for i in range(n):
        s.append(s[-1] + x[i])
    return np.array(s), s[2] / 2
"""),
    reading("""\
def f(x: "float64[N]", n: int):
    s = [3, 1]
    for i in range(n):
        s += [s[-1] * x[i], s[-1]]
    return sum(s), (7 % s[1]) * x[0], np.array(s)[:2]
"""),
    # arrays as lists
    reading("""\
def f(x: "float64[N]"):
    s = list(x)
    x[0] = 3.0
    s[1] = 2.0
    return np.array(s), x
"""),
    reading("""\
def f(x: "float64[N]"):
    s = x.tolist()
    x[0] = 3.0
    s[1] = 2.0
    return sum(s), x
"""),
    reading("""\
def f(x: "float64[N]"):
    s = list(np.zeros(len(x)))
    for i in range(len(x)):
        s[i] = x[i] ** 2
    return sum(s)
"""),
    # bisection, lengths of literals
    text(
        """\
import bisect
import numpy as np
def f(x: "float64[N]", n: int):
    return x * bisect.bisect(x, 1.0, n - 9)
""",
        "assumed",
        raises=True,
    ),
    reading("""\
import bisect
import numpy as np
def f(x: "float64[N]", t: "float64"):
    s = [0]
    s.extend(np.cumsum(np.abs(x)))
    i = bisect.bisect(s, t) - 1
    return s[i] * t
"""),
    reading("""\
from bisect import bisect_left, bisect_right
import numpy as np
def f(x: "float64[N]", t: "float64"):
    s = np.cumsum(np.abs(x))
    i = bisect_left(s, t)
    j = bisect_right(s, t, 1)
    k = bisect_right([0.0, 0.5, 0.5, 1.0], 0.5)
    return s[min(i, len(s) - 1)] * t + j + k
"""),
    reading("""\
def f(x: "float64[N]", dt: float):
    tot = 0.0
    for T in [3.0, 5.0, 2.0]:
        ts = np.arange(0.0, T, 0.5)
        y = []
        for t in ts:
            y.append(t * x[0] + dt)
        tot += y[-1] * sum(y)
    return tot
"""),
    reading("""\
def f(x: "float64[N]", dt: float):
    tot = 0.0
    for T in [3.0, 5.0, 2.0]:
        t = 0.0
        y = []
        while t < T:
            y.append(t * x[0] + dt)
            t += 0.5
        tot += y[-1] * sum(y)
    return tot
"""),
    # the rest of an array
    reading("""\
def f(x: "float64[N]", n: int):
    a, *m, b = x
    x[0] = 5.0
    x[1] = 3.0
    for i in range(n):
        m.append(b * i)
    x[0], *r = x[::-1]
    r[0] = b
    return a * b + m[0] + np.sum(np.array(m) * 2) + len(m) * x[0], np.array(r)
"""),
    # put in order
    reading("""\
def f(x: "float64[N]", s: float):
    a = [v * v for v in x]
    b, c = a, list(a)
    a.sort(reverse=True)
    b.reverse()
    c.append(s)
    d = x.tolist()
    d.sort()
    total = 0.0
    for i in range(len(x)):
        e = [v * (i + 1) for v in x]
        e.sort()
        total += e[0] * e[-1]
    return b[0] + 2 * a[1] + 3 * c[0] + sorted(c)[1] + d[0] * d[-1] + len(c) + total
"""),
    reading(
        """\
def f(x: "float64[N]"):
    p = [(v, v * v) for v in x]
    p.sort()
    return p[0][1]
""",
        "ADC0220",
    ),
    # a property is asked once
    reading("""\
class A:
    def __init__(self, x):
        self.x = x
        self.n = 0.0
        self.log = np.zeros(1)

    @property
    def xs(self):
        self.n += 1.0
        self.log[0] += 2.0
        return self.x


def f(x: "float64[N]"):
    a = A(x)
    p = list(zip(a.xs, a.xs))
    c, d = [*a.xs, 1.0, *a.xs], [*a.xs]
    k = 1

    def count():
        nonlocal k
        k += 1
        a.log[0] += 1.0
        return k

    r = np.array(range(count())) * a.log[0]
    return p[0][0] * a.n + sum(c) * a.log[0] + sum(d), r * k
"""),
    # the parts of one array along its first axis, in arrays of their own; of none of them
    reading("""\
def f(x: "float64[N, M, 4]", y: "float64[2, M]", z: "complex128[N, M]", w: "float64[N]"):
    a, b, c = np.concatenate(x, axis=-2), np.hstack(x), np.concatenate(y)
    c[0] = 2.0
    y[1, 0] = 7.0
    d = np.concatenate(x, axis=None) * np.vstack(x).ravel() + np.stack(x[:, 0], axis=1).sum()
    e = np.dstack(x[:2]), np.dstack(y), np.dstack(w), np.column_stack(x[0]), np.column_stack(w)
    g = np.vstack(w), np.hstack(w * 2), np.stack(w), np.concatenate(x[:, 1:1, 0]), y[:, 1:1].ravel()
    return a * b[:1, :1], c, d, *e, *g, np.concatenate(z * 2).imag, np.hstack(y > 0.9)
"""),
    body("return np.hstack(np.outer(x, y)[n + 1 :])", "assumed", raises=True),
    body("return np.concatenate(x)", "ADC0220", raises=True),
)
