"""Names that a loop sets on its first trip, or on some, and reads on others."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    i = 0
    y = x
    while i < 5:
        y = y * 0.5 + x
        e = np.sum(y)
        if i == 0:
            p = e
        elif abs(p - e) < 1e-3:
            break
        else:
            p = e
        i += 1
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x
    for i in range(5):
        y = y * 0.5 + x
        e = np.sum(y)
        if i == 0:
            p = e
        elif abs(p - e) < 1e-3:
            break
        else:
            p = e
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x
    for i in range(5):
        y = y * 0.5 + x
        e = np.sum(y)
        if i == 0:
            p = e
            q = e
        elif abs(p - e) < 1e-3 * q:
            break
        else:
            p = e
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: "int"):
    i = 0
    y = x
    while i < k:
        y = y * 0.5 + x
        e = np.sum(y)
        if i == 0:
            p = e
            q = e
        elif abs(p - e) < 1e-3 * q:
            break
        else:
            p = e
        i += 1
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: "int"):
    y = x
    for i in range(k):
        y = y * 0.5 + x
        e = np.sum(y)
        if i == 0:
            p = e
            q = e
        elif abs(p - e) < 1e-3 * q:
            break
        else:
            p = e
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x
    for i in range(5):
        y = y * 0.5 + x
        e = np.sum(y)
        if i == 0:
            p = e
        else:
            if p - e > 0.1:
                break
            p = e
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x
    p = None
    for i in range(5):
        y = y * 0.5 + x
        e = np.sum(y)
        if i > 0:
            y = y * p
        p = e
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x
    for i in range(5):
        y = y * 0.5 + x
        e = np.sum(y)
        if i > 0:
            y = y * p
        p = e
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x
    for i in range(5):
        y = y * 0.5 + x
        if i == 0:
            p = y.copy()
        elif np.max(np.abs(p - y)) < 1e-3:
            break
        else:
            p = y.copy()
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 0.0
    for i in range(len(x)):
        if i == 0:
            k = 2
        else:
            k = k + i
        y = y + x[i] * k
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    z = np.zeros(3)
    for i in range(len(x)):
        if i > 0:
            w = np.full(3, k)
            w[0] = 0.7
            z = z + w * x[i]
        k = i * 2
    return z
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 0.0
    for i in range(len(x)):
        if i > 0:
            y = y + x[k]
        k = len(x) - 1 - i
    return y
""",
        "",
    ),
    (
        """
def f(x: "float32[n]"):
    y = np.float32(0.0)
    for i in range(len(x)):
        v = x[i] / np.float32(3.0)
        if i > 0:
            y = y + v * p
        p = v + np.float32(1e-8)
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 0.0
    for i in range(len(x)):
        if i > 0:
            if flag:
                y = y + x[i]
        flag = x[i] > 0.5
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 0.0
    for i in range(len(x)):
        if i > 0:
            if s == "a":
                y = y + x[i]
        s = "a"
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 0.0
    for v in x:
        if v > 2.0:
            y = y + q
        elif v > -50.0:
            q = v * 3.0
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    for i in range(len(x)):
        if i == 0:
            a, b = x[0], 2.0 * x[0]
        else:
            a, b = b, a + b * x[i]
    return a * b
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 0.0
    for i in range(len(x)):
        if i == 0:
            p = x[i]
        y += p * x[i]
        p += 1.0
    return y + p
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 0.0
    for i in range(len(x)):
        if i == 0:
            p = 2
        y += x[i] / p + (p // 2) * x[i] + x[i] ** p
        p = p + 1
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = []
    for i in range(len(x)):
        if i == 0:
            p = 2
        y.append(p)
        p = p + 1
    return np.array(y) // 2 * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 0.0
    for i in range(len(x)):
        if i > 0 and p > 0.5:
            y = y + x[i]
        p = x[i]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 0.0
    while y < 3.0:
        if y > 0.0:
            y = y + p * 0.5
        else:
            p = np.sum(x**2) + 1.0
            y = y + 0.1 * p
    return y * p
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: "int"):
    y = 0.0
    for i in range(m):
        for j in range(i, m):
            if j == i:
                t = x[0] * i
            else:
                t = t + x[1] * j
        y = y + t
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 1.0
    for i in range(len(x)):
        if i == 0:
            z = 1j * x[0]
        else:
            z = z * x[i] + 1.0
        y = y + z.imag
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 1.0
    for i in range(len(x)):
        if i == 0:
            p = 3
        y = y + x[i] * isinstance(p, int)
        p = p + 1
    return y
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]"):
    y = 1.0
    for i in range(len(x)):
        if i == 0:
            p = 5
        y = y + x[i] * (p % 3) + (-p) // 2
        p = p - 4
    return y
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
