"""Routines of BLAS that change vectors in place, bands, packed matrices, and parts of matrices."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, text

HEAD = """import numpy as np
from scipy import linalg

blas = linalg.blas


def f(x: "float64[N]", y: "float64[M]", A: "float64[N, N]", q: "int64[N]", s: float, t: float):
"""


def body(statements: str, refused: str = "", smooth: bool = True) -> Reading:
    return text(HEAD + textwrap.indent(statements, "    ") + "\n", refused, smooth=smooth)


READINGS = (
    body("return blas.daxpy(x, A[0], a=s) ** 2"),
    body("z = blas.daxpy(x, A[0].copy(), a=s)\nreturn z ** 2"),
    body("z = blas.daxpy(x, A[0], a=s)\nreturn z * A"),
    # A column may be one block of memory, where there is one row.
    body("z = blas.daxpy(x, A[:, 0], a=s)\nreturn z * A", "ADC0211"),
    body("blas.daxpy(x[::2], y, a=s)\nreturn y ** 2"),
    body("return blas.daxpy(x, q, a=s) * q"),
    body("return blas.daxpy(x, x * 2, a=s) * x"),
    body("x = blas.dscal(s, x)\nreturn x ** 2"),
    body("z = blas.dscal(s, x)\nz[0] = 3.0\nreturn x * t"),
    body("blas.dscal(s, x[1:4])\nreturn x * t"),
    body("blas.dcopy(x, A[0])\nreturn A ** 2"),
    body("u, v = blas.dswap(x, A[0])\nreturn u * v ** 2 + A[0] * x * 3"),
    body("u, v = blas.drot(x, A[0], s, t)\nreturn u * v * x"),
    # What BLAS makes of vectors that overlap is up to the machine.
    body("blas.dcopy(x[:3], x[1:4])\nreturn x * t", "ADC0220"),
    body("blas.daxpy(x[1:4], x[:3], a=s)\nreturn x * t", "ADC0220"),
    body("u, v = blas.dswap(x[:3], x[1:4])\nreturn u * v", "ADC0220"),
    body("blas.dcopy(A[0], A[1])\nblas.daxpy(x[:2], x[2:4], a=s)\nreturn A * x * t"),
    body("blas.dswap(x, x)\nreturn x * t"),
    body("return blas.dsyr(s, x) ** 2"),
    body("z = x.astype(np.float32)\nreturn blas.dsyr(s, z, a=A) * t", smooth=False),
    body("return blas.dsyr(s, x, lower=1, a=A) ** 2"),
    body("return blas.dsyr2(s, x, A[0], a=A) ** 2"),
    body("return blas.dsyr2(s, x, A[0], lower=1) ** 2"),
    body("return blas.dgbmv(5, 5, 1, 1, s, A[:3], x) ** 2"),
    body("return blas.dgbmv(5, 5, 1, 2, s, A, x, trans=1, beta=t, y=x) ** 2"),
    body("return blas.dsbmv(1, s, A[:2], x) ** 2"),
    body("return blas.dsbmv(2, s, A[:3], x, lower=1, beta=t, y=x) ** 2"),
    body("return blas.dtbsv(1, A[:2], x) ** 2"),
    body("return blas.dtbsv(1, A[:2], x, lower=1, trans=1, diag=1) ** 2"),
    body("return blas.dtbmv(2, A[:3], x, lower=1) ** 2"),
    body("return blas.dspmv(5, s, A.ravel()[:15], x) ** 2"),
    body("return blas.dspmv(5, s, A.ravel()[:15], x, lower=1, beta=t, y=x) ** 2"),
    body("return blas.dtpsv(5, A.ravel()[:15], x) ** 2"),
    body("return blas.dtpsv(5, A.ravel()[:15], x, lower=1) ** 2"),
    body("return blas.dtpmv(5, A.ravel()[:15], x, lower=1, trans=1) ** 2"),
    body("return blas.dtpmv(5, A.ravel()[:15], x) ** 2"),
    body("return blas.dsyr2k(s, A, A.T) ** 2"),
    body("return blas.dsyr2k(s, A, A.T + 1, beta=t, c=A, trans=1, lower=1) ** 2"),
    body("z = A[0]\nw = blas.dscal(s, z)\nw[1] = t\nreturn A * z"),
    body("z = A[:, 1]\nw = blas.dscal(s, z)\nw[1] = t\nreturn A * z"),
    body("w = blas.daxpy(x, x, a=s)\nreturn w * x"),
    # A column may be one block of memory, where there is one row.
    body("u, v = blas.dswap(x, A[:, 0])\nreturn u * v ** 2 + A[0] * x * 3", "ADC0211"),
    body("u, v = blas.dswap(x, A[0])\nu[0] = s\nv[1] = t\nreturn A * x"),
    body('return linalg.solve(A, x, assume_a="sym") ** 2'),
    body('return linalg.solve(A + 9 * np.eye(5), x, lower=True, assume_a="sym") ** 2'),
    body('return linalg.solve(A, A[:, :2], assume_a="symmetric", transposed=True) ** 2'),
    body('return linalg.solve(A, x, assume_a="upper triangular") ** 2'),
    body('return linalg.solve(A, x, assume_a="lower triangular") ** 2'),
    body('return linalg.solve(A, A[:, :2], assume_a="lower triangular", transposed=True) ** 2'),
    body('return linalg.solve(A, A[:, :2], assume_a="upper triangular", transposed=True) ** 2'),
    body("return linalg.solveh_banded(np.stack([x + 3, x * 0.1]), A[0], lower=True) ** 2"),
    body("return linalg.solveh_banded(np.stack([x + 5, x * s, A[2]]), A[:, :2], lower=True)"),
    body("return linalg.solveh_banded(np.stack([x * 0.1, A[2] * 0.2, x + 5]), A[:, :2]) ** 2"),
    body('return linalg.solve(A, x, assume_a="banded") ** 2', "ADC0220"),
    # LAPACK leaves its factors, too.
    body("return linalg.lapack.dgtsv(A[0, :4], x + 4, A[1, :4], A[2])[3] ** 2"),
    body("return linalg.lapack.dgtsv(A[0, :4] + 3, x, A[1, :4], A[2])[3] ** 2"),
    body("return linalg.lapack.dgtsv(A[0, :4] + 3, x, A[1, :4], A[:, :2])[3] ** 2"),
    body("return linalg.lapack.dgtsv(A[0, :4], x, A[1, :4], A[:, :2])[3] * s"),
    body(
        "l, d, u, z, i = linalg.lapack.dgtsv(A[0, :4], x, A[1, :4], A[2])\nreturn l * d[:4] * u + i"
    ),
    body(
        "l, d, u, z, i = linalg.lapack.dgtsv(A[0, 1:] + 2, x, A[1, 1:], A[2])\nreturn l[:3] * u[:3]"
    ),
    body("return linalg.lapack.dgtsv(y[:1], x[:2], y[1:2], A[0, :2])[3] ** 2"),
    body("return linalg.lapack.dgtsv(y[:1] + 2, x[:2], y[1:2], A[0, :2])[3] ** 2"),
)
