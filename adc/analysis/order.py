"""The order of a few statements, with no more in it than tells them apart.

A statement's place in the whole program is a long list of positions; for a question about some
of its statements only the loops around them count, and their order where they part.
"""

from __future__ import annotations

from collections.abc import Mapping

from adc.analysis.placement import Entry

Place = tuple[Entry, ...]
Places = Mapping[str, Place]


def padded(place: Place, depth: int) -> Place:
    """`place` made `depth` entries long."""
    return place + (0,) * (depth - len(place))


def relative_places(places: Places) -> dict[str, Place]:
    """`places` with positions counted among these statements alone, in the same order.

    What stands at a node itself (a branch's condition) comes before what stands in it.
    """
    if len(places) == 1 or not any(places.values()):
        return {name: _loops(place) for name, place in places.items()}
    if not any(_loops(place) for place in places.values()):  # branches in branches are one list
        distinct = sorted(set(places.values()))
        ranks = {place: (rank,) for rank, place in enumerate(distinct)}
        return {name: ranks[place] if distinct[1:] else () for name, place in places.items()}
    heads = {place[0] for place in places.values() if place}
    if len(heads) == 1 and all(places.values()):
        head = heads.pop()
        inner = relative_places({name: place[1:] for name, place in places.items()})
        kept = () if isinstance(head, int) else (head,)
        return {name: (*kept, *place) for name, place in inner.items()}
    result: dict[str, Place] = {}
    for rank, group in enumerate(_groups(places)):
        for name, place in relative_places(group).items():
            result[name] = (rank, *place)
    return result


def may_lie_between(place: Place, start: Place, end: Place) -> bool:
    """Whether a statement at `place` can run between two of one iteration, by their order alone.

    What happens between them agrees with both in all that they share: entries, and iterations.
    """
    for here, first, last in zip(place, start, end, strict=False):
        if first == last:
            if here != first:
                return False
            continue
        numbers = (first, here, last)
        if any(not isinstance(entry, int) for entry in numbers):
            return True
        return first <= here <= last  # type: ignore[operator]
    return True


def _loops(place: Place) -> Place:
    return tuple(entry for entry in place if not isinstance(entry, int))


def _groups(places: Places) -> list[dict[str, Place]]:
    """The statements that stand together at the next position, in order."""
    groups: dict[int, dict[str, Place]] = {}
    for name, place in places.items():
        head = place[0] if place else -1
        assert isinstance(head, int), "statements of one body, at its positions or in its loop"
        groups.setdefault(head, {})[name] = place[1:]
    return [groups[head] for head in sorted(groups)]
