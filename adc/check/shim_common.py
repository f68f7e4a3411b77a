"""COMMON in the shim: its blocks, with variables for records (derived types of SEQUENCE), whose
components go to and fro between these and the arrays that stand for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from adc.frontends.calling import Calling, Stretch


def type_text(base: str, kind: int) -> str:
    return "character(len=1)" if base == "character" else f"{base}({kind})"


@dataclass(frozen=True)
class _Record:
    """A variable of a derived type in a block: its name in the shim, and the stretches that are
    its components, each with the name of its own."""

    name: str
    parts: tuple[tuple[str, Stretch], ...]

    @property
    def rank(self) -> int:
        part = self.parts[0][1].part
        return part.rank if part is not None else 0

    def inner(self, stretch: Stretch) -> tuple[int, ...]:
        """The extents of a component itself."""
        return stretch.shape[: len(stretch.shape) - self.rank]

    def definition(self) -> Iterator[str]:
        """The type, and the variable of it."""
        first = self.parts[0][1]
        members = list(first.part.members) if first.part is not None else []
        for _, s in self.parts if not members else ():
            members.append(f"{type_text(s.base, s.kind)} :: {{0}}{_listed(self.inner(s))}")
        yield f"type :: {self.name}_t"
        yield "sequence"
        yield from (text.format(f"adc_m{k}") for k, text in enumerate(members))
        yield f"end type {self.name}_t"
        shape = first.shape[len(first.shape) - self.rank :]
        yield f"type({self.name}_t) :: {self.name}{_listed(shape)}"

    def moved(self, inward: bool) -> Iterator[str]:
        """The assignments between the record and the arrays that stand for its components."""
        for k, (own, stretch) in enumerate(self.parts):
            if not stretch.name:
                continue
            inner = self.inner(stretch) if self.rank else ()
            for place in product(*(range(1, n + 1) for n in reversed(inner))):
                at = [str(i) for i in reversed(place)]
                there = f"{self.name}%adc_m{k}" + _listed(at)
                here = own + (_listed([*at, *":" * self.rank]) if at else "")
                yield f"{there} = {here}" if inward else f"{here} = {there}"


def _listed(extents: tuple[int, ...] | list[str]) -> str:
    return f"({', '.join(map(str, extents))})" if extents else ""


def blocks(calling: Calling, numbers: Mapping[str, int]) -> Iterator[str]:
    """The declarations of the blocks."""
    for number, (block, stretches) in enumerate(calling.blocks):
        members = []
        for one in _members(number, stretches, numbers):
            if isinstance(one, _Record):
                yield from one.definition()
                listed = [(own, s) for own, s in one.parts if s.name]
                members.append(one.name)
            else:
                listed = [one]
                members.append(one[0])
            for own, s in listed:
                yield f"{type_text(s.base, s.kind)} :: {own}{_listed(s.shape)}"
        yield f"common /{block}/ {', '.join(members)}"


def records_moved(calling: Calling, numbers: Mapping[str, int], inward: bool) -> Iterator[str]:
    """What gives the components of records their values before the call, or the arrays theirs
    behind it."""
    for number, (_, stretches) in enumerate(calling.blocks):
        for one in _members(number, stretches, numbers):
            if isinstance(one, _Record):
                yield from one.moved(inward)


def _members(
    number: int, stretches: tuple[Stretch, ...], numbers: Mapping[str, int]
) -> Iterator[tuple[str, Stretch] | _Record]:
    """The variables of a block, by their names in the shim."""
    parts: list[tuple[str, Stretch]] = []
    for position, s in enumerate(stretches):
        own = f"adc_v{numbers[s.name]}" if s.name else f"adc_c{number}_{position}"
        if parts and (s.part is None or s.part.position == 0):
            yield _Record(f"adc_r{number}_{position - 1}", tuple(parts))
            parts = []
        if s.part is None:
            yield own, s
        else:
            parts.append((own, s))
    if parts:
        yield _Record(f"adc_r{number}_{len(stretches)}", tuple(parts))
