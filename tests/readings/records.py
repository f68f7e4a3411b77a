"""Tuples, objects and dictionaries as values, and what is taken apart or walked through."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, body, text

_HEAD = '''\
import dataclasses
from collections import namedtuple
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np


@dataclass
class State:
    """A field and a number."""

    u: np.ndarray
    e: float = 0.0
    power = 2

    @property
    def size(self):
        return self.u.shape[0]

    def energy(self, w=2.0):
        return w * np.sum(self.u ** self.power) + self.e


class Pair(NamedTuple):
    a: float
    b: float = 2.0


class Limits:
    low, high = 0.0, 1.0


class Bounds:
    low: float = 0.25
    high = 1.25


Grid = namedtuple("Grid", ["dx", "n"])
Mode = namedtuple("Mode", "pos vel kind n scale", defaults=(0.5, "slow", 2, None))
GRID = Grid(0.5, n=3)
TABLE = {"square": lambda v: v * v, "scale": 3.0}


def twice(v):
    return 2.0 * v
'''


def record(signature: str, statements: str, refused: str = "", **facts) -> Reading:  # type: ignore[no-untyped-def]
    inside = textwrap.indent(textwrap.dedent(statements).strip("\n"), "    ")
    return text(f"{_HEAD}\n\ndef f({signature}):\n{inside}\n", refused, **facts)


_LOOP = 'x: "float64[N]", n: int'
_TEST = 'x: "float64[N]", c: float'

READINGS = (
    text("def g(s):\n    return [s, 2.0]\n"
         'def f(s: float, x: "float64[N]"):\n    p = g(s)\n    p.append(3.0)\n'
         "    return x * len(p) * p[0] * (2.0 if isinstance(p, list) else 3.0)\n"),
    text("def g(s):\n    if s > 1.0:\n        return [s, 2.0]\n    return [3.0, s]\n"
         'def f(s: float, x: "float64[N]"):\n    a, b = g(s)\n    p = g(2.0 * s)\n'
         "    return x * a * b * p[0] * (2.0 if isinstance(p, list) else 3.0)\n"),
    text("def g(s):\n    if s > 1.0:\n        return [s, 2.0]\n    return 3.0, s\n"
         'def f(s: float, x: "float64[N]"):\n    p = g(s)\n'
         "    return x * (2.0 if isinstance(p, list) else 3.0)\n", "ADC0212"),
    text("L = [1.0, 2.0]\ndef g():\n    return L\n"
         'def f(x: "float64[N]"):\n    p = g()\n    p.append(3.0)\n    return x * len(L)\n',
         "ADC0211"),
    text("def g(s):\n    return [1.0, 2.0]\n"
         'def f(s: float, x: "float64[N]"):\n    return x * (2.0 if g(s) == (1.0, 2.0) else 3.0)\n',
         "ADC0232"),
    text("from typing import NamedTuple\n\n\nclass P(NamedTuple):\n    a: float\n    b: float\n"
         "def far(p, s):\n    if s > 1.0:\n        return P(p.a + 0.5, p.b)\n"
         "    return P(p.a, 2.0 * p.b)\n"
         'def f(s: float, x: "float64[N]"):\n    q = far(P(s, x), s)\n    a, b = far(q, 2.0)\n'
         "    return q.a * q.b + far(q, 0.0).b * a + b\n"),
    record(_LOOP, "s = (x, 0.0)\nfor i in range(n):\n    u, e = s\n"
           "    s = (u * 1.1, e + np.sum(u))\nreturn s[1] + np.sum(s[0] ** 2)"),
    record(_LOOP, "s = State(x)\nfor i in range(n):\n"
           "    s = State(s.u + 0.1 * s.energy(), s.e + s.energy(3.0) / s.size)\n"
           "return s.energy()"),
    record(_LOOP, "s = State(x)\nfor i in range(n):\n    s.u[1:] += 0.1 * s.u[:-1]\n"
           "    s = replace(s, e=s.e + s.u[-1])\nreturn s.e + np.sum(x)"),
    record(_LOOP, "s = State(x)\nwhile s.e < 10.0:\n"
           "    s = dataclasses.replace(s, e=s.e + s.u[-1] + 1.0, u=s.u * 1.2)\n"
           "return s.e + np.sum(s.u)"),
    record(_LOOP, 's = {"u": x, "t": 0.0}\nfor i in range(n):\n'
           '    s = {"u": np.sin(s["u"]), "t": s["t"] + s["u"][0]}\nreturn s["t"]'),
    record(_LOOP, "s = (x, x * 2)\nfor i in range(n):\n    a, b = s\n    s = (b, a)\n"
           "return np.sum(s[0] * 3 + s[1])"),
    record(_LOOP, "s = (x, x * 2)\nt = s\nfor i in range(n):\n    s = (s[1] * 0.5, s[0])\n"
           "return np.sum(t[0] + s[0] * s[1])"),
    record('x: "float64[N]", y: "float64[N]", n: int', """
        s = ((x * 1.0, y * 1.0), 0.5)
        for k in range(n):
            (a, b), e = s
            c = a.copy()
            c[1:] += 0.1 * b[:-1] * e
            s = ((b, c) if k % 2 else (c, b), e + c[-1] * b[0])
        p = {"u": s[0][0], "e": s[1]}
        if p["e"] > 1.0:
            p = {"u": p["u"] * p["e"], "e": 2.0}
        return np.sum(p["u"] ** 2) * p["e"] + s[1]
        """),
    record(_LOOP, "p = Pair(1.0)\nfor i in range(n):\n    p = Pair(p.b, p.a * x[0])\n"
           "return p.a - p.b"),
    record(_LOOP, "s = (x, (0.0, 1.0))\nfor i in range(n):\n"
           "    s = (s[0], (s[1][1], s[1][0] + x[0]))\nreturn s[1][0] * s[1][1]"),
    record(_LOOP, "s = (x, 0.0)\nfor i in range(n):\n    s = (x, 0.0, 1.0)\nreturn s[1]",
           "ADC0212"),
    record(_LOOP, "s = (x, x)\nfor i in range(n):\n    s = (s[1], 2.0 * s[0])\n"
           "s[0][0] = 5.0\nreturn np.sum(x)", "ADC0211"),
    record(_TEST, "if c > 1.0:\n    s = State(x, c)\nelse:\n    s = State(2 * x)\n"
           "return s.energy()"),
    record(_TEST, "if c < 1.0:\n    s = State(x, c)\nelse:\n    s = State(2 * x, np.sum(x))\n"
           "s = replace(s, e=s.e * 2)\nreturn s.energy()"),
    record(_TEST, "if c < 1.0:\n    s = Pair(c)\nelse:\n    s = (c, 3.0)\nreturn s[0] + x[0]",
           "ADC0212"),
    record(_TEST, """
        p, q = Mode(c), Mode._make((x[0], 3.0, "fast", 3, x[1]))
        total = 0.0
        for m in (p, q, q._replace(kind="slow")):
            w = 1.0 if m.scale is None else m.scale
            total += w * (m.pos * m.vel if m.kind == "slow" else m.pos ** m.n)
        return total * len(Mode._fields)
        """),
    record(_TEST, "return Mode(c, c)._make((c, c)).pos + x[0]", "ADC0220", raises=True),
    record(_TEST, "p = Pair(c)\nq = p._replace(b=3.0 * c)\na, b = q\n"
           "return a * b + sum(p) + len(q)"),
    record(_TEST, 'd = {"x": x, "n": c}\nfor name, v in d.items():\n    c = c + np.sum(v)\n'
           'return c + len(d) + d.get("n", 1.0) + d.get("m", 2.0) + sum(d.values())[0]'),
    record(_TEST, "return c * GRID.dx * GRID.n + x[GRID.n] + GRID[0]"),
    record(_TEST, "return c * Bounds.low + np.sum(np.minimum(x, Bounds.high))"),
    record(_TEST, "return c * Limits.high"),
    record(_TEST, 'return TABLE["square"](c) * TABLE["scale"]'),
    record(_TEST, "s = State(x)\nreturn s.missing", "ADC0226", raises=True),
    record(_TEST, "s = State()\nreturn s.e", "ADC0229", raises=True),
    record(_TEST, "s = State(x)\ns.e = c\nreturn s.e"),
    record(_TEST, "d = {}\nd['a'] = c\nreturn d['a']"),
    record(_TEST, "b = Bounds()\nreturn c * b.low"),
    text(_HEAD + "\n\ndef change(s):\n    s.e = 3.0\n\n\n"
         'def f(x: "float64[N]"):\n    return State(x).e + x[0]\n'),
    # What something in the file may change in another way is followed nowhere.
    text(_HEAD + "\n\nsetattr(State, 'e', 3.0)\n\n\n"
         'def f(x: "float64[N]"):\n    return State(x).e + x[0]\n', "ADC0123"),

    text(_HEAD + '\n\nTABLE["scale"] = 4.0\n\n\n'
         'def f(x: "float64[N]"):\n    return TABLE["scale"] * x[0]\n'),
    text(_HEAD + "\n\ndef change():\n    TABLE.update(scale=4.0)\n\n\nchange()\n\n\n"
         'def f(x: "float64[N]"):\n    return TABLE["scale"] * x[0]\n', "ADC0123"),
    text(_HEAD + "\n\nBounds.high = 7.0\n\n\n"
         'def f(x: "float64[N]"):\n    return Bounds.high * x[0]\n', "ADC0123"),
    text("import numpy as np\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass S:\n"
         "    u: float\n\n    def __post_init__(self):\n        self.u = 2 * self.u\n\n\n"
         'def f(x: "float64[N]"):\n    return S(x[0]).u\n'),
    text("from typing import NamedTuple\nk = 5.0\n\n\nclass S(NamedTuple):\n    k: float = 1.0\n"
         '    m: float = k\n\n\ndef f(x: "float64[N]"):\n    return S().m * x[0]\n', "ADC0123"),
    # Loops and what is unpacked.
    body("for i in range(n):\n    if x[i] > 1.2:\n        break\n    s += x[i]\n"
         "else:\n    s = 2 * s\nreturn s"),
    body("for i in range(n):\n    if x[i] > 9.0:\n        break\n    s += x[i]\n"
         "else:\n    s = 2 * s\nreturn s"),
    body("for v in x:\n    for w in y:\n        if w > 9.0:\n            break\n"
         "        s += v * w\n"
         "    else:\n        continue\n    break\nelse:\n    s = 2 * s\nreturn s"),
    body("k = 0\nwhile k < n:\n    k += 1\n    if x[0] * k > 2.0:\n        break\n"
         "    s += x[0]\nelse:\n    s = -s\nreturn s"),
    body("for i in range(n):\n    if x[i] > 9.0:\n        return s\n    s += x[i]\n"
         "else:\n    s = 2 * s\nreturn s"),
    # What a loop alone binds.
    body("for i in range(n):\n    w = x * i\nif s > 0.1:\n    w = w * 2\nreturn w"),
    body("for i in range(n):\n    w = x[1:]\nx[1] = 5.0\nreturn w"),
    body("for i in range(n):\n    w = x[1:]\nfor i in range(m):\n    x = x * 2.0\n"
         "return np.sum(w) + np.sum(x)"),
    body("for i in range(n):\n    w = x + i\nx[:] = 0.0\nfor i in range(m):\n    w = w * 2.0\n"
         "return w"),
    body("for i in range(m):\n    w = y[i] * s\nfor i in range(n):\n    s += w\n"
         "    for j in range(m):\n        w = y[j] * s\nreturn s"),
    body("for i in range(n - 4):\n    w = x * i\nreturn w", "assumed", raises=True),
    body("for i in range(n - 4):\n    w = x * i\nif n > 4:\n    s = s + w[0]\nreturn s"),
    body('return sum({"a": s, **{"b": t}}.values())'),
    body('return sum({**{"b": t}, "a": s}.values())'),
    body("a, *r = (x[0], s, t)\nreturn a * r[0] + r[1]"),
    body("*r, a = x[:3], y, x[2:]\nreturn np.sum(r[0]) * np.sum(r[1]) + a[0]"),
    body("a, *r = x\nreturn a"),
    body("return np.array([s, *(t * np.arange(3.0)), 1.0])"),
    body("u, v = map(np.sin, (s, t))\nreturn u * v"),
    body("u = list(map(lambda a: a * s, [x, y]))\nreturn np.sum(u[0]) * np.sum(u[1])"),
    body("m = map(np.sin, (s, t))\nreturn sum(m) + sum(m)", "ADC0227"),
    body("a = [x[i] * y[j] for i in range(n) for j in range(m)]\nreturn np.array(a)"),
    body("a = [v * w for v in (s, t) for w in y]\nreturn sum(a)"),
    body("a = [v * w for v in x for w in (s, t)]\nreturn np.array(a)"),
    body("for i, v in enumerate((0.5, -1.0, 2.0)):\n    x[i] += v * s\nreturn x"),
    body("for g, c in zip((np.sin, lambda v: v * v), (s, t)):\n    x = c * g(x)\nreturn x"),
    body("w = [(x, s), (y, t)]\nfor a, c in w:\n    s = s + c * np.sum(a)\nreturn s"),
    body("w = [x, y]\nfor k in range(len(w)):\n    s = s * np.sum(w[k])\nreturn s"),
    body("for g in [np.sin, np.cos]:\n    if s > 0.0:\n        continue\n    s = g(s)\nreturn s"),
    body("np.add(x, s, x)\nnp.multiply(x, x, x)\nreturn np.exp(x, x)"),
    body("np.add(x, y, x[:3])\nreturn x", "assumed", raises=True),
    body("return x[np.arange(n), None] * y"),
    body("a = np.outer(x, y)\nreturn a[np.arange(m), np.arange(m)]"),
    body("a = np.outer(x, y)\na[np.arange(m) + 1, np.arange(m)] = y\nreturn a"),
    body("return x[np.arange(n) - 1]"),
    body("return x[2 * np.arange(m)]", "assumed", integers={"m": 4}, raises=True),
    body("a = np.outer(x, y)\nk = np.argmax(a[:, 0] * 0.0)\n"
         "return np.sum(a[k] * np.multiply(a[0], 2.0, out=a[0]))", "ADC0211"),
)  # fmt: skip
