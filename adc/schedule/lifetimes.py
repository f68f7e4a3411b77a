"""When each buffer holds a value that is still wanted, over the whole depth of the loop tree.

The tree is taken as a list of moments: a moment is a statement, a call, a nest of domain loops or
a parallel loop as a whole, or the condition of a branch. Inside a sequential loop a buffer lives
from its first to its last use in the body if it begins anew in every iteration (`regions`), else
through the whole loop, and so on outwards. On the way past a branch it lives in the arms that
use it, and in the others only if its value comes from before and is wanted behind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from adc.ir.declarations import Container
from adc.ir.expressions import Expr, IntValue, reads, walk
from adc.ir.shapes import names
from adc.schedule.accesses import AccessKind, Row, Rows, Use, touched, touches, uses, written
from adc.schedule.regions import begins_anew, sets_all
from adc.schedule.tree import Comment, For, If, Node, Rewind, Tree, parts, swapped

#: The loops around a moment, outermost first, by number.
Loops = tuple[int, ...]


@dataclass(frozen=True)
class Moment:
    """A place in the tree, at depth. `spot` leads to the node that no loop is around: its position
    in the tree or, in branches, those of the branches, each with the arm. `headings` are those in
    force; `arms` the branches around it: the moment of the condition, and whether it held.
    """

    node: Node
    spot: tuple[int, ...]
    loops: tuple[For | Rewind, ...]
    home: Loops
    arms: tuple[tuple[int, bool], ...]
    headings: tuple[str, ...]
    touched: frozenset[str]
    written: frozenset[str]

    @property
    def top(self) -> int:
        """The top-level node."""
        return self.spot[0]


@dataclass(frozen=True)
class Condition:
    """A branch's condition that keeps its value throughout an iteration of the loops `home`."""

    expr: Expr
    home: Loops


@dataclass(frozen=True)
class Life:
    """The moments at which a buffer is live, where the conditions `guards` hold (or do not).

    Bit k of `moments` is set where moment k is one of them. `fresh` are the loops in each iteration
    of which the buffer begins anew.
    """

    moments: int
    guards: Mapping[Condition, bool]
    fresh: frozenset[int] = frozenset()

    @property
    def first(self) -> int:
        return (self.moments & -self.moments).bit_length() - 1

    @property
    def last(self) -> int:
        return self.moments.bit_length() - 1

    def stretches(self) -> Iterator[range]:
        """The moments, as ranges from the first of those that follow each other to the last."""
        start, rest = 0, self.moments
        while rest:
            gap = (rest & -rest).bit_length() - 1
            rest >>= gap
            start += gap
            length = (~rest & (rest + 1)).bit_length() - 1
            yield range(start, start + length)
            rest >>= length
            start += length


@dataclass(frozen=True)
class Lives:
    """Every moment of a tree, the life of each buffer, and the conditions by their moment.

    `results` are the lives of arrays that are wanted in the end and hold nothing before their
    first moment that anybody reads.
    """

    moments: tuple[Moment, ...]
    of: Mapping[str, Life]
    conditions: Mapping[int, Condition]
    results: Mapping[str, Life] = field(default_factory=dict)

    def span(self, name: str) -> tuple[int, int]:
        """The first and the last top-level node at which the buffer `name` is live."""
        life = self.of[name]
        return self.moments[life.first].top, self.moments[life.last].top


def lives(
    tree: Tree,
    buffers: Sequence[Container],
    known: frozenset[str],
    results: Sequence[Container] = (),
    lasting: Collection[str] = (),
) -> Lives:
    """The lives of `buffers`, of which those that are `lasting` are wanted in the end, and those of
    `results`, which are, too, as far as these are set as a whole; `known` are the names that are
    never negative."""
    builder = _Builder()
    scenes = builder.scenes(tree, (), (), ())
    moments = tuple(builder.moments)
    conditions = constant_conditions(moments)
    touching = _touching(moments)
    found, rows = {}, Rows()
    for container in buffers:
        finder = _Finder(container, known, rows)
        if container.name in lasting:
            live = finder.tree(scenes, 0, len(scenes.all), False, True)
            found[container.name] = Life(live, {})
            continue
        live = finder.tree(scenes, 0, len(scenes.all), False, False)
        guards = _guards(touching.get(container.name, []), conditions, finder.fresh)
        found[container.name] = Life(live, guards, frozenset(finder.fresh))
    wanted = {}
    for container in results:
        if sets_all(scenes.row, container, known, rows):
            live = _Finder(container, known, rows).tree(scenes, 0, len(scenes.all), False, True)
            wanted[container.name] = Life(live, {})
    return Lives(moments, found, conditions, wanted)


def _touching(moments: Sequence[Moment]) -> dict[str, list[Moment]]:
    found: dict[str, list[Moment]] = {}
    for moment in moments:
        for name in moment.touched:
            found.setdefault(name, []).append(moment)
    return found


def opened(node: Node) -> bool:
    """Whether the moments inside `node` are told apart."""
    if isinstance(node, For):
        return node.sequential and not node.threaded
    return isinstance(node, (If, Rewind))


# -- moments ---------------------------------------------------------------------------------------


@dataclass
class _Scene:
    """A node and the moments that it spans; `loop` is its number where it is an opened loop."""

    node: Node
    moments: range
    parts: tuple[_Scenes, ...] = ()
    loop: int = -1


class _Scenes:
    """The scenes of a body."""

    def __init__(self, scenes: list[_Scene]) -> None:
        self.all = scenes
        self.row = Row([s.node for s in scenes])

    def moments(self, start: int, stop: int) -> int:
        """The moments of the scenes from `start` to before `stop`, as bits."""
        if start >= stop:
            return 0
        return _bits(range(self.all[start].moments.start, self.all[stop - 1].moments.stop))


def _bits(moments: range) -> int:
    return ((1 << len(moments)) - 1) << moments.start


@dataclass
class _Builder:
    """Numbers moments and loops; keeps the headings in force by level."""

    moments: list[Moment] = field(default_factory=list)
    headings: dict[int, str] = field(default_factory=dict)
    loops: int = 0
    spot: tuple[int, ...] = ()

    def scenes(
        self,
        tree: Tree,
        loops: tuple[For | Rewind, ...],
        home: Loops,
        arms: tuple[tuple[int, bool], ...],
    ) -> _Scenes:
        found = []
        outer = self.spot
        for position, node in enumerate(tree):
            if not loops:
                self.spot = (*outer, position)
            if isinstance(node, Comment):
                kept = {k: text for k, text in self.headings.items() if k < node.level}
                self.headings = {**kept, node.level: node.text}
            else:
                found.append(self.scene(node, loops, home, arms))
        self.spot = outer
        return _Scenes(found)

    def scene(
        self,
        node: Node,
        loops: tuple[For | Rewind, ...],
        home: Loops,
        arms: tuple[tuple[int, bool], ...],
    ) -> _Scene:
        first = len(self.moments)
        inner: list[_Scenes] = []
        number = -1
        if isinstance(node, (For, Rewind)) and opened(node):
            number, self.loops = self.loops, self.loops + 1
            for part in parts(node):
                inner.append(self.scenes(part, (*loops, node), (*home, number), arms))
        else:
            self.moments.append(self.moment(node, loops, home, arms))
        if isinstance(node, If):
            outer = self.spot
            for holds, part in ((True, node.then), (False, node.orelse)):
                self.spot = outer if loops else (*outer, int(not holds))
                inner.append(self.scenes(part, loops, home, (*arms, (first, holds))))
            self.spot = outer
        return _Scene(node, range(first, len(self.moments)), tuple(inner), number)

    def moment(
        self,
        node: Node,
        loops: tuple[For | Rewind, ...],
        home: Loops,
        arms: tuple[tuple[int, bool], ...],
    ) -> Moment:
        headings = tuple(text for _, text in sorted(self.headings.items()))
        if isinstance(node, If):
            asked = frozenset(r.container for r in reads(node.condition))
            return Moment(node, self.spot, loops, home, arms, headings, asked, frozenset())
        return Moment(node, self.spot, loops, home, arms, headings, touched(node), written(node))


# -- lives -----------------------------------------------------------------------------------------


@dataclass
class _Finder:
    """Finds the moments of one buffer; `fresh` collects the loops in which it begins anew."""

    container: Container
    known: frozenset[str]
    rows: Rows
    fresh: set[int] = field(default_factory=set)

    def tree(self, scenes: _Scenes, start: int, stop: int, before: bool, after: bool) -> int:
        """The moments, as bits, in the scenes from `start` to before `stop`, if a value comes from
        `before`, or is wanted `after` them."""
        live = 0
        while (cut := self.cut(scenes, start, stop, after)) is not None:
            live |= self.tree(scenes, start, cut, before, False)
            start, before = cut, False
        return live | self.held(scenes, start, stop, before, after)

    def cut(self, scenes: _Scenes, start: int, stop: int, after: bool) -> int | None:
        """Where the buffer first begins anew, which it does not where it is wanted `after`."""
        if after:
            return None
        uses = self.beginnings(scenes, scenes.row.touching(self.container.name, start, stop))
        return next((k for k in uses if self.overwrites(scenes, k, stop)), None)

    def held(self, scenes: _Scenes, start: int, stop: int, before: bool, after: bool) -> int:
        """The moments of `tree` where the buffer holds one value after the other."""
        positions = scenes.row.touching(self.container.name, start, stop)
        if not positions:
            return scenes.moments(start, stop) if before and after else 0
        first, last = positions[0], positions[-1]
        live = scenes.moments(start, first) if before else 0
        live |= scenes.moments(last + 1, stop) if after else 0
        for k, following in zip(positions, [*positions[1:], -1], strict=True):
            live |= self.scene(scenes.all[k], before or k > first, after or k < last)
            live |= scenes.moments(k + 1, following)
        return live

    def beginnings(self, scenes: _Scenes, positions: list[int]) -> Iterator[int]:
        """The uses, but for the first, at which the buffer may begin anew: the second, and those
        after one that reads. Among writes alone the later ones leave more unwritten."""
        for last, k in pairwise(positions):
            if last == positions[0] or self.use(scenes.all[last]).needs:
                yield k

    def use(self, scene: _Scene) -> Use:
        return uses(scene.node)[self.container.name]

    def scene(self, scene: _Scene, before: bool, after: bool) -> int:
        """The moments in a node that touches the buffer."""
        if isinstance(scene.node, If):
            asked = self.container.name in {r.container for r in reads(scene.node.condition)}
            live = _bits(scene.moments[:1]) if before or asked else 0
            for part in scene.parts:
                live |= self.whole(part, before, after)
            return live
        if before or after or not self.anew(scene):
            return _bits(scene.moments)
        return self.whole(scene.parts[isinstance(scene.node, Rewind)], False, False)

    def whole(self, scenes: _Scenes, before: bool, after: bool) -> int:
        return self.tree(scenes, 0, len(scenes.all), before, after)

    def overwrites(self, scenes: _Scenes, start: int, stop: int) -> bool:
        """Whether nothing of what the buffer held before is read in the scenes from `start` to
        before `stop`, the first of which touches it."""
        if self.use(scenes.all[start]).first != AccessKind.WRITE:
            return False
        return begins_anew(scenes.row, self.container, self.known, self.rows, start, stop)

    def anew(self, scene: _Scene) -> bool:
        """Whether the buffer belongs to one iteration of the loop (of the steps of a Rewind)."""
        node = scene.node
        if scene.loop < 0 or not isinstance(node, (For, Rewind)):
            return False
        if self.container.name in swapped(node):
            return False  # where it is, there is another array after an odd number of iterations
        outside = (node.load, node.save) if isinstance(node, Rewind) else ()
        asked = [e for e in (node.test, node.count) if e] if isinstance(node, For) else []
        used = {t.container for part in outside for t in touches(part)}
        used |= {r.container for e in asked for r in reads(e)}
        if self.container.name in used:
            return False
        body = self.rows.of(node.body)
        if not begins_anew(body, self.container, self.known, self.rows):
            return False
        self.fresh.add(scene.loop)
        return True


# -- conditions ------------------------------------------------------------------------------------


def constant_conditions(moments: Sequence[Moment]) -> dict[int, Condition]:
    """The conditions that are not rewritten between the branches that test them, by moment.

    Equal ones are one Condition: its branches go the same way in an iteration of its loops.
    """
    writing: dict[str, list[int]] = {}
    for number, moment in enumerate(moments):
        for name in moment.written:
            writing.setdefault(name, []).append(number)
    groups: dict[Condition, list[int]] = {}
    last_writes: dict[Condition, int] = {}
    for number, moment in enumerate(moments):
        if isinstance(moment.node, If):
            condition, last = _condition(moment.node.condition, moment, moments, writing)
            groups.setdefault(condition, []).append(number)
            last_writes[condition] = last
    return {
        number: condition
        for condition, numbers in groups.items()
        if last_writes[condition] < numbers[0]
        for number in numbers
    }


def _condition(
    expr: Expr, moment: Moment, moments: Sequence[Moment], writing: Mapping[str, list[int]]
) -> tuple[Condition, int]:
    """The condition with the loops in one iteration of which it is fixed, and its last write."""
    writes = [k for name in {r.container for r in reads(expr)} for k in writing.get(name, ())]
    depth = 0
    for k in writes:
        depth = max(depth, _common(moments[k].home, moment.home))
    variables = _variables(expr)
    for level, loop in enumerate(moment.loops, start=1):
        if loop.var in variables:
            depth = max(depth, level)
    return Condition(expr, moment.home[:depth]), max(writes, default=-1)


def _common(a: Loops, b: Loops) -> int:
    count = 0
    while count < min(len(a), len(b)) and a[count] == b[count]:
        count += 1
    return count


def _variables(expr: Expr) -> frozenset[str]:
    indices = [e.value for e in walk(expr) if isinstance(e, IntValue)]
    indices += [position for read in reads(expr) for position in read.index]
    return frozenset(name for e in indices for name in names(e))


def _guards(
    touching: Sequence[Moment], conditions: Mapping[int, Condition], fresh: set[int]
) -> dict[Condition, bool]:
    """The conditions under which alone the moments of a buffer touch it, if they are fixed for its
    whole life; in the order of the program, for no more than some of them are told apart."""
    common: list[tuple[Condition, bool]] | None = None
    for moment in touching:
        here = [(conditions[k], holds) for k, holds in moment.arms if k in conditions]
        common = here if common is None else [c for c in common if c in here]
    return {c: holds for c, holds in common or () if fresh.issuperset(c.home)}
