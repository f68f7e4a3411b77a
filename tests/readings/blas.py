"""What SciPy's routines of BLAS make of shapes, choices and numbers that are unusual."""

from __future__ import annotations

from typing import Any

from tests.readings.table import Reading, text

PARAMETERS = 'A: "float64[N, N]", B: "float64[N, M]", x: "float64[N]", u: "float64[1]", t: float'


def call(routine: str, refused: str = "", **facts: Any) -> Reading:
    head = "import numpy as np\nfrom scipy.linalg import blas\n"
    source = f"{head}def f({PARAMETERS}, n: int):\n    return blas.{routine}\n"
    return text(source, refused, **facts)


READINGS = (
    # What is overwritten by zero times itself may be anything.
    call("dgemv(2.0, A, x, 0.0, x * np.nan)"),
    call("dgemv(2.0, A, x, 0.0 * t, x * np.inf)"),
    call("dgemm(t, A, B, 0, B / 0.0)"),
    call("dsyrk(2.0, A, 0.0, A * np.inf, lower=1)", smooth=False),
    # The derivative by a factor that is zero is what it would multiply.
    call("dgemv(2.0, A, x, t - t, x)"),
    call("dgemm(t - t, A, B, t, B)"),
    # What stands behind y by position are offsets and distances.
    call("dgemv(1.0, A, x, t, x, 0)", "ADC0229"),
    call("dgemv(1.0, A, x, y=x, beta=t, trans=2)"),
    call("dsyrk(t, B, t, A, 0, True)"),
    call("dtrsm(t, A, B, trans_a=2, lower=n, diag=1)", integers={"n": 1}),
    # SciPy broadcasts nothing, and takes what has another number of axes apart in its own way.
    call("dgemv(1.0, A, x, t, u)", "assumed", raises=True),
    call("dgemm(t, A, A, t, A[:1])", "assumed", raises=True),
    call("dsyrk(t, A, t, A[:, :1])", "assumed", raises=True),
    call("dgemv(1.0, A, x, t, x[:, None])", "ADC0220"),
    call("dgemv(1.0, A, x[:, None])", "ADC0220"),
    call("dgemm(u, A, A)", "ADC0220"),
    call("ddot(A, A)", "ADC0220"),
    # Choices that are none.
    call("dgemv(1.0, A, x, trans=n)", "assumed", raises=True, integers={"n": 3}),
    call("dsyrk(1.0, A, lower=n)", "assumed", raises=True, integers={"n": 2}),
    call("dtrsm(1.0, A, B, side=2)", "ADC0233", raises=True),
)
