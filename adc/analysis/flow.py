"""Value-based dependences: which write a read sees, which write next destroys a value.

Both are isl's dataflow analysis (Feautrier, "Dataflow analysis of array and scalar references",
1991; isl manual, "Dependence Analysis"); the second runs it on the reversed schedule. Writes that
are not certain (a condition on data, an index that is not affine) are may-sources: the answer then
holds every write that it might be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache

import islpy as isl

from adc.analysis.accesses import (
    AFTER,
    BEFORE,
    WRITE,
    Polyhedra,
    anonymous,
    label_of,
    parsed,
    parsed_set,
)
from adc.analysis.order import padded, relative_places
from adc.analysis.placement import Placed
from adc.analysis.remembered import MEMORY, remembered
from adc.analysis.shadows import Visible, Write, visible
from adc.ir.enums import When
from adc.ir.expressions import Index
from adc.ir.node import Dim


@dataclass(frozen=True)
class Sink:
    """A use of `container[index]` over `dims` at statement `point`, before or after it."""

    name: str
    point: str
    container: str
    index: Index
    dims: tuple[Dim, ...] = ()
    when: When = When.BEFORE


@dataclass(frozen=True)
class Dependence:
    """Instances of the write `source` are those in question for the use `sink`.

    `together` says, for each loop around both (or that many of each), whether an instance of the
    write and one of the use that sees it always agree in its iteration.
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


def _flow(polyhedra: Polyhedra, sinks: list[Sink], reverse: bool) -> Flow:
    dependences: list[Dependence] = []
    unmatched: set[str] = set()
    for sink in sinks:
        seen = seen_by(polyhedra, sink, reverse)
        if seen.only is not None:  # there is nothing to ask
            placed = seen.only.placed
            together = (True,) * len(placed.loops)
            dependences.append(Dependence(placed.label, sink.name, together))
            continue
        labels, asked = _asked(polyhedra, sink, seen.writes, reverse)
        found = answer(asked)
        writes = sorted((labels[number], together) for number, together in found.writes)
        dependences += [Dependence(source, sink.name, together) for source, together in writes]
        if found.open_ended:
            unmatched.add(sink.name)
    return Flow(tuple(dependences), frozenset(unmatched))


#: The tuple name of the use, and the name of its place among those of the writes.
USE, USE_PLACE = "use", ""


@dataclass(frozen=True)
class Question:
    """A use and the writes of its container in isl's notation: all that the answer depends on.

    A relation comes with the times of its instances. Statements go by their numbers among the
    writes, and variables by theirs: programs that have like statements here give the same
    question, whatever these are called and whatever else there is.
    """

    must: tuple[tuple[str, str], ...]
    may: tuple[tuple[str, str], ...]
    use: tuple[str, str]
    facts: tuple[str, str]


@dataclass(frozen=True)
class Answer:
    """The writes by their numbers, with `together` of their dependences; whether some element may
    have none."""

    writes: tuple[tuple[int, tuple[bool, ...]], ...]
    open_ended: bool


def question(polyhedra: Polyhedra, sink: Sink, reverse: bool) -> Question:
    """What isl is to be asked about `sink`."""
    return _asked(polyhedra, sink, seen_by(polyhedra, sink, reverse).writes, reverse)[1]


def seen_by(polyhedra: Polyhedra, sink: Sink, reverse: bool) -> Visible:
    """The writes that `sink` may see by the order of statements."""
    here = polyhedra.placed[sink.point]
    return visible(polyhedra, sink.container, (here, sink.index, sink.dims), reverse)


def _asked(
    polyhedra: Polyhedra, sink: Sink, writes: list[Write], reverse: bool
) -> tuple[list[str], Question]:
    """The labels of the writes that count, and the question in which they have numbers."""
    here = polyhedra.placed[sink.point]
    numbered = list(enumerate((w.access, w.placed) for w in writes))
    places = relative_places(
        {USE_PLACE: here.schedule} | {p.label: p.schedule for _, (_, p) in numbered}
    )
    depth = max(len(place) for place in places.values())

    def timed(placed: Placed, place: str, name: str, phase: int) -> str:
        return polyhedra.times(placed, padded(places[place], depth), name, phase, reverse)

    use = polyhedra.relation(here, USE, sink.dims, sink.container, sink.index)
    phase = BEFORE if sink.when == When.BEFORE else AFTER
    found = [
        (
            w.exact,
            (
                anonymous(w.text).replace("S[", f"S_{number}[", 1),
                anonymous(timed(p, p.label, "S_", WRITE)).replace("S[", f"S_{number}[", 1),
            ),
        )
        for number, (w, p) in numbered
    ]
    asked = Question(
        must=tuple(texts for exact, texts in found if exact),
        may=tuple(texts for exact, texts in found if not exact),
        use=(anonymous(use.text), anonymous(timed(here, USE_PLACE, USE, phase))),
        facts=polyhedra.facts,
    )
    return [w.placed.label for w in writes], asked


@lru_cache(maxsize=MEMORY)
def answer(asked: Question) -> Answer:
    """What isl says, or where that takes too long, the larger set. A compilation asks much of it
    several times, one planning round after another; answers are kept for later runs, too."""
    if not asked.must and not asked.may:
        return Answer((), True)
    text = f"{asked.must}{asked.may}{asked.use}{asked.facts}"
    writes, open_ended = remembered("flow", text, lambda: _told(_answered(_met(asked))))
    return Answer(writes, open_ended)


def _told(found: Answer) -> tuple[object, ...]:
    return found.writes, found.open_ended


def _met(asked: Question) -> Question:
    """`asked` without the writes of other elements than are used."""
    elements, plain = asked.use[0], asked.facts[0]
    must, may = (
        tuple(w for w in writes if _meet(unnumbered(w[0]), elements, plain))
        for writes in (asked.must, asked.may)
    )
    return replace(asked, must=must, may=may)


@lru_cache(maxsize=MEMORY)
def _meet(written: str, used: str, plain: str) -> bool:
    """Whether two accesses, at any time, may be to one element."""
    both = parsed(written).range().intersect(parsed(used).range())
    return not both.intersect_params(parsed_set(plain)).is_empty()


def unnumbered(relation: str) -> str:
    """A write's relation without its number."""
    return NUMBER.sub("S[", relation, count=1)


NUMBER = re.compile(r"\bS_\d+\[")


def _answered(asked: Question) -> Answer:
    if not asked.must and not asked.may:
        return Answer((), True)
    for attempt in (_exact, _earlier):
        try:
            with limited():
                return attempt(asked)
        except isl.Error:  # out of operations, or a set with floors that isl cannot split
            continue
    return _everything(asked)


#: What a question may cost, in isl's own count of its operations, which is the same everywhere:
#: a limit in seconds would make the answer depend on the machine. A second holds some 800,000.
OPERATIONS = 1_000_000


@contextmanager
def limited() -> Iterator[None]:
    """isl raises its error when what is done inside takes more than `OPERATIONS`."""
    context = isl.DEFAULT_CONTEXT
    context.reset_operations()
    context.set_max_operations(OPERATIONS)
    try:
        yield
    finally:
        context.set_max_operations(0)
        context.reset_operations()


def _exact(asked: Question) -> Answer:
    """isl's dataflow analysis."""
    sources, reading, own = _relations(asked)
    info = isl.UnionAccessInfo.from_sink(reading)
    info = info.set_must_source(sources.must).set_may_source(sources.may)
    flow = info.set_schedule_map(sources.schedule.union(own)).compute_flow()
    cases = parsed_set(asked.facts[1])
    # `may_no_source` is that with no write for sure, and that which only may-sources reach.
    open_ended = not flow.get_may_no_source().intersect_params(cases).is_empty()
    return _answer(flow.get_full_may_dependence(), cases, open_ended)


def _earlier(asked: Question) -> Answer:
    """Every write of the elements read that comes before the reading: safe, seldom exact."""
    sources, reading, own = _relations(asked)
    writes = sources.must.union(sources.may)
    same_element = writes.apply_range(reading.range_map().reverse())
    earlier = sources.schedule.lex_lt_union_map(own)
    found = same_element.intersect(earlier.apply_range(reading.domain_map().reverse()))
    return _answer(found, parsed_set(asked.facts[1]), True)


def _everything(asked: Question) -> Answer:
    """All writes of the container, for all uses: always right, and no question at all."""
    reading = parsed(asked.use[0])
    writes = []
    for relation, _ in asked.must + asked.may:
        write = parsed(relation)
        number = int(label_of(write.get_tuple_name(isl.dim_type.in_)))
        writes.append((number, (False,) * _shared(write, reading)))
    return Answer(tuple(sorted(writes)), True)


def _shared(write: isl.Map, reading: isl.Map) -> int:
    return min(write.dim(isl.dim_type.in_), reading.dim(isl.dim_type.in_))


@dataclass(frozen=True)
class Sources:
    """Certain and possible writes of one container, and when they happen."""

    must: isl.UnionMap
    may: isl.UnionMap
    schedule: isl.UnionMap


def _relations(asked: Question) -> tuple[Sources, isl.UnionMap, isl.UnionMap]:
    """The writes, the reading, and when it happens."""
    plain = parsed_set(asked.facts[0])
    sources = Sources(
        union(relation for relation, _ in asked.must).intersect_params(plain),
        without_strides(union(relation for relation, _ in asked.may).intersect_params(plain)),
        union(times for _, times in asked.must + asked.may),
    )
    return sources, union(asked.use[:1]).intersect_params(plain), union(asked.use[1:])


#: Existential variables of a write that only may happen, from which on isl is not asked for them.
STRIDES = 2


def without_strides(may: isl.UnionMap) -> isl.UnionMap:
    """`may`, the writes to strided sections in several dimensions made larger, which is safe.

    isl's dataflow analysis goes through the cases in which each possible write happens or not;
    where many have such strides, it ends with a segmentation fault (in isl_basic_map_swap_div).
    """
    result = isl.UnionMap("{ }")
    for write in maps_of(may):
        pieces = write.get_basic_maps()
        strides = max((piece.dim(isl.dim_type.div) for piece in pieces), default=0)
        result = result.union(
            isl.UnionMap.from_map(write.remove_divs() if strides >= STRIDES else write)
        )
    return result


def _answer(dependences: isl.UnionMap, cases: isl.Set, open_ended: bool) -> Answer:
    """Case distinctions come last: earlier they would multiply the pieces that isl looks at."""
    writes = [
        (int(label_of(m.get_tuple_name(isl.dim_type.in_))), _together(m))
        for m in maps_of(dependences.intersect_params(cases))
    ]
    return Answer(tuple(sorted(writes)), open_ended)


def _together(dependence: isl.Map) -> tuple[bool, ...]:
    """For each level, whether instances of write and use agree in the iteration."""
    pairs = dependence.uncurry().domain().unwrap()
    write, use = pairs.dim(isl.dim_type.in_), pairs.dim(isl.dim_type.out)
    return tuple(
        pairs.is_subset(
            isl.Map.universe(pairs.get_space()).equate(
                isl.dim_type.in_, level, isl.dim_type.out, level
            )
        )
        for level in range(min(write, use))
    )


def union(texts: Iterable[str]) -> isl.UnionMap:
    """The union of the maps that `texts` describe."""
    result = isl.UnionMap("{ }")
    for text in texts:
        result = result.union(isl.UnionMap.from_map(parsed(text)))
    return result


def maps_of(union: isl.UnionMap) -> list[isl.Map]:
    result: list[isl.Map] = []
    union.foreach_map(result.append)
    return [m for m in result if not m.is_empty()]


def carries(dependence: Dependence, source: Placed, sink: Placed, level: int) -> bool:
    """Whether the dependence leads from one iteration of the loop at `level` to another, or out
    of it."""
    return level >= min(len(source.loops), len(sink.loops)) or not dependence.together[level]
