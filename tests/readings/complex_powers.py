"""Powers of complex numbers with real exponents that data or tables of numbers tell."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float64[n]"):
    w = np.array([0.0448, 0.2856, 0.3001, 0.2363, 0.1333])
    return np.real(np.prod((x[:2] - 2.0).astype('complex') ** w[:2]))
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    z = (x * 1j) ** s
    return z.real * z.imag
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    z = (x - 1.5 + 1j) ** x
    return z.real + 2 * z.imag
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    z = np.power(x[:, None] - 2j, x[None, :])
    return z.real.sum(axis=0) + 2 * z.imag.sum(axis=1)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    z = complex(s, 2.0) ** x[0]
    return x * z.real, z.imag
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    z = complex(s, 2.0) ** s
    return x * z.real, z.imag
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    return np.real((x + 1j) ** (x * 1j))
""",
        "ADC0119",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    z = np.zeros(x.size, "complex")
    z += x
    return (z * 1j).imag, np.zeros_like(x, "complex").real + x
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    z = x.astype("complex")
    z[0] = 1j * x[1]
    return z.imag * 2 + x, z.real
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
