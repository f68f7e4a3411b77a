"""Recurrences along rows, several columns at a time: which are taken so, and that values stay."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from adc.schedule import schedule
from adc.schedule.text import tree_text
from tests.emit.native import Native, build, expect_same, inputs_for, parsed

HEAD = """\
program p(I: size, J: size, K: size, x: array, y: array, u: array, v: array, w: array, a: scalar)
input x: float64[I + 2, J + 2, K + 2]
input y: float64[K + 2, J + 2]
inout u: float64[I + 2, J + 2, K + 2]
inout v: float64[I + 2, J + 2]
inout w: float64[J + 2, K + 2]
inout a: float64

"""
#: Loops of k around the statement, and whether columns are taken in strips.
SHAPES = {
    "a recurrence": (
        "for k in range(1, K):\n"
        "    S1: u[i, j, k] += u[i, j, k - 1]*x[i, j, k] for i in 0:I, j in 0:J",
        True,
    ),
    "backwards": (
        "for k in range(K, -1, -1):\n"
        "    S1: u[i, j, k] = u[i, j, k + 1]*x[i, j, k] for i in 0:I, j in 0:J",
        True,
    ),
    "a row carried along": (
        "for k in range(0, K):\n"
        "    S1: v[i, j] = v[i, j]*x[i, j, k] for i in 0:I, j in 0:J\n"
        "    S1: u[i, j, k] += v[i, j] for i in 0:I, j in 0:J",
        True,
    ),
    "one axis": ("for k in range(1, K):\n    S1: w[j, k] += w[j, k - 1]*a for j in 0:J", True),
    "its neighbour's element": (
        "for k in range(1, K):\n    S1: w[j, k] += w[j + 1, k - 1]*a for j in 0:J", False,
    ),
    "the neighbour on the outer axis": (
        "for k in range(1, K):\n    S1: u[i, j, k] += u[i + 1, j, k - 1] for i in 0:I, j in 0:J",
        False,
    ),
    "a scalar": ("for k in range(1, K):\n    S1: a += w[j, k]*w[j, k] for j in 0:J", False),
    "a diagonal": (
        "for k in range(1, K):\n    S1: w[j, k] += w[j, k - 1]*a for j in 0:min(J, k)", False,
    ),
    "along columns": (
        "for k in range(1, J):\n    S1: w[k, i] += w[k - 1, i]*a for i in 0:K", False,
    ),
    "time": (
        "for k in range(1, K):\n"
        "    S1: v[i, j] = v[i, j]*a + y[k, j] for i in 0:I, j in 0:J",
        False,
    ),
    "a few columns": (
        "for k in range(1, K):\n    S1: w[j, k] += w[j, k - 1]*a for j in 0:2", False,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_columns_without_a_neighbour_are_taken_in_strips(name: str) -> None:
    body, strips = SHAPES[name]
    p = parsed(HEAD + body + "\n")
    assert (
        "strip" in tree_text(schedule(p, openmp=True, blas=False, source_order=False))
    ) == strips
    assert "strip" not in tree_text(schedule(p, openmp=True, blas=False))
    without = schedule(p, openmp=True, blas=False, source_order=False, without=("interchange",))
    assert "strip" not in tree_text(without)


@pytest.mark.parametrize("name", ["a recurrence", "one axis"])
def test_strips_run_on_threads_for_the_work_of_the_whole(name: str) -> None:
    p = parsed(HEAD + SHAPES[name][0] + "\n")
    (loop,) = schedule(p, openmp=True, blas=False, source_order=False).tree
    (plain,) = schedule(p, openmp=True, blas=False).tree
    assert loop.threaded and "K" in str(loop.parallel.work) and "J" in str(loop.parallel.work)
    assert plain.var == "k" and not plain.threaded


def statement(rng: random.Random, number: int) -> str:
    """A statement on a column of one or of two indices; some columns need others."""
    far = rng.random() < 0.15
    target = rng.choice(("u[i, j, k]", "u[i, j, k]", "v[i, j]", "u[i, j, k + 1]"))
    others = [k for k in ("k", "k - 1", "k + 1") if f", {k}]" not in target]
    shift, back = (rng.choice((0, 1)) if far else 0), rng.choice(others)
    terms = [f"u[i, j + {shift}, {back}]", "x[i, j + 1, k]", "v[i, j]", "y[k, j]", "x[j, i, k]"]
    if target == "v[i, j]":
        terms.append("v[i, j]*0.5")
    a, b = rng.sample(terms, 2)
    return f"    S{number}: {target} = 0.5*{a} + 0.25*{b} for i in 0:I, j in 0:J"


def drawn(seed: int) -> str:
    rng = random.Random(seed)
    bounds = rng.choice(("1, K", "K, 0, -1", "1, K, 2"))
    lines = [statement(rng, 1) for _ in range(rng.choice((1, 1, 2, 3)))]
    return "\n".join([f"for k in range({bounds}):", *lines, ""])


def test_random_recurrences_keep_their_values(tmp_path: Path) -> None:
    head = HEAD.replace("x: float64[I + 2, J + 2", "x: float64[I + J + 2, I + J + 2")
    texts = [head.replace("program p(", f"program p{n}(") + drawn(n) for n in range(16)]
    texts += [HEAD.replace("program p(", f"program q{n}(") + body + "\n"
              for n, (body, _) in enumerate(SHAPES.values())]  # fmt: skip
    programs = [parsed(text) for text in texts]
    trees = [tree_text(schedule(p, openmp=True, blas=False, source_order=False)) for p in programs]
    assert 8 < sum("strip" in t for t in trees) < len(trees) - 10
    more = ("-fopenmp", "-DADC_PARALLEL_MIN=-1")
    natives = build(programs, tmp_path, openmp=True, more=more)
    (folder := tmp_path / "source").mkdir()
    plain = build(programs, folder, openmp=True, more=more, source_order=True)
    for sizes in ((0, 3, 2), (3, 2, 3), (2, 19, 7)):
        for native, other in zip(natives, plain, strict=True):
            expect_same_bits(native, other, dict(zip("IJK", sizes, strict=True)))


def expect_same_bits(native: Native, other: Native, sizes: dict[str, int]) -> None:
    expect_same(native, sizes)
    inputs = inputs_for(native.program, sizes)
    found, expected = native.call(sizes, inputs), other.call(sizes, inputs)
    assert all(found[n].tobytes() == expected[n].tobytes() for n in expected), sizes
