"""The loops inside a loop that is run again step by step: how they may be reversed in turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import isqrt

from adc.analysis.cost import REFERENCE_TRIPS
from adc.analysis.extents import trips
from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.loops import LoopFacts, steps_again
from adc.checkpoint.transform.pairs import Pair, outer_loops
from adc.ir.node import Body
from adc.ir.nodes import Loop, ReverseWhile, While
from adc.ir.shapes import evaluate
from adc.ir.walking import walk_nodes


def inner_configurations(pair: Pair, sizes: Mapping[str, int]) -> list[Configuration]:
    """Schedules of the loops inside, where the loop itself is run again step by step: all
    stored; all in segments of about the square root of their steps; all from one snapshot, with
    the loops inside them stored or from one snapshot as well."""
    adjoints = {n.var for n in walk_nodes(pair.adjoint.body) if isinstance(n, (Loop, ReverseWhile))}
    inside = [n for n in outer_loops(pair.loop.body) if n.var in adjoints]
    if not inside:
        return [Configuration()]
    lengths = [inner_length(n, sizes) for n in inside]
    rooted = Configuration(
        {n.label: CheckpointSchedule(k, 0) for n, k in zip(inside, lengths, strict=True) if k > 1}
    )
    found = [
        Configuration(),
        all_checkpointed(inside, adjoints, depth=1),
        all_checkpointed(inside, adjoints),
    ]
    found += [rooted] if rooted.loops else []
    return [c for k, c in enumerate(found) if c not in found[:k]]


def all_checkpointed(
    inside: Iterable[Loop | While], adjoints: Collection[str], depth: int | None = None
) -> Configuration:
    """The loops `inside` with those in them, down to `depth`, run again from one snapshot each."""
    if depth == 0:
        return Configuration()
    deeper = None if depth is None else depth - 1
    return Configuration(
        {
            n.label: CheckpointSchedule(
                1, 1, all_checkpointed(outer_loops(n.body), adjoints, deeper)
            )
            for n in inside
            if n.var in adjoints
        }
    )


def inner_seconds(
    facts: LoopFacts, inner: Configuration, pair: Pair, sizes: Mapping[str, int]
) -> float:
    """A rough estimate of running the loops inside again, in every step of the loop around."""
    middle = {pair.loop.var: facts.steps // 2, **sizes}
    return facts.steps * facts.step_seconds * times_again(pair.loop.body, inner, middle)


def times_again(body: Body, configuration: Configuration, sizes: Mapping[str, int]) -> float:
    """How often each step of the loops in `body` is run again, of the one where that is most."""
    found = [0.0]
    for loop in outer_loops(body):
        schedule = configuration.loops.get(loop.label)
        if schedule is not None:
            steps = max(inner_steps(loop, sizes), 1)
            _, again = steps_again(steps, schedule.length, schedule.slots)
            inside = times_again(loop.body, schedule.inner, {loop.var: steps // 2, **sizes})
            found.append(again / steps + inside)
    return max(found)


def inner_steps(loop: Loop | While, sizes: Mapping[str, int]) -> int:
    """The steps of a loop where the variables around it are as in `sizes`; a guess where data ends
    it."""
    if isinstance(loop, While):
        return REFERENCE_TRIPS
    try:
        return evaluate(trips(loop), dict(sizes))
    except KeyError:
        return REFERENCE_TRIPS


def inner_length(loop: Loop | While, sizes: Mapping[str, int]) -> int:
    if isinstance(loop, While):
        return 1
    try:
        return isqrt(max(evaluate(trips(loop), dict(sizes)), 1))
    except KeyError:  # its bounds change with the loop around it
        return 1
