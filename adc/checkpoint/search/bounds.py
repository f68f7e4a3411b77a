"""What a configuration surely holds, by one made real that has other numbers in the same places."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.accounts import LoopAccount
from adc.checkpoint.estimates.events import aligned, byte_count
from adc.checkpoint.estimates.trials import Trial, Trials
from adc.checkpoint.plan import CheckpointFacts
from adc.ir.enums import Role
from adc.ir.shapes import evaluate


def least_peak(trial: Trial, configuration: Configuration, accounts: Iterable[LoopAccount]) -> int:
    """The bytes that `configuration` takes at least: what is together in memory in `trial`, with
    snapshots of other lengths. 0 where the two differ in more than how many of them are held."""
    if not alike(trial.configuration, configuration):
        return 0
    known = {account.label: account for account in accounts}
    sizes: dict[str, int] = {}
    for facts in trial.plan.checkpointed:
        old, new = (c.loops.get(facts.label) for c in (trial.configuration, configuration))
        if old is None or new is None or old == new:
            continue
        if facts.label not in known:
            return 0
        lengths = snapshot_bytes(trial, facts, known[facts.label], new)
        before = snapshot_bytes(trial, facts, known[facts.label], old)
        if any(before[name] != trial.finished.profile.sizes[name] for name in before):
            return 0
        sizes |= lengths
    return trial.finished.profile.resized(sizes).most


def given_up(trial: Trial, configuration: Configuration, sizes: Mapping[str, int]) -> int:
    """The bytes of `trial` that `configuration` does without, where it holds a snapshot less of
    each loop of which it holds others."""
    old, new = trial.configuration.loops, configuration.loops
    changed = (f for f in trial.plan.checkpointed if old.get(f.label) != new.get(f.label))
    return sum(evaluate(f.state, dict(sizes)) for f in changed)


def alike(one: Configuration, other: Configuration) -> bool:
    """Whether two configurations differ in how many snapshots of outer loops are held alone, of
    those of which not every step's is."""
    if replace(one, loops={}) != replace(other, loops={}) or one.loops.keys() != other.loops.keys():
        return False
    pairs = [(schedule, other.loops[label]) for label, schedule in one.loops.items()]
    return all(a == b or (a.slots and b.slots and replace(a, slots=b.slots) == b) for a, b in pairs)


def snapshot_bytes(
    trial: Trial, facts: CheckpointFacts, account: LoopAccount, schedule: CheckpointSchedule
) -> Mapping[str, int]:
    """The bytes of a loop's snapshots by `schedule`, those that `trial` has in memory."""
    sizes = dict(account.trials.scenario.sizes)
    found = {}
    for name in sorted(facts.snapshots & trial.finished.profile.sizes.keys()):
        snapshots = trial.plan.program[name]
        if snapshots.role is Role.HOST:
            found[name] = 0
            continue
        one = replace(snapshots, shape=snapshots.shape[1:])
        found[name] = aligned(account.snapshots(schedule) * evaluate(byte_count(one), sizes))
    return found


def foreseen(trials: Trials, configuration: Configuration) -> int:
    """The bytes that `configuration` takes at least, by the last trial of the same form: what is
    together in memory there, as long as planning makes it here. 0 where there is none."""
    wanted = form(configuration)
    for trial in reversed(list(trials.made.values())):
        if form(trial.configuration) == wanted:
            found = trials.resized(trial, configuration)
            return found.most if found else 0
    return 0


def form(configuration: Configuration) -> Hashable:
    """What of a configuration shows in its program but for numbers: lengths of segments, and of
    snapshots where not every step's is held."""
    loops = configuration.loops.items()
    return (
        frozenset((n, c.length > 1, c.slots > 0, c.staged, form(c.inner)) for n, c in loops),
        configuration.rebuilt,
        configuration.recomputed,
    )
