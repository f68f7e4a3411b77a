"""Long lists of literal numbers at positions of loops, and comparisons of literals."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
C = [0.5, -0.0, 1e300, -2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0,
        15.0, 16.0, 17.0, 18.0]
def poly(s):
    t = 0.0
    for k in range(20):
        t += C[k] * 1e-300 * s ** k
    return t
def f(x: "float64[n]", s: "float64"):
    r = np.zeros(len(x))
    for i in range(len(x)):
        r[i] = poly(x[i]) + poly(s) * C[3]
    return r, np.copysign(1.0, C[1])
""",
        "",
    ),
    (
        """
C = [1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 2**53 + 1]
def f(x: "float64[n]", s: "float64"):
    t = 0
    for k in range(len(C)):
        t = t + C[k] // 2 + C[k] % 3
    u = 0.0
    for c in C[2:]:
        u += c * s
    for k, c in enumerate(C):
        if c > 5 and k < 10:
            u += x[0] / c
    return t * s, u
""",
        "",
    ),
    (
        """
class P:
    W = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7]
    def __init__(self):
        self.w = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6,
        1.7]
    def run(self, s):
        t = 0.0
        for k in range(17):
            t += self.w[k] * s ** k + P.W[16 - k]
        self.w[2] = 5.0
        for k in range(17):
            t += self.w[k] * s
        return t
def f(x: "float64[n]", s: "float64"):
    return P().run(s)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64", k: int):
    W = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7)
    return W[k] * s + W[-k] * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    W = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7]
    W = [w * 2 for w in W]
    V = W[::-1]
    t = 0.0
    for k in range(17):
        t += V[k] * s ** k * W[k]
    W.append(3.0)
    for k in range(18):
        t += W[k] * s
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    nan, inf = float("nan"), float("inf")
    a = 1.0 if nan == nan else 2.0
    b = 1.0 if inf > 1e308 else 2.0
    c = 3.0 if -0.0 < 0 else 4.0
    d = 5.0 if 0.1 + 0.2 == 0.3 else 6.0
    e = 7.0 if 1 <= 1.0 < 2 else 8.0
    return s * a * b * c * d * e
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    h = 0.5
    while h > 0.1:
        s = s * 1.1
        h = h / 2
    y = x
    if h < 0.25:
        y = x * 2
    return y * s * h
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
