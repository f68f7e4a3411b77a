"""Names that a choice makes an array or a number: what broadcasts to one shape, or is refused."""

from __future__ import annotations

from dataclasses import replace

from tests.readings.table import HEADER, text

_HEAD = 'def f(x: "float64[N]", y: "float64[M, N]", s: float):\n'
#: Each is taken with `s` below and above 1.
_BODIES = (
    "    a = x if s > 1.0 else 0.0\n    return np.sum(a * x) + s\n",
    "    a = 1.0 if s > 1.0 else np.exp(-x)\n    return a * x\n",
    "    a = x if s > 1.0 else 0.0\n    return np.sum(a) + x\n",
    "    a = x if s > 1.0 else 2.0\n    r = y * a\n    a = a * 3\n    return r + a + s\n",
    "    t = 0.0\n    for i in range(3):\n        a = x if x[i] * s > 1.0 else 1\n"
    "        t = t + np.sum(a * x**2)\n    return t\n",
    "    def g(v):\n        a = v if s > 1.0 else 0.5\n        return np.sum(a * v * v)\n"
    "    return g(x) + g(y)\n",
    "    a = x if s > 1.0 else 2\n    return a // 2 + x\n",
    "    a = x[1:] if s > 1.0 else 0.5\n    return a * x[:-1]\n",
    "    a = b = x if s > 1.0 else 0.5\n    a = a ** 2\n    return np.sum(x * a + b * x)\n",
    "    t = 0.0\n    for row in y:\n        t = t + row * s\n    return np.sum(t * t)\n",
)
_REFUSED = (
    ("    a = x if s > 1.0 else 0.0\n    return a\n", "ADC0212"),
    ("    a = x if s > 1.0 else 2.0\n    return np.sum(a) + x\n", "ADC0212"),
    ("    a = x if s > 1.0 else 0.0\n    return len(a) * x\n", "ADC0212"),
    ("    a = x if s > 1.0 else 2.0\n    a += x\n    return a\n", "ADC0211"),
    ("    return (x if s > 1.0 else 0.0) * x\n", "ADC0212"),
)

READINGS = [
    *(replace(text(HEADER + _HEAD + t), inputs={"s": s}) for t in _BODIES for s in (0.7, 1.4)),
    *(text(HEADER + _HEAD + body, code) for body, code in _REFUSED),
]
