"""What the user asks of the planner: `--strategy`, `--store`, `--recompute`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adc.checkpoint.plan import PlanRow
from adc.diagnostics import AdcError
from adc.ir.nodes import Program

#: A value dearer than this many flops per use is stored rather than computed again.
CHEAP_FLOPS = 60
#: Nothing is too dear where recomputation is asked for; this bounds the size of the code.
ANY_FLOPS = 5000


@dataclass(frozen=True)
class Policy:
    """`strategy` is auto, store or recompute; `store` and `recompute` name single arrays."""

    strategy: str = "auto"
    store: frozenset[str] = frozenset()
    recompute: frozenset[str] = frozenset()

    def flops_allowed(self, array: str) -> int:
        """How dear a value of `array` may be to be computed again, in flops per use."""
        if array in self.recompute:
            return ANY_FLOPS
        if array in self.store or self.strategy == "store":
            return 0
        return ANY_FLOPS if self.strategy == "recompute" else CHEAP_FLOPS

    def check_names(self, program: Program) -> None:
        """Refuses names that the program does not have (ADC0404)."""
        known = [c.name for c in program.containers]
        for name in sorted(self.store | self.recompute):
            if name not in known:
                listed = ", ".join(f"`{n}`" for n in known)
                raise AdcError.of(
                    "ADC0404",
                    f"`{program.name}` has no variable `{name}` to store or recompute",
                    program.span,
                    help=f"the variables are {listed}",
                )

    def check_rows(self, program: Program, rows: Iterable[PlanRow]) -> None:
        """Refuses a plan that stores what was to be recomputed (ADC0405).

        What a loop that is run again stores within a segment is recomputed.
        """
        rows = list(rows)
        again = {n for r in rows if r.decision == "checkpoint" for n in r.array.split(", ")}
        for row in rows:
            if row.decision == "store" and row.array in self.recompute - again:
                raise AdcError.of(
                    "ADC0405",
                    f"`{row.array}` cannot be recomputed where the reverse sweep needs it"
                    f" ({row.where})",
                    program.span,
                    help=f"leave out --recompute {row.array}: what it is computed from is"
                    " overwritten, or too much work",
                )
