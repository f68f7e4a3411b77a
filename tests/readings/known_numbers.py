"""Lengths that are rounded from numbers which names are bound to and literals tell."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    t = 0.5 + 0.5
    dt = 1.0 / 8
    k = int(t / dt)
    y = np.zeros(k)
    for i in range(k):
        t = t + dt
        y[i] = t * x[0]
    return y, t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    dt = 1.0 / 8
    if x[0] > 0.2:
        dt = dt / 2
    k = int(1 / 0.125)
    m = int(4 * (1.0 / 4))
    return np.ones(k + m) * dt * x.sum()
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    h = 1.0 / 4
    tot = np.zeros(int(h * 8))
    for i in range(3):
        h = h * 2.0
        tot += h * x[i]
    return tot, h
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = -0.0 * 1.0
    b = 1.0 / 3.0
    k = int(np.round(b * 9))
    return np.ones(k) * math.copysign(1.0, a) * x.sum(), math.atan2(a, -1.0)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    h = 0.1
    e = 0.3 + h
    t = np.arange(0.0, e, h)
    s = np.arange(0, 1 + h, h)
    u = np.arange(1.0, 0.0, -h * 2)
    return t * x[0], s * x[1], u * x[2]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    half = 5 / 2
    k = round(half) + round(0.5 * 7) + round(-half)
    return np.ones(k) * x[0], k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    def steps(end, dt):
        m = end / dt
        return int(m)
    T = 2.0 * 0.5
    y = np.zeros(steps(T, 0.25))
    z = np.zeros(steps(T * 2, 0.25))
    return y + x[0], z + x[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    db = 20 * np.log10(100.0)
    octaves = np.log2(8 / 1)
    k = int(db // 10)
    m = int(octaves)
    return np.ones((k, m)) * x.sum()
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    w = 0.1 * 10
    k = int(w)
    q = 3.7
    r = q % 1
    j = int(r * 10)
    return np.sum(x) * np.ones(k) * np.sum(np.ones(j))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    h = 1.0 / 4
    g = lambda: h
    h = 1.0 / 2
    y = np.zeros(int(4 * h))
    return y + g() * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    fs = 100.0
    w = 0.03
    k = round(fs * w)
    return np.convolve(x, np.ones(k) / k, mode="same")
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    T = 1.0
    dt = T / 10
    k = int(T / dt)
    u = np.zeros((k + 1, len(x)))
    u[0] = x
    for i in range(k):
        u[i + 1] = u[i] + dt * u[i]
    return u
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    T = 1.0
    c = T / 0.15
    k = np.ceil(c)
    u = np.zeros((int(k) + 1, len(x)))
    u[0] = x
    for i in range(int(k)):
        u[i + 1] = u[i] + 0.1 * u[i]
    return u
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    fs = 8
    nyq = 0.5 * fs
    k = int(nyq * 2.0 / 3.0)
    m = int(np.log2(fs)) + int(math.log10(1000.0)) + int(np.exp(1.0))
    return x.sum() * np.ones(k) * np.sum(np.arange(m))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    dt = 0.1
    t = np.arange(0, 1 + dt, dt)
    y = np.zeros(t.size)
    y[0] = x[0]
    for i in range(len(t) - 1):
        y[i + 1] = y[i] - dt * y[i] * x[1]
    return y
""",
        "",
    ),
    (
        """
import numpy as np, math
def g(x, f=0.25, theta=0.3, sx=1.5, sy=1.2, ns=2):
    ct = math.cos(theta)
    st = math.sin(theta)
    x0 = math.ceil(max(abs(ns*sx*ct), abs(ns*sy*st), 1))
    return np.arange(-x0, x0 + 1)*x
def h(x):
    k = math.floor(min(2.5, 7, max(2, 2.0)))
    return np.zeros(k) + x[:k]
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(g(x[0])**2) + np.sum(h(y))
""",
        "",
    ),
    # quotients of logarithms, one of a number of which they are rounded up once too often
    (
        """
def g(i):
    buf = math.ceil(math.log(i) / math.log(2))
    return int(math.pow(2, buf))
def f(x: "float64[n]", y: "float64[m]"):
    k = 2 ** int(np.ceil(math.log(len(y) + 1, 2)))
    w = 2 ** math.floor(np.log10(len(x)) / np.log10(2))
    h = math.ceil(math.log(2**29) / math.log(2))
    return np.abs(np.fft.fft(x, g(len(x)) * 2)), np.zeros(k) + y[0], np.ones(w) * x[1], np.ones(h)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return np.zeros(math.ceil(math.log(len(x)) / math.log(3))) + x[0]
""",
        "ADC0235",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
