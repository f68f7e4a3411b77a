"""Items of lists that data choose, updated in place: numbers, and arrays."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [0.0] * k
    for i in range(n):
        j = q[i] % k
        m[j] = m[j] + x[i] * x[i]
    return sum(m) + m[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [0.0] * n
    for i in range(n):
        m[q[i] % n] = x[i]
    return sum(m) + m[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [0.0] * n
    for i in range(n):
        m[q[i] % n] += x[i]
    return sum(m) + m[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [0.0] * n
    for i in range(n):
        m[i] += x[i]
    s = 0
    for i in range(n):
        j = q[i] % n
        s += m[j]
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [0] * k
    t = 0
    for i in range(n):
        m[q[i] % k] += 1
        t += 1
    p = [float(v) / t for v in m]
    return p[0] * x + sum(p)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [0] * k
    for i in range(n):
        m[q[i] % k] += x[i]
    return m[0] * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [1.0] * n
    for i in range(n):
        m[q[i] % n] *= x[i] + m[i]
        m[-1 - q[i] % n] -= x[i]
    return sum(m) * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [1.0] * n
    w = m
    for i in range(n):
        m[q[i] % n] += x[i]
    return sum(m) * x[0] + w[0] * w[-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [[0.0] * 2 for _ in range(n)]
    for i in range(n):
        m[q[i] % n][1] += x[i]
        m[i][0] += x[i]
    return m[0][1] * m[1][0] + m[n - 1][1]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [np.zeros(3) for j in range(k)]
    for i in range(n):
        m[q[i] % k] += x[i] * x[:3]
    return m[0] + m[-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [np.zeros(3) for j in range(k)]
    a = m[0]
    for i in range(k):
        m[i] += x[i] * x[:3]
        m[i] *= 2.0
    return a * m[0] + m[-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [np.zeros((2, 2), dtype=np.float64) for j in range(k)]
    for i in range(n):
        m[q[i] % k] += np.outer(x[:2], x[1:3])
    w = [v * 2 for v in m]
    return w[0] + m[0] @ m[-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    z = np.zeros(3)
    m = [z] * k
    for i in range(n):
        m[q[i] % k] += x[i] * x[:3]
    return m[0] * z
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = []
    for i in range(n):
        m.append(x)
    for i in range(n):
        m[i] += 1.0
    return m[0] * x
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = []
    for i in range(n):
        m.append(x * i)
    for i in range(n):
        m[q[i] % n] += m[0]
    return m[0] * m[-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [np.zeros(3, dtype=int) for j in range(k)]
    for i in range(k):
        m[i] += 2
    return m[0] * x[:3]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [np.zeros(3) for j in range(k)]
    w = m
    for i in range(k):
        w[i] += x[:3]
        m[i][:] -= 2.0 * x[1:4]
    return m[0] * w[-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [np.zeros(3) for j in range(k)]
    m.append(m[0])
    m[0] += x[:3]
    return m[-1] * 2
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [np.zeros(3) for j in range(2)]
    for i in range(n):
        m[q[i] % 2] += x[i] * x[:3]
    return m[0] + m[-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [np.zeros(3) for j in range(k)]
    p = m[1:]
    for i in range(k):
        m[i] += x[:3]
    return p[0] * m[1]
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int, k: int):
    m = [np.zeros(3) for j in range(k)]
    p = np.array(m)
    for i in range(k):
        m[i] += x[:3]
    return p[0] + m[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [0.0] * 3
    for i in range(n):
        m[q[i] % 3] += x[i] * x[i]
    return m[0] * m[1] + m[2]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [0] * 4
    for i in range(n):
        m[q[i] % 4] += 1
    return x * m[0] + sum(m) + len(m)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [0.0] * 4
    for i in range(n):
        j = q[i] % 4
        m[j] = m[j - 1] + x[i]
        m[-1] = 2.0
    a, b, c, d = m
    return a * b + c * d + max(m)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [0.0] * 4
    for i in range(n):
        m[int(x[i] * 2) % 4] += x[i]
    m.sort()
    return m[3] + m[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [0.0] * 3
    w = m
    for i in range(n):
        w[q[i] % 3] += x[i]
    return m[0] + w[1] * w[2]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [0.0] * 3
    for i in range(n):
        m[q[i] % 3] += x[i]
    m.append(x[0])
    return m[0] + m[-1] * m[2]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [0.0] * 3
    m[q[0] % 3] = x
    return m[0]
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [[0.0] * 2] * 3
    m[q[0] % 3][1] = x[0]
    return m[0][1] * x
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [[0.0] * 2 for _ in range(3)]
    m[q[0] % 3][1] = x[0]
    return m[0][1] * x
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [0.0, 0.0, 1.0]
    for i in range(n):
        m[q[i] % 3] = x[i] * x[i]
    return m[0] * m[1] + m[2]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]", n: int):
    m = [0.0, 0.0, 1.0]
    for i in range(n):
        m[q[i] % 3] += x[i] * x[i]
    return m[0] * m[1] + m[2]
""",
        "ADC0216",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
