"""Filters of SciPy's whose output is given by position."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
from scipy.ndimage import gaussian_filter
def f(x: "float64[n, m]", s: float):
    out = np.zeros(x.shape)
    gaussian_filter(x, (0.4, 0.4), (0, 1), out)
    other = np.zeros(x.shape)
    gaussian_filter(x * s, 0.4, 0, other, "nearest")
    return out * s + other
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import ndimage
def f(x: "float64[n]", s: float):
    a = np.zeros(len(x))
    b = np.ones(len(x))
    ndimage.convolve(x, np.array([1.0, 2.0, 0.5]), a, "constant", 0.3)
    ndimage.laplace(a, b, "wrap")
    ndimage.convolve1d(x, [1.0, 0.5], -1, a)
    return a * b * s
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import ndimage
def f(x: "float64[n]", s: float):
    a = ndimage.gaussian_filter1d(x, 0.5, -1, 0, None, "reflect", 0.0, 3.0)
    b = ndimage.uniform_filter(x * s, 3, np.float64)
    return a + b
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import ndimage
def f(x: "float64[n]", s: float):
    y = x * s
    ndimage.laplace(y, y)
    return y
""",
        "ADC0220",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
