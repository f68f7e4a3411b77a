"""Whether a plan does what the user asks by `--store` and `--recompute`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from adc.checkpoint.plan import Decision, PlanRow
from adc.checkpoint.policy import Policy
from adc.diagnostics import AdcError
from adc.ir.nodes import Loop, While
from adc.ir.program import Program
from adc.ir.walking import walk_nodes, written_in


def check_names(policy: Policy, program: Program) -> None:
    """Refuses names that the program does not have (ADC0404)."""
    known = [c.name for c in program.containers]
    for name in sorted(policy.store | policy.recompute):
        if name not in known:
            listed = ", ".join(f"`{n}`" for n in known)
            raise AdcError.of(
                "ADC0404",
                f"`{program.name}` has no variable `{name}` to store or recompute",
                program.span,
                help=f"the variables are {listed}",
            )


def check_rows(policy: Policy, program: Program, rows: Iterable[PlanRow]) -> None:
    """Refuses a plan that stores what was to be recomputed, or that checkpoints a loop whose values
    were to be stored (ADC0405).

    What a checkpointed loop stores within a segment is recomputed.
    """
    rows = list(rows)
    again = {n for r in rows if r.decision == Decision.CHECKPOINT for n in r.array.split(", ")}
    loops = {n.label: n for n in walk_nodes(program.body) if isinstance(n, (Loop, While))}
    for row in rows:
        if row.decision == Decision.STORE and row.array in policy.recompute - again:
            name = policy.asked.get(row.array, row.array)
            raise AdcError.of(
                "ADC0405",
                f"`{name}` cannot be recomputed where the reverse sweep needs it"
                f" ({PurePath(row.where).name})",
                program.span,
                help=f"leave out --recompute {name}: what it is computed from is"
                " overwritten, or too much work",
            )
        if row.decision == Decision.CHECKPOINT and row.loop in loops:
            check_checkpointed(policy, program, loops[row.loop], PurePath(row.where).name)


def check_checkpointed(policy: Policy, program: Program, loop: Loop | While, where: str) -> None:
    """Refuses to checkpoint a loop that makes what was to be stored (ADC0405)."""
    for container in written_in((loop,)):
        if container in policy.store:
            name = policy.asked.get(container, container)
            raise AdcError.of(
                "ADC0405",
                f"`{name}` cannot be stored in the loop at {where}, which is always run again",
                program.span,
                help=f"leave out --store {name}: how many steps there are to store shows only"
                " when the loop has ended",
            )
