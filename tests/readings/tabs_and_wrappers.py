"""Texts that are indented by tabs, and decorators whose function calls itself."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
	try:
		s = float(s)
	except (TypeError, ValueError, OverflowError):
		raise ValueError("s must be a number")
	if s > 0.0:
		try:
			x = np.asarray(x)
		except ValueError:
			raise TypeError("x")
	return np.sum(x * s)
""",
        "",
    ),
    (
        """
from functools import wraps
import numpy as np
def by_rows(select=()):
    def decorator(function):
        @wraps(function)
        def wrapper(x, *args, **kwargs):
            if x.ndim == 1:
                return function(x, *args, **kwargs)
            shape = x.shape
            out = wrapper(x.reshape(-1), *args, **kwargs)
            return out.reshape(shape)
        return wrapper
    return decorator
@by_rows(select=(1,))
def scaled(x, s, k=2.0):
    return x * s * k
def f(x: "float64[n]", A: "float64[n,m]", s: float):
    return np.sum(scaled(x, s) ** 2) + np.sum(scaled(A, s, k=3.0) * s)
""",
        "",
    ),
    (
        """
def twice(function):
    def wrapper(x, times=2):
        if times == 0:
            return x
        return function(wrapper(x, times - 1))
    return wrapper
@twice
def half(x):
    return np.sin(x) * 0.5
def f(x: "float64[n]", s: float):
    return half(x) * s + half(x, 1)
""",
        "",
    ),
    (
        """
def counted(function):
    calls = {"count": 0}
    def wrapper(x):
        calls["count"] += 1
        return function(x) * calls["count"]
    return wrapper
@counted
def half(x):
    return np.sin(x) * 0.5
def f(x: "float64[n]", s: float):
    return half(x) * s
""",
        "ADC0211",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
