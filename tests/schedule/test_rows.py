"""Temporaries that are a row within each iteration, and those that must not be."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from adc.schedule import Scheduled, schedule
from adc.schedule.verify import verify_scheduled
from tests.emit.native import build, expect_same, inputs_for, parsed
from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import prove_interpreted
from tests.proof.native import build as build_case
from tests.proof.native import prove_native

HEAD = """\
program p(N: size, M: size, X: array, A: array, z: array, Z: array)
input X: float64[N, M, M]
input A: float64[N, M, M]
inout z: float64[M]
inout Z: float64[N, M, M]
local T: float64[N, M, M]
local U: float64[M, M]

"""
#: What is computed, and of which shape the temporary T (or U) is then.
KEPT = {
    "a row of each iteration on threads": (
        """\
S1: T[i, j, k] = X[i, j, k]*2.0 for i in 0:N, j in 0:M, k in 0:M
S2: Z[i, j, k] += T[i, j, M - 1 - k]*A[i, j, k] for i in 0:N, j in 0:M, k in 0:M
""",
        "T[N, M]",
    ),
    "a row of each step": (
        """\
for t in range(0, M):
    S1: U[t, k] = z[k]*2.0 for k in 0:M
    S2: z[k] = U[t, M - 1 - k]*0.5 + X[0, t, k] for k in 0:M
""",
        "U[M]",
    ),
    "the row of another step": (
        """\
for t in range(0, M):
    S1: U[t, k] = z[k]*2.0 for k in 0:M
    S2: z[k] = U[t, M - 1 - k]*0.5 + X[0, t, k] for k in 0:M
for t in range(0, M):
    S3: z[k] += U[t, M - 1 - k] for k in 0:M
""",
        "U[M, M]",
    ),
    "the row of the step before": (
        """\
S0: z[k] = X[0, 0, k] for k in 0:M
for s in range(0, 3):
    for t in range(0, M):
        if {s} > 0:
            S1: z[k] += U[t, M - 1 - k]*0.5 for k in 0:M
        S2: U[t, k] = z[k] + X[0, t, k] for k in 0:M
""",
        "U[M, M]",
    ),
    "a row that is added to": (
        """\
for s in range(0, 3):
    for t in range(0, M):
        if {s} > 0:
            S1: U[t, k] += z[k]*2.0 for k in 0:M
        else:
            S2: U[t, k] = z[k] for k in 0:M
        S3: z[k] = U[t, M - 1 - k]*0.5 for k in 0:M
""",
        "U[M, M]",
    ),
    "a part of the row": (
        """\
for s in range(0, 3):
    for t in range(0, M):
        if {s} < 1:
            S1: U[t, k] = z[k]*0.25 for k in 0:1
        S2: U[t, k] = z[k]*2.0 + X[0, t, k] for k in 1:M
        S3: z[k] = U[t, M - 1 - k]*0.25 for k in 0:M
""",
        "U[M, M]",
    ),
    "two rows of a step": (
        """\
for t in range(0, M - 1):
    S1: U[t, k] = z[k]*2.0 for k in 0:M
    S2: U[t + 1, k] = z[k]*3.0 for k in 0:M
    S3: z[k] = U[t, M - 1 - k]*0.5 + U[t + 1, k] for k in 0:M
""",
        "U[M, M]",
    ),
    "a row and a column": (
        """\
for t in range(0, M):
    S1: U[i, k] = X[0, i, k] for i in 0:M, k in 0:M
    S2: z[k] = U[k, t]*0.5 + U[t, k] for k in 0:M
""",
        "U[M, M]",
    ),
    "a row under the condition of its values": (
        """\
for t in range(0, M):
    S1: U[t, k] = z[k]*2.0 for k in 0:M
    if U[t, M - 1] > 0.5:
        S2: U[t, k] = z[k] - 1.0 for k in 0:M
    S3: z[k] = U[t, M - 1 - k]*0.5 + X[0, t, k] for k in 0:M
""",
        "U[M]",
    ),
    "the axis of threads": (
        """\
S1: U[j, k] = X[0, j, k]*2.0 for j in 0:M, k in 0:M
S2: Z[0, j, k] = U[j, M - 1 - k]*A[0, j, k] for j in 0:M, k in 0:M
""",
        "U[M, M]",
    ),
}


def ordered(body: str) -> Scheduled:
    found = schedule(parsed(HEAD + body, "p"), openmp=True, blas=False, source_order=False)
    verify_scheduled(found)
    return found


@pytest.mark.parametrize("name", KEPT)
def test_shapes_and_values(name: str, tmp_path: Path) -> None:
    body, wanted = KEPT[name]
    shapes = {f"{c.name}[{', '.join(map(str, c.shape))}]" for c in ordered(body).containers}
    assert wanted in shapes
    program = parsed(HEAD + body, "p")
    (native,) = build([program], tmp_path, openmp=True, more=("-DADC_PARALLEL_MIN=0", "-fopenmp"))
    for sizes in ((1, 1), (2, 2), (3, 5), (5, 9)):
        expect_same(native, dict(zip("NM", sizes, strict=True)))


def test_rows_are_the_same_on_any_number_of_threads(tmp_path: Path) -> None:
    body, _ = KEPT["a row of each iteration on threads"]
    program = parsed(HEAD + body, "p")
    (native,) = build([program], tmp_path, openmp=True, more=("-DADC_PARALLEL_MIN=0", "-fopenmp"))
    threads, found = ctypes.CDLL("libgomp.so.1").omp_set_num_threads, set()
    sizes = {"N": 23, "M": 40}
    inputs = inputs_for(program, sizes)
    for number in (1, 2, 4, 7):
        threads(number)
        found.add(native.call(sizes, inputs)["Z"].tobytes())
    threads(1)
    assert len(found) == 1


def test_stretches_of_a_sum_keep_their_rows(tmp_path: Path) -> None:
    body = """\
S1: U[j, k] = X[0, j, k]*2.0 for j in 0:M, k in 0:M
S2: z[0] += U[j, M - 1 - k]*A[0, j, k] for j in 0:M, k in 0:M
"""
    (native,) = build(
        [parsed(HEAD + body, "p")], tmp_path, openmp=True, more=("-DADC_PARALLEL_MIN=0", "-fopenmp")
    )
    assert "U[M, M]" in {
        f"{c.name}[{', '.join(map(str, c.shape))}]" for c in ordered(body).containers
    }
    for size in (1, 2, 9, 40):
        expect_same(native, {"N": 2, "M": size}, tolerance=1e-11)


SOURCE = """
import numpy as np

def spread(x):
    grown = np.exp(x - np.max(x, axis=-1, keepdims=True))
    parts = grown / np.sum(grown, axis=-1, keepdims=True)
    return parts * np.sum(parts * x, axis=-1, keepdims=True)
"""
CASE = Case("spread", SOURCE, ("x",), signature="spread(x: float64[N, M, K])")


def test_gradients_are_those_of_the_source(tmp_path: Path) -> None:
    compiled = compile_case(CASE)
    assert "grown[i][k]" in compiled.files["spread_grad.c"]
    assert "grown[i][k]" not in compile_case(CASE, schedule="source").files["spread_grad.c"]
    library = build_case(tmp_path, [compiled])
    for sizes in ((0, 2, 1), (1, 1, 1), (2, 0, 3), (2, 3, 2), (3, 2, 7)):
        held = CASE.with_sizes(dict(zip(("N", "M", "K"), sizes, strict=True)))
        drawn, gradients = prove_interpreted(compiled, held)
        prove_native(library, compiled, drawn, gradients)
    assert np.isfinite(gradients["x"]).all()
