"""What an operation gives may be anything, also where it is copied into what held numbers."""

from __future__ import annotations

from adc.analysis.ranges import ranges_of
from adc.ir.text_parser import parse_program

TEXT = """\
program f(N: size, A: array, b: array, c: array)
input A: float64[N, N]
input b: float64[N]
inout c: float64[N]
local x: float64[N]
local y: float64[N]

S1: y[a] = 1.0 for a in 0:N
S2: do solve(A[i, j] for i in 0:N, j in 0:N; b[k] for k in 0:N) -> x[l] for l in 0:N
S3: c[d] = x[d] for d in 0:N
S4: do matrix_product(A[p, q] for p in 0:N, q in 0:N; b[q] for q in 0:N) -> += y[p] for p in 0:N
"""


def test_results_may_be_anything() -> None:
    found = ranges_of(parse_program(TEXT))
    assert found.container("b").is_number
    assert not found.container("x").is_number
    assert not found.container("c").is_number, "c holds a solution in the end"
    assert not found.container("y").is_number


WITH_NAN = """\
program f(N: size, x: array, y: array)
input x: float64[N]
output y: float64
local z: float64[N]

S1: z[a] = where(x[a] < 0.0, `nan`, x[a]) for a in 0:N
S2: y = 1.0
S3: for i in range(0, N):
    S4: y = y*z[i]
"""


def test_a_literal_that_is_no_number_has_no_bounds() -> None:
    found = ranges_of(parse_program(WITH_NAN))
    for name in ("z", "y"):
        known = found.container(name)
        assert not known.real
        assert known.low < -1e300 and known.high > 1e300, (name, known)
