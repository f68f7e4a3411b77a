"""Functions that take values in their order, parts of arrays, and determinants."""

from __future__ import annotations

import numpy as np

from tests.readings.table import body, text, value

_FLAT = {"x": np.array([1.0, 0.5, 1.0, 0.5, 0.75])}
_NAN = {"x": np.array([1.0, np.nan, 0.25, 0.5, 0.75])}
_EMPTY = 'def f(x: "float64[N]", n: int):\n    '


def matrix(statements: str, kind: str = "float64[4, 4]", **facts):  # type: ignore[no-untyped-def]
    return text(f'import numpy as np\n\n\ndef f(A: "{kind}"):\n    {statements}\n', **facts)


READINGS = (
    value("np.sort(x)[::-1]"),
    value("np.sort(x)", inputs=_FLAT, smooth=False),
    value("np.sort(x), np.median(x), np.quantile(x, 0.3)", inputs=_NAN, smooth=False),
    value("np.sort(np.outer(x, y), axis=0)"),
    value("np.sort(np.outer(x, y), axis=None)"),
    value("np.sort(q)"),
    value("np.sort(x[n:n])", smooth=False),
    value("np.sort(x > 1.0)", "ADC0220"),
    value("np.median(x)"),
    value("np.median(x[:4])"),
    value("np.median(np.outer(x, y), axis=(0, 1))"),
    value("np.median(np.outer(x, y), axis=1, keepdims=True)"),
    value("np.median(q)"),
    value("np.median(x, overwrite_input=True)", "ADC0220"),
    value("np.quantile(x, [0.0, 0.3, 1.0])"),
    value("np.percentile(np.outer(x, y), 40, axis=0)"),
    value("np.quantile(x, 0.5 * s)"),
    value("np.quantile(x, 1.5)", "ADC0220", raises=True),
    value("np.quantile(x, 0.3, method='lower')"),
    body("x.sort()\nreturn x[0] * x[-1]"),
    body("y[:] = x[1:4]\ny[::-1].sort()\nreturn y"),
    body("v = x\nv.sort()\nreturn x[0] - v[1]"),
    text('import numpy as np\n\n\ndef f(x: "float32[N]"):\n    return np.quantile(x, 0.3)\n'),
    value("np.take(x, [0, -2])"),
    value("np.take(x, q[:3] - 1)"),
    value("np.take(np.outer(x, y), 1, axis=1)"),
    value("np.insert(x, len(x), s)"),
    value("np.insert(x, n, s)", "ADC0220"),
    value("np.insert(x, -1, [s, t])"),
    value("np.insert(q, 0, s)", "ADC0220"),
    value("np.insert(x, 7, s)", "assumed", raises=True),
    value("np.delete(x, 1)"),
    value("np.delete(np.outer(x, y), -1, axis=0)"),
    value("np.delete(x, 5)", "assumed", raises=True),
    body("for k in range(n):\n    s += x[k] ** k / math.factorial(k)\nreturn s"),
    value("x * math.factorial(n + 20)", "assumed", smooth=False),
    value("x * math.factorial(int(np.abs(-4)) - 1)"),
    body("a = np.full(3, math.factorial(n))\na[1] = 0.5\nreturn a * s"),
    value("np.hanning(n) + np.hamming(n) * np.blackman(n) - np.bartlett(n)"),
    value("np.hanning(n)", integers={"n": 1}),
    value("np.unwrap(9.0 * x)"),
    value("np.unwrap(np.outer(9.0 * x, y), axis=0, period=1.0)"),
    value("np.tile(x, (n, 1)).T"),
    value("np.tile(x, n)"),
    value("np.piecewise(x, [x < 0.8, x > 1.2], [lambda v: v * v, np.log, 3.0])"),
    value("np.piecewise(x, [x < 1.2, x < 0.8], [lambda v, w: v - w, 0.0, s], t)"),
    value("np.piecewise(x, [x < 1.2, x < 0.8], [lambda v: v * s, 0.5])"),
    value("np.piecewise(x, [x < 1.0], [lambda v: v / np.sum(v), lambda v: v - np.mean(v)])"),
    value("np.piecewise(x, [x < 1.0], [np.cumsum])", "ADC0216"),
    value("np.linalg.multi_dot([np.outer(x, y), np.outer(y, x), x])"),
    matrix("return np.linalg.det(A)"),
    matrix("return np.linalg.det(A)", "float64[N, N]"),
    matrix("return np.linalg.det(A)", "float32[4, 4]", smooth=False),
    matrix("s, v = np.linalg.slogdet(A)\n    return s, v", "float64[2, 4, 4]"),
    matrix("return np.linalg.slogdet(A).logabsdet"),
    matrix("A[1] = 2.0 * A[0]\n    return np.linalg.slogdet(A * 0.0)", smooth=False),
    matrix("return np.linalg.det(A[::-1] @ A.T)"),
    # how often a library calls a function is its own affair
    *(text(
        f"import numpy as np\nfrom scipy.optimize import brentq\n"
        f'def f(x: "float64[N]", s: float):\n    n = {n}\n    def g(v):\n        n[0] += 1.0\n'
        f"        return v * v - s\n    return {call} * n[0]\n", refused)
      for n, call, refused in (
        ("[0.0]", "brentq(g, 0.0, 3.0)", "ADC0220"), ("x", "brentq(g, 0.0, 3.0)", "ADC0220"),
        ("np.zeros(1)", "np.vectorize(g)(x)", "ADC0220"),
        ("np.zeros(1)", "np.vectorize(g, otypes=[float])(x)", ""),
        ("np.zeros(1)", "np.piecewise(x, [x < 0.0, x > 0.0], [g, 1.0])", "ADC0220"),
    )),
    *(text(
        f"import numpy as np\nfrom scipy import integrate, optimize\n"
        f"class C:\n    def __init__(self, s):\n        self.s = s\n        self.n = 0.0\n"
        f"    def __call__(self, v, *rest):\n        {change}\n        return self.s - v\n"
        f'def f(x: "float64[N]", s: float):\n    c = C(s)\n    return {call} * c.n\n', "ADC0220")
      for change, call in (
        ("self.n += 1.0", "optimize.brentq(c, 0.0, 3.0)"),
        ("self.n = v", "optimize.brentq(c.__call__, 0.0, 3.0)"),
        ("self.n += 1.0", "integrate.solve_ivp(lambda t, v: c(v), (0.0, 1.0), x).y[0, -1]"),
    )),
    # functions of one text that differ in a default are two
    *(
        body(f"a, b = [lambda v, k=k: v * k for k in (2, 3)]\n{then}\nreturn h(x)", code)
        for then, code in (
            ("if s > 99:\n    h = a\nelse:\n    h = b", "ADC0212"),
            ("h = a\nfor i in range(n):\n    t = h(t)\n    h = b", "ADC0212"),
            ("if s > 99:\n    h = np.vectorize(a)\nelse:\n    h = np.vectorize(b)", "ADC0212"),
            ("h = a if s > 99 else b", "ADC0232"),
            ("h = a\nfor i in range(n):\n    t += h(s)\n    h = a", ""),
        )
    ),
)  # fmt: skip
