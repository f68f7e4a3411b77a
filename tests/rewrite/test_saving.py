"""What is overwritten in turn is saved once: when, how much of it, and that the values stay."""

from __future__ import annotations

import random

import numpy as np
import pytest

from adc.finishing import verified
from adc.interpret.machine import run
from adc.ir.enums import Role
from adc.ir.node import Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import evaluate, maximum
from adc.ir.walking import walk_nodes
from adc.rewrite.saving import saved_once
from tests.differentiate.programs import M, N, T, array, c, i, j, loop, op, put, r, t
from tests.simplify.programs import program

FIXED = (
    array("a", N, M, role=Role.INPUT),
    array("w", N, M, role=Role.INOUT),
    array("out", N, M, role=Role.INOUT),
)
SIZES = [(n, m) for n in range(4) for m in range(4)]


class Sweeps:
    """A loop that overwrites parts of `w`, each saved before, and one back that restores them."""

    def __init__(self) -> None:
        self.forward: list[Node] = []
        self.reverse: list[Node] = []
        self.tapes: list[object] = []

    def overwrite(self, rows: tuple, columns: tuple) -> None:  # type: ignore[type-arg]
        dims = ((i, *rows), (j, *columns))
        name = f"tape_{len(self.tapes)}"
        shape = (T, *(maximum(0, stop - start) for start, stop in (rows, columns)))
        self.tapes.append(array(name, *shape, role=Role.TAPE))
        at = r(name, t, i - rows[0], j - columns[0])
        self.forward += [put(at, r("w", i, j), *dims)]
        self.forward += [put(r("w", i, j), op("mul", c("0.5"), r("a", i, j)), *dims, how="+=")]
        self.reverse.insert(0, put(r("w", i, j), at, *dims))

    def overwrite_row(self) -> None:
        """The same of the first row, which no variable goes along."""
        name = f"tape_{len(self.tapes)}"
        self.tapes.append(array(name, T, M, role=Role.TAPE))
        at, row, columns = r(name, t, j), r("w", 0, j), (j, 0, M)
        self.forward += [put(at, row, columns), put(row, r("a", 1, j), columns, how="+=")]
        self.reverse.insert(0, put(row, at, columns))

    def read(self) -> None:
        """Adds all of `w` to `out` in the loop back."""
        self.reverse.insert(0, put(r("out", i, j), r("w", i, j), (i, 0, N), (j, 0, M), how="+="))

    def program(self) -> Program:
        loops = loop(t, 0, T, *self.forward), loop(t, T - 1, -1, *self.reverse, step=-1)
        return program([*FIXED, *self.tapes], *loops)


def saved(before: Program, least: int = 0) -> list[str]:
    """The domains of the saves, as words, after the pass; the values must stay."""
    after = saved_once(before)
    if after is not before:
        verified(after, "planned")
    for n, m in SIZES:
        if n >= least:
            expect_same(before, after, {"N": n, "M": m, "T": 2})
    saves = (n for n in walk_nodes(after.body) if isinstance(n, Compute))
    return [
        " ".join(f"{d.start}:{d.stop}" for d in n.domain)
        for n in saves
        if n.container.startswith("tape")
    ]


def expect_same(one: Program, two: Program, sizes: dict[str, int]) -> None:
    drawn = np.random.default_rng(3)
    inputs = {
        x.name: drawn.uniform(-1, 1, tuple(evaluate(e, sizes) for e in x.shape)) for x in FIXED
    }
    wanted, got = (run(p, sizes, inputs) for p in (one, two))
    for name in ("w", "out"):
        np.testing.assert_array_equal(got[name], wanted[name], err_msg=name)


def bytes_of(program: Program, sizes: dict[str, int]) -> int:
    shapes = [[evaluate(e, sizes) for e in x.shape] for x in program.containers]
    return sum(int(np.prod(shape)) for shape in shapes)


def test_rows_that_a_later_restore_puts_back_are_not_saved() -> None:
    sweeps = Sweeps()
    sweeps.overwrite((0, N - 1), (0, M))
    sweeps.overwrite((1, N), (0, M))
    sweeps.read()
    assert saved(sweeps.program()) == ["0:N - 1 0:M", "Max(1, N - 1):N 0:M"]


def test_a_single_row_stays_whole() -> None:
    """There may be no rows that a later restore puts back."""
    sweeps = Sweeps()
    sweeps.overwrite((0, N - 1), (0, M))
    sweeps.overwrite_row()
    sweeps.read()
    assert saved(sweeps.program(), least=2) == ["0:N - 1 0:M", "0:M"]


def test_what_no_sizes_leave_is_cut_along_both_axes() -> None:
    sweeps = Sweeps()
    sweeps.overwrite((0, N - 1), (0, M))
    sweeps.overwrite((1, N), (0, M))
    sweeps.overwrite((0, N), (0, M - 1))
    sweeps.overwrite((0, N), (1, M))
    sweeps.read()
    before = sweeps.program()
    left = "Max(0, N - 1):Min(1, N)"
    expected = [f"{left} 0:M - 1", f"{left} Max(1, M - 1):M"]
    assert saved(before)[2:] == expected
    sizes = {"N": 5, "M": 6, "T": 2}
    assert bytes_of(saved_once(before), sizes) < bytes_of(before, sizes)


def test_what_is_read_between_the_restores_stays() -> None:
    sweeps = Sweeps()
    sweeps.overwrite((0, N - 1), (0, M))
    sweeps.read()
    sweeps.overwrite((1, N), (0, M))
    sweeps.read()
    assert saved(sweeps.program()) == ["0:N - 1 0:M", "1:N 0:M"]


@pytest.mark.parametrize(
    ("rows", "columns"),
    [((1, N - 2), (0, M)), ((0, N - 1), (1, M)), ((0, 2), (0, M))],
    ids=["leaves two parts", "leaves a corner", "a few rows"],
)
def test_what_does_not_leave_one_range_stays(rows: tuple, columns: tuple) -> None:  # type: ignore[type-arg]
    sweeps = Sweeps()
    sweeps.overwrite(rows, columns)
    sweeps.overwrite((0, N), (0, M))
    sweeps.read()
    assert saved(sweeps.program(), least=2)[1] == "0:N 0:M"


def test_a_tape_that_is_read_elsewhere_stays() -> None:
    sweeps = Sweeps()
    sweeps.overwrite((0, N - 1), (0, M))
    sweeps.overwrite((1, N), (0, M))
    sweeps.reverse.append(put(r("out", i, j), r("tape_1", t, i - 1, j), (i, 1, N), (j, 0, M)))
    assert saved(sweeps.program()) == ["0:N - 1 0:M", "1:N 0:M"]


@pytest.mark.parametrize("seed", range(12))
def test_random_sweeps_keep_their_values(seed: int) -> None:
    chosen = random.Random(seed)
    ends = {N: [(0, N), (0, N - 1), (1, N), (1, N - 1)], M: [(0, M), (0, M - 1), (2, M), (1, M)]}
    sweeps = Sweeps()
    for _ in range(chosen.randint(2, 4)):
        sweeps.overwrite(chosen.choice(ends[N]), chosen.choice(ends[M]))
        if chosen.random() < 0.2:
            sweeps.read()
    sweeps.read()
    saved(sweeps.program())
