"""What scheduling makes of a program: its loop tree, its arena, and what a call holds when."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import sympy

from adc.ir.declarations import Assumption, Container
from adc.ir.program import Program
from adc.schedule.arena import Slot, total
from adc.schedule.constants import Constant
from adc.schedule.scratch import Scratch
from adc.schedule.timeline import Timeline
from adc.schedule.tree import After, Keep, Tree, walk


@dataclass(frozen=True)
class Scheduled:
    """One function, ready to be spelled.

    `containers` are the program's as they are after scheduling: what shrank to a scalar has shape
    (), what is never used is gone. `arena` are the slots in the order of their offsets; `scratch`
    are the gradients that hold other arrays before they begin. Bytes are
    SymPy expressions of `program.symbols`; `peak_bytes` is arguments plus arena. `lifetimes`
    gives, per buffer, the first and last top-level node of `tree` at which it is live; `timeline`
    is the whole story. `scalars` are the local ones that live through the whole function, for no
    Declare begins them, and the partial sums of threads. `routines` are those that the function
    leads to, each once and after those that it calls; they have none themselves. `constants` are
    arrays of known values, which are no part of the arena.

    `host_arena` are the slots of arrays that are in the host's memory while a device does the
    work: their bytes are in neither arena nor peak. Only with `host_snapshots` may there be any.
    """

    program: Program
    containers: tuple[Container, ...]
    tree: Tree
    arena: tuple[Slot, ...]
    arguments_bytes: sympy.Expr
    arena_bytes: sympy.Expr
    peak_bytes: sympy.Expr
    lifetimes: dict[str, tuple[int, int]]
    timeline: Timeline
    scalars: tuple[Container, ...] = ()
    routines: tuple[Scheduled, ...] = ()
    scratch: tuple[Scratch, ...] = ()
    host_arena: tuple[Slot, ...] = ()
    constants: tuple[Constant, ...] = ()
    host_snapshots: bool = False

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        return self.program.assumptions

    @property
    def snapshots(self) -> dict[str, int]:
        """For each loop whose state is kept before some steps, in how many slots."""
        return {n.loop: n.slots for n in walk(self.tree) if isinstance(n, Keep)}

    @property
    def host_bytes(self) -> sympy.Expr:
        """The bytes of the host's memory that a call works in beside the device's."""
        return total(self.host_arena)

    @property
    def copies_beside(self) -> bool:
        """Whether copies to the host's memory and back run beside kernels."""
        return any(isinstance(node, After) for node in walk(self.tree))

    @cached_property
    def by_name(self) -> dict[str, Container]:
        return {c.name: c for c in self.containers}
