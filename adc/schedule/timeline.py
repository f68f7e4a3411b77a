"""The memory of a call as a list of events: what is live where, on which path through branches.

Loops are folded: their body is there once. Where branches that test one condition lie apart, as in
a forward sweep and its reverse, what lies between them is there once for each way they may go.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import sympy

from adc.diagnostics import Span
from adc.ir.shapes import evaluate
from adc.ir.shapes_text import ir_text
from adc.ir.text import expr_text
from adc.schedule.lifetimes import Condition, Lives, Moment
from adc.schedule.tree import For, If, Node, Rewind, Swap, walk

#: At one moment at most this many conditions are told apart; the others count as going both ways.
_MOST_CONDITIONS = 5


@dataclass(frozen=True)
class Event:
    """A stretch of the call: `live` are the buffers that hold something there.

    `place` names the source line(s); `sweep` and `heading` are the comments that head the place;
    `loops` are those around it, `path` the branches' conditions with "then" or "else". `spot` is
    the node that no loop is around (see `lifetimes.Moment`), `top` the top-level node of the tree.
    """

    place: str
    sweep: str
    heading: str
    loops: tuple[str, ...]
    path: tuple[tuple[str, str], ...]
    live: tuple[str, ...]
    spot: tuple[int, ...]

    @property
    def top(self) -> int:
        return self.spot[0]


@dataclass(frozen=True)
class Timeline:
    """The events of a call in order. `sizes` are the bytes of each buffer, rounded up as in the
    arena; `arguments` those of arguments, seeds and gradients, which live throughout."""

    events: tuple[Event, ...]
    sizes: Mapping[str, sympy.Expr]
    arguments: sympy.Expr

    def bytes_of(self, values: Mapping[str, int]) -> dict[str, int]:
        """The bytes of every buffer where the sizes and integer arguments are `values`."""
        return {name: evaluate(size, dict(values)) for name, size in self.sizes.items()}

    def live_bytes(self, event: Event, values: Mapping[str, int]) -> int:
        """The bytes of the buffers that are live at `event`; KeyError names a missing value."""
        return sum(evaluate(self.sizes[name], dict(values)) for name in event.live)

    def total_bytes(self, event: Event, values: Mapping[str, int]) -> int:
        """Arguments, seeds and gradients as well."""
        return evaluate(self.arguments, dict(values)) + self.live_bytes(event, values)

    def live_bytes_at(self, values: Mapping[str, int]) -> list[int]:
        """The live bytes of every event."""
        known = self.bytes_of(values)
        return [sum(known[name] for name in event.live) for event in self.events]

    def peak(self, values: Mapping[str, int]) -> Event | None:
        """The first event with the most live bytes; None where nothing happens."""
        amounts = self.live_bytes_at(values)
        return self.events[amounts.index(max(amounts))] if amounts else None

    def cliques(self) -> list[frozenset[str]]:
        """The sets of buffers that are live together, without those that lie in another."""
        number: dict[str, int] = {}
        for event in self.events:
            for name in event.live:
                number.setdefault(name, len(number))
        distinct = list(dict.fromkeys(frozenset(e.live) for e in self.events))
        largest: list[frozenset[str]] = []
        for k, live in enumerate(distinct):  # most lie in one of their neighbours
            beside = distinct[max(k - 1, 0) : k] + distinct[k + 1 : k + 2]
            if live and not any(live < other for other in beside):
                largest.append(live)
        kept: list[tuple[frozenset[str], int]] = []
        for live in sorted(largest, key=lambda s: (-len(s), sorted(s))):
            bits = sum(1 << number[name] for name in live)
            if not any(bits & other == bits for _, other in kept):
                kept.append((live, bits))
        return [live for live, _ in kept]


def timeline(found: Lives, sizes: Mapping[str, sympy.Expr], arguments: sympy.Expr) -> Timeline:
    """The events of the moments in `found`; neighbours that do not differ are one."""
    events: list[Event] = []
    ways = _Ways(found)
    for moment, present in zip(found.moments, _present(found), strict=True):
        for way, live in ways.at(moment, present):
            event = ways.event(moment, way, live)
            if not events or events[-1] != event:
                events.append(event)
    return Timeline(tuple(events), dict(sizes), arguments)


def _present(found: Lives) -> Iterator[tuple[str, ...]]:
    """The buffers that are live at each moment, in the order of `found.of`."""
    names = list(found.of)
    changes: dict[int, list[int]] = {}
    for k, life in enumerate(found.of.values()):
        for stretch in life.stretches():
            changes.setdefault(stretch.start, []).append(k)
            changes.setdefault(stretch.stop, []).append(k)
    live: list[int] = []
    present: tuple[str, ...] = ()
    for number in range(len(found.moments)):
        for k in changes.get(number, ()):
            position = bisect_left(live, k)
            if live[position : position + 1] == [k]:
                del live[position]
            else:
                live.insert(position, k)
        if number in changes:
            present = tuple(names[k] for k in live)
        yield present


#: Conditions by their numbers, and whether they hold.
Way = tuple[tuple[int, bool], ...]


class _Ways:
    """What is live at moments, for each way that earlier or later branches may go.

    Conditions have numbers here: they are expressions, and long ones are slow to compare. What is
    asked for moment after moment with the same answer is kept.
    """

    def __init__(self, found: Lives) -> None:
        self.moments = found.moments
        numbers: dict[Condition, int] = {}
        self._number_at = {
            k: numbers.setdefault(condition, len(numbers))
            for k, condition in found.conditions.items()
        }
        self._guards: dict[str, Way] = {
            name: tuple(
                (numbers.setdefault(condition, len(numbers)), holds)
                for condition, holds in life.guards.items()
            )
            for name, life in found.of.items()
        }
        self._texts = [expr_text(condition.expr) for condition in numbers]
        self._arms: dict[int, str | None] = {}
        self._loops: dict[tuple[int, ...], tuple[str, ...]] = {}
        self._present: tuple[str, ...] = ()
        self._known: dict[tuple[tuple[int, bool], ...], list[tuple[Way, tuple[str, ...]]]] = {}

    def at(self, moment: Moment, present: tuple[str, ...]) -> list[tuple[Way, tuple[str, ...]]]:
        """The ways there are at the `moment`, where `present` may be live, and what is on each."""
        if present is not self._present:
            self._present = present
            self._known = {}
        if moment.arms not in self._known:
            fixed = {self._number_at[k]: holds for k, holds in moment.arms if k in self._number_at}
            self._known[moment.arms] = self._told(fixed, present)
        return self._known[moment.arms]

    def _told(
        self, fixed: dict[int, bool], present: tuple[str, ...]
    ) -> list[tuple[Way, tuple[str, ...]]]:
        alike = dict.fromkeys(self._guards[name] for name in present)
        wanted = dict.fromkeys(k for guards in alike for k, _ in guards if k not in fixed)
        conditions = list(wanted)[:_MOST_CONDITIONS]
        ways = []
        for choice in itertools.product((True, False), repeat=len(conditions)):
            way = tuple(zip(conditions, choice, strict=True))
            known = {**fixed, **dict(way)}
            ways.append((way, {guards for guards in alike if _possible(guards, known)}))
        return [
            (way, tuple(name for name in present if self._guards[name] in possible))
            for way, possible in ways
            if not any(possible < other for _, other in ways)
        ]

    def event(self, moment: Moment, way: Way, live: tuple[str, ...]) -> Event:
        texts = ((self._arm_text(k), holds) for k, holds in moment.arms)
        arms = [(text, _arm(holds)) for text, holds in texts if text is not None]
        arms += [(self._texts[k], _arm(holds)) for k, holds in way]
        return Event(
            place=place(moment.node),
            sweep=moment.headings[0] if moment.headings else "",
            heading=moment.headings[-1] if len(moment.headings) > 1 else "",
            loops=self._loop_texts(moment),
            path=tuple(dict.fromkeys(arms)),
            live=live,
            spot=moment.spot,
        )

    def _loop_texts(self, moment: Moment) -> tuple[str, ...]:
        """The headings of the loops around; `home` are the numbers of these."""
        if moment.home not in self._loops:
            self._loops[moment.home] = tuple(_loop_text(loop) for loop in moment.loops)
        return self._loops[moment.home]

    def _arm_text(self, k: int) -> str | None:
        """The condition of moment `k`; None where it is no branch of the program."""
        if k not in self._arms:
            node = self.moments[k].node
            self._arms[k] = None if _puts_back(node) else _condition_text(node)
        return self._arms[k]


def _possible(guards: Way, known: Mapping[int, bool]) -> bool:
    return all(known.get(condition, holds) == holds for condition, holds in guards)


def _puts_back(node: Node) -> bool:
    """Whether `node` is where arrays that changed places do so once more: no branch of the
    program, and no path through it."""
    return isinstance(node, If) and any(isinstance(n, Swap) for n in node.then)


def _arm(holds: bool) -> str:
    return "then" if holds else "else"


def _condition_text(node: Node) -> str:
    condition = getattr(node, "condition", None)
    return expr_text(condition) if condition is not None else ""


def _loop_text(loop: For | Rewind) -> str:
    if isinstance(loop, Rewind):
        return f"replay up to step {ir_text(loop.step)}"
    if loop.test is not None:
        return f"{loop.var} while {expr_text(loop.test)}"
    text = f"{loop.var} = {ir_text(loop.start)}:{ir_text(loop.stop)}"
    return text + (" backwards" if loop.backwards else "")


def place(node: Node) -> str:
    """The lines of the source that `node` comes from: `line 3`, `lines 3-5`, or `clearing`."""
    inside = (node,) if isinstance(node, If) and node.span else walk((node,))
    spans: list[Span] = [s for n in inside if (s := getattr(n, "span", None))]
    lines = sorted({span.line for span in spans})
    if not lines:
        return "clearing"
    return f"line {lines[0]}" if lines[0] == lines[-1] else f"lines {lines[0]}-{lines[-1]}"
