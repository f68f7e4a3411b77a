"""QR factors, eigenvalues and singular values: every proof of their gradients, and what they give
where NumPy's derivative has none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.ops.solving import Called, program, prove_loops, prove_sanitized
from tests.proof.cases import Case
from tests.proof.matrix import prove_case

SQUARE, TALL = "A: 'float64[N, N]'", "A: 'float64[N, M]'"
ONE: dict[str, Any] = {"sizes": {"N": 4}, "edges": ({"N": 1}, {"N": 0})}
TWO: dict[str, Any] = {
    "sizes": {"N": 5, "M": 3},
    "edges": ({"N": 3, "M": 3}, {"N": 2, "M": 0}, {"N": 4, "M": 1}),
}

CASES: dict[str, Case] = {
    "qr": program(TALL, "q, r = np.linalg.qr(A)\nreturn q @ (r * r) + np.sin(q)", **TWO),
    "eigenvalues": program(SQUARE, "return np.linalg.eigvalsh(A)", **ONE),
    "function of a matrix": program(
        SQUARE, "w, v = np.linalg.eigh(A, 'U')\nreturn (v * np.exp(w)) @ v.T", **ONE
    ),
    "singular values": program(
        "A: 'float64[K, N, M]'",
        "return np.linalg.svd(A, compute_uv=False)",
        sizes={"K": 2, "N": 3, "M": 4},
        edges=({"K": 1, "N": 1, "M": 1}, {"K": 2, "N": 0, "M": 3}),
    ),
    "polar factor": program(
        TALL, "u, s, v = np.linalg.svd(A, full_matrices=False)\nreturn u @ v + (u * s) @ v", **TWO
    ),
}


def usual(*names: str) -> pytest.MarkDecorator:
    """These of the cases in each run, the others in the long one."""
    marked = [n if n in names else pytest.param(n, marks=pytest.mark.long) for n in CASES]
    return pytest.mark.parametrize("name", marked)


@usual("qr", "function of a matrix")
def test_gradient(name: str, tmp_path: Path) -> None:
    prove_case(CASES[name], tmp_path, seeds=(0,), values=(True,))


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_single_precision(name: str, tmp_path: Path) -> None:
    source = CASES[name].source.replace("'float64", "'float32")
    prove_case(replace(CASES[name], source=source), tmp_path, seeds=(0,))


@pytest.mark.long
def test_sanitizers(tmp_path: Path) -> None:
    prove_sanitized(list(CASES.values()), tmp_path)


@usual("singular values")
def test_loops_are_what_the_operation_means(name: str) -> None:
    prove_loops(CASES[name])


def test_signs_of_r_are_those_of_lapack(tmp_path: Path) -> None:
    called = Called(program(TALL, "return np.linalg.qr(A)[1]", **TWO), tmp_path)
    rng = np.random.default_rng(2)
    matrices = [
        rng.standard_normal((5, 3)), np.eye(3), -np.eye(3), np.triu(rng.standard_normal((4, 3))),
        np.array([[0.0, 1.0], [-1.0, 0.0], [0.0, 0.0]]), 1e-200 * rng.standard_normal((4, 3)),
    ]  # fmt: skip
    for a in matrices:
        n, m = a.shape
        wanted = np.linalg.qr(a)[1]
        found = run(called, a, (m, m), {"N": n, "M": m})[0]
        np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-13 * np.abs(wanted).max())


def test_eigenvalues_that_come_twice_have_their_sums_derivative(tmp_path: Path) -> None:
    called = Called(CASES["eigenvalues"], tmp_path)
    for a in (np.eye(4), np.zeros((3, 3)), np.ones((3, 3)), 1e-200 * np.diag([3.0, 1.0, 2.0])):
        w, bar = run(called, a, (len(a),), {"N": len(a)})
        np.testing.assert_allclose(w, np.linalg.eigvalsh(a), atol=1e-14 * np.abs(a).max())
        np.testing.assert_allclose(np.tril(bar), np.eye(len(a)), atol=1e-14)


def test_vectors_of_eigenvalues_that_come_twice_have_no_derivative(tmp_path: Path) -> None:
    called = Called(CASES["function of a matrix"], tmp_path)
    for a in (np.eye(3), np.diag([1.0, 1.0 + 1e-16, 2.0])):
        found, bar = run(called, a, a.shape, {"N": 3})
        assert np.isfinite(found).all() and np.isnan(np.diagonal(bar)).all()
    found, bar = run(called, np.diag([1.0, 2.0, 4.0]), (3, 3), {"N": 3})
    assert np.isfinite(bar).all()


def test_vectors_that_are_not_asked_for_may_belong_to_equal_values(tmp_path: Path) -> None:
    """The vectors of the largest value alone, of matrices that have the others twice or none."""
    body = {
        "eigh": "w, v = np.linalg.eigh(A)\nreturn v[:, -1] * v[0, -1]",
        "svd": "u, s, v = np.linalg.svd(A)\nreturn u[:, 0] * v[0, 0]",
    }
    turn = np.linalg.qr(np.arange(9.0).reshape(3, 3) ** 2 - 7.0)[0]
    for name, text in body.items():
        called = Called(program(SQUARE, text, **ONE), tmp_path / name)
        space: dict[str, Any] = {"np": np}
        lines = "\n".join("    " + line for line in text.split("\n"))
        exec(f"def summed(A):\n{lines.replace('return', 'r =')}\n    return r.sum()", space)
        for values in ((1.0, 1.0, 3.0), (0.0, 0.0, 2.0)):
            a = turn @ np.diag(values) @ turn.T
            _, bar = run(called, a, (3,), {"N": 3})
            for i, j in np.ndindex(3, 3):
                if name == "svd" or j <= i:
                    step = np.zeros((3, 3))
                    step[i, j] = 1e-6
                    slope = (space["summed"](a + step) - space["summed"](a - step)) / 2e-6
                    np.testing.assert_allclose(bar[i, j], slope, atol=1e-8)


def test_nan_comes_out_where_it_goes_in(tmp_path: Path) -> None:
    for number, name in enumerate(("eigenvalues", "qr")):
        called = Called(CASES[name], tmp_path / str(number))
        a = np.array([[1.0, 2.0], [np.nan, 3.0]])
        found, _ = run(called, a, (2, 2)[: 1 + number], {"N": 2, "M": 2})
        assert np.isnan(found).all()


def run(
    called: Called, a: np.ndarray, shape: tuple[int, ...], sizes: dict[str, int]
) -> tuple[np.ndarray, np.ndarray]:
    """The returned array, of `shape`, and the gradient by A for seeds of one."""
    found, bars = called.run(sizes, shape=shape, A=a)
    return found, bars["A"]
