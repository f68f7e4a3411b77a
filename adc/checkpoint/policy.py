"""What the user asks of the planner: `--strategy`, `--store`, `--recompute`, `--host-snapshots`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from adc.ir.program import Program

#: A value dearer than this many flops per use is stored rather than computed again.
CHEAP_FLOPS = 60
#: Nothing is too dear where recomputation is asked for; this bounds the size of the code.
ANY_FLOPS = 5000


class Strategy(StrEnum):
    """`--strategy`: what is preferred where nothing is said of a single array."""

    AUTO = "auto"
    STORE = "store"
    RECOMPUTE = "recompute"


@dataclass(frozen=True)
class Policy:
    """`strategy` holds for what `store` and `recompute` do not name (single containers); `asked` is
    the user's name for those that the program calls otherwise. `host_snapshots`: snapshots lie in
    the host's memory, and count for nothing in the device's. `stored`: While loops whose steps are
    stored as those of other loops are (`transform/light.py`), which the user is not asked about."""

    strategy: Strategy = Strategy.AUTO
    store: frozenset[str] = frozenset()
    recompute: frozenset[str] = frozenset()
    asked: Mapping[str, str] = field(default_factory=dict)
    host_snapshots: bool = False
    stored: frozenset[str] = frozenset()

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
        if array in self.store or self.strategy == Strategy.STORE:
            return 0
        return ANY_FLOPS if self.strategy == Strategy.RECOMPUTE else CHEAP_FLOPS


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
