"""Arrays that are None until a loop has found one."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(u: "float64[N]", k: float, n: int):
    best = None
    bv = np.inf
    for i in range(n):
        c = u * k
        v = np.sum(c ** 2) * i
        if v < bv:
            best = c
            bv = v
    return best
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    best = None
    bv = np.inf
    for i in range(n):
        c = u * k
        v = np.sum(c ** 2) * i
        if best is None or v < bv:
            best = c
            bv = v
    return best * bv
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    best = None
    bv = 100.0
    for i in range(n):
        c = u * k + i
        c[0] = 1.0
        v = np.sum(c ** 2)
        if v < bv:
            best, bv = c, v
    return best
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    best = None
    bv = 100.0
    for i in range(n):
        c = u * k + i
        v = np.sum(c ** 2)
        if v < bv:
            best, bv = c, v
    return best
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    best = None
    bv = 100.0
    for i in range(n):
        c = u * k + i
        v = np.sum(c ** 2)
        if v < bv:
            bv = v
            best = c.copy()
    return best
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    best = None
    bv = 100.0
    for i in range(n):
        v = np.sum((u + i) ** 2)
        if v < bv:
            bv = v
            best = v * k
    return best
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    best = None
    for i in range(n):
        v = np.sum((u + i) ** 2)
        if best is None or v < best:
            best = v
    return best
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", k: float, n: int):
    best = None
    for i in range(n):
        v = u * i
        if best is None or v[0] < best[0]:
            best = v
    return best * 2
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    best = None
    for i in range(n):
        if i == 2:
            best = x * s
    if best is not None:
        best[0] = 2.0
        return np.sum(best) + len(best)
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    best = None
    if n > 2:
        best = x * s
    elif n > 1:
        best = 1.0
    return np.sum(best)
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    best = None
    if n > 2:
        best = x * s
    elif n > 1:
        best = np.nan
    return best
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[N]", y: "float64[M]", s: float, n: int):
    best = None
    for i in range(n):
        if s > 0.5:
            best = x * i
        else:
            best = y * i
    return best
""",
        "assumed",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    prev = None
    tot = 0.0
    for i in range(n):
        c = x * s + i
        if prev is not None:
            tot += np.sum((c * prev) ** 2)
        prev = c
    return tot
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    prev = None
    k = 0
    while k < n:
        c = x * s + k
        if prev is None:
            d = c
        else:
            d = c * prev
        prev = d
        k += 1
    return prev
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    A = None
    for i in range(n):
        if A is None:
            A = np.outer(x, x)
        A = A @ A * 0.01 + s
    return A
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    best = None
    for j in range(2):
        for i in range(n):
            c = x * s + i * j
            if best is None or np.sum(c) > np.sum(best):
                best = c
        best = best * 0.5
    return best
""",
        "",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    best = None
    for i in range(n):
        c = x * s * (i + 1)
        if best is None or c[0] < best[0] or best.shape[0] > 10:
            best = c
    return best.sum() + len(best)
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[N]", s: float, n: int):
    best = None
    k = 0
    while k < n:
        c = x * s * (k + 1)
        if best is None or c.max() > best.max():
            best = c
        k += 1
    return best[1:] * best[0]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
