"""Kernels of linear algebra and statistics."""

from __future__ import annotations

import numpy as np

from benchmarks.kernels.definition import Inputs, Kernel, of_each


def _dominant(inputs: Inputs) -> None:
    """A large diagonal: elimination without pivoting wants one."""
    inputs["A"] += 2.0 * len(inputs["A"]) * np.eye(len(inputs["A"]))


def _symmetric(inputs: Inputs) -> None:
    inputs["A"] = inputs["A"] + inputs["A"].T
    _dominant(inputs)


def _triangular(inputs: Inputs) -> None:
    inputs["L"] += len(inputs["L"]) * np.eye(len(inputs["L"]))


def _decaying(inputs: Inputs) -> None:
    """Autocorrelations of a process that forgets: the Toeplitz matrix is positive definite."""
    inputs["r"] *= 0.3 * 0.5 ** np.minimum(np.arange(len(inputs["r"])), 40)


def _scaled(inputs: Inputs) -> None:
    inputs["C4"] /= len(inputs["C4"])


SCALARS = {"alpha": 1.5, "beta": 1.2}
LINEAR_ALGEBRA = (
    Kernel(
        "gemm(alpha: float64, beta: float64, C: float64[NI, NJ], A: float64[NI, NK],"
        " B: float64[NK, NJ])",
        "alpha A B C", "C",
        of_each("NI NJ NK", tiny=(3, 4, 5), S=(200, 220, 240), L=(1300, 1400, 1500)), SCALARS,
    ),
    Kernel(
        "two_mm(alpha: float64, beta: float64, A: float64[NI, NK], B: float64[NK, NJ],"
        " C: float64[NJ, NL], D: float64[NI, NL])",
        "A B C D", "D",
        of_each("NI NJ NK NL", tiny=(3, 4, 5, 2), S=(260, 280, 310, 320),
                L=(1000, 1100, 1300, 1400)), SCALARS, title="2mm",
    ),
    Kernel(
        "three_mm(A: float64[NI, NK], B: float64[NK, NJ], C: float64[NJ, NM], D: float64[NM, NL])",
        "A B C D", "return",
        of_each("NI NJ NK NL NM", tiny=(3, 4, 5, 2, 6), S=(240, 260, 280, 290, 310),
                L=(1000, 1100, 1200, 1300, 1400)), title="3mm",
    ),
    Kernel(
        "atax(A: float64[M, N], x: float64[N])", "A x", "return",
        of_each("M N", tiny=(4, 5), S=(1200, 1300), L=(6500, 7000)),
    ),
    Kernel(
        "bicg(A: float64[M, N], p: float64[N], r: float64[M])", "A p r", "return_0 return_1",
        of_each("M N", tiny=(4, 5), S=(1200, 1300), L=(6500, 7000)),
    ),
    Kernel(
        "mvt(x1: float64[N], x2: float64[N], y1: float64[N], y2: float64[N], A: float64[N, N])",
        "x1 x2 y1 y2 A", "x1 x2", of_each("N", tiny=(5,), S=(1250,), L=(7000,)),
    ),
    Kernel(
        "gemver(alpha: float64, beta: float64, A: float64[N, N], u1: float64[N], v1: float64[N],"
        " u2: float64[N], v2: float64[N], w: float64[N], x: float64[N], y: float64[N],"
        " z: float64[N])",
        "A u1 v1 u2 v2 y z", "w", of_each("N", tiny=(5,), S=(600,), L=(4000,)), SCALARS,
    ),
    Kernel(
        "gesummv(alpha: float64, beta: float64, A: float64[N, N], B: float64[N, N], x: float64[N])",
        "A B x", "return", of_each("N", tiny=(5,), S=(800,), L=(4000,)), SCALARS,
    ),
    Kernel(
        "doitgen(A: float64[NR, NQ, NP], C4: float64[NP, NP])", "A C4", "A",
        of_each("NR NQ NP", tiny=(2, 3, 4), S=(40, 60, 100), L=(150, 250, 300)), prepare=_scaled,
    ),
    Kernel(
        "symm(alpha: float64, beta: float64, C: float64[M, N], A: float64[M, M], B: float64[M, N])",
        "A B C", "C", of_each("M N", tiny=(4, 5), S=(120, 140), L=(700, 750)), SCALARS,
    ),
    Kernel(
        "syrk(alpha: float64, beta: float64, C: float64[N, N], A: float64[N, M])",
        "A C", "C", of_each("N M", tiny=(5, 4), S=(200, 170), L=(1000, 800)), SCALARS,
    ),
    Kernel(
        "syr2k(alpha: float64, beta: float64, C: float64[N, N], A: float64[N, M],"
        " B: float64[N, M])",
        "A B C", "C", of_each("N M", tiny=(5, 4), S=(200, 170), L=(900, 700)), SCALARS,
    ),
    Kernel(
        "trmm(alpha: float64, A: float64[M, M], B: float64[M, N])",
        "alpha A B", "B", of_each("M N", tiny=(4, 5), S=(200, 220), L=(700, 800)), SCALARS,
    ),
    Kernel(
        "trisolv(L: float64[N, N], b: float64[N])", "L b", "return",
        of_each("N", tiny=(5,), S=(1200,), L=(7000,)), prepare=_triangular,
    ),
    Kernel(
        "lu(A: float64[N, N])", "A", "A", of_each("N", tiny=(5,), S=(70,), L=(400,)),
        prepare=_dominant,
    ),
    Kernel(
        "ludcmp(A: float64[N, N], b: float64[N])", "A b", "return",
        of_each("N", tiny=(5,), S=(70,), L=(400,)), prepare=_dominant,
    ),
    Kernel(
        "cholesky(A: float64[N, N])", "A", "A", of_each("N", tiny=(5,), S=(90,), L=(600,)),
        prepare=_symmetric,
    ),
    Kernel(
        "durbin(r: float64[N])", "r", "return", of_each("N", tiny=(6,), S=(700,), L=(8000,)),
        prepare=_decaying,
    ),
    Kernel(
        "gramschmidt(A: float64[M, N])", "A", "return_0 return_1",
        of_each("M N", tiny=(6, 4), S=(120, 90), L=(600, 500)),
    ),
    Kernel(
        "correlation(data: float64[N, M])", "data", "return",
        of_each("N M", tiny=(6, 4), S=(400, 350), L=(2500, 1800)),
    ),
    Kernel(
        "covariance(data: float64[N, M])", "data", "return",
        of_each("N M", tiny=(6, 4), S=(400, 350), L=(2500, 1800)),
    ),
)  # fmt: skip
