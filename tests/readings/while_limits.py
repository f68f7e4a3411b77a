"""`while` loops that data end, and that tests or the axes they go along bound."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float64[n]", t: float):
    y = np.zeros_like(x)
    i = 0
    while i < len(x) and x[i] < 2.0:
        y[i] = x[i] * t
        i += 1
    return y
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    s = 0.0
    it = 0
    err = 1.0
    while err > 1e-3 and it < k:
        s = s + x[it % len(x)] * err
        err = err * 0.5
        it += 1
    return s * it
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = x.copy()
    for i in range(1, len(a)):
        key = a[i]
        j = i - 1
        while j >= 0 and a[j] > key:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = key
    return a[0] * 2.0 + a[-1] * a[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0
    def bump():
        nonlocal i
        i -= 1
    s = 0.0
    c = 0.0
    while i < 3 and c < 5.0:
        c += 1.0
        if c < 3.0:
            bump()
        s += x[0] * c
        i += 1
    return s
""",
        "",
    ),
    (
        """
N = 3
def grow():
    global N
    N += 1
def f(x: "float64[n]"):
    i = 0
    s = 0.0
    while i < N and s < 100.0:
        if i < 4:
            grow()
        s += x[0] * i + 1.0
        i += 1
    return s
""",
        "ADC0123",
    ),
    (
        """
def f(x: "float64[n]"):
    q = [0]
    i = 0
    s = 0.0
    while i < len(q) and s < 100.0:
        if len(q) < 5:
            q.append(i)
        s += x[0] * (i + 1.0)
        i += 1
    return s
""",
        "ADC0235",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0.0
    s = 0.0
    while i < 3 and s < 100.0:
        s += x[0] * (i + 1.0)
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 5
    s = x[1]
    while i < 3 and s < 100.0:
        s += x[0] * (i + 1.0)
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0
    s = x[1]
    while i <= 6 and s < 100.0:
        s += x[0] * (i + 1.0)
        i += 2
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 7
    s = x[1]
    while i >= 0 and s < 100.0:
        s += x[0] * (i + 1.0)
        i -= 3
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 7
    s = x[1]
    while 0 < i < 9 and s < 100.0:
        s += x[0] * (i + 1.0)
        i -= 3
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0
    s = x[1]
    while i < 5:
        s += x[0] * (i + 1.0)
        if s > 30.0:
            break
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0
    s = x[1]
    while i < 5:
        i += 1
        if i == 2:
            continue
        s += x[0] * (i + 1.0)
        if s > 30.0:
            return s
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0
    s = x[1]
    while i < 5 and s < 80.0:
        j = 0
        while j < i and s < 60.0:
            s += x[0] * (j + 1.0) * 0.5
            j += 1
        s *= 1.1
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0
    s = x[1]
    while (i := i + 1) < 5 and s < 80.0:
        s += x[0] * (i + 1.0)
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0
    s = x[1]
    try:
        while i < 5 and s < 80.0:
            s += x[0] * (i + 1.0)
            i += 1
    except ValueError:
        s = 0.0
    return s * i
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    i = int(x[0] > 1.0)
    s = x[1]
    while i < k + 3 and s < 80.0:
        s += x[0] * (i + 1.0)
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", c: "int64[n]"):
    i = c[0]
    s = x[1]
    while i < c[1] + 9 and s < 80.0:
        s += x[0] * (i + 1.0)
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    lo, hi = 0, len(x) - 1
    while lo < hi and x[lo] < x[hi]:
        lo += 1
        hi -= 1
    return x[lo] * 2 + x[hi]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", tol: float):
    it, maxit = 0, 25
    u = x.copy()
    err = 1.0
    while err > 1e-4 and it < maxit:
        new = 0.5 * (u + x / (1.0 + u * u))
        err = np.max(np.abs(new - u))
        u = new
        it += 1
    return u
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    i = 0
    n = 4
    s = x[0]
    while i < n and s < 50.0:
        s = s * 1.5
        for n in range(6):
            s += 0.1
        i += 1
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0
    s = x[0]
    while i < len(x) and s < 50.0:
        s = s * 1.5 + x[i]
        i = i + 1
        x = x[1:] if False else x
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0
    s = x[0]
    while not (i >= 3 or s > 50.0):
        s = s * 1.5 + x[i]
        i = i + 1
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0
    s = x[0]
    while i < 3 and i < 2 and s < 50.0:
        s = s * 1.5 + x[i]
        i = i + 1
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    i = 0
    s = x[0]
    while s < 50.0 and i < 3:
        s = s * 1.5 + x[i]
        i += 1
    else:
        s *= 3
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    i = 0
    s = 0.0
    while s < 1.5:
        s += x[i]
        y[i] = y[i] * s
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    i = -2
    s = 0.0
    while s < 2.0:
        s += x[i]
        y[i] = y[i] * s
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    i = 0
    s = 0.0
    while s < 2.0:
        s += x[i - 1]
        y[i] = y[i - 1] * s
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    i = 0
    s = 0.0
    while s < 2.0:
        i += 1
        s += x[i]
        y[i - 1] = y[i] * s
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    i = 0
    s = 0.0
    while True:
        s += x[i]
        if s > 1.4:
            break
        y[i] = y[i] * s
        i += 2
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    i = 0
    s = 0.0
    while True:
        if s > 4.0:
            break
        s += 0.9
        if s < 2.8:
            y[i] = y[i] * s
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    i = 0
    s = 0.0
    while s < 6.0:
        for j in range(2):
            s += x[j] * (i + 1)
        y = y * s
        i += 1
    return y * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    i = int(x[0] > 10.0)
    s = 0.0
    while s < 1.9:
        s += x[i]
        y[i] = y[i] * s
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]", c: "int64[n]"):
    i = c[0] % 2
    s = 0.0
    while s < 0.9:
        s += x[i] + 0.3
        y[i] = y[i] * s
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    s = 0.0
    for k in range(3):
        i = k
        while i < len(x) and s < 30.0:
            s += x[i]
            y[i] = y[i] * s
            i += 1
        s = s * 1.5
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    s = 0.0
    i = 0
    while s < 1.5:
        try:
            s += x[i]
        except IndexError:
            s += 1.0
        i += 1
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    s = 0.0
    i = 0
    while s < 3.5:
        s += x[i % 4]
        y[i % 3] *= 2.0
        i += 1
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    s = 0.0
    i = 0
    while s < 3.5 and i != len(x):
        s += x[i]
        y[i] *= 2.0
        i += 1
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    s = 0.0
    i = 0
    while i < 3:
        s += x[i]
        if s > 1.0:
            break
        y[i] *= 2.0
        i += 1
    else:
        s = 9.0 * x[0]
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    s = 0.0
    i = 0
    while not i > 2 and not s > 1.0:
        s += x[i]
        y[i] *= 2.0
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    s = 0.0
    i = 0
    while True:
        if i > 2 or s > 1.0:
            return s * y[i]
        s += x[i]
        y[i] *= 2.0
        i += 1
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    s = 0.0
    i = 3
    while True:
        if i < 1 or s > 3.0:
            break
        i -= 1
        s += x[i]
        y[i] *= s
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    s = 0.0
    i = 3
    while True:
        if s > 3.0:
            s += 2.0
            if i <= 1:
                break
        i -= 1
        s += x[i] + 0.5
        y[i] *= s
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]", k: int):
    s = 0.0
    i = k
    while i < k + 2 and s < 3.0:
        s += x[i - k] + 0.5
        y[i - 2] *= s
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
class C:
    def __init__(self, n):
        self.n = n
def f(x: "float64[n]", y: "float64[n]", k: int):
    c = C(2)
    s = 0.0
    i = 0
    while i < c.n and s < 30.0:
        s += x[i] + 0.5
        c.n = 3
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]", k: int):
    s = 0.0
    i = 0
    m = 2
    def more():
        nonlocal m
        m = 4
        return 1.0
    while i < m and s < 30.0:
        s += x[i] * more()
        i += 1
    return s * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    i = len(x) + 3
    r, e = s, 5.0
    while True:
        r = np.sin(r) * e + x[0] * r
        i += 1
        e *= 0.5
        if i >= len(x) or e < 0.1:
            break
    return r * i
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, m: int):
    r = s
    for j in range(m + 1):
        i = 3 * j
        while True:
            r = r * 0.75 + x[j]
            if i > len(x) or r > 40.0:
                break
            x[j] = x[j] * r
            i += 2
        r += i
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    k = 3
    r = s
    while True:
        r = r * x[1] + 0.5
        k -= 1
        if k < 5:
            break
    return r * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    i = len(x) + 3
    r = s
    while True:
        r = r * 1.1 + x[0]
        if r > 0.0:
            break
        r = r + x[i]
        i += 1
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = np.zeros((2, 3, 12)) + s
    mask = np.ones((2, 3), dtype=bool)
    mask[0, 0] = False
    r = s
    i = 0
    while r < 1e9:
        r = r * 1.1 + np.sum(a[mask, i]) * x[0]
        i += 1
        if i == 12:
            break
    return r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float, c: "int64[n]"):
    a = np.zeros((2, 3, 12)) + s
    mask = np.ones((2, 3), dtype=bool)
    mask[0, 0] = False
    r = s
    for i in range(c[0] % 2 + 5):
        r = r + np.sum(a[mask, i]) * x[0]
    return r
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", s: float, m: int):
    a = np.outer(x, x + s)
    r = s
    for j in range(m):
        i = 0
        while r < 9.0 + j:
            a[j, i] = a[j, i] * r + x[i]
            r = r + a[j, i] * 2.0
            i += 1
    return np.sum(a) * r
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    r = s
    for i in range(x.shape[0]):
        y, d, k = s, 1.0, 0
        while np.abs(d) > 1e-6 and k < 12:
            d = (y * y - x[i] - 1.0) / (2.0 * y)
            y -= d
            k += 1
        r += y * k
    return r
""",
        "",
    ),
    (
        """
def abs(d):
    assert d > 0.5
    return d

def f(x: "float64[n]", s: float):
    r, k = s, 0
    while abs(x[0] * x[0] + 0.6 + (k == 3)) > 0.1 and k < 3:
        r = r * x[1] + s
        k += 1
    return r
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
