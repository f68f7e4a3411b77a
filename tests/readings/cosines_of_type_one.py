"""Cosine and sine transforms of type 1, and what their divisors leave out."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
from scipy.fft import dct, idct, dst, idst
def f(x: "float64[n]", s: float):
    return dct(x * s, 1) @ x + np.sum(idct(x, type=1) ** 2)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.fft import dct, idct, dst, idst
def f(x: "float64[n]", s: float):
    return dct(x * s, 1, norm="ortho") @ x + np.sum(idct(x, type=1, norm="ortho") ** 3)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.fft import dct, idct, dst, idst
def f(x: "float64[n]", s: float):
    both = dst(x, 1, norm="ortho")[0] * idst(x, 1, norm="ortho")[-1]
    return dst(x * s, 1) @ x + np.sum(idst(x, type=1) ** 3) + both
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.fftpack import dct, idct, dst, idst
def f(x: "float64[n]", s: float):
    sines = np.sum(idst(x, type=1) * dst(x, 1)) + dct(x, 1, norm="ortho")[0]
    return dct(x * s, 1) @ x + np.sum(idct(x, type=1) ** 2) + sines
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.fft import dctn, idctn
def f(x: "float64[n]", s: float):
    y = np.outer(x, x * s)
    return np.sum(dctn(y, type=1) ** 2) + np.sum(idctn(y, type=1) * y)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.fft import dct
def f(x: "float64[n]", s: float):
    return np.sum(dct(x[:2] * s, 1) * x[1]) + dct(np.append(x, [s, s * s]), 1, n=3)[1]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.fft import dct
def f(x: "float64[n]", s: float):
    return np.sum(dct(x * s, 4))
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    a = np.add.outer(x, x * s) - 1
    d = np.outer(x, x)
    np.divide(d, a, out=d, where=a != 0)
    d[a == 0] = 0
    return np.sum(d * d)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
