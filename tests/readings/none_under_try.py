"""`try` around what is computed with None on some paths: the handler, where Python goes to it."""

from __future__ import annotations

from dataclasses import replace

from tests.readings.table import HEADER, text

_SETS = "    w = None\n    if s > 1.0:\n        w = x[0] * s\n"
_ARRAY = "    w = None\n    if s > 1.0:\n        w = x * s\n"
_PICK = "def pick(x, s):\n    if s > 1.0:\n        return x[0] * s\n    return None\n"
_DEFAULT = """
def scaled(x, w=None):
    y = x[1]
    try:
        for v in x:
            y = y + v * w
    except TypeError:
        y = y * x[2]
    return y
"""
#: What sets `w` is tried around, where `s` is above 1 and below.
_BODIES = (
    _SETS
    + "    try:\n        y = np.sum(x * w)\n    except TypeError:\n        y = np.sum(x * x)\n"
    "    return y\n",
    _ARRAY + "    try:\n        y = np.sum(x * w)\n    except Exception:\n        y = x[1] * x[2]\n"
    "    return y\n",
    _ARRAY + "    try:\n        y = w[0] * x[1]\n    except TypeError:\n        y = x[1] ** 3\n"
    "    return y\n",
    # what was set before stays set, and what follows is left out
    _SETS + "    y = x[0]\n    try:\n        y = y ** 2\n        y += w\n        y *= 3.0\n"
    "    except (TypeError, ValueError):\n        y = y * x[1]\n    else:\n        y = y + x[2]\n"
    "    finally:\n        y = y * s\n    return y\n",
    _SETS + "    y = x.copy()\n    try:\n        y[0] = 3.0 * x[1]\n        y[1] = -w\n"
    "        y[2] = 0.0\n    except TypeError:\n        y[3] = x[0] ** 3\n    return y\n",
    # the first handler of its class
    _SETS
    + "    y = x[1]\n    try:\n        y = y * w\n    except ValueError:\n        y = 100.0 * y\n"
    "    except (TypeError, KeyError):\n        y = y * y * y\n    return y\n",
    _SETS + "    try:\n        y = float(w) / (x[0] - x[0])\n        y = x[2] * s\n"
    "    except Exception:\n        y = x[1] ** 3\n    return y\n",
    # loops are left
    "    r = 0.0\n    for v in x:\n        t = None if v * s > 1.0 else v * v\n        try:\n"
    "            r += t\n            r *= 1.5\n        except TypeError:\n            r = r - v\n"
    "            continue\n        r += 0.25 * v\n    return r\n",
    _SETS + "    y = x[0]\n    try:\n        for i in range(3):\n            y = y * x[i]\n"
    "            y = y + abs(w)\n    except TypeError:\n        y = y ** 3\n    return y\n",
)
_OTHERS = (
    "def half(a):\n    if a < 0.0:\n        raise ValueError('negative')\n    return a * 0.5\n"
    'def f(x: "float64[N]", s: float):\n' + _SETS + "    y = x[0]\n    try:\n        y = half(y)\n"
    "        y = y * w\n        y = y + half(w)\n    except (TypeError, ValueError):\n"
    "        y = y * x[3]\n    return y\n",
    _PICK + 'def f(x: "float64[N]", s: float):\n    r = 0.0\n    for v in x:\n'
    "        w = pick(x, v * s)\n        try:\n            r = r + w * v\n"
    "        except TypeError:\n            r = r + v ** 2\n    return r\n",
    "class Memory:\n    def __init__(self):\n        self.last = None\n    def step(self, v):\n"
    "        try:\n            r = self.last * v\n        except TypeError:\n            r = v\n"
    "        self.last = v * v\n        return r\n"
    'def f(x: "float64[N]", s: float):\n    m = Memory()\n    r = 0.0\n    for v in x:\n'
    "        r += m.step(v) * s\n    return r\n",
    "class Scaled:\n    def __init__(self, x, s):\n        self.w = x[0] if s > 1.0 else None\n"
    "    def value(self, y):\n        try:\n            return self.w * y + 1.0\n"
    "        except TypeError:\n            return y * y\n"
    'def f(x: "float64[N]", s: float):\n    return Scaled(x, s).value(x[1])\n',
    _DEFAULT + 'def f(x: "float64[N]", s: float):\n    return scaled(x, x[1] * s)\n',
)
#: No test tells in which pass of the loop Python goes to the handler.
_REFUSED = _DEFAULT + 'def f(x: "float64[N]", s: float):\n    return s * scaled(x)\n'
_ALL = (*(f'def f(x: "float64[N]", s: float):\n{body}' for body in _BODIES), *_OTHERS)

READINGS = [
    *(replace(text(HEADER + t), inputs={"s": s}) for t in _ALL for s in (0.7, 1.4)),
    text(HEADER + _REFUSED, "ADC0220"),
]
