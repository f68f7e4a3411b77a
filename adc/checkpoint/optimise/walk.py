"""What given decisions cost: a plain walk over the events of a `Problem`, one step after the other.

It shares nothing with the integer program of `solver.py`, whose every answer is checked by it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from adc.checkpoint.optimise.model import (
    Assignment,
    Kind,
    Learned,
    Option,
    Problem,
    Solution,
    Value,
)

#: (event, n-th value): the step that rebuilds this value; (event, number of values): its own work.
Step = tuple[int, int]


@dataclass(frozen=True)
class Moment:
    """What is in memory at one step: bytes by name, "" being the base, "+name" scratch."""

    step: Step
    held: dict[str, int]

    @property
    def bytes(self) -> int:
        return sum(self.held.values())


@dataclass
class Walk:
    """Decisions carried through: what is made where, when it is needed last, all moments."""

    problem: Problem
    kept: frozenset[str]
    options: tuple[int, ...]
    made_for: dict[str, int] = field(default_factory=dict)
    last: dict[str, Step] = field(default_factory=dict)
    forward: dict[str, int] = field(default_factory=dict)
    """The last event of the forward sweep at which each value made there is in memory."""

    def __post_init__(self) -> None:
        self.index = {value.name: i for i, value in enumerate(self.problem.values)}
        self.chosen = [
            (choice.name, choice.options[i])
            for choice, i in zip(self.problem.choices, self.options, strict=True)
        ]

    def moments(self) -> Iterator[Moment]:
        """Every step of every event, in order."""
        rebuilt: dict[int, list[int]] = {}
        for name, event in self.made_for.items():
            rebuilt.setdefault(event, []).append(self.index[name])
        for event in range(len(self.problem.base)):
            for position in (*sorted(rebuilt.get(event, ())), len(self.problem.values)):
                yield self._moment((event, position))

    def _moment(self, step: Step) -> Moment:
        event, position = step
        values = self.problem.values
        own_work = position == len(values)
        base = self.problem.base if own_work or not self.problem.before else self.problem.before
        held = {"": base[event]}
        for value in values:
            if self._in_memory(value, step):
                held[value.name] = value.bytes
        for name, option in self.chosen:
            size = held_bytes(option, event)
            if size:
                held[name] = held.get(name, 0) + size
        if not own_work and values[position].scratch:
            held["+" + values[position].name] = values[position].scratch
        return Moment(step, held)

    def _in_memory(self, value: Value, step: Step) -> bool:
        event, name = step[0], value.name
        if event in value.absent:
            return False
        if event in value.points and event <= self.forward.get(name, -1):
            return True
        if name in self.kept:
            return value.points[0] <= event and step <= self.last[name]
        if name in self.made_for:
            return (self.made_for[name], self.index[name]) <= step <= self.last[name]
        return False

    def seconds(self) -> float:
        total = sum(option.seconds for _, option in self.chosen)
        for value in self.problem.values:
            total += value.keep_seconds if value.name in self.kept else 0.0
            if value.name in self.made_for:
                assert value.seconds is not None, "resolve() has seen that it can be rebuilt"
                total += value.seconds
            total += value.made_seconds if value.name in self.forward else 0.0
        return total

    def holds(self, assignment: Assignment) -> bool:
        if assignment.kind == Kind.KEEP:
            return assignment.name in self.kept
        if assignment.kind == Kind.REBUILD:
            return assignment.name in self.made_for
        names = [choice.name for choice in self.problem.choices]
        return self.options[names.index(assignment.name)] == assignment.index

    def learned_bytes(self, learned: Learned) -> int:
        return learned.base + sum(size for a, size in learned.terms if self.holds(a))


def held_bytes(option: Option, event: int) -> int:
    return sum(size for first, last, size in option.holds if first <= event <= last)


def walk(problem: Problem, kept: Collection[str], options: Sequence[int]) -> Walk | None:
    """Carry the decisions through; None if a value that is needed can neither be kept nor rebuilt.

    What is to be kept but never needed is not kept.
    """
    needs: dict[int, set[str]] = {}
    start: dict[str, int] = {}
    points = {value.name: value.points for value in problem.values}
    for value in problem.values:
        for event in value.uses:
            needs.setdefault(event, set()).add(value.name)
    for choice, i in zip(problem.choices, options, strict=True):
        for name, event in choice.options[i].needs:
            if event in points[name]:
                start[name] = max(event, start.get(name, event))
            else:
                needs.setdefault(event, set()).add(name)
    made_for, last = _resolve(problem, frozenset(kept), needs)
    result = Walk(problem, frozenset(kept) & last.keys(), tuple(options), made_for, last)
    result.forward = _forward(problem, result.kept, start)
    impossible = any(
        not (value.can_keep if value.name in result.kept else value.can_rebuild)
        for value in problem.values
        if value.name in last
    )
    return None if impossible else result


def _resolve(
    problem: Problem, kept: frozenset[str], needs: dict[int, set[str]]
) -> tuple[dict[str, int], dict[str, Step]]:
    """The event for which each value is rebuilt, and the last step at which each is needed."""
    made_for: dict[str, int] = {}
    last: dict[str, Step] = {}
    for event in sorted(needs):
        wanted = set(needs[event])
        for position in reversed(range(len(problem.values))):  # an operand stands before its users
            value = problem.values[position]
            if value.name in wanted and value.name not in kept and value.name not in made_for:
                made_for[value.name] = event
                for name in value.operands:
                    wanted.add(name)
                    last[name] = max(last.get(name, (-1, 0)), (event, position))
        for name in needs[event]:
            last[name] = (event, len(problem.values))
    return made_for, last


def _forward(problem: Problem, kept: frozenset[str], start: dict[str, int]) -> dict[str, int]:
    """The values that the forward sweep makes, with the last event at which it needs each."""
    until = dict(start)
    values = {value.name: value for value in problem.values}
    for value in reversed(problem.values):
        if not value.points:
            continue
        if value.name in kept or not value.optional:
            until[value.name] = value.points[-1]
        if value.name in until:
            for name in (n for n in value.operands if values[n].points):
                until[name] = max(until.get(name, -1), value.asks_at(values[name]))
    made = [value.name for value in problem.values if value.points and value.name in until]
    return {name: until[name] for name in made}


def solution_of(found: Walk) -> Solution:
    """The walk's figures, for the planner."""
    problem = found.problem
    by_event = [0] * len(problem.base)
    top = Moment((0, 0), {})
    for moment in found.moments():
        event = moment.step[0]
        by_event[event] = max(by_event[event], moment.bytes)
        top = max(top, moment, key=lambda m: m.bytes)
    learned = [found.learned_bytes(one) for one in problem.learned]
    names = [value.name for value in problem.values]
    return Solution(
        kept=tuple(n for n in names if n in found.kept),
        rebuilt=tuple(n for n in names if n in found.made_for),
        options=found.options,
        seconds=found.seconds(),
        bytes=tuple(by_event),
        peak=max([top.bytes, *learned]),
        peak_event=top.step[0],
        dominant=tuple(sorted(top.held.items(), key=lambda item: -item[1])),
        left_out=tuple(v.name for v in problem.values if v.points and v.name not in found.forward),
        rebuilt_for=dict(found.made_for),
    )


def evaluate(problem: Problem, kept: Collection[str], options: Sequence[int]) -> Solution | None:
    """The cost of given decisions, whatever the limit; None if they cannot be carried out."""
    found = walk(problem, kept, options)
    return None if found is None else solution_of(found)
