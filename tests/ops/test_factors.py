"""Triangular systems and Cholesky factors: every proof of their gradients.

SciPy is not needed: what the originals import under its name is written here, in NumPy.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from adc import interpret
from tests.ops.solving import WELL, Called, program, prove_loops, prove_sanitized
from tests.proof.cases import Case
from tests.proof.marks import with_or_without_value
from tests.proof.matrix import prove_case

A, B, MANY = "A: 'float64[N, N]'", "b: 'float64[N]'", "b: 'float64[N, M]'"
ONE: dict[str, Any] = {"sizes": {"N": 5}, "edges": ({"N": 1}, {"N": 0}), "inputs": WELL}
TWO: dict[str, Any] = {
    "sizes": {"N": 4, "M": 3},
    "edges": ({"N": 1, "M": 1}, {"N": 0, "M": 2}, {"N": 3, "M": 0}),
    "inputs": WELL,
}
SPD = {"inputs": {"A": {"kind": "spd"}}}


def solve_triangular(
    a: Any, b: Any, trans: Any = 0, lower: bool = False, unit_diagonal: bool = False
) -> np.ndarray:
    m = np.tril(a) if lower else np.triu(a)
    if unit_diagonal:
        m = m - np.diag(np.diagonal(m)) + np.eye(len(m))
    return np.linalg.solve(m if trans in (0, "N") else m.T, b)


def cho_solve(c_and_lower: tuple[np.ndarray, bool], b: np.ndarray) -> np.ndarray:
    c, lower = c_and_lower
    m = np.tril(c) if lower else np.triu(c).T
    return np.linalg.solve(m @ m.T, b)


@pytest.fixture(autouse=True)
def scipy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    package, module = ModuleType("scipy"), ModuleType("scipy.linalg")
    package.linalg = module  # type: ignore[attr-defined]
    module.solve_triangular = solve_triangular  # type: ignore[attr-defined]
    module.cho_solve = cho_solve  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "scipy", package)
    monkeypatch.setitem(sys.modules, "scipy.linalg", module)
    yield


def system(arguments: str, body: str, **facts: Any) -> Case:
    case = program(arguments, body, **facts)
    imports = "import numpy as np\nfrom scipy.linalg import cho_solve, solve_triangular\n"
    return replace(case, source=case.source.replace("import numpy as np\n", imports, 1))


CASES: dict[str, Case] = {
    "upper": system(f"{A}; {B}", "return solve_triangular(A, b)", **ONE),
    "lower": system(f"{A}; {MANY}", "return solve_triangular(A, b, lower=True)", **TWO),
    "lower transposed": system(
        f"{A}; {MANY}", "return solve_triangular(A, np.sin(b), trans='T', lower=True)", **TWO
    ),
    "upper transposed": system(f"{A}; {B}", "return solve_triangular(A, b, 1)", **ONE),
    "unit lower": system(
        f"{A}; {B}", "return solve_triangular(A, b, lower=True, unit_diagonal=True)", **ONE
    ),
    "unit upper transposed": system(
        f"{A}; {MANY}", "return solve_triangular(A, b, trans=1, unit_diagonal=True)", **TWO
    ),
    "in place": system(
        f"{A}; {B}; T: int",
        """
        for t in range(T):
            b[:] = np.sin(solve_triangular(A[:, :] * (1.0 + b[0] ** 2), b, lower=True))
        return b
        """,
        sizes={"N": 3, "T": 3},
        edges=({"N": 1},),
        inputs=WELL,
    ),
    "factor": program(A, "return np.linalg.cholesky(A)", **ONE | SPD),
    "upper factor": program(A, "return np.sin(np.linalg.cholesky(A, upper=True))", **ONE | SPD),
    "factors": program(
        "A: 'float64[M, N, N]'",
        """
        B = np.zeros(A.shape)
        for m in range(A.shape[0]):
            B[m] = A[m] @ A[m].T + np.eye(A.shape[1])
        return np.linalg.cholesky(B)
        """,
        **TWO | {"inputs": {}},
    ),
    "factor in a loop": program(
        f"{A}; T: int",
        """
        for t in range(T):
            L = np.linalg.cholesky(A)
            A[:, :] = A + L @ L.T * np.sin(L[0, 0])
        return np.sum(A)
        """,
        sizes={"N": 3, "T": 3},
        edges=({"N": 1},),
        **SPD,
    ),
    "by the factor": system(
        f"{A}; {MANY}", "return cho_solve((np.linalg.cholesky(A), True), b)", **TWO | SPD
    ),
    "by the upper factor": system(
        f"{A}; {B}", "return cho_solve((np.linalg.cholesky(A, upper=True), False), b)", **ONE | SPD
    ),
}
SINGLE = ("lower", "factor", "upper factor", "by the factor")


@pytest.mark.parametrize(("name", "value"), with_or_without_value(CASES))
def test_gradient(name: str, value: bool, tmp_path: Path) -> None:
    prove_case(CASES[name], tmp_path, seeds=(0,), values=(value,))


@pytest.mark.parametrize("name", SINGLE)
def test_single_precision(name: str, tmp_path: Path) -> None:
    source = CASES[name].source.replace("'float64", "'float32")
    prove_case(replace(CASES[name], source=source), tmp_path, seeds=(0,))


def test_sanitizers(tmp_path: Path) -> None:
    chosen = ("lower transposed", "unit lower", "in place", "factors", "by the factor")
    prove_sanitized([CASES[name] for name in chosen], tmp_path)


@pytest.mark.parametrize("name", ("lower transposed", "unit lower", "upper factor", "factors"))
def test_loops_are_what_the_operation_means(name: str) -> None:
    prove_loops(CASES[name])


def test_the_other_triangle_is_not_read(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    a, side = rng.standard_normal((5, 5)) + 5 * np.eye(5), rng.standard_normal(5)
    spoilt = np.where(np.tri(5) > 0, np.nan, a) + np.diag(np.diagonal(a))
    spoilt[np.diag_indices(5)] = np.diagonal(a)
    x, bars = Called(CASES["upper"], tmp_path / "x").run(A=spoilt, b=side)
    assert np.allclose(x, np.linalg.solve(np.triu(a), side), rtol=1e-12)
    assert np.all(np.tril(bars["A"], -1) == 0.0) and np.all(np.isfinite(bars["A"]))
    a = a @ a.T
    spoilt = np.where(np.tri(5) > 0, a, np.nan)
    factor, bars = Called(CASES["factor"], tmp_path / "f").run(A=spoilt)
    assert np.allclose(factor, np.linalg.cholesky(a), rtol=1e-12)
    assert np.all(np.triu(bars["A"], 1) == 0.0) and np.all(np.isfinite(bars["A"]))


def test_where_numpy_raises_no_number_comes_out(tmp_path: Path) -> None:
    a = np.diag([1.0, 2.0, 0.0, 3.0])
    called = Called(CASES["upper"], tmp_path / "x")
    x, bars = called.run(A=a, b=np.ones(4))
    assert np.isnan(x).all() and np.isnan(bars["b"]).all()
    meant = interpret.run(called.compiled.primal, {"N": 4}, {"A": a, "b": np.ones(4)})
    assert np.isnan(meant[called.compiled.primal.returns[0]]).all()
    called = Called(CASES["factor"], tmp_path / "f")
    for bad in (a, -a, np.diag([1.0, 2.0, 3.0, 0.0]), np.full((4, 4), np.nan)):
        factor, bars = called.run(A=bad)
        assert np.isnan(factor).all()
        assert np.isnan(np.diagonal(bars["A"])).all()
