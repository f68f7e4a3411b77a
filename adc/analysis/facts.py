"""What is known of sizes and counts, and as much of it as bears on some of them.

A program with many loops that end by data has a count for each of them, and its gradient several:
what is known of all of them makes each question long, and no answer other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import islpy as isl

from adc.analysis.affine import IDENTIFIER
from adc.analysis.remembered import MEMORY


@dataclass(frozen=True)
class Facts:
    """Constraints on parameters, in isl's notation; `cases` make case distinctions."""

    plain: tuple[str, ...]
    cases: tuple[str, ...] = ()

    def about(self, names: frozenset[str]) -> Facts:
        """The constraints that bear on `names`: those on them, and those on what these mention.

        What is left out mentions none of the parameters in these, so that it says nothing of them
        (it holds of some values: sizes that there are).
        """
        return _about(self, names)

    def about_relations(self, texts: Iterable[str]) -> Facts:
        """The constraints that bear on the parameters of relations."""
        return self.about(frozenset[str]().union(*map(sizes_in, texts)))

    @cached_property
    def without_cases(self) -> Facts:
        return Facts(self.plain)

    @cached_property
    def texts(self) -> tuple[str, str]:
        """The set of the plain constraints, and that of the others."""
        return _set(self.plain), _set(self.cases)

    @cached_property
    def parameters(self) -> isl.Set:
        """The values that fulfil all of them."""
        plain, cases = (isl.Set(text) for text in self.texts)
        return plain.intersect(cases) if self.cases else plain

    @cached_property
    def _told(self) -> dict[str, list[int]]:
        """The numbers of the constraints on each parameter: of the plain ones, then the others."""
        found: dict[str, list[int]] = {}
        for number, names in enumerate(self._names):
            for name in names:
                found.setdefault(name, []).append(number)
        return found

    @cached_property
    def _names(self) -> tuple[frozenset[str], ...]:
        return tuple(frozenset(IDENTIFIER.findall(text)) for text in (*self.plain, *self.cases))

    def reached(self, names: Iterable[str]) -> Iterator[int]:
        """The numbers of the constraints that bear on `names`, each once."""
        found: set[int] = set()
        seen, waiting = set(names), list(names)
        while waiting:
            for number in self._told.get(waiting.pop(), ()):
                if number not in found:
                    found.add(number)
                    yield number
                    waiting += self._names[number] - seen
                    seen |= self._names[number]


@lru_cache(maxsize=MEMORY)
def _about(facts: Facts, names: frozenset[str]) -> Facts:
    numbers = sorted(facts.reached(names))
    count = len(facts.plain)
    return Facts(
        tuple(facts.plain[n] for n in numbers if n < count),
        tuple(facts.cases[n - count] for n in numbers if n >= count),
    )


def _set(constraints: tuple[str, ...]) -> str:
    condition = " and ".join(constraints) or "true"
    names = ", ".join(sorted(set(IDENTIFIER.findall(condition))))
    return f"[{names}] -> {{ : {condition} }}"


@lru_cache(maxsize=MEMORY)
def sizes_in(text: str) -> frozenset[str]:
    """The parameters of a relation that are none of a loop's variables."""
    names = text.partition("] -> {")[0].removeprefix("[").split(", ")
    return frozenset(name for name in names if name[:1] not in ("", "u"))


@lru_cache(maxsize=MEMORY)
def known(facts: Facts, names: frozenset[str]) -> isl.Set:
    """What `facts` say of the parameters `names` alone, whatever the others are."""
    found = facts.about(names).parameters
    for position in reversed(range(found.dim(isl.dim_type.param))):
        if found.get_dim_name(isl.dim_type.param, position) not in names:
            found = found.project_out(isl.dim_type.param, position, 1)
    return found.coalesce()
