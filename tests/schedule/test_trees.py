"""The loop tree of small programs: order, joined loops, local scalars, parallel loops, calls."""

from __future__ import annotations

import pytest

from adc.diagnostics import InternalError
from adc.ir.nodes import Compute
from adc.schedule import Scheduled, schedule
from adc.schedule.blocks import block
from adc.schedule.text import tree_text
from adc.schedule.tree import (
    Copy,
    Declare,
    Fill,
    For,
    LibraryCall,
    Parallel,
    Parallelism,
    Statement,
    walk,
)
from tests.emit.native import parsed

HEAD = """\
program p(N: size, M: size, K: size, s: scalar, x: array, y: array, A: array, B: array, C: array)
input s: float64
input x: float64[N]
inout y: float64[N]
input A: float64[N, K]
input B: float64[K, M]
inout C: float64[N, M]
local t: float64[N]
local w: float64[N, M]
local v: float64[N + 2]

"""


def scheduled(body: str, *, openmp: bool = True, blas: bool = False, head: str = HEAD) -> Scheduled:
    return schedule(parsed(head + body), openmp=openmp, blas=blas)


def loops(body: str, **options: bool) -> list[str]:
    """The tree in text, without work estimates and the arena."""
    text = tree_text(scheduled(body, **options))
    lines = [line.split(", work")[0].rstrip(":") for line in text.split("\n")]
    return [line for line in lines if line and not line.startswith(("slot", "arena", "peak"))]


def parallel_loops(body: str) -> list[str]:
    tree = scheduled(body).tree
    return [n.var for n in walk(tree) if isinstance(n, For) and n.threaded]


# -- order -----------------------------------------------------------------------------------------


def order(body: str) -> list[str]:
    return [n.var for n in walk(scheduled(body, openmp=False).tree) if isinstance(n, For)]


def test_product_runs_along_rows() -> None:
    assert order("S1: C[i, j] += A[i, k]*B[k, j] for i in 0:N, j in 0:M, k in 0:K") == list("ikj")


def test_sum_over_columns_runs_along_rows() -> None:
    assert order("S1: y[j] += C[i, j] for j in 0:M, i in 0:N") == ["i", "j"]


def test_product_with_transpose_sums_innermost() -> None:
    assert order("S1: A[i, k] += C[i, j]*B[k, j] for j in 0:M, i in 0:N, k in 0:K") == list("ikj")


def test_triangular_bound_stays_outside() -> None:
    assert order("S1: C[i, j] = A[j, i] for i in 0:N, j in 0:i") == ["i", "j"]


def test_target_s_variables_stand_outside() -> None:
    assert order("S1: B[k, j] += A[i, k]*C[i, j] for i in 0:N, j in 0:M, k in 0:K") == list("kij")


# -- joined loops ----------------------------------------------------------------------------------


def test_zeroing_and_sum_share_the_outer_loop() -> None:
    body = """\
S1a: w[i, j] = 0.0 for i in 0:N, j in 0:M
S1b: w[i_1, j_1] += A[i_1, k]*B[k, j_1] for i_1 in 0:N, j_1 in 0:M, k in 0:K
S2: C[i, j] = w[j, i] for i in 0:N, j in 0:M
"""
    assert loops(body)[:6] == [
        "for i in range(0, N) parallel",
        "    for j in range(0, M)",
        "        w[i, j] = 0.0",
        "    for k in range(0, K)",
        "        for j in range(0, M)",
        "            w[i, j] += A[i, k]*B[k, j]",
    ]


def count_outer(body: str) -> int:
    return sum(isinstance(n, For) for n in scheduled(body).tree)


@pytest.mark.parametrize(
    ("second", "joined"),
    [
        ("S1b: y[i] = y[i] + v[i] for i in 0:N", True),
        ("S1b: y[i] = y[i] + v[i + 1] for i in 0:N", False),  # written by the next iteration
        ("S1b: y[i] = y[i] + v[N - i] for i in 0:N", False),
        ("S1b: y[i] = y[i] + v[0] for i in 0:N", False),
        ("S1b: y[i] = y[i] + v[i] for i in 1:N", False),  # another range
        ("S2: y[i] = y[i] + v[i] for i in 0:N", False),  # another line of the source
    ],
)
def test_loops_join_where_slices_agree(second: str, joined: bool) -> None:
    last = "S9: y[i] = y[i] + v[i]*v[i + 1] for i in 0:N"
    body = f"S1a: v[i] = x[i] for i in 0:N\n{second}\n{last}\n"
    assert count_outer(body) == (2 if joined else 3) - loops(body)[0].startswith("copy")


def test_heading_keeps_loops_apart() -> None:
    body = "S1a: y[i] = x[i]*2.0 for i in 0:N\n## Reverse\nS1b: y[i] = y[i] + 1.0 for i in 0:N\n"
    assert count_outer(body) == 2


def test_shifted_sums_stay_apart() -> None:
    body = """\
S1a: y[i + 1] += x[i] for i in 0:N - 1
S1b: y[i] += x[i + 1] for i in 0:N - 1
"""
    assert count_outer(body) == 2


def test_shifted_sums_join_for_a_temporary() -> None:
    body = """\
S1a: t[i] = sin(x[i]) for i in 0:N - 1
S1b: y[i + 1] += t[i] for i in 0:N - 1
S1c: y[i] += 2.0*t[i] for i in 0:N - 1
"""
    assert loops(body) == [
        "for i in range(0, N - 1)",
        "    local t = sin(x[i])",
        "    y[i + 1] += t",
        "    y[i] += 2.0*t",
    ]


def test_parallel_loop_is_not_joined_with_a_sum() -> None:
    body = """\
S1a: y[i] = x[i]*2.0 for i in 0:N
S1b: C[0, 0] += x[i]*x[i] for i in 0:N
"""
    assert count_outer(body) == 2
    assert parallel_loops(body) == ["i"]


def test_loop_moves_past_what_it_does_not_touch() -> None:
    body = """\
S1a: C[0, 0] += x[i]*x[i] for i in 0:N
S1b: y[i] = x[i]*2.0 for i in 0:N
S1c: C[1, 1] += x[i] for i in 0:N
"""
    assert count_outer(body) == 3  # both sums are in C
    assert count_outer(body.replace("C[1, 1]", "A[1, 1]")) == 2


def test_loop_does_not_move_past_what_it_reads() -> None:
    body = """\
S1a: C[0, 0] += x[i]*x[i] for i in 0:N
S1b: y[i] = x[i]*2.0 for i in 0:N
S1c: A[1, 1] += y[i] for i in 0:N
"""
    assert count_outer(body) == 3


# -- local scalars ---------------------------------------------------------------------------------


def declared(body: str, head: str = HEAD) -> list[str]:
    return [n.name for n in walk(scheduled(body, openmp=False, head=head).tree)
            if isinstance(n, Declare)]  # fmt: skip


def test_accumulator_of_a_row_is_a_scalar() -> None:
    body = """\
S1a: t[i] = 0.0 for i in 0:N
S1b: t[i_1] += A[i_1, k]*B[k, 0] for i_1 in 0:N, k in 0:K
S1c: y[i] = t[i] for i in 0:N
"""
    assert declared(body) == ["t"]


@pytest.mark.parametrize(
    "uses",
    [
        "S1b: y[i] = t[N - 1 - i] for i in 0:N",
        "S2: y[i] = t[i] for i in 0:N",
    ],
)
def test_array_used_elsewhere_stays(uses: str) -> None:
    assert declared(f"S1a: t[i] = sin(x[i]) for i in 0:N\n{uses}\n") == []


def test_array_carried_to_the_next_iteration_stays() -> None:
    body = """\
S1: t[i] = x[i] for i in 0:N
for k in range(0, K):
    S2: y[i] = y[i] + t[i] for i in 0:N
    S3: t[i] = t[i]*0.5 for i in 0:N
"""
    assert declared(body) == []


def test_scalar_written_under_a_condition_lives_outside() -> None:
    head = HEAD + "local c: float64\n\n"
    body = """\
S1: c = 1.0
for i in range(0, N):
    if x[i] > 0.0:
        S2: c = x[i]
    S3: y[i] = c
"""
    found = scheduled(body, head=head).tree
    assert isinstance(found[0], Declare) and not found[0].constant
    assert parallel_loops("local c: float64\n\n" + body) == []


def test_what_nobody_reads_goes() -> None:
    body = """\
S1: t[i] = x[i] for i in 0:N
for k in range(0, K):
    S2: w[i, j] = t[i] for i in 0:N, j in 0:M
S3: y[i] = x[i]*2.0 for i in 0:N
"""
    result = scheduled(body)
    assert len(result.tree) == 1
    assert result.arena == ()


# -- parallel loops --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("S1: y[i] = x[i]*s for i in 0:N", ["i"]),
        ("S1: y[2*i] = x[i]*s for i in 0:N//2", ["i"]),
        ("S1: y[0] += x[i]*s for i in 0:N", []),
        ("S1: y[i + j] += C[i, j] for i in 0:N, j in 0:M", ["j"]),
        ("S1: C[i, j] += A[i, k]*B[k, j] for i in 0:N, j in 0:M, k in 0:K", ["i"]),
        ("for i in range(1, N):\n    S1: y[i] = x[i]*s", ["i"]),
        ("for i in range(1, N):\n    S1: y[i] = y[i - 1]*s", []),
        ("for i in range(1, N):\n    S1: y[i] = y[i]*y[N - 1]", []),
        ("for i in range(1, N):\n    S1: C[i, j] = C[i - 1, j]*s for j in 0:M", ["j"]),
        ("for i in range(0, N):\n    S1: C[i, i] = C[i, 0]*s", ["i"]),
        ("for i in range(0, N):\n    S1: C[0, i] = C[i, 0]*s", []),
        ("for i in range(0, N):\n    S1: y[i%3] = x[i]", []),
        ("for i in range(0, N):\n    for j in range(0, i):\n        S1: y[j] = y[j]*x[i]", ["j"]),
    ],
)  # fmt: skip
def test_parallel_loops(body: str, expected: list[str]) -> None:
    assert parallel_loops(body + "\n") == expected


def test_private_scalar_leaves_a_source_loop_parallel() -> None:
    head = HEAD + "local c: float64\n\n"
    body = "for i in range(0, N):\n    S1: c = x[i]*s\n    S2: y[i] = c*c\n"
    tree = scheduled(body, head=head).tree
    assert isinstance(tree[0], For) and tree[0].threaded


def test_the_text_says_what_iterations_have_alone_and_what_they_share() -> None:
    head = HEAD.replace("input s:", "inout s:") + "local c: float64\n\n"
    body = "for i in range(0, N):\n    S1: c = x[i]*2.0\n    S2: y[i] = c*c\n    S3: s = 1.0\n"
    assert tree_text(scheduled(body, head=head)).split("\n")[:4] == [
        "for i in range(0, N) parallel, work N, private c:",
        "    local c = x[i]*2.0",
        "    y[i] = c*c",
        "    atomic s = 1.0",
    ]
    sums = tree_text(scheduled("S1: y[0] += A[i, k]*x[i] for i in 0:N, k in 0:K\n"))
    assert "for k in range(0, K) vector, sums y_sum:" in sums


def test_short_loops_deep_inside_start_no_threads() -> None:
    body = """\
for k in range(0, K):
    for j in range(0, M):
        S1: y[i] = y[i]*x[j] + y[i]*y[i] for i in 0:N
"""
    assert parallel_loops(body) == []


def test_sums_are_kept_in_scalars() -> None:
    tree = scheduled("S1: y[0] += A[i, k]*x[i] for i in 0:N, k in 0:K\n").tree
    assert [type(n) for n in tree] == [Declare, For, Statement]
    inner = [n for n in walk(tree) if isinstance(n, For)][-1]
    assert inner.parallel == Parallel(Parallelism.VECTOR, sums=("y_sum",))


# -- calls -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "filled"),
    [
        ("S1: C[i, j] = 0.0 for i in 0:N, j in 0:M", True),
        ("S1: C[i, j] = 0.0 for j in 0:M, i in 0:N", True),
        ("S1: C[3, j] = 0.0 for j in 0:M", True),
        ("S1: C[i, j] = -0.0 for i in 0:N, j in 0:M", False),
        ("S1: C[i, j] = 0.0 for i in 0:N, j in 1:M", False),
        ("S1: C[i, 0] = 0.0 for i in 0:N", False),
        ("S1: C[i, j] = 0.0 for i in 0:N, j in 0:i", False),
        ("S1: C[i, j] = 1.0 for i in 0:N, j in 0:M", False),
    ],
)
def test_whole_blocks_are_zeroed_at_once(body: str, filled: bool) -> None:
    tree = scheduled(body + "\n").tree
    assert isinstance(tree[0], Fill) == filled


@pytest.mark.parametrize(
    ("expr", "matched"),
    [
        ("A[i, k]*B[k, j]", True),
        ("s*A[i, k]*B[k, j]", True),
        ("-(A[i, k]*x[0])*B[k, j]", True),
        ("A[i, k]*B[k, j]*x[k]", False),
        ("A[i, k] + B[k, j]", False),
        ("A[i, k]*B[j, k]*sin(x[0])", True),
        ("A[i, k]*w[k, j]*C[0, 0]", False),
        ("A[k, i + j]*B[k, j]", False),
        ("A[i, 2*k]*B[k, j]", False),
    ],
)
def test_products_are_calls(expr: str, matched: bool) -> None:
    body = f"S1: C[i, j] += {expr} for i in 0:N, j in 0:M, k in 0:K\n"
    assert isinstance(scheduled(body, blas=True).tree[0], LibraryCall) == matched
    assert not isinstance(scheduled(body, blas=False).tree[0], LibraryCall)


# -- faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        "S1: y[0] = x[i] for i in 0:N",
        "S1: y[0] += y[0]*x[i] for i in 0:N",
        "S1: y[i] = x[i]@before.S0 for i in 0:N",
    ],
)
def test_what_no_order_computes_is_a_fault(body: str) -> None:
    with pytest.raises(InternalError):
        scheduled(body + "\n")


def test_one_element_is_no_block() -> None:
    program = parsed(HEAD + "S1: y[0] = x[0]\nS2: y[i] = x[i] for i in 0:N\n")
    one, all_of = (node for node in program.body if isinstance(node, Compute))
    assert block(one, program.by_name) is None
    assert isinstance(block(all_of, program.by_name), Copy)
