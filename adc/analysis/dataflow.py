"""isl's dataflow analysis, and what it may cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import islpy as isl

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


@dataclass(frozen=True)
class Sources:
    """Certain and possible writes of one container, and when they happen."""

    must: isl.UnionMap
    may: isl.UnionMap
    schedule: isl.UnionMap


def dataflow(sources: Sources, reading: isl.UnionMap, own: isl.UnionMap) -> isl.UnionFlow:
    """What `reading`, which happens at the times `own`, sees of `sources`."""
    info = isl.UnionAccessInfo.from_sink(reading)
    info = info.set_must_source(sources.must).set_may_source(sources.may)
    return info.set_schedule_map(sources.schedule.union(own)).compute_flow()


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


def joined(relations: Iterable[isl.Map]) -> isl.UnionMap:
    """The union of `relations`."""
    result = isl.UnionMap("{ }")
    for relation in relations:
        result = result.union(isl.UnionMap.from_map(relation))
    return result


def maps_of(union: isl.UnionMap) -> list[isl.Map]:
    result: list[isl.Map] = []
    union.foreach_map(result.append)
    return [m for m in result if not m.is_empty()]
