"""In which order the writes of a container are asked about for a use: nearest first.

What a use sees was written, told from the latest on: before it in the same iteration of all loops
around it; in earlier iterations of the innermost loop; in the same iteration of the other loops,
before the innermost one; and so on outwards. All that happens in one of these stages comes after
all that happens in the next one, so that the next one only counts for elements that this one has
not surely written. For what next destroys a value, the order is the other way round.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, islice
from typing import Any

from adc.analysis.order import Place, relative_places
from adc.analysis.placement import Arm, Iterations, Placed
from adc.analysis.spelled import Spelled
from adc.ir.node import Statement
from adc.ir.nodes import While

#: In which iteration of the loop that carries a stage its writes happen.
SAME, BEFORE_THIS, BEFORE_THAT = 0, 1, 2
#: Comes after every position in a body.
END = float("inf")


@dataclass(frozen=True, eq=False)
class Writer:
    """A statement (or a While) that writes the container in question: `elements` of it, which are
    exactly these where it runs, or more."""

    placed: Placed
    spell: Callable[[], Spelled]

    @cached_property
    def elements(self) -> Spelled:
        return self.spell()

    def surely(self, stage: Stage, here: Placed, reverse: bool) -> bool:
        """Whether in the iterations of `stage` this writes all its elements whenever a use at
        `here` is reached."""
        if not self.elements.exact:
            return False
        return self.placed.doubt <= shared_entries(self.placed, stage, here, reverse)

    def follows(self, other: Writer) -> bool:
        """Whether in the same iteration of the loops around both this writes all its elements
        whenever `other` does: what leads to one of them leads to the other."""
        one, two = self.placed, other.placed
        if not (isinstance(one.node, Statement) and isinstance(two.node, Statement)):
            return False
        return self.elements.exact and one.doubt <= shared(one.schedule, two.schedule)

    def excludes(self, here: Placed) -> bool:
        """Whether no use at `here` is reached in the same iteration: it is in a branch's other
        arm."""
        one, two = self.placed.schedule, here.schedule
        split = shared(one, two)
        return split < min(len(one), len(two)) and isinstance(one[split], Arm)


@dataclass(frozen=True)
class Stage:
    """The writers `first` up to `last`, in the same iteration of the outermost `common` loops.

    Of the loop after these, they are asked about in the iteration just before that of the use
    (`BEFORE_THIS`), or in those before that one (`BEFORE_THAT`); in the order that counts,
    `upwards` if its variable grows. All share what their places begin with, `depth` entries.
    """

    first: int
    last: int
    common: int
    steps: int
    depth: int
    upwards: bool = True


@dataclass(frozen=True, eq=False)
class Writers:
    """All that writes one container, in the program's order."""

    all: tuple[Writer, ...]
    #: What is asked about stages, by the point of the use, and in which direction.
    asked: dict[tuple[str, Stage, bool, tuple[int, ...]], Any] = field(default_factory=dict)
    _stages: dict[tuple[str, bool, bool], tuple[list[Stage], Iterator[Stage]]] = field(
        default_factory=dict
    )
    _orders: dict[tuple[tuple[int, ...], int, bool], tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def places(self) -> list[Place]:
        return [writer.placed.schedule for writer in self.all]

    def stages(self, here: Placed, own: bool, reverse: bool) -> Iterator[Stage]:
        """The stages for a use at `here`. What the statement there writes itself comes before the
        use if `own`; in reverse, after it."""
        key = (here.label, own, reverse)
        if key not in self._stages:
            self._stages[key] = ([], self._found_stages(here, own, reverse))
        found, more = self._stages[key]
        for number in count():
            if number == len(found):
                found.extend(islice(more, 1))
            if number == len(found):
                return
            yield found[number]

    def _found_stages(self, here: Placed, own: bool, reverse: bool) -> Iterator[Stage]:
        place = here.schedule
        loops = [k for k, entry in enumerate(place) if not isinstance(entry, int)]
        low, high = self._at(place)
        if own and low < high:
            yield Stage(low, high, len(loops), SAME, len(place))
        for level in range(len(loops), -1, -1):
            depth = loops[level - 1] + 1 if level else 0
            start, end = self._within(place[:depth])
            beside = (high, end) if reverse else (start, low)
            for first, last in self._groups(*beside, depth, reverse):
                yield Stage(first, last, level, SAME, depth)
            if level and start < end:
                yield from self._carried(here, level - 1, (start, end), depth, reverse)
            low, high = start, end

    def _carried(
        self, here: Placed, level: int, inside: tuple[int, int], depth: int, reverse: bool
    ) -> Iterator[Stage]:
        """The stages of other iterations of the loop at `level`."""
        upwards = sign(here, level) > 0
        upwards = upwards != reverse
        for first, last in self._groups(*inside, depth, reverse):
            yield Stage(first, last, level, BEFORE_THIS, depth, upwards)
        yield Stage(*inside, level, BEFORE_THAT, depth - 1, upwards)

    def _at(self, place: Place) -> tuple[int, int]:
        return bisect_left(self.places, place), bisect_right(self.places, place)

    def _within(self, beginning: Place) -> tuple[int, int]:
        """Those whose places begin so."""
        end = (*beginning, END)
        return bisect_left(self.places, beginning), bisect_left(self.places, end)

    def _groups(self, start: int, end: int, depth: int, forward: bool) -> Iterator[tuple[int, int]]:
        """Those from `start` to `end`, split where they share no loop, in order or back to front:
        which of these comes first is plain."""
        while start < end:
            if forward:
                key = self._up_to_loop(start, depth)
                first, last = start, start + 1
                while last < end and self._up_to_loop(last, depth) == key:
                    last += 1
                start = last
            else:
                key = self._up_to_loop(end - 1, depth)
                first, last = end - 1, end
                while first > start and self._up_to_loop(first - 1, depth) == key:
                    first -= 1
                end = first
            yield first, last

    def _up_to_loop(self, number: int, depth: int) -> Place:
        """The place of a writer up to the first loop after the first `depth` entries."""
        place = self.places[number]
        for k in range(depth, len(place)):
            if not isinstance(place[k], int):
                return place[: k + 1]
        return place

    def order(self, numbers: tuple[int, ...], depth: int, reverse: bool) -> tuple[str, ...]:
        """When the instances of the writers `numbers` happen, in isl's notation, their dimensions
        named `x` with the numbers of their loops; of their places all from `depth` on counts."""
        key = (numbers, depth, reverse)
        if key not in self._orders:
            self._orders[key] = self._order(numbers, depth, reverse)
        return self._orders[key]

    def _order(self, numbers: tuple[int, ...], depth: int, reverse: bool) -> tuple[str, ...]:
        places = relative_places({str(n): self.places[n][depth:] for n in numbers})
        longest = max(map(len, places.values()))
        found = []
        for number in numbers:
            placed = self.all[number].placed
            levels = {loop.var: level for level, loop in enumerate(placed.loops)}
            times = []
            for entry in places[str(number)]:
                if isinstance(entry, int):
                    times.append(str(-entry if reverse else entry))
                else:
                    level = levels[entry[0]]
                    rising = (sign(placed, level) > 0) != reverse
                    times.append(f"{'' if rising else '-'}x{level}")
            found.append(", ".join([*times, *["0"] * (longest - len(times))]))
        return tuple(found)


def sign(placed: Placed, level: int) -> int:
    """Whether the variable of a loop, or the number of its iteration where it steps by more than
    one, grows (1) or falls (-1) with time."""
    loop = placed.loops[level]
    entries = [entry for entry in placed.schedule if not isinstance(entry, int)]
    return entries[level][1] * (-1 if loop.step < -1 else 1)


def shared_entries(writer: Placed, stage: Stage, here: Placed, reverse: bool) -> int:
    """How many entries of its schedule a writer of `stage` shares with a use at `here`, as far as
    they are in the same iterations.

    What leads to one of them leads to the other. Of a While, one more: where the use is in one of
    its iterations, those before it were run, too, though there may be none after it. Its test is in
    no iteration.
    """
    place = here.schedule
    loops = [k for k, entry in enumerate(place) if not isinstance(entry, int)]
    limit = loops[stage.common] if stage.common < len(loops) else len(place)
    if stage.steps == SAME:
        if isinstance(here.node, While):
            limit = min(limit, loops[-1])
    elif not reverse and isinstance(here.loops[stage.common], Iterations):
        limit += place[limit] == (here.loops[stage.common].var, 1)
    return shared(writer.schedule[:limit], place[:limit])


def shared(one: Place, other: Place) -> int:
    """How many entries two places begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((k for k, (a, b) in pairs if a != b), min(len(one), len(other)))


def shared_loops(one: Place, other: Place) -> int:
    """How many loops two places share."""
    return sum(not isinstance(entry, int) for entry in one[: shared(one, other)])
