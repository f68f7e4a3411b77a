"""Whose types numbers have: Python's own, or NumPy's."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def doubled(x, flag=False):
    assert isinstance(flag, bool)
    return x * (2.0 if flag else 3.0)
def f(x: "float64[n]"):
    return doubled(x) + doubled(x, True) ** 2
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = True
    return x * (2.0 if isinstance(a, bool) and isinstance(x.ndim == 1, bool) else 3.0)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    return x * (2.0 if isinstance(s > 1.0, bool) else 3.0)
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * (2.0 if isinstance(np.all([True, True]) and True, bool) else 3.0)
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * (2.0 if isinstance(np.allclose(x, x), bool) else 3.0)
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    return x * (2.0 if isinstance(np.array(s > 1.0), np.ndarray) else 3.0)
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * (2.0 if isinstance(np.asarray(False)[()], bool) else 3.0)
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float32[n]"):
    return x * np.asarray(2.0)
""",
        "",
    ),
    (
        """
def f(x: "float32[n]"):
    return x * np.asarray(2.0)[()] + np.squeeze(1.0)
""",
        "",
    ),
    (
        """
def f(x: "float32[n]"):
    return x * np.broadcast_to(2.0, ()) + np.ravel(0.5)[0] * np.asarray(2.0).T
""",
        "",
    ),
    (
        """
def f(x: "float32[n]", s: float, k: int):
    a = np.reshape(s, (1,)) * x + np.expand_dims(k, 0) * x + np.flip(s) * x + np.conj(s) * x
    return a, np.reshape(3, 1) * x, np.moveaxis([0.5], 0, 0) * x
""",
        "",
    ),
    (
        """
def f(x: "float32[n]", k: int):
    return k.conjugate() * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * (2.0 if (np.nan, 1) != (np.nan, 1) else 3.0)
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = (s * np.nan, 1.0)
    u = t
    return x * (2.0 if u == t else 3.0)
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * (2.0 if np.nan in (1.0, np.nan) else 3.0)
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a = 2.0 if (s, 1.0) == (0.5, 1.0) else 3.0
    return x * a * (2.0 if (x[0], 1.0) in ((0.5, 1.0), (0.0, 0.5)) else 7.0)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    if (s, 1) == (s, 2):
        return x
    return x * s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    v = s * np.nan
    if (v, 1) == (v, 1):
        return x
    return x * s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    x[0] = np.nan
    if (x[0], 1) == (x[0], 1):
        return x[1:]
    return x[1:] * s
""",
        "ADC0232",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    v = s * np.nan
    a = (v, 1)
    v = s * np.nan
    b = (v, 1)
    if a == b:
        return x
    return x * s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    a = []
    v = 1.0
    for i in range(3):
        t = (v, i)
        v = v * s
        u = (v, i)
        if t == u:
            x[i] = x[i] * 3
    return x
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
