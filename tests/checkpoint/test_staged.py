"""Snapshots that are staged on their way to the host: the same gradient, bit for bit, in a program
whose two streams wait for each other, and what a plan makes of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.loops import LoopFacts, checkpointed, estimates
from adc.checkpoint.machine import DEVICE
from adc.checkpoint.search.search import Search
from adc.diagnostics import InternalError
from adc.finishing import scheduled_program, verified
from adc.ir.enums import Role
from adc.ir.node import Body, Node
from adc.ir.program import Program
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.walking import map_body, walk_nodes
from adc.observer import Silent
from adc.ops.library import BlockCopy
from adc.schedule import Scheduled
from adc.schedule.tree import After, Copy, Launch, Spread, Tree, parts, walk, with_parts
from adc.schedule.tree import Node as TreeNode
from adc.schedule.verify import verify_scheduled
from tests.checkpoint.test_host_snapshots import NAMES, ON_DEVICE, gradient
from tests.checkpoint.test_segments import CASES, outer_loops, run
from tests.memory.plans import Plans
from tests.proof.marks import long_among

#: (steps of a segment, snapshots; 0: one for every segment)
WAYS = [(2, 0), (2, 2), (1, 0), (1, 1)]


def staged(name: str, length: int, slots: int) -> Program:
    schedule = CheckpointSchedule(length, slots, staged=True)
    return gradient(name, Configuration({n.label: schedule for n in outer_loops(name)}), True)


@pytest.mark.parametrize("way", long_among(WAYS, WAYS[1:]), ids=str)
@pytest.mark.parametrize("name", long_among(NAMES, NAMES[1:]))
def test_the_same_bits_as_on_the_device(name: str, way: tuple[int, int]) -> None:
    length, slots = way
    schedules = {n.label: CheckpointSchedule(length, slots) for n in outer_loops(name)}
    there, here = staged(name, *way), gradient(name, Configuration(schedules), False)
    assert {c.role for c in there.containers} >= {Role.HOST, Role.STAGED}
    found, wanted = run(CASES[name], there), run(CASES[name], here)
    assert found.keys() == wanted.keys()
    assert all(np.array_equal(found[n], wanted[n], equal_nan=True) for n in wanted)


@lru_cache(maxsize=None)
def burgers() -> Program:
    return staged("burgers", 2, 0)


@lru_cache(maxsize=None)
def scheduled_burgers() -> Scheduled:
    return scheduled_program(burgers(), ON_DEVICE, Silent())


def test_text_form() -> None:
    text = program_text(burgers(), spans=False)
    assert "\nstaged " in text and text.count("do block_copy(") == 4
    assert program_text(parse_program(text), spans=False) == text


def test_what_is_staged_is_alone_from_its_first_use_on() -> None:
    found = scheduled_burgers()
    (name,) = [c.name for c in found.containers if c.role is Role.STAGED]
    (slot,) = [s for s in found.arena if name in s.containers]
    first, last = found.lifetimes[name]
    assert last == len(found.tree) - 1
    assert all(found.lifetimes[n][1] < first for n in slot.containers if n != name)


# -- what the verifiers refuse ---------------------------------------------------------------------


def test_statements_do_not_touch_what_is_staged() -> None:
    (first, *_) = [n for n in walk_nodes(burgers().body) if isinstance(n, BlockCopy)]

    def visit(node: Node) -> Body:
        return (first.assignment(first.label),) if node is first else (node,)

    changed = burgers().with_body(map_body(burgers().body, visit))
    with pytest.raises(InternalError, match="which is staged for copies"):
        verified(changed, "planned")


def in_a_kernel(tree: Tree, node: Copy) -> Tree:
    return (Launch((node,), Spread.ALONE),)


def within_itself(tree: Tree, node: Copy) -> Tree:
    return (replace(node, source=node.compute.container, source_prefix=node.prefix),)


@pytest.mark.parametrize(
    "change, told",
    [(in_a_kernel, "a kernel touches what is staged"), (within_itself, "which is staged")],
)
def test_copies_alone_touch_what_is_staged(change: Callable[[Tree, Copy], Tree], told: str) -> None:
    found = scheduled_burgers()
    stages = {c.name for c in found.containers if c.role is Role.STAGED}
    (first, *_) = [
        n for n in walk(found.tree) if isinstance(n, Copy) and n.compute.container in stages
    ]
    with pytest.raises(InternalError, match=told):
        verify_scheduled(changed(found, first, lambda node: change((), node)))


def changed(scheduled: Scheduled, place: TreeNode, change: Callable[[TreeNode], Tree]) -> Scheduled:
    def visit(tree: Tree) -> Tree:
        found: list[TreeNode] = []
        for node in tree:
            if node is place:
                found += change(node)
            else:
                found.append(with_parts(node, tuple(map(visit, parts(node)))))
        return tuple(found)

    return replace(scheduled, tree=visit(scheduled.tree))


def test_each_row_of_copies_waits_for_the_other_stream() -> None:
    found = scheduled_burgers()
    waits = [n for n in walk(found.tree) if isinstance(n, After)]
    assert [w.copies for w in waits] == [False, True, False, True]
    for wait in waits:
        for instead in ((), (After(copies=not wait.copies),)):
            with pytest.raises(InternalError, match="does not wait for the other stream"):
                verify_scheduled(changed(found, wait, lambda node, put=instead: put))


# -- what it costs ---------------------------------------------------------------------------------

FACTS = LoopFacts("S1", 100, 0, 10**7, 10**7, 10**7, 1e-3, host_state=8 * 10**6)


def test_copies_beside_steps_take_what_these_take_less() -> None:
    """Of 8 MB, at 32 GB/s, a copy takes 0.25 ms: less than ten steps of a millisecond; more than
    one of a tenth of that."""
    once = FACTS.host_state / DEVICE.host_bytes_per_second
    within = 4 * FACTS.host_state / DEVICE.memory_bytes_per_second
    for length, step, hidden in ((10, 1e-3, 2 * once), (1, 1e-4, 3e-4)):
        facts = replace(FACTS, step_seconds=step)
        plain, beside = (
            checkpointed(facts, DEVICE, CheckpointSchedule(length, staged=way))
            for way in (False, True)
        )
        segments = 100 // length
        assert plain.seconds - beside.seconds == pytest.approx(segments * (hidden - within))
        assert beside.snapshots == plain.snapshots + FACTS.host_state


def test_both_ways_are_weighed_where_snapshots_go_to_the_host() -> None:
    ways = [e.schedule for e in estimates(FACTS, DEVICE) if e.schedule]
    plain = [s for s in ways if not s.staged]
    assert [replace(s, staged=False) for s in ways if s.staged] == plain
    here = replace(FACTS, state=FACTS.host_state, host_state=0)
    assert not any(e.schedule.staged for e in estimates(here, DEVICE) if e.schedule)


def test_plans_stage_where_there_is_room() -> None:
    """A limit for the smallest plan leaves none; a few states more do, and time is won."""
    sizes = {"N": 10**7, "steps": 100}
    trials = Plans.of(
        CASES["burgers"], sizes=sizes, target="cuda", host_snapshots=True
    ).search.trials
    least, _ = Search.of(trials, 1).least()
    tight, wide = (Search.of(trials, limit).run() for limit in (least.peak, 16 * 8 * 10**7))

    def is_staged(trial) -> list[bool]:
        return [s.staged for s in trial.configuration.loops.values()]

    assert is_staged(tight) == [False] and is_staged(wide) == [True]
    assert wide.peak <= 16 * 8 * 10**7
    ((label, schedule),) = wide.configuration.loops.items()
    plain = trials.of(replace(wide.configuration, loops={label: replace(schedule, staged=False)}))
    assert trials.seconds(wide) < trials.seconds(plain)
    assert wide.peak == plain.peak + 8 * 10**7
