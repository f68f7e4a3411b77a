"""Filters of as many elements as sizes say, and quotients of sizes that are rounded."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
from scipy.ndimage import uniform_filter1d
def f(x: "float64[11]", k: int):
    return uniform_filter1d(x, k)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.ndimage import uniform_filter
def f(x: "float64[6,7]", k: int):
    return uniform_filter(x, k)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.ndimage import uniform_filter
def f(x: "float64[6,7]", k: int):
    return uniform_filter(x, (k, 3), mode='nearest')
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.ndimage import uniform_filter1d
def f(x: "float64[6,7]", k: int):
    return uniform_filter1d(x, k-1, axis=0, mode='constant', cval=2.5)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.ndimage import uniform_filter1d
def f(x: "float64[6,7]", k: int):
    return uniform_filter1d(x, k, axis=0, mode='wrap', origin=-1)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.ndimage import uniform_filter
def f(x: "float64[6,7]", k: int):
    s = int(np.round(k / 2))
    y = np.sqrt(uniform_filter((x**2).astype(np.float64), k))
    return np.mean(y[s:-s, s:-s]), y
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.ndimage import uniform_filter1d
def f(x: "float32[9]", k: int):
    return uniform_filter1d(x, k)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.ndimage import uniform_filter1d
def f(x: "float64[9]", s: float):
    return uniform_filter1d(x, int(s*3)+1)
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[9]", k: int):
    y = np.zeros(30)
    for j in range(10):
        y[int(np.round(j / 4))] += x[j % 9]
        y[int(np.rint(j / 3)) + 5] += x[j % 9]**2
        y[round((j - 5) / 2) + 12] += x[j % 9]**3
        y[round(j*0.25) + 20] += x[j % 9]**3
    return y
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[9]", k: int):
    return x[:int(np.around(k * 1.5))] * np.round(k / 4) + round(k/8)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[9]", k: int):
    return np.zeros(int(round(len(x) / 2, 0))) + x[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[9]", k: int):
    return x * np.round(-1/4) + round(len(x) / 2.0)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import ndimage
def f(x: "float32[5]", A: "float32[5,4]"):
    return ndimage.shift(x, -0.7, order=1), ndimage.shift(A, 0.5, order=1, mode="nearest")
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import ndimage
def f(x: "int64[n]", s: float):
    return ndimage.shift(x, 0.5, order=1) * s
""",
        "ADC0220",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
