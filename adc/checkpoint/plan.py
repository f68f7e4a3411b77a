"""What the planner decided, in rows that a person and a manifest can show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import sympy

from adc.diagnostics import Span
from adc.diagnostics.citing import file_name
from adc.ir.declarations import Container
from adc.ir.program import Program
from adc.ir.shapes import integer


class Decision(StrEnum):
    """What becomes of a value that the reverse sweep needs. KEEP: it stays in its own memory into
    the reverse sweep; STORE: it is put on a tape; RECOMPUTE: it is rematerialised, one by one where
    it is used or as an array; CHECKPOINT: the state of a loop, snapshots of which are held."""

    KEEP = "keep"
    STORE = "store"
    RECOMPUTE = "recompute"
    CHECKPOINT = "checkpoint"


@dataclass(frozen=True)
class PlanRow:
    """One forward array that the reverse sweep needs, or the state of a loop that is checkpointed.

    `bytes` is what the decision holds, symbolic in the sizes; `flops` what it costs per element
    used; `where` is `path:line` of the statement concerned, `why` one phrase.

    `rebuilt` tells an array that is made again as a whole from values recomputed one by one. Of a
    loop that is checkpointed: `loop` is its label in the primal, `slots` and `segment_steps` are
    its schedule's (0 slots: one for every segment), and at the planned sizes `snapshots` are held
    and `rerun_steps` are run in the reverse sweep. `predicted_seconds` is the time of rebuilding
    the array or running the steps again. None where it does not apply. `on_host`: its snapshots
    are in the host's memory; `staged`: copies there and back run beside the steps.
    """

    array: str
    decision: Decision
    bytes: sympy.Expr
    flops: int = 0
    where: str = ""
    why: str = ""
    rebuilt: bool = False
    loop: str = ""
    slots: int = 0
    segment_steps: int | None = None
    snapshots: int | None = None
    rerun_steps: int | None = None
    predicted_seconds: float | None = None
    on_host: bool = False
    staged: bool = False


@dataclass(frozen=True)
class CheckpointFacts:
    """What one loop that is checkpointed holds: bytes of the state (one snapshot) and of the tape
    of one segment, symbolic in the sizes. `label` is the loop's in the primal, `names` are the
    source's of the state, `snapshots` the containers that hold the snapshots. The bytes of the
    state whose snapshots are in the host's memory are `host_state`, and not in `state`. Nothing in
    the adjoint of one that is `idle` computes anything."""

    label: str
    state: sympy.Expr
    tape: sympy.Expr
    names: tuple[str, ...]
    snapshots: frozenset[str]
    host_state: sympy.Expr = sympy.S.Zero
    idle: bool = False


@dataclass(frozen=True)
class Plan:
    """A configuration made real: a gradient with no Need left, and what was decided for it."""

    program: Program
    rows: tuple[PlanRow, ...]
    checkpointed: tuple[CheckpointFacts, ...] = ()


def where(span: Span | None) -> str:
    """`path:line`."""
    return f"{span.file}:{span.line}" if span else ""


def cited_rows(rows: Iterable[PlanRow], cited: Mapping[str, str]) -> tuple[PlanRow, ...]:
    """The rows as they are shown: with `file:line`, some files being called as `cited` says."""
    places = ((row, row.where.rpartition(":")) for row in rows)
    return tuple(
        replace(row, where=f"{file_name(path, cited)}:{line}") if path else row
        for row, (path, _, line) in places
    )


def size_of(container: Container) -> sympy.Expr:
    """Bytes of a container, symbolic in the sizes."""
    return sympy.Mul(integer(container.dtype.itemsize), *container.shape)
