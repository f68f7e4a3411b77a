"""Eigenvalues of matrices that may be unsymmetric: the proofs of their gradients, and what the text
of generated files finds where LAPACK's order is a matter of its steps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.ops.solving import Called, program, prove_sanitized
from tests.proof.cases import Case
from tests.proof.matrix import prove_case

SQUARE = "A: 'float64[N, N]'"
ONE: dict[str, Any] = {"sizes": {"N": 5}, "edges": ({"N": 1}, {"N": 0})}

CASES: dict[str, Case] = {
    "vectors": program(
        SQUARE,
        "w, v = np.linalg.eig(A - A.T + 0.2 * A)\n"
        "return (v * w * v).real + np.abs(v) * np.arange(len(w)) + (v * v).imag",
        **ONE,
    ),
    "values": program(SQUARE, "w = np.linalg.eigvals(A)\nreturn w.real - 2.0 * w.imag**2", **ONE),
    "both": program(
        SQUARE,
        "w, v = np.linalg.eig(A)\n"
        "return np.stack((v.real, v.imag, np.diag(w).real, np.diag(w).imag))",
        **ONE,
    ),
}


@pytest.mark.parametrize("name", ["vectors", pytest.param("values", marks=pytest.mark.long)])
def test_gradient(name: str, tmp_path: Path) -> None:
    prove_case(CASES[name], tmp_path, seeds=(0,), values=(True,))


@pytest.mark.long
def test_single_precision(tmp_path: Path) -> None:
    source = CASES["values"].source.replace("'float64", "'float32")
    prove_case(replace(CASES["values"], source=source), tmp_path, seeds=(0,))


@pytest.mark.long
def test_sanitizers(tmp_path: Path) -> None:
    prove_sanitized([CASES["vectors"]], tmp_path)


def test_order_and_signs_are_those_of_numpy(tmp_path: Path) -> None:
    called = Called(CASES["both"], tmp_path)
    rng = np.random.default_rng(5)
    near = np.exp(3.0 * rng.standard_normal((5, 5)))
    order = [3, 0, 4, 1, 2]
    matrices = [
        rng.standard_normal((7, 7)), np.triu(near), np.tril(near), np.triu(near)[order][:, order],
        np.kron(np.eye(2), [[0.0, 2.0], [-1.0, 0.5]]), np.zeros((3, 3)), np.diag([3.0, 1.0, 2.0]),
        np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([[2.0, 1.0, 0.0], [0.0, 2.0, 1.0], [0, 0, 2]]),
        np.diag(np.ones(3), -1) - np.eye(4)[[0]].T * [[1.0, -2.0, 3.0, 4.0]],
        1e-200 * rng.standard_normal((4, 4)), 1e200 * rng.standard_normal((4, 4)),
        np.array([[1.0, 1e9, 3.0], [1e-9, 2.0, 1e-7], [1.0, 1e8, -1.0]]),
    ]  # fmt: skip
    for a in matrices:
        n = len(a)
        w, v = np.linalg.eig(a)
        x, y, re, im = called.run({"N": n}, shape=(4, n, n), A=a)[0]
        size = np.max(np.abs(w))
        np.testing.assert_allclose(np.diag(re) + 1j * np.diag(im), w, atol=1e-7 * size)
        np.testing.assert_allclose(x + 1j * y, v, atol=1e-7)


def test_values_that_come_twice_have_their_sums_derivative(tmp_path: Path) -> None:
    called = Called(program(SQUARE, "return np.linalg.eigvals(A).real", **ONE), tmp_path)
    for a, known in ((np.eye(3), True), (np.eye(3) + np.diag([1.0, 1.0], 1), False)):
        found, bars = called.run({"N": 3}, shape=(3,), A=a)
        np.testing.assert_allclose(found, np.ones(3))
        wanted = np.eye(3) if known else np.full((3, 3), np.nan)
        np.testing.assert_allclose(bars["A"], wanted, atol=1e-13)
