"""Tapes in the order of the arrays that they keep: which turn, and that the values stay."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from adc.finishing import verified
from adc.interpret.machine import run
from adc.ir.enums import Role
from adc.ir.node import Node
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.rewrite.layout import as_arrays_lie
from tests.differentiate.programs import M, N, T, array, c, i, j, k, loop, op, put, r, t
from tests.simplify.programs import program

FIXED = (
    array("w", N, M, role=Role.INOUT),
    array("out", N, M, role=Role.INOUT),
)
DIMS = ((j, 1, M), (i, 0, N))


def sweeps(save: Node, restore: Node, *more: Node) -> Program:
    """A loop that saves all but the first column of `w` on a tape and halves it, and one back."""
    tape = array("tape", T, M - 1, N, role=Role.TAPE)
    halve = put(r("w", i, j), op("mul", c("0.5"), r("w", i, j)), *DIMS)
    add = put(r("out", i, j), r("w", i, j), (i, 0, N), (j, 0, M), how="+=")
    forward, back = loop(t, 0, T, save, halve), loop(t, T - 1, -1, restore, add, *more, step=-1)
    return program([*FIXED, tape], forward, back)


def tape_of(before: Program) -> str:
    """The tape's axes after the pass; the values must stay."""
    after = as_arrays_lie(before)
    if after is not before:
        verified(after, "planned")
    for n, m in itertools.product(range(4), range(1, 4)):
        sizes = {"N": n, "M": m, "T": 2}
        drawn = np.random.default_rng(5)
        inputs = {
            x.name: drawn.uniform(-1, 1, tuple(evaluate(e, sizes) for e in x.shape)) for x in FIXED
        }
        wanted, got = (run(p, sizes, inputs) for p in (before, after))
        for name in inputs:
            np.testing.assert_array_equal(got[name], wanted[name], err_msg=name)
    return ", ".join(map(str, after["tape"].shape))


SAVE = put(r("tape", t, j - 1, i), r("w", i, j), *DIMS)
RESTORE = put(r("w", i, k), r("tape", t, k - 1, i), (k, 1, M), (i, 0, N))


def test_a_transposed_tape_is_turned() -> None:
    assert tape_of(sweeps(SAVE, RESTORE)) == "T, N, M - 1"


def test_a_tape_kept_from_the_last_column_is_turned_too() -> None:
    save = put(r("tape", t, M - 1 - j, i), r("w", i, j), *DIMS)
    restore = put(r("w", i, j), r("tape", t, M - 1 - j, i), *DIMS)
    assert tape_of(sweeps(save, restore)) == "T, N, M - 1"


@pytest.mark.parametrize(
    ("save", "restore"),
    [
        (loop(j, 1, M, put(r("tape", t, j - 1, i), r("w", i, j), (i, 0, N))), RESTORE),
        (SAVE, loop(k, 1, M, put(r("w", i, k), r("tape", t, k - 1, i), (i, 0, N)))),
    ],
    ids=["saved column by column", "restored column by column"],
)
def test_a_tape_that_a_loop_walks_through_stays(save: Node, restore: Node) -> None:
    assert tape_of(sweeps(save, restore)) == "T, M - 1, N"


def test_a_tape_that_is_read_in_a_formula_stays() -> None:
    value = op("mul", c("2.0"), r("tape", t, j - 1, i))
    assert tape_of(sweeps(SAVE, RESTORE, put(r("out", i, j), value, *DIMS))) == "T, M - 1, N"
