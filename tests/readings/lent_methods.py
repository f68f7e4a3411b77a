"""Methods that set attributes by their names, called of objects that are not of their classes."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
class A:
    w = 2.0
f"{setattr(A, 'w', 6.0)}"
def f(x: "float64[n]"):
    return x * A().w
""",
        "ADC0123",
    ),
    (
        """
class B:
    w = 2.0
class A:
    def put(self, name="w", value=9.0):
        setattr(self, name, value)
def setup():
    A.put(self=B, name="w")
setup()
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
class B:
    w = 2.0
class A:
    def put(self, name="w", value=9.0):
        setattr(self, name, value)
A.put(**dict(self=B))
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
class B:
    w = 2.0
class A:
    def __put(self, name, value):
        setattr(self, name, value)
A._A__put(B, "w", 9.0)
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
class B:
    w = 2.0
class A:
    def put(self, name, value):
        setattr(self, name, value)
    other = put
A.other(B, "w", 9.0)
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
class B:
    w = 2.0
class A:
    def put(self, name, value):
        setattr(self, name, value)
class E:
    def put(this, name):
        setattr(this, name, 9.0)
def do(q):
    q.put(name="w", this=B)
do(E)
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
class B:
    w = 2.0
class C:
    def put(self, name, value):
        setattr(self, name, value)
    def put2(self, v, put=put):
        put(v, "w", 9.0)
C().put2(B)
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
import operator
class B:
    w = 2.0
class A:
    def put(self, name, value):
        setattr(self, name, value)
operator.attrgetter("put")(A)(B, "w", 9.0)
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
class B:
    w = 2.0
class A:
    def put(self, name, value):
        setattr(self, name, value)
getattr(A, "put")(B, "w", 9.0)
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
class B:
    w = 2.0
class A:
    def put(self, name, value):
        setattr(self, name, value)
getattr(A, "pu" + "t")(B, "w", 9.0)
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
class B:
    w = 2.0
class A:
    def put(self, name, value):
        setattr(self, name, value)
go = getattr(A, 'put')
go(B, "w", 9.0)
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
from operator import attrgetter
class B:
    w = 2.0
class A:
    def put(self, name, value):
        setattr(self, name, value)
go = attrgetter('put')
go(A)(B, "w", 9.0)
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
class B:
    w = 2.0
class A:
    def put(self, name, value):
        setattr(self, name, value)
getattr(A, "pu" + "t", "none")(B, "w", 9.0)
def f(x: "float64[n]"):
    return x * B().w
""",
        "ADC0123",
    ),
    (
        """
class B:
    w = 2.0
class A:
    def put(self, name, value):
        setattr(self, name, value)
    def all(self, kind):
        getattr(self, "put")("a", 1.0)
        return getattr(self, kind)(2.0)
    def three(self, kind):
        return getattr(np, "sin")(2.0) + getattr(math, kind)(1.0)
def f(x: "float64[n]"):
    return x * B().w
""",
        "",
    ),
    (
        """
class B:
    w = 2.0
class A:
    def put(self, **options):
        for k, v in options.items():
            setattr(self, k, v)
        return self
    def three(self, kind):
        return getattr(np, kind)(2.0)
def f(x: "float64[n]"):
    return x * B().w
""",
        "",
    ),
    (
        """
class A:
    k = 2.0
    def put(self, v):
        self.k = v
match A:
    case type(put=lent):
        lent(A, 3.5)
def f(x: "float64[n]"):
    return x * A().k
""",
        "ADC0123",
    ),
    (
        """
class A:
    k = 2.0
    @property
    def level(self):
        self.k = 3.0
        return 1.0
A.level.fget(A)
def f(x: "float64[n]"):
    return x * A().k
""",
        "ADC0123",
    ),
    (
        """
class A:
    k = 2.0
    def put(self, v):
        self.k = v
lent = type.__getattribute__(A, "put")
lent(A, 4.0)
def f(x: "float64[n]"):
    return x * A().k
""",
        "ADC0123",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
