"""What reversing one loop by a schedule holds and takes, by formula.

Storing writes every step's tape once and reads it once. Running again from snapshots adds a forward
step for every step, those of the replays (binomial: Griewank & Walther 2000), and the traffic of
snapshots and of one segment's tape, which stay in the cache where they fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isqrt

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.pricing import fresh_seconds
from adc.checkpoint.machine import Machine
from adc.interpret.snapshots import advances

#: At most so many schedules of one loop are weighed.
MOST_SCHEDULES = 120


@dataclass(frozen=True)
class LoopFacts:
    """A loop of the forward sweep at given sizes.

    `steps`: its number of steps; `state`, `tape`: bytes of one snapshot, and of one step's tape;
    `tape_alone`: that of a segment of one step, which need not run to its end; `working`: bytes
    that a step touches besides; `step_seconds`: one forward step. `can_store`: False for a While,
    whose number of steps shows only at its end (`open_ended`), and for loops around one.
    `host_state` are the bytes of a snapshot that are in the host's memory, which `state` leaves
    out: they take time, and no memory that counts.
    """

    label: str
    steps: int
    state: int
    tape: int
    tape_alone: int
    working: int
    step_seconds: float
    can_store: bool = True
    open_ended: bool = False
    host_state: int = 0

    @property
    def whole_state(self) -> int:
        return self.state + self.host_state


@dataclass(frozen=True)
class LoopEstimate:
    """What one schedule of a loop costs; `schedule` None: every step is stored.

    `segment` and `snapshots` are the bytes that it holds: those of a segment's tape in the
    reverse loop, those of snapshots, and of where they are staged, from the forward loop to the
    reverse loop. `added` are the bytes that it adds at each event to those of storing everything,
    once trials have shown them; before that (`promised`) it adds these, and takes its seconds, at
    least.
    """

    schedule: CheckpointSchedule | None
    snapshots: int
    segment: int
    seconds: float
    added: tuple[int, ...] = ()
    promised: bool = False


def estimates(
    facts: LoopFacts, machine: Machine, inner: Configuration | None = None
) -> list[LoopEstimate]:
    """The schedules worth a look, in a fixed order."""
    found = [stored(facts, machine)] if facts.can_store else []
    for length in lengths(facts):
        segments = -(-facts.steps // length)
        for slots in slot_numbers(segments, not facts.open_ended):
            schedule = CheckpointSchedule(length, slots, inner or Configuration())
            found += [checkpointed(facts, machine, way) for way in copied(facts, schedule)]
    return found


def copied(facts: LoopFacts, schedule: CheckpointSchedule) -> Iterator[CheckpointSchedule]:
    """`schedule`, and the same with copies to the host's memory beside its steps, if any are."""
    yield schedule
    if facts.host_state:
        yield replace(schedule, staged=True)


def lengths(facts: LoopFacts) -> list[int]:
    """Lengths of segments worth a look: powers, and those around the balance of snapshots and
    tape, where steps / length * state = length * tape."""
    if not facts.can_store:
        return [1]
    steps = facts.steps
    balance = isqrt(steps * max(facts.whole_state, 1) // max(facts.tape, 1))
    wanted = {1, 2, 3, balance - 1, balance, balance + 1, isqrt(steps), 2 * isqrt(steps)}
    wanted |= {balance // 2, balance // 4, 2 * balance, 4 * balance}
    power = 4
    while power < steps:
        wanted |= {power, power + power // 2}
        power *= 2
    return sorted(n for n in wanted if 1 <= n < max(steps, 2))


def slot_numbers(segments: int, known: bool) -> Iterator[int]:
    """Numbers of snapshots for so many segments; 0 is one for each."""
    if known:
        yield 0
    slots = 1
    while slots < segments or (not known and slots == 1):
        yield slots
        slots += 1 if slots < 32 else slots // 16


def stored(facts: LoopFacts, machine: Machine) -> LoopEstimate:
    """The bytes and the time of storing every step."""
    tape = facts.steps * facts.tape
    seconds = stream_seconds(tape, tape + facts.working, machine) + fresh_seconds(tape, machine)
    return LoopEstimate(None, 0, tape, seconds)


def checkpointed(facts: LoopFacts, machine: Machine, schedule: CheckpointSchedule) -> LoopEstimate:
    """The bytes and the time of running the loop again by `schedule`."""
    segments = -(-facts.steps // schedule.length)
    held, again = steps_again(facts.steps, schedule.length, schedule.slots)
    tape = facts.tape_alone if schedule.length == 1 else facts.tape
    staged = facts.host_state if schedule.staged else 0
    snapshots, segment = held * facts.state + staged, min(schedule.length, facts.steps) * tape
    footprint = snapshots + segment + facts.working
    moved = facts.steps * tape + segments * facts.state
    seconds = (
        again * facts.step_seconds
        + host_seconds(facts, machine, schedule)
        + stream_seconds(moved, footprint, machine)
        + fresh_seconds(snapshots + segment, machine)
    )
    return LoopEstimate(schedule, snapshots, segment, seconds)


def host_seconds(facts: LoopFacts, machine: Machine, schedule: CheckpointSchedule) -> float:
    """What copies to the host's memory and back add. Staged ones are made within the device, too,
    and run beside the steps: to the host beside those of the forward loop; back, where each segment
    has a snapshot, beside those run again and their adjoints, which take no less."""
    moved = -(-facts.steps // schedule.length) * facts.host_state
    each_way = moved / machine.host_bytes_per_second
    if not schedule.staged:
        return 2 * each_way
    steps = facts.steps * facts.step_seconds
    there = max(each_way - steps, 0.0)
    back = each_way if schedule.slots else max(each_way - 2 * steps, 0.0)
    return there + back + 4 * moved / machine.memory_bytes_per_second


def steps_again(steps: int, length: int, slots: int) -> tuple[int, int]:
    """The snapshots held at once, and the steps that the reverse sweep runs again in all: each
    once with its segment, and those of the replays. `slots` 0: a snapshot of every segment."""
    segments = -(-steps // length)
    held = min(slots, segments) if slots else segments
    ahead = advances(segments, held) - (segments - 1) if held and segments else 0
    return held, steps + ahead * length


def stream_seconds(moved: int, footprint: int, machine: Machine) -> float:
    """Writing `moved` bytes and reading them back, in a buffer that with what is used between has
    `footprint` bytes. A line that is written to memory is read first."""
    if footprint <= machine.cache_bytes:
        return 2 * moved / machine.cache_bytes_per_second
    return 3 * moved / machine.memory_bytes_per_second


def undominated(found: list[LoopEstimate]) -> list[LoopEstimate]:
    """The schedules that no other beats in seconds, in all bytes and in snapshots."""
    ordered = sorted(found, key=lambda e: (e.seconds, e.snapshots + e.segment, e.snapshots))
    kept: list[LoopEstimate] = []
    least: list[tuple[int, int]] = []  # all bytes and snapshots of faster ones, undominated
    for estimate in ordered:
        point = (estimate.snapshots + estimate.segment, estimate.snapshots)
        if not any(a <= point[0] and s <= point[1] for a, s in least):
            kept.append(estimate)
            least = [(a, s) for a, s in least if a < point[0] or s < point[1]] + [point]
    return kept


def spread(found: list[LoopEstimate]) -> list[LoopEstimate]:
    """At most `MOST_SCHEDULES` of them, evenly, the first and the last among them."""
    if len(found) <= MOST_SCHEDULES:
        return found
    return [found[k * (len(found) - 1) // (MOST_SCHEDULES - 1)] for k in range(MOST_SCHEDULES)]
