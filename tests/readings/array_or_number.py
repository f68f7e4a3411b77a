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
    "    return (x if s > 1.0 else 0.0) * x\n",
    "    return np.sum(x - 2.0 * -(np.exp(x) if s > 1.0 else 0.5)) * s\n",
    "    return np.sin(y * (x if s > 1.0 else 2) / (1.0 if s < 1.0 else x))\n",
    "    r = x * 2\n    r += x * x if s > 1.0 else 0.25\n    return r\n",
    "    r = np.zeros((3, len(x)))\n    r[1] = x if s > 1.0 else 0.25\n"
    "    r[2] -= np.cos(x) if s < 1.0 else 1.0\n    return r * x\n",
    "    def g(k):\n        return x * (x if k > 0 else 1.0) + (0.0 if k > 1 else x * x)\n"
    "    return sum(np.sum(g(k)) * s for k in range(3))\n",
    "    r = x * 1\n    for i in range(3):\n        r = r + r[i] * (x if r[i] > s else 0.1) ** 2\n"
    "    return r\n",
    "    t = 0.0\n    for row in y:\n        t = t + row * s\n    return np.sum(t * t)\n",
)
_REFUSED = (
    ("    a = x if s > 1.0 else 0.0\n    return a\n", "ADC0212"),
    ("    a = x if s > 1.0 else 2.0\n    return np.sum(a) + x\n", "ADC0212"),
    ("    a = x if s > 1.0 else 0.0\n    return len(a) * x\n", "ADC0212"),
    ("    a = x if s > 1.0 else 2.0\n    a += x\n    return a\n", "ADC0211"),
    ("    return (x if s > 1.0 else 0.0) * s\n", "ADC0212"),
    ("    return (y if s > 1.0 else 0.0) * x\n", "ADC0212"),
    ("    return y * (x if s > 1.0 else 0.0) + len(x if s > 1.0 else 0.0)\n", "ADC0212"),
    ("    x += (x if s > 1.0 else y)\n    return x\n", "ADC0212"),
    (
        "    n = [0.5]\n    def g():\n        n[0] = n[0] + 1.0\n        return n[0]\n"
        "    return (x if n[0] * s > 0.5 else 0.5) * x * g()\n",
        "ADC0223",
    ),
    (
        "    n = [0.5]\n    def g():\n        n[0] = n[0] + 1.0\n        return n[0]\n"
        "    return g() * (x if n[0] * s > 1.0 else 0.5) * x\n",
        "ADC0212",
    ),
)

READINGS = [
    *(replace(text(HEADER + _HEAD + t), inputs={"s": s}) for t in _BODIES for s in (0.7, 1.4)),
    *(text(HEADER + _HEAD + body, code) for body, code in _REFUSED),
]
