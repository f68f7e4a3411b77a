"""Tests of values' classes by classes that adc does not follow, and by ones that it may not."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
class Z:
    __slots__ = ["a"]
    __array_ufunc__ = None
    def __getattr__(self, n):
        return getattr(self.a, n)
def f(x: "float64[n]"):
    if isinstance(x, Z):
        return 2*x.foo()
    return x*2
""",
        "",
    ),
    (
        """
class Z:
    def __new__(cls, *a):
        return object.__new__(cls)
    def __init__(self, a):
        self.a = a
class W:
    __slots__ = ('b',)
    def __getattribute__(self, n):
        return 1.0
def f(x: "float64[n]", s: "float64"):
    k = [x, s]
    if isinstance(s, W) or isinstance(x, (Z, list)) or isinstance(k, Z) or isinstance(None, Z):
        return 2*x.foo()
    if not isinstance("a", W) and isinstance(k, (Z, list)) and not isinstance(x[0]*s, W):
        return x*s
    return x
""",
        "",
    ),
    (
        """
class Z:
    def __getattribute__(self, n):
        return 1.0
def g(v):
    return 3.0*v if not isinstance(v, Z) else v.x
def f(x: "float64[n]", s: "float64"):
    return sum([g(v) for v in (x, s)])
""",
        "",
    ),
    (
        """
class M(type):
    def __instancecheck__(cls, x):
        return True
class Z(metaclass=M):
    def __getattribute__(self, n):
        return 1.0
def f(x: "float64[n]"):
    if isinstance(x, Z):
        return 2*x
    return x
""",
        "ADC0213",
    ),
    (
        """
class M(type):
    def __instancecheck__(cls, x):
        return True
class Y(metaclass=M):
    def __getattribute__(self, n):
        return 1.0
class Z(Y):
    def __getattribute__(self, n):
        return 1.0
def f(x: "float64[n]"):
    if isinstance(x, Z):
        return 2*x
    return x
""",
        "ADC0213",
    ),
    (
        """
class Z(np.ndarray):
    def __getattribute__(self, n):
        return 1.0
def f(x: "float64[n]"):
    if isinstance(x, Z):
        return 2*x
    return x
""",
        "ADC0213",
    ),
    (
        """
from abc import ABC
class Z(ABC):
    def __getattribute__(self, n):
        return 1.0
Z.register(np.ndarray)
def f(x: "float64[n]"):
    if isinstance(x, Z):
        return 2*x
    return x
""",
        "ADC0213",
    ),
    (
        """
from typing import Protocol, runtime_checkable
@runtime_checkable
class Z(Protocol):
    shape: tuple
def f(x: "float64[n]"):
    if isinstance(x, Z):
        return 2*x
    return x
""",
        "ADC0213",
    ),
    (
        """
class Z:
    def __getattribute__(self, n):
        return 1.0
Z = np.ndarray
def f(x: "float64[n]"):
    if isinstance(x, Z):
        return 2*x
    return x
""",
        "ADC0213",
    ),
    (
        """
class Z:
    def __getattribute__(self, n):
        return 1.0
def change():
    global Z
    Z = np.ndarray
change()
def f(x: "float64[n]"):
    if isinstance(x, Z):
        return 2*x
    return x
""",
        "ADC0213",
    ),
    (
        """
class Z:
    def __getattribute__(self, n):
        return 1.0
globals()["Z"] = np.ndarray
def f(x: "float64[n]"):
    if isinstance(x, Z):
        return 2*x
    return x
""",
        "ADC0213",
    ),
    (
        """
def other(c):
    return np.ndarray
@other
class Z:
    def __getattribute__(self, n):
        return 1.0
def f(x: "float64[n]"):
    if isinstance(x, Z):
        return 2*x
    return x
""",
        "ADC0213",
    ),
    (
        """
class Z:
    def __getattribute__(self, n):
        return 1.0
def g(x, Z):
    return 2*x if isinstance(x, Z) else x
def f(x: "float64[n]"):
    return g(x, np.ndarray)
""",
        "ADC0213",
    ),
    (
        """
class Z:
    def __getattribute__(self, n):
        return 1.0
def f(x: "float64[n]"):
    h = lambda y, Z: 2*y if isinstance(y, Z) else y
    return h(x, np.ndarray)
""",
        "ADC0213",
    ),
    (
        """
class Z:
    def __getattribute__(self, n):
        return 1.0
class P:
    def __init__(self, a):
        self.a = a
def f(x: "float64[n]"):
    p = P(x)
    return p.a*2 if isinstance(p, Z) else x
""",
        "ADC0213",
    ),
    (
        """
class Z:
    def __getattribute__(self, n):
        return 1.0
from math import *
def f(x: "float64[n]"):
    if isinstance(x, Z):
        return 2*x
    return x
""",
        "ADC0213",
    ),
    (
        """
class Z:
    def __getattribute__(self, n):
        return 1.0
def f(x: "float64[n]", y: "float64[n]"=None):
    for k in range(3):
        if isinstance(k, Z) or isinstance(y, Z) or isinstance(x.shape, Z):
            return x*x
        x = x*k
    return x
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
