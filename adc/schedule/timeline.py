"""The memory of a call as a list of events: what is live where, on which path through branches.

Loops are folded: their body is there once. Where branches that test one condition lie apart, as in
a forward sweep and its reverse, what lies between them is there once for each way they may go.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
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
    for moment, present in zip(found.moments, _present(found), strict=True):
        for path, live in _ways(found, moment, present):
            event = _event(moment, found.moments, path, live)
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


Way = tuple[tuple[Condition, bool], ...]


def _ways(
    found: Lives, moment: Moment, present: tuple[str, ...]
) -> Iterator[tuple[Way, tuple[str, ...]]]:
    """What is live at the moment, for each way that earlier or later branches may go."""
    guarded = [name for name in present if found.of[name].guards]
    if not guarded:
        yield (), present
        return
    fixed = {found.conditions[k]: holds for k, holds in moment.arms if k in found.conditions}
    open_conditions = list(
        dict.fromkeys(c for n in guarded for c in found.of[n].guards if c not in fixed)
    )[:_MOST_CONDITIONS]
    ways = []
    for choice in itertools.product((True, False), repeat=len(open_conditions)):
        way = tuple(zip(open_conditions, choice, strict=True))
        known = {**fixed, **dict(way)}
        live = tuple(n for n in present if _possible(found.of[n].guards, known))
        ways.append((way, live))
    for way, live in ways:
        if not any(set(live) < set(other) for _, other in ways):
            yield way, live


def _possible(guards: Mapping[Condition, bool], known: Mapping[Condition, bool]) -> bool:
    return all(known.get(condition, holds) == holds for condition, holds in guards.items())


def _event(moment: Moment, moments: Sequence[Moment], way: Way, live: tuple[str, ...]) -> Event:
    arms = [
        (_condition_text(moments[k].node), _arm(holds))
        for k, holds in moment.arms
        if not _puts_back(moments[k].node)
    ]
    arms += [(expr_text(condition.expr), _arm(holds)) for condition, holds in way]
    return Event(
        place=place(moment.node),
        sweep=moment.headings[0] if moment.headings else "",
        heading=moment.headings[-1] if len(moment.headings) > 1 else "",
        loops=tuple(_loop_text(loop) for loop in moment.loops),
        path=tuple(dict.fromkeys(arms)),
        live=live,
        spot=moment.spot,
    )


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
