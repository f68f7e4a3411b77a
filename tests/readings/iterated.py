"""Comprehensions with conditions, loops over what itertools and NumPy make, and what is deleted."""

from __future__ import annotations

from tests.readings.table import HEADER, Reading, text, value
from tests.readings.table import body as plain

_A = 'def f(A: "float64[N, M]", x: "float64[N]", y: "float64[M]", s: float, n: int, m: int):\n'
_IMPORTS = "import itertools\nfrom itertools import combinations\n"


def of_matrix(statements: str, refused: str = "", **facts: object) -> Reading:
    lines = "".join(f"    {line}\n" for line in statements.splitlines())
    return text(_IMPORTS + HEADER + _A + lines, refused, **facts)


def _looped(header: str, statement: str) -> Reading:
    return of_matrix(f"t = 0.0\nfor {header}:\n    {statement}\nreturn t")


COMPREHENDED = [
    value("np.mean([math.log(v - 0.6) for v in x if v > 0.63])"),
    value("np.sum([v * v for v in x if v > 0.6 if v < 1.05]) - np.max([v for v in x if v < 1.0])"),
    value("len([v for v in x if v > 0.7]) * s"),
    value("np.array([i * s for i in range(n) if i % 2]).sum()"),
    value("max(v * t for v in x if v > 0.7) - min([v for v in x if v > 0.55])"),
    value("np.linalg.norm([x[i + 1] - x[i] for i in range(n) if x[i] > 0.6])"),
    value("sum(u * v for u in x for v in y if v < 1.0) + sum([u - v for u in y for v in y])"),
    value("sum([x[i] for i in range(4) if i != 2]) * len([i for i in range(3) if i > 0])"),
    value("np.fromiter((v * s for v in x), float).sum()"),
    value("tuple(g(s) for g in (np.sin, np.cos))[1] * list(v * v for v in x)[-1]"),
    # What is left out is not computed: this would be no number.
    value("np.sum([np.sqrt(v - 1.0) for v in x if v > 1.0])"),
    plain("w = [v * v for v in x if v > 1.0]\nreturn np.sum(w)"),
    plain("w = np.array([v for v in x if v > 1.0])\nreturn w + w"),
    plain('d = {k: v for k, v in zip("ab", (s, t)) if k != "b"}\nreturn d["a"] * len(d)'),
    plain('d = {k: v for k, v in zip(("a", "b"), (s, t)) if k != "b"}\nreturn d["a"] * len(d)'),
    plain('d = {"a": s, "b": t}\ne = {k: v * x for k, v in d.items()}\nreturn e["a"] * e["b"]'),
]  # fmt: skip

LOOPS = [
    _looped("i, j in itertools.product(range(n), range(m))", "t += A[i, j] * s if i != 1 else s"),
    _looped("i, j in combinations(range(n), 2)", "t += x[i] * x[j] ** 2"),
    _looped("u, v in itertools.combinations(x, 2)", "t += u * v * v; x[-1] = 2.0"),
    _looped("u, v in itertools.permutations(x, r=2)", "t += u * v * v"),
    _looped("i, j in itertools.combinations_with_replacement(range(m), 2)", "t += A[i, j] * s"),
    _looped("p in itertools.product(range(2), repeat=3)", "t += x[p[0]] * x[p[1]] * y[p[2]]"),
    _looped("i, j in np.ndindex(A.shape)", "t += A[i, j] * (i + 2 * j)"),
    _looped("i, j in np.ndindex(n, m)", "t += A[i, j] * (i + 2 * j); n = 1"),
    of_matrix("for (i, j), v in np.ndenumerate(A):\n    A[i, j] = v * i + j\nreturn A"),
    of_matrix("for r, q in itertools.combinations(A, 2):\n    q += r\nreturn A"),
    of_matrix("for i, j in itertools.product(range(n), range(m)):\n    s += A[i, j]\n"
              "    if s > 4.0:\n        break\nreturn s"),
    of_matrix("for i, j in itertools.combinations(range(n), 2):\n    if A[i, 0] > 5.0:\n"
              "        break\n    s += x[j]\nelse:\n    s *= 2.0\nreturn s"),
    of_matrix("return np.array([u * v for u, v in itertools.product(x, y)])"),
    of_matrix("return sum(u - v for u, v in combinations(x, 2) if u > v)"),
    of_matrix("X, Y = np.mgrid[0:n, -1:m:2]\nU, V = np.ogrid[-n:n + 1, 0:m]\n"
              "return np.sum(X * s + Y) * np.exp(-(U * U + V * V) * s)"),
    text("def product(a, b):\n    return a * b\n" + HEADER + _A
         + "    for v in product(x, x):\n        s += v ** 2\n    return s\n"),
    text("from itertools import product\ndef f(x: 'float64[N]', s: float):\n    w = 0.0\n"
         "    for u, v in product(map(abs, x), (s,)):\n        w += u * v\n    return w\n",
         "ADC0227"),
]  # fmt: skip

DELETED = [
    plain("w = x * s\nv = w * w\ndel w\nw = v + 1.0\nreturn w"),
    plain("w = x * s\ndel w\nreturn w", "ADC0224", raises=True),
    plain("for i in range(n):\n    w = x[i] * s\n    t += w * w\n    del w\nreturn t"),
    plain("if s > 1.0:\n    w = t\n    del w\nreturn w", "ADC0224", raises=True),
    plain("w = x * s\nv = w.copy()\ndel w, x\nreturn v"),
    plain('d = {"a": s, "b": t}\ndel d["b"]\nd["c"] = x\nreturn d["c"] * len(d)'),
    plain('d = {"a": s}\ndel d["b"]\nreturn s', "ADC0217", raises=True),
    plain("w = [s, t]\ndel w[0]\nreturn w[0]"),
]

TABLES = "T = {'a': (0, 1), 'b': (1, 2)}\n"
ASKED = [
    text(TABLES + HEADER + "def g(axes):\n    try:\n        i, j = T[axes]\n"
         "    except (AttributeError, KeyError):\n        i, j = axes\n    return i, j\n"
         "def f(x: 'float64[N]'):\n    i, j = g('a')\n    k, l = g((2, 3))\n"
         "    return x[i] * x[j] + x[k] * x[l]\n"),
    plain('d = {"a": s}\nk = 1\ntry:\n    w = d["a"] * x[k]\nexcept KeyError:\n    w = t\n'
          'return w'),
    plain('d = {"a": s}\ntry:\n    w = d["c"]\nexcept KeyError:\n    d["c"] = w = t\n'
          'return w * d["c"]'),
]  # fmt: skip

IMPORTED = [
    plain("import numpy as xp\nfrom math import sin as h\nreturn xp.sum(x) * h(s)"),
    plain("try:\n    import numpy as be\nexcept ImportError:\n    import math as be\n"
          "return be.exp(s) * x"),
    plain("from helpers import h\nreturn h(s)", "ADC0121", modules={"helpers": "h = abs\n"}),
    plain("return len(range(3, n, 2)) * s"),
    plain("return len(range(3, 9, 2)) * s + len(list(zip((s, t), (1, 2))))"),
]  # fmt: skip

#: The variable of a loop over `np.arange` is an integer of NumPy's, and a position.
COUNTED = [
    plain("for j in np.arange(4, -1, -1):\n    x[j] = x[j] * j + x[j - 1]\nreturn x * j"),
    plain(
        "r = 0.0\nfor j in np.arange(1, len(x)):\n    r += np.linalg.norm(x[: j + 1]) * j\nreturn r"
    ),
    plain("r = [1.0]\nfor j in np.arange(1, n):\n    r.append(r[j - 1] * x[j])\nreturn r[2] * s"),
    plain(
        "for j in np.arange(0, n, 2):\n    for i in range(j, n):\n        x[i] += x[j] * y[j // 2]"
        "\nreturn x"
    ),
    plain("f = np.float32(2)\nfor j in np.arange(3):\n    f = f * j + x[j]\nreturn f"),
    plain("for j in np.arange(0.0, 2.0, 0.5):\n    x = x * j + s\nreturn x"),
    plain("r = t\nfor v in np.arange(0, 0.5 * len(x), 0.5):\n    r = r * s + v\nreturn r"),
    plain("for j in np.arange(3):\n    j = j + 1\n    x[j] = x[j] * s\nreturn x"),
    plain("g = lambda: x[j]\nr = 0.0\nfor j in np.arange(3):\n    r += g() * x[j]\nreturn r * j"),
    plain(
        "r = 0.0\nk = len(x)\nfor j in np.arange(1, k):\n    k = 2\n    r = r * s + x[j]\n"
        "return r * k"
    ),
    plain(
        "r = s\nfor j in np.arange(1, 5):\n    if r > 9.0:\n        break\n    r += x[j] * j\n"
        "return r * x[j]"
    ),
    text(
        HEADER + "def arange(n):\n    return np.array([2, 0, 1])\n"
        'def f(x: "float64[N]"):\n    r = 0.0\n    for j in arange(3):\n'
        "        r = r * 0.5 + x[j] * (j + 1)\n    return r\n"
    ),
]

LETTERS = [
    plain("""
        kept = [1.0]
        for c in "xs*x+":
            if c == "x" or c == "s":
                kept.append(x[0] if c == "x" else s)
            else:
                b, a = kept.pop(), kept.pop()
                kept.append(a * b if c == "*" else a + b)
        for c in "":
            s = s * 9.0
        return kept[-1] * s + len(kept)
    """),
    plain("""
        d = {}
        for k, c in enumerate("abca"):
            d[c] = d.get(c, 0.0) + s * x[k]
        return d["a"] - d["b"] * sum(v for c, v in zip("bca", (s, t, s)) if c != "b")
    """),
    plain("return sum(v for c, v in zip('bca', x) if c != 'b')", "ADC0216"),
]
FOLDED = [
    plain("""
        from functools import reduce

        def same(g):
            return g

        fs = [np.sin, np.cos, lambda v: v * v]
        joined = reduce(lambda g, h: (lambda v: h(g(v))), fs)
        total = reduce(lambda a, b: a * s + b, map(joined, (x[0], x[1], t)))
        w = x[2]

        @same
        def scaled(v):
            return w * v

        w = s
        for i in range(3):
            c = x[i]
            total += same(lambda v: c * scaled(v))(t)
        return total + reduce(lambda a, p: a + p[0] * p[1], enumerate(x[:3]), 1.0)
    """),
    plain(
        """
        from functools import reduce

        k = 0.0

        def g(v):
            nonlocal k
            k += 1.0
            return v * k

        return reduce(lambda a, b: a * k + b, map(g, (s, t, s)))
    """,
        "ADC0220",
    ),
    of_matrix("""total = 0.0
for (i, a), (j, b) in itertools.combinations(enumerate(x), 2):
    total += a * b / (j - i)
    x[j] = 0.5
for (a, b), c in itertools.product(zip(x, x[::-1]), reversed(x)):
    total += a * b * b * c
return total"""),
]
READINGS = [*FOLDED, *LETTERS, *IMPORTED, *COMPREHENDED, *LOOPS, *DELETED, *ASKED, *COUNTED]
