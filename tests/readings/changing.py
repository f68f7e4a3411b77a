"""Arrays whose shapes change from iteration to iteration."""

from __future__ import annotations

from tests.readings.table import text

_IMPORT = "import numpy as np\n"
READINGS = tuple(
    text(_IMPORT + source, refused)
    for source, refused in (
        (
            """
def f(x: "float64[N]", y: "float64[N]", t: float):
    p = y
    n = len(x)
    for k in range(1, n):
        p = ((t - x[k:]) * p[:-1] + (x[:-k] - t) * p[1:]) / (x[:-k] - x[k:])
    return p[0]
""",
            "",
        ),
        (
            """
def f(x: "float64[N]"):
    out = np.array([])
    for v in x:
        out = np.append(out, v * v)
    return out
""",
            "",
        ),
        (
            """
def f(x: "float64[N]"):
    c = np.array([1.0])
    for i in range(len(x)):
        c = np.convolve(c, np.array([1.0, -x[i]]))
    return c
""",
            "",
        ),
        (
            """
def f(x: "float64[N, M]", k: int):
    u = x
    for i in range(k):
        u = np.sin(0.5 * (u[1:, :] + u[:-1, :]))
    return u
""",
            "",
        ),
        (
            """
def f(x: "float64[N]"):
    u = x * 1.0
    for i in range(3):
        if u[0] > 1.0:
            u = u[1:] * 2
        else:
            u = u[:-1] + 1
    return np.sum(u ** 2)
""",
            "",
        ),
        (
            """
def f(x: "float64[N]"):
    u = x * 1.0
    for i in range(3):
        u = u[1:] * 2
        u = np.append(u, x[i])
    return u
""",
            "",
        ),
        (
            """
def f(x: "float64[N]", k: int):
    u = x
    for i in range(k):
        for j in range(2):
            u = u[1:] * u[:-1]
    return u
""",
            "",
        ),
        (
            """
def f(x: "float64[8]"):
    a = x
    c = 0.0
    for i in range(3):
        d = (a[0::2] - a[1::2]) / 2
        a = (a[0::2] + a[1::2]) / 2
        c += np.sum(d ** 2)
    return c + a[0]
""",
            "",
        ),
        (
            """
def f(x: "float64[N]", y: "float64[N]"):
    a, b = x, y
    for i in range(3):
        a, b = b[1:] * a[:-1], a[1:] + b[:-1]
    return a * b
""",
            "",
        ),
        (
            """
def f(x: "float64[N]", k: int):
    d = x
    total = 0.0
    for i in range(k):
        d = np.diff(d)
        total = total + np.sum(d ** 2)
    return total
""",
            "",
        ),
        # Others see what is written.
        (
            """
def f(x: "float64[N]"):
    u = x.copy()
    v = u
    for i in range(2):
        u = u[1:]
        u[0] = 5.0 * x[i]
    return v
""",
            "",
        ),
        (
            """
def f(x: "float64[N]", k: int):
    y = np.array([])
    for i in range(k):
        y = np.concatenate((y, x * i))
    return y
""",
            "ADC0235",
        ),
        (
            """
def f(x: "float64[N]", k: int):
    u = x
    for i in range(k):
        u = u[::2] * 1.5
    return u
""",
            "assumed",
        ),
    )
)
