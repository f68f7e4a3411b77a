"""Integer arrays that only say where a call works: a row to clear, or to give to a routine."""

from __future__ import annotations

from pathlib import Path

from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import prove_interpreted
from tests.proof.native import build, prove_native

ROWS = Case(
    "rows",
    """import numpy as np


def bend(v, a):
    for j in range(v.shape[0]):
        v[j] = np.sin(v[j]) * a + v[j] * v[j]


def bent(x, a, idx):
    for t in range(idx.shape[0]):
        bend(x[idx[t], :], a)


def cleared(x, idx):
    for t in range(idx.shape[0]):
        x[idx[t], :] = 0.0


def rows(x, a, idx, jdx):
    bent(x, a, idx)
    cleared(x, jdx)
    bent(x, a, jdx)
    return np.sum(x * x)
""",
    ("x", "a"),
    ("return", "x"),
    {"N": 5, "M": 4, "E": 6, "F": 2},
    function="rows",
    signature="rows(x: float64[N, M], a: float64, idx: int64[E], jdx: int64[F])",
    inputs={"idx": {"low": -5, "high": 5}, "jdx": {"low": 0, "high": 5}},
)


def test_routines_are_given_what_they_only_read_positions_from(tmp_path: Path) -> None:
    compiled = compile_case(ROWS, inline="none")
    assert {r.name for r in compiled.primal.routines} == {"bend", "bent", "cleared"}
    drawn, gradients = prove_interpreted(compiled, ROWS)
    prove_native(build(tmp_path, [compiled]), compiled, drawn, gradients)
