"""Square roots of sizes, methods of NumPy's class of arrays, and images that are shifted."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(A: "float64[n,n]"):
    n = len(A)
    v = A.reshape(n * n)
    m = int(np.sqrt(len(v)))
    if m**2 != len(v):
        raise ValueError("no square")
    return v.reshape(m, m) @ A
""",
        "",
    ),
    (
        """
import math
import numpy as np
def f(x: "float64[n]", k: int):
    m = int(math.sqrt(4 * k * k + 4 * k + 1))
    return np.ones(m) * x[0]
""",
        "",
    ),
    (
        """
import math
import numpy as np
def f(x: "float64[n]", k: int):
    m = int(math.sqrt((k - 7) * (k - 7)))
    return np.ones(m) * x[0]
""",
        "",
    ),
    (
        """
import math
import numpy as np
def f(x: "float64[9]", k: int):
    m = int(np.sqrt(x.size))
    return x.reshape(m, -1)[1]
""",
        "",
    ),
    (
        """
import math
import numpy as np
def f(x: "float64[n]", k: int):
    m = int(np.sqrt(k * k / 4.0))
    return np.ones(m) * x[0]
""",
        "",
    ),
    (
        """
import math
import numpy as np
def f(x: "float64[n]", k: int):
    m = round(np.sqrt((k + 1)**2) / 2)
    return np.ones(m) * x[0]
""",
        "",
    ),
    (
        """
import math
import numpy as np
def f(x: "float64[n]", k: int):
    m = int(np.sqrt(k * 4))
    return np.ones(m) * x[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n,m]"):
    return np.ndarray.flatten(A)[1:] * np.ndarray.sum(A, axis=0)[0] + np.ndarray.mean(A)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    y = x * 2
    np.ndarray.fill(y, 3.0)
    return y * x
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    y = np.ndarray.astype(x, int) + np.ndarray.clip(x[x > 0.3], 0.1, 0.5).sum()
    return y + np.ndarray.copy(x)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    g = np.ndarray.cumsum
    return g(x) + x.dot(x) + np.ndarray.dot(x, x)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    z = x + 1j
    return np.ndarray.conj(z).imag * x
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import ndimage
def f(A: "float64[5,6]", s: float):
    return ndimage.shift(A, [s, -0.7], order=1)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import ndimage
def f(A: "float64[5,6]", s: float):
    return ndimage.shift(A, (1, -2), order=1) + ndimage.shift(A, s, order=1, mode='nearest')
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import ndimage
def f(x: "float64[7]", s: float):
    y = ndimage.shift(x, s, order=1, cval=2.0)
    return y * ndimage.shift(x, [-s - 0.5], order=1, mode='nearest')
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import ndimage
def f(x: "float64[7]", s: float):
    return ndimage.shift(x, s)
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy import ndimage
def f(A: "float64[5,6]", s: float):
    k = int(round(s * 2))
    return ndimage.shift(A, shift=[k, 1 - k], order=1) * s
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
