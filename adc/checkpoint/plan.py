"""What the planner decided, in rows that a person and a manifest can show."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.ir.program import Program


@dataclass(frozen=True)
class PlanRow:
    """One forward array that the reverse sweep needs, or the state of a loop that is run again.

    `decision`: keep (in its own memory into the reverse sweep), store (on a tape), recompute,
    checkpoint (snapshots). `bytes` is what the decision holds, symbolic in the sizes; `flops` what
    it costs per element used; `where` is `file:line` of the statement concerned, `why` one phrase.

    `again` tells an array that is made again as a whole from values computed again one by one.
    Of a loop that is run again: `loop` is its label in the primal, `choice_slots` and
    `segment_steps` are what was chosen (0 slots: one for every segment), and at the planned sizes
    `snapshots` are held and `rerun_steps` are run in the reverse sweep. `predicted_seconds` is the
    time of making the array or running the steps again. None where it does not apply.
    """

    array: str
    decision: str
    bytes: sympy.Expr
    flops: int = 0
    where: str = ""
    why: str = ""
    again: bool = False
    loop: str = ""
    choice_slots: int = 0
    segment_steps: int | None = None
    snapshots: int | None = None
    rerun_steps: int | None = None
    predicted_seconds: float | None = None


@dataclass(frozen=True)
class RerunFacts:
    """What one loop that is run again holds: bytes of the state (one snapshot) and of the tape of
    one segment, symbolic in the sizes. `label` is the loop's in the primal, `names` are the
    source's of the state, `snapshots` the containers that hold the snapshots."""

    label: str
    state: sympy.Expr
    tape: sympy.Expr
    names: tuple[str, ...]
    snapshots: frozenset[str]


@dataclass(frozen=True)
class Plan:
    """A gradient with no Need left, and the decisions that made it so."""

    program: Program
    rows: tuple[PlanRow, ...]
    reruns: tuple[RerunFacts, ...] = ()
