"""The estimate of a parallel loop's work: what decides whether threads are started."""

from __future__ import annotations

import re

import pytest
import sympy

from adc.emit.c import C
from adc.ir.shapes import symbol
from adc.schedule import schedule
from adc.schedule.tree import For, Tree, walk
from adc.schedule.work import leading
from tests.emit.native import parsed

HEAD = """\
program p(N: size, M: size, A: array, B: array)
inout A: float64[N, M]
input B: float64[N, M]

"""
#: Bounds of the inner loop, and how often its body runs at N and M.
BOUNDS = {
    "a box": ("0:M", lambda n, m: n * m),
    "lower": ("0:i", lambda n, m: n * n // 2),
    "lower with its diagonal": ("0:i + 1", lambda n, m: n * n // 2),
    "upper": ("i:N", lambda n, m: n * n // 2),
    "upper without its diagonal": ("i + 1:N", lambda n, m: n * n // 2),
    "shifted down": ("i + 7:N", lambda n, m: n * n // 2),
    "shifted up": ("0:N - i - 3", lambda n, m: n * n // 2),
    "a trapezium": ("i:N + M", lambda n, m: n * m + n * n // 2),
    "a band": ("max(0, i - 2):min(N, i + 3)", lambda n, m: 5 * n),
    "clipped": ("0:min(i, M)", lambda n, m: n * m - m * m // 2),
    "a tent": ("0:min(i, N - i)", lambda n, m: n * n // 4),
    "half of them empty": ("0:max(0, N - 2*i)", lambda n, m: n * n // 4),
}


def parallel_loop(domain: str) -> For:
    """The outer loop of one statement over rows i of N and what `domain` says of j."""
    program = parsed(HEAD + f"S1: A[i, j] = B[i, j]*2.0 for i in 0:N, j in {domain}\n")
    (loop,) = threaded(schedule(program, openmp=True, blas=False).tree)
    assert loop.var == "i"
    return loop


def threaded(tree: Tree) -> list[For]:
    return [n for n in walk(tree) if isinstance(n, For) and n.threaded]


def at(work: sympy.Expr, n: int, m: int) -> int:
    return int(work.subs({symbol("N"): n, symbol("M"): m}))


@pytest.mark.parametrize("kind", BOUNDS)
def test_it_is_the_operations_but_for_a_small_factor(kind: str) -> None:
    domain, operations = BOUNDS[kind]
    parallel = parallel_loop(domain).parallel
    assert parallel is not None
    for n, m in ((10_000, 100), (1_000_000, 300)):
        ratio = at(parallel.work, n, m) / operations(n, m)
        assert 0.4 < ratio < 5, parallel.work


@pytest.mark.parametrize("kind", [k for k in BOUNDS if k not in ("a band", "clipped")])
def test_it_is_short_to_read(kind: str) -> None:
    parallel = parallel_loop(BOUNDS[kind][0]).parallel
    assert parallel is not None
    assert len(str(parallel.work)) <= len("N*Max(0, N)")


def test_three_triangular_loops() -> None:
    program = parsed(
        "program p(N: size, A: array)\ninout A: float64[N, N, N]\n\n"
        "S1: A[i, j, k] = 2.0 for i in 0:N, j in i + 1:N, k in j:N\n"
    )
    (loop,) = threaded(schedule(program, openmp=True, blas=False).tree)
    assert loop.parallel is not None and str(loop.parallel.work) == "N**3"


@pytest.mark.parametrize(
    ("loop", "work"),
    [
        ("for i in range(N - 1, -1, -1):\n    S1: A[i, j] = B[i, j] for j in i:N", "N**2"),
        ("for i in range(0, N, 2):\n    S1: A[i, j] = B[i, j] for j in i:N", "N**2"),
        ("for i in range(0, N):\n    S1: A[i, j] = B[i, j] for j in 0:i", "N**2"),
        ("for i in range(0, 12):\n    S1: A[i, j] = B[i, j] for j in i:12", "78"),
    ],
)
def test_loops_of_the_source(loop: str, work: str) -> None:
    (found,) = threaded(schedule(parsed(HEAD + loop + "\n"), openmp=True, blas=False).tree)
    assert found.parallel is not None and str(found.parallel.work) == work


@pytest.mark.parametrize(
    ("domain", "condition"),
    [
        ("0:M", "1.0*M*N"),
        ("i:N", "1.0*N*N"),
        ("i + 1:N", "1.0*N*N"),
        ("i:N + M", "1.0*(M*N + N*N)"),
    ],
)
def test_the_condition_in_c(domain: str, condition: str) -> None:
    program = parsed(HEAD + f"S1: A[i, j] = B[i, j]*2.0 for i in 0:N, j in {domain}\n")
    text = C.function_text(schedule(program, openmp=True, blas=False), "p")
    assert re.findall(r"parallel for if \((.*) > ADC_PARALLEL_MIN\)", text) == [condition]


def test_a_number_is_written_as_one() -> None:
    program = parsed(HEAD + "S1: A[i, j] = B[i, j]*2.0 for i in 0:12, j in i:12\n")
    text = C.function_text(schedule(program, openmp=True, blas=False), "p")
    assert "parallel for if (78.0 > ADC_PARALLEL_MIN)" in text


@pytest.mark.parametrize(
    ("statements", "condition"),
    [
        ("S1: A[i, j] = -B[i, j] for i in 0:N, j in 0:M\n", "1.0*M*N"),
        ("S1: A[i, j] = B[i, j]*2.0 + 3.0*A[i, j] for i in 0:N, j in 0:M\n", "2.0*M*N"),
        ("S1: A[i, j] = exp(sin(B[i, j])) for i in 0:N, j in 0:M\n", "20.0*M*N"),
        ("S1: A[i, j] = exp(sin(B[i, j])) for i in 0:N, j in 0:i\n", "20.0*N*N"),
        ("S1: A[i, 0] = exp(exp(B[i, 0]))*2.0 for i in 0:N\n", "20.0*N"),
    ],
)
def test_what_an_element_takes_counts_outside_the_order_of_the_source(
    statements: str, condition: str
) -> None:
    program = parsed(HEAD + statements)
    found = schedule(program, openmp=True, blas=False, source_order=False)
    (line,) = re.findall(
        r"if \((?:parallel: )?(.*) *(?:\\\n *)?> ADC_PARALLEL_MIN\)", C.function_text(found, "p")
    )
    assert line.strip() == condition


def test_the_leading_terms() -> None:
    n, m = symbol("N"), symbol("M")
    assert leading(3 * n * m - m**2 + 5 * n) == n * m
    assert leading(sympy.Integer(7)) == 7


def test_halves_within_a_maximum_have_a_spelling() -> None:
    body = "S1: A[i, j] += B[k, j] for i in 0:N, k in max(1, i):N, j in 0:k\n"
    scheduled = schedule(parsed(HEAD.replace("M]", "N]") + body), openmp=True, blas=False)
    (work,) = (n.parallel.work for n in walk(scheduled.tree) if isinstance(n, For) and n.threaded)
    assert work.has(sympy.Max)
    assert abs(work.subs({symbol("N"): 1000}) - 1000**3 / 2) < 1000**2
    assert "omp parallel for" in C.function_text(scheduled, "p")
