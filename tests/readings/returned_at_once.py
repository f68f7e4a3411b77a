"""What calls give, which is None on some paths, returned at once; programs that end."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def g(a, b):
    if a > 100.0:
        return None
    return a*b

def f(x: "float64[n]", s: float):
    return g(s, x[0])
""",
        "",
    ),
    (
        """
def g(a, b):
    if a > 100.0:
        return None
    return a*b

def h(a, b):
    return g(a, b)

def f(x: "float64[n]", s: float):
    return 2*h(s, x[1])
""",
        "",
    ),
    (
        """
import sys
def g(a, b):
    if a > 100.0:
        print("bad")
        sys.exit()
    return a*b

def f(x: "float64[n]", s: float):
    return 2*g(s, x[1])
""",
        "",
    ),
    (
        """
def g(a, b):
    if a > 100.0:
        print("bad")
        exit(1)
    elif a > 50:
        quit()
    return a*b

def f(x: "float64[n]", s: float):
    return 2*g(s, x[1])
""",
        "",
    ),
    (
        """
def g(a, b):
    if a > 100.0:
        raise SystemExit("bad")
    return a*b

def f(x: "float64[n]", s: float):
    return 2*g(s, x[1])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    exit = lambda v: v
    exit(3)
    return s
""",
        "",
    ),
    (
        """
class sys:
    def exit(a):
        return a
def f(x: "float64[n]", s: float):
    sys.exit(3)
    return s
""",
        "",
    ),
    (
        """
import sys
def f(x: "float64[n]", s: float):
    try:
        y = s*x[0]
        if y > 1e6:
            sys.exit(1)
    finally:
        z = s
    return y*z
""",
        "",
    ),
    (
        """
def g(a, b):
    if a > 100.0:
        return None
    return a*b

def h(a, b):
    v = g(a, b)
    return v

def f(x: "float64[n]", s: float):
    return 2*h(s, x[1])
""",
        "",
    ),
    (
        """
def g(a, b):
    if a > 0.0:
        return None
    return a*b

def h(a, b):
    v = g(a, b)
    return v

def f(x: "float64[n]", s: float):
    w = h(x[2], x[1])
    if w is None:
        return s
    return w
""",
        "",
    ),
    (
        """
def g(a, b):
    if a > 0.0:
        return None
    return a*b

def h(a, b):
    return g(a, b)

def k(a, b):
    if b > 100:
        return a
    return h(a, b)

def f(x: "float64[n]", s: float):
    w = k(x[2], x[1])
    if w is None:
        w = k(-x[2], x[1])
    return w*s
""",
        "",
    ),
    (
        """
def g(a, b):
    if a > 0.0:
        return None
    return a*b

def h(a, b):
    v = g(a, b)
    if v is None:
        return None
    u = g(-abs(v), b)
    return u

def f(x: "float64[n]", s: float):
    total = 0.0
    for i in range(len(x)):
        w = h(x[i], s)
        if w is not None:
            total += w**2
    return total
""",
        "",
    ),
    (
        """
def g(a, b):
    if a > 0.0:
        return None
    return a*b

def h(a, b):
    v = g(a, b)
    return v, b

def f(x: "float64[n]", s: float):
    v, b = h(-abs(x[0]), s)
    return v*b
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    def g(a):
        if a > 5.0:
            return None
        return a**2
    return g(s)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    try:
        if s > -1e6:
            exit(1)
    except SystemExit:
        s = 2*s
    return s
""",
        "ADC0103",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
