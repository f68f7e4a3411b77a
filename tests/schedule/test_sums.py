"""Sums in registers that read other elements of the array that they are added to."""

from __future__ import annotations

from pathlib import Path

import pytest
import sympy

from adc.schedule.sums import never_meet
from adc.schedule.tree import For
from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import prove_interpreted
from tests.proof.native import build, prove_native

i, j, k, n = sympy.symbols("i j k N", integer=True)
ZERO = sympy.Integer(0)

#: The ranges of i and of j, the positions that are read and written, and whether they are apart.
PLACES = {
    "behind": ((0, n), (i + 1, n), (j,), (i,), True),
    "before": ((0, n), (0, i), (j,), (i,), True),
    "from the diagonal on": ((0, n), (i, n), (j,), (i,), False),
    "up to the diagonal": ((0, n), (0, i + 1), (j,), (i,), False),
    "all": ((0, n), (0, n), (j,), (i,), False),
    "another row": ((1, n), (0, n), (i - 1, j), (i, k), True),
    "shifted beyond": ((0, n), (0, i), (j - 1,), (i,), True),
    "shifted back": ((0, n), (i + 1, n), (j - 1,), (i,), False),
    "every other": ((0, n), (i + 1, n), (2 * j,), (2 * i,), True),
    "turned": ((0, n), (0, n), (-j,), (i,), False),
    "turned beyond": ((0, n), (0, n), (-j - 1,), (i,), True),
    "squared": ((0, n), (i + 1, n), (j * j,), (i,), False),
    "of a size": ((0, n), (0, n), (j + n,), (i,), True),
    "an end that is chosen": ((0, n), (0, sympy.Min(i, 5)), (j,), (i,), False),
}


@pytest.mark.parametrize("name", PLACES)
def test_what_never_meets(name: str) -> None:
    first, second, read, written, apart = PLACES[name]
    loops = tuple(
        For(var, sympy.sympify(start), sympy.sympify(stop), ())
        for var, (start, stop) in (("i", first), ("j", second))
    )
    assert never_meet(read, written, loops) == apart


def test_steps_and_open_ends_tell_nothing() -> None:
    inside = For("j", ZERO, i, ())
    assert never_meet((j,), (i,), (For("i", ZERO, n, ()), inside))
    assert not never_meet((j,), (i,), (For("i", ZERO, n, ()), For("j", ZERO, i, (), step=2)))
    assert not never_meet((j,), (i,), (For("i", ZERO, n, ()), inside, inside))


SOURCE = """
def solved(A, b):
    n = A.shape[0]
    for i in range(n):
        for j in range(i):
            A[i, j] = (A[i, j] - A[i, :j] @ A[:j, j]) / (2.0 + A[j, j])
        for j in range(i, n):
            A[i, j] -= A[i, :i] @ A[:i, j]
    for i in range(n - 1, -1, -1):
        b[i] = (b[i] - A[i, i + 1 :] @ b[i + 1 :]) / (3.0 + A[i, i])
    return b
"""
PREFIX = """
def prefixes(x):
    for i in range(1, x.shape[0]):
        x[i] += 0.5 * (x[: i + 1] @ x[: i + 1])
        x[i] -= 0.25 * (x[:i] @ x[:i])
    return x
"""
CASES = (
    Case(
        "solved", SOURCE, ("A", "b"), sizes={"N": 7},
        signature="solved(A: float64[N, N], b: float64[N])",
    ),
    Case("prefixes", PREFIX, ("x",), sizes={"N": 7}, signature="prefixes(x: float64[N])"),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_gradients_are_those_of_the_source(case: Case, tmp_path: Path) -> None:
    compiled = compile_case(case)
    library = build(tmp_path, [compiled])
    for size in (0, 1, 2, 3, 7):
        drawn, gradients = prove_interpreted(compiled, case.with_sizes({"N": size}))
        prove_native(library, compiled, drawn, gradients)


def test_triangles_beside_each_other_are_summed_in_registers() -> None:
    (solved, _) = CASES
    marked = "double A_bar_sum = 0.0"
    default, source = (compile_case(solved, schedule=s).files for s in ("auto", "source"))
    assert any(marked in text for text in default.values())
    assert not any(marked in text for text in source.values())
