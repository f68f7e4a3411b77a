"""What a configuration surely holds, by one made real that holds other numbers of snapshots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.accounts import LoopAccount
from adc.checkpoint.estimates.events import aligned, byte_count
from adc.checkpoint.estimates.trials import Trial
from adc.checkpoint.plan import CheckpointFacts
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
        one = replace(snapshots, shape=snapshots.shape[1:])
        found[name] = aligned(account.snapshots(schedule) * evaluate(byte_count(one), sizes))
    return found
