"""`if` with several `elif`, some of which leave the iteration or the loop."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    y = 0.0
    for v in x:
        if v > 0.5:
            t = v * s
        elif v > 0.1:
            t = v * v
        else:
            continue
        if t > 0.05 and (y == 0.0 or t < y):
            y = t
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    best = None
    for v in x:
        if v > 0.5:
            time = 0.0
            k = 1
        elif v > 0.1:
            time = s / v
            k = -1
        else:
            continue
        if -1e-9 <= time <= 5 and (best is None or time < best):
            best = max(0.0, time)
            side = k
    return s if best is None else best * side
""",
        "",
    ),
    (
        """
def g(x, s):
    best = None
    axis = None
    side = 0
    for i in range(len(x)):
        v = x[i]
        if v > 0.5:
            time = s / v
            k = 1
        else:
            continue
        if best is None or time < best:
            best = time
            axis = i
            side = k
    return best, axis, side

def f(x: "float64[n]", s: float):
    t, a, k = g(x, s)
    step = s if t is None else t
    if a is None:
        return step
    y = x.copy()
    y[a] = step * k
    return np.sum(y * y)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    y = 0.0
    k = 0
    while k < len(x):
        v = x[k]
        k += 1
        if v > 0.8:
            t = v * s
            u = 1.0
        elif v > 0.6:
            continue
        elif v > 0.3:
            t = v * v
            u = s
        elif v < 0.05:
            y += v
            break
        else:
            t = s
            u = v
        y = y * u + t
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    y = 0.0
    for v in x:
        if v > 0.8:
            t = v * s
        elif v > 0.4:
            return y * s
        else:
            t = s * s
        y = y * s + t
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = 2.0
    y = 0.0
    for v in x:
        if v > 0.8:
            t = v * s
        elif v > 0.4:
            t = t * v
            continue
        elif v > 0.2:
            pass
        else:
            t = s * t
        y = y * s + t
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    y = 0.0
    w = None
    for v in x:
        if w is None and v > 0.2:
            w = v
            t = v
        elif w is not None and v > w:
            t = v - w
        else:
            continue
        for k in range(3):
            if k > 1 and t > 0.1:
                break
            y = y * s + t
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    y = 0.0
    for v in x:
        if v > 0.5:
            t = [v, s]
        elif v > 0.1:
            t = [s, v * v]
        else:
            continue
        a, b = t
        y += a * a * b
    return y
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
