"""Products that share a matrix, by blocks of its rows: which are taken so, and that values stay."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from adc.ir.program import Program
from adc.schedule import Scheduled, row_blocks, schedule
from adc.schedule.tree import For, LibraryCall, walk
from tests.emit.native import Native, build, expect_same, inputs_for, parsed

HEAD = """\
program p(M: size, N: size, A: array, B: array, x: array, y: array, u: array, v: array, G: array, a: scalar)
input A: float64[M + 2, N + 2]
input B: float64[2, N + 2, M + 2]
input x: float64[2*N + 2]
input y: float64[M + 2]
inout u: float64[M + 2]
inout v: float64[2*N + 2]
inout G: float64[M + 2, N + 2]
inout a: float64
local t: float64[M + 2]
local w: float64[N + 2]

"""  # noqa: E501
ALL = "for i in 0:M, j in 0:N\n"
TURNED = "for j in 0:N, i in 0:M\n"
#: Statements, and how many nodes a loop over blocks of rows holds; 0 where there is none.
SHAPES = {
    "two ways": (f"S1: u[i] += A[i, j]*x[j] {ALL}S2: v[j] += A[i, j]*y[i] {TURNED}", 2),
    "one after the other": (
        f"S1: t[i] = 0.0 for i in 0:M\nS2: t[i] += A[i, j]*x[j] {ALL}"
        f"S3: w[j] = 0.0 for j in 0:N\nS4: w[j] += A[i, j]*t[i] {TURNED}"
        "S5: v[j] += w[j] for j in 0:N\nS6: u[i] += t[i] for i in 0:M\n",
        2,
    ),
    "its vector is a sum over rows": (
        f"S1: w[j] = 0.0 for j in 0:N\nS2: w[j] += A[i, j]*y[i] {TURNED}"
        f"S3: u[i] += A[i, j]*w[j] {ALL}",
        0,
    ),
    "a loop that makes the matrix": (
        f"S1: G[i, j] = y[i]*x[j] {ALL}S2: G[i, j] += A[i, j] {ALL}"
        f"S3: u[i] += 2.5*G[i, j]*x[j] {ALL}S4: v[j] += a*G[i, j]*y[i] {TURNED}",
        3,
    ),
    "a loop that overwrites it": (
        f"S1: u[i] += G[i, j]*x[j] {ALL}S2: G[i, j] = G[i, j]*0.5 {ALL}"
        f"S3: v[j] += G[i, j]*y[i] {TURNED}",
        3,
    ),
    "a loop that overwrites other rows": (
        f"S1: u[i] += G[i, j]*x[j] {ALL}S2: G[i + 1, j] = G[i + 1, j]*0.5 {ALL}"
        f"S3: v[j] += G[i, j]*y[i] {TURNED}",
        0,
    ),
    "columns of a matrix": (
        f"S1: G[i, 1] += A[i, j]*B[0, j, 2] {ALL}S2: v[j] += A[i, j]*B[1, 0, i] {TURNED}", 2,
    ),
    "of several": (
        f"S1: v[j] += B[1, j, i]*y[i] {TURNED}S2: u[i] += B[1, j, i]*x[j] {ALL}", 2,
    ),
    "parts of two": (
        f"S1: v[j] += B[1, j, i]*y[i] {TURNED}S2: u[i] += B[0, j, i]*x[j] {ALL}", 2,
    ),
    "other rows": (
        f"S1: u[i] += A[i, j]*x[j] {ALL}S2: v[j] += A[i + 1, j]*y[i] {TURNED}", 2,
    ),
    "fewer rows": (
        f"S1: u[i] += A[i, j]*x[j] {ALL}S2: v[j] += A[i, j]*y[i] for j in 0:N, i in 1:M\n", 0,
    ),
    "the second half": (
        "S1: u[i] += A[i, j]*x[j] for i in 1:M, j in 2:N\n"
        "S2: v[j] += A[i, j]*y[i] for j in 1:N, i in 1:M\n",
        2,
    ),
    "a scalar between": (
        f"S1: u[i] += A[i, j]*x[j] {ALL}S2: a = a*u[0]\nS3: v[j] += a*A[i, j]*y[i] {TURNED}", 0,
    ),
    "a scalar between that may go first": (
        f"S1: u[i] += A[i, j]*x[j] {ALL}S2: a = a*x[0]\nS3: v[j] += a*A[i, j]*y[i] {TURNED}", 2,
    ),
    "one result": (
        f"S1: u[i] += A[i, j]*x[j] {ALL}S2: u[i] += A[i, j]*x[j + 1] {ALL}", 2,
    ),
    "in a loop": (
        f"for k in range(0, 3):\n    S1: u[i] += A[i, j]*x[j] {ALL}"
        f"    S2: v[j] += A[i, j]*y[i]*0.125 {TURNED}",
        2,
    ),
    "no matrix in common": (
        f"S1: u[i] += A[i, j]*x[j] {ALL}S2: v[j] += G[i, j]*y[i] {TURNED}", 0,
    ),
}  # fmt: skip


@pytest.fixture
def short() -> Iterator[None]:
    """Blocks of two rows where no sizes are given: then there are several."""
    with mock.patch.object(row_blocks, "ROWS", 2):
        yield


def scheduled(p: Program, **options: object) -> Scheduled:
    given = {"openmp": True, "blas": True, "source_order": False, **options}
    return schedule(p, **given)  # type: ignore[arg-type]


def blocks(found: Scheduled) -> list[For]:
    loops = [n for n in walk(found.tree) if isinstance(n, For) and not n.sequential]
    return [n for n in loops if any(isinstance(inner, LibraryCall) for inner in n.body)]


@pytest.mark.parametrize("name", SHAPES)
def test_products_that_share_a_matrix_share_a_loop(name: str) -> None:
    body, count = SHAPES[name]
    p = parsed(HEAD + body)
    assert [len(n.body) for n in blocks(scheduled(p))] == ([count] if count else [])
    for options in ({"source_order": True}, {"without": ("row_blocks",)}, {"blas": False}):
        assert not blocks(scheduled(p, **options))


def test_blocks_are_of_about_as_many_elements() -> None:
    p = parsed(HEAD + SHAPES["two ways"][0])
    steps = {
        n: [b.step for b in blocks(scheduled(p, sizes={"M": 900, "N": n}))]
        for n in (0, 100, 1000, 10**6)
    }
    assert steps == {0: [], 100: [], 1000: [131], 10**6: [1]}
    assert [b.step for b in blocks(scheduled(p, sizes={"M": 900}))] == [row_blocks.ROWS]


def drawn(seed: int) -> str:
    """Products and loops of random matrices, vectors and ranges, in random order."""
    rng = random.Random(seed)
    lines = ["S0: t[i] = y[i] for i in 0:M + 2\n", "S0: w[j] = x[j] for j in 0:N + 2\n"]
    for number in range(1, rng.choice((4, 6))):
        matrix = rng.choice(("A[i, j]", "G[i, j]", "G[i, j]", "G[i + 1, j]"))
        long, wide = rng.choice(("x", "v", "w")), rng.choice(("y", "u", "t"))
        if rng.random() < 0.3:
            other = rng.choice(("A[i, j]", f"{wide}[i]*{long}[j]", f"{wide}[i]"))
            lines.append(f"S{number}: {matrix.replace('A', 'G')} = 0.25*{other} {ALL}")
        elif rng.random() < 0.2:
            lines.append(f"S{number}: t[i] = 0.5*{rng.choice('uy')}[i] for i in 0:M\n")
        elif rng.random() < 0.5:
            target = rng.choice("ut".replace(wide, "") or "u")
            lines.append(f"S{number}: {target}[i] += {matrix}*0.125*{long}[j] {ALL}")
        else:
            target = rng.choice("vw".replace(long, "") or "v")
            lines.append(f"S{number}: {target}[j] += {matrix}*0.125*{wide}[i] {TURNED}")
    return "".join([*lines, "S8: u[i] += t[i] for i in 0:M\n", "S9: v[j] += w[j] for j in 0:N\n"])


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.usefixtures("short")
def test_blocks_keep_values(tmp_path: Path, dtype: str) -> None:
    texts = [HEAD.replace("program p(", f"program p{n}(") + drawn(n) for n in range(14)]
    if dtype == "float32":  # where numbers in the text are float64
        texts = [re.sub(r"0\.[125]+\b", "a", t).replace("float64", dtype) for t in texts[:8]]
    else:
        texts += [HEAD.replace("program p(", f"program q{n}(") + body
                  for n, (body, _) in enumerate(SHAPES.values())]  # fmt: skip
    programs = [parsed(text) for text in texts]
    assert sum(bool(blocks(scheduled(p))) for p in programs[:8]) > 2
    more = ("-fopenmp", "-DADC_PARALLEL_MIN=0")
    natives = build(programs, tmp_path, openmp=True, blas=True, more=more)
    for sizes in ((0, 3), (3, 0), (1, 1), (2, 5), (7, 4), (5, 40)):
        for native in natives:
            expect_same(native, dict(zip("MN", sizes, strict=True)), 1e-12)


@pytest.mark.usefixtures("short")
def test_sums_keep_the_order_of_their_terms(tmp_path: Path) -> None:
    programs = [
        parsed(HEAD.replace("program p(", f"program q{n}(") + SHAPES[name][0])
        for n, name in enumerate(
            ("two ways", "one after the other", "a loop that makes the matrix")
        )
    ]
    natives = build(programs, tmp_path, openmp=True, blas=True)
    (folder := tmp_path / "without").mkdir()
    with mock.patch.object(row_blocks, "_group", lambda _: None):
        plain = build(programs, folder, openmp=True, blas=True)
    for native, other in zip(natives, plain, strict=True):
        same_bits(native, other, {"M": 13, "N": 37})


def same_bits(native: Native, other: Native, sizes: dict[str, int]) -> None:
    inputs = inputs_for(native.program, sizes)
    found, expected = native.call(sizes, inputs), other.call(sizes, inputs)
    assert all(np.array_equal(found[n], expected[n]) for n in expected)
