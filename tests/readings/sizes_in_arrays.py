"""Sizes that arrays hold: who else changes these, and floating ones that are rounded."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def change(p):
    p[0] += 1
def f(x: "float64[n]", k: int):
    p = np.array([k, k])
    y = np.ones(p[1]) * x[0]
    for i in range(2):
        change(p)
    return y * p[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, k])
    def g():
        p[0] = 7
    y = np.ones(p[0]) * x[0]
    g()
    return y * p[0] + np.sum(np.ones(p[1]))
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, k])
    a, b = p
    y = np.ones(a) * x[0]
    p[:] = 3
    return y * b + p[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
class C:
    def __init__(self, k):
        self.p = np.array([k, 2])
    def grow(self):
        self.p = self.p + 1
    def size(self):
        return self.p[0]
def f(x: "float64[n]", k: int):
    c = C(k)
    c.grow()
    y = np.ones(c.size()) * x[0]
    return y
""",
        "",
    ),
    (
        """
import numpy as np
class C:
    def __init__(self, k):
        self.p = np.array([k, 2])
    def grow(self):
        self.p += 1
def f(x: "float64[n]", k: int):
    c = C(k)
    y = np.ones(c.p[0]) * x[0]
    for i in range(2):
        c.grow()
    return y + np.sum(np.zeros(c.p[0])) + c.p[1]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(k)
    np.random.seed(0) if False else None
    p[:] = p[::-1].copy()
    return np.ones(p[0]) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(1, k + 1)
    p.fill(3)
    return np.ones(p[0]) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(1, k + 1)
    q = p.reshape(1, -1)
    y = np.ones(p[0]) * x[0]
    q[0, 0] = 4
    return y + p[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(1, k + 1)
    y = np.ones(p[0] + 1) * x[0]
    np.multiply(p, 3, out=p)
    return y * p[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(1, k + 1)
    y = np.ones(p[0] + 1) * x[0]
    for i, v in enumerate(p):
        p[i] = v * 2
    return y * p[1]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, 3])
    p, q = p[::-1], p
    return np.ones(p[0]) * x[0] * q[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = [np.array([k, 3]), np.array([2, 2])]
    r = np.ones(p[0][0]) * x[0]
    for a in p:
        a += 1
    return r * p[0][0] + p[1][1]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, 3])
    for j in range(2):
        q = p
        p = p * 2
        r = np.sum(np.ones(q[0])) * x[0]
    return r + p[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, 3])
    s = 0.0
    for j in range(2):
        t = np.array([j, k])
        t, p = p, t
        s = s + x[0] * t[0] * np.sum(np.ones(p[1]))
    return s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([-1, k])
    return x[p[0]] * np.ones(p[1]) + x[p[0] - 1]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k - 3, k])
    return np.ones(p[1]) * x[p[0]]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array(x.shape)
    p[0] //= 2
    return np.zeros(p[0]) + x[: p[0]]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.minimum(np.array([k, 3]), 2)
    return np.zeros(p[0]) + x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(k)
    if x[0] > 10:
        p = p + 5
        return np.ones(p[0]) * x[0]
    return np.ones(p[1] + 4) * x[1]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(10) % 3 + np.arange(10) // 4
    return np.ones(p[9] + p[5]) * x[1] * p[7]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    a = np.array([k, 2])
    b = a[:]
    c = np.asarray(a)
    d = a.copy()
    c[0] = 1
    return np.ones(d[0]) * x[0] + np.sum(np.ones(b[0]))
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    n1 = np.array([k, k, 1]).max()
    n2 = np.sum(np.array([k, 1]))
    n3 = len(np.arange(k))
    n4 = np.prod(np.array(x.shape))
    return np.ones(n4) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    n4 = np.prod(A.shape)
    return A.reshape(n4) * 2
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    n4 = int(np.prod(A.shape[:2]))
    return np.ones(n4) * A[0, 0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    k = max(A.shape)
    j = min(A.shape)
    return np.ones(np.max(A.shape)) * A[0, 0] + np.zeros(k)
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    k = np.sum(A.shape)
    return np.ones(k) * A[0, 0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    s = np.array(A.shape) // 2
    return A[s[0]:, :s[1]] * 2
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    s = np.subtract(A.shape, 1)
    return A[: s[0], : s[1]]
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    s = 2 ** int(np.ceil(np.log2(A.shape[1])))
    return np.fft.fft(A, s).real
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    s = [int(v) for v in np.array(A.shape) * 2]
    return np.ones(s) * A[0, 0]
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    n, m = np.shape(A)
    h = np.array([n, m]) / 2
    a, b = h.astype(int)
    return A[a:, b:]
""",
        "ADC0216",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    h = np.floor(np.array(A.shape) / 2).astype(int)
    return A[h[0]:, h[1]:]
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    c = (np.array(A.shape) - 1) / 2.0
    i = int(c[0])
    return A[i:, int(np.round(c[1])):]
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    c = (np.array(A.shape) - 1) / 2.0
    y = A[int(c[0]):] * 2
    c[0] = 1.0
    return y * c[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    c = np.array([k / 2, x[0]])
    return np.ones(int(c[0])) * c[1]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    c = np.array([k / 2, k * 0.75, -k / 4])
    d = np.floor(c)
    e = np.round(c).astype(int)
    return np.ones(int(d[1]) + 1) * x[0] + np.sum(np.ones(e[0])) + x[e[2]]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    c = np.array([1.5, 2.5]) * k
    return np.ones(int(c[0])) * x[0] / (c[1] - c[0]) + np.sum(np.ones(round(c[1])))
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    t = np.linspace(0, k, k + 1)
    c = np.arange(k) * 0.5
    return np.ones(int(c[-1]) + 1) * x[0] * t[1]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
