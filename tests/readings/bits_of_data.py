"""`& | ^` of integers that data give."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float64[n]", s: float, k: "int64[n]"):
    t = 0.0
    for i in range(len(k)):
        a = (k[i] & (k[i] + 3)) | (i ^ k[i])
        b = k[i] & -8
        c = (k[i] > 1) & (i < 2)
        d = k[i] ^ (k[i] > 1)
        t += s*a + x[i]*b + c*s + d*x[i]
        if k[i] & 1 and i & 2:
            t += 3*s
    return t
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float, k: "int64[n]"):
    a = k & np.arange(len(k))
    b = np.bitwise_xor(k, 5) | 2
    k2 = k.copy()
    k2 &= 6
    k2 ^= b
    c = k.astype(np.int32) & np.int32(3)
    return np.sum(a*x)*s + np.sum(b*x) + np.sum(k2*x*s) + np.sum(c*x)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float, k: "int64[n]"):
    t = 0.0
    for i in range(len(k)):
        g = k[i] ^ (k[i] >> 1)
        c = 0
        while g:
            g &= g - 1
            c += 1
        t += s*c*x[i]
    return t
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
