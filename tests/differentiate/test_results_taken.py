"""Results of an operation that its adjoint needs, and that the operation itself overwrites.

A step reads the factor of the step before, so that it has no slot for each iteration: it is saved
before the next one takes its place. The adjoint of a step needs the factor that this step made.
"""

from __future__ import annotations

import numpy as np

from adc import interpret
from adc.ir.text_parser import parse_program
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import Front, gradient_of
from tests.proof.harness import gap

TEXT = """\
program f(N: size, T: integer, A: array, L: array) -> r
inout A: float64[N, N]
output L: float64[N, N]
output r: float64

S0: L[a, b] = 0.0 for a in 0:N, b in 0:N
S1: r = 0.0
L1: for t in range(0, T):
    S5: r += L[c, d]*L[c, d] for c in 0:N, d in 0:N
    S2: do cholesky(A[i, j] for i in 0:N, j in 0:N) -> L[k, l] for k in 0:N, l in 0:N
    S3: A[p, p] += 0.3*L[p, p] for p in 0:N
    S4: r += L[q, s]*L[q, s]*L[q, s] for q in 0:N, s in 0:N
"""
SIZES = {"N": 4, "T": 3}


def original(matrix: np.ndarray) -> float:
    matrix, factor, total = matrix.copy(), np.zeros((4, 4)), 0.0
    for _ in range(SIZES["T"]):
        total += float(np.sum(factor**2))
        factor = np.linalg.cholesky(matrix)
        matrix[np.diag_indices(4)] += 0.3 * np.diag(factor)
        total += float(np.sum(factor**3))
    return total


def test_the_factor_of_each_step() -> None:
    rng = np.random.default_rng(2)
    root = rng.standard_normal((4, 4))
    matrix = root @ root.T + 4 * np.eye(4)
    program = parse_program(TEXT)
    front = Front(program, ("A",), ("r",), texts={"f.py": ""})
    request = Request(sources=("f.py",), wrt=("A",), of=("r",), sizes=SIZES)
    gradient = gradient_of(front, request, Silent())
    tapes = [c for c in gradient.program.containers if c.role == "tape"]
    assert any(c.of == "L" or c.of.startswith("L_") for c in tapes), "L is saved"
    given = {
        "A": matrix,
        **{c.name: np.array(1.0) for c in gradient.program.containers if c.role == "seed"},
    }
    found = interpret.run(gradient.program, SIZES, given)["A_bar"]
    for direction in (np.tril(rng.standard_normal((4, 4))), np.eye(4)):
        h = 1e-6
        slope = (original(matrix + h * direction) - original(matrix - h * direction)) / (2 * h)
        assert gap(np.sum(found * direction), slope) < 1e-7
