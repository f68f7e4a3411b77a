"""Which buffers begin anew in every iteration of a loop: sure writes against later reads.

Elements are boxes: per axis a half-open interval of integer expressions. What is not seen to be
covered counts as not covered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from sys import maxsize

import sympy

from adc.ir.declarations import Container
from adc.ir.expressions import Expr, Index, Read, reads
from adc.ir.shapes import MEMORY, names, substitute, symbol
from adc.schedule.accesses import AccessKind, Row, Rows, touched, touches, written
from adc.schedule.arena import at_most
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
)

_ZERO = sympy.Integer(0)

Interval = tuple[sympy.Expr, sympy.Expr]
Box = tuple[Interval, ...]
#: A condition and whether it holds: what was surely written where it did.
Under = dict[tuple[Expr, bool], tuple[Box, ...]]


def begins_anew(
    body: Row,
    container: Container,
    known: frozenset[str],
    rows: Rows,
    start: int = 0,
    stop: int = maxsize,
) -> bool:
    """Whether every element that the nodes of `body` from `start` to before `stop` read of
    `container`, they wrote before.

    `known` are the names that are never negative; `rows` those of the bodies inside.
    """
    walk = _Walk(container, known, rows)
    _surely_written(walk, body, start, stop)
    return not walk.bare


def keeps_unset(
    body: Row, container: Container, known: frozenset[str], rows: Rows, keepers: frozenset[str]
) -> bool:
    """Whether the nodes of `body` copy an element of `container` to one of `keepers` that they have
    not written before. Other reads are not looked at."""
    walk = _Walk(container, known, rows, keepers=keepers)
    _surely_written(walk, body, 0, maxsize)
    return walk.bare


def sets_all(body: Row, container: Container, known: frozenset[str], rows: Rows) -> bool:
    """Whether the nodes of `body` write every element of `container`, and read none before."""
    walk = _Walk(container, known, rows)
    sure = tuple(map(walk.boundless, _surely_written(walk, body, 0, maxsize)))
    return not walk.bare and covered(walk.whole, sure, known)


def _surely_written(walk: _Walk, body: Row, start: int, stop: int) -> tuple[Box, ...]:
    """What the nodes of `body` write, up to where that is all, or what is read is `bare`."""
    sure: tuple[Box, ...] = ()
    under: Under = {}
    for node in body.concerning(walk.container.name, start=start, stop=stop):
        _forget(under, node)
        new = walk.node(node, sure, under)
        sure += new
        if walk.bare or any(walk.is_whole(box) for box in new):
            break
    return sure


@dataclass(frozen=True)
class _Range:
    """A loop's variable, which runs through `start` to `stop` - 1 in steps of `size`."""

    var: str
    start: sympy.Expr
    stop: sympy.Expr
    size: int = 1
    ascending: bool = True

    @classmethod
    def of(cls, node: For) -> _Range:
        ascending = (node.step > 0) != node.backwards
        if node.step > 0:
            return cls(node.var, node.start, node.stop, node.step, ascending)
        return cls(node.var, node.stop + 1, node.start + 1, -node.step, ascending)

    @cached_property
    def upwards(self) -> sympy.Expr:
        """The variable's value where the variable itself counts from 0, from `start` on."""
        return self.start + symbol(self.var)

    @cached_property
    def downwards(self) -> sympy.Expr:
        """The same from `stop` - 1 down."""
        return self.stop - 1 - symbol(self.var)

    @property
    def before(self) -> _Range:
        """The iterations that come before the current one."""
        if self.ascending:
            return replace(self, stop=symbol(self.var))
        return replace(self, start=symbol(self.var) + 1)


@dataclass
class _Walk:
    """Goes through a loop's body in program order; `bare` once a read is not seen covered."""

    container: Container
    known: frozenset[str]
    rows: Rows
    ranges: list[_Range] = field(default_factory=list)
    bare: bool = False
    checking: bool = True
    #: only copies to these are reads
    keepers: frozenset[str] | None = None
    kept: set[tuple[str, str]] = field(default_factory=set)
    #: what is `boundless`: each read asks it of all that was written before
    without_ends: dict[Box, Box] = field(default_factory=dict)

    def tree(self, tree: Tree, sure: tuple[Box, ...], under: Under) -> tuple[Box, ...]:
        """What the tree surely writes, given what is surely written before it."""
        new: tuple[Box, ...] = ()
        under = dict(under)
        tested = frozenset(r.container for condition, _ in under for r in reads(condition))
        for node in self.rows.of(tree).concerning(self.container.name, tested):
            _forget(under, node)
            new += self.node(node, sure + new, under)
        return new

    def node(self, node: Node, sure: tuple[Box, ...], under: Under) -> tuple[Box, ...]:
        if self.bare or self.container.name not in touched(node):
            return ()
        if isinstance(node, For):
            return self.loop(node, sure, under)
        if isinstance(node, If):
            return self.branch(node, sure, under)
        if isinstance(node, Statement):
            target = node.target
            return self.update(node.expr, target.container, target.index, node.op, sure)
        if isinstance(node, Declare):
            self.read(node.expr, sure)
            return ()
        if isinstance(node, Keep):
            self.kept |= {
                (node.loop, t.container) for t in touches(node.body) if t.kind != AccessKind.READ
            }
            self.within(_Range(node.slot, _ZERO, sympy.Integer(node.slots)), node.body, sure, under)
            return ()
        if isinstance(node, Rewind):
            return self.rewind(node, sure, under)
        if isinstance(node, Launch):
            return self.tree(node.body, sure, under)
        if isinstance(node, Refuse):
            return ()
        if isinstance(node, RoutineCall):
            return self.routine(node, sure)
        return () if isinstance(node, (After, Comment)) else self.call(node, sure)

    # -- nodes ---------------------------------------------------------------------------------

    def loop(self, node: For, sure: tuple[Box, ...], under: Under) -> tuple[Box, ...]:
        span = _Range.of(node)
        each = self.silently(node.body, under)
        earlier = tuple(b for box in each if (b := swept(box, span.before)))
        for expr in (node.test, node.count):
            if expr is not None:
                self.read(expr, sure)
        self.within(span, node.body, sure + earlier, under)
        if node.test is not None or node.count is not None:
            return ()  # it may end before anything is written; a count may be another one later
        return tuple(b for box in each if (b := swept(box, span)))

    def within(
        self, span: _Range, body: Tree, sure: tuple[Box, ...], under: Under
    ) -> tuple[Box, ...]:
        """What one iteration surely writes."""
        self.ranges.append(span)
        new = self.tree(body, sure, under)
        self.ranges.pop()
        return new

    def rewind(self, node: Rewind, sure: tuple[Box, ...], under: Under) -> tuple[Box, ...]:
        """The state is loaded in any case; steps and saves follow or not.

        What was kept in this iteration is there to be loaded: the record of it begins anew.
        """
        slot = _Range(node.slot, _ZERO, sympy.Integer(node.slots))
        checking = self.checking
        self.checking = checking and (node.loop, self.container.name) not in self.kept
        loaded = self.within(slot, node.load, sure, under)
        self.checking = checking
        known = sure + tuple(
            b for b in loaded if not any(node.slot in names(e) for i in b for e in i)
        )
        self.within(_Range(node.var, _ZERO, node.step), node.body, known, under)
        self.within(slot, node.save, known, under)
        return known[len(sure) :]

    def silently(self, body: Tree, under: Under) -> tuple[Box, ...]:
        """What one iteration surely writes; nothing is checked, so that it depends on the body and
        on what is known of conditions alone: loops in loops ask for it again and again."""
        if self.bare:
            return ()
        key = (self.container.name, id(body), frozenset(under.items()))
        if key not in self.rows.written:
            checking, self.checking = self.checking, False
            kept, self.kept = self.kept, set()
            self.rows.written[key] = self.tree(body, (), under), frozenset(self.kept)
            self.checking, self.kept = checking, kept
        each, inside = self.rows.written[key]
        self.kept |= inside
        return each

    def branch(self, node: If, sure: tuple[Box, ...], under: Under) -> tuple[Box, ...]:
        self.read(node.condition, sure)
        found = []
        for holds, arm in ((True, node.then), (False, node.orelse)):
            before = under.get((node.condition, holds), ())
            found.append(self.tree(arm, sure + before, under))
        kept = dict(under)
        _forget(kept, node)
        probe: Under = {(node.condition, True): ()}
        _forget(probe, node)
        if probe:
            for holds, boxes in zip((True, False), found, strict=True):
                key = (node.condition, holds)
                under[key] = under.get(key, ()) + boxes
        return tuple(box for box in found[0] if box in found[1])

    def call(self, node: Call, sure: tuple[Box, ...]) -> tuple[Box, ...]:
        compute = node.compute
        spans = [_Range(d.var, d.start, d.stop) for d in compute.domain]
        self.ranges += spans
        target = compute.target
        boxes = self.update(compute.expr, target.container, target.index, compute.op, sure)
        del self.ranges[len(self.ranges) - len(spans) :]
        for span in reversed(spans):
            boxes = tuple(b for box in boxes if (b := swept(box, span)))
        return boxes

    def routine(self, node: RoutineCall, sure: tuple[Box, ...]) -> tuple[Box, ...]:
        """A routine reads all that it is given, and gives back all that it says."""
        for value in node.values:
            self.read(value, sure)
        own = [(p, _box(p)) for p in node.places if p.container == self.container.name]
        for place, box in own:
            if place.read and self.keepers is None:
                self.need(box, sure)
        if node.workspace == self.container.name:
            return (tuple((_ZERO, extent) for extent in self.container.shape),)
        return tuple(
            box for place, box in own if place.written and all(_plain(e) for i in box for e in i)
        )

    def update(
        self, expr: Expr, container: str, index: Index, op: str, sure: tuple[Box, ...]
    ) -> tuple[Box, ...]:
        self.read(expr, sure)
        if self.keepers and container in self.keepers and isinstance(expr, Read):
            self.looked_at(expr, sure)
        if container != self.container.name:
            return ()
        box = tuple((e, e + 1) for e in index)
        if op == "=":
            return (box,) if all(_plain(e) for e in index) else ()
        if self.keepers is None:
            self.need(box, sure)
        return ()

    # -- reads ---------------------------------------------------------------------------------

    def read(self, expr: Expr, sure: tuple[Box, ...]) -> None:
        if self.keepers is None:
            self.looked_at(expr, sure)

    def looked_at(self, expr: Expr, sure: tuple[Box, ...]) -> None:
        for read in reads(expr):
            if read.container == self.container.name:
                self.need(tuple((e, e + 1) for e in read.index), sure)

    def need(self, box: Box, sure: tuple[Box, ...]) -> None:
        if self.checking and not self.bare:
            boundless = tuple(map(self.boundless, sure))
            self.bare = not any(self.held(b, boundless) for b in self.hulls(box, self.whole))

    @cached_property
    def whole(self) -> Box:
        return tuple((_ZERO, e) for e in self.container.shape)

    def is_whole(self, box: Box) -> bool:
        """Whether `box` is seen to hold all of the container: nothing can be bare behind it."""
        return all(
            at_most(lo, start, self.known) and at_most(stop, hi, self.known)
            for (lo, hi), (start, stop) in zip(box, self.whole, strict=True)
        )

    def boundless(self, box: Box) -> Box:
        """`box` with no end where it reaches that of the array: no access goes beyond."""
        found = self.without_ends.get(box)
        if found is None:
            self.without_ends[box] = found = tuple(
                (
                    -sympy.oo if at_most(lo, start, self.known) else lo,
                    sympy.oo if at_most(stop, hi, self.known) else hi,
                )
                for (lo, hi), (start, stop) in zip(box, self.whole, strict=True)
            )
        return found

    def held(self, box: Box, sure: tuple[Box, ...]) -> bool:
        """Whether `sure` covers `box`, if need be for what is known of the loops' variables."""
        if covered(box, sure, self.known):
            return True
        if not self.ranges:
            return False
        known = self.known | {span.var for span in self.ranges}
        for upwards in (True, False):
            counted = tuple(self.counted(other, upwards) for other in sure)
            if covered(self.counted(box, upwards), counted, known):
                return True
        return False

    def counted(self, box: Box, upwards: bool) -> Box:
        """`box` with each variable counted from 0, upwards from its first value or down from its
        last."""
        for span in reversed(self.ranges):
            if span.var not in _variables(box):
                continue
            value = {span.var: span.upwards if upwards else span.downwards}
            box = tuple((substitute(lo, value), substitute(hi, value)) for lo, hi in box)
        return box

    def hulls(self, box: Box, whole: Box) -> Iterator[Box]:
        """The element itself, then the box over one loop after another, from the inside out."""
        box = tuple(
            (lo, hi) if _plain(lo) else axis for (lo, hi), axis in zip(box, whole, strict=True)
        )
        yield box
        for span in reversed(self.ranges):
            box = tuple(
                _hull(interval, span) or axis for interval, axis in zip(box, whole, strict=True)
            )
            yield box


def _box(place: Place) -> Box:
    counts = (*(sympy.Integer(1) for _ in range(place.lead)), *place.extents)
    return tuple((e, e + count) for e, count in zip(place.origin, counts, strict=True))


def _forget(under: Under, node: Node) -> None:
    """Drops what was written under conditions that `node` may change."""
    if not under:
        return
    changed = written(node)
    for key in list(under):
        if any(r.container in changed for r in reads(key[0])):
            del under[key]


@lru_cache(maxsize=MEMORY)
def _variables(box: Box) -> frozenset[str]:
    return frozenset[str]().union(*(names(end) for interval in box for end in interval))


@lru_cache(maxsize=MEMORY)
def _plain(expr: sympy.Expr) -> bool:
    """Whether `expr` is a polynomial of its symbols."""
    return bool(expr.is_polynomial())


@lru_cache(maxsize=MEMORY)
def _slope(expr: sympy.Expr, var: str) -> sympy.Integer | None:
    """The integer factor of `var` in `expr`, None if it is not linear in it."""
    v = symbol(var)
    if var not in names(expr):
        return sympy.Integer(0)
    if not expr.is_polynomial(v):
        return None
    factor = sympy.diff(expr, v)
    return factor if factor.is_Integer else None


@lru_cache(maxsize=MEMORY)
def _hull(interval: Interval, span: _Range) -> Interval | None:
    """The smallest interval known to hold `interval` for every value of the variable."""
    low, high = span.start, span.stop - 1
    ends = []
    for expr, (down, up) in zip(interval, ((low, high), (high, low)), strict=True):
        slope = _slope(expr, span.var)
        if slope is None:
            return None
        ends.append(substitute(expr, {span.var: down if slope > 0 else up}) if slope else expr)
    return sympy.expand(ends[0]), sympy.expand(ends[1])


def swept(box: Box, span: _Range) -> Box | None:
    """The box that `box` covers while the variable runs, which may be no times at all.

    One axis must move with the variable, step by step; nothing else may depend on it.
    """
    moving = [k for k, (lo, hi) in enumerate(box) if span.var in names(lo) | names(hi)]
    if len(moving) != 1 or span.size != 1:
        return None
    lo, hi = box[moving[0]]
    slope, width = _slope(lo, span.var), sympy.expand(hi - lo)
    if slope not in (1, -1) or width != 1:
        return None
    first, last = (span.start, span.stop - 1) if slope == 1 else (span.stop - 1, span.start)
    ends = (substitute(lo, {span.var: first}), substitute(lo, {span.var: last}) + 1)
    changed = list(box)
    changed[moving[0]] = (sympy.expand(ends[0]), sympy.expand(ends[1]))
    return tuple(changed)


def covered(box: Box, sure: tuple[Box, ...], known: frozenset[str]) -> bool:
    """Whether one of `sure` holds `box`, or several side by side along one axis do."""
    return any(_chained(box, sure, axis, known) for axis in range(len(box)))


def _chained(box: Box, sure: tuple[Box, ...], axis: int, known: frozenset[str]) -> bool:
    def beside(other: Box) -> bool:
        return all(
            k == axis or (at_most(o[0], b[0], known) and at_most(b[1], o[1], known))
            for k, (o, b) in enumerate(zip(other, box, strict=True))
        )

    reached, end = box[axis]
    waiting = [other[axis] for other in sure if beside(other)]
    while not at_most(end, reached, known):
        # [a, b) and [c, d) with c <= b together hold [a, d), wherever d lies.
        step = next((i for i in waiting if at_most(i[0], reached, known)), None)
        if step is None:
            return False
        waiting.remove(step)
        reached = step[1]
    return True
