"""A use and the stages of writes that it may see, as questions about sets of elements."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.facts import Facts
from adc.analysis.placement import Iterations, Placed
from adc.analysis.remainders import Asked, Part, Remainder
from adc.analysis.remembered import MEMORY
from adc.analysis.spelled import Spelled, relation, renamed
from adc.analysis.stages import (
    BEFORE_THAT,
    BEFORE_THIS,
    SAME,
    Stage,
    Writer,
    Writers,
    shared_loops,
)
from adc.ir.enums import When


@dataclass(frozen=True, eq=False)
class Used:
    """What is used, with the loops around it as parameters.

    `known` are the constraints on its iterations; `bare` is a write of just the elements, where
    these hold; `all` is what writes are to be found for.
    """

    elements: Spelled
    known: frozenset[str]
    bare: str
    all: Remainder


@lru_cache(maxsize=MEMORY)
def used(elements: Spelled, facts: Facts) -> Used:
    """The use of `elements` where `facts` hold of sizes."""
    names = {var: f"u{level}" for level, var in enumerate(elements.variables)}
    domain = _numbered(elements.domain, names)
    around = tuple(renamed(text, names) for text in elements.around)
    inside = tuple(renamed(text, names) for text in elements.inside)
    bare = relation("S[]", "A", elements.rank, domain, inside)
    everything = relation("S[]", "A", elements.rank, domain, (*around, *inside))
    return Used(elements, _one(frozenset(around)), bare, Remainder(everything, facts))


@lru_cache(maxsize=MEMORY)
def _one(known: frozenset[str]) -> frozenset[str]:
    """One object for all equal ones: these are compared often."""
    return known


def _numbered(domain: tuple[str, ...], names: dict[str, str]) -> tuple[str, ...]:
    """The variables of a domain by their numbers, which `names` then holds, too."""
    numbered = tuple(f"d{number}" for number in range(len(domain)))
    names.update(zip(domain, numbered, strict=True))
    return numbered


@lru_cache(maxsize=MEMORY)
def written(write: Spelled, known: frozenset[str], common: int, steps: int, upwards: bool) -> str:
    """The relation of a write in a stage, from the loops that the use does not fix; what is
    `known` of those that it does fix is left out."""
    names = {var: f"u{level}" for level, var in enumerate(write.variables[:common])}
    dims: list[str] = []
    where: list[str] = []
    for level, var in enumerate(write.variables[common:], common):
        if level > common or steps != BEFORE_THIS:
            dims.append(f"x{level}")
            names[var] = dims[-1]
    if steps == BEFORE_THIS:
        names[write.variables[common]] = _before(common, upwards)
    elif steps == BEFORE_THAT:
        where = [_earlier(common, upwards)]
    domain = _numbered(write.domain, names)
    around = [renamed(text, names) for text in write.around]
    where += [text for text in around if text not in known]
    where += [renamed(text, names) for text in write.inside]
    return relation(f"S[{', '.join(dims)}]", "A", write.rank, domain, tuple(where))


@lru_cache(maxsize=MEMORY)
def far_enough(elements: Spelled, common: int, upwards: bool) -> str:
    """That there are iterations of the loop after `common` ones before the one before that of the
    use: a relation to all elements."""
    names = {var: f"u{level}" for level, var in enumerate(elements.variables[:common])}
    names[elements.variables[common]] = f"x{common}"
    where = [renamed(text, names) for text in elements.ranges[common]]
    where.append(_earlier(common, upwards))
    return relation(f"S[x{common}]", "A", elements.rank, (), tuple(where))


def _before(level: int, upwards: bool) -> str:
    return f"(u{level} - 1)" if upwards else f"(u{level} + 1)"


def _earlier(level: int, upwards: bool) -> str:
    return f"x{level} < u{level} - 1" if upwards else f"x{level} > u{level} + 1"


@dataclass(frozen=True, eq=False)
class Question:
    """Which writes `sink` sees, or which next destroy it in `reverse`, stage by stage."""

    polyhedra: Polyhedra
    sink: Sink
    reverse: bool

    @cached_property
    def here(self) -> Placed:
        return self.polyhedra.placed[self.sink.point]

    @cached_property
    def use(self) -> Used:
        sink = self.sink
        elements = self.polyhedra.spelled(self.here, sink.dims, sink.container, sink.index)
        return used(elements, self.polyhedra.facts)

    @cached_property
    def writers(self) -> Writers:
        return self.polyhedra.writers(self.sink.container)

    @property
    def stages(self) -> Iterator[Stage]:
        own = self.sink.when == (When.BEFORE if self.reverse else When.AFTER)
        return self.writers.stages(self.here, own, self.reverse)

    def gate(self, stage: Stage) -> Asked | None:
        """What has to meet the elements for `stage` to be asked about."""
        if stage.steps != BEFORE_THAT or isinstance(self.here.loops[stage.common], Iterations):
            return None
        return (Part(far_enough(self.use.elements, stage.common, stage.upwards), False),), ()

    def asked_of(self, known: Collection[str] = ()) -> Iterator[tuple[Stage, tuple[int, ...]]]:
        """The stages, and the writers of each that are to be asked about: not those that the use
        surely does not see, nor those `known` that may not write."""
        nearer: dict[str, list[Writer]] = {}
        for stage in self.stages:
            numbers = self._to_be_seen(stage, nearer)
            if known:
                writers = self.writers.all
                numbers = tuple(
                    n
                    for n in numbers
                    if writers[n].placed.label not in known or self._surely(n, stage)
                )
            if numbers:
                yield stage, numbers

    def _to_be_seen(self, stage: Stage, nearer: dict[str, list[Writer]]) -> tuple[int, ...]:
        """The writers of `stage` but for those in other arms, and those after which one that is
        `nearer` to the use writes the same; to these, by what they write, its own are added."""
        numbers = tuple(range(stage.first, stage.last))
        if stage.steps != SAME or not self._doubted(numbers):
            return numbers
        seen, own = [], []
        for number in numbers:
            writer = self.writers.all[number]
            if writer.excludes(self.here):
                continue
            text = self._written(writer, stage)
            if any(one.follows(writer) for one in nearer.get(text, ())):
                continue
            seen.append(number)
            own.append((text, writer))
        for text, writer in own:
            nearer.setdefault(text, []).append(writer)
        return tuple(seen)

    def _doubted(self, numbers: tuple[int, ...]) -> bool:
        return any(self.writers.all[number].placed.doubt for number in numbers)

    def _written(self, writer: Writer, stage: Stage) -> str:
        known = self.use.known
        return written(writer.elements, known, stage.common, stage.steps, stage.upwards)

    def _surely(self, number: int, stage: Stage) -> bool:
        return self.writers.all[number].surely(stage, self.here, self.reverse)

    def asked(self, stage: Stage, numbers: tuple[int, ...]) -> tuple[Asked, tuple[int, ...]]:
        """What to ask about the writers `numbers` of `stage`, and those that its parts are: the
        same for all uses at one place."""
        asked = self.writers.asked
        key = (self.sink.point, stage, self.reverse, numbers)
        if key not in asked:
            asked[key] = self._asked(stage, numbers)
        return asked[key]

    def _asked(self, stage: Stage, numbers: tuple[int, ...]) -> tuple[Asked, tuple[int, ...]]:
        parts = tuple(self._part(number, stage) for number in numbers)
        if len(parts) > 1:
            kept = self._unhidden(numbers, parts)
            numbers, parts = tuple(numbers[k] for k in kept), tuple(parts[k] for k in kept)
        if len(parts) == 1 and not parts[0].levels:
            return (parts, ()), numbers
        return (parts, self.writers.order(numbers, stage.depth, self.reverse)), numbers

    def _part(self, number: int, stage: Stage) -> Part:
        writer = self.writers.all[number]
        text = self._written(writer, stage)
        surely = self._surely(number, stage)
        if stage.steps == SAME:
            return Part(text, surely)
        shared = shared_loops(writer.placed.schedule, self.here.schedule)
        first = stage.common + (stage.steps == BEFORE_THIS)
        levels = tuple((level - first, level) for level in range(stage.common + 1, shared))
        return Part(text, surely, levels)

    def _unhidden(self, numbers: tuple[int, ...], parts: tuple[Part, ...]) -> list[int]:
        """Which of `parts` no other one, nearer to the use, surely writes over."""
        kept: list[int] = []
        over: dict[str, list[Writer]] = {}
        count = range(len(parts))
        for k in count if self.reverse else reversed(count):
            writer = self.writers.all[numbers[k]]
            later = over.setdefault(parts[k].text, [])
            if not any(one.follows(writer) for one in later):
                kept.append(k)
                later.append(writer)
        return sorted(kept)

    def covers(self, stage: Stage, asked: Asked) -> bool:
        """Whether the one write of `stage` surely is of all elements, wherever they are used."""
        (part, *others), _ = asked
        alone = stage.steps == SAME and not others
        return alone and part.exact and part.text == self.use.bare
