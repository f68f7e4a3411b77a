"""Classes as public code has them, and files that use them."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, text

_IMPORTS = """\
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto

import numpy as np
"""
_F = '\n\ndef f(x: "float64[N]", s: float, t: float, n: int, m: int):\n'


def of(classes: str, body: str, refused: str = "", **facts) -> Reading:
    """A file of `classes`, and a function with this body."""
    source = _IMPORTS + "\n\n" + textwrap.dedent(classes).strip() + "\n"
    return text(source + _F + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n",
                refused, **facts)  # fmt: skip


POINT = """
class Point:
    scale = 2.0
    names = ("a", "b")

    def __init__(self, a, b=1.5, *, c=0.5):
        self.a = a
        self.b = b * self.scale
        self.c = c + self.a

    def norm(self):
        return np.sqrt(self.a**2 + self.b**2 + self.c**2)

    def moved(self, h):
        return Point(self.a + h, self.b)

    def move(self, h):
        self.a += h
        self.b = self.b * h
        return self

    @property
    def both(self):
        return self.a + self.b

    @both.setter
    def both(self, value):
        self.a = value / 2
        self.b = value / 2

    @staticmethod
    def half(v):
        return v / 2

    @classmethod
    def diagonal(cls, v):
        return cls(v, b=v)
"""
VECTOR = """
class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(self.x + other.x, self.y + other.y)

    def __radd__(self, other):
        return Vector(self.x + other, self.y + other)

    def __sub__(self, other):
        return self + -other

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __mul__(self, other):
        return Vector(self.x * other, self.y * other)

    __array_note = 3

    __rmul__ = __mul__

    def __iadd__(self, other):
        self.x = self.x + other.x
        return self

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __abs__(self):
        return math.hypot(self.x, self.y)

    def __lt__(self, other):
        return abs(self) < abs(other)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __call__(self, u, *, w=1.0):
        return self.x * u + w * self.y
"""
SEQUENCE = """
class Sequence:
    def __init__(self, *items):
        self.items = list(items)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, k):
        return self.items[k]

    def __setitem__(self, k, v):
        self.items[k] = v

    def __rmul__(self, other):
        return other * self.items[0]
"""
BASES = """
class Base(ABC):
    power = 2

    def __init__(self, a, **options):
        self.a = a
        self.b = self.start(a)
        self.kind = options.get("kind", "plain")

    def start(self, a):
        return 3.0 * a

    @abstractmethod
    def value(self, u):
        raise NotImplementedError

    def total(self, u):
        return self.value(u) + self.b

    @property
    def size(self):
        return self.a * 2


class Square(Base):
    def value(self, u):
        return self.a * u**self.power


class Cube(Base):
    power = 3

    def __init__(self, a, c):
        super().__init__(a, kind="cube")
        self.c = c

    def start(self, a):
        return super().start(a) + 1.0

    def value(self, u):
        return self.c * u**self.power

    def total(self, u):
        return 2.0 * super().total(u) + super().size

    @property
    def size(self):
        return super().size + 1.0


class Lazy(Base):
    pass
"""
MIXED = """
class Root:
    def __init__(self, **rest):
        self.log = 1.0

    def go(self, u):
        return u


class Left(Root):
    def __init__(self, left, **rest):
        super().__init__(**rest)
        self.left = left

    def go(self, u):
        return self.left * super().go(u)


class Right(Root):
    def __init__(self, right, **rest):
        super().__init__(**rest)
        self.right = right

    def go(self, u):
        return self.right + super().go(u)


class Both(Left, Right):
    pass


class Crossed(Right, Left):
    def go(self, u):
        return Left.go(self, u) + super().go(u)
"""
