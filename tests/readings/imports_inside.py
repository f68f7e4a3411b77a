"""Imports in functions, and from modules that SciPy had in early versions."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    import warnings
    if s < 0:
        warnings.warn("negative")
    return np.sum(x) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    import time
    t0 = time.time()
    y = np.sum(x) * s
    return y
""",
        "ADC0121",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from random import random as draw
    if s > 100.0:
        s = draw()
    return np.sum(x) * s
""",
        "ADC0121",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    import math as m
    from math import sqrt
    return np.sum(x) * m.sin(s) * sqrt(s)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    def inner(v):
        import warnings
        warnings.warn("inner")
        return v * s
    return np.sum(inner(x))
""",
        "",
    ),
    (
        """
class Counter:
    def __init__(self):
        self.n = 0.0
    def warn(self, text):
        self.n += 1.0
def quiet(x):
    import warnings
    warnings.warn("a")
def f(x: "float64[n]", s: float):
    warnings = Counter()
    warnings.warn("a")
    return np.sum(x) * s * warnings.n
""",
        "ADC0126",
    ),
    (
        """
import numpy as np
from scipy.ndimage.filters import gaussian_filter1d
from scipy.stats.stats import pearsonr
import scipy.signal.signaltools as tools
from scipy.stats import stats
def f(x: "float64[n]", y: "float64[n]"):
    u = gaussian_filter1d(x, 1.0)
    return pearsonr(u, y)[0] + np.sum(tools.detrend(x) ** 2) + stats.kurtosis(x * y)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
