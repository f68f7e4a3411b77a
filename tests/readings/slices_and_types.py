"""Slices and element types as values, attributes by name, `itertools`, and keys to sort by."""

from __future__ import annotations

from tests.readings.table import HEADER, Reading, body, text, value

_IMPORTS = "import itertools\nimport operator\nfrom operator import itemgetter\n"
_F = 'def f(x: "float64[N]", y: "float64[M]", s: float, n: int):\n'


def run(statements: str, refused: str = "", **facts: object) -> Reading:
    lines = "".join(f"    {line}\n" for line in statements.splitlines())
    return text(_IMPORTS + HEADER + _F + lines, refused, **facts)


SLICES = [
    body("w = slice(1, 3)\nreturn x[w] * s"),
    body("w = [slice(None)] * 2\nw[0] = slice(1, None)\nreturn np.outer(x, y)[tuple(w)]"),
    body("A, w = np.outer(x, y), slice(1, None, 2)\nA[w, 0] = 2.0 * s\nA[np.s_[1:3, ::-1]] += t\n"
         "return A[np.index_exp[1:]].sum() * x[w.start] * A[w][0]"),
    body("w = 0.0\nfor p in (slice(0, 2), slice(1, 4), slice(None, None, -1)):\n"
         "    w = w + np.sum(x[p] * np.arange(len(x[p])))\nreturn w"),
    body("for i in range(n - 1):\n    w = slice(i, i + 2)\n    x[w] = x[w] * s\nreturn x"),
    body("a, w = [s, t, 2.0, s * t], slice(1, 3)\nreturn a[w][1] + x[w][1] + "
         "(s if isinstance(w, slice) and not isinstance(w, tuple) else t)"),
    body("if n > 2:\n    w = slice(0, n)\nelse:\n    w = slice(0, 2)\nreturn np.sum(x[w] * s)"),
    value("x * s if slice(1, 2) != (1, 2, None) else x"),
    value("x[slice(-2, None)] * x[slice(0, -3)]"),
    value("np.outer(x, y)[Ellipsis, 0] * np.outer(x, y)[slice(None), 1]"),
    # An end that is never beyond the first element counts from the last one.
    body("m = len(x)\nk = -(-m // 3)\nw = np.zeros(3 * k)\nw[:m] = x\n"
         "return w[:-k] * s + w[-k:].sum() * w[-k::2][0]"),
    value("x[slice(0, int(s * 2))]", "ADC0216"),
    value("np.s_(x)", "ADC0220", raises=True),
    # A step that is 1 is no None, and a tuple of one slice is no slice.
    text(HEADER + "class V:\n    def __getitem__(self, k):\n"
         "        return 2.0 if k.step is None else 3.0 * k.step\n\n\n" + _F +
         "    return V()[0:4:1] * s + V()[0:4]\n"),
    value("{1: s, (1,): t}[1,]", "ADC0216"),
    # An object is given the slice, and hands it on.
    text(HEADER + "class V:\n    def __init__(self, v):\n        self.v = v\n\n"
         "    def __getitem__(self, k):\n        return self.v[k]\n\n"
         "    def __setitem__(self, k, u):\n        self.v[k] = u\n\n\n" + _F +
         "    w, z = V(x), V(np.outer(x, y))\n    w[1:n] = s\n"
         "    return w[::-2] * z[1:4, -1].sum() * w[: n - 1][0] + z[:, 0][::2]\n"),
]  # fmt: skip

TYPES = [
    value("np.zeros(n, dtype=np.result_type(x, s, np.float32, 2)) + x[:n]"),
    value("np.zeros(n, dtype=np.promote_types(q.dtype, 'float32')) + s"),
    value("np.zeros(n, dtype=np.common_type(x, q)) + s"),
    value("np.result_type(np.float32, 1.0) == np.float32 and s"),
    value("s if np.can_cast(x.dtype, np.float32) else t"),
    value("s if np.issubdtype(x.dtype, np.floating) and not np.issubdtype(q.dtype, float) else t"),
    value("(s if x.dtype.kind == 'f' and np.dtype('int64').char == 'l' else t) * x.itemsize"),
    value("np.zeros(3, x.dtype.type) + s * np.dtype(x.dtype).itemsize"),
    value("x * s if x.dtype.name == 'float64' else x"),
    value("np.promote_types(x.dtype, 'nonsense')", "ADC0222", raises=True),
    value("np.dtype(complex)", "ADC0231", smooth=False),
]

BY_NAME = [
    value("getattr(np, 'sin')(x) * getattr(x, 'shape')[0] + getattr(np.linalg, 'norm')(y)"),
    value("getattr(x, 'values', x) * s if getattr(np, 'no_such_name', None) is None else t"),
    value("np.trapezoid(x) if hasattr(np, 'trapezoid') else np.trapz(x)"),
    value("getattr(x, 'values')", "ADC0227", raises=True),
]

ITERTOOLS = [
    run("w = 0.0\nfor v in itertools.chain(x, y, (s, 2.0), range(n)):\n    if v > 3.0:\n"
        "        break\n    if v > 1.2:\n        continue\n    w += v * v\nelse:\n"
        "    w *= 2\nreturn w"),
    run("a = (s, 2.0)\nreturn (x, *a)"),
    run("w = 0.0\nk = 0\nfor a, b in itertools.pairwise(x):\n    w += a * b * b\n    k += 1\n"
        "    x[k] = 5.0\nreturn w"),
    run("w, A = 0.0, np.outer(x, y)\nfor a, b in itertools.pairwise(A):\n"
        "    w += np.sum(a * b * b)\n    b *= 2\nreturn w"),
    run("a = list(itertools.accumulate((s, x[0], x[1]), initial=2.0))\n"
        "b = tuple(itertools.chain.from_iterable(((s, 1.0), (x[1], s))))\n"
        "c = sum(itertools.chain((s,), b)) + max(itertools.accumulate([s, x[0]], operator.mul))\n"
        "d = list(itertools.combinations((s, x[0], 2.0), 2))\n"
        "e = len(list(itertools.product((1, 2), repeat=3)))\n"
        "return a[-1] * b[2] + c * e + d[1][1] * itemgetter(1, 0)(b)[1] * operator.pow(s, 2)"),
    run("w = itertools.accumulate((s, x[0]))\nreturn sum(w) + sum(w)", "ADC0220"),
    run("return sum(itertools.accumulate(x))", "ADC0112"),
    text("import math\nfrom operator import add, neg\nfrom itertools import chain as both\n"
         "def f(x: 'float64[N]', s: float):\n"
         "    return add(x, neg(s)) * math.prod(both((s, 2.0), [s]))\n"),
]  # fmt: skip

KEYS = [
    body('w = sorted([(2, s), (1, t), (2, x[0])], key=lambda p: p[0], reverse=True)\n'
         'd = sorted({"b": s, "a": t}.items(), key=lambda kv: kv[0])\n'
         "e = max([(1, s), (3, t)], key=lambda p: p[0])\n"
         "return w[0][1] * x[1] + w[1][1] * d[0][1] + e[1]"),
    body("return sorted([s, t], key=None)[0]"),
    body("return sorted([(2, s), (1, t)], key=lambda p: p[1])[0][1]", "ADC0220"),
]  # fmt: skip

READINGS = (*SLICES, *TYPES, *BY_NAME, *ITERTOOLS, *KEYS)
