"""Objects that `__init__` fills: their fields, under all their names."""

from __future__ import annotations

from tests.readings.class_texts import POINT, VECTOR, of
from tests.readings.table import Reading

READINGS: list[Reading] = [
    # Objects that `__init__` fills.
    of(POINT, "return Point(s, t).norm()"),
    of(POINT, "p = Point(s, c=t)\nreturn p.both * p.moved(t).norm()"),
    of(POINT, "p = Point.diagonal(s)\nreturn Point.half(p.c) + p.half(p.b) + Point.scale"),
    of(POINT, "p = Point(s)\nfor i in range(n):\n    p.move(t)\nreturn p.both + p.c"),
    of(POINT, "p = Point(s)\nfor v in x:\n    p = p.moved(v)\nreturn p.a * p.c"),
    of(POINT, "p = q = Point(s)\np.a = t\nreturn q.a * q.c"),
    of(POINT, "p = Point(s)\nq = p.move(t)\nq.a = 5.0 * t\nreturn p.a + p.b"),
    of(
        POINT,
        "p, q = Point(s), Point(t)\nfor v in x:\n    p, q = q, p\n    p.a *= v\nreturn p.a - q.a",
    ),
    of(POINT, "ps = [Point(v) for v in (s, t)]\nps[0].a = 7.0 * t\nreturn ps[0].a * ps[1].norm()"),
    of(POINT, "p = Point(s)\nps = [p, p]\nps[0].a = t * t\nreturn ps[1].a + p.a"),
    of(POINT, "p = Point(s) if t > 1.0 else Point(t, 2.0)\nreturn p.norm()", "ADC0212"),
    of(VECTOR, "p = Vector(s, t) if x[0] > 1.0 else Vector(t, 2.0)\nreturn p @ p", "ADC0212"),
    of(
        """
       class Held:
           def __init__(self, a, b):
               self.a, self.b = a + b, a * b
       """,
        "p = Held(s, t) if x[0] > 1.0 else Held(t, 2.0)\nreturn p.a * p.b",
    ),
    of(POINT, "p = Point(s)\nif x[0] > 1.0:\n    p.a = t\nelse:\n    p.move(s)\nreturn p.norm()"),
    of(POINT, "p = Point(s)\np.both = t\nreturn p.a * p.norm()"),
    of(POINT, "g = Point(s).moved\nreturn g(t).norm()"),
    of(POINT, "p = Point(s)\ng = p.norm\np.a = t * 3\nreturn g()"),
    of(POINT, "p = Point(s)\nreturn p.__class__(t).norm() + type(p)(s).a"),
    of(POINT, "p = Point(s)\nk = 0\nwhile p.a < 9.0:\n    p.move(1.1)\n    k += 1\nreturn p.b * k"),
    of(
        POINT,
        "p = None\nfor v in x:\n    if p is None:\n        p = Point(v)\n    p.move(v)\nreturn p.a",
    ),
    of(POINT, "return getattr(Point(s), 'a') + getattr(Point(s), 'z', t) + hasattr(Point(s), 'b')"),
    of(POINT, "return Point(s).z", "ADC0226", raises=True),
    of(POINT, "p = Point(s)\np.z = t\nreturn p.z", "ADC0226"),
    of(POINT, "if Point(s):\n    return t * s\nreturn s"),
    of(POINT, "p = Point(x)\np.a[0] = 5.0\nreturn x[0] * s + np.sum(p.b)"),
    of(POINT, "p = Point(x)\np.a += s\nreturn np.sum(x * p.a)"),
    of(
        """
       @dataclass
       class Bare:
           a: float
           b: float = 1.5
       """,
        "v = s\nps = [Bare(v)]\nv = 3 * t\nps.append(Bare(v))\nv = 5.0 * s\nps[1].b = t\n"
        "return ps[0].a * ps[1].a * ps[1].b",
    ),
    of(
        """
       @dataclass
       class Bare:
           a: float
           b: float = 1.5
       """,
        "ps = [Bare(v) for v in (s, t)]\nps[1].b = t\nreturn ps[0].a * ps[1].a * ps[1].b",
    ),
    of("", "ys = [s, t]\nzs = list(ys)\nzs[0] = 5.0\nreturn ys[0] * zs[0] + zs[1]"),
    of(
        POINT,
        "ps = []\nfor i in range(3):\n    ps.append(Point(x[i]))\nps[0].move(s)\n"
        "for p in ps:\n    for q in ps:\n        if p is not q:\n            p.a += q.b * t\n"
        "return ps[0].a * ps[1].a * ps[2].b",
    ),
    of(POINT, "ps = []\nfor v in x:\n    ps.append(Point(v))\nreturn ps[0].a", "ADC0212"),
    # Fields that are there on some paths, or late.
    of(
        """
       class Late:
           def __init__(self, a, more):
               self.a = a
               if more:
                   self.b = 2 * a

           def fill(self, v):
               self.c = v * self.a
       """,
        "p = Late(s, m > 2)\nreturn p.b",
        "ADC0224",
    ),
    of(
        """
       class Late:
           def __init__(self, a):
               self.a = a

           def fill(self, v):
               self.c = v * self.a
       """,
        "p = Late(s)\np.fill(t)\nreturn p.c",
    ),
    of(
        """
       class Late:
           def __init__(self, a):
               self.a = a

           def fill(self, v):
               self.c = v * self.a
       """,
        "p = Late(s)\nfor v in x:\n    p.fill(v)\nreturn p.c",
        "ADC0224",
    ),
    of(
        """
       class Late:
           def __init__(self, a):
               self.a = a

           def fill(self, v):
               self.c = v * self.a
       """,
        "p = Late(s)\nif t > 1.0:\n    p.fill(t)\nreturn p.c",
        "ADC0224",
        raises=True,
    ),
    of(
        """
       class Late:
           def __init__(self, a):
               self.a = a

           def fill(self, v):
               if hasattr(self, "c"):
                   self.a = 2.0 * self.a
               self.c = v * self.a
       """,
        "p = Late(s)\np.fill(t)\np.fill(t)\nreturn p.c * p.a",
    ),
    # What the class has, and what its objects have.
    of(
        """
       class Count:
           total = 0
           step = 2.0

           def add(self, v):
               self.total = self.total + v
               self.step *= 3.0
               return self
       """,
        "c = Count()\nd = Count()\nc.add(s).add(t)\nreturn c.total * c.step + d.total + Count.step",
    ),
    of(
        """
       class Count:
           made = 0

           def __init__(self, a):
               Count.made += 1
               self.a = a
       """,
        "return Count(s).a",
        "ADC0123",
    ),
    of(
        """
       class Log:
           items = []

           def __init__(self, a):
               self.items.append(a)
       """,
        "Log(s)\nlog = Log(t)\nreturn log.items[0] * t",
        "ADC0123",
    ),
    of(
        """
       class Log:
           def __init__(self, a, items=[]):
               self.items = items
               self.items.append(a)
       """,
        "Log(s)\nlog = Log(t)\nreturn log.items[0] * t",
        "ADC0211",
    ),
    of(
        """
       class Table:
           rows = {"a": (1.0, 2.0), "b": (3.0, 4.0)}
           first = 2.0
           second = 3.0 * first
           weights = np.array([1.0, 2.0, 3.0, 4.0, 5.0])

           def __init__(self, key, order=first):
               self.low, self.high = self.rows[key]
               self.order = order
       """,
        "v = Table('b')\nreturn v.low * s + v.high * t + v.order * Table.second"
        " + np.sum(v.weights * x)",
    ),
    of(
        """
       class Table:
           weights = np.array([1.0, 2.0, 3.0, 4.0, 5.0])

           def spoil(self):
               self.weights[0] = 7.0
       """,
        "return np.sum(Table().weights * x)",
        "ADC0123",
    ),
    of(
        """
       class Table:
           weights = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
       """,
        "w = Table.weights\nw[0] = s\nreturn np.sum(w * x)",
        "ADC0123",
    ),
    of(
        """
       class Late:
           n = 3
           squares = [n * k for k in range(3)]
       """,
        "return Late.squares[1] * s",
        "ADC0226",
        raises=True,
    ),
    # Names of its own.
    of(
        """
       class Private:
           __rate = 2.0

           def __init__(self, a):
               self.__a = a
               self._Private__b = 3.0

           def __twice(self):
               return 2 * self.__a

           def value(self):
               return self.__twice() * self.__rate * self.__b
       """,
        "return Private(s).value() + Private(t)._Private__a",
    ),
    of(
        """
       class Caller:
           def __init__(self, a, g):
               self.a = a
               self.g = g

           def value(self):
               return self.g(self.a)
       """,
        "return Caller(s, np.sin).value() + Caller(t, lambda v: v * s).value()",
    ),
    of(
        """
       class Rebound:
           def __init__(self, a):
               self.a = a
               self.value = self.other

           def value(self):
               return self.a

           def other(self):
               return 2 * self.a
       """,
        "return Rebound(s).value()",
        "ADC0123",
    ),
    of(
        """
       class Lists:
           def __init__(self, n):
               self.n = n
               self.items = []
               self.u = np.zeros(n)

           def push(self, v):
               self.items.append(v)
               for i in range(self.n):
                   self.u[i] += v * i
       """,
        "p = Lists(n)\np.push(s)\np.push(t)\nreturn np.sum(p.u * p.u) * p.items[1] + len(p.items)",
    ),
    of(
        """
       class History:
           def __init__(self, u):
               self.u = u
               self.history = [u]

           def step(self, h):
               self.u = self.u * h
               self.history.append(self.u)
       """,
        "p = History(s)\nfor i in range(3):\n    p.step(t)\nreturn sum(p.history)",
    ),
    of(
        """
       class Loops:
           def __init__(self, u):
               self.u = u
               self.me = self
       """,
        "return Loops(s).u",
        "ADC0211",
    ),
    of(
        """
       class Node:
           def __init__(self, v, left=None):
               self.v = v
               self.left = left

           def total(self):
               return self.v + (self.left.total() if self.left is not None else 0.0)
       """,
        "return Node(s, Node(t, Node(s * t))).total()",
    ),
    of(
        """
       class Inner:
           def __init__(self, k):
               self.k = k


       class Outer:
           def __init__(self, k):
               self.inner = Inner(k)
               self.other = self.inner

           def grow(self, v):
               self.inner.k *= v
       """,
        "p = Outer(s)\nfor v in x:\n    p.grow(v)\np.other.k += t\nreturn p.inner.k",
    ),
]
