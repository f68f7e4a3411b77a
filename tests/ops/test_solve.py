"""`np.linalg.solve`: every proof of the gradient, accuracy against LAPACK, singular matrices."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adc import interpret
from adc.ir.operation import in_loops
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.walking import walk_nodes
from adc.ops.library import Lu, Solve
from tests.memory.plans import Plans
from tests.memory.test_limits import (
    check_difference,
    check_run,
    check_same,
    told_smallest,
)
from tests.ops.solving import WELL, Called, program, prove_loops, prove_sanitized
from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import draw_case
from tests.proof.marks import half_of, with_or_without_value
from tests.proof.matrix import prove_case, prove_openmp

A, B = "A: 'float64[N, N]'", "b: 'float64[N]'"
ONE = {"sizes": {"N": 5}, "edges": ({"N": 1}, {"N": 0}), "inputs": WELL}
TWO = {
    "sizes": {"N": 4, "M": 3},
    "edges": ({"N": 1, "M": 1}, {"N": 0, "M": 2}, {"N": 3, "M": 0}),
}
CASES: dict[str, Case] = {
    "vector": program(f"{A}; {B}", "return np.linalg.solve(A, b)", **ONE),
    "matrix alone": program(f"{A}; {B}", "return np.linalg.solve(A, b)", **ONE | {"wrt": ("A",)}),
    "side alone": program(f"{A}; {B}", "return np.linalg.solve(A, b)", **ONE | {"wrt": ("b",)}),
    "columns": program(
        f"{A}; b: 'float64[N, M]'", "return np.sin(np.linalg.solve(A, b))", **TWO, inputs=WELL
    ),
    "transposed": program(
        f"{A}; b: 'float64[M, N]'", "return np.linalg.solve(A.T, b.T).T * 2.0", **TWO, inputs=WELL
    ),
    "expressions": program(
        f"{A}; {B}",
        "return np.sum(np.linalg.solve(A + np.eye(len(b)), np.sin(b) * 2.0) ** 2)",
        **ONE,
    ),
    "in place": program(
        f"{A}; {B}",
        """
        b[:] = np.linalg.solve(A, b)
        b = np.linalg.solve(A, b)
        return b
        """,
        **ONE,
    ),
    "slices": program(
        "A: 'float64[N + 2, N + 1, 2]'; b: 'float64[2*N]'",
        "return np.linalg.solve(A[2:, :0:-1, 1], b[::2])",
        **ONE | {"inputs": {}},
    ),
    "batch": program(
        "A: 'float64[M, N, N]'; b: 'float64[M, N, 2]'", "return np.linalg.solve(A, b)", **TWO
    ),
    "one matrix, several sides": program(
        f"{A}; b: 'float64[M, N, 2]'", "return np.linalg.solve(A, b)", **TWO, inputs=WELL
    ),
    "several matrices, one side": program(
        f"A: 'float64[M, N, N]'; {B}", "return np.linalg.solve(A, b)", **TWO
    ),
    "growing": program(
        f"{A}; {B}",
        """
        x = np.zeros(len(b))
        for j in range(1, len(b) + 1):
            x[:j] += np.linalg.solve(A[:j, :j], b[:j])
        return x
        """,
        **ONE,
    ),
    "both operands": program(A, "return np.linalg.solve(A, A * A)", **ONE),
    "loop": program(
        f"{A}; {B}; T: int",
        """
        u = b.copy()
        for t in range(T):
            u = np.sin(np.linalg.solve(A + np.outer(u, u), u)) + b
        return np.sum(u)
        """,
        sizes={"N": 3, "T": 4},
        edges=({"N": 1, "T": 2}, {"N": 2, "T": 0}),
        inputs=WELL,
    ),
    "branch": program(
        f"{A}; {B}",
        """
        if b[0] > 0.1:
            x = np.linalg.solve(A, b)
        else:
            x = np.linalg.solve(A.T, b * b)
        return x
        """,
        sizes={"N": 3},
        inputs=WELL,
    ),
    "while": program(
        f"{A}; {B}",
        """
        u = b.copy()
        n = 0
        while np.sum(u * u) > 0.01 and n < 20:
            u = 0.5 * np.linalg.solve(A, u)
            n += 1
        return u
        """,
        **ONE | {"edges": ({"N": 1},)},
    ),
    "lists": program(
        "b: 'float64[3]'", "return np.linalg.solve([[2, 1, 0], [0, 0, 3], [4, 1, 1]], b)"
    ),
    "mixed": program(
        f"A: 'float32[N, N]'; {B}", "return np.linalg.solve(A, b)", sizes={"N": 3}, inputs=WELL
    ),
}
SINGLE = ("vector", "columns", "in place", "slices")


@pytest.mark.parametrize(("name", "value"), with_or_without_value(CASES))
def test_gradient(name: str, value: bool, tmp_path: Path) -> None:
    prove_case(CASES[name], tmp_path, values=(value,))


@pytest.mark.parametrize("name", SINGLE)
def test_single_precision(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    source = case.source.replace("'float64", "'float32")
    prove_case(replace(case, source=source), tmp_path)


def test_sanitizers(tmp_path: Path) -> None:
    chosen = ("columns", "slices", "batch", "growing", "loop", "in place")
    prove_sanitized([CASES[name] for name in chosen], tmp_path)


def test_nothing_is_factored_by_differentiated_loops() -> None:
    """A batch's gradient has one system more for each of the primal, and no other loop."""
    compiled = compile_case(CASES["batch"])
    kinds = [n.keyword for n in walk_nodes(compiled.gradient.body) if isinstance(n, Solve)]
    assert kinds == ["solve", "solve"]
    assert sum(isinstance(n, Solve) for n in walk_nodes(compiled.tangent.body)) == 2


def test_one_matrix_is_factored_once() -> None:
    compiled = compile_case(CASES["vector"])
    for one in (compiled.primal, compiled.tangent, compiled.gradient):
        assert sum(isinstance(n, Lu) for n in walk_nodes(one.body)) == 1
        assert not any(isinstance(n, Solve) for n in walk_nodes(one.body))


@pytest.mark.parametrize("name", ("columns", "batch", "growing", "slices"))
def test_loops_are_what_the_operation_means(name: str) -> None:
    prove_loops(CASES[name])


def test_an_operation_that_adds() -> None:
    compiled = compile_case(CASES["vector"])
    text, (name,) = program_text(compiled.primal, spans=False), compiled.primal.returns
    adding = parse_program(text.replace(f"-> {name}[", f"-> += {name}["))
    assert adding != parse_program(text)
    given = draw_case(CASES["vector"]).inputs
    start = np.arange(5.0)
    for one in (adding, in_loops(adding)):
        found = interpret.run(one, {"N": 5}, {**given, name: start})[name]
        assert np.allclose(found, start + np.linalg.solve(given["A"], given["b"]), rtol=1e-12)


def matrices(n: int) -> dict[str, np.ndarray]:
    """Matrices that elimination without care gets wrong."""
    rng, i = np.random.default_rng(3), np.arange(n)
    drawn = rng.standard_normal((n, n))
    powers = 10.0 ** rng.integers(-100, 100, n)
    return {
        "random": drawn,
        "Hilbert": 1.0 / (i[:, None] + i + 1),
        "rows of all sizes": drawn * powers[:, None],
        "columns of all sizes": drawn * powers,
        "a permutation": np.eye(n)[rng.permutation(n)],
        "tiny": drawn * 1e-280,
        "no pivot on the diagonal": np.triu(np.ones((n, n)))[::-1],
        "a tiny first pivot": drawn - np.diag((drawn[0, 0] - 1e-18) * (i == 0)),
    }


def backward_error(a: np.ndarray, x: np.ndarray, b: np.ndarray) -> float:
    """The size of the change to a and b that makes x exact (Rigal and Gaches), by rows."""
    return float(np.max(np.abs(b - a @ x) / (np.abs(a) @ np.abs(x) + np.abs(b))))


def test_as_accurate_as_lapack(tmp_path: Path) -> None:
    called, side = Called(CASES["vector"], tmp_path), np.cos(np.arange(12.0))
    for name, a in matrices(12).items():
        x, bars = called.run(A=a, b=side)
        lapack = backward_error(a, np.linalg.solve(a, side), side)
        assert backward_error(a, x, side) <= 4 * lapack + 1e-14, name
        ones = np.ones(12)
        lapack = backward_error(a.T, np.linalg.solve(a.T, ones), ones)
        assert backward_error(a.T, bars["b"], ones) <= 4 * lapack + 1e-14, name


def test_of_a_singular_matrix_no_number_comes_out(tmp_path: Path) -> None:
    """NumPy raises LinAlgError."""
    called, side = Called(CASES["vector"], tmp_path), np.cos(np.arange(6.0))
    drawn = np.random.default_rng(4).standard_normal((6, 6))
    column, row = drawn.copy(), drawn.copy()
    column[:, 2], row[5] = 0.0, 0.0
    singular = [np.zeros((6, 6)), np.ones((6, 6)), column, row, np.diag([1.0, 2, 0, 3, 4, 5])]
    singular.append(np.arange(36.0).reshape(6, 6) // 6 + 1.0)
    for a in singular:
        with pytest.raises(np.linalg.LinAlgError):
            np.linalg.solve(a, side)
        x, bars = called.run(A=a, b=side)
        assert not np.isfinite(x).any()
        assert not np.isfinite(bars["A"]).any() and not np.isfinite(bars["b"]).any()
        meant = interpret.run(called.compiled.primal, {"N": 6}, {"A": a, "b": side})
        assert not np.isfinite(meant[called.compiled.primal.returns[0]]).any()


def test_of_a_batch_only_the_singular_member_has_no_solution(tmp_path: Path) -> None:
    case = program("A: 'float64[2, N, N]'; b: 'float64[2, N]'",
                   "return np.linalg.solve(A, b[:, :, None])[:, :, 0]", sizes={"N": 3})  # fmt: skip
    a = np.stack([np.ones((3, 3)), np.eye(3) * 2.0])
    called = Called(case, tmp_path)
    x, _ = called.run({"N": 3}, A=a, b=np.ones((2, 3)))
    meant = interpret.run(called.compiled.primal, {"N": 3}, {"A": a, "b": np.ones((2, 3))})
    for found in (x, meant[called.compiled.primal.returns[0]]):
        assert not np.isfinite(found[0]).any() and np.array_equal(found[1], np.full(3, 0.5))


@pytest.mark.parametrize("name", ("columns", "batch", "loop"))
def test_openmp(name: str, tmp_path: Path) -> None:
    prove_openmp(CASES[name], tmp_path)


LIMITED: dict[str, Case] = {
    "rows": program(
        f"{A}; {B}; T: int",
        """
        X = np.zeros((T + 1, len(b)))
        X[0] = b
        for t in range(T):
            M = A * (1.0 + 0.1 * np.sin(X[t, 0]))
            X[t + 1] = np.linalg.solve(M, X[t]) + np.sin(X[t])
        return np.sum(X * X)
        """,
        sizes={"N": 4, "T": 9},
        inputs=WELL,
    ),
    "chain": program(
        f"{A}; {B}",
        """
        M = np.sin(A) + 4.0 * np.eye(len(b))
        x = np.linalg.solve(M, b)
        M = np.cos(M) + np.outer(x, x) + 4.0 * np.eye(len(b))
        y = np.linalg.solve(M, x)
        M = np.cos(M) * 0.1 + np.outer(y, x) + 4.0 * np.eye(len(b))
        L = np.linalg.cholesky(M @ M.T + np.eye(len(b)))
        return np.sum(L * L * L)
        """,
        sizes={"N": 6},
        inputs=WELL,
    ),
    "factors": program(
        f"{A}; {B}; T: int",
        """
        u = b.copy()
        for t in range(T):
            K = A @ A.T + np.outer(u, u) + np.eye(len(b))
            L = np.linalg.cholesky(K)
            u = np.sin(0.1 * L @ u) + 0.3 * np.linalg.solve(K, u)
        return np.sum(u * u)
        """,
        sizes={"N": 4, "T": 12},
        inputs=WELL,
    ),
    "while": program(
        f"{A}; {B}",
        """
        u = b.copy()
        n = 0
        while n < 9 and u[0] < 1e9:
            u = np.sin(np.linalg.solve(A + np.outer(u, u), u)) + b
            n += 1
        return np.sum(u * u)
        """,
        sizes={"N": 4},
        inputs=WELL,
    ),
}


@pytest.mark.parametrize("name", half_of(LIMITED))
def test_under_memory_limits(name: str, tmp_path: Path) -> None:
    """The same gradient; what a call holds, temporaries of the loops included, is predicted."""
    drawn = draw_case(LIMITED[name])
    plans = Plans.of(drawn.case, sizes=dict(drawn.case.sizes), openmp=False)
    _, base = check_run(plans.within(None), drawn, tmp_path / "unlimited", None)
    check_difference(drawn, base.gradients)
    least = told_smallest(lambda: plans.within(1))
    for limit in (least, int((least * base.peak_bytes) ** 0.5)):
        compiled = plans.within(limit)
        _, measured = check_run(compiled, drawn, tmp_path / str(limit), limit)
        check_same(drawn, measured.gradients, base.gradients)
