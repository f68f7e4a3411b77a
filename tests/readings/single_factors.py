"""Single precision beside what NumPy's functions make of Python's integers."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float32[n]", k: int):
    q, r = np.divmod(k, 2)
    return x * q
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float32[n]", k: int):
    return x * np.invert(k)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float32[n]", k: int):
    return x * np.ldexp(1.0, k)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", n: int):
    q, r = np.divmod(n, 2)
    y = np.zeros(q + r)
    for i in range(q):
        y[i] = x[2 * i]
    return y
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
