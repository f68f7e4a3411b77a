"""In which iterations of a loop two accesses meet: the exact dependences of one loop's body.

All loops around the one that is asked about are in one and the same iteration, so that their
variables are parameters; of the loops inside it any iterations may meet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import NamedTuple

import islpy as isl
import sympy

from adc.analysis.dataflow import limited
from adc.analysis.placement import Placed
from adc.analysis.remembered import MEMORY, remembered
from adc.analysis.spelled import IDENTIFIER, Spelled, Surroundings, header, renamed, spelled
from adc.ir.enums import Update
from adc.ir.expressions import Index
from adc.ir.node import Dim, Use


class Meeting(NamedTuple):
    """Whether the second access meets an element of the first in an earlier iteration than the
    first does, in the same one, and in a later one."""

    earlier: bool
    same: bool
    later: bool

    @property
    def elsewhere(self) -> bool:
        return self.earlier or self.later


NEVER = Meeting(False, False, False)
ANYWHERE = Meeting(True, True, True)


@dataclass(frozen=True)
class Touch:
    """Elements that a statement reads (`op` is None) or writes in the loop that is asked about,
    the outermost of the statement's loops."""

    placed: Placed
    container: str
    index: Index
    dims: tuple[Dim, ...]
    shape: tuple[sympy.Expr, ...]
    op: Update | None = None

    @property
    def elements(self) -> Spelled:
        around = Surroundings(tuple(map(header, self.placed.loops)), self.placed.guards)
        return spelled(around, self.dims, self.index, self.shape)

    def clashes(self, other: Touch) -> bool:
        """Whether the order of the two counts where they meet: sums may change places."""
        if self.container != other.container or self.op is other.op is None:
            return False
        return not (self.op == other.op == Update.ADD)


def touches_of(placed: Placed, shapes: Mapping[str, tuple[sympy.Expr, ...]]) -> list[Touch]:
    """What the statement itself reads and writes; what it adds to is written alone."""

    def touch(use: Use, op: Update | None) -> Touch:
        return Touch(placed, use.container, use.index, use.domain, shapes[use.container], op)

    reads = [touch(use, None) for use in placed.node.uses]
    return reads + [touch(write.use, write.op) for write in placed.node.writes]


def meeting(one: Touch, other: Touch) -> Meeting:
    """Where the two meet in an element; anywhere if that takes too long to tell."""
    if one.container != other.container:
        return NEVER
    return _meeting(one.elements, other.elements, _rises(one.placed))


def covers(write: Touch, read: Touch) -> bool:
    """Whether `write` surely writes, in each iteration, all that `read` reads in it; both stand in
    the loop itself, not in loops inside it."""
    if not (write.elements.exact and write.placed.certain and write.container == read.container):
        return False
    return _within(read.elements.relation("S", "A"), write.elements.relation("S", "A"))


def all_within(touch: Touch, others: Sequence[Touch]) -> bool:
    """Whether in each iteration each element of `touch` is surely one of `others`; all stand in the
    loop itself, not in loops inside it."""
    exact = [t for t in others if t.elements.exact and t.placed.certain]
    exact = [t for t in exact if t.container == touch.container]
    larger = "\n".join(t.elements.relation("S", "A") for t in exact)
    return bool(exact) and _within(touch.elements.relation("S", "A"), larger)


def _rises(placed: Placed) -> bool:
    """Whether the variable of the outermost loop grows with time, or the number of its iteration
    where it steps by more than one."""
    loop = placed.loops[0]
    return (loop.step > 0 or loop.step < -1) != loop.backwards


@lru_cache(maxsize=MEMORY)
def _meeting(one: Spelled, other: Spelled, rises: bool) -> Meeting:
    """The same of what the two touch, as a question about how far apart their iterations are."""
    first, own = _constraints(one, "s")
    second, others = _constraints(other, "t")
    axes = [f"a{axis}" for axis in range(one.rank)]
    apart = "x = t0 - s0" if rises else "x = s0 - t0"
    where = " and ".join((*first, *second, apart))
    text = f"{{ [x] : exists {', '.join((*own, *others, *axes))} : {where} }}"
    return Meeting(*_asked(_anonymous(text)))


def _constraints(elements: Spelled, letter: str) -> tuple[list[str], list[str]]:
    """All constraints on the instances and the elements, their variables renamed, and those."""
    old = (*elements.variables, *elements.domain)
    new = [f"{letter}{k}" for k in range(len(old))]
    table = dict(zip(old, new, strict=True))
    return [renamed(text, table) for text in (*elements.around, *elements.inside)], new


def _anonymous(text: str) -> str:
    """The set `text` with its parameters named in their order."""
    numbers: dict[str, str] = {}

    def number(match: re.Match[str]) -> str:
        return numbers.setdefault(match.group(), f"p{len(numbers)}")

    text = IDENTIFIER.sub(number, text)
    return f"[{', '.join(numbers.values())}] -> {text}"


@lru_cache(maxsize=MEMORY)
def _asked(text: str) -> tuple[bool, ...]:
    return tuple(remembered("meeting", text, lambda: _answered(text)))


def _answered(text: str) -> tuple[bool, ...]:
    try:
        with limited():
            found = isl.Set(text)
            parts = ("x < 0", "x = 0", "x > 0")
            return tuple(
                not found.intersect(isl.Set(f"{{ [x] : {part} }}")).is_empty() for part in parts
            )
    except isl.Error:
        return ANYWHERE


@lru_cache(maxsize=MEMORY)
def _within(smaller: str, larger: str) -> bool:
    return bool(remembered("within", f"{smaller} {larger}", lambda: _contained(smaller, larger)))


def _contained(smaller: str, larger: str) -> bool:
    try:
        with limited():
            parts = [isl.Map(part) for part in larger.splitlines()]
            return bool(isl.Map(smaller) <= reduce(isl.Map.union, parts))
    except isl.Error:
        return False


def clash(ones: Sequence[Touch], others: Sequence[Touch]) -> Meeting:
    """Where any of `ones` meets any of `others`, and the order of the two counts."""
    found = NEVER
    for one in ones:
        for other in others:
            if one.clashes(other):
                found = Meeting(*map(max, found, meeting(one, other)))
                if found == ANYWHERE:
                    return found
    return found
