"""Handlers that are left out, of what nothing but `raise` raises: the call returns an error."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
from scipy.optimize import curve_fit
import numpy as np
def f(x: "float64[n]", s: "float64"):
    try:
        p, c = curve_fit(lambda t, a, b: a + b * t, np.arange(4.0), x * s)
    except RuntimeError:
        p = np.zeros(2)
    return p
""",
        "",
    ),
    (
        """
from scipy.optimize import newton
import numpy as np
def f(x: "float64[n]", s: "float64"):
    out = np.zeros(4)
    for i in range(4):
        try:
            out[i] = newton(lambda v: v**3 - x[i] - s, 1.0)
        except RuntimeError as e:
            print(e)
            out[i] = np.nan
        else:
            out[i] *= 2
    return out
""",
        "",
    ),
    (
        """
import numpy as np
class A:
    def __init__(self, s):
        self.s = s
    def go(self, x):
        if self.s < -5:
            raise RuntimeError("no")
        return x * self.s
def f(x: "float64[n]", s: "float64"):
    a = A(s)
    try:
        y = a.go(x)
    except RuntimeError:
        y = x
    finally:
        s = s + 1
    return y * s
""",
        "",
    ),
    (
        """
import numpy as np
class A:
    def __init__(self, s):
        self.s = s
    def go(self, x):
        if self.s < -5:
            raise RuntimeError("no")
        return x * self.s
def f(x: "float64[n]", s: "float64"):
    a = A(s)
    try:
        y = a.go(x)
    except Exception:
        y = x
    return y * s
""",
        "ADC0103",
    ),
    (
        """
import numpy as np
def g(x, s):
    if s > 0:
        raise RuntimeError("no")
    return x * s
def f(x: "float64[n]", s: "float64"):
    try:
        y = g(x, s)
    except RuntimeError:
        y = x * s * s
    return y * s
""",
        "",
    ),
    (
        """
import numpy as np
class RuntimeError(ValueError):
    pass
class A:
    def go(self, x):
        return x / 2
def f(x: "float64[n]", s: "float64"):
    a = A()
    try:
        y = a.go(x)
    except RuntimeError:
        y = x
    return y * s
""",
        "",
    ),
    (
        """
import numpy as np
class A:
    def go(self, x, s):
        if s > 0:
            raise RuntimeError("no")
        return x / 2
def f(x: "float64[n]", s: "float64"):
    a = A()
    try:
        y = a.go(x, s)
    except RuntimeError:
        y = x
    return y * s
""",
        "assumed",
    ),
    (
        """
import numpy as np
class A:
    def go(self, x, s):
        if s < -10:
            raise NotImplementedError
        return x / 2
def f(x: "float64[n]", s: "float64"):
    a = A()
    try:
        return a.go(x, s)
    except (RuntimeError, AssertionError):
        return x * 0
""",
        "warned",
    ),
    (
        """
import numpy as np
class A:
    def __init__(self, kind):
        self.kind = kind
    def go(self, x, s):
        if self.kind == "b":
            raise RuntimeError("no")
        return x / 2
def f(x: "float64[n]", s: "float64"):
    a = A("b")
    try:
        y = a.go(x, s)
    except RuntimeError:
        y = x
    return y * s
""",
        "ADC0233",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    d = {"a": 1.0, "b": 2.0}
    y = x
    try:
        for k in d:
            d[k + "c"] = 2.0
            y = y * s
    except RuntimeError:
        y = x
    return y
""",
        "ADC0103",
    ),
    (
        """
import numpy as np
class A:
    def go(self, x, d):
        for k in list(d):
            d[k] = d[k] + 1.0
        if d["a"] < 0:
            raise RuntimeError
        return x * d["a"]
def f(x: "float64[n]", s: "float64"):
    d = {"a": s, "b": 2.0}
    a = A()
    try:
        y = a.go(x, d)
    except RuntimeError:
        y = x
    return y
""",
        "",
    ),
    (
        """
from scipy.optimize import brentq
import numpy as np
def f(x: "float64[n]", s: "float64"):
    try:
        r = brentq(lambda v: v**3 - s, 0.0, 300.0, maxiter=3)
    except RuntimeError:
        r = -1.0
    return r * x
""",
        "ADC0103",
    ),
    (
        """
from scipy import optimize
import numpy as np
def f(x: "float64[n]", s: "float64"):
    try:
        r = optimize.brentq(lambda v: v**3 - s, 0.0, 3.0, xtol=1e-12)
    except RuntimeError:
        r = -1.0
    return r * x
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
