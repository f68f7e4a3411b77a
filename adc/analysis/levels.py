"""Costs of statements, and of the bodies that hold them: what `analysis.cost` finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Traffic:
    """Bytes that a statement reads from and writes to an array, all runs together.

    An element counts once per run, however often the run reads it. `lines` are the distinct bytes
    of both, in whole cache lines. An array that is `on_host` is behind a device's bus, and in none
    of its caches.
    """

    container: str
    read: int
    written: int
    lines: int
    on_host: bool = False


@dataclass(frozen=True)
class StatementCost:
    """All runs of one statement. `points` are evaluated, `calls` of the mathematical library and
    `flops` besides are made: an operation that some domain variables leave unchanged, once for
    them. `contiguous`: the innermost variable walks through neighbouring elements, or none.
    `product`: it has the form of a matrix product. `beside`: it is a copy to the host's memory or
    from there that what stands around it does not wait for.
    """

    label: str
    points: int
    runs: int
    flops: int
    calls: int
    traffic: tuple[Traffic, ...]
    contiguous: bool
    array: bool
    product: bool
    beside: bool = False

    @property
    def read(self) -> int:
        return sum(t.read for t in self.traffic)

    @property
    def written(self) -> int:
        return sum(t.written for t in self.traffic)


@dataclass(frozen=True)
class Level:
    """A body that is entered `executions` times and passed through `passes` times in all.

    `one` holds the distinct bytes per array of one pass, `every` those of all passes of one
    execution. With `exclusive` parts, one of them is run (the arms of a branch).
    """

    executions: int
    passes: int
    parts: tuple[Level | StatementCost, ...]
    one: Mapping[str, int]
    every: Mapping[str, int]
    exclusive: bool = False

    @property
    def statements(self) -> Iterator[StatementCost]:
        for part in self.parts:
            if isinstance(part, Level):
                yield from part.statements
            else:
                yield part

    @property
    def working_set(self) -> int:
        """Distinct bytes that one execution touches."""
        return sum(self.every.values())


# -- routines -------------------------------------------------------------------------------------

#: Between a routine's name and that of a container of its own: in no name of a program's.
OWN = " "


def hidden(parts: Sequence[Level | StatementCost]) -> dict[str, int]:
    """The bytes of the containers that routines called in `parts` have for themselves: those of one
    run, for each run has the same."""
    found: dict[str, int] = {}
    for part in parts:
        for name, amount in part.every.items() if isinstance(part, Level) else ():
            if OWN in name:
                found[name] = max(amount, found.get(name, 0))
    return found


def condensed(level: Level) -> Level:
    """`level` with few statements that stand for all of theirs: calls in calls, each with all that
    is in it, would be without number."""
    groups: dict[tuple[bool, bool, bool], list[StatementCost]] = {}
    for s in level.statements:
        groups.setdefault((s.contiguous, s.array, s.product), []).append(s)
    parts = []
    for (contiguous, array, product), group in groups.items():
        points, runs = sum(s.points for s in group), sum(s.runs for s in group)
        flops, calls = sum(s.flops for s in group), sum(s.calls for s in group)
        traffic: dict[str, Traffic] = {}
        for t in (t for s in group for t in s.traffic):
            old = traffic.get(t.container, Traffic(t.container, 0, 0, 0))
            read, written = old.read + t.read, old.written + t.written
            traffic[t.container] = Traffic(t.container, read, written, old.lines + t.lines)
        parts.append(
            StatementCost(
                "", points, runs, flops, calls, tuple(traffic.values()), contiguous, array, product
            )
        )
    return replace(level, parts=tuple(parts), one=level.every, exclusive=False)


def repeated(level: Level, runs: int, actual: Callable[[str], str], label: str) -> Level:
    """The cost of a routine that is run `runs` times by the call `label`, in whose program its
    containers are the `actual` ones."""

    def renamed(amounts: Mapping[str, int]) -> dict[str, int]:
        found: dict[str, int] = {}
        for name, amount in amounts.items():
            here = actual(name)
            found[here] = found.get(here, 0) + amount
        return found

    def traffic(t: Traffic) -> Traffic:
        return Traffic(actual(t.container), t.read * runs, t.written * runs, t.lines * runs)

    def part(p: Level | StatementCost) -> Level | StatementCost:
        if isinstance(p, Level):
            return repeated(p, runs, actual, label)
        return replace(
            p,
            label=label,
            points=p.points * runs,
            runs=p.runs * runs,
            flops=p.flops * runs,
            calls=p.calls * runs,
            traffic=tuple(map(traffic, p.traffic)),
        )

    return Level(
        level.executions * runs,
        level.passes * runs,
        tuple(map(part, level.parts)),
        renamed(level.one),
        renamed(level.every),
        level.exclusive,
    )
