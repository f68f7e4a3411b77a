"""What a class's body binds: values that are not read, properties, methods that set by names."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
class A:
    allowed = {"a", "b"}
    __doc__ = "text"
    __eps__ = 1e-3
    tables = [k for k in range(3)]
    g = 2.0
    def __init__(self, a):
        self.a = a
    def v(self, x):
        return self.g * self.a * x + self.__eps__

def f(x: "float64[n]", s: float):
    return A(s).v(x)
""",
        "",
    ),
    (
        """
class A:
    allowed = {"a", "b"}
    def __init__(self, a):
        self.a = a
    def v(self, x):
        return self.a * x * len(self.allowed)

def f(x: "float64[n]", s: float):
    return A(s).v(x)
""",
        "ADC0105",
    ),
    (
        """
class A:
    allowed = {"a", "b"}
    def __init__(self, a):
        self.a = a
        self.allowed = a
    def v(self, x):
        return self.a * x * self.allowed

def f(x: "float64[n]", s: float):
    return A(s).v(x)
""",
        "ADC0105",
    ),
    (
        """
tol = 5.0
class A:
    tol = {1.0, 2.0}
    other = tol
    def __init__(self, a):
        self.a = a
    def v(self, x):
        return self.a * x * tol

def f(x: "float64[n]", s: float):
    return A(s).v(x)
""",
        "",
    ),
    (
        """
class A:
    allowed = {"a", "b"}
    def v(self, x):
        return x * self.allowed

class B(A):
    allowed = 3.0

def f(x: "float64[n]"):
    return B().v(x)
""",
        "",
    ),
    (
        """
class A:
    w = {1.0}
    def v(self, x):
        return x * 2.0 if hasattr(self, "w") else x

def f(x: "float64[n]"):
    return A().v(x)
""",
        "",
    ),
    (
        """
from dataclasses import dataclass, KW_ONLY

@dataclass
class P:
    a: float
    _: KW_ONLY
    b: float = 2.0
    c: float = 3.0

@dataclass
class Q(P):
    d: float = 4.0

def f(x: "float64[n]", s: float):
    q = Q(s, 7.0, c=s)
    return x * q.a + q.b * q.c - q.d
""",
        "",
    ),
    (
        """
from dataclasses import dataclass, field

@dataclass(kw_only=True)
class P:
    a: float
    b: float = field(default=2.0, kw_only=False)

def f(x: "float64[n]", s: float):
    q = P(5.0, a=s)
    return x * q.a + q.b
""",
        "",
    ),
    (
        """
class A:
    __array_priority__ = 10.0
    def __init__(self, a):
        self.a = a
    def __radd__(self, x):
        return x + self.a

def f(x: "float64[n]", s: float):
    return A(s) .__radd__(x)
""",
        "ADC0123",
    ),
    (
        """
class A:
    names = {"a": {1, 2}}
    __hash__ = None
    def __init__(self, a):
        self.a = a

def f(x: "float64[n]", s: float):
    return A(s).a * x
""",
        "",
    ),
    (
        """
class A:
    def __init__(self, a):
        self._a = a
    def _get(self):
        return self._a
    def _set(self, v):
        self._a = 2.0 * v
    a = property(_get, _set, doc="the value")

def f(x: "float64[n]", s: float):
    p = A(s)
    p.a = 3.0 * s
    return p.a * x
""",
        "",
    ),
    (
        """
class A:
    def __init__(self, a):
        self._a = a
    def get(self):
        return self._a
    a = property(fget=get)
    def get(self):
        return 0.0

def f(x: "float64[n]", s: float):
    return A(s).a * x
""",
        "",
    ),
    (
        """
class A:
    def __init__(self, a):
        self._a = a
    def _set(self, v):
        self._a = 2.0 * v
    a = property(None, _set)

def f(x: "float64[n]", s: float):
    p = A(s)
    p.a = 3.0 * s
    return p._a * x
""",
        "ADC0123",
    ),
    (
        """
class A:
    def setup(self):
        base = getattr(super(), "setup", None)
        if base is not None:
            base()
        self.a = 2.0

class B:
    def setup(self):
        base = getattr(super(), "setup", None)
        if base is not None:
            base()
        self.b = 3.0

class C(A, B):
    def __init__(self):
        self.setup()

def f(x: "float64[n]"):
    c = C()
    return c.a * x + c.b
""",
        "",
    ),
    (
        """
class A:
    def setup(self):
        if hasattr(super(), "setup"):
            super().setup()
        self.a = 2.0

def f(x: "float64[n]"):
    c = A()
    c.setup()
    return c.a * x
""",
        "",
    ),
    (
        """
class A:
    def __init__(self, a):
        self.a = a
    def set_params(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)
    def clone(self, other):
        other.set_params(a=3.0)
        return other
    def v(self, x):
        return self.a * x

def f(x: "float64[n]", s: float):
    return A(s).v(x)
""",
        "",
    ),
    (
        """
class A:
    def __init__(self, a):
        self.a = a
    def set_params(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)
    def v(self, x):
        return self.a * x

def f(x: "float64[n]", s: float):
    p = A(s)
    p.set_params(a=3.0)
    return p.v(x)
""",
        "ADC0225",
    ),
    (
        """
class A:
    def __init__(self, a):
        self.a = a
    def set_params(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)
    def v(self, x):
        return self.a * x

P = A(2.0)
P.set_params(a=5.0)

def f(x: "float64[n]"):
    return P.v(x)
""",
        "ADC0123",
    ),
    (
        """
class A:
    def __init__(self, a):
        self.a = a
    def set_params(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)
    def v(self, x):
        return self.a * x

P = A(2.0)
Q = P
getattr(Q, "set" + "_params")(a=5.0)

def f(x: "float64[n]"):
    return P.v(x)
""",
        "ADC0123",
    ),
    (
        """
class A:
    k = 2.0
    def put(self, name, value):
        setattr(self, name, value)

A.put(A, "k", 3.0)

def f(x: "float64[n]"):
    return A().k * x
""",
        "ADC0123",
    ),
    (
        """
class A:
    k = 2.0
    def put(self, name="k", value=3.0):
        setattr(self, name, value)

A.put(A)

def f(x: "float64[n]"):
    return A().k * x
""",
        "ADC0123",
    ),
    (
        """
class A:
    k = 2.0
    def put(self, name, value):
        setattr(self, name, value)

A.put(*(A, "k", 3.0))

def f(x: "float64[n]"):
    return A().k * x
""",
        "ADC0123",
    ),
    (
        """
class A:
    k = 2.0
    def put(self, name, value):
        setattr(self, name, value)

A.put(A, **{"name": "k", "value": 3.0})

def f(x: "float64[n]"):
    return A().k * x
""",
        "ADC0123",
    ),
    (
        '''
class A:
    k = 2.0
    def __init__(self, a):
        self.a = a
    def __eq__(self, other):
        return self.__dict__ == other.__dict__
    def v(self, x):
        """Sets nothing: setattr(a, b, c), x.__dict__ is as it was."""
        return self.a * x * self.k

def f(x: "float64[n]", s: float):
    return A(s).v(x)
''',
        "",
    ),
    (
        """
class A:
    k = 2.0
    def __init__(self, a):
        self.a = a
    def __eq__(self, other):
        return self.__dict__ == other.__dict__.update(k=2.0)
    def v(self, x):
        return self.a * x * self.k

P = A(2.0)
P == P

def f(x: "float64[n]", s: float):
    return P.v(x)
""",
        "ADC0123",
    ),
    (
        """
class F:
    def __init__(self, n, mu):
        self.w = np.zeros(n)
        self.g = 1.0
        self.mu = mu
    def rule(self, e, x):
        self.g = self.g * 0.5 + e
        return self.mu * self.g * x

def f(x: "float64[n]", s: float):
    p = F(x.shape[0], s)
    for k in range(3):
        p.w += p.rule(s * k, x)
    return p.w * p.g
""",
        "",
    ),
    (
        """
class F:
    def __init__(self, mu):
        self.w = 1.0
        self.g = 1.0
        self.mu = mu
    def rule(self, e, x):
        self.g = self.g * 0.5 + e
        return self.mu * self.g * np.sum(x)

def f(x: "float64[n]", s: float):
    p = F(s)
    for k in range(3):
        p.w += p.rule(s * k, x)
    return p.w * p.g * x
""",
        "",
    ),
    (
        """
class F:
    def __init__(self, mu):
        self.w = mu
        self.g = 1.0
    def rule(self, x):
        self.g = 2.0
        self.w = 3.0
        return np.sum(x)

def f(x: "float64[n]", s: float):
    p = F(s)
    p.w += p.rule(x)
    return p.w * p.g * x
""",
        "ADC0223",
    ),
    (
        """
class F:
    def __init__(self, mu):
        self.w = mu
        self.g = 1.0
    def rule(self, x, s):
        self.g = 2.0
        if s > 0.2:
            self.w = 3.0
        return np.sum(x)

def f(x: "float64[n]", s: float):
    p = F(s)
    p.w += p.rule(x, s)
    return p.w * p.g * x
""",
        "ADC0223",
    ),
    (
        """
class F:
    def __init__(self, x):
        self.w = 2.0 * x
        self.g = 1.0
    def rule(self, x):
        self.g = 2.0
        self.w[:] = 3.0 * x
        return x

def f(x: "float64[n]", s: float):
    p = F(x)
    p.w += p.rule(x)
    return p.w * p.g * x
""",
        "",
    ),
    (
        """
class F:
    def __init__(self, x):
        self.w = 2.0 * x
        self.g = 1.0
    def rule(self, x):
        self.g = 2.0
        self.w = 3.0 * x
        return x

def f(x: "float64[n]", s: float):
    p = F(x)
    q = p.w
    p.w += p.rule(x)
    return p.w * p.g * x + q
""",
        "ADC0223",
    ),
    (
        """
class G:
    def __init__(self, a):
        self.a = a

class F:
    def __init__(self, a):
        self.inner = G(a)
        self.g = 1.0
    def rule(self, x):
        self.inner.a = 5.0
        self.g = 3.0
        return np.sum(x)

def f(x: "float64[n]", s: float):
    p = F(s)
    p.g += p.rule(x)
    return p.g * p.inner.a * x
""",
        "ADC0223",
    ),
    (
        """
class F:
    def __init__(self, a):
        self.a = a
        self.g = 1.0
    def rule(self, x):
        self.g += 1.0
        return np.sum(x)

def f(x: "float64[n]", s: float):
    p = F(s)
    q = p
    p.a += q.rule(x)
    q.a *= p.rule(x)
    return p.g * p.a * x
""",
        "",
    ),
    (
        """
class F:
    def __init__(self, a):
        self._a = a
        self.g = 1.0
    @property
    def a(self):
        return self._a
    @a.setter
    def a(self, v):
        self._a = v + self.g
    def rule(self, x):
        self.g += 1.0
        return np.sum(x)

def f(x: "float64[n]", s: float):
    p = F(s)
    p.a += p.rule(x)
    return p.g * p.a * x
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
