"""Arrays updated by lists, and arguments of NumPy's functions that are given more seldom."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, text

HEAD = """import numpy as np


def f(x: "float64[N]", y: "float64[M]", A: "float64[N, N]", q: "int64[N]", s: float, n: int):
"""


def body(statements: str, refused: str = "", raises: bool = False) -> Reading:
    return text(HEAD + textwrap.indent(statements, "    ") + "\n", refused, raises=raises)


READINGS = (
    body("A[1, :2] += [s, 1]\nreturn A * x"),
    body("A[1, :2] *= (s, y[0])\nreturn A * x"),
    body("x[:2] -= [s, y[0]]\nreturn x ** 2"),
    body("x += [1, 2, 3, 4, s]\nreturn x ** 2"),
    body("A[:2, :2] += [[s, 1], [y[0], 2.0]]\nreturn A * x"),
    body("x[[0, 2]] += [s, y[0]]\nreturn x ** 2"),
    body("x[x > 1] += [s]\nreturn x ** 2"),
    body("z = x + [1, 2, 3, s, y[0]]\nreturn z * x"),
    body("z = [1, 2, 3, s, y[0]] * x\nreturn z * x"),
    body("w = [s, y[0]]\nw += [x[0]]\nreturn x * w[2]"),
    body("w = [s, y[0]]\nw *= 2\nreturn x * w[3]"),
    body("w = [x, A[0]]\nw[0] += [1, 2, 3, 4, s]\nreturn x * w[0]", "ADC0232"),
    body("return np.sum([s, y[0]] + y[:2]) * x"),
    body("A[1, :2] //= [s, y[0]]\nreturn A * x"),
    body("A[:] @= [[1.0, 0, 0, 0, 0]] * 5\nreturn A * x"),
    body("x[:2] += [x[1], x[0]]\nreturn x ** 2"),
    body("x[::-1] += [x[1], x[0], s, x[3], x[4]]\nreturn x ** 2"),
    body("x += [x[1], x[0], s, x[3] * x[4], 1]\nreturn x ** 2"),
    body("x += (1, 2, 3, 4, s)\nreturn x ** 2"),
    body("x += range(5)\nreturn x ** 2"),
    body("x[1:4] *= range(3)\nreturn x ** 2"),
    body("q += [1, 2, 3, 4, 5]\nreturn x * q"),
    body("q[1:3] *= [2, 3]\nreturn x * q"),
    body("A[0] += [[1, 2, 3, 4, s]]\nreturn A * x", "ADC0212", raises=True),
    body("A[0, 0] += [s]\nreturn A * x", "ADC0212", raises=True),
    body("x[1] += [1, 2]\nreturn x", "ADC0212", raises=True),
    body("w = []; [w.append(v * s) for v in y]\nx[:3] += w\nreturn x * y[0]", "ADC0212"),
    body("w = []\nfor k in range(5): w.append(s * k)\nx += w\nreturn x ** 2"),
    body("z = (x + 1j * A[0])\nz += [1, 2j, s, y[0], 0]\nreturn z.real ** 2 + z.imag", "ADC0232"),
    body("z = (x + 1j * A[0])\nz[:2] *= [2j, s]\nreturn z.real ** 2 + z.imag", "ADC0232"),
    body("u = x[x > 1]\nu += [s]\nreturn u.sum()", "ADC0232"),
    body('w = {"a": x}\nw["a"] += [1, 2, 3, 4, s]\nreturn x ** 2', "ADC0232"),
    body("x += [[1], [2]]\nreturn x", "ADC0212", raises=True),
    body("b = x > 1\nb |= [True, False, True, False, False]\nreturn b * x"),
    body("x **= [1, 2, 3, 2, 1]\nreturn x"),
    body("B = A[:2, :2]\nB @= [[s, 0], [y[0], 1]]\nreturn A"),
    body("return np.searchsorted(x, y, sorter=np.argsort(x)) * y[0]"),
    body('return np.searchsorted(x, y, "right", np.argsort(x)) * y[0]'),
    body("return x.searchsorted(y, sorter=x.argsort()) * y[0]"),
    body("return np.searchsorted(x, s, sorter=None) * y[0]"),
    body('return np.array(A, order="C", copy=True) ** 2'),
    body('return np.array(A, float, order="F") ** 2'),
    body('return np.array([[s, y[0]], [y[0], 1.0]], order="F") ** 2'),
    body('return np.array([x, A[0]], dtype=float, order="F").ravel("K") ** 2', "ADC0220"),
    body('return np.array(A, order="F").ravel(order="A") * s', "ADC0220"),
    body("return np.var(A, axis=1, correction=1) * x"),
    body("return np.std(A, axis=0, correction=0) * x"),
    body("return np.std(A, ddof=1, correction=1) * x", "ADC0220", raises=True),
    body("return np.piecewise(s, [s < 1, s >= 1], [lambda v: v * y[0], lambda v: v ** 2])"),
    body("return np.piecewise(s, [s < 0.1], [lambda v: v * y[0], lambda v: v ** 2]) * x"),
    body("return np.piecewise(s, s > 1, [lambda v: v * y[0], 3.0])"),
    body("w = np.piecewise(s, [s < 1], [np.exp, lambda v: v ** 2])\nw += 1.0\nreturn w * x"),
    body("return np.piecewise(n, [n < 2], [lambda v: v * 3, lambda v: v ** 2]) * x"),
    body("return np.piecewise(s, [s < 1, s > 2], [1.0, 2.0]) * x"),
    body(
        "return np.piecewise(x[0], [x[0] < 1], [lambda v, a: v * a, lambda v, a: v - a], y[0]) * x"
    ),
    body("return np.piecewise(s, [x < 1], [lambda v: v, 1.0])", "ADC0220", raises=True),
)
