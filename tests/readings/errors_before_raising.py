"""Exceptions that have names, handlers of all of them, and element types that are no classes."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n, n]"):
    try:
        I = np.eye(x.shape[0]) - np.dot(x, x)
    except:
        I = np.array([1 - x])
    return I
""",
        "",
    ),
    (
        """
def f(x: "float64[n, n]"):
    try:
        I = np.eye(x.shape[0]) - np.dot(x, x)
    except Exception:
        I = np.array([1 - x])
    return I
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    try:
        y = np.sum(x) / s
        z = 1 / int(s * 0.0)
    except Exception:
        y = 2.0 * s
    return y
""",
        "ADC0103",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[m]"):
    try:
        z = x + y[0]
    except Exception:
        z = 2.0 * x
    return z
""",
        "",
    ),
    (
        """
def f(s: "float"):
    try:
        z = s.shape[0] * s
    except Exception:
        z = 2.0 * s
    return z
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]"):
    try:
        x = x * 3.0
        x = x + foo.bar
    except Exception:
        pass
    return x
""",
        "ADC0225",
    ),
    (
        """
def f(x: "float64[n]"):
    try:
        s = x.shape[1] * x
    except Exception:
        s = x * 5.0
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if x.dtype is not float:
        return x * 2.0
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if x.dtype is np.float64 or float is x.dtype:
        return x * 3.0
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if np.dtype("float64") is float:
        return x * 3.0
    return x * 4.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    error = ValueError(f"bad {s}")
    for v in x:
        if v > 90.0:
            raise error
    return x * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    if s > 100.0:
        error = ValueError("bad")
    if s > 100.0:
        raise error
    return x * s
""",
        "ADC0103",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    error = ValueError("bad")
    try:
        if s > 0.0:
            raise error
        y = x * s
    except ValueError:
        y = x * 7.0
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    error = ValueError("bad")
    if error is None:
        return x
    if s > 1e9:
        raise error
    return x * s
""",
        "ADC0103",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    error = ValueError("bad", x.sort())
    if s > 1e9:
        raise error
    return x * s
""",
        "ADC0126",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    error = ValueError("bad")
    def g(v):
        if v > 1e9:
            raise error
        return v * 2.0
    return g(s) * x
""",
        "ADC0103",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    for k in range(2):
        err = RuntimeError("bad %d" % k)
        if s > 1e9:
            raise err from None
        x = x * s
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float"):
    try:
        y = np.dot(x, x) + s.T * x
    except Exception:
        y = x * 2.0
    return y
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]"):
    s = 2.0
    try:
        y = x + s.T * x
    except:
        y = x * 2.0
    return y
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: "float"):
    try:
        y = s.reshape(-1) * x
    except:
        y = x * 2.0
    return y
""",
        "ADC0103",
    ),
    (
        """
def f(x: "float64[n]", A: "float64[n, m]"):
    try:
        y = x @ A.T.T
    except Exception:
        y = x * 2.0
    return y
""",
        "ADC0103",
    ),
    (
        """
def f(x: "float64[n]", A: "float64[n, m]"):
    try:
        y = np.dot(x, A) + A.shape[1]
    except Exception:
        y = x * 2.0
    return y
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
