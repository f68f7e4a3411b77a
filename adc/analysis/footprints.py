"""Which part of an array the accesses of a nest touch: boxes of index values, in bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil, prod

import sympy

from adc.analysis.counting import Counter, Interval, Range
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Index, Need, Read, walk
from adc.ir.nodes import Compute
from adc.ir.shapes import names

#: Bytes that come and go together.
LINE = 64

Box = tuple[Interval, ...]
#: The values of each variable of a nest, and how many.
Reach = tuple[dict[str, Interval], tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class Touch:
    """An access `container[index]` in the nest `ranges`, outermost first."""

    container: str
    index: Index
    ranges: tuple[Range, ...]
    write: bool

    @cached_property
    def used(self) -> tuple[frozenset[str], ...]:
        """The variables of the nest in each subscript."""
        own = frozenset(r.var for r in self.ranges)
        return tuple(names(i) & own for i in self.index)


@dataclass
class Footprints:
    """Footprints in `containers` at the sizes of `counter`."""

    containers: Mapping[str, Container]
    counter: Counter
    _reach: dict[tuple[tuple[Range, ...], int], Reach] = field(default_factory=dict)
    _touches: dict[tuple[int, tuple[Range, ...]], tuple[Compute, tuple[Touch, ...]]] = field(
        default_factory=dict
    )
    _boxes: dict[tuple[Touch, int], tuple[Box, int]] = field(default_factory=dict)
    _alone: dict[tuple[Touch, int], int] = field(default_factory=dict)
    _directions: dict[sympy.Expr, object] = field(default_factory=dict)
    _extents: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def touches(self, node: Compute, nest: tuple[Range, ...]) -> tuple[Touch, ...]:
        """The accesses of `node`: what it reads, then what it writes (an update reads it, too)."""
        key = (id(node), nest)
        if key not in self._touches:
            found = [
                Touch(e.container, e.index, nest, False)
                for e in walk(node.expr)
                if isinstance(e, (Read, Need))
            ]
            if node.op == Update.ADD:
                found.append(Touch(node.container, node.target.index, nest, False))
            found.append(Touch(node.container, node.target.index, nest, True))
            self._touches[key] = (node, tuple(found))
        return self._touches[key][1]

    def spans(self, ranges: tuple[Range, ...], fixed: int) -> dict[str, Interval]:
        """The values of each variable: of the first `fixed` ones a middle one, else all."""
        return self.reach(ranges, fixed)[0]

    def reach(self, ranges: tuple[Range, ...], fixed: int) -> Reach:
        """The values of each variable, as `spans`, and how many. Of a range with a weight they are
        as many as one iteration of the first `fixed` takes."""
        key = (ranges, fixed)
        if key not in self._reach:
            spans: dict[str, Interval] = {}
            counts: list[int] = []
            times = 1.0
            for position, r in enumerate(ranges):
                count = max(self.counter.span(r.count, spans)[1], 0)
                if position >= fixed:
                    times *= count if r.weight is None else r.weight
                    if r.weight is not None:
                        count = min(count, max(ceil(times), 1))
                        r = replace(r, count=sympy.Integer(count))
                counts.append(count)
                spans[r.var] = self.counter.reached(r, spans, fixed=position < fixed)
            self._reach[key] = spans, tuple(counts)
        return self._reach[key]

    def bytes(self, touches: Iterable[Touch], fixed: int) -> dict[str, int]:
        """Distinct bytes per array, in whole lines, the first `fixed` variables held in place."""
        found: dict[str, dict[object, list[tuple[Box, int]]]] = {}
        for touch in touches:
            if touch.index:
                shape = tuple(self._direction(i) for i in touch.index)
                groups = found.setdefault(touch.container, {})
                groups.setdefault(shape, []).append(self._box(touch, fixed))
        return {name: self._union(name, list(groups.values())) for name, groups in found.items()}

    def _direction(self, subscript: sympy.Expr) -> object:
        """Subscripts that differ in a constant walk along together."""
        if subscript not in self._directions:
            form = self.counter.linear(subscript)
            self._directions[subscript] = (
                subscript if form is None else tuple(sorted(p for p in form.items() if p[0]))
            )
        return self._directions[subscript]

    def _union(self, name: str, groups: list[list[tuple[Box, int]]]) -> int:
        hulls = [
            (_hull([box for box, _ in group]), max(points for _, points in group))
            for group in groups
        ]
        size = self.size(name)
        itemsize = self.containers[name].dtype.itemsize
        apart = sum(
            min(_line_bytes(hull, itemsize), points * LINE * len(group))
            for (hull, points), group in zip(hulls, groups, strict=True)
        )
        return min(apart, _line_bytes(_hull([h for h, _ in hulls]), itemsize), size)

    def _box(self, touch: Touch, fixed: int) -> tuple[Box, int]:
        """The box of `touch` and how many of its elements are touched at the most."""
        key = (touch, fixed)
        if key not in self._boxes:
            spans, counts = self.reach(touch.ranges, fixed)
            box = tuple(self.counter.span(i, spans) for i in touch.index)
            box = tuple(
                _within(b, e) for b, e in zip(box, self.extents(touch.container), strict=True)
            )
            free = frozenset[str]().union(*touch.used)
            points = prod(
                max(count, 1)
                for r, count in zip(touch.ranges[fixed:], counts[fixed:], strict=True)
                if r.var in free
            )
            self._boxes[key] = (box, points)
        return self._boxes[key]

    def extents(self, name: str) -> tuple[int, ...]:
        if name not in self._extents:
            shape = self.containers[name].shape
            self._extents[name] = tuple(max(self.counter.span(e, {})[1], 0) for e in shape)
        return self._extents[name]

    def size(self, name: str) -> int:
        """Bytes of the whole container."""
        return prod(self.extents(name), start=self.containers[name].dtype.itemsize)

    def elements(self, touches: list[Touch], depth: int, counts: list[int]) -> int:
        """Elements that a statement touches, each once per run, in all runs: `counts[0]` runs,
        `counts[-1]` points; the first `depth` ranges of the nest are outside of the statement."""
        groups: dict[object, int] = {}
        for touch in touches:
            key = tuple(self._direction(i) for i in touch.index)
            if key not in groups:
                if (touch, depth) not in self._alone:
                    self._alone[touch, depth] = self._distinct(touch, depth, counts)
                groups[key] = self._alone[touch, depth]
        if not touches:
            return 0
        container = touches[0].container
        whole = self.size(container) // self.containers[container].dtype.itemsize
        return min(sum(groups.values()), counts[0] * whole)

    def _distinct(self, touch: Touch, depth: int, counts: list[int]) -> int:
        own = touch.ranges[depth:]
        used = frozenset[str]().union(*touch.used) & {r.var for r in own}
        inner = tuple(r for r in own if r.var in used)
        box, points = self._box(touch, depth)
        estimate = min(prod(b - a + 1 for a, b in box), points) * counts[0]
        bounds = (names(r.first) | names(r.count) for r in inner)
        others = {r.var for r in own} - used
        if any(b & others for b in bounds):
            return min(estimate, counts[-1])
        exact = self.counter.count((*touch.ranges[:depth], *inner))
        alone = frozenset[str]().union(*(u & used for u in touch.used if len(u & used) == 1))
        return exact if alone == used else min(estimate, exact)

    def in_lines(self, touches: list[Touch], depth: int, size: int, runs: int) -> int:
        """`size` bytes of distinct elements, or more where short rows fill their lines badly."""
        if not touches or not size:
            return 0
        boxes = [self._box(t, depth)[0] for t in touches]
        itemsize = self.containers[touches[0].container].dtype.itemsize
        box = _hull(boxes)
        row = (box[-1][1] - box[-1][0] + 1) * itemsize if box else itemsize
        padded = size if row >= LINE else size * LINE // max(row, itemsize)
        return min(padded, max(runs * self.size(touches[0].container), size))


def _within(span: Interval, extent: int) -> Interval:
    low = min(max(span[0], 0), max(extent - 1, 0))
    return low, max(min(span[1], extent - 1), low)


def _hull(boxes: list[Box]) -> Box:
    return tuple((min(a for a, _ in spans), max(b for _, b in spans)) for spans in zip(*boxes))


def _line_bytes(box: Box, itemsize: int) -> int:
    *outer, (low, high) = box
    row = -(-(high - low + 1) * itemsize // LINE) * LINE
    return prod((b - a + 1 for a, b in outer), start=row)
