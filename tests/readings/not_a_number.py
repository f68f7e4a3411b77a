"""NaN as a literal, among what a loop carries: its bounds are those of no number."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float64[n]"):
    y = x[0] * 0 + 1.0
    z = 0.0
    for i in range(len(x)):
        w = np.where(x[i] < -5.0, np.nan, x[i] + 3.0)
        t = y * w + z * w
        y = y * w - z * w
        z = t
    return y * x
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]"):
    w = np.where(x < -5.0, np.nan, x * 0.0)
    r = 1.0
    for i in range(len(x)):
        r = np.where(x[i] > 50.0, 1.0, w[i])
    return np.sqrt(r) * x
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
