"""Every decision of a small planning problem tried out, and random problems to try them on.

The simulation here is written against the text of `adc.checkpoint.optimise.model` alone: it makes a
trace of steps and of the buffers that each step touches, and reads lifetimes off the trace.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from adc.checkpoint.optimise.model import (
    Assignment,
    Choice,
    Kind,
    Learned,
    Option,
    Problem,
    Value,
    together,
)


@dataclass(frozen=True)
class Outcome:
    kept: frozenset[str]
    options: tuple[int, ...]
    seconds: float
    peak: int
    bytes: tuple[int, ...]


def simulate(problem: Problem, kept: frozenset[str], options: tuple[int, ...]) -> Outcome | None:
    """None if the decisions are impossible, or keep something that nothing needs."""
    values = {value.name: value for value in problem.values}
    order = list(values)
    taken = [choice.options[i] for choice, i in zip(problem.choices, options)]
    forward = forward_reasons(problem, kept, taken)
    seconds = sum(option.seconds for option in taken)
    seconds += sum(values[name].made_seconds for name in forward)
    needed: set[str] = set()
    rebuilt: set[str] = set()
    trace: list[tuple[int, int, int, set[str]]] = []  # event, base, scratch, touched buffers
    for event, base in enumerate(problem.base):
        wanted = {v.name for v in problem.values if event in v.uses}
        wanted |= {
            name
            for option in taken
            for name, at in option.needs
            if at == event and event not in values[name].points
        }
        making: set[str] = set()
        queue = sorted(wanted)
        while queue:
            name = queue.pop()
            needed.add(name)
            if name not in kept and name not in rebuilt:
                rebuilt.add(name)
                making.add(name)
                queue += values[name].operands
        for name in sorted(making, key=order.index):
            value = values[name]
            if value.seconds is None or value.fixed == Kind.KEEP:
                return None
            seconds += value.seconds
            before = problem.before[event] if problem.before else base
            trace.append((event, before, value.scratch, {name, *value.operands}))
        made = {v.name for v in problem.values if v.points[:1] == (event,) and v.name in kept}
        trace.append((event, base, 0, wanted | made))
    if not kept <= needed:
        return None
    if any(not values[n].points or values[n].fixed == Kind.REBUILD for n in kept):
        return None
    seconds += sum(values[name].keep_seconds for name in kept)
    alive = {name: [i for i, step in enumerate(trace) if name in step[3]] for name in needed}
    by_event = [0] * len(problem.base)
    for i, (event, base, scratch, _) in enumerate(trace):
        held = base + scratch
        held += sum(s for o in taken for first, last, s in o.holds if first <= event <= last)
        for name, value in values.items():
            there = name in alive and alive[name][0] <= i <= alive[name][-1]
            there |= event in value.points and name in forward and event <= forward[name]
            held += value.bytes if there and event not in value.absent else 0
        by_event[event] = max(by_event[event], held)
    peak = max(
        [*by_event, *(learned_bytes(x, kept, rebuilt, problem, options) for x in problem.learned)]
    )
    return Outcome(kept, options, seconds, peak, tuple(by_event))


def learned_bytes(
    learned: Learned,
    kept: frozenset[str],
    rebuilt: set[str],
    problem: Problem,
    options: tuple[int, ...],
) -> int:
    facts = {("keep", name, 0) for name in kept} | {("rebuild", name, 0) for name in rebuilt}
    facts |= {("option", c.name, i) for c, i in zip(problem.choices, options)}
    return learned.base + sum(
        size for d, size in learned.terms if (d.kind, d.name, d.index) in facts
    )


def forward_reasons(problem: Problem, kept: frozenset[str], taken: list[Option]) -> dict[str, int]:
    """The values that the forward sweep makes, with the last event there that has a reason to."""
    reasons = {
        v.name: v.points[-1]
        for v in problem.values
        if v.points and (v.name in kept or not v.optional)
    }
    values = {v.name: v for v in problem.values}
    asked = [need for option in taken for need in option.needs if need[1] in values[need[0]].points]
    while True:
        more = asked + [
            (operand, max(values[user].points[0], values[operand].points[0]))
            for user in reasons
            for operand in values[user].operands
            if values[operand].points
        ]
        grown = reasons | {}
        for name, event in more:
            grown[name] = max(event, grown.get(name, event))
        if grown == reasons:
            return reasons
        reasons = grown


def outcomes(problem: Problem) -> list[Outcome]:
    """Every decision that can be carried out."""
    names = [v.name for v in problem.values]
    ranges = [range(len(choice.options)) for choice in problem.choices]
    found = []
    for flags in itertools.product((False, True), repeat=len(names)):
        kept = frozenset(n for n, flag in zip(names, flags) if flag)
        for options in itertools.product(*ranges):
            outcome = simulate(problem, kept, options)
            if outcome is not None:
                found.append(outcome)
    return found


def fastest(all_of_them: list[Outcome], limit: int | None) -> Outcome | None:
    fitting = [o for o in all_of_them if limit is None or o.peak <= limit]
    return min(fitting, key=lambda o: o.seconds, default=None)


def limits(all_of_them: list[Outcome], count: int) -> Iterator[int | None]:
    """From too little to enough, each just at or just under what some decisions need."""
    peaks = sorted({o.peak for o in all_of_them})
    chosen = peaks[:: max(1, len(peaks) // count)]
    yield peaks[0] - 1
    for i, peak in enumerate(chosen):
        yield peak if i % 2 == 0 else peak - 1
    yield None


def random_problem(rng: random.Random, count: int, *, loops: int = 0) -> Problem:
    """`count` values in a random dataflow graph, branches, and `loops` loops."""
    forward = count + 2
    end = forward + count + rng.randrange(1, 5)
    values: list[Value] = []
    for i in range(count):
        values.append(random_value(rng, f"v{i}", i, forward, end, [v.name for v in values]))
    values = [lengthened(v, values, forward) for v in values]
    choices = tuple(
        Choice(
            f"L{i}",
            tuple(random_option(rng, values, forward, end) for _ in range(rng.randrange(1, 5))),
        )
        for i in range(loops)
    )
    base = tuple(rng.randrange(0, 30) for _ in range(end))
    before = tuple(rng.randrange(0, b + 1) for b in base) if rng.random() < 0.4 else ()
    problem = Problem(base, tuple(values), choices, before=before)
    learned = tuple(random_learned(rng, problem) for _ in range(rng.choice((0, 0, 1, 2))))
    return Problem(base, tuple(values), choices, None, learned, before)


def random_value(
    rng: random.Random, name: str, i: int, forward: int, end: int, earlier: list[str]
) -> Value:
    reverse = range(forward, end)
    uses = tuple(sorted(rng.sample(reverse, rng.choice((0, 0, 1, 1, 1, 2)))))
    kind = rng.random()
    first = int(kind * 1e6) % (i + 1) if int(kind * 1e3) % 5 == 0 else i  # before its operands
    absent = tuple(e for e in range(i + 1, end) if rng.random() < 0.25 and e not in uses)
    return Value(
        name,
        rng.choice((0, 8, 16, 24, 40, 64, 65, 1000)),
        (first,) if kind < 0.9 else (),
        uses,
        rng.choice((0.0, 1.0, 1.0, 2.0, rng.random() * 5)) if kind > 0.1 else None,
        tuple(rng.sample(earlier, min(len(earlier), rng.choice((0, 1, 1, 2, 3))))),
        rng.choice((0, 0, 0, 16, 100)),
        rng.choice((None,) * 8 + (Kind.KEEP, Kind.REBUILD)) if 0.1 < kind < 0.9 else None,
        rng.choice((0.0, 0.0, 0.1, 1.5)),
        rng.choice((0.0, 1.0, 2.5)),
        rng.random() < 0.4,
        absent if rng.random() < 0.3 else (),
    )


def lengthened(value: Value, values: list[Value], forward: int) -> Value:
    """Its points go on to the last of the values that are made from it."""
    if not value.points:
        return value
    users = [v.points[0] for v in values if value.name in v.operands and v.points]
    points = range(value.points[0], max([value.points[0], *users]) + 1)
    fields = {**value.__dict__, "points": tuple(p for p in points if p not in value.absent)}
    return Value(**fields)


def random_option(rng: random.Random, values: list[Value], forward: int, end: int) -> Option:
    holds = []
    for _ in range(rng.randrange(0, 3)):
        first = rng.randrange(end)
        holds.append((first, rng.randrange(first, end), rng.choice((8, 48, 200))))
    needs = []
    for value in rng.sample(values, min(len(values), rng.randrange(0, 3))):
        events = [*range(forward, end), *value.points]
        needs.append((value.name, rng.choice(events)))
    return Option(rng.choice((0.5, 1.0, 3.0, rng.random() * 4)), tuple(holds), tuple(needs))


def random_learned(rng: random.Random, problem: Problem) -> Learned:
    atoms = [Assignment(kind, v.name) for v in problem.values for kind in (Kind.KEEP, Kind.REBUILD)]
    atoms += [
        Assignment(Kind.OPTION, c.name, i) for c in problem.choices for i in range(len(c.options))
    ]
    some = rng.sample(atoms, min(len(atoms), rng.randrange(1, 4)))
    if rng.random() < 0.3:
        return together(some, rng.randrange(50, 400))
    return Learned(tuple((d, rng.choice((8, 100, 300))) for d in some), rng.randrange(0, 50))
