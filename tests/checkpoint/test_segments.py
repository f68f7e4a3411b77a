"""Loops that are run again from snapshots: the gradient is that of storing every step."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from adc.checkpoint.configuration import STORE_ALL, CheckpointSchedule, Configuration
from adc.checkpoint.transform.planner import plan
from adc.differentiate.gradient import Reversed
from adc.finishing import simplified, verified
from adc.ir.nodes import Loop, Replay, Snapshot
from adc.ir.program import Program
from adc.ir.walking import walk_nodes
from adc.observer import Silent
from adc.pipeline import front_half, reversed_of
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import Compiled, request_of, run_gradient
from tests.proof.harness import draw_case, gap

CASES = load_cases()
#: (steps of a segment, snapshots; 0: one for every segment)
WAYS = [(1, 0), (2, 0), (3, 0), (1, 1), (1, 3), (2, 1), (2, 2)]
FEW = [(1, 0), (1, 1), (2, 2)]
#: The ways by case: all of them where they are quick.
OUTER = {
    "adi": FEW,
    "burgers": WAYS,
    "burgers_inplace": [(1, 1), (2, 2)],
    "cholesky": FEW,
    "durbin": [(2, 0), *FEW],
    "fdtd_2d": WAYS,
    "gramschmidt": [(3, 0), *FEW],
    "heat_3d": FEW,
    "jacobi_1d": WAYS,
    "lu": [(2, 1), *FEW],
    "relaxation": FEW,
    "seidel_2d": WAYS,
}
NESTED = {
    "adi": [(1, 0), (1, 1)],
    "gramschmidt": [*FEW, (2, 0)],
    "lu": FEW,
    "seidel_2d": FEW,
}


@lru_cache(maxsize=None)
def reversed_case(name: str) -> Reversed:
    case = CASES[name]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.py"
        source.write_text(case.source)
        request = request_of(case, source)
        return reversed_of(front_half(request, Silent()), request, Silent())


def gradient(name: str, configuration: Configuration) -> Program:
    planned = plan(reversed_case(name), None, configuration).program
    verified(planned, "planned")
    program = simplified(planned, Silent())
    verified(program, "planned")
    return program


def run(case: Case, program: Program) -> dict[str, np.ndarray]:
    drawn = draw_case(case)
    primal = reversed_case(case.name).primal
    compiled = Compiled(primal, primal, program, {})
    return run_gradient(compiled, case, drawn.inputs, drawn.seeds)


@lru_cache(maxsize=None)
def stored(name: str) -> dict[str, np.ndarray]:
    return run(CASES[name], gradient(name, STORE_ALL))


def outer_loops(name: str) -> list[Loop]:
    return [n for n in reversed_case(name).primal.body if isinstance(n, Loop)]


def nested(loop: Loop, length: int, slots: int) -> CheckpointSchedule:
    """The loop run again, and inside it every loop in the same way."""
    inside = {n.label: nested(n, length, slots) for n in loop.body if isinstance(n, Loop)}
    return CheckpointSchedule(length, slots, Configuration(inside))


def each(ways: dict[str, list[tuple[int, int]]]) -> list[tuple[str, int, int]]:
    return [(name, *way) for name, chosen in ways.items() for way in chosen]


@pytest.mark.parametrize("name,length,slots", each(OUTER))
def test_outer_loops_run_again(name: str, length: int, slots: int) -> None:
    configuration = Configuration(
        {n.label: CheckpointSchedule(length, slots) for n in outer_loops(name)}
    )
    expect_same(name, configuration)


@pytest.mark.parametrize("name,length,slots", each(NESTED))
def test_nested_loops_run_again(name: str, length: int, slots: int) -> None:
    expect_same(name, Configuration({n.label: nested(n, length, slots) for n in outer_loops(name)}))


@pytest.mark.parametrize("name", ["lu", "seidel_2d"])
def test_inner_loops_run_again_where_the_outer_are_stored(name: str) -> None:
    inside = [n for o in outer_loops(name) for n in walk_nodes(o.body) if isinstance(n, Loop)]
    expect_same(name, Configuration({n.label: CheckpointSchedule(2, 0) for n in inside}))


def expect_same(name: str, configuration: Configuration) -> None:
    found = run(CASES[name], gradient(name, configuration))
    for wrt, wanted in stored(name).items():
        assert gap(found[wrt], wanted) <= 1e-12, (name, wrt)


def test_few_snapshots_make_pairs_of_snapshot_and_replay() -> None:
    (loop,) = outer_loops("burgers")
    program = gradient("burgers", Configuration({loop.label: CheckpointSchedule(1, 3)}))
    taken = [n for n in walk_nodes(program.body) if isinstance(n, Snapshot)]
    replayed = [n for n in walk_nodes(program.body) if isinstance(n, Replay)]
    assert [n.slots for n in taken] == [n.slots for n in replayed] == [3]
    assert taken[0].loop == replayed[0].loop


def test_a_step_that_is_run_again_stops_where_nothing_more_is_needed() -> None:
    (loop,) = outer_loops("burgers")
    program = gradient("burgers", Configuration({loop.label: CheckpointSchedule(1, 0)}))
    assert not [c.name for c in program.containers if c.role == "tape" and "snap" not in c.name]
