"""Slices of lists that are updated, and lists beside numbers of NumPy's."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [0.0, 1.0, 2.0]
    s[1] = np.dot(x, x)
    s[1:] /= x[0]
    return np.array(s) * 2
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [x[0], x[1], 2.0]
    t = s
    s[:2] *= x[0:2]
    return t[0] + t[1]*2 + t[2]*3
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [x[0], x[1], 2.0]
    s[:2] += [x[0]]
    return np.array(s)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [x[0], x[1], 2.0]
    s[1:] *= 2
    return np.array(s)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [1.0, 3.0, 2.0]
    s[::2] += x[0]
    return np.array(s) * x[0]
""",
        "ADC0216",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [1.0, 3.0, 2.0]
    def g():
        s[1] = 7.0
        return x[0]
    s[1:] += g()
    return np.array(s) * x[0]
""",
        "ADC0223",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [x, 2*x]
    y = s[0]
    s[0:1] += x
    s[0][0] = 5.0
    return s[0] + s[1] + y
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [x[0], x[1], 2.0]
    s[1:] -= np.array([1.0, 2.0])
    x[1] = 3.0
    return np.array(s) + x[1]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [x[0], x[1], 2.0]
    s[1:] *= np.int64(2)
    return np.array(s) + x[1]
""",
        "ADC0232",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [x[0], x[1], 2.0]
    s[1:] += (1.0, 2.0)
    return np.array(s) + x[1]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [x[0], 2, 3]
    s[1:] /= np.float64(4)
    return s[0] // s[1]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    return ([1.0, 2.0] + x[0]) ** x[1] - 1 / ((2, 3) - x[1])
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    return x[0] / [x[1], 3.0] + (x[1] - [2.0, 1.0])
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    return x[0] ** [x[1], 3.0] + np.sum(x) // [1, 2] + [5, 7] % np.max(x)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    s = [x[0]]
    for k in range(3):
        s.append(x[k % 2] * k)
    return s / np.max(x)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float32[n]"):
    return [1.0, 2.0] / x[0]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
