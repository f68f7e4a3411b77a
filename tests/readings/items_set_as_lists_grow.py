"""Items that are set in lists that loops make longer, before that and meanwhile."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    alpha = [x[0]]
    alpha[0] = alpha[0] / s
    for i in range(len(x) - 1):
        alpha.append(x[i + 1] * alpha[i])
    return sum(alpha)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    alpha = [x[0]]
    for i in range(len(x) - 1):
        alpha.append(x[i + 1])
        alpha[-1] = alpha[-1] / (alpha[i] + s)
    return sum(alpha)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    alpha = [x[0]]
    for i in range(len(x) - 1):
        alpha.append(x[i + 1])
        alpha[-1] /= alpha[i] + s
    return sum(alpha)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    alpha = [x[0], s]
    beta = alpha
    beta[1] = alpha[0] * alpha[1]
    alpha[0] /= s + 2
    for i in range(len(x) - 1):
        alpha.append(x[i + 1] * beta[i])
    return sum(alpha) + beta[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    alpha = [x[0], x[1]]
    if s > 0.3:
        alpha[0] = s * s
    else:
        alpha[1] = x[0] * 2
    for v in x:
        alpha.append(v * alpha[0])
    return sum(alpha) * alpha[1]
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    alpha = [x[0], x[1]]
    for k in range(3):
        alpha[0] = alpha[0] * s + alpha[1]
        alpha[1] *= x[k % 2]
    for v in x:
        alpha.append(v * alpha[0])
    return sum(alpha) * alpha[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    alpha = [x[0], x[1]]
    for v in x:
        alpha.append(v * alpha[0])
        alpha[0] = alpha[0] * s
    return sum(alpha) * alpha[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [x]
    a[0] = x * s
    for v in x:
        a.append(x * v)
    x[0] = 3.0
    return a[0] * s + a[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [0, 1]
    a[1] = s
    for v in x:
        a.append(v * a[-1])
    return a[-1] * a[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [1.5, 2.5]
    k = 0
    if s > 0.1:
        k = 1
    a[k] = s
    for v in x:
        a.append(v * a[-1])
    return a[-1] * a[1] + a[0]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [x[0], 2.5]
    b = a[0]
    a[0] *= s
    c = a[:]
    a[0] *= s
    for v in x:
        a.append(v * a[0])
    return a[-1] * b + c[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [[1.0, s]]
    a[0][1] = s * 2
    a[0] = [s, x[0]]
    for v in x:
        a.append([v, s])
    return a[0][0] * a[-1][1] + a[0][1]
""",
        "ADC0212",
    ),
    (
        """
def put(a, v):
    a[0] = v


def f(x: "float64[n]", s: float):
    a = [x[0]]
    put(a, s * s)
    for v in x:
        a.append(v * a[0])
        put(a, v)
    return sum(a)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [x[1], s]
    a[0] = a
    for v in x:
        a.append(v)
    return a[1] * s
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [x[0]]
    a[0] *= s
    b = a
    for i in range(len(x) - 1):
        a.append(x[i + 1])
        b[-1] /= a[i] + s
        a[0] += b[-1]
    return sum(a) + b[0]
""",
        "",
    ),
    (
        """
def put(a, v):
    a[-1] = v * a[0]
    return v


def f(x: "float64[n]", s: float):
    a = [x[0]]
    a[0] *= s
    t = 0.0
    for v in x:
        a.append(v)
        t += put(a, v) * a[-1]
    return sum(a) * t
""",
        "",
    ),
    (
        """
def put(a, v):
    a[-1] = v * a[0]
    return v


def f(x: "float64[n]", s: float):
    a = [x[0]]
    a[0] *= s
    t = 0.0
    for v in x:
        a.append(v)
        t += a[-1] * put(a, v) + a[-1]
    return sum(a) * t
""",
        "ADC0223",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [x[0]]
    a[0] *= s
    for v in x:
        a.append(v)
        c = a[:]
        d = a[-1]
        a[-1] = s
        a[0] = a[0] * c[-1] + d
    return sum(a) * c[0]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [1]
    a[0] *= 2
    for v in x:
        a.append(1)
        a[-1] = v * s
    return sum(a)
""",
        "",
    ),
    (
        """
class Box:
    def __init__(self):
        self.h = [0.5]

    def step(self, v):
        self.h.append(v)
        self.h[-1] *= self.h[-2]


def f(x: "float64[n]", s: float):
    b = Box()
    b.h[0] = s
    for v in x:
        b.step(v)
    return b.h[-1] + b.h[0]
""",
        "",
    ),
    (
        """
class Box:
    def __init__(self):
        self.h = [0.5]

    def step(self, v):
        self.h.append(v)
        self.h[-2] *= 2.0
        return self.h[-1]


def f(x: "float64[n]", s: float):
    b = Box()
    t = 0.0
    for v in x:
        t += b.h[-1] * b.step(v) * b.h[-1]
    g = b.h
    g[1] = t
    return b.h[1] * s
""",
        "ADC0223",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [s]
    a[0] *= s
    import numpy as np
    for v in x:
        a.append(v)
        y = np.array(a)
        z = np.asarray(a)
        a[0] += v * y[0]
    return a[0] * y[0] * z[-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [s]
    a[0] *= s
    b = []
    for v in x:
        a.append(v)
        b.append(a)
        a[0] += v
    return b[0][0] * b[-1][1]
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [s]
    a[0] *= s
    b = [a]
    for v in x:
        a.append(v)
        b[0][0] += v * a[-1]
    return b[0][0] * a[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [s]
    a[0] *= s
    for v in x:
        a.append(v)
        for k in range(len(a) - 1, 0, -1):
            a[k] = a[k] * s + a[k - 1]
    return a[-1] * a[0]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
