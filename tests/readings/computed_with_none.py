"""What is None on some paths and is computed with: the TypeError that Python raises, where it is
None, and values and derivatives of the original where it is not."""

from __future__ import annotations

from dataclasses import replace

from tests.readings.table import HEADER, text

_FOUND = """
def above(x, s):
    for i in range(len(x)):
        if x[i] > s:
            return i, x[i]
    return None, s
def index(x, s):
    k, _ = above(x, s)
    return k
"""
#: Bodies in which `k` and `v` are computed with, where `k` is None only for large `s`.
_INTEGERS = (
    "return x[0] * (1 if k > 1 else 2) * v",
    "return x[0] * max(k, 1) * v",
    "return -k * v * s",
    "k += 2\n    return s * k * v",
    "return s ** k * v",
    "return x[k - 1] * float(k) * s",
    "for i in range(2):\n        if x[i] * k < 1.0:\n            v = v * (k + i) * s\n    return v",
    "m = index(x, s)\n    return (1 + m) * v * s",
)
#: Bodies in which `t` is None only where no element is larger than `s`.
_NUMBERS = (
    "return s if t < 1.0 else x[0] * s",
    "return s * min(x[0], t)",
    "return s * max(t, x[0]) + x[1]",
    "r = x[0]\n    while r < t:\n        r = r + s * s + 0.1\n    return r",
    "return s * t",
    "t += x[0]\n    return t * s",
    "r = 0.0\n    for v in x:\n        r += v * t\n    return r * s",
    "return x * t - s",
    "return s + abs(t) * math.sqrt(t * t + 1.0)",
    "r = np.zeros(len(x))\n    r[1:] = -t * x[1:]\n    return r + s",
    "return np.nansum(x * t) + s",
    "return np.where(x > s, x, t * s)",
    "return -t if s > 50.0 else s * t",
)
#: Bodies that ask in another way than by the name, and never compute with None.
_ASKED = (
    "ok = k is not None\n    return s * (k + 1) if ok else v * s",
    "ok = k is not None\n    if ok and k < 3:\n        return v * s\n    return s",
    "ok = k is not None\n    while ok and k < 6:\n        k += 1\n        s *= k\n    return s * v",
)


def _integer(body: str) -> str:
    return f'{_FOUND}def f(x: "float64[N]", s: float):\n    k, v = above(x, s)\n    {body}\n'


def _number(body: str) -> str:
    start = "    t = None\n    for v in x:\n        if v > s:\n            t = v * s\n"
    return f'def f(x: "float64[N]", s: float):\n{start}    {body}\n'


_TEXTS = [*map(_integer, _INTEGERS), *map(_number, _NUMBERS)]
_BOTH = [*_TEXTS, *map(_integer, _ASKED)]
READINGS = [
    *(replace(text(HEADER + t), inputs={"s": 0.3}) for t in _BOTH),
    *(replace(text(HEADER + t), inputs={"s": 90.5}) for t in map(_integer, _ASKED)),
    *(replace(text(HEADER + t, "assumed"), raises=True, inputs={"s": 90.5}) for t in _TEXTS),
]
