"""Arrays in the place of others, and in gradients that have not begun."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.ir.shapes import evaluate
from adc.schedule import Scheduled, schedule
from adc.schedule.arena import byte_size
from tests.emit.native import build, expect_same, parsed

HEAD = """\
program p(N: size, K: integer, X: array, z: array)
input X: float64[N, N]
inout z: float64[N]
local a: float64[N, N]
local b: float64[N, N]
local c: float64[N]
local d: float32[N]
gradient Z: float64[N, N] of X
gradient G: float64[N] of z

"""
#: No loops of two lines are joined.
APART = ("joined_lines",)
#: Each array is made by a call, or read across.
MADE = "S1: a[i, j] += X[i, m]*X[m, j] for i in 0:N, j in 0:N, m in 0:N\n"
FIRST = "S0: a[i, j] = 0.0 for i in 0:N, j in 0:N\n" + MADE
LAST = "S5: z[i] += b[j, i]*b[i, j] for i in 0:N, j in 0:N\n"
SET = "S8: Z[i, j] = z[i]*X[j, i] for i in 0:N, j in 0:N\n"


def scheduled(body: str, **options: object) -> Scheduled:
    given = {"openmp": False, "blas": False, "source_order": False, "without": APART, **options}
    return schedule(parsed(HEAD + body), **given)  # type: ignore[arg-type]


def places(found: Scheduled) -> int:
    """How many matrices the arena is long."""
    matrix = evaluate(byte_size(found.program["X"], frozenset("N")), {"N": 64})
    return evaluate(found.arena_bytes, {"N": 64}) // matrix


WITHOUT = {"without": (*APART, "scratch")}


@pytest.mark.parametrize(
    ("made", "matrices"),
    [
        ("S3: b[i, j] = cos(a[i, j]) for i in 0:N, j in 0:N\n", 1),
        ("S3: b[i, j] = cos(a[i, j])*a[i, j] for i in 0:N, j in 0:N\n", 1),
        ("S3: b[i, j] = a[j, i] for i in 0:N, j in 0:N\n", 2),
        ("S3: b[i, j] = a[i, j]*a[j, i] for i in 0:N, j in 0:N\n", 2),
        ("S3: b[i, j] = a[i, N - 1 - j] for i in 0:N, j in 0:N\n", 2),
        ("S3: b[i, j] = a[0, j] for i in 0:N, j in 0:N\n", 2),
        ("S3: b[i, j] = a[i, i] for i in 0:N, j in 0:N\n", 2),
        ("S3a: b[i, j] = 0.0 for i in 0:N, j in 0:N\n"
         "S3b: b[i, j] += a[i, j] for i in 0:N, j in 0:N\n", 2),
        ("S3: b[i, j] = cos(a[i, j]) for i in 0:N, j in 0:N\n"
         "S4: z[i] += a[i, i] for i in 0:N\n", 2),
    ],
)  # fmt: skip
def test_made_where_elements_are_read_last(made: str, matrices: int) -> None:
    assert places(scheduled(FIRST + made + LAST, **WITHOUT)) == matrices
    assert places(scheduled(FIRST + made + LAST, source_order=True)) == 2


@pytest.mark.parametrize(
    ("rest", "held"),
    [
        (SET, ("a", "b")),
        (SET.replace("=", "+=", 1), ()),  # added to what the caller brings
        (SET.replace("0:N, j", "1:N, j"), ()),  # a row is left as it was
        ("S8: Z[i, j] = z[i] for i in 0:N, j in 0:N\nS9: z[i] += b[i, 0] for i in 0:N\n", ("a",)),
        ("if z[0] > 0.0:\n    S8: Z[i, j] = z[i] for i in 0:N, j in 0:N\n", ()),
        ("for k in range(0, K):\n    S8: Z[i, j] = z[i] for i in 0:N, j in 0:N\n", ()),
        ("S8: Z[i, j] = b[i, j]*2.0 for i in 0:N, j in 0:N\n", ("a", "b")),
    ],
)  # fmt: skip
def test_gradients_hold_what_ends_before_they_begin(rest: str, held: tuple[str, ...]) -> None:
    made = "S3: b[i, j] = cos(a[i, j]) for i in 0:N, j in 0:N\n"
    found = scheduled(FIRST + made + LAST + rest)
    assert {n for s in found.scratch for n in s.containers} == set(held), found.scratch
    assert not scheduled(FIRST + made + LAST + rest, source_order=True).scratch


def test_gradients_hold_nothing_of_another_type() -> None:
    other = (
        "S3: d[i] = cos(z[i]) for i in 0:N\n"
        "S4: z[i] += d[N - 1 - i] for i in 0:N\n"
        "S5: c[i] = cos(z[i]) for i in 0:N\n"
        "S6: z[i] += c[N - 1 - i] for i in 0:N\n"
    )
    found = scheduled(other + "S8: G[i] = z[N - 1 - i] for i in 0:N\n")
    assert [(s.array, s.containers) for s in found.scratch] == [("G", ("c",))]


#: gcc makes vectors of what it is told about, on threads.
FAST = ("-march=native", "-fopenmp", "-DADC_PARALLEL_MIN=-1", "-fno-trapping-math")


def test_lanes_of_loops_that_make_an_array_in_the_place_of_another(tmp_path: Path) -> None:
    """`b` is made where `a` was, and both lie where `Z` is to be, in a loop on threads of which gcc
    is told that its iterations meet nowhere."""
    made = "S3: b[i, j] = cos(a[i, j])*a[i, j] + X[i, j] for i in 0:N, j in 0:N\n"
    head = HEAD.replace("K: integer, X: array, z: array", "X: array, z: array, Z: array")
    head = head.replace("local c: float64[N]\nlocal d: float32[N]\n", "")
    head = head.replace("gradient G: float64[N] of z\n", "")
    first = FIRST.replace("S1: a[i,", "S1: a[N - 1 - i,")  # not in one loop with S3
    program = parsed(head + first + made + LAST + SET.replace("z[i]", "z[N - 1 - i]"))
    found = schedule(program, openmp=True, blas=False, source_order=False)
    assert [(s.array, s.containers) for s in found.scratch] == [("Z", ("a", "b"))]
    (native,) = build([program], tmp_path, openmp=True, optimise="-O3", more=FAST)
    assert "ivdep" in (tmp_path / "all.c").read_text()
    for size in (0, 1, 2, 3, 29, 64):
        expect_same(native, {"N": size})
