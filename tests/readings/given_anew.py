"""Variables that get new values: what else had the old one, and numbers that become arrays."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (  # the old array goes to another target
        """
class S:
    def __init__(self, a, b):
        self.a, self.b = a, b

def f(x: "float64[N]", z: "complex128[N]", s: float, n: int):
    a, b, c = x * s, x * 2, x * 3
    p, q = 1.0, 0.0
    u, v = z * s, z * 2
    o = S(x * s, x * 2)
    for i in range(n):
        a, (b, c) = b + x * a, (a, b)
        p, q = q + x * p, p
        u, v = v + 0.5 * u, u
        o.a, o.b = o.b + x * o.a, o.a
        a, b, d = b - 0.1 * a, a, a[1:]
    k = 0
    while k < n:
        a, b, k = b + x * a, a, k + 1
    return a + b * c, p - q, u * v, o.a + o.b, d
""",
        "",
    ),
    (  # arrays that NumPy makes of lists
        """
def f(x: "float64[N]", z: complex, s: float, n: int):
    xs, rows, zs = [], [], []
    for i in range(n):
        xs.append(s * i)
        rows.append(x * i)
        zs.append(z * i)
    a, b, c, d = np.asarray(xs), np.atleast_1d(xs), np.ravel(xs), np.flip(xs)
    a[0] += 5.0
    b[1] = 3.0
    c[2] = 4.0
    d[0] *= 2.0
    e, g, h = np.ascontiguousarray(xs), np.reshape(rows, -1), np.asarray(zs)
    for k in [e]:
        k[3] = 1.0
    g[0] = 6.0
    h[0] += 7.0
    rows = np.transpose(rows)
    rows[0] = 8.0
    return np.array(xs), a + b + c + d + e, g, rows, h, np.array(zs)
""",
        "",
    ),
    (  # what defaults and methods are made of
        """
def f(x: "float64[N]", z: "complex128[N]", s: float, n: int):
    total, most = (x * 2).sum, {"a": (x + s).max, "b": x.sum}
    g = lambda u=(x * 2, s * 2), v=[x + 1, x]: u[0] * u[1] + v[0] * v[1]
    h = lambda u={"a": x + 1, "b": x[0]}, w=z * 2: u["a"] * u["b"] * w
    x[0] = 5.0
    z[1] = 2.0
    s = 0.1
    return g() * total() * most["a"]() * most["b"](), h() * z
""",
        "",
    ),
    (  # numbers that are arrays after the first step
        """
def f(x: "float64[N]", s: float, n: int, m: int):
    total, acc, y, p = 0.0, 0.0, 0.0, s
    for i in range(n):
        total += x * i
        acc += np.sum(total)
        for j in range(m):
            y = y * x + j
        if s > 0.5:
            p = p + x
        else:
            p = p - x * 2
    return total / np.sum(total) * acc + y / y.sum() + np.mean(p)
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    a = s * 2
    for _ in range(n):
        if s > 3.5:
            a = a * 0.5 + x
    return np.sum(a)
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    a = s * 2
    for _ in range(n):
        if s > 0.5:
            return np.sum(a)
        a = a * 0.5 + x
    return 1.0
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    total, acc = s, x * 0
    for i in range(n):
        t = total
        total += x
        acc = acc + t
    return total + acc
""",
        "ADC0212",
    ),
    (
        """
def f(z: "complex64[n]", s: "float32"):
    return [z * s for _ in range(2)]
""",
        "",
    ),
)
READINGS = tuple(text(HEADER + source, refused) for source, refused in _TEXTS)
