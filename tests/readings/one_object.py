"""Whether two names stand for one object: `is`, and `==` where a class has no `__eq__`."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, text

CLASSES = """
from dataclasses import dataclass
import copy
class Body:
    def __init__(self, x, v=1.0):
        self.x = x
        self.v = v
    def pull(self, other, dt):
        self.v += dt * (other.x - self.x)
class Still:
    def __init__(self, x):
        self.x = x
@dataclass(eq=False)
class Cell:
    u: float
    w: float = 2.0
@dataclass(eq=False, frozen=True)
class Fixed:
    u: float
class Pair:
    def __init__(self, one, two):
        self.one = one
        self.two = two
    def same(self):
        return self.one is self.two
class Near:
    def __init__(self, x):
        self.x = x
    def __eq__(self, other):
        if not isinstance(other, Near):
            return NotImplemented
        return self.x == other.x
class Never:
    def __init__(self, x):
        self.x = x
    def __eq__(self, other):
        return False
"""

HEAD = 'def f(x: "float64[N]", s: float, t: float):\n'


def objects(body: str, refused: str = "") -> Reading:
    return text(CLASSES + HEAD + textwrap.indent(body.rstrip(), "    ") + "\n", refused)


READINGS: list[Reading] = [
    # bodies
    objects(
        "bodies = [Body(s), Body(t), Body(s * t, t)]\n"
        "for k in range(3):\n    for a in bodies:\n        for b in bodies:\n"
        "            if a != b:\n                a.pull(b, 0.1)\n"
        "    for a in bodies:\n        a.x += a.v * 0.1\n"
        "return bodies[0].x * bodies[1].v + bodies[2].x"
    ),
    # nothing changes them
    objects(
        "ps = [Still(s), Still(t), Still(s)]\ny = 0.0\n"
        "for a in ps:\n    for b in ps:\n        if a is not b:\n            y += a.x * b.x\n"
        "        elif a == b:\n            y += t\nreturn y"
    ),
    # the same values
    objects("a = Still(s)\nb = Still(s)\nreturn s * (a == b) + t * (a != b) + 3 * s * (a == a)"),
    # other names
    objects("a = Body(s)\nb = a\nb.x = t\nreturn a.x * (a is b) + s * (a != b) + a.x * (b == a)"),
    # copies
    objects("a = Body(s)\nb = copy.copy(a)\nreturn s * (a == b) + t * (a is b) + b.x * 2"),
    # deep copies
    objects("a = [Body(s)]\nb = copy.deepcopy(a)\nreturn s * (a[0] == b[0]) + b[0].x * t"),
    # data classes
    objects("a = Cell(s)\nb = Cell(s)\nreturn t * (a == b) + s * (a != b) + t * (a in [b, a])"),
    # frozen ones
    objects("a = Fixed(s)\nb = Fixed(s)\nc = b\nreturn t * (a == b) + s * (b == c) + s * (a is c)"),
    # membership
    objects(
        "bs = [Body(s), Body(t)]\nc = Body(s)\ny = 0.0\nif bs[1] in bs:\n    y += s\n"
        "if c in bs:\n    y += 3 * t\nif c not in bs:\n    y += t * t\nreturn y"
    ),
    # membership asks nobody for the object itself
    objects(
        "a = Never(s)\nreturn s * (a in [Never(t), a]) + t * (a == a) + 2 * t * (a in [Never(s)])"
    ),
    # other values
    objects(
        "a = Body(s)\nb = None\nreturn s * (a == 3) + t * (a != 3) + s * (a == None) + t * (a != b)"
        " + s * (a == 'a') + t * ((1, 2) != a) + s * (a == [a]) + 2 * t * (s != a)"
    ),
    # other classes
    objects("a = Body(s)\nb = Still(s)\nreturn s * (a == b) + t * (a != b) + s * (a is b)"),
    # NotImplemented
    objects("a = Near(s)\nb = Still(s)\nreturn s * (a == b) + t * (a != b) + s * (a == Near(s))"),
    # in functions
    objects(
        "def force(i, others):\n    total = 0.0\n    for o in others:\n        if o == i:\n"
        "            continue\n        total += (o.x - i.x) * t\n    return total\n"
        "bs = [Body(v) for v in (s, t, s * t)]\ny = 0.0\n"
        "for b in bs:\n    y += b.x * force(b, bs)\n"
        "return y"
    ),
    # the last one
    objects(
        "bs = [Body(s), Body(t), Body(2 * s)]\nlast = None\ny = 0.0\nfor b in bs:\n"
        "    if last is not None and last != b:\n        y += last.x * b.x\n    last = b\nreturn y"
    ),
    # swapped
    objects(
        "a = Body(s)\nb = Body(t)\nc = a\na, b = b, a\nreturn s * (c == a) + t * (c == b) + a.x"
    ),
    # in a field
    objects(
        "a = Body(s)\nb = Body(s)\ny = 0.0\nif Pair(a, a).same():\n    y += s\n"
        "if Pair(a, b).same():\n    y += t * t\nreturn y"
    ),
]
