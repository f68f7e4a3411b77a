"""Operators, bases, enumerations, objects of the module, and what adc does not follow."""

from __future__ import annotations

from tests.readings.class_texts import BASES, MIXED, SEQUENCE, VECTOR, of
from tests.readings.table import Reading

READINGS: list[Reading] = [
    # Operators.
    of(VECTOR, "v = Vector(s, t) + Vector(t, 2.0) * s - Vector(x[0], x[1])\nreturn v @ v + abs(v)"),
    of(VECTOR, "v = 2.0 * Vector(s, t)\nreturn sum([v, v, v]).x + (s + v).y"),
    of(VECTOR, "v = w = Vector(s, t)\nv += Vector(t, t)\nreturn w.x * v.y"),
    of(VECTOR, "v = Vector(s, t)\nv *= t\nreturn v(s) + v(x[0], w=t)"),
    of(
        VECTOR,
        "v, w = Vector(s, t), Vector(t, 3.0)\n"
        "return (s if v < w else t) * (1.0 if v == w else 2.0)",
    ),
    of(VECTOR, "return (x * Vector(s, t))[0].x", "ADC0232"),
    of(VECTOR, "return (Vector(x, x) * x).x"),
    of(VECTOR, "return np.sum((Vector(x, 2 * x) + Vector(x[::-1], x)).x * x)"),
    of(VECTOR, "v = Vector(0.0, 0.0)\nfor u in x:\n    v = v + Vector(u, u * s)\nreturn abs(v)"),
    of(VECTOR, "return (Vector(s, t) + t).x", "ADC0232", raises=True),
    of(VECTOR, "return (Vector(s, t) / t).x", "ADC0232", raises=True),
    of(SEQUENCE, "v = Sequence(s, t)\nv[0] = v[1] * 2\nreturn v[0] * s + len(v)"),
    of(SEQUENCE, "v = Sequence(s, t)\nreturn 2.0 * v"),
    of(SEQUENCE, "v = Sequence(s, t)\nreturn x[0] * v", "ADC0232"),
    of(SEQUENCE, "v = Sequence(s, t)\nif v:\n    return s * t\nreturn s", "ADC0232"),
    # Bases.
    of(BASES, "return Square(s).total(t) + Cube(s, t).total(t)"),
    of(BASES, "return sum(b.total(t) for b in (Square(s), Cube(t, s)))"),
    of(
        BASES,
        "b = Cube(s, t)\nif isinstance(b, Square):\n    return s\n"
        "return b.size * isinstance(b, Base) + isinstance(s, Base) + (b.kind == 'cube')",
    ),
    of(BASES, "return Lazy(s).a", "ADC0232", raises=True),
    of(BASES, "b = Square(s) if t > 1.0 else Cube(s, t)\nreturn b.total(t)", "ADC0212"),
    of(
        BASES,
        "if t > 1.0:\n    b = Square(s)\nelse:\n    b = Cube(s, t)\nreturn b.total(t)",
        "ADC0212",
    ),
    of(BASES, "b = {'a': Square, 'b': Base}['a'](s)\nreturn b.total(t)"),
    of(MIXED, "return Both(left=s, right=t).go(s) * Crossed(left=s, right=t).go(t)"),
    of(
        """
       class A:
           pass


       class B(A):
           pass


       class C(A, B):
           pass
       """,
        "return s if isinstance(C(), A) else t",
        "ADC0123",
        raises=True,
    ),
    of(
        """
       class Base:
           def go(self, u):
               return u


       class Own(Base):
           def go(self, u):
               def inner(v):
                   return super().go(v)

               return inner(u)
       """,
        "return Own().go(s)",
        "ADC0225",
        raises=True,
    ),
    of(
        """
       class Sized(np.ndarray):
           def go(self, u):
               return u
       """,
        "return Sized(3).go(s)",
        "ADC0123",
    ),
    # Dataclasses that do more.
    of(
        """
       @dataclass
       class Gas:
           p: float
           v: float = 2.0
           energy: float = field(default=0.0)

           def __post_init__(self):
               self.energy = self.p * self.v
               self.ratio = self.p / self.v


       @dataclass
       class Ideal(Gas):
           t: float = 3.0
       """,
        "g = Ideal(s, t)\ng.p = 5.0\nreturn g.energy * g.ratio + g.t * g.p",
    ),
    of(
        """
       @dataclass
       class Base:
           a: float
           b: float = 2.0


       @dataclass
       class Derived(Base):
           a: float = 1.0
           c: float = 3.0

           def total(self):
               return self.a + 2 * self.b + 3 * self.c


       class Plain(Derived):
           def total(self):
               return 2 * super().total()
       """,
        "return Derived(s, c=t).total() + Plain(t, s).total() + Derived().total()",
    ),
    # Enumerations.
    of(
        """
       class Mode(Enum):
           FAST = "fast"
           SLOW = "slow"
           QUICK = "fast"


       class Order(IntEnum):
           FIRST = 1
           SECOND = 2


       class Auto(Enum):
           A = auto()
           B = auto()

           @property
           def weight(self):
               return 10.0 * self.value

       """,
        "mode = Mode('slow')\n"
        "if mode is Mode.SLOW and mode != Mode.FAST and Mode.QUICK is Mode.FAST:\n"
        "    s = s * x[Order.SECOND]\nreturn s**Order.SECOND * Auto.B.value + Auto['A'].weight"
        " + (t if mode in (Mode.FAST, Mode.SLOW) else 0.0) + (Mode.FAST == 'fast')",
    ),
    of(
        """
       class Step(Enum):
           FULL = 1.5
           HALF = 2.5
           WHOLE = 1.5


       class Same(Enum):
           A = 1
           B = True
           C = 2 * 0.5
           D = (1.0, 2)
           E = (1, 2.0)

       """,
        "for i, step in enumerate(Step):\n    s = s + i * step.value * x[0]\n"
        "return s * len(Step) + len(list(Same)) * x + (Step.WHOLE is Step.FULL)"
        " + (Same.C is Same.A) + Same.C.value / 2 + Step(2.5).value + (Same((1, 2)) is Same.E)",
    ),
    of(
        """
       class Table(Enum):
           A = np.array([1.0, 2.0])
           B = 2

       """,
        "return x * Table.B.value",
        "ADC0123",
    ),
    of(
        """
       class Falling(Enum):
           A = 5
           B = 2
           C = auto()

       """,
        "return x * Falling.C.value",
        "ADC0123",
    ),
    # Objects of the module.
    of(
        """
       class Earth:
           models = {"wgs84": {"a": 6378.137, "b": 6356.752}}

           def __init__(self, model="wgs84"):
               self.a = self.models[model]["a"]
               self.b = self.models[model]["b"]
               self.f = (self.a - self.b) / self.a
               self.weights = np.array([self.a, self.b, 1.0, self.f, 2.0])


       EARTH = Earth()
       BOTH = {"first": EARTH, "second": Earth("wgs84")}
       """,
        "return EARTH.f * s + BOTH['second'].a * t + np.sum(EARTH.weights * x)",
    ),
    of(
        """
       class Earth:
           def __init__(self, a):
               self.weights = np.array([a, 2.0])

           def spoil(self):
               self.weights[0] = 4.0


       EARTH = Earth(3.0)
       """,
        "return EARTH.weights[0] * s",
        "ADC0123",
    ),
    of(
        """
       class Earth:
           def __init__(self, a):
               self.a = a

           def spoil(self):
               self.a = 4.0


       EARTH = Earth(3.0)
       """,
        "return EARTH.a * s",
        "ADC0123",
    ),
    of(
        """
       class Earth:
           def __init__(self, a):
               self.weights = np.array([a, 2.0])


       EARTH = Earth(3.0)
       """,
        "w = EARTH.weights\nw[0] = s\nreturn np.sum(w)",
        "ADC0123",
    ),
    of(
        """
       class Earth:
           def __init__(self, a):
               self.a = a


       def radius(u, earth=Earth(2.5)):
           return earth.a * u
       """,
        "return radius(s) + radius(t, Earth(s))",
    ),
    # What adc does not follow.
    *(
        of(
            f"""
           class Other:
               def __init__(self, a):
                   self.a = a

               def {method}
                   return 2.0
           """,
            "return Other(s).a",
            "ADC0123",
        )
        for method in ("__getattr__(self, name):", "__array_ufunc__(self, *a, **k):")
    ),
    *(
        of(
            f"""
           class Other:
               def __init__(self, a):
                   self.a = a

               def {method}
                   return 2.0
           """,
            "return Other(s).a",
            "ADC0123",
            raises=True,
        )
        for method in ("__setattr__(self, name, value):", "__new__(cls, a):")
    ),
    of(
        """
       class Meta(type):
           pass


       class Other(metaclass=Meta):
           def __init__(self, a):
               self.a = a
       """,
        "return Other(s).a",
        "ADC0123",
    ),
    of(
        """
       class Other:
           def __init__(self, **given):
               self.__dict__.update(given)
       """,
        "return Other(a=s).a",
        "ADC0226",
    ),
    of(
        """
       class Other:
           def __init__(self, a):
               self.a = a


       def double(self):
           return 2 * self.a


       Other.double = double
       """,
        "return Other(s).double()",
        "ADC0123",
    ),
    of(
        """
       class Other:
           def __init__(self, a):
               self.a = a

           def again(self, a):
               self.__init__(a)
       """,
        "p = Other(s)\np.again(t)\nreturn p.a",
    ),
]
