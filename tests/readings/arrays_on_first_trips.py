"""Arrays that a loop makes on its first trip, and changes elements of on others."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", k: int):
    r = x * 1.0
    for i in range(k):
        if i == 0:
            t = x.copy()
        else:
            t[0] = t[0] * x[1]
        r = r + t
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    r = x * 1.0
    for i in range(1, k):
        if i == 1:
            t = x.copy()
        else:
            for j in range(len(x)):
                t[j] = t[j] * x[j] + i
        r += t
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    r = x * 1.0
    for i in range(m - 3):
        if i == 0:
            t = x.copy()
        else:
            t[1:] = t[:-1] * x[1]
        r = r + t
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    r = x * 1.0
    for i in range(m):
        if i == 1:
            t = x.copy()
        if i >= 1:
            t[0] = t[0] * 2.0
            r = r + t
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    r = x * 1.0
    for p in (True, False):
        for i in range(m):
            if i == 0:
                t = x.copy() if p else x * x
            else:
                t[i] = t[i - 1] * x[i]
            r = r + t
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    r = 0.0
    i = 0
    while i < m:
        if i == 0:
            t = np.sin(x)
        else:
            t[0] += t[i]
        r += t[0] * x[i]
        i += 1
    return r
""",
        "ADC0215",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    r = x * 1.0
    for i in range(len(x)):
        if x[i] > 0.0 or i == 0:
            t = x.copy()
        else:
            t[i] = 0.0
        if s > 1e9:
            break
        r = r + t * t[i]
    return r
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    r = x * 1.0
    for i in range(m):
        if i == 0:
            t = x[:, None] * x
        else:
            t[i, 0] = t[0, i] * x[i]
        r = r + t[0] * t[i, 0]
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    r = 0.0
    for i in range(m):
        if i == 0:
            t = x * 2.0
        else:
            u = t
            t = t * x
            u[0] = 5.0
        r = r + np.sum(t)
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    for i in range(m):
        if i == 0:
            t = x
        else:
            t[0] = t[1] * x[0]
    return x * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    r = np.zeros(3)
    for i in range(m):
        if i > 0:
            t[i] = t[i - 1] + 1.0
            r = r + t[:3]
        else:
            t = np.append(x, x)
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    for i in range(m - 5):
        if i == 0:
            t = x.copy()
        else:
            t[0] = t[1]
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    for i in range(m):
        if i == 0:
            t = x.copy()
        else:
            t[0] = t[1] * 3.0
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    for i in range(m):
        if i == 0:
            t = x.copy()
        else:
            t[0] = t[1] * 3.0
        m = 1
    return t * i * m
""",
        "ADC0224",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    i = 7
    for i in range(m):
        if i == 0:
            t = x.copy()
        else:
            t[0] = t[1] * i
    return t * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    i = 7
    t = 1.0
    for i in range(m - 4):
        if i == 0:
            q = x.copy()
        else:
            q[0] = q[1] * i
        t = q
    return t * i
""",
        "ADC0215",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    y = 0.0
    for i in range(m):
        if i > 0 and p[0] > 0.5:
            y = y + p[1]
        p = x * i
    return y * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    y = 0.0
    for i in range(m):
        if i > 0 and p > 0.5:
            y = y + p
        p = i * 2
    return y * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    y = 0.0
    for i in range(1, m):
        y = y + (x[i] if i < 2 else q[i - 1] * 2.0)
        q = x * y
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    y = x * 1.0
    for i in range(m):
        for j in range(2):
            if j == 0:
                a = y * i
            else:
                a[j] = a[0] * 2.0
        y = y + a
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    y = x * 1.0
    for i in range(m):
        for j in range(i):
            if j == 0:
                a = y * i
            else:
                a[j] = a[0] * 2.0
            y = y + a
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    y = x * 1.0
    for i in range(m):
        for j in range(i):
            if j == 0 and i == 1:
                a = y * i
            else:
                a[j] = a[0] * 2.0
            y = y + a
    return y
""",
        "ADC0215",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    y = x * 1.0
    for i in range(m, 0, -1):
        if i == m:
            a = y * i
        else:
            a[i] = a[0] * 2.0
        y = y + a
    return y
""",
        "ADC0215",
    ),
    (
        """
def g(x, m):
    for i in range(m):
        if i == 0:
            t = x.copy()
        else:
            t[i] = t[i - 1] * 3.0
    return t
def f(x: "float64[n]", m: int):
    return g(x, m) + g(x * x, 2) + g(x, 1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    for i, v in enumerate(x):
        if i == 0:
            t = x * v
        else:
            t[i] = t[i - 1] * v
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    for i in range(m):
        if i == 0:
            t = [x[0], x[1]]
        else:
            t[0] = t[1] * x[0]
    return t[0] * x
""",
        "ADC0215",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    for i in range(m):
        if i == 0:
            t = np.zeros(n := len(x))
            t[0] = x[0]
        elif i == 1:
            t[i] += x[1] * n
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    y = 0.0
    for i in range(m):
        if i == 0:
            t = {"a": x[0]}
        else:
            t["a"] = t["a"] * x[1]
        y = y + t["a"]
    return y
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
