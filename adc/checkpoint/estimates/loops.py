"""The ways to reverse one loop: how many bytes each holds, and how long it takes.

Storing writes every step's tape once and reads it once. Running again from snapshots adds a forward
step for every step, those of the replays (binomial: Griewank & Walther 2000), and the traffic of
snapshots and of one segment's tape, which stay in the cache where they fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt

from adc.checkpoint.configuration import Choices, LoopChoice
from adc.checkpoint.machine import Machine, fresh_seconds
from adc.interpret.snapshots import advances

#: At most so many ways of one loop are weighed.
MOST_WAYS = 120


@dataclass(frozen=True)
class LoopFacts:
    """A loop of the forward sweep at given sizes.

    `steps`: its number of steps; `state`, `tape`: bytes of one snapshot, and of one step's tape;
    `tape_alone`: that of a segment of one step, which need not run to its end; `working`: bytes
    that a step touches besides; `step_seconds`: one forward step. `can_store`: False for a While,
    whose number of steps shows only at its end (`open_ended`), and for loops around one.
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


@dataclass(frozen=True)
class Way:
    """One way to reverse a loop; `choice` None: every step is stored.

    `segment` and `snapshots` are the bytes that it holds: those of a segment's tape in the
    reverse loop, those of snapshots from the forward loop to the reverse loop.
    """

    choice: LoopChoice | None
    snapshots: int
    segment: int
    seconds: float
    rerun_steps: int = 0


def ways(facts: LoopFacts, machine: Machine, inner: Choices | None = None) -> list[Way]:
    """The ways worth a look, in a fixed order."""
    found = [stored(facts, machine)] if facts.can_store else []
    for length in lengths(facts):
        segments = -(-facts.steps // length)
        for slots in slot_numbers(segments, not facts.open_ended):
            choice = LoopChoice(length, slots, inner or Choices())
            found.append(rerun(facts, machine, choice))
    return found


def lengths(facts: LoopFacts) -> list[int]:
    """Lengths of segments worth a look: powers, and those around the balance of snapshots and
    tape, where steps / length * state = length * tape."""
    if not facts.can_store:
        return [1]
    steps = facts.steps
    balance = isqrt(steps * max(facts.state, 1) // max(facts.tape, 1))
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


def stored(facts: LoopFacts, machine: Machine) -> Way:
    tape = facts.steps * facts.tape
    seconds = stream_seconds(tape, tape + facts.working, machine) + fresh_seconds(tape, machine)
    return Way(None, 0, tape, seconds)


def rerun(facts: LoopFacts, machine: Machine, choice: LoopChoice) -> Way:
    """The bytes and the time of running the loop again as `choice` says."""
    segments = -(-facts.steps // choice.length)
    held, again = steps_again(facts.steps, choice.length, choice.slots)
    tape = facts.tape_alone if choice.length == 1 else facts.tape
    snapshots, segment = held * facts.state, min(choice.length, facts.steps) * tape
    footprint = snapshots + segment + facts.working
    moved = facts.steps * tape + segments * facts.state
    seconds = (
        again * facts.step_seconds
        + stream_seconds(moved, footprint, machine)
        + fresh_seconds(snapshots + segment, machine)
    )
    return Way(choice, snapshots, segment, seconds, again)


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


def undominated(found: list[Way]) -> list[Way]:
    """The ways that no other beats in seconds, in all bytes and in snapshots."""
    ordered = sorted(found, key=lambda w: (w.seconds, w.snapshots + w.segment, w.snapshots))
    kept: list[Way] = []
    least: list[tuple[int, int]] = []  # all bytes and snapshots of faster ways, undominated
    for way in ordered:
        point = (way.snapshots + way.segment, way.snapshots)
        if not any(a <= point[0] and s <= point[1] for a, s in least):
            kept.append(way)
            least = [(a, s) for a, s in least if a < point[0] or s < point[1]] + [point]
    return kept


def spread(found: list[Way]) -> list[Way]:
    """At most `MOST_WAYS` of them, evenly, the first and the last among them."""
    if len(found) <= MOST_WAYS:
        return found
    return [found[k * (len(found) - 1) // (MOST_WAYS - 1)] for k in range(MOST_WAYS)]
