"""A list that has one array, by reference, as often as sizes say."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[m]", n: int):
    w = np.array([x] * n)
    return w.T
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = np.vstack([x] * n)
    return w
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = np.concatenate([x] * n)
    return w
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = np.column_stack((x,) * n)
    return w
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = np.stack([x] * n, axis=1)
    return w
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [[0.0] * n] * n
    return np.array(w) + x[0]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = np.array([x, 2.0 * x] * n)
    return w
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = np.array([[1.0, x[0], x[1]]] * n)
    return w
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [x] * n
    x[0] = 5.0
    return np.array(w)
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [x * 2.0] * n
    w[0][0] = 5.0
    return np.array(w)
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [x * 2.0] * n
    w[0] = x
    return np.array(w)
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [x * 2.0] * n
    for v in w:
        v += x
    return np.array(w)
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [x * 2.0] * n
    v = w[1]
    v[0] += 1.0
    return np.array(w)
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [x * 2.0] * n
    w.append(x)
    return np.array(w)
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [x * 2.0] * n
    for i in range(3):
        w.append(x + i)
    return np.array(w)
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [np.zeros(3)] * n
    for i in range(n):
        w[i] = w[i] + x[0] * i
    return np.array(w)
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = np.array([x] * n) + np.array([x * x] * n)
    y = x * 3.0
    y[0] = 1.0
    return w.T @ np.ones(n) + y
""",
        "",
    ),
    (
        """
def f(x: "float64[m, k]", n: int):
    w = np.array([x] * n)
    return w.sum(axis=0) * len([x] * n)
""",
        "",
    ),
    (
        """
def f(x: "int64[m]", y: "float64[m]", n: int):
    w = np.array([x] * n)
    return w * y
""",
        "",
    ),
    (
        """
def f(x: "float32[m]", y: "float64[m]", n: int):
    w = np.array([x] * n)
    return w * y
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = np.array([x[::-1]] * (n - 2))
    return w.sum() + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = np.array([x[1:]] * (2 * n))
    x[1] = 7.0
    return w.sum() + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    y = x * 1.0
    w = [y] * n
    s = 0.0
    for i, v in enumerate(w):
        s += v[0] * i
    y[0] = 3.0
    return s + y[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [x] * n
    return sum(w) + w[-1] * w[0]
""",
        "",
    ),
    (
        """
def g(w):
    return w[0] + w[1]
def f(x: "float64[m]", n: int):
    w = [x] * n
    q = w[:2]
    return g(w) + q[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [x] * n + [x * 2.0]
    return np.array(w)
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = n * [x]
    w = np.asarray(w)
    w[0] = 1.0
    return w + x
""",
        "",
    ),
    (
        """
def f(x: "float64[m]", n: int):
    w = [x > 0.5] * n
    return np.array(w) * x
""",
        "ADC0216",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
