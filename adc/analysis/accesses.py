"""Which elements each statement reads and writes, as isl relations.

A statement's instances are the iterations of its enclosing loops: `S[v_t, v_i]`, by the loop's
variable, or by the number of the iteration where the loop steps by more than one. A Compute's
domain variables are quantified: the whole domain is one instance, which reads everything before
it writes anything. Relations are exact or too large; `exact` tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from math import prod

import islpy as isl
import sympy

from adc.analysis.affine import (
    NotAffineError,
    Notation,
    is_long,
    isl_name,
    ordered,
    spelled_in_ascii,
)
from adc.analysis.facts import Facts
from adc.analysis.order import Place, padded, relative_places
from adc.analysis.placement import Placed, counts_in, place
from adc.analysis.spelled import Spelled, Surroundings, counted, header, spelled
from adc.analysis.stages import Writer, Writers
from adc.ir.enums import ParameterKind, When
from adc.ir.expressions import Index
from adc.ir.node import Body, Dim, Use, Write
from adc.ir.program import Program

#: Phases of a statement instance in the schedule: what is read, what is written, what holds after.
BEFORE, WRITE, AFTER = 0, 1, 2
#: What is known of sizes may fall apart into so many cases.
MOST_CASES = 64


@lru_cache(maxsize=8192)
def parsed(text: str) -> isl.Map:
    """The isl map that `text` describes; parsing costs more than most of what is asked of it."""
    return isl.Map(text)


@lru_cache(maxsize=1024)
def parsed_set(text: str) -> isl.Set:
    """The isl set that `text` describes."""
    return isl.Set(text)


@dataclass(frozen=True)
class Accesses:
    """A relation from a statement's instances to elements of `container`, in isl's notation."""

    label: str
    container: str
    text: str
    exact: bool
    #: What it is a relation of, where that is a write.
    write: Write | None = None

    @property
    def relation(self) -> isl.Map:
        return parsed(self.text)


@dataclass(frozen=True)
class Sink:
    """A use of `container[index]` over `dims` at statement `point`, before or after it."""

    name: str
    point: str
    container: str
    index: Index
    dims: tuple[Dim, ...] = ()
    when: When = When.BEFORE


class Polyhedra:
    """The integer sets of one program body; makes each relation once and keeps it."""

    def __init__(self, program: Program, body: Body | None = None) -> None:
        self.program = program
        self.body = program.body if body is None else body
        self.notation = Notation()
        self.placed = {p.label: p for p in place(self.body)}
        self._around: dict[str, tuple[Placed, Surroundings]] = {}

    # -- relations -----------------------------------------------------------------------------

    def relation(
        self, placed: Placed, tuple_name: str, dims: tuple[Dim, ...], container: str, index: Index
    ) -> Accesses:
        """The elements `container[index]` over `dims`, for each instance of the statement."""
        found = self.spelled(placed, dims, container, index)
        text = found.relation(tuple_name, container_tuple(container))
        return Accesses(placed.label, container, text, found.exact and placed.certain)

    def spelled(
        self, placed: Placed, dims: tuple[Dim, ...], container: str, index: Index
    ) -> Spelled:
        """The elements `container[index]` over `dims`; where `placed` is not certain, too, this
        may be more than is touched."""
        known = self._around.get(placed.label)
        if known is None or known[0] is not placed:
            around = Surroundings(tuple(map(header, placed.loops)), placed.guards)
            known = self._around[placed.label] = (placed, around)
        return spelled(known[1], dims, index, self.program[container].shape)

    def inside(self, placed: Placed, dims: tuple[Dim, ...], container: str, index: Index) -> bool:
        """Whether all elements `container[index]` over `dims` surely exist."""
        extents = self.program[container].shape
        variables = frozenset(placed.variables) | {d.var for d in dims}
        bounds = []
        try:
            for axis, (expr, extent) in enumerate(zip(index, extents, strict=True)):
                self.notation.equation("a", counted(expr, placed.loops), variables)
                bounds.append(f"0 <= a{axis} < {self.notation.spell(extent, frozenset())}")
        except NotAffineError:
            return False
        used = self.relation(placed, tuple_of(placed.label), dims, container, index).relation
        axes = ", ".join(f"a{axis}" for axis in range(len(extents)))
        condition = " and ".join(bounds) or "true"
        exists = f"{{ {container_tuple(container)}[{axes}] : {condition} }}"
        return bool(
            used.intersect_params(self.context).range()
            <= isl.Set(self.notation.prefix(exists) + exists)
        )

    @cached_property
    def writes(self) -> list[Accesses]:
        """What every statement writes, `+=` included, and every While: its count, at each test."""
        return [
            replace(self._relation(placed, write.use), write=write)
            for placed in self.placed.values()
            for write in placed.node.writes
        ]

    def writes_of(self, container: str) -> list[Accesses]:
        """What writes `container`."""
        return self._writes_by_container.get(container, [])

    def writers(self, container: str) -> Writers:
        """All that writes `container`, in order."""
        return self._writers.get(container) or Writers(())

    @cached_property
    def _writers(self) -> dict[str, Writers]:
        found: dict[str, list[Writer]] = {}
        for placed in self.placed.values():
            for write in placed.node.writes:
                spell = partial(self._spelled_write, placed, write)
                found.setdefault(write.container, []).append(Writer(placed, spell))
        return {container: Writers(tuple(writers)) for container, writers in found.items()}

    def _spelled_write(self, placed: Placed, write: Write) -> Spelled:
        return self.spelled(placed, write.domain, write.container, write.target.index)

    @cached_property
    def _writes_by_container(self) -> dict[str, list[Accesses]]:
        found: dict[str, list[Accesses]] = {}
        for write in self.writes:
            found.setdefault(write.container, []).append(write)
        return found

    def writers_below(self, container: str, around: Place) -> list[Placed]:
        """What writes `container` in the body whose statements' places begin with `around`, or
        further inside, by their places."""
        return self._writers_below.get((container, around), [])

    @cached_property
    def _writers_below(self) -> dict[tuple[str, Place], list[Placed]]:
        found: dict[tuple[str, Place], list[Placed]] = {}
        for placed in self.placed.values():
            for container in {write.container for write in placed.node.writes}:
                for depth in range(len(placed.schedule)):
                    found.setdefault((container, placed.schedule[:depth]), []).append(placed)
        return found

    def reads_of(self, label: str) -> list[Accesses]:
        """What a statement (or a branch's condition) reads, `+=` targets included."""
        placed = self.placed[label]
        return [self._relation(placed, use) for use in placed.node.reads]

    def _relation(self, placed: Placed, use: Use) -> Accesses:
        name = tuple_of(placed.label)
        return self.relation(placed, name, use.domain, use.container, use.index)

    # -- order ---------------------------------------------------------------------------------

    @cached_property
    def places(self) -> dict[str, Place]:
        """Where each statement stands, all equally long."""
        places = relative_places({label: p.schedule for label, p in self.placed.items()})
        depth = max((len(place) for place in places.values()), default=0)
        return {label: padded(place, depth) for label, place in places.items()}

    def schedule(self, placed: Placed, tuple_name: str, phase: int, reverse: bool) -> isl.Map:
        """The time of each instance: its lexicographic place in the program (or in its reverse)."""
        return parsed(self.times(placed, self.places[placed.label], tuple_name, phase, reverse))

    def times(
        self, placed: Placed, place: Place, tuple_name: str, phase: int, reverse: bool
    ) -> str:
        """The time of each instance of a statement whose place is `place`, in isl's notation."""
        sign = -1 if reverse else 1
        strides = {p.var: p.step if abs(p.step) > 1 else 1 for p in placed.loops}
        times: list[str] = []
        for entry in place:
            if isinstance(entry, int):
                times.append(str(sign * entry))
            else:
                times.append(f"{sign * entry[1] * strides[entry[0]]} * {isl_name(entry[0])}")
        times.append(str(sign * phase))
        source = ", ".join(isl_name(v) for v in placed.variables)
        return f"{{ {tuple_name}[{source}] -> [{', '.join(times)}] }}"

    @cached_property
    def facts(self) -> Facts:
        """What is known of the parameters: sizes and counts are non-negative, assumed relations
        hold. Case distinctions are in it as far as the cases stay few: they multiply, and knowing
        less is only less sharp.
        """
        left_over = MOST_CASES
        plain: list[str] = []
        cases: list[str] = []
        nothing: frozenset[str] = frozenset()
        sizes = (p.name for p in self.program.parameters if p.kind == ParameterKind.SIZE)
        for name in map(isl_name, (*sizes, *counts_in(self.body))):
            plain.append(f"{name} >= 0")
        plain += self._long_extrema()
        for a in self.program.assumptions:
            relation = "=" if a.relation == "==" else a.relation
            try:
                fact = self.notation.comparison(a.left, relation, a.right, nothing)
            except NotAffineError:
                continue
            count = pieces(a.left) * pieces(a.right)
            if count > left_over:
                continue
            left_over //= count
            (cases if count > 1 else plain).append(fact)
        return Facts(tuple(plain), tuple(cases))

    def _long_extrema(self) -> Iterator[str]:
        """What is known of the extrema that are parameters of their own in the extents of arrays:
        none of their arguments is above a maximum, or below a minimum."""
        nothing: frozenset[str] = frozenset()
        shapes = {extent for c in self.program.containers for extent in c.shape}
        found = {e for extent in shapes for e in extent.atoms(sympy.Max, sympy.Min)}
        for extremum in ordered(tuple(found)):
            if not is_long(extremum, nothing):
                continue
            relation = ">=" if isinstance(extremum, sympy.Max) else "<="
            for arg in ordered(extremum.args):
                with suppress(NotAffineError):
                    whole = self.notation.spell(extremum, nothing)
                    yield f"{whole} {relation} {self.notation.spell(arg, nothing)}"

    @cached_property
    def context(self) -> isl.Set:
        """What is known of the parameters."""
        return self.facts.parameters


def pieces(expr: sympy.Expr) -> int:
    """In how many cases the extrema of `expr` fall apart."""
    return prod(len(e.args) for e in expr.atoms(sympy.Max, sympy.Min))


def tuple_of(label: str) -> str:
    """The isl tuple name of a statement's instances."""
    return "S_" + label


def container_tuple(container: str) -> str:
    return "A_" + spelled_in_ascii(container)


def label_of(tuple_name: str) -> str:
    return tuple_name[2:]


def prefix_text(start: Placed, end: Placed) -> str:
    """The instances of `start` in the same iteration as those of `end`, in isl's notation: a map
    from tuples `use` to tuples `start`. The loops around `start` are the first around `end`."""
    variables = [isl_name(v) for v in end.variables]
    common = variables[: len(start.variables)]
    return f"{{ use[{', '.join(variables)}] -> start[{', '.join(common)}] }}"


NAMES = re.compile(r"\b[SAv]_\w*")


@lru_cache(maxsize=16384)
def anonymous(text: str) -> str:
    """A map in isl's notation with the tuples `S` and `A` for any statement and any container, and
    its variables, but not its parameters, named in their order."""
    parameters = set(NAMES.findall(text.partition("{")[0]))
    variables: dict[str, str] = {}

    def renamed(match: re.Match[str]) -> str:
        name = match.group()
        if name in parameters:
            return name
        if name[0] != "v":
            return name[0]
        return variables.setdefault(name, f"x{len(variables)}")

    return NAMES.sub(renamed, text)
