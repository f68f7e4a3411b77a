"""The bytes of one loop's schedules at every event, from configurations made real.

A loop is probed with segments of one, two and three steps and with one snapshot: the bytes at an
event (see `events`) are linear in the length of segments and in the number of snapshots held.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.trials import Trials
from adc.checkpoint.plan import CheckpointFacts


@dataclass(frozen=True)
class Core:
    """A configuration with the snapshots of one loop left out: per event, the bytes there (None:
    nothing happens) and whether snapshots are held."""

    amounts: tuple[int | None, ...]
    held: tuple[bool, ...]


@dataclass
class Probes:
    """The probes of the loop `label`, each made once. `open_ended`: only its end tells how many
    steps it takes."""

    trials: Trials
    label: str
    open_ended: bool
    _cores: dict[tuple[int, bool, str], Core] = field(default_factory=dict)

    def facts(self, schedule: CheckpointSchedule) -> CheckpointFacts:
        """What the loop holds by `schedule`, not yet simplified."""
        planned = self.trials.planned(Configuration({self.label: schedule}))
        return next(f for f in planned.checkpointed if f.label == self.label)

    def core(self, schedule: CheckpointSchedule) -> Core:
        """Any length of segments and number of snapshots, from what short probes say."""
        length, thinned, inner = schedule.length, bool(schedule.slots), schedule.inner
        key = (length, thinned, repr(inner))
        if key not in self._cores:
            self._cores[key] = self.extended(length, thinned, inner)
        return self._cores[key]

    def extended(self, length: int, thinned: bool, inner: Configuration) -> Core:
        one = self.probe(1, 1 if self.open_ended else 0, inner)
        held, found = one.held, list(one.amounts)
        if length > 1:
            two, three = (self.probe(n, 0, inner) for n in (2, 3))
            held = two.held
            found = [
                None if a is None else a + (length - 2) * max((a if b is None else b) - a, 0)
                for a, b in zip(two.amounts, three.amounts, strict=True)
            ]
        if thinned and not self.open_ended:
            replayed = self.probe(1, 1, inner)
            found = [
                None if f is None else f + (r - o if r is not None and o is not None else 0)
                for f, r, o in zip(found, replayed.amounts, one.amounts, strict=True)
            ]
        return Core(tuple(found), held)

    def probe(self, length: int, slots: int, inner: Configuration) -> Core:
        """A configuration made real."""
        schedule = CheckpointSchedule(length, slots, inner)
        facts = self.facts(schedule)
        trial = self.trials.of(Configuration({self.label: schedule}))
        held = self.trials.events.held(trial.finished.profile, facts.snapshots)
        return Core(
            tuple(amount or None for amount in held.amounts),
            tuple(not live.isdisjoint(facts.snapshots) for live in held.buffers),
        )
