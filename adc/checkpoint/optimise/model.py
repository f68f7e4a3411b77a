"""The planner's optimisation problem as plain data: what to keep, to rebuild, how to run loops.

Time is a row of events: the forward sweep's, then the reverse sweep's. Before its own work an event
has one step for each value that is rebuilt for it, in the order of `Problem.values`. What is in
memory at a step:

- `Problem.base` at the event's own work, `Problem.before` while values are rebuilt for it;
- a value that the forward sweep makes, at its `points`;
- a kept value, from its first point to the last step at which it is needed;
- a rebuilt value, from the step that rebuilds it to the last step at which it is needed;
- the scratch of the value that is being rebuilt;
- what the chosen option of each loop holds.

A value is needed at its `uses`, at the `needs` of a chosen option, and at each step that rebuilds a
value made from it. It is rebuilt for the first event at which it is needed, once. No value is in
memory at an event that it names as `absent`: those on the other arms of a branch.

`solver.py` finds the fastest decisions that fit, `walk.py` says what given decisions cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from adc.diagnostics import InternalError

Payload = TypeVar("Payload")


class Kind(StrEnum):
    """What is decided of a value (KEEP, REBUILD), or of a choice (OPTION)."""

    KEEP = "keep"
    REBUILD = "rebuild"
    OPTION = "option"


@dataclass(frozen=True)
class Value:
    """An array of the forward sweep that the reverse sweep may need; `bytes` is its size.

    `points`: the events of the forward sweep at which it is in memory anyway, from its making to
    its last use there; empty: it cannot be kept. `uses`: the later events that need it whatever is
    decided; none: it is needed to rebuild others only, or by options. `seconds`: to rebuild it
    once, from `operands`, with `scratch` bytes of temporaries; None: it cannot be rebuilt.
    `keep_seconds`: what keeping it costs (fresh pages, a read from memory). `fixed`: where the user
    forces it, KEEP or REBUILD.

    An `optional` value need not be made by the forward sweep (gradient-only mode): it is made,
    for `made_seconds`, if it is kept, if a value made from it is made there, or if a chosen option
    needs it at one of its points; and it is in memory to the last of these, not at all its points.
    """

    name: str
    bytes: int
    points: tuple[int, ...]
    uses: tuple[int, ...] = ()
    seconds: float | None = None
    operands: tuple[str, ...] = ()
    scratch: int = 0
    fixed: Kind | None = None
    keep_seconds: float = 0.0
    made_seconds: float = 0.0
    optional: bool = False
    absent: tuple[int, ...] = ()

    @property
    def can_keep(self) -> bool:
        return bool(self.points) and self.fixed != Kind.REBUILD

    @property
    def can_rebuild(self) -> bool:
        return self.seconds is not None and self.fixed != Kind.KEEP

    def asks_at(self, operand: Value) -> int:
        """The event of the forward sweep at which its making takes `operand`: the first of both,
        for an array may be begun before what a later part of it is made from."""
        return max(self.points[0], operand.points[0])


@dataclass(frozen=True)
class Option:
    """One way to reverse a loop.

    `holds`: (first event, last event, bytes), both inclusive. `needs`: (value, event) that it needs
    in memory at the event's own work; at one of the value's points it asks only that the value is
    made.
    """

    seconds: float
    holds: tuple[tuple[int, int, int], ...] = ()
    needs: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Choice:
    """A loop: exactly one of its options."""

    name: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Assignment:
    """One decision: value `name` is kept or rebuilt, or choice `name` takes option `index`."""

    kind: Kind
    name: str
    index: int = 0


@dataclass(frozen=True)
class Learned:
    """A moment of the real timeline: `base` bytes and those of each assignment that holds.

    The sum counts towards the peak like an event's bytes. `base` may be negative (see `together`).
    """

    terms: tuple[tuple[Assignment, int], ...]
    base: int = 0


def together(assignments: Sequence[Assignment], size: int) -> Learned:
    """All of `assignments` together reach `size` bytes; without one of them nothing is known."""
    return Learned(tuple((a, size) for a in assignments), size * (1 - len(assignments)))


@dataclass(frozen=True)
class Problem:
    """`base`: bytes at the work of each event whatever is decided, `before`: while values are
    rebuilt for it (empty: the same). `limit`: the most bytes at any step, None for no limit.

    Operands stand before the values that are made from them.
    """

    base: tuple[int, ...]
    values: tuple[Value, ...] = ()
    choices: tuple[Choice, ...] = ()
    limit: int | None = None
    learned: tuple[Learned, ...] = ()
    before: tuple[int, ...] = ()


@dataclass(frozen=True)
class Solution:
    """Decisions and what they cost. Names stand in the order of the problem.

    `rebuilt_for`: the event for which each rebuilt value is made; `left_out`: the optional values
    that the forward sweep does not make; `options`: the index taken of each choice; `bytes`: the
    most at each event, its own work and the rebuilding before it; `peak`: the most of all, learned
    moments included. `dominant`: what is in memory where the peak of the events is (at
    `peak_event`), largest first; "" is the base. `gap`: the share of `seconds` that a better plan
    might save (0 but for large problems, see solver.py).
    """

    kept: tuple[str, ...]
    rebuilt: tuple[str, ...]
    options: tuple[int, ...]
    seconds: float
    bytes: tuple[int, ...]
    peak: int
    peak_event: int
    dominant: tuple[tuple[str, int], ...]
    left_out: tuple[str, ...] = ()
    rebuilt_for: Mapping[str, int] = field(default_factory=dict)
    gap: float = 0.0


def validate(problem: Problem) -> None:
    """Raise InternalError where `problem` is not what this module describes."""
    seen: set[str] = set()
    count = len(problem.base)
    if problem.before and len(problem.before) != count:
        raise InternalError("planning: `before` and `base` differ in length")
    for value in problem.values:
        events = (*value.points, *value.uses)
        if list(events) != sorted(set(events)) or any(not 0 <= e < count for e in events):
            raise InternalError(f"planning: {value.name}: events {events} of {count}")
        if value.name in seen or not seen.issuperset(value.operands):
            raise InternalError(f"planning: {value.name} stands twice or before its operands")
        if min(value.bytes, value.scratch) < 0 or (
            value.points and value.points[0] in value.absent
        ):
            raise InternalError(f"planning: {value.name} has a negative size or absent first point")
        seen.add(value.name)
    _validate_choices(problem, seen)


def _validate_choices(problem: Problem, values: set[str]) -> None:
    for choice in problem.choices:
        for option in choice.options:
            bad = [h for h in option.holds if not 0 <= h[0] <= h[1] < len(problem.base) or h[2] < 0]
            if bad or not values.issuperset(name for name, _ in option.needs):
                raise InternalError(f"planning: loop {choice.name} has a malformed option {option}")
        if not choice.options:
            raise InternalError(f"planning: loop {choice.name} has no option")
    sizes = {choice.name: len(choice.options) for choice in problem.choices}
    if len(sizes) != len(problem.choices) or not values.isdisjoint(sizes):
        raise InternalError("planning: a loop and another loop or value of one name")
    for assignment, size in (term for learned in problem.learned for term in learned.terms):
        known = assignment.index < sizes.get(assignment.name, 0)
        if not (known if assignment.kind == Kind.OPTION else assignment.name in values) or size < 0:
            raise InternalError(f"planning: learned about {assignment}, which is no decision")


def pareto(
    points: Iterable[tuple[int, float, Payload]],
) -> list[tuple[int, float, Payload]]:
    """The points (bytes, seconds, payload) that no other beats in both, from few bytes to many.

    Of equal ones the first stays.
    """
    best: list[tuple[int, float, Payload]] = []
    for point in sorted(points, key=lambda p: (p[0], p[1])):
        if not best or point[1] < best[-1][1]:
            best.append(point)
    return best
