"""The configurations that differ from a given one by a single decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.accounts import LoopAccount
from adc.ir.nodes import Loop


def changed(configuration: Configuration) -> Iterator[Configuration]:
    """`configuration` with one decision changed: one more snapshot of a loop; an array kept that
    was rebuilt or recomputed, or rebuilt that was recomputed in place, all of these first."""
    recomputed, rebuilt = configuration.recomputed, configuration.rebuilt
    for loops in more_snapshots(configuration.loops):
        yield replace(configuration, loops=loops)
    if recomputed:
        yield replace(configuration, rebuilt=rebuilt | recomputed, recomputed=frozenset())
    for name in sorted(recomputed):
        yield replace(configuration, recomputed=recomputed - {name})
    for name in sorted(rebuilt):
        yield replace(configuration, rebuilt=rebuilt - {name})
    for name in sorted(recomputed):
        yield replace(configuration, rebuilt=rebuilt | {name}, recomputed=recomputed - {name})


def more_snapshots(
    loops: Mapping[str, CheckpointSchedule],
) -> Iterator[dict[str, CheckpointSchedule]]:
    """`loops` with one more snapshot of one of them, or of one inside."""
    for label, schedule in loops.items():
        if schedule.slots:
            yield {**loops, label: replace(schedule, slots=schedule.slots + 1)}
        for inner in more_snapshots(schedule.inner.loops):
            yield {**loops, label: replace(schedule, inner=replace(schedule.inner, loops=inner))}


def thinned(
    configuration: Configuration, accounts: Iterable[LoopAccount]
) -> Iterator[Configuration]:
    """`configuration` with a snapshot less of one of the loops that hold one for every segment."""
    for account in accounts:
        schedule = configuration.loops.get(account.label)
        if schedule is not None and not schedule.slots and isinstance(account.pair.loop, Loop):
            slots = -(-account.steps // schedule.length) - 1
            if slots > 0:  # at sizes at which the loop makes no step there is nothing to thin
                loops = {**configuration.loops, account.label: replace(schedule, slots=slots)}
                yield replace(configuration, loops=loops)
