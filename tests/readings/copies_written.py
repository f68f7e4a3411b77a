"""Names of arguments that a loop binds to copies, or to what it computes, and then writes to."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(u: "float64[N]", k: float, n: int):
    for _ in range(n):
        u = u.copy()
        u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2])
    return u
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    for _ in range(n):
        u = np.zeros(len(u)) + u
        u[0] = k
    return u
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    for _ in range(n):
        u = np.roll(u, 1)
        u[0] = k
        u[-1] += 1
    return np.sum(u ** 2)
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    v = u
    for _ in range(n):
        v = v.copy()
        v[0] = k
        v[1:] += v[:-1]
    return np.sum(v ** 2) + u
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    for _ in range(n):
        if k > 1.0:
            u = u.copy()
        u[0] += k
    return u
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    for _ in range(n):
        u[0] += k
        u = u.copy()
        u[1] += u[0]
    return u
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    for _ in range(n):
        u = u.copy()
        u[1] += u[0]
    u[2] = 5.0 * k
    return u
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    for _ in range(n):
        u = u.copy()
        if k > 0.5:
            u[1] += u[0]
        v = u
        v[2] += 1.0
    return u * v
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    v = u
    for _ in range(n):
        u = u.copy()
        u[1] += v[0]
        v = u
        u[0] *= k
    return u + v
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    for i in range(n):
        for j in range(2):
            u = u + k
            u[i] = 0.0
        u[0] = u[1]
    return u
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    for i in range(n):
        u[2] = 1.0
        for j in range(n):
            u = u + k
            u[i] = 0.0
    return u
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    e = 1.0
    while e > 0.1:
        u = u * 0.5
        u[0] = 0.25 * e
        e = np.sum(u ** 2)
    return u
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    for i in range(n):
        old = u
        u = u * k
        u[0] = old[1]
        old[2] = 7.0
    return u
""",
        "ADC0211",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
