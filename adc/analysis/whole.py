"""The whole question: which of all its writes a use sees, at once.

It is asked where going outwards from the use, stage by stage (`flow.py`), would cost too much.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import islpy as isl

from adc.analysis.accesses import (
    AFTER,
    BEFORE,
    WRITE,
    Polyhedra,
    Sink,
    anonymous,
    label_of,
    parsed,
    parsed_set,
)
from adc.analysis.dataflow import Sources, dataflow, joined, limited, maps_of, without_strides
from adc.analysis.order import padded, relative_places
from adc.analysis.placement import Placed
from adc.analysis.remembered import MEMORY, remembered
from adc.analysis.shadows import Write, visible
from adc.ir.enums import When

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


def question(polyhedra: Polyhedra, sink: Sink, reverse: bool) -> tuple[list[str], Question]:
    """What isl is to be asked about `sink`, and the labels of the writes that have numbers there:
    those that the order of statements does not rule out."""
    here = polyhedra.placed[sink.point]
    use = (here, sink.index, sink.dims)
    return asked(polyhedra, sink, visible(polyhedra, sink.container, use, reverse), reverse)


def asked(
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
    relations = (use.text, *(w.text for _, (w, _) in numbered))
    asked = Question(
        must=tuple(texts for exact, texts in found if exact),
        may=tuple(texts for exact, texts in found if not exact),
        use=(anonymous(use.text), anonymous(timed(here, USE_PLACE, USE, phase))),
        facts=polyhedra.facts.about_relations(relations).texts,
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


def _exact(asked: Question) -> Answer:
    """isl's dataflow analysis."""
    sources, reading, own = _relations(asked)
    flow = dataflow(sources, reading, own)
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


def _relations(asked: Question) -> tuple[Sources, isl.UnionMap, isl.UnionMap]:
    """The writes, the reading, and when it happens."""
    plain = parsed_set(asked.facts[0])
    sources = Sources(
        union(relation for relation, _ in asked.must).intersect_params(plain),
        without_strides(union(relation for relation, _ in asked.may).intersect_params(plain)),
        union(times for _, times in asked.must + asked.may),
    )
    return sources, union(asked.use[:1]).intersect_params(plain), union(asked.use[1:])


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
    return joined(map(parsed, texts))
