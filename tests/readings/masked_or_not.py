"""Whether arrays are masked ones, and windows whose shape is computed."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
from scipy import signal
def f(x: "float64[n]"):
    some = [signal.kaiser_beta(30.0 + x[0]), signal.kaiser_beta(60.0 + x[1])]
    return np.array([*some, signal.kaiser_beta(x[2])])
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import signal
def f(x: "float64[n]", s: "float64"):
    return x * signal.kaiser_atten(12, s)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import signal
def f(x: "float64[n]", s: "float64"):
    w = signal.windows.kaiser(5, signal.kaiser_beta(25.0 * s))
    return x * w[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if np.ma.isMaskedArray(x):
        return x.filled(0.0) * 3.0
    return x * 2.0
""",
        "",
    ),
    (
        """
def g(v):
    if np.ma.isMA(v):
        return v.filled(0.5) * 3.0
    return v * 2.0
def f(x: "float64[n]"):
    return g(np.ma.masked_greater(x, 1.0)) + g(x)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    found = [np.ma.isarray(a) for a in (x, [1.0, 2.0], 3.0, np.ma.masked_invalid(x))]
    return x * (2.0 if np.any(found) else 3.0) + (1.0 if found[0] or found[1] or found[2] else 5.0)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    u = np.ma.masked_greater(x, 1.0)
    v = u.astype(float)
    x[0] = 3.0
    return v.filled(0.5) + u.filled(2.0) * v.sum()
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    u = np.ma.masked_greater(x, 1.0).astype(np.float32)
    return u.filled(0.5)
""",
        "ADC0220",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
