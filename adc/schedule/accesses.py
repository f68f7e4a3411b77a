"""What nodes of the loop tree read and write, and which loops keep their iterations apart."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from sys import maxsize
from typing import Any

import sympy

from adc.ir.enums import Update
from adc.ir.expressions import Expr, Index, IntValue, Read, reads, walked
from adc.ir.shapes import MEMORY, distinct, entries, names, symbol
from adc.schedule.tree import (
    After,
    Call,
    Comment,
    Declare,
    For,
    If,
    Keep,
    Launch,
    Node,
    Place,
    Refuse,
    Rewind,
    RoutineCall,
    Statement,
    Tree,
    part_variables,
    parts,
)


class AccessKind(StrEnum):
    """What an access does; those of a call stand for accesses that are out of reach in it."""

    READ = "read"
    WRITE = "write"
    ADD = "add"
    #: what others that do the same may meet
    ATOMIC = "add atomically"
    CALL_READ = "call read"
    CALL_WRITE = "call write"

    @staticmethod
    def of(op: Update) -> AccessKind:
        """That of a statement's target."""
        return AccessKind.WRITE if op == Update.ASSIGN else AccessKind.ADD


@dataclass(frozen=True)
class Touch:
    """One access.

    `inner` are the loop variables between the node that was asked and the access.
    """

    container: str
    index: Index
    kind: AccessKind
    inner: frozenset[str]


def touches(nodes: Iterable[Node], inner: frozenset[str] = frozenset()) -> Iterator[Touch]:
    """Every access below `nodes`, in program order; a statement's reads before its write."""
    for node in nodes:
        yield from own_touches(node, inner)
        for variables, part in zip(part_variables(node), parts(node), strict=True):
            yield from touches(part, inner.union(variables))


def own_touches(node: Node, inner: frozenset[str] = frozenset()) -> tuple[Touch, ...]:
    """The accesses of `node` itself, which come before those of the nodes in it; it remembers
    them."""
    known: dict[frozenset[str], tuple[Touch, ...]] = node.__dict__.setdefault("_own_touches", {})
    if inner not in known:
        known[inner] = tuple(_found_touches(node, inner))
    return known[inner]


def _found_touches(node: Node, inner: frozenset[str]) -> Iterator[Touch]:
    if isinstance(node, For):
        yield from _table_reads((node.start, node.stop), inner)
        for expr in (node.count, node.test):
            if expr is not None:
                yield from _reads(expr, inner | {node.var})
    elif isinstance(node, If):
        yield from _reads(node.condition, inner)
    elif isinstance(node, Statement):
        yield from _reads(node.expr, inner)
        yield from _table_reads(node.target.index, inner)
        kind = AccessKind.of(node.op)
        if node.atomic and kind is AccessKind.ADD:
            kind = AccessKind.ATOMIC
        yield Touch(node.target.container, node.target.index, kind, inner)
    elif isinstance(node, Refuse):
        yield Touch(node.container, (), AccessKind.READ, inner)
    elif isinstance(node, Declare):
        yield from _reads(node.expr, inner)
        yield Touch(node.name, (), AccessKind.WRITE, inner)
    elif isinstance(node, Call):
        yield from _call_touches(node, inner)
    elif isinstance(node, RoutineCall):
        yield from _routine_touches(node, inner)
    else:
        assert isinstance(node, (After, Comment, Keep, Launch, Rewind))


def touched(node: Node) -> frozenset[str]:
    """The containers that `node` reads or writes; a node remembers them."""
    known: frozenset[str] | None = node.__dict__.get("_touched")
    if known is None:
        own = (t.container for t in own_touches(node))
        known = frozenset(own).union(*(touched(n) for part in parts(node) for n in part))
        node.__dict__["_touched"] = known
    return known


@dataclass(frozen=True)
class Use:
    """How a node uses a container: by what access first, and whether it needs what was there."""

    first: AccessKind
    needs: bool


def uses(node: Node) -> Mapping[str, Use]:
    """How `node` uses each container that it touches; a node remembers them."""
    known: dict[str, Use] | None = node.__dict__.get("_uses")
    if known is None:
        known = {}
        for touch in own_touches(node):
            _add_use(known, touch.container, Use(touch.kind, touch.kind != AccessKind.WRITE))
        for part in parts(node):
            for each in part:
                for name, use in uses(each).items():
                    _add_use(known, name, use)
        node.__dict__["_uses"] = known
    return known


def _add_use(known: dict[str, Use], name: str, use: Use) -> None:
    """Notes that `name` is used by `use` after what is `known`."""
    before = known.get(name)
    if before is None or (use.needs and not before.needs):
        known[name] = Use(before.first if before else use.first, use.needs)


def kinds(node: Node) -> Mapping[str, frozenset[AccessKind]]:
    """The kinds of accesses to each container that `node` touches; a node remembers them."""
    known: dict[str, frozenset[AccessKind]] | None = node.__dict__.get("_kinds")
    if known is None:
        known = {}
        for touch in own_touches(node):
            known[touch.container] = known.get(touch.container, frozenset()) | {touch.kind}
        for part in parts(node):
            for each in part:
                for name, found in kinds(each).items():
                    known[name] = known.get(name, frozenset()) | found
        node.__dict__["_kinds"] = known
    return known


def written(node: Node) -> frozenset[str]:
    """The containers that `node` writes; a node remembers them."""
    known: frozenset[str] | None = node.__dict__.get("_written")
    if known is None:
        own = (t.container for t in own_touches(node) if t.kind != AccessKind.READ)
        known = frozenset(own).union(*(written(n) for part in parts(node) for n in part))
        node.__dict__["_written"] = known
    return known


def _reads(expr: Expr, inner: frozenset[str]) -> Iterator[Touch]:
    for each in walked(expr):
        if isinstance(each, Read):
            yield from _table_reads(each.index, inner)
            yield Touch(each.container, each.index, AccessKind.READ, inner)
        elif isinstance(each, IntValue):
            yield from _table_reads((each.value,), inner)


def _table_reads(integers: Iterable[sympy.Expr], inner: frozenset[str]) -> Iterator[Touch]:
    """Elements of integer arrays in subscripts and bounds."""
    for each in integers:
        for one in entries(each):
            yield Touch(one.container, one.index, AccessKind.READ, inner)


def _call_touches(node: Call, inner: frozenset[str]) -> Iterator[Touch]:
    """A call stands for its Compute, whose domain is inside it."""
    compute = node.compute
    inner = inner | {d.var for d in compute.domain}
    yield from _reads(compute.expr, inner)
    bounds = (e for d in compute.domain for e in (d.start, d.stop))
    yield from _table_reads((*bounds, *compute.target.index), inner)
    kind = AccessKind.of(compute.op)
    yield Touch(compute.target.container, compute.target.index, kind, inner)


def _routine_touches(node: RoutineCall, inner: frozenset[str]) -> Iterator[Touch]:
    """A call of a routine reads all that it is given, then writes all that it gives back."""
    yield from _table_reads(node.given, inner)
    for value in node.values:
        yield from _reads(value, inner)
    for place in node.places:
        yield from _table_reads((*place.origin, *place.extents), inner)
    for kind in (AccessKind.READ, AccessKind.WRITE):
        for place in node.places:
            if place.read if kind == AccessKind.READ else place.written:
                yield _section_touch(place, kind, inner)
    if node.workspace:
        yield Touch(node.workspace, (symbol(_WITHIN),), AccessKind.WRITE, inner | {_WITHIN})


#: The variable of an axis within a call: no name of a program's.
_WITHIN = "#"


def _section_touch(place: Place, kind: AccessKind, inner: frozenset[str]) -> Touch:
    axes = [f"{_WITHIN}{k}" for k in range(len(place.extents))]
    within = [e + symbol(axis) for e, axis in zip(place.origin[place.lead :], axes, strict=True)]
    index = (*place.origin[: place.lead], *within)
    return Touch(place.container, index, kind, inner | set(axes))


class Row:
    """Nodes that follow each other, and which of them a container concerns."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self._touching: dict[str, list[int]] = {}
        self._writing: dict[str, list[int]] = {}
        self._tested: dict[str, set[str]] = {}
        for k, node in enumerate(nodes):
            for name in touched(node):
                self._touching.setdefault(name, []).append(k)
            for name in written(node):
                self._writing.setdefault(name, []).append(k)
            if isinstance(node, If) and (tested := {r.container for r in reads(node.condition)}):
                for name in touched(node):
                    self._tested.setdefault(name, set()).update(tested)

    def touching(self, name: str, start: int = 0, stop: int = maxsize) -> list[int]:
        """The positions from `start` to before `stop` of the nodes that touch `name`."""
        positions = self._touching.get(name, [])
        return positions[bisect_left(positions, start) : bisect_left(positions, stop)]

    def concerning(
        self,
        name: str,
        tested: frozenset[str] = frozenset(),
        start: int = 0,
        stop: int = maxsize,
    ) -> Iterator[Node]:
        """The nodes between that touch `name`, write one of `tested`, or change what a branch that
        touches `name` tests."""
        positions: Sequence[int] = self._touching.get(name, [])
        changing = tested.union(self._tested.get(name, ()))
        if others := [self._writing[n] for n in changing if n in self._writing]:
            positions = sorted(set(positions).union(*others))
        for k in range(bisect_left(positions, start), len(positions)):
            if positions[k] >= stop:
                return
            yield self.nodes[positions[k]]


class Rows:
    """The rows of a tree's bodies, each made once."""

    def __init__(self) -> None:
        self._found: dict[int, Row] = {}
        #: What one run of a body surely writes of a container: notes of `regions.py`.
        self.written: dict[tuple[Any, ...], Any] = {}

    def of(self, body: Sequence[Node]) -> Row:
        """That of `body`, an object that is there for as long as this one."""
        found = self._found.get(id(body))
        if found is None:
            found = self._found[id(body)] = Row(body)
        return found


@dataclass(frozen=True)
class SliceKey:
    """Position `axis` of an index is `factor*var + offset`, and `offset` does not vary inside; or
    the same with an element of an array without equal ones in the place of `var`, whose position
    there is such a form, too (`through`: that array, then factor and offset)."""

    axis: int
    factor: sympy.Expr
    offset: sympy.Expr
    through: tuple[Any, ...] = ()


@lru_cache(maxsize=MEMORY)
def slice_keys(touch: Touch, var: str) -> frozenset[SliceKey]:
    """The ways in which different values of `var` lead `touch` to different elements."""
    forms = (_told_by(position, var, touch.inner | {var}) for position in touch.index)
    return frozenset(SliceKey(k, *form) for k, form in enumerate(forms) if form is not None)


def _told_by(
    position: sympy.Expr, var: str, varying: frozenset[str]
) -> tuple[sympy.Expr, sympy.Expr, tuple[Any, ...]] | None:
    """How `position` tells the values of `var` apart: factor, offset and what they stand around;
    None where it may be the same for two of them."""
    if var not in names(position):
        return None
    through: tuple[Any, ...] = ()
    v = symbol(var)
    if not position.is_polynomial(v):
        around = [e for e in entries(position) if var in names(e) and position.coeff(e, 1) != 0]
        inside = None
        if len(around) == 1 and isinstance(around[0], distinct):
            (v,) = around
            inside = _told_by(v.index[0], var, varying)
        if inside is None:
            return None
        through = (v.container, *inside)
    factor = position.coeff(v, 1)
    offset = sympy.expand(position - factor * v)
    if not factor.is_Integer or factor == 0 or names(offset) & varying:
        return None
    return factor, offset, through


def apart(group: Iterable[Touch], var: str) -> bool:
    """Whether different values of `var` never meet in one element: one key fits all accesses."""
    common: frozenset[SliceKey] | None = None
    for touch in group:
        keys = slice_keys(touch, var)
        common = keys if common is None else common & keys
        if not common:
            return False
    return True


def by_container(found: Iterable[Touch]) -> dict[str, list[Touch]]:
    groups: dict[str, list[Touch]] = {}
    for touch in found:
        groups.setdefault(touch.container, []).append(touch)
    return groups


Slot = tuple[str, int]


def by_slot(
    found: Iterable[Touch], varying: frozenset[str] = frozenset()
) -> dict[Slot, list[Touch]]:
    """The touches by their slots (`slots_of`)."""
    found = list(found)
    groups: dict[Slot, list[Touch]] = {}
    for touch, slot in zip(found, slots_of(found, varying), strict=True):
        groups.setdefault(slot, []).append(touch)
    return groups


def slots_of(found: Sequence[Touch], varying: frozenset[str] = frozenset()) -> list[Slot]:
    """The container of each touch, and a number: those with different ones never meet, whatever
    runs. They differ by a number at an axis where something around counts, but nothing inside and
    none of `varying`, such as `u[t + 1, i]` and `u[t, i]` in a loop over i."""
    numbers = {name: iter(_numbers(g, varying)) for name, g in by_container(found).items()}
    return [(t.container, next(numbers[t.container])) for t in found]


def _numbers(group: Sequence[Touch], varying: frozenset[str]) -> list[int]:
    """The number of the slot of each touch of one container: 0 for all where there are none."""
    ranks = {len(t.index) for t in group}
    if len({t.index for t in group}) > 1 and len(ranks) == 1:
        for axis in range(ranks.pop()):
            places = [t.index[axis] for t in group]
            inside = any(names(e) & (t.inner | varying) for e, t in zip(places, group, strict=True))
            if inside or not names(places[0]):
                continue
            numbers = [_distance(places[0], e) for e in places]
            if len(set(numbers)) > 1 and None not in numbers:
                return [n or 0 for n in numbers]
    return [0] * len(group)


@lru_cache(maxsize=MEMORY)
def _distance(a: sympy.Expr, b: sympy.Expr) -> int | None:
    """`b - a`, where that is a number."""
    found = sympy.expand(b - a)
    return int(found) if found.is_Integer else None


def used_containers(tree: Tree) -> list[str]:
    """The containers that `tree` touches, in order of first use."""
    return list(dict.fromkeys(t.container for t in touches(tree)))
