"""Objects that only tell whether something was given, and sequences that are filled up."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
_NV = object()
def g(x, a=_NV):
    if a is _NV:
        return x * 2
    return x * x * a
def f(x: "float64[n]"):
    return g(x) + g(x, 3.0)
""",
        "",
    ),
    (
        """
_NV = object()
def f(x: "float64[n]", a=_NV):
    if a is not _NV:
        return x * a
    return x * x
""",
        "",
    ),
    (
        """
_A = object()
_B = object()
def g(x, a):
    if a == _B:
        return x * 3
    if a != _A:
        return x * 5
    return x * x
def f(x: "float64[n]"):
    return g(x, _A) * g(x, _B) + g(x, None)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = object()
    b = object()
    c = a
    y = x * x
    if a is b:
        y = y * 2
    if a is c:
        y = y * 3
    return y
""",
        "",
    ),
    (
        """
class K:
    MISSING = object()
    def of(self, d, k):
        v = d.get(k, self.MISSING)
        if v is K.MISSING:
            return 2.0
        return v
def f(x: "float64[n]"):
    k = K()
    d = {"a": 3.0}
    return x * x * k.of(d, "a") + x * k.of(d, "b")
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    s = object()
    if isinstance(s, float) or callable(s) or not s:
        return x
    if isinstance(s, object) and not isinstance(s, (int, np.ndarray)):
        return x * x
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    s = object()
    t = object()
    u = s if x[0] > 0.3 else t
    return x * 2 if u is s else x * 3
""",
        "ADC0212",
    ),
    (
        """
import copy
_NV = object()
def f(x: "float64[n]"):
    t = copy.deepcopy(_NV)
    return x * x if t is _NV else x
""",
        "ADC0232",
    ),
    (
        """
import copy
_NV = object()
def f(x: "float64[n]"):
    t = copy.deepcopy([_NV, 1.0])
    return x * x if t[0] is _NV else x
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x * x
    prev = None
    for k in range(3):
        s = object()
        if prev is s:
            y = y * 3
        prev = s
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    first = object()
    y = x * x
    last = first
    for k in range(3):
        if last is first:
            y = y * 3
            last = object()
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    s = object()
    y = 0.0
    for a, b in zip((s, x[0], s), (x[0], s, s)):
        if a is s and b is s:
            y = y + 1.0
        elif a is s:
            y = y + b * b
        else:
            y = y + a
    return y
""",
        "",
    ),
    (
        """
from itertools import zip_longest
def f(x: "float64[n]"):
    s = object()
    y = x
    for a, b in zip_longest((1.5, 2.0, 4.0), (3.0,), fillvalue=s):
        if a is s:
            y = y * 7
        elif b is s:
            y = y * a
        else:
            y = y * y * b + a
    return y
""",
        "",
    ),
    (
        """
import itertools
def f(x: "float64[n, 3]"):
    bad = 0
    for a, b in itertools.zip_longest(x.shape, (None, 3, 2)):
        if a is None:
            bad += 1
        elif b is not None and a != b:
            bad += 1
    return x * x * bad
""",
        "",
    ),
    (
        """
from itertools import zip_longest
def f(x: "float64[3]", y: "float64[2]"):
    t = 0.0
    for a, b in zip_longest(x, y, fillvalue=2.0):
        t = t + a * a * b
    return t
""",
        "ADC0107",
    ),
    (
        """
from itertools import zip_longest
def f(x: "float64[3]"):
    return np.array([a * b for a, b in zip_longest(x, [4.0], fillvalue=x[1])])
""",
        "ADC0107",
    ),
    (
        """
from itertools import zip_longest
def f(x: "float64[3]", y: "float64[3]"):
    t = 0.0
    for a, b in zip_longest(x, y, fillvalue=2.0):
        t = t + a * a * b
        x[2] = 0.5
    return t
""",
        "ADC0107",
    ),
    (
        """
_NV = object()
def g(x, w=_NV):
    return x * x if w is _NV else x * w
def f(x: "float64[n]"):
    w = x + 1.0
    return g(x, w) + 2.0 * (w == _NV)
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    s = object()
    d = {"a": s, "b": 2.0}
    y = x * x
    for k, v in d.items():
        if v is s:
            y = y * x
        else:
            y = y * v
    return y if s in (s, 1) else x
""",
        "",
    ),
    (
        """
def g(x, s=object()):
    return x if s is None else x * x
def f(x: "float64[n]"):
    return g(x)
""",
        "ADC0232",
    ),
    (
        """
_NV = object()
def h(a=_NV):
    return a
def f(x: "float64[n]"):
    return x * x if h() is h() else x
""",
        "",
    ),
    (
        """
def g(x):
    x[0] = x[0] * 2.0
    return (x[0], x[1])
from itertools import zip_longest
def f(x: "float64[n]"):
    x = x + 0.0
    t = 0.0
    for a, b in zip_longest(g(x), (2.0, 3.0, 4.0), fillvalue=1.0):
        t = t + a * a * b
    return t * x
""",
        "",
    ),
    (
        """
from itertools import zip_longest
def f(x: "float64[3]", y: "float64[2]"):
    z = x * 1.0
    t = 0.0
    for a, b in list(zip_longest(z, y, fillvalue=2.0)):
        z[2] = 0.5
        t = t + a * a * b
    return t + z
""",
        "",
    ),
    (
        """
import itertools
def f(x: "float64[n]"):
    for k, (a, b) in enumerate(itertools.zip_longest((), (1.0, 2.0))):
        if a is None:
            x = x * x * b + k
    return x
""",
        "ADC0220",
    ),
    (
        """
from itertools import zip_longest
def f(x: "float64[n]"):
    for a, b in zip_longest((1.0, 2.0, 3.0), (4.0,), fillvalue=0.5):
        if a > 1.5:
            break
        x = x * a * b
    else:
        x = x + 7
    return x * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = object()
    y = x * x
    k = 0
    while y[0] * k < 5.0 and k < 9:
        a = object() if k > 100 else a
        y = y * 1.1
        k += 1
    return y
""",
        "ADC0224",
    ),
    (
        """
def g(m=object()):
    return m


def f(x: "float64[n]"):
    return x * (2.0 if g() is g() else 3.0)
""",
        "ADC0232",
    ),
    (
        """
class A:
    M = object()

    def __init__(self, m=M):
        self.m = m


def f(x: "float64[n]"):
    return x * (2.0 if A().m is A.M else 3.0)
""",
        "ADC0232",
    ),
    (
        """
_M = object()


def g(a, m=(_M, 1)):
    return 2.0 if m[0] is _M else a


def f(x: "float64[n]"):
    return x * g(3.0) * g(5.0, (None, 2))
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
