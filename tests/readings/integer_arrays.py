"""Elements of integer arrays that sizes tell, as lengths and bounds, and what changes them."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float64[n]"):
    nx = np.arange(0, len(x))
    n2 = nx[-1]
    return np.sum(x) * np.arange(0, n2 + 1)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, k + 1], dtype=int)
    return np.sum(x) * np.arange(p[0]) + np.sum(np.arange(p[1]))
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, k + 1], dtype=int)
    q = (p * 2).astype(int)
    return np.sum(x) * np.arange(q[0])
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array(x.shape)[np.arange(x.ndim)]
    return np.zeros(tuple(p)) + x
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    a, b = [tuple(np.array(v.shape)[np.arange(v.ndim)]) for v in (x, x)]
    if a == b:
        return x
    raise ValueError("no")
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, 2, 3])
    y = np.zeros(9)
    for i in range(3):
        y[p[i] : p[i] + 2] += x[0] * i
    return y
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[9]", k: int):
    p = np.array([1, 4, 8])
    y = np.zeros(9)
    for i in range(2):
        lo = p[i]
        hi = p[i + 1]
        y[lo:hi] = np.linspace(x[lo], x[hi], hi - lo)
    return y
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[9]", k: int):
    p = np.asarray(np.array([1.0, 4.0, 8.0]), dtype=int)
    return x[p[0]:p[1]]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[9]", k: int):
    p = np.zeros(2, dtype=int)
    p[0] = k
    p[1] = k + 2
    return x[p[0]:p[1]]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[9]", k: int):
    s = np.array([k, k])
    s[0] += 1
    return np.ones(s[0]) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[9]", k: int):
    nx = np.arange(k)
    ny = nx + 2
    return x[ny[0]:] * 1
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, k + 1])
    y = np.zeros(p[0]) + x[0]
    p[0] = 1
    return y * p[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(k)
    s = 0.0
    for i in range(3):
        s = s + np.sum(np.ones(p[1])) * x[0] + np.sum(np.zeros(p[0] + 1) + i)
        p = p + 1
    return s
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, 2])
    q = p
    q += 1
    return np.ones(p[0]) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, 2])
    if x[0] > 0.5:
        p = np.array([2, k])
    return np.sum(np.ones(p[0])) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, 2])
    if x[0] > 100.5:
        p[0] = 5
    return np.sum(np.ones(p[0])) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    def g(a):
        b = a + 1
        return a, b
    p, q = g(np.array([k, 2]))
    r = np.array([7, 8])
    return np.ones(q[0]) * x[0] * r[0] + p[1]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([3, k, 1])
    p.sort()
    return np.ones(p[0]) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([3, k, 1])
    np.add.at(p, [0, 0], 1)
    return np.ones(p[0]) * x[0]
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([3, k, 1])[::-1]
    q = p[1:]
    return np.ones(q[0] + 1) * x[0] + np.sum(np.zeros(q[-1]))
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([[k, 2], [1, k + 3]])
    q = p[1]
    return np.ones(q[1]) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(2, 2 * k, 3)
    y = np.zeros(20)
    for i in range(len(p)):
        y[p[i]:p[i] + 2] += x[i % 2]
    return y
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    s = np.array(x.shape)
    t = s.astype(int) * 2
    y = np.zeros(tuple(t))
    y[: s[0]] = x
    return y
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    y = 0.0
    for i in range(3):
        p = np.array([i, k])
        y = y + np.sum(np.ones(p[0] + 1)) * x[0]
    return y + np.sum(np.ones(p[1]))
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    y = 0.0
    p = np.array([k, k])
    for i in range(3):
        y = y + np.sum(np.ones(p[0] + 1)) * x[0]
        p = np.array([i, k])
    return y + np.sum(np.ones(p[1]))
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, 2])
    t = tuple(p)
    p[0] = 5
    return np.zeros(t) + x[0] * p[0]
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(A: "float64[2,m]"):
    a, b = tuple(A)
    a[0] = 3.0
    t = tuple(A[0])
    A[0, 1] = 7.0
    return A[0] * b + t[1]
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, 2], dtype=np.int32)
    return np.ones(p[0] * 2) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.array([k, 2.0])
    return np.ones(int(p[0] * 2)) * x[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    d = {"p": np.array([k, 2])}
    e = d["p"]
    y = np.ones(d["p"][0]) * x[0]
    e[0] = 9
    return y + d["p"][0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(k)
    while p[0] < 3:
        p = p + 1
    return np.ones(p[0]) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(k)
    i = 0
    while i < 2:
        p[0] += 2
        i += 1
    return np.ones(p[0]) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def g(p):
    p[0] = p[0] + 1
    return 1.0
def f(x: "float64[n]", k: int):
    p = np.arange(k)
    z = g(p)
    return np.ones(p[0]) * x[0] * z
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.zeros(3, dtype=int)
    for j in range(3):
        p = p + j
    return np.ones(p[0]) * x[0]
""",
        "ADC0235",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(k + 4)
    z = np.ones(p[2])
    m = 0
    y = 0.0
    for i in range(3):
        y = y + m * x[0]
        m = p[i] + 1
    return y + m * x[1] + np.sum(z)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(k + 4)
    z = np.ones(p[2])
    l = []
    for i in range(3):
        l.append(p[i] * x[0])
    t = [p[j] for j in range(3)]
    return np.sum(z) + l[0] + l[2] + t[1] + t[2] * x[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(k + 4)
    z = np.ones(p[2])
    i = 0
    while i < 3:
        m = p[i]
        i += 1
    def g():
        return m
    i = 5
    return np.sum(z) + x * g()
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(k + 4)
    z = np.ones(p[2])
    o = {"a": p[0]}
    for i in range(3):
        if x[i % 2] > 0.3:
            o["a"] = p[i]
    return np.sum(z) + x * o["a"]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    p = np.arange(k + 4)
    z = np.ones(p[2])
    q = p[1:]
    p2 = p[::-1]
    return np.sum(z) * x + q[0] * np.sum(np.ones(p2[0] - 1)) + np.sum(np.ones(q[k]))
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    num = np.array([k, k + 2], dtype=int)
    eff = (num * 2).astype(int)
    a = np.tile(np.arange(eff[0]), eff[1]) * 0.1
    b = np.repeat(np.arange(eff[1]), eff[0]) * 0.2
    return a * x[0] + b * x[1]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    num = np.array([k, k + 2], dtype=int)
    return np.repeat(x, num[0]) + np.repeat(x[0], num[0] * len(x))
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
