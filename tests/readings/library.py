"""What calls hand on, dictionaries that change, texts that are known, and what modules import and
compile."""

from __future__ import annotations

from tests.readings.table import HEADER, PARAMETERS, Reading, body, text, value

_G = "def g(a=1.0, b=2.0, c=0.5):\n    return a * b + c\n\n\n"


def _of_g(statements: str, refused: str = "") -> Reading:
    return text(f"{HEADER}{_G}{PARAMETERS}    {statements}\n", refused, raises=bool(refused))


def _before(start: str, returned: str, refused: str = "", raises: bool = False) -> Reading:
    return text(f"{HEADER}{start}\n{PARAMETERS}    return {returned}\n", refused, raises=raises)


_CROSS = 'def f(A: "float64[3, 3]", B: "float64[3, 3]"):\n'

CALLS = [
    _of_g('p = {"a": s}; return g(**p, c=x[0])'),
    _of_g('p = {"a": s}; return g(**p, c=x[0], b=t)'),
    _of_g('p = (s,); q = {"b": t}; return g(*p, **q, c=x[0],) + g(*p,) + g(**q,)'),
    _of_g('p = {"a": s}; q = {"b": t}; return g(**p, **q, c=x[1])'),
    _of_g("p = (s,); return g(*p, t, *(x[2],)) + g(*p, c=t) + g(c=x[0], *p)"),
    _of_g('p = {"a": s}; q = {"a": t}; return g(**p, **q)', "ADC0220"),
    _of_g('p = {"a": s}; return g(t, **p)', "ADC0229"),
]

DICTIONARIES = [
    body('d = {"a": s}; d.update({"b": t}); d.update(a=x, c=2.0)\nreturn d["a"] * d["b"] * d["c"]'),
    body('d = {"a": s, "b": t}; e = d\nw = d.pop("a")\nreturn w * e["b"] * len(e)'),
    body('d = {"a": s}\nw = d.pop("b", t)\nreturn w * d["a"]'),
    body('d = {"a": s}\nreturn d.pop("b")', "ADC0217", raises=True),
    body('d = {"a": s, "b": t}; e = dict(d)\ne["a"] = 2.0\nreturn d["a"] * e["b"] * e["a"]'),
    body('d = dict(zip(["a", "b"], [s, t]))\nreturn d["a"] - d["b"]'),
    body('d = dict([("a", s), ("b", t)], b=x)\nreturn d["a"] * d["b"]'),
    body('d = {}\nw = d.setdefault("a", s)\nd.setdefault("a", t)\nreturn d["a"] * w * x'),
    body('d = {"a": s} | {"a": t, "b": x}\nreturn d["a"] * d["b"]'),
    body('d = {"a": s, "b": t}\nd.clear()\nd["a"] = x\nreturn d["a"] * len(d)'),
    # The key is there on one path only.
    body('d = {"a": s, "b": t}\nif s > 1.0:\n    d.pop("b")\nreturn d["a"] * len(d)', "ADC0212"),
    body('d = {"a": s}\nfor i in range(n):\n    d.update({i: t})\nreturn d["a"]', "ADC0114"),
]

TEXTS = [
    body('k = "Linear".lower()\nif k.startswith("lin") and k in ("linear", "cubic"):\n'
         "    return s\nreturn t"),
    body('a, b = "u-v".split("-")\nd = {"u": s, "v": t}\nreturn d[a] - 2.0 * d[b.strip()]'),
    body('return s * "aXa".count("a") * "a".upper().replace("A", "bcb").count("b")'),
    body('return s if "x".endswith(x) else t', "ADC0220", raises=True),
]  # fmt: skip

MODULES = [
    _before("E = np.finfo('float').eps ** (1 / 3)\nL = np.iinfo(np.int32).max\n\n",
            "s + E + 1e-9 * L"),
    _before("from typing import cast\n\n", 'cast("float", s) * x'),
    _before("from builtins import range, sum\n\n", "sum(x[i] for i in range(2)) * s"),
    _before("try:\n    import numpy as nq\n    def g(v): return nq.sum(v)\nexcept ImportError:\n"
            "    def g(v): return 0.0\n\n", "g(x) * s"),
    _before("try:\n    from numpy import trapezoid as area\nexcept ImportError:\n"
            "    from numpy import trapz as area\n\n", "area(x) * s"),
    _before("try:\n    import scipy.special as of\n    HAS = True\nexcept (ImportError, OSError):\n"
            "    HAS = False\n\n", "of.erf(x) if HAS else x", "ADC0123"),
    _before("try:\n    import scipy.special as of\nexcept ImportError:\n    HAS = False\n"
            "else:\n    HAS = True\n\n", "of.erf(x) if HAS else x"),
    _before("try:\n    import scipy.special as of\nexcept ImportError:\n    import math as of\n\n",
            "of.erf(x) * s"),
    _before("try:\n    from scipy.integrate import trapz\nexcept ImportError:\n"
            "    from scipy.integrate import trapezoid as trapz\n\n", "trapz(x)"),
    _before("try:\n    from numpy import in1d as nq\nexcept (ImportError, ValueError):\n"
            "    from numpy import sum as nq\n\n", "nq(x)"),
    _before("try:\n    from numpy import sum as nq\nexcept ImportError:\n"
            "    from numpy import max as nq\nelse:\n    nq = nq\n\n", "nq(x)", "ADC0123"),
    _before("import typing as ty\nimport numpy.typing as npt\nfrom numpy.typing import NDArray\n\n",
            'ty.cast(ty.Union[npt.ArrayLike, "M"], s) * ty.cast(NDArray[np.float64] | None, x)'),
    _before("from typing import cast, TYPE_CHECKING\nif TYPE_CHECKING:\n    from os import Bar\n\n",
            "cast(Bar, s) * x", "ADC0123", raises=True),
    # What adc cannot read matters where it is used.
    _before("L = [i for i in range(3)]\ndef g(v, deep=False): return v * len(L) if deep else v\n\n",
            "g(x)"),
    _before("L = [i for i in range(3)]\n\n", "x * len(L)"),
    _before("max, L = {1, 2}, 3\n\n", "x * L", "ADC0123"),
    # Whether this module is there, adc cannot know.
    _before("try:\n    import nowhere\n    def g(v): return v\nexcept ImportError:\n"
            "    def g(v): return 2.0 * v\n\n", "g(x)", "ADC0123"),
    _before("def g(v): return v * v\ng.name = 'square'\n\n", "g(x)"),
    _before("def g(v): return v * v\ng.__defaults__ = (2.0,)\n\n", "g(x)", "ADC0123"),
    _before("try:\n    from numba import njit\nexcept ImportError:\n"
            "    def njit(*given, **options):\n        def wrap(f):\n"
            "            return f\n        return wrap\n"
            "def g(v): return v * v\nh = njit(nogil=True)(g)\n\n", "h(x) + h(s)"),
    _before("def twice(f):\n    def both(v):\n        return f(f(v))\n    return both\n"
            "def g(v): return v * v\nh = twice(g)\n\n", "h(x)"),
]  # fmt: skip

OTHERS = [
    value("s if math.isclose(s, t) else t"),
    value("s if math.isclose(s, s * (1 + 1e-12)) and math.isclose(math.inf, math.inf) else t"),
    value("s if math.isclose(math.inf, t) or math.isclose(s, 0.0, abs_tol=0.1) else t"),
    body("a, b, c, d, e = x\nreturn a * b - c * d * e"),
    body("a, b, c = x\nreturn a * b - c", "assumed", raises=True),
    text(HEADER + _CROSS + "    return np.cross(A, B.T, axisa=0, axisb=1, axisc=0)\n"),
    text(HEADER + _CROSS + "    return np.cross(B, B[::-1] * B, axis=0) - np.cross(B.T, A[0]).T\n"),
]

_N = "def N(x, c=2.0):\n    k = 1.0 / (1.0 + 0.2316419 * abs(x))\n"
_INSIDE = "k * math.exp(-x * x / c)"

MIRRORED = [
    _before(f"{_N}    if x >= 0.0:\n        p = 1.0 - {_INSIDE}\n    else:\n"
            "        p = 1.0 - N(-x)\n    return p\n\n", "N(s) * N(-t) + N(x[0] - 1.0, 3.0)"),
    _before(f"{_N}    if x < 0:\n        return 1.0 - N(-x, c)\n    return 1.0 - {_INSIDE}\n\n",
            "N(s) * N(-t, 3.0)"),
    _before("def g(z):\n    y = 2.0 * z\n    if z < 0.5:\n"
            "        return math.pi / (math.sin(math.pi * z) * g(1 - z)) + y\n    else:\n"
            "        return math.exp(-z) * y\n\n", "g(s) * g(0.3 * t)"),
    # The call may be on the same side, or take another argument.
    _before("def g(z):\n    if z < 0.5:\n        return 2.0 * g(0.4 - z)\n    return z * z\n\n",
            "g(s)", "ADC0228"),
    _before("def g(z):\n    z = z * 1.0\n    if z < 0.0:\n        return -g(-z)\n"
            "    return z * z\n\n", "g(s)", "ADC0228"),
    _before("def g(z):\n    if z < 0.0:\n        return -(lambda z: g(-z))(2.0 * z)\n"
            "    return z * z\n\n", "g(s)", "ADC0228"),
]  # fmt: skip

TRUTHS = [
    value("(s if any(x > 1.0) else t) * (t if all(x > 1.0) else s)"),
    value("s if not any(x - x) and all((s > 0.9, t)) else t"),
    value("any(x > 1.0) * s + all([]) + any(())"),
    value("s if any(np.outer(x, x) > 1.0) else t", "ADC0220", raises=True),
    value("np.maximum(*(v * s for v in (x, t)))"),
    _before("try:\n    from math import cbrt\nexcept:\n    def cbrt(v): return v ** (1 / 3)\n\n",
            "cbrt(s) * x"),
]  # fmt: skip

READINGS = [*MIRRORED, *TRUTHS, *CALLS, *DICTIONARIES, *TEXTS, *MODULES, *OTHERS]
