"""What a reading of classes could get wrong without a word."""

from __future__ import annotations

from tests.readings.class_texts import POINT, of
from tests.readings.table import Reading

READINGS: list[Reading] = [
    of(
        """
       class Base:
           k = 1.0

           def get(self):
               return self.k


       class Derived(Base):
           k = 2.0

           def __init__(self):
               self.k = self.k * 3
       """,
        "return Derived().get() * s + Base().get() * t",
    ),
    of(
        """
       class Shared:
           w = np.zeros(3)

           def add(self, v):
               self.w += v
               return self
       """,
        "a = Shared().add(s)\nb = Shared()\nreturn np.sum(b.w) * t + a.w[0]",
        "ADC0224",
    ),
    of(
        """
       class Shared:
           table = {"a": [2.0, 3.0]}


       def spoil():
           row = Shared.table["a"]
           row[0] = 3.0
       """,
        "return Shared.table['a'][0] * s",
        "ADC0123",
    ),
    of(
        """
       class Shared:
           table = {"a": [2.0, 3.0]}


       def spoil():
           for _, row in Shared.table.items():
               row[0] = 5.0
       """,
        "return Shared.table['a'][0] * s",
        "ADC0123",
    ),
    of(
        """
       class Shared:
           table = {"a": 2.0}

           def get(self):
               return self.table


       def spoil():
           Shared().get()["a"] = 4.0
       """,
        "return Shared.table['a'] * s",
        "ADC0123",
    ),
    of(
        """
       class Shared:
           k = 2.0


       def spoil(a):
           type(a).k = 4.0
       """,
        "return Shared.k * s",
        "ADC0123",
    ),
    of(
        """
       class Base:
           def __init__(self, v):
               self.v = v


       class Twice(Base):
           def __init__(self, v):
               Base.__init__(self, v)
               Base.__init__(self, self.v * 2)
       """,
        "return Twice(s).v * t",
    ),
    of(
        """
       def half(v):
           return v / 2


       class Own:
           k = 2.0

           @staticmethod
           def half(v):
               return v / 3

           def use(self, v, w=k):
               return self.half(v) + half(v) * w
       """,
        "return Own().use(s) + half(t)",
    ),
    of(
        """
       class Equal:
           def __eq__(self, other):
               return True
       """,
        "return s if Equal() in ('a', 'b') else t",
    ),
    of(
        """
       class Base:
           def __init__(self):
               self._v = 2.0

           @property
           def v(self):
               return self._v


       class Derived(Base):
           @property
           def v(self):
               return super().v * 3

           @v.setter
           def v(self, value):
               self._v = value
       """,
        "b = Derived()\nb.v = s\nreturn b.v * t",
    ),
    of(
        """
       class Rate:
           def __init__(self, v):
               self.v = v

           def rhs(self):
               def g(u):
                   return self.v * u

               return g

           def set(self, v):
               self.v = v
       """,
        "a = Rate(s)\ng = a.rhs()\na.set(5.0)\nreturn g(t) + g(2.0)",
    ),
    of(
        """
       class Counted:
           def __init__(self, v):
               self.v = v

           def up(self):
               self.v += 1.0


       def use(u, a=Counted(2.0)):
           a.up()
           return a.v * u
       """,
        "return use(s) + use(t)",
        "ADC0211",
    ),
    of(
        """
       class Early:
           def __init__(self, v):
               self.v = v
               if v > 1.0:
                   return
               self.v = 2 * v
       """,
        "return Early(s).v + Early(t).v",
    ),
    of(
        """
       class Base:
           def __init__(self, v):
               self.v = v

           def __add__(self, other):
               return self.v + other.v

           def __radd__(self, other):
               return 1.0


       class Derived(Base):
           def __radd__(self, other):
               return 10.0 * self.v
       """,
        "return Base(s) + Derived(t)",
    ),
    of(
        """
       class Order(IntEnum):
           FIRST = 1
           SECOND = 2
       """,
        "return s * Order.SECOND.value",
    ),
    of(
        """
       class Newton:
           def __init__(self, x):
               self.x = x
               self.n = 0

           def step(self, c):
               self.x = 0.5 * (self.x + c / self.x)
               self.n += 1
       """,
        "w = Newton(s)\nwhile abs(w.x * w.x - t) > 1e-6 and w.n < 20:\n    w.step(t)\nreturn w.x",
    ),
    of(
        """
       class Unread:
           def __init__(self, v):
               self.v = v

           def items(self):
               yield self.v

           def plot(self):
               import matplotlib.pyplot as plt

               plt.plot(self.v)
       """,
        "return Unread(s).v * t",
    ),
    of(POINT, "p = Point(x)\nu = p.a\np.a = p.a * 2\nu[0] = s\nreturn np.sum(p.a) + np.sum(u) * t"),
    of(
        POINT,
        "p, q = Point(s), Point(t)\nif x[0] > 1.0:\n    r = p\n"
        "else:\n    r = q\nr.a = 3.0 * s\nreturn p.a * q.a",
        "ADC0212",
    ),
    of(
        POINT,
        "p = q = Point(s)\nfor v in x:\n    p = Point(p.a * v)\nq.a = 2 * t\nreturn p.a * q.a",
        "ADC0212",
    ),
    of(
        """
       class Kept:
           def __init__(self, v):
               self.v = v

           def double(self):
               if not hasattr(self, "w"):
                   self.w = self.v * 2
               return self.w
       """,
        "k = Kept(x)\na = k.double()\na += s\nk.v = x * 9\nreturn k.double() * t + k.w * a",
    ),
    of(
        """
       class Kept:
           def __init__(self, v):
               self.v = v

           def step(self, k):
               self.v = self.v * 1.5 + k
               return self.v
       """,
        "k = Kept(x)\nfor i in range(m):\n    y = k.step(s)\n    y += t\nreturn y * k.v",
    ),
    of(
        """
       from collections.abc import Callable, Iterable, Mapping, Sized


       class Called:
           def __call__(self, v):
               return v * 2

           def __len__(self):
               return 3


       class Level(IntEnum):
           LOW = 2


       def of_kind(v):
           a = 2.0 if isinstance(v, Callable) else 1.0
           b = 3.0 if isinstance(v, Sized) else 1.0
           c = 5.0 if isinstance(v, (Iterable, Mapping)) else 1.0
           return a * b * c
       """,
        "k = 2.0 if isinstance(Level.LOW, int) else 1.0\nreturn s * of_kind(Called()) * k",
    ),
    of(
        """
       from collections.abc import Hashable


       class Own:
           def __eq__(self, other):
               return True
       """,
        "return s * 2 if isinstance(Own(), Hashable) else s",
        "ADC0213",
    ),
    of(
        """
       class Base(ABC):
           pass


       class Other:
           pass


       Base.register(Other)
       """,
        "return s * 2 if isinstance(Other(), Base) else s",
        "ADC0213",
    ),
    of(
        """
       from dataclasses import replace


       @dataclass
       class Doubled:
           a: float
           b: float = 1.0

           def __post_init__(self):
               self.a = self.a * 2
       """,
        "d = replace(Doubled(s), b=t)\nreturn d.a * d.b + replace(d, a=t).a",
    ),
    of(
        """
       class Two:
           def __init__(self, items):
               self.items = items

           def __getitem__(self, k):
               return self.items[k] * 2

           def __len__(self):
               return 2
       """,
        "r = s\nfor v in Two([s, t, 2.0]):\n    r = r + v\nreturn r",
        "ADC0220",
    ),
    of("", "return sorted([3.0, float('nan'), 1.0])[0] * s", "ADC0220"),
]
