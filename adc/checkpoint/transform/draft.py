"""A plan in the making: what has been decided about one frame so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import sympy

from adc.analysis.accesses import Polyhedra
from adc.checkpoint.configuration import CheckpointSchedule
from adc.checkpoint.plan import Decision, PlanRow, where
from adc.checkpoint.policy import Policy
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.recompute import Recomputation
from adc.checkpoint.transform.uses import Availability, Use
from adc.ir.declarations import Container
from adc.ir.node import Body
from adc.ir.nodes import Loop, ReverseWhile, While
from adc.ir.program import Program


@dataclass(frozen=True)
class CheckpointedLoop:
    """A loop that is checkpointed: what that has made of the frame, and what it has added.

    `primal` and `adjoint` are the loop and its adjoint as they were; `state` the containers that
    the snapshots hold, `snapshots` these containers' snapshots in the same order; `inner` what was
    decided about one segment.
    """

    frame: Frame
    primal: Loop | While
    adjoint: Loop | ReverseWhile
    state: tuple[str, ...]
    snapshots: tuple[Container, ...]
    inner: Draft
    schedule: CheckpointSchedule
    around: tuple[Loop, ...]


@dataclass
class Draft:
    """What has been decided so far about one frame: both sweeps as they are by now, the rows of the
    plan, and the tapes."""

    frame: Frame
    forward: Program
    reverse: Body
    rows: list[PlanRow] = field(default_factory=list)
    tapes: list[Container] = field(default_factory=list)
    policy: Policy = field(default_factory=Policy)
    checkpointed: list[CheckpointedLoop] = field(default_factory=list)
    #: The containers that the reverse sweep puts saved values back into.
    restored: set[str] = field(default_factory=set)
    #: The arrays whose elements are made again where they are used.
    recomputed: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.look()

    def look(self, known: Availability | None = None) -> None:
        """Work out the sets of the forward sweep as it is now; `known` are these, if at hand."""
        self.availability = known or Availability(Polyhedra(self.forward))
        self.recomputation = Recomputation(
            self.availability,
            self.frame.entry_copies,
            self.policy,
            self.frame.originals,
            self.recomputed,
        )


def note(
    draft: Draft, use: Use, decision: Decision, size: sympy.Expr, cost: int = 0, why: str = ""
) -> None:
    """Add a row to the plan, once per array, decision and place."""
    node = draft.availability.polyhedra.placed[use.need.point].node
    name = draft.frame.originals.get(use.need.container, use.need.container)
    row = PlanRow(name, decision, size, cost, where(node.span), why)
    same = (row.array, row.decision, row.where)
    if all((r.array, r.decision, r.where) != same for r in draft.rows):
        draft.rows.append(row)
