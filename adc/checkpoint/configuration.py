"""A configuration: what the planner has decided before anything is rewritten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class LoopChoice:
    """How one loop is reversed: its steps run again from snapshots of the state.

    The reverse sweep takes segments of `length` steps: it brings back the state before the
    segment, runs it again with its values stored, and reverses it. `slots` snapshots are held at
    once; 0: one before every segment. `inner` decides about the loops inside, as they are run
    again.
    """

    length: int = 1
    slots: int = 0
    inner: Choices = field(default_factory=lambda: Choices())


@dataclass(frozen=True)
class Choices:
    """`loops`: the loops (by their label in the primal) that are run again from snapshots, all
    others store every step; `rebuilt`: the arrays that the reverse sweep makes again; `inlined`:
    those whose elements it makes again where it uses them, if these have a cheap expression."""

    loops: Mapping[str, LoopChoice] = field(default_factory=dict)
    rebuilt: frozenset[str] = frozenset()
    inlined: frozenset[str] = frozenset()


STORE_ALL = Choices()


def changed(choices: Choices) -> Iterator[Choices]:
    """`choices` with one decision changed: one more snapshot of a loop; an array kept that was
    made again, or made again as an array instead of in registers, all of these first."""
    inlined, rebuilt = choices.inlined, choices.rebuilt
    for loops in more_snapshots(choices.loops):
        yield replace(choices, loops=loops)
    if inlined:
        yield replace(choices, rebuilt=rebuilt | inlined, inlined=frozenset())
    for name in sorted(inlined):
        yield replace(choices, inlined=inlined - {name})
    for name in sorted(rebuilt):
        yield replace(choices, rebuilt=rebuilt - {name})
    for name in sorted(inlined):
        yield replace(choices, rebuilt=rebuilt | {name}, inlined=inlined - {name})


def more_snapshots(loops: Mapping[str, LoopChoice]) -> Iterator[dict[str, LoopChoice]]:
    """`loops` with one more snapshot of one of them, or of one inside."""
    for label, choice in loops.items():
        if choice.slots:
            yield {**loops, label: replace(choice, slots=choice.slots + 1)}
        for inner in more_snapshots(choice.inner.loops):
            yield {**loops, label: replace(choice, inner=replace(choice.inner, loops=inner))}
