"""Matrices of which complex numbers say the diagonals or the rows."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
from scipy import linalg
def f(x: "complex128[n]"):
    return linalg.toeplitz(x)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import linalg
def f(x: "complex128[n]", y: "complex128[m]"):
    return linalg.toeplitz(x, y)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import linalg
def f(x: "float64[n]", y: "complex128[m]"):
    return linalg.toeplitz(x, y)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import linalg
def f(x: "complex128[n]", y: "float64[m]"):
    return linalg.toeplitz(x, r=y)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import linalg
def f(x: "float64[n]"):
    return linalg.toeplitz(x)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import linalg
def f(x: "float32[n]"):
    return linalg.toeplitz(x) @ x
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.linalg import circulant, hankel
def f(x: "complex128[n]"):
    return circulant(x)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.linalg import circulant, hankel
def f(x: "complex128[n]"):
    return hankel(x)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.linalg import circulant, hankel
def f(x: "complex128[n]", y: "float64[m]"):
    return hankel(x, y)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.linalg import toeplitz
def f(x: "float64[n]", s: float):
    return toeplitz([1.0, s, 2j * s]) * x[0]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.linalg import toeplitz
def f(x: "float64[n]", s: float):
    return toeplitz([1, 2, 3], [1, 4]) * x[0]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
