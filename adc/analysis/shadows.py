"""Which writes a use can see at all: what the order of statements in one body rules out.

isl's dataflow would come to the same answer, but what it takes grows fast with the writes it is
asked about, and programs write their temporaries in many places. Two rules, told for the last
write before a use; for the next write after one, they hold the other way round:

- where a write stands before the use in a body around it, and surely has written all that is used
  in the same iteration, only what lies between the two counts;
- where a statement surely writes what another one of its body writes, and after it, the other one
  counts only for uses that lie between the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adc.analysis.accesses import Accesses, Polyhedra, anonymous
from adc.analysis.order import Place, may_lie_between
from adc.analysis.placement import Placed
from adc.ir.expressions import Index
from adc.ir.node import Dim, Statement


@dataclass(frozen=True)
class Write:
    """A write of the container in question: `elements` is its relation without its own name."""

    access: Accesses
    placed: Placed

    @property
    def elements(self) -> str:
        return anonymous(self.access.text)

    @property
    def body(self) -> Place:
        return self.placed.schedule[:-1]

    @property
    def position(self) -> int:
        last = self.placed.schedule[-1]
        assert isinstance(last, int)
        return last


def visible(
    polyhedra: Polyhedra,
    container: str,
    use: tuple[Placed, Index, tuple[Dim, ...]],
    reverse: bool,
) -> list[Write]:
    """The writes of `container` that `use` (its place, index and domain) may see before it, or
    next after it if `reverse`."""
    here, index, dims = use
    writes = [Write(w, polyhedra.placed[w.label]) for w in polyhedra.writes_of(container)]
    nearest = _nearest(writes, here, index, dims, reverse)
    if nearest is not None:
        ends = (here, nearest.placed) if reverse else (nearest.placed, here)
        first, last = (p.schedule for p in ends)
        writes = [w for w in writes if may_lie_between(w.placed.schedule, first, last)]
    return _unshadowed(writes, here, reverse)


def _nearest(
    writes: Iterable[Write], here: Placed, index: Index, dims: tuple[Dim, ...], reverse: bool
) -> Write | None:
    """The nearest of those that surely write all that is used, in a body around the use."""
    found: Write | None = None
    nearest = (-1, 0)
    for write in writes if reverse else reversed(list(writes)):
        near = (len(write.placed.schedule), -write.position if reverse else write.position)
        if near <= nearest or not write.access.exact:
            continue
        position = _position_in(here, write.body)
        if position is None or not _around(write.placed, here):
            continue
        if not (write.position > position if reverse else write.position < position):
            continue
        if _covers(write, index, dims):
            found, nearest = write, near
    return found


def _position_in(here: Placed, body: Place) -> int | None:
    """Where in `body` the statement `here` stands; None where it does not."""
    depth = len(body)
    if len(here.schedule) <= depth or here.schedule[:depth] != body:
        return None
    position = here.schedule[depth]
    assert isinstance(position, int)
    return position


def _around(write: Placed, here: Placed) -> bool:
    """Whether the loops around `write` are loops around `here`."""
    shared = zip(write.loops, here.loops, strict=False)
    return len(write.loops) <= len(here.loops) and all(a is b for a, b in shared)


def _covers(write: Write, index: Index, dims: tuple[Dim, ...]) -> bool:
    """Whether one run of `write` writes all of `container[index]` over `dims`, wherever that is
    used in the same iteration; not so where its own domain may be empty and `dims` is not."""
    own = write.access.write
    if own is None or not isinstance(write.placed.node, Statement):
        return False
    return own.target.index == index and own.domain == dims


def _unshadowed(writes: list[Write], here: Placed, reverse: bool) -> list[Write]:
    """`writes` without those that another one surely writes over before `here` is reached."""
    groups: dict[tuple[object, ...], list[Write]] = {}
    for write in writes:
        groups.setdefault((*write.body, write.elements), []).append(write)
    hidden: set[str] = set()
    for group in groups.values():
        group.sort(key=lambda w: w.position, reverse=reverse)
        position = _position_in(here, group[0].body)
        for number, write in enumerate(group):
            if any(_hides(o, write, position) for o in group[number + 1 :]):
                hidden.add(write.placed.label)
    return [w for w in writes if w.placed.label not in hidden]


def _hides(over: Write, write: Write, position: int | None) -> bool:
    """Whether `over` hides `write`, of one body and with the same elements, from a use that stands
    at `position` in that body, if it stands there at all."""
    if not over.access.exact or not isinstance(over.placed.node, Statement):
        return False
    if any(a is not b for a, b in zip(over.placed.loops, write.placed.loops, strict=True)):
        return False
    low, high = sorted((write.position, over.position))
    return position is None or not low <= position <= high
