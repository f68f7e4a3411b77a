"""Whether what a name stands for is this class: by `is`, and by `isinstance` of masked arrays."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def g(x, kind):
    if kind is float:
        return x * 2.0
    return x * 3.0
def f(x: "float64[n]"):
    return g(x, float) + g(x, int) + g(x, np.float64)
""",
        "",
    ),
    (
        """
def g(x, kind):
    if kind is str:
        return x * 5.0
    if kind is not np.float32 and kind is list:
        return x * 2.0
    if kind is complex:
        return x * 7.0
    return x * 3.0
def f(x: "float64[n]"):
    y = g(x, float) + g(x, str) + g(x, np.float32) + g(x, list) + g(x, "a")
    return y + g(x, 3) + g(x, complex) + g(x, None) + g(x, x)
""",
        "",
    ),
    (
        """
def g(x, kind):
    if kind is bool:
        return x * 5.0
    return x * 3.0
def f(x: "float64[n]"):
    return g(x, bool) + g(x, np.bool_) + g(x, np.bool) + g(x, int)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if x.dtype.type is np.float64:
        return x * 2.0
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if x.dtype is np.float64:
        return x * 2.0
    return x * 3.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if x.dtype is np.dtype(float):
        return x * 2.0
    return x * 3.0
""",
        "ADC0213",
    ),
    (
        """
def g(x, kind):
    if kind is int:
        return x * 5.0
    return x * 3.0
def f(x: "float64[n]"):
    y = g(x, np.mean) + g(x, np.int64) + g(x, np.int_) + g(x, np.intp)
    return y + g(x, (1, 2)) + g(x, [int]) + g(x, x[0]) + g(x, int)
""",
        "",
    ),
    (
        """
def g(x, kind):
    if kind is np.intp:
        return x * 5.0
    return x * 3.0
def f(x: "float64[n]"):
    return g(x, np.int64) + g(x, np.int_) + g(x, int) + g(x, np.int32) + g(x, np.double)
""",
        "",
    ),
    (
        """
def g(x, kind):
    if kind is not np.float64:
        return x * 5.0
    return x * 3.0
def f(x: "float64[n]"):
    return g(x, np.double) + g(x, np.float64) + g(x, float) + g(x, "float64")
""",
        "",
    ),
    (
        """
def g(x, kind):
    if kind is np.mean:
        return x * 5.0
    return x * 3.0
def f(x: "float64[n]"):
    return g(x, np.mean)
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]"):
    if isinstance(x, np.ma.MaskedArray):
        return x * 2.0
    return x * 3.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = np.ma.masked_where(x > 0.5, x)
    if isinstance(y, np.ma.MaskedArray):
        return y.filled(0.0) * 2.0
    return x * 3.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = np.ma.masked_where(x > 0.5, x)
    if isinstance(y, np.ndarray):
        return y.filled(0.0) * 2.0
    return x * 3.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = np.ma.masked_where(x > 0.5, x)
    if isinstance(y, (float, list)):
        return y.filled(0.0) * 2.0
    return x * 3.0
""",
        "",
    ),
    (
        """
import numpy as np
import numpy.ma as ma
def f(x: "float64[n]", s: float):
    y = ma.masked_array(x, x > 0.5)
    z = x * 1.0
    if isinstance(z, (ma.MaskedArray, list)):
        z = z.filled(1.0)
    if isinstance(s, ma.masked_array):
        s = s * 2.0
    if isinstance(y, ma.masked_array):
        z = z + 1.0
    return z * s
""",
        "",
    ),
    (
        """
import numpy as np
from numpy.ma import MaskedArray
def g(x):
    if isinstance(x, MaskedArray):
        return x.filled(2.0)
    return np.asarray(x)
def f(x: "float64[n]"):
    return g(x) * 2.0 + g(np.ma.masked_greater(x, 0.5)) + g(3.0) + g([1.0])[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if type(x) is np.ma.MaskedArray:
        return x * 2.0
    return x * 3.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = np.ma.masked_where(x > 0.5, x)
    if type(y) is np.ma.MaskedArray:
        return x * 2.0
    return x * 3.0
""",
        "ADC0227",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
