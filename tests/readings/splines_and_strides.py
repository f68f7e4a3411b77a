"""Splines of knots and coefficients, strides times integers, lists of [None] that are filled."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[3,3]", n: int):
    t = [[None]] * n
    for i in range(n):
        t[i] = np.dot(x, x*i)
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[3,3]", n: int):
    t = [[None]] * n
    for i in range(n):
        t[i] = x[0]*i
    return t[1] + t[n-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", n: int):
    t = [[None]] * n
    c = 0.0
    for i in range(n):
        if t[i] is None:
            c += 1.0
        t[i] = x[i]*2
    return t[0] + c
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", n: int):
    t = [[None]] * n
    for i in range(n):
        t[i][0] = x[i]*2
    return t[0][0]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", n: int):
    t = [[None, None]] * n
    for i in range(n):
        t[i] = x[i]*2
    return t[0]
""",
        "ADC0216",
    ),
    (
        """
def g(x, step=2):
    n = x.strides[0]
    return np.lib.stride_tricks.as_strided(x, shape=(2, 2), strides=(step*n, n))*2
def f(x: "float64[n]"):
    return g(x, int(16000*0.0001))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    n = x.strides[0]
    return np.lib.stride_tricks.as_strided(x, shape=(2, 2), strides=(n*(k-1), n))*2
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.strides[0]
    k = np.int64(2)
    return np.lib.stride_tricks.as_strided(x, shape=(2, 2), strides=(k*n, n))*2
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = x.strides[0]
    k = int(s)
    return np.lib.stride_tricks.as_strided(x, shape=(2, 2), strides=(k*n, n))*2
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.strides[0]
    return x*(n*n)
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    w, h = 0.025, 0.01
    length, step = int(w*100), int(h*100)
    n = x.strides[0]
    rows = (x.size - length)//step + 1
    y = np.lib.stride_tricks.as_strided(x, shape=(rows, length), strides=(step*n, n))
    return y.sum(axis=1)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.interpolate import splev
def f(c: "float64[6]", s: float):
    t = np.array([0, 0, 0, 0, 0.3, 0.6, 1, 1, 1, 1])
    return splev(np.array([0.0, 0.1, 0.3, 0.5, 1.0, -0.2, 1.3]) + 0*s, (t, c, 3))
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.interpolate import splev
def f(c: "float64[2,6]", x: "float64[n]"):
    t = np.array([0, 0, 0, 0, 0.3, 0.6, 1, 1, 1, 1])
    a = splev(np.abs(x)/10, [t, c, 3])
    return np.column_stack(a)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.interpolate import splev
def f(c: "float64[7]", x: "float64[n]", s: float):
    t = np.array([0, 0, 0, 0.2, 0.5, 0.5, 0.7, 1, 1, 1])
    return splev(np.abs(x)/10, (t, c, 2))*s
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.interpolate import splev
def f(c: "float64[8]", x: "float64[2,n]", s: float):
    t = np.array([0, 0, 0.1, 0.2, 0.5, 0.6, 0.7, 0.8, 1, 1])
    return splev(x, (t, c, 1))*s
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.interpolate import splev
def f(c: "float64[6]", s: float):
    t = np.linspace(0.0, 1.0, 10)
    return splev(s, (t, c, 3))
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.interpolate import splev
def f(c: "float64[6]", s: float):
    t = np.linspace(0.0, 1.0, 10)
    return splev(s, (t, c, 3), der=1)
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.interpolate import splev
def f(c: "float64[6]", s: float):
    t = np.linspace(0.0, 1.0, 10)
    return splev(s, (t, c, 3), ext=1)
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.interpolate import splev
def f(c: "float64[9]", s: float):
    t = np.linspace(0.0, 1.0, 10)
    return splev(np.array([s/10, 0.5, 1.0]), (t, c, 0))
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.interpolate import splev
def f(c: "float64[10]", s: float):
    t = np.linspace(0.0, 1.0, 10)
    return splev(np.array([s/10, 0.5, 1.0]), (t, c, 3))
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.interpolate import splev, splrep
def f(y: "float64[n]", s: float):
    tck = splrep(np.arange(len(y))*1.0, y)
    return splev(np.array([0.5, 1.2]), tck) + splev(s, tck, 1)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.interpolate import splev
def f(control: "float64[6,2]", s: float):
    knots = np.array([0, 0, 0, 0, 0.3, 0.6, 1, 1, 1, 1])
    degree = len(knots) - len(control) - 1
    ipl = np.linspace(knots[0], knots[-1], 7)
    d = splev(ipl, [knots, control.T, degree])
    return np.column_stack(d)*s
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
