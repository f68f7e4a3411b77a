"""What a finished plan tells: its rows at the planned sizes, first what is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adc.analysis.cost import REFERENCE_TRIPS, cost
from adc.analysis.extents import trips
from adc.checkpoint.estimates.loops import steps_again
from adc.checkpoint.estimates.pricing import seconds
from adc.checkpoint.estimates.trials import Trial
from adc.checkpoint.plan import Decision, PlanRow, size_of, where
from adc.checkpoint.search.search import Search
from adc.checkpoint.transform.pairs import outer_loops
from adc.ir.nodes import Loop, While
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.walking import walk_nodes


def full_rows(search: Search, trial: Trial) -> tuple[PlanRow, ...]:
    """The rows of `trial`: first what stays in memory from the forward into the reverse sweep,
    then the decisions, with what they come to at the planned sizes."""
    made = seconds_to_make(search) if any(r.rebuilt for r in trial.rows) else {}
    rows = [with_figures(search, row, made) for row in trial.rows]
    return (*kept_rows(search, trial), *rows)


def kept_rows(search: Search, trial: Trial) -> list[PlanRow]:
    """The arrays of the forward sweep that the reverse sweep begins with, in their own memory."""
    events = trial.finished.scheduled.timeline.events
    forward = {name for e in events if not is_reverse(e.sweep) for name in e.live}
    reverse = [e for e in events if is_reverse(e.sweep)]
    first = {name for e in reverse if e.top == reverse[0].top for name in e.live}
    primal = {c.name: c for c in search.trials.reversed.primal.containers}
    rows = []
    for container in trial.finished.program.containers:
        name = container.name
        known = primal.get(name.removesuffix("_work") if name not in primal else name)
        if name in forward & first and known is not None and known.shape == container.shape:
            why = "still intact when the reverse sweep needs it"
            size, line = size_of(container), where(known.span)
            rows.append(PlanRow(known.name, Decision.KEEP, size, where=line, why=why))
    return rows


def is_reverse(sweep: str) -> bool:
    return sweep.startswith("Reverse")


def seconds_to_make(search: Search) -> dict[str, float]:
    """The predicted time of making each candidate again."""
    return {v.name: v.seconds for v in search.accounts.values if v.seconds is not None}


def with_figures(search: Search, row: PlanRow, made: Mapping[str, float]) -> PlanRow:
    if row.rebuilt:
        return replace(row, predicted_seconds=made.get(row.array))
    if row.decision != Decision.CHECKPOINT or row.segment_steps is None:
        return row
    program = search.trials.reversed.primal
    loops = (n for n in walk_nodes(program.body) if isinstance(n, (Loop, While)))
    loop = next((n for n in loops if n.label == row.loop), None)
    steps = None if loop is None else steps_of(loop, search.trials.scenario.sizes)
    if loop is None or steps is None:
        return row
    held, again = steps_again(steps, row.segment_steps, row.slots)
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
    level = cost((loop,), program, dict(search.trials.scenario.sizes))
    return seconds(level, search.trials.scenario.machine) / max(steps, 1)
