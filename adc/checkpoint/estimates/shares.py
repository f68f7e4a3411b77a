"""What of a trial in which several loops are checkpointed is each one's.

Loops add their bytes to those of storing everything each by itself: what begins in a loop and ends
in its adjoint is its own, whatever the others do. So one trial probes them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from adc.checkpoint.configuration import Configuration
from adc.checkpoint.estimates.events import Events, Held, Profile


@dataclass(frozen=True)
class Probed:
    """A loop that is probed, and its adjoint, by their labels; `mentions` is what they name.
    `open_ended`: only its end tells how many steps it takes. `inners` are the configurations of
    the loops inside with which it is probed."""

    label: str
    adjoint: str
    open_ended: bool
    mentions: frozenset[str]
    inners: tuple[Configuration, ...] = (Configuration(),)


@dataclass(frozen=True)
class Core:
    """A configuration with the snapshots of one loop left out: per event, the bytes there (None:
    nothing happens) and whether snapshots are held."""

    amounts: tuple[int | None, ...]
    held: tuple[bool, ...]

    @classmethod
    def of(cls, events: Events, profile: Profile, snapshots: frozenset[str]) -> Core:
        """Of a trial in which the loop alone is checkpointed."""
        held = events.held(profile, snapshots)
        return cls(tuple(amount or None for amount in held.amounts), holding(held, snapshots))


def holding(held: Held, snapshots: frozenset[str]) -> tuple[bool, ...]:
    return tuple(not live.isdisjoint(snapshots) for live in held.buffers)


@dataclass
class Shares:
    """A trial in which all of `loops` are checkpointed, beside `base`, in which none is.

    `named` are the containers that are in both by one name, `sources` what others were made of.
    """

    events: Events
    loops: tuple[Probed, ...]
    base: Profile
    trial: Profile
    named: frozenset[str]
    sources: Mapping[str, str] = field(default_factory=dict)

    def core(self, loop: Probed, snapshots: frozenset[str]) -> Core:
        """As if `loop` alone were checkpointed: where it and its adjoint run, what the trial holds
        with all that is other loops' as it was; elsewhere the base with what is its own."""
        others = {n for n, owner in self.owners_after.items() if owner != loop.label}
        after = self.events.held(self.trial, snapshots | others)
        own = {n for n, owner in self.owners_after.items() if owner == loop.label}
        own |= {n for n, labels in self.extended.items() if labels == {loop.label}}
        amounts: list[int | None] = []
        for event, amount in enumerate(self.before.amounts):
            live, left = self.after.buffers[event], self.before.buffers[event]
            if self.places.get(event) == loop.label:
                kept = [n for n in left if self.owners_before.get(n, loop.label) != loop.label]
                found = after.amounts[event] and after.amounts[event] + self.bytes_before(kept)
            else:
                gone = [n for n in left if self.owners_before.get(n) == loop.label]
                more = sum(self.trial.sizes[n] for n in (live & own) - snapshots)
                found = amount and amount - self.bytes_before(gone) + more
            amounts.append(found or None)
        return Core(tuple(amounts), holding(self.after, snapshots))

    def bytes_before(self, names: Iterable[str]) -> int:
        return sum(self.base.sizes[name] for name in names)

    @cached_property
    def unclear(self) -> frozenset[str]:
        """The loops that only trials of their own tell apart: what several of them name is held
        longer where no loop runs."""
        shared = [labels for labels in self.extended.values() if len(labels) != 1]
        everyone = {loop.label for loop in self.loops}
        return frozenset().union(*(labels or everyone for labels in shared))

    @cached_property
    def extended(self) -> dict[str, set[str]]:
        """The buffers of no single loop that are held longer, or are longer, where no loop runs,
        with the loops that name them."""
        found: dict[str, set[str]] = {}
        for event, live in enumerate(self.after.buffers):
            if event in self.places:
                continue
            for name in live:
                if name not in self.owners_after and self.more(name, event):
                    source = self.sources.get(name, name)
                    using = {
                        x.label for x in self.loops if not x.mentions.isdisjoint({name, source})
                    }
                    found[name] = using
        return found

    def more(self, name: str, event: int) -> bool:
        known = self.base.sizes.get(name, 0) if name in self.before.buffers[event] else 0
        return self.trial.sizes[name] > known

    # -- whose a buffer is ---------------------------------------------------------------------

    @cached_property
    def places(self) -> dict[int, str]:
        """The events at which a loop or its adjoint runs, with the loop."""
        return {
            event: loop.label
            for loop in self.loops
            for label in (loop.label, loop.adjoint)
            for event in self.events.at(label)
        }

    @cached_property
    def before(self) -> Held:
        return self.events.held(self.base)

    @cached_property
    def after(self) -> Held:
        return self.events.held(self.trial)

    @cached_property
    def owners_before(self) -> dict[str, str]:
        return dict(self.agreed(self.ends(self.before), self.ends(self.after)))

    @cached_property
    def owners_after(self) -> dict[str, str]:
        return dict(self.agreed(self.ends(self.after), self.ends(self.before)))

    def agreed(
        self, owners: Mapping[str, str | None], others: Mapping[str, str | None]
    ) -> Iterator[tuple[str, str]]:
        """`owners`; what is in both by one name has to have the same in both."""
        for name, owner in owners.items():
            if owner and (name not in self.named or others.get(name, owner) == owner):
                yield name, owner

    def ends(self, held: Held) -> dict[str, str | None]:
        """The loop in which each buffer begins and, there or in its adjoint, ends."""
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        for event, live in enumerate(held.buffers):
            for name in live:
                first.setdefault(name, event)
                last[name] = event
        begun = {name: self.places.get(event) for name, event in first.items()}
        return {n: o if self.places.get(last[n]) == o else None for n, o in begun.items()}
