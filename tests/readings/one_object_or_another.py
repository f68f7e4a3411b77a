"""What classes hold and something asks for by a name; numbers that are one object; powers of
integers; what ends generators."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
class A:
    d = {'q': 3.0}
def s(c, n):
    getattr(c, n)['q'] = 8.0
s(A, 'd')
def f(x: "float64[n]"):
    return x * A.d['q']
""",
        "ADC0123",
    ),
    (
        """
class A:
    d = {'q': 3.0}
    @classmethod
    def s(cls, n):
        getattr(cls, n)['q'] = 8.0
A.s('d')
def f(x: "float64[n]"):
    return x * A.d['q']
""",
        "ADC0123",
    ),
    (
        """
class A:
    d = {'q': 3.0}
    def s(self, n):
        v = getattr(self, n)
        v['q'] = 8.0
A().s('d')
def f(x: "float64[n]"):
    return x * A.d['q']
""",
        "ADC0123",
    ),
    (
        """
class A:
    d = {'q': 3.0}
class B(A):
    pass
getattr(B, 'd').update(q=8.0)
def f(x: "float64[n]"):
    return x * A.d['q']
""",
        "ADC0123",
    ),
    (
        """
import inspect
class A:
    d = {'q': 3.0}
for k, v in inspect.getmembers(A):
    if isinstance(v, dict) and 'q' in v:
        v['q'] = 8.0
def f(x: "float64[n]"):
    return x * A.d['q']
""",
        "ADC0123",
    ),
    (
        """
class A:
    d = {'q': 3.0}
    e = {'q': 4.0}
    def s(self, n):
        return getattr(self, n)['q']
A().s('d')
def f(x: "float64[n]"):
    return x * A.d['q']
""",
        "",
    ),
    (
        """
class A:
    d = {'q': 3.0}
    e = {'q': 4.0}
getattr(A, 'e')['q'] = 8.0
def f(x: "float64[n]"):
    return x * A.d['q']
""",
        "ADC0123",
    ),
    (
        """
class A:
    d = {'q': 3.0}
    e = {'q': 4.0}
def f(x: "float64[n]"):
    s = 0.0
    for n in ('d', 'e'):
        s = s + getattr(A, n)['q']
    return x * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    s = s * math.nan
    t = s
    return x * (t in [s])
""",
        "assumed",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    s = s * math.nan
    v = (1.0, s)
    w = (1.0, s)
    return x * (v == w)
""",
        "assumed",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    s = s * math.nan
    d = {'a': s}
    return x * (s in d.values())
""",
        "assumed",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    s = s * math.nan
    return x * (s in [s, 1.0])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    s = s * math.nan
    return x * (s + 0.0 in [s])
""",
        "",
    ),
    (
        """
def f(x: "float32[n]", s: float):
    return x * np.conjugate(s)
""",
        "",
    ),
    (
        """
def f(x: "float32[n]", s: float):
    return x * s.conjugate()
""",
        "",
    ),
    (
        """
def f(x: "float32[n]", k: int):
    return x * k.conjugate() * np.conjugate(k)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    return x * (-k)**0.5
""",
        "assumed",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    return x * (1 - k)**1.5
""",
        "assumed",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * (-len(x))**0.5
""",
        "assumed",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    s = 0.0
    for i in range(-k, k):
        s = s + i**0.5
    return x * s
""",
        "assumed",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    s = 0.0
    for i in range(-k, k):
        if i > 0:
            s = s + i**0.5 + i**2
    return x * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    return x * (k - 1)**1.5 * k**0.5 * (-k)**3 * (-k)**2.0
""",
        "",
    ),
    (
        """
def g(v):
    for a in v:
        if a > 1:
            raise StopIteration
        yield a
def f(x: "float64[n]"):
    s = 0.0
    for a in g(x):
        s += a
    return s * x
""",
        "ADC0108",
    ),
    (
        """
def g(v):
    for a in v:
        if a > 1:
            return
        yield a
def f(x: "float64[n]"):
    s = 0.0
    for a in g(x):
        s += a
    return s * x
""",
        "",
    ),
)

READINGS = [
    text(
        HEADER + source.lstrip("\n"), code, raises="raise StopIteration" in source,
        smooth="float32" not in source,
    )
    for source, code in _TEXTS
]  # fmt: skip
