"""Lists that several paths or iterations make, each with as many items."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.5:
        t = (x[0], s)
    else:
        t = (s, x[1] * s)
    a, b = t
    return a * a * b
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.5:
        t = [x[0], s]
    else:
        t = [s, x[1] * s]
    return t[0] * t[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.5:
        t = [1.0, 2.0, s]
    else:
        t = [s, 1.0, 3.0]
    y = 0.0
    for c in t:
        y = y * x[0] + c
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.5:
        t = [1.0, 2.0, s]
    else:
        t = [s, 1.0, 3.0]
    return np.array(t) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.5:
        t = [1.0, s]
    else:
        t = [s, 1.0, 3.0]
    return sum(t) * s
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.5:
        t = [x, x * s]
    else:
        t = [x * 2, x]
    return t[0] @ t[1] + np.sum(np.array(t))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    y = [x[0], s]
    if s > 0.5:
        t = y
    else:
        t = [s, x[1]]
    t[0] = 3.0 * s
    return t[0] * y[0] * t[1]
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    y = [x[0], s]
    if s > 0.5:
        t = y
    else:
        t = [s, x[1]]
    return t[0] * y[0] * t[1]
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [1.0, s]
    if s > 0.5:
        t = [s * s, x[0]]
        t.append(x[1])
    else:
        t = t + [x[1]]
    a, b, c = t
    return a * b + c
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [0.0, s]
    for v in x:
        if v > 0.4:
            t = [t[1], v]
        y = t[0] * t[1]
    return y + t[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [0.0, s]
    for v in x:
        t = [t[1], v * t[0] + s]
    return t[0] * t[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.5:
        t = [[x[0], s], [1.0, 2.0]]
    else:
        t = [[s, s], [x[1], 3.0]]
    return np.array(t) @ np.array([1.0, s])
""",
        "",
    ),
    (
        """
def g(c, s):
    if c > 0.3:
        return [c, s, 1.0]
    else:
        return [s, 2.0, c]


def f(x: "float64[n]", s: float):
    p = g(x[0], s)
    q = g(x[1], s)
    return np.polyval(p, s) + p[0] * q[1] + sum(q)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.5:
        t = [1, 2]
    else:
        t = [s, 2.0]
    return t[0] / t[1] + t[0] * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.5:
        t = ["a", s]
    else:
        t = ["b", x[0]]
    return t[1] * s if t[0] == "a" else t[1]
""",
        "ADC0224",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.5:
        t = [x[0], s]
    elif s > 0.2:
        t = [s, x[1] * s]
    else:
        t = [0.0] * 2
    u = t
    u[1] += s
    return t[0] * t[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [0.0, s]
    for v in x:
        t = [t[1], v * t[0] + s]
    return t[0] * t[1]
""",
        "",
    ),
    (
        """
def step(y, h):
    return [y[0] + h * y[1], y[1] - h * y[0]]


def f(x: "float64[n]", s: float):
    y = [x[0], s]
    for k in range(4):
        y = step(y, 0.1)
    return y[0] * y[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    y = (x[0], s)
    for k in range(4):
        y = (y[0] + 0.1 * y[1], y[1] * s)
    return y[0] * y[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    y = [x[0], s]
    z = y
    k = 0
    while k < 3:
        y = [a * s + 1.0 for a in y]
        k += 1
    return y[0] * y[1] + z[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [0.0, s]
    k = 0
    while k < 5:
        t = [t[1], x[k % 2] * t[0] + s]
        if t[1] > 9:
            break
        k += 1
    return t[0] * t[1] * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [0, 1]
    for v in x:
        t = [t[1], t[0] + v]
    return t[0] * t[1] * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [s]
    for v in x:
        t = [t[0], v]
    return t[0] * t[1]
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [s, s]
    for v in x:
        u = t
        t = [u[1], v * u[0]]
        u[0] = 5.0
    return t[0] * t[1] + u[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [x * s, x]
    for k in range(3):
        t = [t[1] * 0.5, t[0] + t[1]]
    return np.sum(t[0] * t[1])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = [s, 1.0]
    b = [2.0, s]
    for v in x:
        a, b = b, [a[0] + v, a[1] * s]
    return a[0] * b[1] + a[1] * b[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [1.0, s]
    for v in x:
        t = [v, s] if v > 0.4 else [t[1], v]
    return t[0] * t[1]
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    y = 0.0
    for v in x:
        if v > 0.5:
            t = [v, s]
        else:
            t = [s, v * v]
        a, b = t
        y += a * a * b
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
            t = 0.0
        y = y * s + t
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    keep = []
    for k in range(3):
        if k % 2:
            t = [x[0], s]
        else:
            t = [s, x[1]]
        keep.append(t)
    keep[0][0] = 7.0 * s
    return keep[0][0] * keep[1][0] + keep[2][0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    d = {}
    if s > 0.5:
        t = [x[0], s]
        d["k"] = t
    else:
        t = [s, x[1]]
        d["k"] = [1.0, 2.0]
    t[0] = 3.0 * s
    return d["k"][0] * t[1]
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.5:
        t = [x[0], s]
    else:
        t = [s, x[1]]

    def g():
        return t[0] * t[1]

    a = g()
    t[1] = s
    return a + g()
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    p = [s, 1.0]
    q = [x[0], x[1]]
    for v in x:
        if v > 0.5:
            p, q = q, p
        p[0] += v
    return p[0] * q[1] + q[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    p = [s, 1.0]
    old = p
    for v in x:
        p = [p[1], p[0] * v]
        old[0] = 5.0 * v
    return p[0] + p[1] + old[0]
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    p = [s, 1.0]
    for v in x:
        old = p
        p = [p[1], p[0] * v]
        if v > 0.5:
            old[0] = 100.0
    return p[0] + p[1] + old[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.9:
        return [x[0], s]
    if s > 0.2:
        t = [s, 1.0]
    else:
        t = [0.0, x[1]]
    return t
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    best = [0.0, 0.0]
    for i in range(len(x)):
        if x[i] > best[0]:
            best = [x[i], x[i] * s]
    return best[0] * best[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    best = [0.0, 0]
    for i in range(len(x)):
        if x[i] > best[0]:
            best = [x[i], i]
    return best[0] * x[best[1]] * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [x, s]
    if s > 0.1:
        t = [x * 2, 1.0]
    x[0] = 9.0
    return np.sum(t[0]) * t[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = [x, s]
    if s > 9:
        t = [x * 2, 1.0]
    t[0][0] = 4.0
    return np.sum(x) * t[1] + s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    if s > 0.1:
        t = [1, 2, 3]
    else:
        t = [4, 5, 6]
    return x[t[0] % len(x)] * s + sum(t) * x[0] + len(t)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
