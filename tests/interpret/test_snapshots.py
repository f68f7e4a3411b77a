"""Snapshots of a loop's state: the binomial optimum, the doubling stride, and both in programs."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from adc.interpret import run
from adc.interpret.snapshots import Snapshots, advances, distance, reach, repeats
from adc.ir.program import Program
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify


class Reversal:
    """Runs a loop and reverses it by the rules alone: slots hold numbers of steps, not states."""

    def __init__(self, steps: int, slots: int, online: bool = False) -> None:
        self.held = Snapshots(slots)
        self.memory: dict[int, int] = {}
        self.most = self.run = 0
        for step in range(steps):
            if self.held.due_online(step) if online else self.held.due(step, steps):
                self.save(step)
        self.kept = sorted(self.held.at[: self.held.held])
        for step in reversed(range(steps)):
            self.replay(step)

    def save(self, step: int) -> None:
        slot = self.held.push(step)
        assert 0 <= slot < self.held.slots
        assert slot not in self.held.slot[: self.held.held - 1], "the slot is taken"
        self.memory[slot] = step
        self.most = max(self.most, self.held.held)

    def replay(self, step: int) -> None:
        now, slot = self.held.nearest()
        assert self.memory[slot] == now <= step
        self.held.release(step)
        while now < step:
            stop = self.held.next_stop(now, step)
            assert now < stop <= step
            self.run += stop - now
            now = stop
            if now < step:
                self.save(now)


@lru_cache(maxsize=None)
def fewest(steps: int, slots: int) -> int:
    """The fewest steps to run ahead, by trying every place for the next snapshot."""
    if steps == 1:
        return 0
    if slots == 1:
        return steps * (steps - 1) // 2
    return min(j + fewest(steps - j, slots - 1) + fewest(j, slots) for j in range(1, steps))


@pytest.mark.parametrize("slots", range(1, 9))
def test_the_closed_form_is_the_optimum(slots: int) -> None:
    for steps in range(1, 61):
        assert advances(steps, slots) == fewest(steps, slots)


@pytest.mark.parametrize("slots", range(1, 21))
def test_steps_run_again_are_the_binomial_optimum(slots: int) -> None:
    """The optimum counts a first sweep to the last step's beginning. Ours goes on to the end, for
    the end state is wanted; what it ran after its last snapshot is run again to reverse that step.
    """
    for steps in range(1, 201):
        reversal = Reversal(steps, slots)
        assert reversal.kept[-1] + reversal.run == advances(steps, slots), (steps, slots)
        assert reversal.most <= slots


@pytest.mark.parametrize("slots", range(1, 21))
def test_no_way_to_reverse_after_a_whole_sweep_saves_more_than_one_step(slots: int) -> None:
    """To reverse after a sweep over all steps is to reverse one step more, which does nothing."""
    for steps in range(1, 201):
        fewest_again = advances(steps + 1, slots) - steps
        assert fewest_again <= Reversal(steps, slots).run <= fewest_again + 1


def test_the_reach_bounds_the_repeats() -> None:
    assert reach(3, 2) == 10 and reach(2, -1) == 0
    assert [repeats(n, 3) for n in (1, 4, 5, 10, 11)] == [0, 1, 2, 2, 3]
    for slots in range(1, 6):
        for steps in range(1, 80):
            assert 1 <= distance(steps, slots) <= max(1, steps - 1)


@pytest.mark.parametrize("slots", range(1, 21))
def test_any_number_of_steps_is_reversed_from_snapshots_taken_online(slots: int) -> None:
    for steps in [*range(130), 511, 512, 513, 1000]:
        reversal = Reversal(steps, slots, online=True)
        assert reversal.most <= slots
        assert reversal.kept == list(range(0, steps, reversal.held.stride))


@pytest.mark.parametrize("slots", [2, 3, 8])
def test_online_snapshots_cost_little_more_than_binomial_ones(slots: int) -> None:
    for steps in (10, 50, 200):
        again = Reversal(steps, slots, online=True).run
        assert steps - 1 + again <= 2 * advances(steps, slots)


# -- in programs -----------------------------------------------------------------------------------

KNOWN = """\
program f(T: integer, x: scalar, seen: array) -> seen
input x: float64
output seen: float64[T]
output start: float64[T]
local s: float64
local s_again: float64
tape s_snap: float64[SLOTS]

S1: s = x
L1: for t in range(0, T):
    K1: snapshot L1 step t of T slot k_1 of SLOTS:
        S2: s_snap[k_1] = s
    S3: start[t] = s
    S4: s = cos(s) + float64({t})
L2: for u in range(0, T) backwards:
    K2: replay L1 step u slot k_2 of SLOTS:
        S5: s_again = s_snap[k_2]
    advance r:
        S6: s_again = cos(s_again) + float64({r})
    save:
        S7: s_snap[k_2] = s_again
    S8: seen[u] = s_again
"""
OPEN = (
    KNOWN.replace("L1: for t in range(0, T):", "L1: while s < x + float64({T - 1}) as t into n:")
    .replace("step t of T", "step t")
    .replace("cos(s)", "1.0 + s")
    .replace("cos(s_again)", "1.0 + s_again")
    .replace(" + float64({t})", "")
    .replace(" + float64({r})", "")
    .replace("L2: for u in range(0, T) backwards:", "L2: reverse while u from n:")
    .replace("local s: float64", "output n: int64\nlocal s: float64")
)


def called(text: str, steps: int, slots: int) -> tuple[dict[str, np.ndarray], dict[str, int]]:
    program = parsed(text, slots)
    again: dict[str, int] = {}
    found = run(program, {"T": steps}, {"x": 0.25}, fill=np.nan, steps_again=again)
    return found, again


@lru_cache(maxsize=None)
def parsed(text: str, slots: int) -> Program:
    program = parse_program(text.replace("SLOTS", str(slots)))
    verify(program, "planned")
    return program


@pytest.mark.parametrize("slots", [1, 2, 3, 7])
@pytest.mark.parametrize("steps", [0, 1, 2, 10, 31])
def test_a_program_replays_each_state(steps: int, slots: int) -> None:
    found, again = called(KNOWN, steps, slots)
    assert np.array_equal(found["seen"], found["start"]) and not np.isnan(found["seen"]).any()
    assert again.get("L1", 0) == Reversal(steps, slots).run


@pytest.mark.parametrize("slots", [1, 2, 3, 7])
@pytest.mark.parametrize("steps", [1, 2, 3, 10, 31])
def test_a_program_replays_each_state_of_a_loop_that_data_ends(steps: int, slots: int) -> None:
    found, again = called(OPEN, steps, slots)
    trips = steps - 1
    assert found["n"] == trips
    assert np.array_equal(found["seen"][:trips], found["start"][:trips])
    assert np.array_equal(found["seen"][:trips], 0.25 + np.arange(trips))
    assert np.isnan(found["seen"][trips:]).all()
    assert again.get("L1", 0) == Reversal(trips, slots, online=True).run


WHILE = """\
program f(n: integer, x: scalar)
input x: float64
output s: float64
output trips: int64
output inner: int64[10]
local own: int64

S1: s = x
L1: while s > 1.0 and {t} < 8 as t to n into trips:
    S2: s = s/2.0
    L2: while s > 10.0 as u into own:
        S3: s = s - 1.0
    S4: inner[t] = own
"""


@pytest.mark.parametrize(
    ("x", "limit", "trips", "inner"),
    [
        (0.5, 9, 0, []),
        (3.0, 9, 2, [0, 0]),
        (25.0, 9, 5, [3, 0, 0, 0, 0]),
        (25.0, 2, 2, [3, 0]),
        (25.0, 0, 0, []),
        (25.0, -3, 0, []),
        (1e9, 9, 8, None),
    ],
)
def test_a_while_counts_its_trips(x: float, limit: int, trips: int, inner: list[int]) -> None:
    program = parse_program(WHILE)
    verify(program, "built")
    if inner is None:
        program = parse_program(WHILE.replace("s > 10.0 as", "False as"))
    found = run(program, {"n": limit}, {"x": x})
    assert found["trips"] == trips
    if inner is not None:
        assert found["inner"][:trips].tolist() == inner


def test_the_limit_is_reached_before_the_condition_is_looked_at() -> None:
    text = (
        "program f(x: array)\ninput x: float64[3]\noutput n: int64\noutput s: float64\n\n"
        "S1: s = 0.0\nL1: while x[t] > 0.0 as t to 3 into n:\n    S2: s = s + x[t]\n"
    )
    found = run(parse_program(text), {}, {"x": np.array([1.0, 2.0, 4.0])})
    assert found["n"] == 3 and found["s"] == 7.0


@pytest.mark.parametrize("slots", [1, 2, 3, 10**18])
def test_the_rule_of_a_loop_without_end_is_found_at_once(slots: int) -> None:
    steps = 2**63 - 1
    least = repeats(steps, slots)
    assert reach(slots, least - 1) < steps <= reach(slots, least)
