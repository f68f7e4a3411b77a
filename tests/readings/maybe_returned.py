"""Functions that return a number on some paths, and None on others."""

from __future__ import annotations

from tests.readings.table import HEADER, Reading, text

_SQUARE = "def g(v):\n    if v > 1.0:\n        return None\n    return v * v\n"
_SIGNS = (
    "def g(v):\n    if v > 0.0:\n        return v * v\n    elif v <= 0.0:\n        return v + 0.5\n"
)
_FIND = "def find(x, v):\n    for i in range(len(x)):\n        if x[i] > v:\n            return i\n"
_HEAD = 'def f(x: "float64[N]", y: "float64[M]", s: float):\n'


def _of(functions: str, statements: str, refused: str = "") -> Reading:
    return text(HEADER + functions + _HEAD + statements, refused)


READINGS: list[Reading] = [
    _of(
        _SQUARE
        + "def h(v):\n    r = g(v)\n    if r is None:\n        return\n    return r + 1.0\n",
        """\
    total = 0.0
    for v in x:
        r = h(v)
        if r is not None:
            total += r
    return total * s
""",
    ),
    _of(
        _FIND,
        """\
    i = find(x, 1.0)
    k = find(x, 9.0)
    if i is not None and i > 0:
        s = s * x[i] + x[i - 1]
    return s if k is None else x[k]
""",
    ),
    _of(
        "def hit(o, r):\n    if o > r:\n        return\n    if o > 0.2:\n        return r - o\n",
        """\
    best = None
    for k in range(len(y)):
        for v in x:
            t = hit(v, y[k])
            if t is None:
                continue
            if best is None or t < best:
                best = t
    return best if best is not None else s
""",
    ),
    _of(
        "",
        """\
    i = next((k for k, v in enumerate(x) if v > 1.0), None)
    return s if i is None else x[i] * s
""",
    ),
    # In arithmetic, where None is an error: cases without an `else`.
    _of(_SIGNS, "    return g(x[0]) * s - (2.0 - g(s - 1.0)) ** 2 * (g(s) < 3.0)\n"),
    _of(_SIGNS, "    return sum(-g(v - 1.0) / s if v > 0.8 else v for v in x)\n"),
    _of(
        _SIGNS,
        """\
    d, w = {"a": 1.0}, [1.0, 2.0]
    d["a"] -= g(x[0] - 1.0)
    w[1] *= g(x[1])
    x[1] += g(s)
    s += -g(x[1])
    while g(s) < 2.0 * g(x[0]):
        s = s + g(x[0])
    return s * d["a"] + w[1]
""",
    ),
    _of(
        "def g(v):\n    if v > 0.0:\n        return np.array([v, v * v])\n"
        "    elif v <= 0.0:\n        return np.array([v, 2 * v])\n",
        "    a = s * g(x[0]) + g(x[1] - 1.0) * g(x[0])\n    return a[0] * a[1]\n",
    ),
    _of(_FIND, "    return x[find(x, 0.1) + 1] * s\n"),
    # What a call changes after the value was read.
    _of(
        _SIGNS + "def h(x):\n    x[0] = x[0] * 3.0\n    if x[1] > 0.0:\n        return x[1]\n",
        "    x = x * s\n    return g(x[0]) * h(x) - h(x) * g(x[0]) + x[0]\n",
    ),
    # Asked, handed on or listed without a name; what objects do with None is theirs.
    _of(_SQUARE, "    return s if g(x[0]) is None else 2 * s\n", "ADC0230"),
    _of(_SQUARE, "    return s if g(x[0]) == s else 2 * s\n", "ADC0230"),
    _of(
        _SQUARE
        + """\
class P:
    def __init__(self, v):
        self.v = v
    def __mul__(self, other):
        return self.v if other is None else self.v * other
""",
        "    return P(s) * g(x[0])\n",
        "ADC0230",
    ),
    _of(
        _SQUARE + "def h(v):\n    return 1.0 if v is None else v\n",
        "    return h(g(x[0]))\n",
        "ADC0230",
    ),
    _of(_SQUARE, "    return sum(1.0 for v in [g(v) for v in x] if v is None)\n", "ADC0230"),
    _of(_SQUARE, "    return sum(1.0 for v in map(g, x) if v is None) * s\n"),
    _of(_SQUARE, "    r = g(x[0])\n    if r:\n        return s\n    return 2 * s\n", "ADC0224"),
]
