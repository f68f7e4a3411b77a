"""What the user asks of the planner: `--strategy`, `--store`, `--recompute`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from adc.checkpoint.plan import PlanRow
from adc.checkpoint.transform.rewrite import written
from adc.diagnostics import AdcError
from adc.ir.nodes import Loop, While
from adc.ir.program import Program
from adc.ir.walking import walk_nodes

#: A value dearer than this many flops per use is stored rather than computed again.
CHEAP_FLOPS = 60
#: Nothing is too dear where recomputation is asked for; this bounds the size of the code.
ANY_FLOPS = 5000


@dataclass(frozen=True)
class Policy:
    """`strategy` is auto, store or recompute; `store` and `recompute` name single containers;
    `asked` is the user's name for those that the program calls otherwise."""

    strategy: str = "auto"
    store: frozenset[str] = frozenset()
    recompute: frozenset[str] = frozenset()
    asked: Mapping[str, str] = field(default_factory=dict)

    def within(self, program: Program) -> Policy:
        """The policy by the names of `program`: a name stands for all that the source binds it to
        (`u`, `u_1`, …), except what is itself named."""
        named = self.store | self.recompute
        asked: dict[str, str] = {}

        def found(names: Collection[str]) -> frozenset[str]:
            result = set(names)
            for name in sorted(names):
                again = [n for n in rebound(program, name) if n not in named]
                asked.update(dict.fromkeys(again, name))
                result |= {*again}
                if again and name not in program.by_name:
                    result.remove(name)
            return frozenset(result)

        store, recompute = found(self.store), found(self.recompute)
        return replace(self, store=store, recompute=recompute, asked=asked)

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
        """Refuses a plan that stores what was to be recomputed, or that runs a loop again whose
        values were to be stored (ADC0405).

        What a loop that is run again stores within a segment is recomputed.
        """
        rows = list(rows)
        again = {n for r in rows if r.decision == "checkpoint" for n in r.array.split(", ")}
        loops = {n.label: n for n in walk_nodes(program.body) if isinstance(n, (Loop, While))}
        for row in rows:
            if row.decision == "store" and row.array in self.recompute - again:
                name = self.asked.get(row.array, row.array)
                raise AdcError.of(
                    "ADC0405",
                    f"`{name}` cannot be recomputed where the reverse sweep needs it ({row.where})",
                    program.span,
                    help=f"leave out --recompute {name}: what it is computed from is"
                    " overwritten, or too much work",
                )
            if row.decision == "checkpoint" and row.loop in loops:
                self.check_rerun(program, loops[row.loop], row.where)

    def check_rerun(self, program: Program, loop: Loop | While, where: str) -> None:
        """Refuses to run a loop again that makes what was to be stored (ADC0405)."""
        for container in written((loop,)):
            if container in self.store:
                name = self.asked.get(container, container)
                raise AdcError.of(
                    "ADC0405",
                    f"`{name}` cannot be stored in the loop at {where}, which is always run again",
                    program.span,
                    help=f"leave out --store {name}: how many steps there are to store shows only"
                    " when the loop has ended",
                )


def rebound(program: Program, name: str) -> list[str]:
    """The containers that hold later bindings of the source's name `name`: `u_1`, `u_2`, … where
    there is a `u` before; not arguments, which have their own names."""
    known = {c.name for c in program.containers} | {p.name for p in program.parameters}
    arguments = {p.name for p in program.parameters}
    if name not in known:
        return []
    numbered = re.compile(re.escape(name) + r"_[1-9]\d*")
    names = (c.name for c in program.containers if c.name not in arguments)
    return [n for n in names if numbered.fullmatch(n)]
