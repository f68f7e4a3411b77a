"""Functions that return a number on some paths, and None on others."""

from __future__ import annotations

from tests.readings.table import HEADER, Reading, text

_SQUARE = "def g(v):\n    if v > 1.0:\n        return None\n    return v * v\n"
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
    # Asked, handed on, listed or computed with without a name.
    _of(_SQUARE, "    return s if g(x[0]) is None else 2 * s\n", "ADC0230"),
    _of(_SQUARE, "    return g(x[0]) * s\n", "ADC0230"),
    _of(
        _SQUARE + "def h(v):\n    return 1.0 if v is None else v\n",
        "    return h(g(x[0]))\n",
        "ADC0230",
    ),
    _of(_SQUARE, "    return sum(1.0 for v in [g(v) for v in x] if v is None)\n", "ADC0230"),
    _of(_SQUARE, "    return sum(1.0 for v in map(g, x) if v is None) * s\n"),
    _of(_SQUARE, "    r = g(x[0])\n    if r:\n        return s\n    return 2 * s\n", "ADC0224"),
]
