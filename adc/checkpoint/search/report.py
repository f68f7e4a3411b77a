"""What a finished plan tells: its rows at the planned sizes, its choices in words, and what fills
the memory at its peak. Names are the source's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from adc.analysis.cost import REFERENCE_TRIPS, cost
from adc.analysis.extents import trips
from adc.checkpoint.estimates.accounts import outer_loops
from adc.checkpoint.estimates.loops import steps_again
from adc.checkpoint.machine import seconds
from adc.checkpoint.plan import PlanRow
from adc.checkpoint.transform.planner import size
from adc.ir.enums import Role
from adc.ir.nodes import Loop, While
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.walking import walk_nodes

if TYPE_CHECKING:
    from adc.checkpoint.search.search import Attempt, Search

#: So many names stand in a sentence at most.
MOST_NAMES = 4
#: And so many loops.
MOST_LOOPS = 3


# -- rows ------------------------------------------------------------------------------------------


def full_rows(search: Search, attempt: Attempt) -> tuple[PlanRow, ...]:
    """The rows of `attempt`: first what stays in memory from the forward into the reverse sweep,
    then the decisions, with what they come to at the planned sizes."""
    made = seconds_to_make(search) if any(r.again for r in attempt.rows) else {}
    rows = [with_figures(search, row, made) for row in attempt.rows]
    return (*kept_rows(search, attempt), *rows)


def kept_rows(search: Search, attempt: Attempt) -> list[PlanRow]:
    """The arrays of the forward sweep that the reverse sweep begins with, in their own memory."""
    events = attempt.finished.scheduled.timeline.events
    forward = {name for e in events if not is_reverse(e.sweep) for name in e.live}
    reverse = [e for e in events if is_reverse(e.sweep)]
    first = {name for e in reverse if e.top == reverse[0].top for name in e.live}
    primal = {c.name: c for c in search.reversed.primal.containers}
    rows = []
    for container in attempt.finished.program.containers:
        name = container.name
        known = primal.get(name.removesuffix("_work") if name not in primal else name)
        if name in forward & first and known is not None and known.shape == container.shape:
            where = f"{PurePath(known.span.file).name}:{known.span.line}" if known.span else ""
            why = "still intact when the reverse sweep needs it"
            rows.append(PlanRow(known.name, "keep", size(container), where=where, why=why))
    return rows


def is_reverse(sweep: str) -> bool:
    return sweep.startswith("Reverse")


def seconds_to_make(search: Search) -> dict[str, float]:
    """The predicted time of making each candidate again."""
    return {v.name: v.seconds for v in search.values if v.seconds is not None}


def with_figures(search: Search, row: PlanRow, made: Mapping[str, float]) -> PlanRow:
    if row.again:
        return replace(row, predicted_seconds=made.get(row.array))
    if row.decision != "checkpoint" or row.segment_steps is None:
        return row
    program = search.reversed.primal
    loops = (n for n in walk_nodes(program.body) if isinstance(n, (Loop, While)))
    loop = next((n for n in loops if n.label == row.loop), None)
    steps = None if loop is None else steps_of(loop, search.setting.sizes)
    if loop is None or steps is None:
        return row
    held, again = steps_again(steps, row.segment_steps, row.choice_slots)
    row = replace(row, snapshots=held, rerun_steps=again)
    if loop not in tuple(outer_loops(program.body)):
        return row  # inside others, its steps may differ from one run to the next
    one = step_seconds(search, loop, program, steps)
    return replace(row, predicted_seconds=again * one)


def steps_of(loop: Loop | While, sizes: Mapping[str, int]) -> int | None:
    """The steps of a loop; None where they change with a loop around it."""
    number = loop.limit if isinstance(loop, While) else trips(loop)
    if number is None:
        return REFERENCE_TRIPS
    try:
        return max(evaluate(number, dict(sizes)), 0)
    except KeyError:
        return None


def step_seconds(search: Search, loop: Loop | While, program: Program, steps: int) -> float:
    level = cost((loop,), program, dict(search.setting.sizes))
    return seconds(level, search.setting.machine) / max(steps, 1)


# -- words -----------------------------------------------------------------------------------------


def in_words(rows: Iterable[PlanRow]) -> str:
    """The choices that set a plan apart: `A0, A1 rebuilt; loop at kernel.py:16 in 10 snapshots,
    segments of 8 steps`."""
    rows = list(rows)
    parts = []
    rebuilt = list(dict.fromkeys(r.array for r in rows if r.again))
    if rebuilt:
        parts.append(f"{enumerated(rebuilt)} rebuilt")
    cheap = (r.array for r in rows if r.decision == "recompute" and not r.again)
    recomputed = [name for name in dict.fromkeys(cheap) if name not in rebuilt]
    if recomputed:
        parts.append(f"{enumerated(recomputed)} recomputed where used")
    loops = list(dict.fromkeys(loop_words(r) for r in rows if r.decision == "checkpoint"))
    parts += loops[:MOST_LOOPS]
    if len(loops) > MOST_LOOPS:
        parts.append(f"{counted(len(loops) - MOST_LOOPS, 'more loop')} run again")
    return "; ".join(parts) if parts else "everything kept or stored"


def loop_words(row: PlanRow) -> str:
    line = row.where.rpartition(":")[2]
    held = row.snapshots if row.snapshots is not None else row.choice_slots
    snapshots = counted(held, "snapshot") if held else "a snapshot per segment"
    length = row.segment_steps or 1
    segments = "" if length == 1 else f", segments of {length} steps"
    return f"loop of line {line} from {snapshots}{segments}"


def counted(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


def enumerated(names: list[str], most: int = MOST_NAMES) -> str:
    """`A, B, C and 5 more`."""
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"


# -- what is in memory -----------------------------------------------------------------------------


def buffer_words(name: str, program: Program) -> str:
    """What a buffer of a planned program holds: `A0`, `adjoint of v`, `snapshots of v`."""
    known = {c.name: c for c in program.containers}
    container = known.get(name)
    if container is None:
        return name
    source = container
    while source.of in known and source.of != source.name:
        source = known[source.of]
    root = source.of or source.name.removesuffix("_work")
    if container.role == Role.TAPE:
        return f"{'snapshots' if '_snap' in name else 'stored values'} of {root}"
    if "_bar" in name:
        return f"adjoint of {root}"
    if container.of:
        return f"{root} made again"
    return root if root == name else f"working copy of {root}"


def at_the_peak(attempt: Attempt, sizes: Mapping[str, int]) -> tuple[str, list[tuple[str, int]]]:
    """The place of the peak, and what is in memory there with its bytes, largest first."""
    timeline, program = attempt.finished.scheduled.timeline, attempt.finished.program
    outside = ("arguments, seeds and gradients", evaluate(timeline.arguments, dict(sizes)))
    event = timeline.peak(sizes)
    if event is None:
        return "", [outside]
    known = timeline.bytes_of(sizes)
    held: dict[str, int] = {}
    for name in event.live:
        words = buffer_words(name, program)
        held[words] = held.get(words, 0) + known[name]
    return event.place, sorted([outside, *held.items()], key=lambda pair: -pair[1])
