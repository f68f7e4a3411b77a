"""Columns of the rows that a mask selects, by slices (views) and by lists (copies)."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(A: "float64[n, m]", s: float):
    b = A[A[:, 0] > 0.2]
    c = b[:, [1, 0]]*s
    return c.sum(axis=0)
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n, 4]", s: float):
    b = A[A[:, 0] > 0.2]
    c = b[:, [3, 0, 0]]
    c[:, 0] *= s
    return c.sum(axis=0), b.sum()
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[4, n]", s: float):
    b = A[:, A[0] > 0.2]
    c = b[[3, 0, 0]]
    return c.sum(axis=1)*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[4, n, 3]", s: float):
    m = A[0, :, 0] > 0.2
    b = A[:, m]
    c = b[[3, 0, 0], :, 1]
    return c.sum(axis=1)*s
""",
        "ADC0216",
    ),
    (
        """
import numpy as np
def f(A: "float64[n, 4]", s: float):
    idx = np.array([2, 1])
    b = A[A[:, 0] > 0.2]
    c = b[:, idx]
    A[A[:, 0] > 0.2] = b[:, [3, 2, 1, 0]]*s
    return A, c.sum()
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n, 4]", s: float):
    b = A[A[:, 0] > 0.2]
    b = b[:, [3, 2, 1, 0]]
    b[0, 0] = 3.0
    return b.sum(axis=0)
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n, 4]", s: float):
    b = A[A[:, 0] > 0.2, :]
    c = b[:, [-1, 0]]
    A[:] = 0
    return c.sum(axis=0)*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n, 4]", s: float):
    b = A[A[:, 0] > 0.2]
    b[0, 0] = 3.0
    return b.sum(axis=0)
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n, 4]", s: float):
    b = A[A[:, 0] > 0.2]
    b = b*2
    b[0, 0] = 3.0
    return b.sum(axis=0)
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n, 4]", s: float):
    b = A[A[:, 0] > 0.2]
    b = b[:, ::-1]
    b[0, 0] = 3.0
    return b.sum(axis=0)
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n, 4]", s: float):
    b = A[A[:, 0] > 0.2]
    c = b[:, ::-1]
    c[0, 0] = 3.0
    return b.sum(axis=0), c.sum(axis=0)
""",
        "",
    ),
    (
        """
import numpy as np
def f(A: "float64[n, 4]", s: float):
    b = A[A[:, 0] > 0.2]
    c = b[:, [3, 2, 1, 0]]
    c[0, 0] = 3.0
    return b.sum(axis=0), c.sum(axis=0)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
