"""Value-based dependences: which write a read sees, which write next destroys a value.

Both are dataflow analysis (Feautrier, "Dataflow analysis of array and scalar references", 1991);
the second runs on the reversed order. The writes are gone through from the nearest one outwards
(`stages.py`), until nothing of the use is left that they have not surely written: questions stay
small, and statements that stand alike ask the same ones (`remainders.py`). Writes that are not
certain (a condition on data, an index that is not affine) take nothing away: the answer then holds
every write that it might be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from adc.analysis import remembered
from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.placement import Placed
from adc.analysis.questions import Question, used
from adc.analysis.remainders import OutOfOperationsError, Seen, Step
from adc.analysis.stages import SAME, Stage, shared_loops
from adc.analysis.whole import answer, question


@dataclass(frozen=True)
class Dependence:
    """Instances of the write `source` are those in question for the use `sink`.

    `together` says, for each of the loops around both, whether an instance of the write and one of
    the use that sees it always are in one iteration; there are as many as the fewer loops around
    one of the two, and those that are not around both are False.
    """

    source: str
    sink: str
    together: tuple[bool, ...]


@dataclass(frozen=True)
class Flow:
    """The dependences of some sinks; `unmatched` are sinks for which some element has no write."""

    dependences: tuple[Dependence, ...]
    unmatched: frozenset[str]

    def of(self, sink: str) -> list[Dependence]:
        return [d for d in self.dependences if d.sink == sink]


def next_writes(polyhedra: Polyhedra, sinks: Iterable[Sink]) -> Flow:
    """For each use, the first write after it that destroys the value (none: it stays intact)."""
    return _flow(polyhedra, list(sinks), reverse=True)


def last_writes(polyhedra: Polyhedra, sinks: Iterable[Sink]) -> Flow:
    """For each use, the write whose value it sees (none: the value on entry)."""
    return _flow(polyhedra, list(sinks), reverse=False)


def more_writes(polyhedra: Polyhedra, sink: Sink, known: Collection[str]) -> set[str]:
    """The writes that `sink` sees, but for some of those that are `known` to be seen: what takes no
    element away from others is not asked about again."""
    try:
        found, _ = staged(polyhedra, sink, reverse=False, known=known)
    except OutOfOperationsError:
        found, _ = at_once(polyhedra, sink, reverse=False)
    return set(found)


def sees_only(polyhedra: Polyhedra, sink: Sink, sources: Collection[str]) -> bool:
    """Whether each element of the use surely has a last write, and that is one of `sources`. Where
    it is not so, mostly the nearest write tells, and those further away are not asked about."""
    try:
        found, open_ended = staged(polyhedra, sink, reverse=False, only=sources)
    except OutOfOperationsError:
        found, open_ended = at_once(polyhedra, sink, reverse=False)
    return not open_ended and all(label in sources for label in found)


def _flow(polyhedra: Polyhedra, sinks: list[Sink], reverse: bool) -> Flow:
    dependences: list[Dependence] = []
    unmatched: set[str] = set()
    for sink in sinks:
        try:
            found, open_ended = staged(polyhedra, sink, reverse)
        except OutOfOperationsError:
            found, open_ended = at_once(polyhedra, sink, reverse)
        dependences += [Dependence(label, sink.name, found[label]) for label in sorted(found)]
        if open_ended:
            unmatched.add(sink.name)
    return Flow(tuple(dependences), frozenset(unmatched))


#: The writes by their labels, with `together` of their dependences; whether some element may have
#: none.
Found = tuple[dict[str, tuple[bool, ...]], bool]


def staged(
    polyhedra: Polyhedra, sink: Sink, reverse: bool, only: Collection[str] | None = None,
    known: Collection[str] = (),
) -> Found:  # fmt: skip
    """What `sink` sees, told from the nearest write outwards; no further than to the first stage
    with a write that is none of `only`, and without those `known` that take no element away from
    others. Raises OutOfOperationsError."""
    question = Question(polyhedra, sink, reverse)
    found: dict[str, tuple[bool, ...]] = {}
    rest = question.use.all
    for stage, numbers in question.asked_of(known):
        gate = question.gate(stage)
        if gate is not None and not rest.after(gate).seen:
            continue
        asked, numbers = question.asked(stage, numbers)
        step = COVERED if question.covers(stage, asked) else rest.after(asked)
        for seen in step.seen:
            placed = question.writers.all[numbers[seen.part]].placed
            together = _together(stage, seen.together, placed, question.here)
            before = found.get(placed.label, together)
            found[placed.label] = tuple(a and b for a, b in zip(before, together, strict=True))
        if step.rest is None or (only is not None and any(label not in only for label in found)):
            return found, False
        rest = step.rest
    return found, rest.open


#: What one write says that surely is of all elements, in the same iteration.
COVERED = Step((Seen(0, ()),), None)


def _together(
    stage: Stage, inner: tuple[bool, ...], source: Placed, sink: Placed
) -> tuple[bool, ...]:
    """For each level, whether writes of a stage happen in the iteration of the use."""
    carried = (False,) if stage.steps != SAME else ()
    told = (True,) * stage.common + carried + inner
    return told + (False,) * (min(len(source.loops), len(sink.loops)) - len(told))


def forget() -> None:
    """Have everything asked anew."""
    used.cache_clear()
    remembered.forget()
    answer.cache_clear()


def at_once(polyhedra: Polyhedra, sink: Sink, reverse: bool) -> Found:
    """What `sink` sees, asked as a whole; more than that where this, too, would cost too much."""
    labels, asked = question(polyhedra, sink, reverse)
    told = answer(asked)
    here = polyhedra.placed[sink.point]
    found = {}
    for number, together in told.writes:
        placed = polyhedra.placed[labels[number]]
        shared = shared_loops(placed.schedule, here.schedule)
        found[labels[number]] = together[:shared] + (False,) * len(together[shared:])
    return found, told.open_ended


def carries(dependence: Dependence, source: Placed, sink: Placed, level: int) -> bool:
    """Whether the dependence leads from one iteration of the loop at `level` to another, or out
    of it."""
    return level >= min(len(source.loops), len(sink.loops)) or not dependence.together[level]
