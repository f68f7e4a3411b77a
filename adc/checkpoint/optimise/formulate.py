"""A `Problem` as an integer program.

Integer columns are the decisions alone: one per value that may be kept or rebuilt, one per option.
The rest follows from them and is continuous (whole values satisfy it whenever the decisions are
whole): `made(v, e)`, v is rebuilt for event e or before; `carried_to(v, step)`, v is in memory up
to that step because it is needed then or later. They exist only for the events at which they can
change. They are written cumulatively ("by e" rather than "at e"), which keeps the linear relaxation
close.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from adc.checkpoint.optimise.integer import ONE, ZERO, IntegerProgram, Linear, total
from adc.checkpoint.optimise.model import Assignment, Kind, Learned, Problem, Value
from adc.checkpoint.optimise.walk import Step, held_bytes

#: What is in memory at a step: its name, bytes, and whether it is there (0 or 1).
Term = tuple[str, int, Linear]


class Formulation:
    """Columns and rows for the decisions of `problem`; rows for memory are asked for by step."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.program = IntegerProgram()
        self.index = {value.name: i for i, value in enumerate(problem.values)}
        self.users: dict[str, list[Value]] = {value.name: [] for value in problem.values}
        for value in problem.values:
            for name in dict.fromkeys(value.operands):
                self.users[name].append(value)
        self.options = [self._one_of(len(choice.options)) for choice in problem.choices]
        self.asked, self.forward_asked = self._option_needs()
        self.windows: dict[str, list[int]] = {}
        for value in reversed(problem.values):
            self.windows[value.name] = self._window(value)
        self.keep: dict[str, Linear] = {}
        self.rebuild: dict[str, Linear] = {}
        for value in problem.values:
            self._decide(value)
        self.made_columns = {value.name: self._made_columns(value) for value in problem.values}
        for value in problem.values:
            self._link(value)
        self.carried = {value.name: self._carried(value) for value in problem.values}
        self.made_forward: dict[str, Linear] = {}
        self.present: dict[str, list[tuple[int, Linear]]] = {}
        for value in reversed(problem.values):
            self._forward(value)

    def _one_of(self, count: int) -> list[Linear]:
        if count == 1:
            return [ONE]
        columns = [self.program.column(integer=True) for _ in range(count)]
        self.program.at_least(total(columns), ONE)
        self.program.at_least(ONE, total(columns))
        return columns

    def _option_needs(
        self,
    ) -> tuple[dict[str, list[tuple[int, int, Linear]]], dict[str, list[tuple[int, int, Linear]]]]:
        """By value: (event, choice, option), in the reverse sweep and at points of the forward."""
        reverse: dict[str, list[tuple[int, int, Linear]]] = {n: [] for n in self.index}
        forward: dict[str, list[tuple[int, int, Linear]]] = {n: [] for n in self.index}
        for c, choice in enumerate(self.problem.choices):
            for option, literal in zip(choice.options, self.options[c], strict=True):
                for name, event in dict.fromkeys(option.needs):
                    at_point = event in self.problem.values[self.index[name]].points
                    (forward if at_point else reverse)[name].append((event, c, literal))
        return reverse, forward

    # The decisions about values, and when a rebuilt one is made

    def _window(self, value: Value) -> list[int]:
        """The events at which `value` may be needed first, if it can be rebuilt."""
        if not value.can_rebuild:
            return []
        events = {event for event, _, _ in self.asked[value.name]}
        for user in self.users[value.name]:
            events.update(self.windows[user.name])
        if value.uses:
            events = {event for event in events if event < value.uses[0]} | {value.uses[0]}
        return sorted(events)

    def _may_be_needed(self, value: Value) -> bool:
        users = self.users[value.name]
        return bool(
            value.uses or self.asked[value.name] or any(self.windows[u.name] for u in users)
        )

    def _decide(self, value: Value) -> None:
        keep, rebuild = ZERO, ZERO
        if self._may_be_needed(value):
            if value.can_keep and value.uses and not value.can_rebuild:
                keep = ONE
            elif value.can_keep:
                keep = self.program.column(integer=True)
            if value.can_rebuild:
                rebuild = ONE - keep if value.uses else self.program.column()
            self.program.at_least(ONE, keep + rebuild)
            if value.uses:
                self.program.at_least(keep + rebuild, ONE)
        self.keep[value.name], self.rebuild[value.name] = keep, rebuild

    def _made_columns(self, value: Value) -> list[Linear]:
        """Whether it is made by each event of its window; by the last one iff it is rebuilt."""
        window = self.windows[value.name]
        columns = [self.program.column() for _ in window[1:]]
        columns += [self.rebuild[value.name]] if window else []
        return columns

    def made(self, value: Value, event: int, *, before: bool = False) -> Linear:
        """Whether `value` is rebuilt for `event` or earlier (`before`: earlier)."""
        find = bisect_left if before else bisect_right
        count = find(self.windows[value.name], event)
        return self.made_columns[value.name][count - 1] if count else ZERO

    def made_for(self, value: Value, event: int) -> Linear:
        return self.made(value, event) - self.made(value, event, before=True)

    def _link(self, value: Value) -> None:
        """Made as soon as it is needed, unless it is kept."""
        keep = self.keep[value.name]
        reasons = {event for event, _, _ in self.asked[value.name]}
        reasons.update(e for user in self.users[value.name] for e in self.windows[user.name])
        for event in sorted(reasons):
            there = keep + self.made(value, event)
            for reason in self._reasons(value, event):
                self.program.at_least(there, reason)
        if any(self._carried_steps(self.problem.values[self.index[o]]) for o in value.operands):
            self.not_before_need(value)

    def not_before_need(self, value: Value) -> None:
        """Not made before it is needed.

        To make it early costs memory, and spares some only where an operand is dropped earlier for
        it, so that most values go without these rows.
        """
        for event in self.windows[value.name]:
            if not value.uses or event < value.uses[0]:
                reason = total(self._reasons(value, event))
                self.program.at_least(reason, self.made(value, event))
        for earlier, later in pairwise(self.made_columns[value.name]):
            self.program.at_least(later, earlier)

    def _reasons(self, value: Value, event: int) -> Iterator[Linear]:
        """Each is 1 if something that can be decided has needed `value` at `event` or before."""
        for user in self.users[value.name]:
            yield self.made(user, event)
        yield from _by_choice(x for x in self.asked[value.name] if x[0] <= event)

    # How long a value is there because it is needed later

    def _carried(self, value: Value) -> list[tuple[Step, Linear]]:
        """(step, whether the value is carried to it: there before, and needed then or later).

        Only after the last of its own uses. Steps are coarse: (event, 0) stands for all the
        rebuilding before the event's own work, (event, 1).
        """
        carried = []
        for i, step in enumerate(self._carried_steps(value)):
            first = not value.uses and i == 0  # nothing can have made it or done with it before
            column = self.keep[value.name] if first else self.program.column()
            made_later = self._made_from(value, step)
            for reason in self._needed_from(value, step):
                self.program.at_least(column, reason - made_later)
            carried.append((step, column))
        return carried

    def _carried_steps(self, value: Value) -> list[Step]:
        last = value.uses[-1] if value.uses else -1
        events = {event for user in self.users[value.name] for event in self.windows[user.name]}
        asked = {event for event, _, _ in self.asked[value.name]}
        steps = {(event, 0) for event in events | asked if event > last}
        return sorted(steps | {(event, 1) for event in asked if event > last})

    def _made_from(self, value: Value, step: Step) -> Linear:
        """Whether it is rebuilt at this coarse step or later."""
        if not self.windows[value.name]:
            return ZERO
        return self.rebuild[value.name] - self.made(value, step[0], before=step[1] == 0)

    def _needed_from(self, value: Value, step: Step) -> Iterator[Linear]:
        for user in self.users[value.name]:
            yield self._made_from(user, step)
        yield from _by_choice(x for x in self.asked[value.name] if x[0] >= step[0])

    def carried_to(self, value: Value, step: Step) -> Linear:
        """The column for this coarse step, which is after the last of its own uses."""
        carried = self.carried[value.name]
        position = bisect_left(carried, step, key=lambda item: item[0])
        return carried[position][1] if position < len(carried) else ZERO

    # The forward sweep

    def _forward(self, value: Value) -> None:
        """`made_forward`, and for an optional value how long the forward sweep needs it."""
        self.made_forward[value.name] = ONE if value.points else ZERO
        if not (value.optional and value.points):
            return
        keep = self.keep[value.name]
        reasons = [
            (user.asks_at(value), self.made_forward[user.name])
            for user in self.users[value.name]
            if user.points
        ]
        asked = self.forward_asked[value.name]
        events = sorted({event for event, _ in reasons} | {event for event, _, _ in asked})
        made = self.program.column()
        self.program.at_least(made, keep)
        steps: list[tuple[int, Linear]] = []
        for event in events:
            column = self.program.column()
            self.program.at_least(column, keep)
            self.program.at_least((steps[-1][1] if steps else made), column)
            for literal in (*(x for e, x in reasons if e == event), *_by_choice(asked, event)):
                self.program.at_least(column, literal)
            steps.append((event, column))
        self.made_forward[value.name], self.present[value.name] = made, steps

    def _at_point(self, value: Value, event: int) -> Linear:
        if not value.optional:
            return ONE
        if event == value.points[0]:
            return self.made_forward[value.name]
        steps = self.present[value.name]
        position = bisect_left(steps, event, key=lambda item: item[0])
        return steps[position][1] if position < len(steps) else self.keep[value.name]

    # Memory

    def seconds(self) -> Linear:
        parts = []
        for value in self.problem.values:
            parts.append(self.keep[value.name] * value.keep_seconds)
            parts.append(self.rebuild[value.name] * (value.seconds or 0.0))
            parts.append(self.made_forward[value.name] * value.made_seconds)
        for choice, literals in zip(self.problem.choices, self.options, strict=True):
            parts += [x * o.seconds for o, x in zip(choice.options, literals, strict=True)]
        return total(parts)

    def terms(self, step: Step) -> list[Term]:
        """What is in memory at `step`, if the value is rebuilt there that the step is for."""
        event = step[0]
        result = []
        for value in self.problem.values:
            if value.bytes and event not in value.absent:
                there = self._in_memory(value, step)
                if there is not ZERO:
                    result.append((value.name, value.bytes, there))
        for choice, literals in zip(self.problem.choices, self.options, strict=True):
            for option, literal in zip(choice.options, literals, strict=True):
                size = held_bytes(option, event)
                if size:
                    result.append((choice.name, size, literal))
        return result

    def _in_memory(self, value: Value, step: Step) -> Linear:
        event, position = step
        if event in value.points:
            return self._at_point(value, event)
        if value.points and event < value.points[0]:
            return ZERO
        own_work = position == len(self.problem.values)
        rebuilding = None if own_work else self.problem.values[position]
        if rebuilding and value.name in (rebuilding.name, *rebuilding.operands):
            return ONE
        not_yet = self.index[value.name] > position  # if it is made for this event, then after this
        if value.uses and event <= value.uses[-1]:
            return self.keep[value.name] + self.made(value, event, before=not_yet)
        after = self.carried_to(value, (event, 1))
        return after if own_work else self._carried_within(value, step, after, not_yet)

    def _carried_within(self, value: Value, step: Step, after: Linear, not_yet: bool) -> Linear:
        """Whether it is there at the fine step `step`, needed then or later."""
        event, position = step
        users = [user for user in self.users[value.name] if self.index[user.name] > position]
        soon = [self.made_for(user, event) for user in users if event in self.windows[user.name]]
        made_now = self.made_for(value, event) if not_yet else ZERO
        if not soon and not made_now.terms:
            return after
        column = self.program.column()
        for reason in (after, *soon):
            self.program.at_least(column, reason - made_now)
        return column

    def decided(self, assignment: Assignment) -> Linear:
        if assignment.kind == Kind.OPTION:
            names = [choice.name for choice in self.problem.choices]
            return self.options[names.index(assignment.name)][assignment.index]
        return (self.keep if assignment.kind == Kind.KEEP else self.rebuild)[assignment.name]

    def learned_terms(self, learned: Learned) -> list[Term]:
        return [(a.name, size, self.decided(a)) for a, size in learned.terms]


def _by_choice(
    asked: Iterable[tuple[int, int, Linear]], event: int | None = None
) -> Iterator[Linear]:
    """One literal per loop: one of its options that ask is taken."""
    groups: dict[int, dict[int, Linear]] = {}
    for at, choice, literal in asked:
        if event is None or at == event:
            groups.setdefault(choice, {})[id(literal)] = literal
    for literals in groups.values():
        yield total(literals.values())
