"""Loops over `np.arange` of numbers that data decide, with no room for an array."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.21):
    y = 0.0
    for t in np.arange(0, T, dt):
        y += s * np.sin(t) + x[0]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    y = 0.0
    for t in np.arange(0.0, 1.0 + s * s, 0.25):
        y += s * np.sin(t) * x[0]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.21):
    y = 0.0
    for i, t in enumerate(np.arange(0, T, dt)):
        y += s * np.sin(t) * i + x[0]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.21):
    y = 0.0
    for v, t in zip(x, np.arange(0, T, dt)):
        y += s * np.sin(t) * v
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = -1.0, dt: float = 0.21):
    y = x[0]
    for t in np.arange(0, T, dt):
        y += s * np.sin(t)
    return y * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = -1.0, dt: float = -0.21):
    y = x[0]
    for t in np.arange(s, T, dt):
        y += s * t * t
        if y > 3.0:
            break
    return y * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.3):
    y = x[0]
    for t in np.arange(s, T + s, dt):
        T = 100.0
        dt = 7.0
        s = s * 1.1
        y += s * t * t
    return y * s + t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.3):
    y = x[0]
    for a in np.arange(0.0, T, dt):
        for b in np.arange(a, T + a, dt):
            y += np.sin(a * b * s)
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0):
    y = x[0]
    for t in np.arange(0.5, T * 5):
        y += t * s
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.3):
    y = x[0]
    for t in reversed(np.arange(0.0, T, dt)):
        y = y * t + s
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.3):
    out = []
    for t in np.arange(0.0, T, dt):
        if t > 0.5:
            continue
        s = s + t * x[0]
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    y = 0.0
    for t in np.arange(0, 1, 0.1):
        y += s * t * x[0]
    for k in np.arange(1, len(x)):
        y += x[k] * x[k - 1] * s
    for k in np.arange(0, len(x), 2):
        y += x[k] * s
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.3):
    y = 0.0
    for t in np.arange(0.0, T, dt):
        y += t * s
    else:
        y *= 2.0
    return y * x[0]
""",
        "",
    ),
    (
        """
def g(T, dt, s):
    for t in np.arange(0.0, T, dt):
        if np.sin(t) * s > 0.3:
            return t * s
    return s
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.3):
    return g(T, dt, s) * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0):
    arange = lambda a, b, c: [a, b * T, 3]
    y = 0.0
    for t in arange(0.0, s, 3):
        y += t * s
    return y * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.3):
    y = 0.0
    for t in np.arange(0.0, T, dt):
        t *= 2.0
        y += t * s
    return y * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.0):
    y = 0.0
    for t in np.arange(0.0, T, dt):
        y += t * s
    return y * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, dt: float = 0.3):
    y = 0.0
    for t in np.arange(0.0, x.max() * 2.0, dt):
        x[0] = x[0] + t
        y += t * s
    return y * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.3):
    return sum([np.sin(t) * s for t in np.arange(0.0, T, dt)]) * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.3):
    u = x.copy()
    for t in np.arange(0.0, T, dt):
        u[1:-1] = u[1:-1] + dt * (u[2:] - 2 * u[1:-1] + u[:-2]) * s
        u[0] = np.sin(t)
    return u
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.3):
    t = np.arange(0.0, T, dt)
    y = np.zeros(len(x))
    for v in t:
        y[0] += v * s
    return y * t[0]
""",
        "ADC0235",
    ),
    (
        """
def f(x: "float64[n]", s: float, T: float = 1.0, dt: float = 0.3):
    y = s
    if s > 0.2:
        for t in np.arange(0.0, T, dt):
            y = y * 0.9 + t * x[0]
    else:
        for t in np.arange(0.0, T, -dt):
            y = y + t
    k = 0
    while k < 3:
        for t in np.arange(y, y + T, dt):
            y = y + 0.1 * np.sin(t)
        k += 1
    return y
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
