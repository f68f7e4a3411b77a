"""Arrays that a loop leaves shorter or longer, beside others that are as long in each iteration."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    v = x
    for i in range(len(x) - 1, 0, -1):
        v = s*v[1:] + v[:-1]
        w = np.arange(i)
        v = v + w
    return v
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    v = x
    for i in range(len(x) - 1, 0, -1):
        v = s*v[1:] + v[:-1]
        v = v + np.arange(i + 1)[1:]
    return v[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    v = np.array([s, 1.0])
    for i in range(3):
        v = np.append(v, s*i)
        v = v*np.arange(i + 3)
    return v
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    v = np.ones(6)*s
    for i in range(5):
        v = v[1:]
        v = v*np.arange(5 - i)
        if s > 100:
            v = v + 1
    return v.sum()
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    u, d, p = np.exp(s), np.exp(-s), 0.4
    N = 7
    j = np.arange(N + 1)
    values = np.maximum(1.1 - x[0]*u**j*d**(N - j), 0.0)
    for i in range(N - 1, -1, -1):
        values = p*values[1:] + (1 - p)*values[:-1]
        j = np.arange(i + 1)
        values = np.maximum(values, 1.1 - x[0]*u**j*d**(i - j))
    return values[0]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
