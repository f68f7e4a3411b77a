"""Buffers that loops hand from one iteration to the next, and slices whose bounds move."""

from __future__ import annotations

import numpy as np
import pytest

from adc.diagnostics import AdcError, Diagnostic
from adc.interpret.errors import SizesError
from adc.interpret.machine import run
from tests.lowering.harness import agree, lowered

X = np.array([0.7, -1.3, 2.1])

SHARED_AT_THE_END = {
    "another name's buffer": """
        def f(x: "float64[N]", T: int):
            u = x*1.0
            v = x*2.0
            for t in range(T):
                u[0] = u[0] + 1
                u = v
            return u*1.0, v*1.0
    """,
    "through a third name": """
        def f(x: "float64[N]", T: int):
            u = x*1.0
            v = x*2.0
            for t in range(T):
                w = v
                u += 1
                u = w
            return np.sum(u), np.sum(v)
    """,
    "the old value under a new name": """
        def f(x: "float64[N]", T: int):
            u = x*1.0
            s = 0.0
            old = x*3.0
            for t in range(T):
                s += np.sum(old)
                u += 1.0
                s += np.sum(old)*2
                old = u
            return s
    """,
}


@pytest.mark.parametrize("what", SHARED_AT_THE_END)
def test_the_next_iteration_would_write_a_buffer_that_others_see(what: str) -> None:
    with pytest.raises(AdcError) as caught:
        lowered(SHARED_AT_THE_END[what])
    assert caught.value.diagnostics[0].code == "ADC0211"


@pytest.mark.parametrize("trips", [0, 1, 4, 5])
def test_three_buffers_that_go_round_are_written_in_place(trips: int) -> None:
    source = """
        def f(x: "float64[N]", T: int):
            a = x*1.0
            b = x*2.0
            c = x*3.0
            for t in range(T):
                a, b, c = b, c, a
                a[0] += 1.0
            return a, b, c
    """
    agree(source, {"x": X.copy(), "T": trips})


def test_a_number_that_becomes_an_array_assumes_that_its_loop_runs() -> None:
    source = """
        def f(A: "float64[N, M]"):
            product = 1.0
            for i in range(A.shape[0]):
                product = product*A[i]
            return np.sum(product)
    """
    program = agree(source, {"A": np.outer(X, [0.5, -2.0])})
    assert [(str(a.left), a.relation, str(a.right)) for a in program.assumptions] == [
        ("0", "<", "N")
    ]


def test_inside_a_branch_the_call_ends_where_such_a_loop_does_not_run() -> None:
    source = """
        def f(c: float, A: "float64[N, M]"):
            s = 0.0
            if c > 0:
                p = 1.0
                for i in range(N):
                    p = p*A[i]
                s = np.sum(p)
            return s
    """
    warnings: list[Diagnostic] = []
    program = lowered(source, warnings)
    assert [w.code for w in warnings] == ["ADC0254"] and not program.assumptions
    A = np.outer(X, [0.5, -2.0])
    for c, rows, wanted in ((1.0, 3, np.sum(np.prod(A, axis=0))), (-1.0, 0, 0.0)):
        found = run(program, {"N": rows, "M": 2}, {"c": c, "A": A[:rows]})
        np.testing.assert_allclose(found[program.returns[0]], wanted)
        assert not found[program.stop]
    with pytest.raises(SizesError):
        run(program, {"N": 0, "M": 2}, {"c": 1.0, "A": A[:0]})


@pytest.mark.parametrize(("h", "w", "k"), [(5, 6, 3), (3, 4, 1), (4, 3, 3)])
def test_windows_that_move_with_a_loop(h: int, w: int, k: int) -> None:
    source = """
        def f(x: "float64[H, W]", w: "float64[K, K]"):
            H, W = x.shape
            K = w.shape[0]
            y = np.zeros((H - K + 1, W - K + 1))
            for p in range(K):
                for q in range(K):
                    y += w[p, q]*x[p:p + H - K + 1, q:q + W - K + 1]
            return y
    """
    rng = np.random.default_rng(1)
    program = lowered(source)
    agree(source, {"x": rng.normal(size=(h, w)), "w": rng.normal(size=(k, k))}, program)
    assert program.assumptions


@pytest.mark.parametrize("n", [1, 2, 5])
def test_slices_clamped_by_min_and_max(n: int) -> None:
    source = """
        def f(A: "float64[N]", B: "float64[N]"):
            for i in range(B.shape[0]):
                B[i] = np.sum(A[max(i - 1, 0):min(i + 2, A.shape[0])])
    """
    agree(source, {"A": np.arange(1.0, n + 1) ** 2, "B": np.zeros(n)})


def test_a_slice_to_minus_k_assumes_that_k_is_positive() -> None:
    source = """
        def f(A: "float64[N]", k: int):
            return A[k:] - A[:-k]
    """
    program = agree(source, {"A": np.arange(6.0) ** 2, "k": 2})
    assert ("k", ">=", "1") in [
        (str(a.left), a.relation, str(a.right)) for a in program.assumptions
    ]
