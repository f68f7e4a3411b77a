"""Value-based dependences: which write a read sees, which write next destroys a value.

Both are isl's dataflow analysis (Feautrier, "Dataflow analysis of array and scalar references",
1991; isl manual, "Dependence Analysis"); the second runs it on the reversed schedule. Writes that
are not certain (a condition on data, an index that is not affine) are may-sources: the answer then
holds every write that it might be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import islpy as isl

from adc.analysis.accesses import AFTER, BEFORE, WRITE, Accesses, Polyhedra, label_of, tuple_of
from adc.analysis.placement import Placed
from adc.ir.expressions import Index
from adc.ir.nodes import Dim


@dataclass(frozen=True)
class Sink:
    """A use of `container[index]` over `dims` at statement `point`, before or after it."""

    name: str
    point: str
    container: str
    index: Index
    dims: tuple[Dim, ...] = ()
    when: str = "before"


@dataclass(frozen=True)
class Dependence:
    """`relation`: instances of the write `source` -> [sink instance -> element].

    `certain`: isl found each of these to be the one write in question.
    """

    source: str
    sink: str
    relation: isl.Map


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
        sources = sources_of(polyhedra, sink.container, reverse)
        if sources is None:
            unmatched.add(sink.name)
            continue
        found, open_ended = _flow_of(polyhedra, sink, sources, reverse)
        dependences += found
        if open_ended:
            unmatched.add(sink.name)
    return Flow(tuple(dependences), frozenset(unmatched))


def sources_of(polyhedra: Polyhedra, container: str, reverse: bool) -> Sources | None:
    """The writes of `container`, worked out once; None where there are none."""
    key = (container, reverse)
    if key not in polyhedra.sources:
        writes = [w for w in polyhedra.writes if w.container == container]
        polyhedra.sources[key] = _sources(polyhedra, writes, reverse) if writes else None
    return polyhedra.sources[key]  # type: ignore[return-value]


@dataclass(frozen=True)
class Sources:
    """Certain and possible writes of one container, and when they happen."""

    must: isl.UnionMap
    may: isl.UnionMap
    schedule: isl.UnionMap


def _sources(polyhedra: Polyhedra, writes: list[Accesses], reverse: bool) -> Sources:
    must = may = schedule = isl.UnionMap("{ }")
    for write in writes:
        relation = isl.UnionMap.from_map(write.relation)
        if write.exact:
            must = must.union(relation)
        else:
            may = may.union(relation)
        order = polyhedra.schedule(
            polyhedra.placed[write.label], tuple_of(write.label), WRITE, reverse
        )
        schedule = schedule.union(isl.UnionMap.from_map(order))
    context = polyhedra.context
    return Sources(must.intersect_params(context), may.intersect_params(context), schedule)


def _flow_of(
    polyhedra: Polyhedra, sink: Sink, sources: Sources, reverse: bool
) -> tuple[list[Dependence], bool]:
    use_name = "use"
    placed = polyhedra.placed[sink.point]
    use = polyhedra.relation(placed, use_name, sink.dims, sink.container, sink.index)
    phase = BEFORE if sink.when == "before" else AFTER
    own = isl.UnionMap.from_map(polyhedra.schedule(placed, use_name, phase, reverse))
    context = polyhedra.context
    reading = isl.UnionMap.from_map(use.relation).intersect_params(context)
    dependences, open_ended = _dataflow(sources, reading, own)
    found = [
        Dependence(label_of(m.get_tuple_name(isl.dim_type.in_)), sink.name, m)
        for m in maps_of(dependences)
    ]
    return sorted(found, key=lambda d: d.source), open_ended


def _dataflow(
    sources: Sources, reading: isl.UnionMap, own: isl.UnionMap
) -> tuple[isl.UnionMap, bool]:
    """The relation from writes to [read -> element], and whether some read may have no write."""
    info = isl.UnionAccessInfo.from_sink(reading)
    info = info.set_must_source(sources.must).set_may_source(sources.may)
    try:
        flow = info.set_schedule_map(sources.schedule.union(own)).compute_flow()
    except isl.Error:  # isl cannot split some sets with floors
        return _all_earlier(sources, reading, own), True
    # A may-source never ends the search, so what only may-sources reach stays open-ended.
    return flow.get_full_may_dependence(), not flow.get_must_no_source().is_empty()


def _all_earlier(sources: Sources, reading: isl.UnionMap, own: isl.UnionMap) -> isl.UnionMap:
    """Every write of the elements read that comes before the reading: safe, seldom exact."""
    writes = sources.must.union(sources.may)
    same_element = writes.apply_range(reading.range_map().reverse())
    earlier = sources.schedule.lex_lt_union_map(own)
    return same_element.intersect(earlier.apply_range(reading.domain_map().reverse()))


def maps_of(union: isl.UnionMap) -> list[isl.Map]:
    result: list[isl.Map] = []
    union.foreach_map(result.append)
    return [m for m in result if not m.is_empty()]


def carries(dependence: Dependence, source: Placed, sink: Placed, level: int) -> bool:
    """Whether the dependence leads from one iteration of the loop at `level` to another."""
    sources = [f"s{k}" for k in range(len(source.loops))]
    sinks = [f"t{k}" for k in range(len(sink.loops))]
    elements = dependence.relation.range().unwrap().range()
    axes = [f"a{k}" for k in range(elements.dim(isl.dim_type.set))]
    text = (
        f"{{ {tuple_of(source.label)}[{', '.join(sources)}] -> [use[{', '.join(sinks)}] -> "
        f"{elements.get_tuple_name()}[{', '.join(axes)}]] : s{level} = t{level} }}"
    )
    return not dependence.relation.is_subset(isl.Map(text))
