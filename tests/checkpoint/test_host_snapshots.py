"""Snapshots in the host's memory: the same gradient, bit for bit, from copies of whole blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.loops import LoopFacts, checkpointed, estimates
from adc.checkpoint.machine import DEVICE
from adc.checkpoint.policy import Policy
from adc.checkpoint.search.bounds import foreseen, least_peak
from adc.checkpoint.transform.planner import plan
from adc.diagnostics import InternalError
from adc.finishing import rewritten, scheduled_program, simplified, verified
from adc.ir.enums import Role
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute
from adc.ir.operation import Operation
from adc.ir.program import Program
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.walking import map_body, walk_nodes
from adc.observer import Silent
from adc.ops.library import BlockCopy
from adc.options import Request
from adc.schedule import Scheduled
from adc.schedule.nests import nest
from adc.schedule.tree import Copy, Launch, Spread, Tree, parts, walk, with_parts
from adc.schedule.verify import verify_scheduled
from tests.checkpoint.test_segments import CASES, nested, outer_loops, reversed_case, run
from tests.memory.plans import Plans
from tests.proof.marks import long_among

ON_DEVICE = Request(sources=("kernel.py",), target="cuda", host_snapshots=True)
#: (steps of a segment, snapshots; 0: one for every segment)
WAYS = [(2, 2), (3, 0), (1, 0), (1, 1)]
#: Time loops, factorisations with loops inside, systems of equations in each step.
NAMES = ("burgers", "burgers_inplace", "lu", "durbin", "gramschmidt", "implicit_euler")


def gradient(name: str, configuration: Configuration, on_host: bool) -> Program:
    """The gradient after all passes, with snapshots in the host's memory or not."""
    policy = Policy(host_snapshots=on_host)
    program = verified(plan(reversed_case(name), policy, configuration).program, "planned")
    program = simplified(program, Silent())
    return rewritten(program, replace(ON_DEVICE, host_snapshots=on_host), Silent())


def on_host(program: Program) -> set[str]:
    return {c.name for c in program.containers if c.role is Role.HOST}


@pytest.mark.parametrize("way", long_among(WAYS, WAYS[2:]), ids=str)
@pytest.mark.parametrize("name", long_among(NAMES, NAMES[1:]))
def test_the_same_bits_as_on_the_device(name: str, way: tuple[int, int]) -> None:
    length, slots = way
    schedules = {n.label: CheckpointSchedule(length, slots) for n in outer_loops(name)}
    there, here = (gradient(name, Configuration(schedules), where) for where in (True, False))
    found, wanted = run(CASES[name], there), run(CASES[name], here)
    assert found.keys() == wanted.keys()
    assert all(np.array_equal(found[n], wanted[n], equal_nan=True) for n in wanted)
    assert on_host(there) and not on_host(here)


def test_loops_inside_keep_theirs_on_the_device() -> None:
    schedules = {n.label: nested(n, 1, 1) for n in outer_loops("lu")}
    program = gradient("lu", Configuration(schedules), True)
    inner = [c for c in program.containers if "_snap" in c.name and c.role is Role.TAPE]
    assert on_host(program) and inner


def test_text_form() -> None:
    (loop,) = outer_loops("burgers")
    program = gradient("burgers", Configuration({loop.label: CheckpointSchedule(2, 0)}), True)
    text = program_text(program, spans=False)
    assert all(f"\nhost {name}: float64[" in text for name in on_host(program))
    assert text.count("do block_copy(") == 2
    assert program_text(parse_program(text), spans=False) == text


# -- what the verifier refuses ---------------------------------------------------------------------


@lru_cache(maxsize=None)
def checkpointed_burgers() -> Program:
    (loop,) = outer_loops("burgers")
    return gradient("burgers", Configuration({loop.label: CheckpointSchedule(2, 0)}), True)


def copies_changed(program: Program, change) -> Program:
    def visit(node: Node) -> Body:
        return (change(node),) if isinstance(node, BlockCopy) else (node,)

    return program.with_body(map_body(program.body, visit))


def shorter(node: BlockCopy) -> BlockCopy:
    """Not the whole of the last axis."""
    operand, result = node.operands[0], node.results[0]
    cut = tuple(replace(d, stop=d.stop - 1) for d in operand.domain)
    return replace(
        node, operands=(operand._replace(domain=cut),), results=(replace(result, domain=cut),)
    )


@pytest.mark.parametrize(
    "change, told",
    [
        (lambda node: node.assignment(node.label), "which is in the host's memory"),
        (shorter, "copies no block"),
    ],
)
def test_only_whole_copies_touch_it(change, told: str) -> None:
    with pytest.raises(InternalError, match=told):
        verified(copies_changed(checkpointed_burgers(), change), "planned")


def test_a_copy_within_the_device_is_a_statement() -> None:
    program = checkpointed_burgers()
    there = tuple(
        replace(c, role=Role.TAPE) if c.role is Role.HOST else c for c in program.containers
    )
    with pytest.raises(InternalError, match="between the device and the host"):
        verified(replace(program, containers=there), "planned")


def test_it_has_no_derivative() -> None:
    (first, *_) = [n for n in walk_nodes(checkpointed_burgers().body) if isinstance(n, BlockCopy)]
    assert isinstance(first, Operation) and not isinstance(first, Compute)
    for rule in (first.tangent, first.adjoint):
        with pytest.raises(InternalError, match="has no derivative"):
            rule((None,), (None,), None)  # type: ignore[arg-type]
    with pytest.raises(InternalError, match="is in a program that is differentiable"):
        verified(checkpointed_burgers(), "differentiable")


def in_a_kernel(scheduled: Scheduled) -> Scheduled:
    """The first copy of a snapshot as a kernel."""
    return changed_tree(scheduled, lambda node: Launch((node,), Spread.ALONE))


def by_elements(scheduled: Scheduled) -> Scheduled:
    """The first copy of a snapshot as the loops that it stands for."""
    return changed_tree(scheduled, lambda node: nest(node.compute)[0])


def within_the_host(scheduled: Scheduled) -> Scheduled:
    def change(node: Copy) -> Copy:
        return replace(node, source=node.compute.container, source_prefix=node.prefix)

    return changed_tree(scheduled, change)


def in_the_arena(scheduled: Scheduled) -> Scheduled:
    slots = scheduled.host_arena
    return replace(scheduled, arena=(*scheduled.arena, *slots))


def nowhere(scheduled: Scheduled) -> Scheduled:
    return replace(scheduled, host_arena=())


def another_role(scheduled: Scheduled) -> Scheduled:
    containers = tuple(
        replace(c, role=Role.TAPE) if c.role is Role.HOST else c for c in scheduled.containers
    )
    return replace(scheduled, containers=containers)


def changed_tree(scheduled: Scheduled, change: Callable[[Copy], Any]) -> Scheduled:
    host = {n for slot in scheduled.host_arena for n in slot.containers}
    (first, *_) = [
        n for n in walk(scheduled.tree) if isinstance(n, Copy) and host & {n.compute.container}
    ]

    def visit(tree: Tree) -> Tree:
        return tuple(
            change(n) if n is first else with_parts(n, tuple(map(visit, parts(n)))) for n in tree
        )

    return replace(scheduled, tree=visit(scheduled.tree))


@pytest.mark.parametrize(
    "change, told",
    [
        (in_a_kernel, "a kernel touches"),
        (by_elements, "which is in the host's memory"),
        (within_the_host, "which is in the host's memory"),
        (in_the_arena, "2 places"),
        (nowhere, "no place"),
        (another_role, "is in the host's memory"),
    ],
)
def test_what_the_verifier_of_loop_trees_refuses(change: Any, told: str) -> None:
    scheduled = scheduled_program(checkpointed_burgers(), ON_DEVICE, Silent())
    with pytest.raises(InternalError, match=told):
        verify_scheduled(change(scheduled))


# -- what it costs ---------------------------------------------------------------------------------

FACTS = LoopFacts("S1", 100, 800, 400, 400, 2000, 1e-6)


def test_snapshots_on_the_host_take_time_and_no_memory() -> None:
    moved = replace(FACTS, state=0, host_state=800)
    here, there = (checkpointed(f, DEVICE, CheckpointSchedule(10)) for f in (FACTS, moved))
    assert (here.snapshots, there.snapshots) == (8000, 0)
    assert there.segment == here.segment
    assert there.seconds - here.seconds == pytest.approx(
        2 * 8000 / DEVICE.host_bytes_per_second - 2 * 8000 / DEVICE.cache_bytes_per_second
    )
    lengths = [{e.schedule.length for e in estimates(f, DEVICE) if e.schedule}
               for f in (FACTS, moved)]  # fmt: skip
    assert lengths[0] == lengths[1]


def test_what_is_foreseen_of_other_plans_counts_nothing_for_it() -> None:
    """Of plans that differ in lengths alone, one tells the bytes of the other."""
    case = CASES["burgers"]
    found = Plans.of(case, sizes={"N": 40, "steps": 20}, target="cuda", host_snapshots=True)
    trials = found.search.trials
    (loop,) = found.search.accounts.loops

    def with_slots(slots: int) -> Configuration:
        return Configuration({loop.label: CheckpointSchedule(2, slots)})

    few, many = trials.of(with_slots(2)), with_slots(5)
    assert foreseen(trials, many) == least_peak(few, many, [loop]) == trials.of(many).peak
    assert few.peak == trials.of(many).peak
