"""The bytes of the loops' schedules at every event, from configurations made real.

A loop is probed with segments of one, two and three steps and with one snapshot: the bytes at an
event (see `events`) are linear in the length of segments and in the number of snapshots held. One
trial probes all loops at once (see `shares`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.events import Profile
from adc.checkpoint.estimates.shares import Core, Probed, Shares
from adc.checkpoint.estimates.trials import Trials
from adc.checkpoint.plan import CheckpointFacts


@dataclass
class Probes:
    """The probes of `loops`, each made once."""

    trials: Trials
    loops: tuple[Probed, ...]
    _cores: dict[tuple[str, int, bool, str], Core] = field(default_factory=dict)
    _probes: dict[tuple[str, str], Core] = field(default_factory=dict)
    _shares: dict[str, Shares] = field(default_factory=dict)

    def facts(self, label: str, schedule: CheckpointSchedule) -> CheckpointFacts:
        """What the loop `label` holds by `schedule`, not yet simplified."""
        return self.facts_in(self.together(label, schedule), label)

    def facts_in(self, configuration: Configuration, label: str) -> CheckpointFacts:
        planned = self.trials.planned(configuration)
        return next(f for f in planned.checkpointed if f.label == label)

    def core(self, label: str, schedule: CheckpointSchedule) -> Core:
        """Any length of segments and number of snapshots, from what short probes say."""
        length, thinned, inner = schedule.length, bool(schedule.slots), schedule.inner
        key = (label, length, thinned, repr(inner))
        if key not in self._cores:
            self._cores[key] = self.extended(label, length, thinned, inner)
        return self._cores[key]

    def extended(self, label: str, length: int, thinned: bool, inner: Configuration) -> Core:
        open_ended = self.loop(label).open_ended
        one = self.probe(label, CheckpointSchedule(1, int(open_ended), inner))
        held, found = one.held, list(one.amounts)
        if length > 1:
            two, three = (self.probe(label, CheckpointSchedule(n, 0, inner)) for n in (2, 3))
            held = two.held
            found = [
                None if a is None else a + (length - 2) * max((a if b is None else b) - a, 0)
                for a, b in zip(two.amounts, three.amounts, strict=True)
            ]
        if thinned and not open_ended:
            replayed = self.probe(label, CheckpointSchedule(1, 1, inner))
            found = [
                None if f is None else f + (r - o if r is not None and o is not None else 0)
                for f, r, o in zip(found, replayed.amounts, one.amounts, strict=True)
            ]
        return Core(tuple(found), held)

    # -- trials --------------------------------------------------------------------------------

    def probe(self, label: str, schedule: CheckpointSchedule) -> Core:
        """A schedule made real."""
        key = (label, repr(schedule))
        if key not in self._probes:
            self._probes[key] = self.probed(label, schedule)
        return self._probes[key]

    def probed(self, label: str, schedule: CheckpointSchedule) -> Core:
        """With those of the other loops, or alone where these cannot be told apart."""
        configuration = self.together(label, schedule)
        if len(configuration.loops) > 1:
            shares = self.shares(configuration)
            if label not in shares.unclear:
                snapshots = self.facts_in(configuration, label).snapshots
                return shares.core(self.loop(label), snapshots)
            configuration = Configuration({label: schedule})
        snapshots = self.facts_in(configuration, label).snapshots
        return Core.of(self.trials.events, self.profile(configuration), snapshots)

    def loop(self, label: str) -> Probed:
        return next(loop for loop in self.loops if loop.label == label)

    def together(self, label: str, schedule: CheckpointSchedule) -> Configuration:
        """The configuration in which the loop `label` is probed with `schedule`: all loops that
        have as many ways inside take the one in the same place."""
        number = self.loop(label).inners.index(schedule.inner)
        found = {}
        for loop in self.loops:
            if number < len(loop.inners):
                alike = replace(schedule, inner=loop.inners[number])
                found[loop.label] = replace(alike, length=1, slots=1) if loop.open_ended else alike
        return Configuration({**found, label: schedule})

    def shares(self, configuration: Configuration) -> Shares:
        key = repr(configuration)
        if key not in self._shares:
            trials = self.trials
            planned = trials.planned(configuration).program.containers
            base = {c.name for c in trials.base.plan.program.containers}
            loops = tuple(x for x in self.loops if x.label in configuration.loops)
            self._shares[key] = Shares(
                trials.events,
                loops,
                trials.base.finished.profile,
                self.profile(configuration),
                frozenset(c.name for c in planned if c.name in base),
                {c.name: c.of for c in planned if c.of},
            )
        return self._shares[key]

    def profile(self, configuration: Configuration) -> Profile:
        """What is in memory where. Segments of three steps instead of two make buffers longer, and
        nothing else: that is seen before anything is simplified."""
        lengths = {schedule.length for schedule in configuration.loops.values()}
        if 3 in lengths:
            loops = {
                label: replace(schedule, length=2) if schedule.length == 3 else schedule
                for label, schedule in configuration.loops.items()
            }
            shorter = self.trials.of(Configuration(loops))
            found = self.trials.resized(shorter, configuration)
            if found is not None:
                return found
        return self.trials.of(configuration).finished.profile
