"""Assignments inside expressions, and `match`."""

from __future__ import annotations

from tests.readings.table import body, text

BOUND = [
    body("if s > 3.0:\n    w = 1.0\nelif (w := s * t) > 0.5 and n > 2:\n    w = w * 2\n"
         "elif (v := w + 1) > 0:\n    w = v\nreturn w * x"),
    body("i, w = 0, 0.0\nwhile (v := x[i] * s) < 1.3 and i < n - 1:\n    i += 1\n"
         "    if v > 0.9:\n        continue\n    w += v\nreturn w * v"),
    body("return x[0] * (s := t * 2) + s"),
    body("return np.sum((v := (w := x * s) * 2)) * w[0] * v[1]"),
    body("a, b = (w := s * 2), w * t\nreturn a * b"),
    body("return x if 0 < (w := s) < 5 and w else x * 2"),
    body("x[1] = (k := 2) * s\nreturn x[(m := 1)] * k * m"),
    body("g = lambda v: (u := v * 2) + u\nreturn g(x)", "ADC0115"),
    # What is read before would be read after, or is perhaps not evaluated.
    body("return s * (s := t * 2)", "ADC0115"),
    body("s += (s := 2.0)\nreturn s * x", "ADC0115"),
    body("return x if n > 2 and (w := s) > 0 else x", "ADC0115"),
    body("def g(a):\n    a[0] = 5.0\n    return a[1]\nreturn x[0] * (w := g(x)) + w", "ADC0115"),
    body("return sum(w for v in x if (w := v * s) > 0.5)", "ADC0115"),
    body("g = lambda a, b=(w := s): a * b\nreturn g(x) * w", "ADC0115"),
    body("i = 0\nwhile (v := x[i]) < 9.0 and i < 3:\n    i += 1\nelse:\n    s = v\nreturn s",
         "ADC0115"),
    text("K = (L := 2.0) * 3\ndef f(x: 'float64[N]'):\n    return x * L\n", "ADC0123"),
]  # fmt: skip

MATCHED = [
    body("match n:\n    case 1:\n        return x * s\n    case 2 | 4:\n        return x * t\n"
         "    case _:\n        return x"),
    body("match (n, m):\n    case (4, k) if k > 5:\n        w = s\n    case (a, 3 | 5):\n"
         "        w = t * a * k\n    case _:\n        w = s\nreturn x * w"),
    body("kind = 'lin'\nmatch kind:\n    case 'sq' | 'square':\n        return x**2\n"
         "    case 'lin':\n        return x * s\n    case other:\n        raise ValueError(other)"),
    body("k = n\nmatch k:\n    case 4:\n        k, w = 8, s\n    case 8:\n        w = t\n"
         "return w * x * k"),
    body("match s:\n    case 1.5:\n        w = s\n    case v:\n        w = v * v\nreturn w"),
    body("k = None\nmatch k:\n    case 1 | 'a':\n        w = s\n    case None:\n        w = t\n"
         "return w * x"),
    body("match (n, m):\n    case (a,):\n        return x\n    case (a, b):\n"
         "        return a * x * b"),
    body("w = 0.0\nfor i in range(n):\n    match i:\n        case 0:\n            continue\n"
         "        case k if x[k] > 1.4:\n            break\n        case 1 | 2 as k:\n"
         "            w += x[k] * s\n    w += t\nreturn w"),
    body("match (s, t):\n    case (a, b) as p:\n        return p[0] * a * b * x"),
    body("p = (s, t)\nmatch p:\n    case (a, b):\n        return a * b * x\nreturn x", "ADC0116"),
    body("match s > 1.0:\n    case True:\n        w = s\n    case _:\n        w = t\nreturn x * w",
         "ADC0213"),
    body("match (n, m):\n    case (4, *r):\n        return x\nreturn x * s", "ADC0116"),
]  # fmt: skip

READINGS = (*BOUND, *MATCHED)
