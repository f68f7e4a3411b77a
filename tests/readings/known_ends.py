"""Functions that call themselves to a known depth, loops whose bounds are computed integers, arrays
of bounded lengths, lists one after the other, functions of functools."""

from __future__ import annotations

from tests.readings.table import text

_IMPORT = "import numpy as np\nfrom math import ceil, floor\n"
_TEXTS = (
    (
        """
def msum(a):
    if len(a) <= 2:
        return np.sum(a) ** 2
    m = len(a) // 2
    return np.sin(msum(a[:m])) * msum(a[m:])
def f(x: "float64[9]"):
    return msum(x)
""",
        "",
    ),
    (
        """
def newton(f, x, k):
    return x if k == 0 else newton(f, x - f(x) / (2 * x), k - 1)
def f(a: float, x0: float):
    return newton(lambda v: v * v - a, x0, 4)
""",
        "",
    ),
    (
        """
def strassen(A, B):
    n = A.shape[0]
    if n == 1:
        return A * B
    h = n // 2
    C = np.zeros((n, n))
    C[:h, :h] = strassen(A[:h, :h], B[:h, :h]) + strassen(A[:h, h:], B[h:, :h])
    C[:h, h:] = strassen(A[:h, :h], B[:h, h:]) + strassen(A[:h, h:], B[h:, h:])
    C[h:, :h] = strassen(A[h:, :h], B[:h, :h]) + strassen(A[h:, h:], B[h:, :h])
    C[h:, h:] = strassen(A[h:, :h], B[:h, h:]) + strassen(A[h:, h:], B[h:, h:])
    return C
def f(A: "float64[4, 4]", B: "float64[4, 4]"):
    return strassen(A, B)
""",
        "",
    ),
    (
        """
def basis(i, p, t, k):
    if p == 0:
        return 1.0 if k[i] <= t < k[i + 1] else 0.0
    left = (t - k[i]) / (k[i + p] - k[i]) * basis(i, p - 1, t, k)
    return left + (k[i + p + 1] - t) / (k[i + p + 1] - k[i + 1]) * basis(i + 1, p - 1, t, k)
def f(c: "float64[5]", t: float):
    k = np.arange(9.0) / 4 - 0.5
    return sum(c[i] * basis(i, 3, t, k) for i in range(5))
""",
        "",
    ),
    (
        """
def adaptive(f, a, b, depth):
    m = 0.5 * (a + b)
    whole = (b - a) * f(m)
    halves = 0.5 * (b - a) * (f(0.5 * (a + m)) + f(0.5 * (m + b)))
    if depth == 0 or abs(whole - halves) < 1e-3:
        return halves
    return adaptive(f, a, m, depth - 1) + adaptive(f, m, b, depth - 1)
def f(k: float):
    return adaptive(lambda t: np.exp(-k * t * t), 0.0, 1.0, 3)
""",
        "",
    ),
    (
        """
def halved(v):
    if v < 1e-3:
        return v
    return halved(v * 0.5) + v
def f(x: float):
    return halved(x)
""",
        "ADC0228",
    ),
    (
        """
def f(x: "float64[N]", t: float):
    s = 0.0
    for i in range(int(floor(t * 3))):
        s += x[i] * t
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", t: float):
    n = int(t * 4)
    i = 7
    for i in range(1, n, 2):
        if x[i] > 1.3:
            break
        if x[i] < 0.6:
            continue
        x[i] = np.sin(x[i]) * i
        i = 0
    return np.sum(x) + i
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", t: float):
    s = 0.0
    for i in range(int(ceil(t * 4)), -1, -1):
        s = s * 0.5 + x[i % 3] * t
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", t: float):
    out = np.zeros(4)
    for i in range(4):
        for j in range(int(x[i] * 3)):
            out[i] += x[j] * x[i]
    return out
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", a: "float64[N]"):
    n = len(x) - 1
    h = [x[i + 1] - x[i] for i in range(n)]
    slopes = [0] + [3 / h[i] * (a[i + 1] - a[i]) - 3 / h[i - 1] * a[i] for i in range(1, n)]
    longer = h + [1.5, x[0]]
    s = 0.0
    for i in range(n):
        s += slopes[i] * longer[i]
    return s + longer[-1] * len(longer)
""",
        "",
    ),
    (
        """
from functools import partial, reduce
def rhs(t, y, k, c=1.0):
    return -k * y * c + t
def f(y: "float64[N]", k: float):
    g, h, bound = partial(rhs, k=k, c=2.0), partial(rhs, 0.5, y), partial(np.maximum, k)
    k = 3.0 * k
    total = reduce(lambda s, v: np.sin(s) * 0.5 + v, [v ** 2 for v in y], 1.0)
    return g(0.1, y) + h(k) + h(k, c=3.0) + bound(y) + total + reduce(np.multiply, [y, y + 1])
""",
        "",
    ),
    (  # the variable of a loop that has run
        """
def f(x: "float64[N]", n: int):
    y = np.zeros(len(x) + 1)
    for i in range(n):
        y[i + 1] = y[i] + x[i] ** 2
    for j in range(n, 0, -2):
        y[j - 1] *= x[j - 1]
    return np.sum(y[: i + 2]) * x[i] + y[j]
""",
        "",
    ),
    (  # after a loop that has bound it again
        """
def f(x: "float64[N]", n: int):
    s = 0.0
    for i in range(n):
        s += x[i] ** 2
        i = i // 2
    return s * x[i]
""",
        "",
    ),
    (  # objects in lists of objects, by a loop's variable
        """
class Cell:
    def __init__(self, u, n):
        self.u = u
        self.h = np.zeros(n)
    def step(self, x):
        self.h = np.tanh(x * self.u + self.h)
class Net:
    def __init__(self, us):
        self.cells = []
        for k in range(3):
            self.cells.append(Cell(us[k], 2 + k))
def f(x: "float64[N]", s: float, t: float):
    net = Net([s, t, s * t])
    for k in range(3):
        net.cells[k].step(s)
        net.cells[k].step(x[k])
    total = sum((net.cells[k].h[0] - x[k]) ** 2 for k in range(3))
    return total + np.sum([np.sum(net.cells[k].h) * k for k in range(1, 3)])
""",
        "",
    ),
    (
        """
def peaks(x, *params):
    y = np.zeros_like(x)
    for i in range(0, len(params), 3):
        centre, height, width = params[i : i + 3]
        y = y + height * np.exp(-(((x - centre) / width) ** 2))
    return y
def f(x: "float64[N]", s: float, t: float):
    return peaks(x, s, 2.0, t, 0.5, s * t, 1.5)
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, t: float):
    a, r = [s, t, s * t, 1.5, 0.5], 0.0
    for i in range(3, -1, -1):
        p, q = a[i : i + 2]
        a[0] = q
        for j in range(2):
            r += p * q ** 2 + sum(a[i - j + 1 : i - j + 2]) * x[j]
    return r + sum(v * (k + 1) for k, v in enumerate(a[1:]))
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, t: float):
    a, r = (x, s * x, x[::-1], t * x), 0.0
    for i in range(3):
        p, q = a[i : i + 2]
        r += np.sum(p * q ** 2)
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, t: float):
    a, r = (s, t, s * t, 1.5, 0.5), 0.0
    for i in range(0, 5, 2):
        r += sum(a[i : i + 2])
    return r
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[N]", s: float, t: float):
    a, r = (s, t, s * t, 1.5, 0.5), 0.0
    for i in range(3):
        r += sum(a[i - 1 : i + 1])
    return r
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", k: int, n: int):
    s = 0.0
    for j in range(n):
        w = np.zeros(max(0, min(k, n - j - 2) + 1))
        w[:] = x[j]
        s = s + np.sum(w ** 2)
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int, m: int, n: int):
    s = 0.0
    for j in range(n):
        w = np.ones(max(min(k, n - j - 2) - 1, m - j, 0))
        w *= x[j]
        s = s + np.sum(w ** 2) * len(w)
    return s
""",
        "",
    ),
    (
        """
def g(k, x):
    w = np.zeros(k)
    w[:] = x[:k] * 2
    return np.sum(w ** 2)
def f(x: "float64[n]"):
    k = np.count_nonzero(x > 0.8)
    return g(k, x) * x[0] + g(k - 1, x)
""",
        "",
    ),
)
READINGS = tuple(text(_IMPORT + source, refused) for source, refused in _TEXTS)
