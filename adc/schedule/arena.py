"""The arena: how long each buffer is, and which stretches of memory buffers share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import compress

import sympy

from adc.ir.declarations import Container
from adc.ir.enums import ParameterKind
from adc.ir.polynomials import difference, terms
from adc.ir.program import Program
from adc.ir.shapes import MEMORY, Needed, evaluate, floordiv, maximum, same
from adc.schedule.packing import Blocks, best_order, offsets_in, reach

#: Every buffer begins at a multiple of this many bytes: a cache line, and any vector register.
ALIGNMENT = 64

#: The most terms that the formula of an offset may have.
LONGEST = 200

#: What sizes and integer arguments are taken for where no number is given.
REFERENCE_SIZE, REFERENCE_INTEGER = 1000, 100


def reference_sizes(program: Program, given: Mapping[str, int]) -> dict[str, int]:
    """A number for every size and integer argument: `given`, or the reference."""
    kinds = {"size": REFERENCE_SIZE, "integer": REFERENCE_INTEGER}
    found = {p.name: kinds[p.kind] for p in program.parameters if p.kind in kinds}
    return {name: given.get(name, value) for name, value in found.items()}


def never_negative(program: Program) -> frozenset[str]:
    """The sizes: unlike integer arguments they are checked to be 0 or more on entry."""
    return frozenset(p.name for p in program.parameters if p.kind == ParameterKind.SIZE)


def byte_size(container: Container, known: frozenset[str]) -> sympy.Expr:
    """Bytes of `container`; an extent that could be negative counts as none.

    `known` are the names that are never negative.
    """
    size = sympy.Integer(container.dtype.itemsize)
    for extent in container.shape:
        size = size * (extent if non_negative(extent, known) else maximum(extent, 0))
    return size


@lru_cache(maxsize=MEMORY)
def non_negative(expr: sympy.Expr, known: frozenset[str]) -> bool:
    """Whether `expr` shows no minus sign: a polynomial of `known` names, all coefficients >= 0."""
    if expr.is_Rational:
        return bool(expr >= 0)
    if expr.is_Symbol:
        return isinstance(expr, Needed) or expr.name in known
    if expr.is_Add or expr.is_Mul or isinstance(expr, sympy.Min):
        return all(non_negative(a, known) for a in expr.args)
    if isinstance(expr, sympy.Max):
        return any(non_negative(a, known) for a in expr.args)
    if isinstance(expr, sympy.floor):
        return all(
            coefficient >= 0 and all(e > 0 and non_negative(f, known) for f, e in product)
            for product, coefficient in terms(expr.args[0]).items()
        )
    return bool(expr.is_Pow and expr.exp.is_Integer and non_negative(expr.base, known))


def rounded(size: sympy.Expr) -> sympy.Expr:
    """`size` rounded up to the alignment."""
    if is_aligned(size):
        return size
    if size.is_Integer:
        return sympy.Integer(-(-int(size) // ALIGNMENT) * ALIGNMENT)
    return ALIGNMENT * floordiv(size + ALIGNMENT - 1, ALIGNMENT)


def is_aligned(size: sympy.Expr) -> bool:
    """Whether `size` shows that it is a multiple of the alignment."""
    if size.is_Add or isinstance(size, (sympy.Max, sympy.Min)):
        return all(is_aligned(a) for a in size.args)
    factor, rest = size.as_coeff_Mul()
    if isinstance(rest, Needed):
        return bool(factor.is_Integer)
    return bool(factor.is_Integer and factor % ALIGNMENT == 0)


@lru_cache(maxsize=MEMORY)
def at_most(a: sympy.Expr, b: sympy.Expr, known: frozenset[str]) -> bool:
    """Whether `a <= b` shows; `known` are the names that are never negative."""
    if a == -sympy.oo or b == sympy.oo:
        return True
    if a == sympy.oo or b == -sympy.oo:
        return False
    if isinstance(b, sympy.Max) and any(at_most(a, other, known) for other in b.args):
        return True
    if isinstance(a, sympy.Min) and any(at_most(other, b, known) for other in a.args):
        return True
    return all(
        coefficient.denominator == 1
        and coefficient > 0
        and all(non_negative(factor, known) for factor, _ in product)
        for product, coefficient in difference(b, a).items()
    )


@dataclass(frozen=True)
class Slot:
    """A stretch of the arena: `bytes` long (before rounding up), shared by `containers`.

    With no `offsets` they use it in turn, from its beginning. Else each begins at its offset, which
    is where the furthest of those buffers ends that it lies `behind` (0 for none), and `last` are
    those of which one ends where the slot ends.
    """

    containers: tuple[str, ...]
    bytes: sympy.Expr
    offsets: tuple[sympy.Expr, ...] = ()
    behind: tuple[tuple[str, ...], ...] = ()
    last: tuple[str, ...] = ()

    def holding(self, members: Mapping[str, Sequence[str]], order: Mapping[str, int]) -> Slot:
        """The slot with all of `members` of a class where the first of them lies; in `order` where
        they take turns."""
        places = [(k, n) for k, one in enumerate(self.containers) for n in members.get(one, (one,))]
        if not self.offsets:
            names = sorted((name for _, name in places), key=lambda name: order[name])
            return replace(self, containers=tuple(names))
        return replace(
            self,
            containers=tuple(name for _, name in places),
            offsets=tuple(self.offsets[k] for k, _ in places),
            behind=tuple(self.behind[k] for k, _ in places),
        )


@dataclass(frozen=True)
class Buffer:
    """A buffer of the arena: `bytes` as a formula, `weight` at the reference sizes, rounded up."""

    name: str
    bytes: sympy.Expr
    weight: int


def allocate(
    buffers: Sequence[Container],
    together: Sequence[frozenset[str]],
    known: frozenset[str],
    sizes: Mapping[str, int],
    classes: Sequence[Sequence[str]] = (),
) -> tuple[Slot, ...]:
    """Slots for `buffers`, which are given in order of first use.

    `together` are the sets of buffers that are live at the same time; nothing else conflicts.
    Memory that buffers of different lives share is chosen to need the fewest bytes at `sizes`;
    the formulas hold for all sizes. Buffers of one of `classes` lie in one place: they have one
    shape, and are never live together.
    """
    order = {c.name: k for k, c in enumerate(buffers)}
    home = {name: names[0] for names in classes for name in names}
    found = [buffer_of(c, known, sizes) for c in buffers if home.get(c.name, c.name) == c.name]
    together = [frozenset(home.get(name, name) for name in live) for live in together]
    conflicts = conflicts_of([b.name for b in found], together)
    slots: list[Slot] = []
    for group in _may_share(found, conflicts):
        slots += _Group(group, conflicts, together, known).slots()
    members = {names[0]: names for names in classes}
    slots = [slot.holding(members, order) for slot in slots]
    return tuple(sorted(slots, key=lambda s: min(order[name] for name in s.containers)))


def buffer_of(
    container: Container, known: frozenset[str], sizes: Mapping[str, int] | None = None
) -> Buffer:
    """`container` as a buffer, which weighs nothing where no `sizes` are given."""
    size = byte_size(container, known)
    weight = 0 if sizes is None else -(-evaluate(size, dict(sizes)) // ALIGNMENT) * ALIGNMENT
    return Buffer(container.name, size, max(weight, 0))


def conflicts_of(
    names: Sequence[str], together: Sequence[frozenset[str]]
) -> dict[str, frozenset[str]]:
    """For each of `names` those of them that are live with it at some time, of `together`."""
    number = {name: k for k, name in enumerate(names)}
    met = [0] * len(names)  # sets of names as bits: there may be thousands of both
    for live in together:
        here = [number[name] for name in live if name in number]
        bits = sum(1 << k for k in here)
        for k in here:
            met[k] |= bits
    found = {}
    for name, k in number.items():
        marks = f"{met[k] & ~(1 << k):b}"
        found[name] = frozenset(compress(names, map(int, reversed(marks))))
    return found


def _may_share(
    buffers: Sequence[Buffer], conflicts: Mapping[str, frozenset[str]]
) -> list[list[Buffer]]:
    """The buffers in groups: those of different groups are all live together.

    Such groups lie one behind the other, without loss: no byte of one can be another's.
    """
    groups: list[dict[str, Buffer]] = []
    for buffer in buffers:
        conflicting = conflicts[buffer.name]
        merged: dict[str, Buffer] = {}
        others = []
        for group in groups:
            if group.keys() <= conflicting:
                others.append(group)
            else:
                merged |= group
        groups = [*others, merged | {buffer.name: buffer}]
    order = {b.name: k for k, b in enumerate(buffers)}
    return [sorted(g.values(), key=lambda b: order[b.name]) for g in groups]


@dataclass(frozen=True)
class _Group:
    """Buffers some of which may share memory, and the slots that they get."""

    buffers: list[Buffer]
    conflicts: Mapping[str, frozenset[str]]
    together: Sequence[frozenset[str]]
    known: frozenset[str]

    def slots(self) -> list[Slot]:
        """Slots of which each is one buffer's after another's, if nothing needs fewer bytes; else
        one slot in which buffers lie anywhere, unless its formulas are too long to be of use."""
        blocks = self.blocks()
        order = best_order(blocks)
        best = reach(blocks, offsets_in(blocks, order))
        for form in (self.equals(), self.by_size()):
            if sum(max(b.weight for b in tenants) for tenants in form) <= best:
                return [self.in_turn(tenants) for tenants in form]
        slot = self.anywhere([self.buffers[k] for k in order])
        return [slot] if slot else [self.in_turn(tenants) for tenants in self.by_size()]

    def blocks(self) -> Blocks:
        number = {b.name: k for k, b in enumerate(self.buffers)}
        return Blocks(
            [b.weight for b in self.buffers],
            [
                frozenset(number[n] for n in self.conflicts[b.name] if n in number)
                for b in self.buffers
            ],
            [frozenset(number[n] for n in live if n in number) for live in self.together],
        )

    # -- slots of which tenants take turns -------------------------------------------------------

    def equals(self) -> list[list[Buffer]]:
        """Buffers of provably equal size take turns: first fit in order of first use."""
        return self._first_fit(self.buffers, lambda a, b: same(a.bytes, b.bytes))

    def by_size(self) -> list[list[Buffer]]:
        """Buffers of any size take turns, the largest first."""
        return self._first_fit(sorted(self.buffers, key=lambda b: -b.weight), lambda a, b: True)

    def _first_fit(
        self, order: Sequence[Buffer], alike: Callable[[Buffer, Buffer], bool]
    ) -> list[list[Buffer]]:
        found: list[dict[str, Buffer]] = []
        for buffer in order:
            apart = self.conflicts[buffer.name].isdisjoint
            free = (tenants for tenants in found if apart(tenants))
            slot = next((t for t in free if alike(next(iter(t.values())), buffer)), None)
            if slot is None:
                found.append({buffer.name: buffer})
            else:
                slot[buffer.name] = buffer
        return [list(tenants.values()) for tenants in found]

    def in_turn(self, tenants: Sequence[Buffer]) -> Slot:
        order = {b.name: k for k, b in enumerate(self.buffers)}
        tenants = sorted(tenants, key=lambda b: order[b.name])
        return Slot(tuple(b.name for b in tenants), self.largest([b.bytes for b in tenants]))

    def largest(self, sizes: Sequence[sympy.Expr]) -> sympy.Expr:
        """The maximum, without what is seen never to be the largest."""
        kept: list[sympy.Expr] = []
        for size in sizes:
            if not any(at_most(size, other, self.known) for other in kept):
                kept = [other for other in kept if not at_most(other, size, self.known)] + [size]
        if len(kept) == 1:
            return kept[0]
        return sympy.Max(*kept, evaluate=False) if kept else sympy.Integer(0)

    # -- a slot in which buffers lie anywhere ----------------------------------------------------

    def anywhere(self, order: Sequence[Buffer]) -> Slot | None:
        """Each buffer behind all conflicting ones that come before it in `order`."""
        placed: dict[str, _Placed] = {}
        behind = []
        for buffer in order:
            before = [placed[n] for n in placed if n in self.conflicts[buffer.name]]
            over = self.furthest(before)
            start = self.largest([p.end for p in over])
            terms = 1 + sum(p.terms for p in over)
            if terms > LONGEST:
                return None
            placed[buffer.name] = _Placed(buffer.name, start, buffer.bytes, terms)
            behind.append(tuple(p.name for p in over))
        last = self.furthest(list(placed.values()))
        return Slot(
            tuple(placed),
            self.largest([p.end for p in last]),
            tuple(p.start for p in placed.values()),
            tuple(behind),
            tuple(p.name for p in last),
        )

    def furthest(self, placed: Sequence[_Placed]) -> list[_Placed]:
        """Those of which one ends last: without what surely ends no later than another."""
        kept: list[_Placed] = []
        for new in placed:
            hidden = self.conflicts[
                new.name
            ]  # placed earlier and in conflict: ends where new begins
            kept = [p for p in kept if p.name not in hidden and not self.no_further(p, new)]
            if not any(self.no_further(new, p) for p in kept):
                kept.append(new)
        return kept

    def no_further(self, a: _Placed, b: _Placed) -> bool:
        """Whether `a` surely ends where `b` does, or before."""
        starts = at_most(a.start, b.start, self.known)
        return starts and at_most(a.bytes, b.bytes, self.known)


@dataclass(frozen=True)
class _Placed:
    """A buffer with the formula of its place in a slot, whose end has so many `terms`."""

    name: str
    start: sympy.Expr
    bytes: sympy.Expr
    terms: int

    @property
    def end(self) -> sympy.Expr:
        return self.start + rounded(self.bytes)


def total(slots: tuple[Slot, ...]) -> sympy.Expr:
    return sympy.Add(*(rounded(s.bytes) for s in slots))
