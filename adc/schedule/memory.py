"""Where each array of a function lies: in the arena, in the place of another, in a gradient."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import sympy

from adc.ir.declarations import Container
from adc.ir.shapes import evaluate
from adc.schedule.arena import Slot, allocate, buffer_of, rounded, total
from adc.schedule.lifetimes import Lives
from adc.schedule.scratch import Scratch, lent
from adc.schedule.takeover import Classes, Takeover, classes, takeovers
from adc.schedule.timeline import Timeline, timeline


@dataclass(frozen=True)
class Sharing:
    """How arrays may share memory beside taking turns: made in place of others, and in results."""

    in_place: bool = False
    scratch: bool = False


APART = Sharing()


@dataclass(frozen=True)
class Memory:
    """The slots of the arena, the results that hold other arrays before they begin, and what is
    live when."""

    arena: tuple[Slot, ...]
    scratch: tuple[Scratch, ...]
    timeline: Timeline

    @property
    def arena_bytes(self) -> sympy.Expr:
        return total(self.arena)


@dataclass(frozen=True)
class Placing:
    """The arrays to place: `buffers` in order of first use, and `results`, which are the caller's.

    `known` are the names that are never negative, `sizes` the numbers that few bytes are wanted at.
    Those of `buffers` that are in the `host`'s memory are no bytes of the arena.
    """

    found: Lives
    buffers: Sequence[Container]
    results: Sequence[Container]
    arguments: sympy.Expr
    known: frozenset[str]
    sizes: Mapping[str, int]
    host: frozenset[str] = frozenset()

    def best(self, sharing: Sharing) -> Memory:
        """The way with the fewest bytes; of equal ones, that where the least is shared."""
        plain = self.placed(classes(self.found, ()), ())
        if not plain.arena:
            return plain
        wanted = takeovers(self.found, [*self.buffers, *self.results]) if sharing.in_place else []
        tried = [plain]
        merged = classes(self.found, wanted)
        alone = classes(self.found, ())
        if sharing.scratch and self.found.results:
            tried.append(self.placed(alone, self.lent(alone, wanted)))
        if merged != alone:
            tried.append(self.placed(merged, ()))
            if sharing.scratch and self.found.results:
                tried.append(self.placed(merged, self.lent(merged, wanted)))
        return min(tried, key=lambda memory: evaluate(memory.arena_bytes, dict(self.sizes)))

    def placed(self, merged: Classes, scratch: tuple[Scratch, ...]) -> Memory:
        """The arena of what does not lie in a result."""
        events = self.events(merged, scratch)
        outside = self.host.union(name for each in scratch for name in each.containers)
        inside = [c for c in self.buffers if c.name not in outside]
        members = [m for m in merged.members.values() if m[0] not in outside]
        arena = allocate(inside, events.cliques(), self.known, self.sizes, members)
        return Memory(arena, scratch, events)

    def events(self, merged: Classes, scratch: tuple[Scratch, ...]) -> Timeline:
        outside = self.host.union(name for each in scratch for name in each.containers)
        nothing = sympy.Integer(0)
        sizes = {
            c.name: nothing if c.name in outside else rounded(buffer_of(c, self.known).bytes)
            for c in self.buffers
        }
        return timeline(replace(self.found, of=merged.lives), sizes, self.arguments)

    def lent(self, merged: Classes, wanted: Sequence[Takeover]) -> tuple[Scratch, ...]:
        buffers = {c.name: buffer_of(c, self.known, self.sizes) for c in self.buffers}
        results = {
            c.name: buffer_of(c, self.known, self.sizes)
            for c in self.results
            if c.name in self.found.results
        }
        into = [t for t in wanted if t.new in results]
        containers = {c.name: c for c in (*self.buffers, *self.results)}
        together = self.events(merged, ()).cliques()
        return lent(self.found, merged, into, containers, buffers, results, together, self.known)
