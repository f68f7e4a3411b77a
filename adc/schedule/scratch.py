"""Gradients as memory for what ends before they begin.

A gradient that the function sets as a whole, and of which it reads nothing before, is the caller's
memory that nobody looks at until then. An array that is no larger may lie there: it holds nothing
more when the gradient begins, or the gradient is made in its place (`takeover.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adc.ir.declarations import Container
from adc.ir.enums import Role
from adc.schedule.arena import Buffer, at_most
from adc.schedule.lifetimes import Life, Lives
from adc.schedule.takeover import Classes, Takeover

#: Programs with more arrays, times moments that differ in what is live, are left as they are.
MOST = 20_000


@dataclass(frozen=True)
class Scratch:
    """That `containers` lie in `array` in turn, each from its beginning, until that begins."""

    array: str
    containers: tuple[str, ...]


def lent(
    found: Lives,
    classes: Classes,
    into: Sequence[Takeover],
    containers: Mapping[str, Container],
    buffers: Mapping[str, Buffer],
    results: Mapping[str, Buffer],
    together: Sequence[frozenset[str]],
    known: frozenset[str],
) -> tuple[Scratch, ...]:
    """Which results hold which classes, so that the fullest moments hold the fewest bytes.

    One class after the other goes where that helps most; `together` are the buffers that are live
    at once, `into` the buffers in whose place a result may be made.
    """
    choice = _Choice(found, classes, into, containers, buffers, results, known)
    options = [
        (first, result)
        for first in classes.members
        for result in results
        if choice.fits(first, result)
    ]
    if not options or len(classes.members) * len(together) > MOST:
        return ()
    home = {name: first for first, names in classes.members.items() for name in names}
    live = [frozenset(home[name] for name in names) for names in together]
    weights = {
        first: max(buffers[n].weight for n in names) for first, names in classes.members.items()
    }
    placed: dict[str, str] = {}
    best = _amounts(live, weights, placed)
    while True:
        tried = []
        for first, result in options:
            if first not in placed and choice.free(first, result, placed):
                tried.append((_amounts(live, weights, {**placed, first: result}), first, result))
        if not tried or (least := min(tried, key=lambda t: t[0]))[0] >= best:
            break
        best, placed = least[0], {**placed, least[1]: least[2]}
    for first in reversed(list(placed)):
        fewer = {name: result for name, result in placed.items() if name != first}
        if _amounts(live, weights, fewer)[0] == best[0]:
            placed = fewer
    held = {result: [f for f in classes.members if placed.get(f) == result] for result in results}
    return tuple(
        Scratch(result, tuple(n for first in firsts for n in classes.members[first]))
        for result, firsts in held.items()
        if firsts
    )


def _amounts(
    live: Sequence[frozenset[str]], weights: Mapping[str, int], placed: Mapping[str, str]
) -> list[int]:
    """The bytes of what is live together and not `placed`, the most first."""
    return sorted(sum(weights[n] for n in names if n not in placed) for names in live)[::-1]


@dataclass(frozen=True)
class _Choice:
    """Which class may lie in which result."""

    found: Lives
    classes: Classes
    into: Sequence[Takeover]
    containers: Mapping[str, Container]
    buffers: Mapping[str, Buffer]
    results: Mapping[str, Buffer]
    known: frozenset[str]

    def fits(self, first: str, result: str) -> bool:
        """Whether all of a class are over when `result` begins, or that takes over from the last;
        of its type, and no larger. What is kept for the whole of both sweeps is left alone."""
        target, life = self.containers[result], self.found.results[result]
        for name in self.classes.members[first]:
            own = self.containers[name]
            if own.dtype != target.dtype or own.role == Role.TAPE:
                return False
            if not at_most(self.buffers[name].bytes, self.results[result].bytes, self.known):
                return False
            if not self.apart(name, result, life):
                return False
        return True

    def apart(self, name: str, result: str, life: Life) -> bool:
        shared = self.found.of[name].moments & life.moments
        takeovers = (t for t in self.into if (t.old, t.new) == (name, result))
        return not shared or any(shared == 1 << t.moment for t in takeovers)

    def free(self, first: str, result: str, placed: Mapping[str, str]) -> bool:
        """Whether nothing that is placed in `result` is live together with a class."""
        moments = self.moments(first)
        others = (name for name, where in placed.items() if where == result)
        return not any(moments & self.moments(other) for other in others)

    def moments(self, first: str) -> int:
        found = 0
        for name in self.classes.members[first]:
            found |= self.found.of[name].moments
        return found
