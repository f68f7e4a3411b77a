"""The variable of a loop that `break` may leave, after the loop; functions that return None where
there is nothing to compute."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, text

HEAD = 'import numpy as np\ndef f(x: "float64[N]", n: int, s: float, t: float):\n'
STOP = "    s = s * 0.5 + x[i % 5]\n    if s > {}:\n        break\n"


def row(body: str, refused: str = "", raises: bool = False, **integers: int) -> Reading:
    source = HEAD + textwrap.indent(body.rstrip(), "    ") + "\n"
    return text(source, refused, raises=raises, integers=integers)


READINGS: list[Reading] = [
    *(row(f"for i in range(n):\n{STOP.format(at)}return s * i") for at in (-9, 0.5, 1.2, 99)),
    *(row(f"i = 7\nfor i in range(n):\n{STOP.format(at)}return s * i") for at in (-9, 1.2, 99)),
    *(row(f"for i in range(3):\n    s += t\nfor i in range(n):\n{STOP.format(at)}return s * i")
      for at in (-9, 1.2, 99)),
    # not run
    row(f"i = 7\nfor i in range(n - 4):\n{STOP.format(9)}return s * i"),
    row(f"for i in range(n - 4):\n{STOP.format(9)}return s * i", "assumed", True),
    row(f"i = s\nfor i in range(n - 4):\n{STOP.format(9)}return s * i", "ADC0224"),
    # read on one path only
    row(f"for i in range(n - 4):\n{STOP.format(9)}if s > 99:\n    s += i\nreturn s"),
    # steps and bounds
    row(f"for i in range(n, 0, -2):\n{STOP.format(0.9)}return s * i + x[i]"),
    row(f"for i in range(n, n + 9, 3):\n{STOP.format(0.9)}return s * i + x[i % 5]"),
    row(f"k = n\nfor i in range(1, k):\n    k = 2\n{STOP.format(0.9)}return s * i * k", "ADC0227"),
    # positions
    row(f"for i in range(n):\n{STOP.format(0.9)}return s * x[i] + np.sum(x[:i])"),
    row(f"for i in range(n):\n{STOP.format(0.9)}x[i] = t\nx[i + 1] *= s\nreturn x"),
    # bound again inside
    row(f"for i in range(n):\n    i = i + 2\n{STOP.format(0.9)}return s * i", "ADC0224"),
    # items and numbers
    row(
        "for i, v in enumerate(x):\n    s += v * v\n    if s > t:\n        break\n"
        "return s * i * v"
    ),
    row(
        "for i, (v, w) in enumerate(zip(x, x[1:])):\n    if w > v:\n        break\n"
        "return s * i + v"
    ),
    # inside another loop, and with an else
    row(
        "y = 0.0\nfor k in range(3):\n    for i in range(n):\n        if x[i] * (k + 1) > s:\n"
        "            break\n    y += i * s + x[i]\nreturn y"
    ),
    row(
        "for i in range(n):\n    if x[i] > s * 99:\n        break\nelse:\n    s = s * (i + 2)\n"
        "return s * i"
    ),
    row(
        "def root(a, x0):\n    for it in range(20):\n        x1 = 0.5 * (x0 + a / x0)\n"
        "        if abs(x1 - x0) < 1e-3:\n            break\n        x0 = x1\n    return x1, it\n"
        "y, k = root(s, t)\nz, m = root(y, s)\nreturn y * z * (k + m)"
    ),
    # bounds that loops around it decide, in a `while`, in functions, and a name used again
    row("""y = 0.0
for k in range(3):
    for i in range(k, n):
        if x[i] * (k + 1) > s * 2:
            break
    y += i * s + x[i]
return y"""),
    row("""y = 0.0
for k in range(n, 1, -1):
    for i in range(k, -1, -2):
        if x[i] > s * (k + 1) * 0.4:
            break
    y += i * s * k
return y"""),
    row("""y, m = s, 0
while y < 4.0 and m < 6:
    for i in range(m % 3, n + 1):
        if x[i] > 0.9 * y:
            break
    y += x[i] + 0.3
    m += 1
return y * (m + i)"""),
    row("""def first(a, k):
    for j in range(k, len(a)):
        if a[j] > s:
            break
    return j
p = first(x, 0)
q = first(x, 1)
return x[p] * s + x[q] ** 2 + p"""),
    row("""for i in range(n):
    if x[i] > s:
        break
y = x * x[i]
for i in range(i, n):
    y[i] *= s
return y, i""", "ADC0224"),
    # None where there is nothing to compute
    row("if s < -9:\n    return None\nreturn np.sum(x) * s"),
    row("if s > -9:\n    return None\nreturn np.sum(x) * s", "assumed"),
    row("if s > -9:\n    return\nelse:\n    return np.sum(x) * s", "assumed"),
    row("for v in x:\n    if v > -9:\n        return v * s\nreturn 'none found'"),
    row("if s < -9:\n    return None, None\nreturn s * t, np.sum(x) * t"),
    row(
        "for i in range(n):\n    if x[i] > 99:\n        break\nelse:\n    return None\n"
        "return s",
        "assumed",
    ),
    row("def g(v):\n    if v > 9:\n        return\n    return v\nreturn g(s)"),
    row("if s > 9:\n    return None\nx[0] = s"),
    # the body binds the loop's own name
    text(
        """
        def f(x: "float64[N]", s: float):
            r = 0.0
            for i in range(3):
                for i in range(2):
                    r += x[i] * s
                r += i
            t = r * i + x[i]
            for j in range(3):
                j = j * 2
                r += j * s
            for k in range(3):
                if x[k] > 0.9:
                    k = 7
                r += k
            for n in range(3):
                for m in range(2):
                    for n in range(4):
                        if x[n] > 0.9:
                            break
            return r, t, j * s, k * s, n * s
        """
    ),
    text(
        """
        def f(x: "float64[5]", s: float, n: int):
            r = 0.0
            j = 9
            for j in range(n - 3):
                j = j + 1
            for i in range(n):
                for i in range(n - 2):
                    r += x[i] * s
                i += j
            return r, i * s
        """,
        integers={"n": 2},
    ),
    # functions and methods that a loop makes keep what they took in its last iteration
    text(
        """
        import functools
        import numpy as np
        class O:
            def __init__(self, v):
                self.v = v
            def m(self, u):
                return self.v * u
        def made(a):
            def g(v):
                return v * a
            return g
        def f(x: "float64[N]", s: float):
            for i in range(3):
                a = lambda v, k=i: v * k
                def b(v, k=(i, 2), w=x[i] * s):
                    return v * k[0] + w
                c, d, e = functools.partial(np.multiply, i), made(i), O(i).m
                g = np.vectorize(lambda v, k=i: v * k)
            x[2] = 7.0
            t = 0.0
            for i in range(2):
                t += (a(s) + b(s)) * (i + 1)
            return t + c(s) + 10 * d(s) + 100 * e(s) + g(x)
        """
    ),
    # written out, as each iteration has something of its own, and left
    *(row(f"own = [x, s, x[0], x * 2]\ny = 0.0\nfor i in range({ends}):\n"
          f"    y += np.sum(own[i]) * i\n    if y > {at}:\n        break\nreturn y * s")
      for ends in ("1, 4", "2, 4", "3", "3, -1, -1", "3, 0, -2") for at in (-9, 99)),
    row("fs = [np.sin, np.cos, np.exp, np.tanh]\ny = 0.0\nfor i in range(1, 4):\n"
        "    if s > 0.2 * i:\n        continue\n    y += np.sum(fs[i](x)) * i\n    if y > 99 * s:\n"
        "        break\nelse:\n    y = y * t\nreturn y"),
    row("own = [x, s, x[0], x * 2]\ny = 0.0\nm = x.shape[0]\nfor i in range(m - 2, m):\n"
        "    y += np.sum(own[i - m + 2]) * i\n    if y > 99:\n        break\nreturn y"),
    row("own = [x, s, x[0], x * 2]\ny = 0.0\nk = 1\nfor i in range(k, k + 2):\n    k = k + 1\n"
        "    if np.sum(own[i]) > 99:\n        return y\n    y += np.sum(own[i]) * k * i\nreturn y"),
    row("for i in range(3):\n    def g(k=x[i:]):\n        return s * k\nreturn g()", "ADC0224"),
    row("if s > 0.1:\n    def g(v):\n        return v * t\nreturn g(s)", "ADC0224"),
]  # fmt: skip
