"""Lists of literally many numbers, of which items are set at positions that loops give."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    w = [0.0] * 20
    for i in range(len(x)):
        w[i] = x[i]*s
        w[i - 1] += 1.5
    return sum(w), w[2]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = [0] * 20
    for i in range(5):
        w[i] = s*i
    w[3] += 1
    return w[3], w[4], w[10]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = [s] * 20
    v = w
    for i in range(5):
        v[i] = v[i]*s
    return w[3], w[4], w[10]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = [s] * 20
    v = w[:]
    for i in range(5):
        v[i] = v[i]*s
    return w[3], v[4], w[-1], len(w)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = [[0.0]*20, [1.0]*20]
    for i in range(5):
        w[0][i] = s*i
        w[1][i + 1] = w[0][i]**2
    return w[1][5], w[0][3], w[1][10]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = [0.0] * 20
    for i in range(5):
        w[i] = s*i
    w.append(3.0*s)
    return w[-1], len(w), w[3]
""",
        "",
    ),
    (
        """
def g(w, s):
    for i in range(len(w)):
        w[i] = w[i] + s*i
    return w
def f(x: "float64[n]", s: float):
    w = [1.0] * 30
    u = g(w, s)
    u[0] = 7.0*s
    return sum(w), u[29]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = [0.0] * 20
    for i in range(19):
        if i > 3:
            w[i + 1] = w[i]*s + i
        else:
            w[i] = x[0]
    return w[19], w[-2], sorted(w)[3]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    w = [0] * 20
    for i in range(20):
        w[i] = i // 3
    w[3] = w[5] // 2
    return np.array(w) * s, w[4] / 2
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    w = [0] * 20
    w[2] = 5
    for i in range(3):
        w[i] = w[i] / 2 + s
    return w[2] // 2, w[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = [None] * 20
    for i in range(20):
        w[i] = s*i
    return w[3]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = [1.0, 2.0] * 10
    for i in range(20):
        w[i] = w[i]*s*i
    return w[3], w[4]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = [0 for k in range(20)]
    for i in range(20):
        w[i] = s*i
    return w[3], w[4]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    w = [0 for k in range(len(x))]
    for i in range(len(x)):
        w[i] = s*i
    return w[0], w[-1]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
