"""What the planner decided, in rows that a person and a manifest can show."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.ir.nodes import Program


@dataclass(frozen=True)
class PlanRow:
    """One forward array that the reverse sweep needs.

    `decision`: keep (still intact), store (on a tape), recompute. `bytes` is what the decision
    allocates, symbolic in the sizes; `flops` what it costs per element used; `where` is
    `file:line` of the statement concerned, `why` one phrase.
    """

    array: str
    decision: str
    bytes: sympy.Expr
    flops: int = 0
    where: str = ""
    why: str = ""


@dataclass(frozen=True)
class RerunFacts:
    """What one loop that is run again holds: bytes of the state (one snapshot) and of the tape of
    one segment, symbolic in the sizes. `label` is the loop's in the primal."""

    label: str
    state: sympy.Expr
    tape: sympy.Expr
    names: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """A gradient with no Need left, and the decisions that made it so."""

    program: Program
    rows: tuple[PlanRow, ...]
    reruns: tuple[RerunFacts, ...] = ()
