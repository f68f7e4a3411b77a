"""What of a use no write is known for yet, and what the next stage of writes says of it.

A use is a set of elements, with sizes and the variables of the loops around it (`u0`, `u1`, …) as
parameters. The writes of a stage are maps to the elements from those of their loops that the use
does not fix (`x1`, `x2`, …). What was asked once of the same elements is known, in whatever
program, and from one run to the next.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

import islpy as isl

from adc.analysis.accesses import parsed, parsed_set
from adc.analysis.dataflow import limited
from adc.analysis.facts import Facts, known, sizes_in
from adc.analysis.remembered import MEMORY, remembered


class Part(NamedTuple):
    """A write of a stage: its relation from tuples `S`, and the pairs of one of its dimensions and
    the level of a loop that is around the use, too."""

    text: str
    exact: bool
    levels: tuple[tuple[int, int], ...] = ()


class Seen(NamedTuple):
    """The number of a part that is seen, and for each of its levels whether its iteration there
    always is that of the use."""

    part: int
    together: tuple[bool, ...]


#: A stage: its parts, and when each happens (nothing where there is nothing to compare).
Asked = tuple[tuple[Part, ...], tuple[str, ...]]


class Step(NamedTuple):
    """What a stage says: the parts that are seen, and what is left for the next stage."""

    seen: tuple[Seen, ...]
    rest: Remainder | None


class OutOfOperationsError(Exception):
    """isl was asked for more than it is allowed."""


@dataclass(eq=False)
class Remainder:
    """Elements of a use that no stage so far has surely written.

    `text` stands for all that they depend on beside the `facts`: of a whole use it is the relation
    to its elements. `removed` are the writes that took elements away from `before`.
    """

    text: str
    facts: Facts
    before: Remainder | None = None
    removed: tuple[str, ...] = ()
    _steps: dict[Asked, Step | None] = field(default_factory=dict)
    _rests: dict[tuple[str, ...], Remainder] = field(default_factory=dict)
    _left: dict[tuple[str, ...], isl.Set] = field(default_factory=dict)

    def after(self, asked: Asked) -> Step:
        """What `asked` says. Raises OutOfOperationsError."""
        if asked not in self._steps:
            self._steps[asked] = self._step(asked)
        step = self._steps[asked]
        if step is None:
            raise OutOfOperationsError
        return step

    def _step(self, asked: Asked) -> Step | None:
        names = self.names.union(*(sizes_in(part.text) for part in asked[0]))
        text = f"{self.text} {self.facts.about(names).texts} {asked}"
        found = remembered("stage", text, lambda: self._answered(asked))
        if not found:
            return None
        seen, left = tuple(Seen(*s) for s in found[0]), found[1]
        parts = asked[0]
        removed = tuple(parts[s.part].text for s in seen if parts[s.part].exact)
        if not removed:
            return Step(seen, self)
        return Step(seen, self._without(removed) if left else None)

    def _without(self, removed: tuple[str, ...]) -> Remainder:
        if removed not in self._rests:
            key = hashlib.sha256(f"{self.text} without {removed}".encode()).hexdigest()
            self._rests[removed] = Remainder(key, self.facts, self, removed)
        return self._rests[removed]

    # -- isl -----------------------------------------------------------------------------------

    @cached_property
    def names(self) -> frozenset[str]:
        """The sizes that the elements may depend on."""
        if self.before is None:
            return sizes_in(self.text)
        return self.before.names.union(*map(sizes_in, self.removed))

    @cached_property
    def elements(self) -> isl.Set:
        if self.before is None:
            return touched(self.text).intersect_params(known(self.facts.without_cases, self.names))
        return self.before.less(self.removed)

    def less(self, removed: tuple[str, ...]) -> isl.Set:
        """The elements without those that the writes `removed` touch."""
        if removed not in self._left:
            left = self.elements
            for text in removed:
                left = left.subtract(touched(text))
            self._left[removed] = self._possible(left.coalesce(), removed)
        return self._left[removed]

    @cached_property
    def open(self) -> bool:
        """Whether something is left at some sizes."""
        text = f"{self.text} {self.facts.about(self.names).texts}"
        return bool(remembered("open", text, self._stays))

    def _stays(self) -> bool:
        try:
            with limited():
                return not self._vanishes(self.elements, ())
        except isl.Error:
            return True

    def _possible(self, found: isl.Set, mixed_in: Iterable[str]) -> isl.Set:
        """`found`, which depends on the writes `mixed_in`, too, at sizes that there can be."""
        names = self.names.union(*map(sizes_in, mixed_in))
        if names == self.names:
            return found
        return found.intersect_params(known(self.facts.without_cases, names))

    def _in_cases(self, found: isl.Set, mixed_in: Iterable[str]) -> isl.Set:
        """The same, with case distinctions: earlier they would multiply the pieces that isl looks
        at."""
        if not self.facts.cases:
            return found
        return found.intersect_params(known(self.facts, self.names.union(*map(sizes_in, mixed_in))))

    def _vanishes(self, found: isl.Set, mixed_in: Iterable[str]) -> bool:
        return bool(found.is_empty() or self._in_cases(found, mixed_in).is_empty())

    def _answered(self, asked: Asked) -> tuple[object, ...]:
        if self.before is not None:
            self.before.less(self.removed)  # what it took to make these is not counted
        try:
            with limited():
                return self._told(self.elements, asked)
        except isl.Error:
            return ()

    def _told(self, elements: isl.Set, asked: Asked) -> tuple[object, ...]:
        parts, order = asked
        touching = {text: self._met(elements, text) for text in {part.text: None for part in parts}}
        met = {
            number: both
            for number, part in enumerate(parts)
            if (both := touching[part.text]) is not None
        }
        seen = self._of_all(parts, met)
        if seen is None:
            seen = self._of_last(parts, met, order)
        removed = tuple(parts[s.part].text for s in seen if parts[s.part].exact)
        return tuple(seen), not removed or not self._vanishes(self.less(removed), removed)

    def _met(self, elements: isl.Set, text: str) -> isl.Set | None:
        """The elements that a write touches; None where there are none."""
        both = touched(text).intersect(elements)
        if both.is_empty():
            return None
        both = self._possible(both, (text,))
        return None if both.is_empty() else both

    def _of_all(self, parts: tuple[Part, ...], met: dict[int, isl.Set]) -> list[Seen] | None:
        """What is seen where no write of an element is surely before or after another one that
        hides it, or only one in the same iteration; None where it counts which one was last."""
        pairs = ((a, b) for a, b in combinations(met, 2) if parts[a].exact or parts[b].exact)
        if any(not met[a].is_disjoint(met[b]) for a, b in pairs):
            return None
        seen = []
        for number, both in met.items():
            part = parts[number]
            if self._in_cases(both, (part.text,)).is_empty():
                continue
            together: tuple[bool | None, ...] = ()
            if part.levels:
                instances = parsed(part.text).intersect_range(both).domain()
                together = self._together(instances, part, (part.text,))
            if part.exact and None in together:
                return None
            seen.append(Seen(number, tuple(bool(agrees) for agrees in together)))
        return seen

    def _together(
        self, instances: isl.Set, part: Part, mixed_in: Iterable[str]
    ) -> tuple[bool | None, ...]:
        """For each level, whether `instances` are in the iteration of the use; None: some are."""
        instances = self._in_cases(instances, mixed_in)
        found: list[bool | None] = []
        for dimension, level in part.levels:
            agreeing = same_iteration(dimensions(part), dimension, level)
            within = instances.is_subset(agreeing)
            found.append(within or (False if instances.is_disjoint(agreeing) else None))
        return tuple(found)

    def _of_last(
        self, parts: tuple[Part, ...], met: dict[int, isl.Set], order: tuple[str, ...]
    ) -> list[Seen]:
        """What is seen where it counts which write was last: the lexicographic maximum of the
        times at which an element is surely written, and what may be written after that."""
        written = {
            n: parsed(parts[n].text)
            .intersect_range(both)
            .reverse()
            .apply_range(parsed(timed(parts[n], order[n])))
            for n, both in met.items()
        }
        last = last_times(written[n] for n in met if parts[n].exact)
        texts = tuple(parts[n].text for n in met)
        seen = []
        for number, times in written.items():
            part = parts[number]
            if last is not None:
                times = times.intersect(last) if part.exact else not_before(times, last)
            elements = self._possible(times.domain(), texts)
            if self._vanishes(elements, texts):
                continue
            together: tuple[bool | None, ...] = ()
            if part.levels:
                times = times.intersect_domain(elements)
                when = parsed(timed(part, order[number])).intersect_range(times.range())
                together = self._together(when.domain(), part, texts)
            seen.append(Seen(number, tuple(bool(agrees) for agrees in together)))
        return seen


def last_times(written: Iterable[isl.Map]) -> isl.Map | None:
    """The last time at which each element is written by one of `written`; None where there are
    none of these."""
    together: isl.Map | None = None
    for times in written:
        together = times if together is None else together.union(times)
    return None if together is None else together.lexmax()


def not_before(times: isl.Map, last: isl.Map) -> isl.Map:
    """`times` without those before the `last` one of the element."""
    return times.subtract(last.apply_range(isl.Map.lex_gt(last.get_space().range())))


def timed(part: Part, order: str) -> str:
    """The times of a part's instances."""
    return f"{{ S[{dimensions(part)}] -> [{order}] }}"


@lru_cache(maxsize=MEMORY)
def touched(text: str) -> isl.Set:
    """All elements that a write touches."""
    return parsed(text).range()


def dimensions(part: Part) -> str:
    """The names of a part's dimensions."""
    return part.text.partition("{ S[")[2].partition("]")[0]


def same_iteration(names: str, dimension: int, level: int) -> isl.Set:
    """The instances that are in the iteration of the use, of the loop at `level`."""
    own = names.split(", ")[dimension]
    return parsed_set(f"[u{level}] -> {{ S[{names}] : {own} = u{level} }}")
