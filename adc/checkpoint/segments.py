"""Loops that are run again from snapshots of their state, instead of storing every step.

The forward sweep keeps the state before some steps (a segment's beginning); the reverse sweep
brings the state back, runs the segment again on containers of its own (`v_again`), with its values
stored as in any forward sweep, and reverses it (Griewank & Walther, Evaluating Derivatives, 2nd
ed., chapter 12). The pair of re-run segment and its adjoint is a small frame, planned like the
whole; what it reads from outside the loop remains a Need of the frame around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import sympy

from adc.analysis.accesses import Polyhedra
from adc.analysis.extents import counter, extent, trips
from adc.analysis.flow import carries
from adc.checkpoint.assemble import Frame
from adc.checkpoint.choices import Choices, LoopChoice
from adc.checkpoint.expand import forward_uses
from adc.checkpoint.rewrite import again, substitute_in_body, with_points, written
from adc.checkpoint.uses import Intactness, uses_in
from adc.differentiate.reverse import marked
from adc.ir.build import zero
from adc.ir.dtypes import DType
from adc.ir.expressions import Need, Read, reads, transform
from adc.ir.nodes import (
    Access,
    Assumption,
    Body,
    Branch,
    Compute,
    Container,
    Dim,
    Loop,
    Node,
    Parameter,
    Program,
    Replay,
    Snapshot,
    Unwind,
    While,
    map_body,
    parts,
    walk_nodes,
)
from adc.ir.shapes import floordiv, integer, maximum, minimum, symbol

if TYPE_CHECKING:
    from adc.checkpoint.planner import Decisions

#: Plans the small frame of a segment: (frame, choices inside) -> decisions, Needs still in place.
PlanInner = Callable[[Frame, Choices], "Decisions"]


@dataclass(frozen=True)
class Rerun:
    """A loop that is run again: what `run_again` made of the frame, and what it added.

    `state` are the containers that its snapshots hold, `snapshots` these containers' snapshots in
    the same order; `inner` what was decided about one segment.
    """

    frame: Frame
    loop: Loop | While
    adjoint: Loop | Unwind
    state: tuple[str, ...]
    snapshots: tuple[Container, ...]
    inner: Decisions
    choice: LoopChoice
    around: tuple[Loop, ...]


@dataclass(frozen=True)
class Pair:
    """A loop of the forward sweep, the loops around it, and its adjoint in the reverse sweep."""

    loop: Loop | While
    adjoint: Loop | Unwind
    around: tuple[Loop, ...]


def pairs(frame: Frame) -> list[Pair]:
    """The loops of `frame` that have an adjoint, outermost first."""
    adjoints = {
        n.var: n
        for n in walk_nodes(frame.reverse)
        if isinstance(n, Unwind) or (isinstance(n, Loop) and n.backwards)
    }
    return [
        Pair(loop, adjoints[loop.var], around)
        for loop, around in loops_of(frame.forward.body, ())
        if loop.var in adjoints
    ]


def loops_of(
    body: Body, around: tuple[Loop, ...]
) -> Iterator[tuple[Loop | While, tuple[Loop, ...]]]:
    for node in body:
        if isinstance(node, While) or (isinstance(node, Loop) and not node.backwards):
            yield node, around
        inside = (*around, node) if isinstance(node, Loop) else around
        for part in parts(node):
            yield from loops_of(part, inside)


# -- what a step needs -----------------------------------------------------------------------------


def sliced(body: Body, wanted: set[str]) -> Body:
    """The statements of `body` that compute the containers of `wanted`, which grows to all that
    these need (of what `body` writes)."""
    own = set(written(body))
    while True:
        before = len(wanted)
        kept = _sliced(body, wanted)
        for node in walk_nodes(kept):
            if isinstance(node, Compute):
                wanted |= {r.container for r in reads(node.expr)} & own
            elif isinstance(node, (Branch, While)):
                wanted |= {r.container for r in reads(node.condition)} & own
        if len(wanted) == before:
            return kept


def _sliced(body: Body, wanted: set[str]) -> Body:
    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            return (node,) if node.target.container in wanted else ()
        if isinstance(node, While):
            return (node,) if node.body or node.trips in wanted else ()
        if isinstance(node, (Loop, Branch)) and not any(parts(node)):
            return ()
        return (node,)

    return map_body(body, visit)


def needed_by(adjoint: Loop | Unwind, body: Body) -> set[str]:
    """The containers written in `body` whose values the adjoint of the loop needs."""
    own = set(written(body))
    wanted = {u.need.container for u in uses_in((adjoint,))}
    wanted |= {n.trips for n in walk_nodes(adjoint.body) if isinstance(n, Unwind)}
    return wanted & own


def state_of(program: Program, pair: Pair, body: Body) -> tuple[str, ...]:
    """The containers that a step (`body`) or its adjoint reads as an earlier step left them."""
    intactness = Intactness(Polyhedra(program))
    placed = intactness.polyhedra.placed
    inside = {n.label for n in walk_nodes(body) if hasattr(n, "label")}
    all_inside = {n.label for n in walk_nodes(pair.loop.body) if hasattr(n, "label")}
    own = written(body)
    level = len(pair.around)
    state: dict[str, None] = {}
    adjoint_uses = uses_in((pair.adjoint,))
    for container in own:
        steps = [placed[label] for label in inside if label in placed]
        steps.sort(key=lambda p: list(placed).index(p.label))
        uses = forward_uses(steps, container)
        uses += [u for u in adjoint_uses if u.need.container == container]
        for use in uses:
            flow = intactness.last_writes(use)
            exposed = use.sink.name in flow.unmatched or any(
                d.source not in all_inside
                or carries(d, placed[d.source], placed[use.need.point], level)
                for d in flow.dependences
            )
            if exposed:
                state[container] = None
                break
    return tuple(c for c in own if c in state)


# -- the transformation ----------------------------------------------------------------------------


def run_again(frame: Frame, pair: Pair, choice: LoopChoice, plan_inner: PlanInner) -> Rerun:
    """`frame` with one loop run again in reverse from snapshots."""
    loop = pair.loop
    relevant = sliced(loop.body, needed_by(pair.adjoint, loop.body))
    state = state_of(frame.forward, pair, relevant)
    table = {name: frame.fresh.fresh(f"{name}_again") for name in written(loop.body)}
    copies = tuple(
        replace(frame.forward[old], name=new, role="local", of=old) for old, new in table.items()
    )
    segment = Segment.of(frame, pair, choice)
    inner = plan_inner(segment_frame(frame, segment, copies, table), choice.inner)
    snapshots = tuple(segment.snapshot(frame, frame.forward[name]) for name in state)
    kept = [(frame.forward[n], s) for n, s in zip(state, snapshots, strict=True)]
    back = [(frame_copy(copies, table[n]), s) for n, s in zip(state, snapshots, strict=True)]
    forward_loop = segment.forward(frame, segment.saves(frame, kept, segment.place))
    turn = outward(frame.forward, inner)
    step, temporaries = stepped_again(frame, segment, relevant, state, table)
    reverse_loop = segment.reverse(frame, back, turn, step)
    added = added_containers(frame, inner, (*copies, *snapshots, *temporaries))
    forward = replace(
        frame.forward,
        containers=tuple(dict.fromkeys((*frame.forward.containers, *added))),
        body=replaced(frame.forward.body, loop.label, forward_loop),
    )
    reverse = replaced(frame.reverse, pair.adjoint.label, reverse_loop)
    new = replace(frame, forward=forward, reverse=reverse)
    return Rerun(new, loop, pair.adjoint, state, snapshots, inner, choice, pair.around)


def frame_copy(copies: tuple[Container, ...], name: str) -> Container:
    return next(c for c in copies if c.name == name)


def added_containers(
    frame: Frame, inner: Decisions, more: tuple[Container, ...]
) -> tuple[Container, ...]:
    """The containers that the segment brings along, as its planning left them."""
    known = {c.name for c in frame.forward.containers}
    inside = tuple(c for c in inner.forward.containers if c.name not in known)
    named = {c.name for c in inside}
    return (*inside, *inner.tapes, *(c for c in more if c.name not in named))


def replaced(body: Body, label: str, new: Node) -> Body:
    def visit(node: Node) -> Body:
        return (new,) if getattr(node, "label", "") == label else (node,)

    return map_body(body, visit)


@dataclass(frozen=True)
class Segment:
    """The loops of a re-run: one over segments (`var`), and inside one over a segment's steps.

    With segments of one step the loop over segments is the source's own, and `steps` is None.
    `count` is the number of segments (None: only the While's end tells), `place` the number of
    the current one.
    """

    pair: Pair
    length: int
    slots: int
    var: str
    steps: Loop | None
    count: sympy.Expr | None
    place: sympy.Expr
    slot: str
    step: str

    @classmethod
    def of(cls, frame: Frame, pair: Pair, choice: LoopChoice) -> Segment:
        loop = pair.loop
        slot, step = frame.fresh.fresh("slot"), frame.fresh.fresh("step")
        if isinstance(loop, While):
            slots = max(choice.slots, 1)
            place = symbol(loop.var)
            return cls(pair, 1, slots, loop.var, None, loop.limit and None, place, slot, step)
        slots = 0 if pair.around else choice.slots
        number = trips(loop)
        if choice.length == 1:
            place = counter(loop)
            return cls(pair, 1, slots, loop.var, None, number, place, slot, step)
        var = frame.fresh.fresh("segment")
        length = choice.length
        count = floordiv(number + (length - 1), length)
        return cls(
            pair, length, slots, var, chunk(loop, var, length), count, symbol(var), slot, step
        )

    @property
    def label(self) -> str:
        return self.pair.loop.label

    @property
    def outer(self) -> tuple[Loop, ...]:
        """The loops around one segment, for bounds on what depends on their variables."""
        loop = self.pair.loop
        if isinstance(loop, While):
            own = () if loop.limit is None else (Loop(loop.var, integer(0), loop.limit, 1, ()),)
        elif self.steps is None:
            own = (replace(loop, body=()),)
        else:
            assert self.count is not None
            own = (Loop(self.var, integer(0), self.count, 1, ()),)
        return (*self.pair.around, *own)

    # -- snapshots ---------------------------------------------------------------------------

    def snapshot(self, frame: Frame, state: Container) -> Container:
        """The container of the snapshots of `state`: slots first, then its own axes."""
        around = self.pair.around
        lead = [frame_extent(frame, trips(o), around[:k]) for k, o in enumerate(around)]
        if self.slots and self.count is not None:
            held: sympy.Expr = minimum(self.slots, frame_extent(frame, self.count, around))
        elif self.slots:
            held = integer(self.slots)
        else:
            assert self.count is not None
            held = frame_extent(frame, self.count, around)
        name = frame.fresh.fresh(f"{state.name}_snap")
        return Container(name, state.dtype, (*lead, held, *state.shape), "tape", of=state.name)

    def saves(
        self, frame: Frame, kept: list[tuple[Container, Container]], place: sympy.Expr
    ) -> Body:
        """state -> snapshot number `place`, for each of `kept`."""
        where = self.index_of(place)
        return tuple(
            block_copy(frame, self.pair.loop, snap, where, state, (), "save")
            for state, snap in kept
        )

    def loads(
        self, frame: Frame, back: list[tuple[Container, Container]], place: sympy.Expr
    ) -> Body:
        where = self.index_of(place)
        return tuple(
            block_copy(frame, self.pair.loop, state, (), snap, where, "load")
            for state, snap in back
        )

    def index_of(self, place: sympy.Expr) -> tuple[sympy.Expr, ...]:
        lead = tuple(counter(loop) for loop in self.pair.around)
        return (*lead, symbol(self.slot) if self.slots else place)

    # -- the two loops -----------------------------------------------------------------------

    def forward(self, frame: Frame, saves: Body) -> Loop | While:
        """The forward loop with its snapshots."""
        loop = self.pair.loop
        if self.slots:
            count = None if isinstance(loop, While) else self.count
            label = frame.labels.fresh(f"{self.label}_keep")
            saves = (
                Snapshot(
                    self.label, self.place, count, self.slots, self.slot, saves, loop.span, label
                ),
            )
        if self.steps is None:
            return replace(loop, body=(*saves, *loop.body))
        assert self.count is not None
        label = frame.labels.fresh(f"{self.label}_steps")
        inside = replace(self.steps, body=loop.body, label=label)
        return Loop(
            self.var, integer(0), self.count, 1, (*saves, inside), loop.span, label=self.label
        )

    def reverse(
        self, frame: Frame, back: list[tuple[Container, Container]], turn: Body, step: Body
    ) -> Loop | Unwind:
        """The reverse loop: state back, segment again, its adjoint."""
        adjoint = self.pair.adjoint
        loads = self.loads(frame, back, self.place)
        if self.slots:
            saves = tuple(self.saves(frame, back, self.place))
            label = frame.labels.fresh(f"{self.label}_replay")
            loads = (
                Replay(
                    self.label, self.place, self.slots, self.slot, loads, self.step, step, saves,
                    self.pair.loop.span, label,
                ),
            )  # fmt: skip
        if self.steps is None:
            return replace(adjoint, body=(*loads, *turn))
        assert self.count is not None
        return Loop(
            self.var, integer(0), self.count, 1, (*loads, *turn), adjoint.span, True, adjoint.label
        )


def chunk(loop: Loop, var: str, length: int) -> Loop:
    """The steps of `loop` in segment number `var`."""
    start = loop.start + symbol(var) * length * loop.step
    end = loop.start + (symbol(var) + 1) * length * loop.step
    stop = minimum(end, loop.stop) if loop.step > 0 else maximum(end, loop.stop)
    return replace(loop, start=sympy.expand(start), stop=stop, body=())


def frame_extent(frame: Frame, expr: sympy.Expr, around: tuple[Loop, ...]) -> sympy.Expr:
    return extent(expr, (*frame.outer, *around))


def block_copy(
    frame: Frame,
    loop: Loop | While,
    target: Container,
    lead: tuple[sympy.Expr, ...],
    source: Container,
    source_lead: tuple[sympy.Expr, ...],
    what: str,
) -> Compute:
    """`target[lead, …] = source[source_lead, …]`: one of them is a snapshot of the other."""
    shape = target.shape[len(lead) :]
    dims = tuple(Dim(frame.fresh.fresh("i"), integer(0), e) for e in shape)
    index = tuple(symbol(d.var) for d in dims)
    return Compute(
        frame.labels.fresh(f"{loop.label}_{what}"),
        Access(target.name, (*lead, *index)),
        "=",
        Read(source.name, (*source_lead, *index), source.dtype),
        dims,
        loop.span,
    )


# -- the segment as a frame of its own -------------------------------------------------------------


def segment_frame(
    frame: Frame, segment: Segment, copies: tuple[Container, ...], table: dict[str, str]
) -> Frame:
    """One segment run again, and its adjoint with Needs at the statements of that."""
    clone, originals = again(segment.pair.loop.body, table, frame.labels)
    points = {original: label for label, original in originals.items()}
    adjoint = with_points(segment.pair.adjoint.body, points, table)
    if segment.steps is not None:
        label = frame.labels.fresh(f"{segment.label}_again")
        clone = (replace(segment.steps, body=clone, label=label),)
        adjoint = (
            replace(
                segment.pair.adjoint,
                start=segment.steps.start,
                stop=segment.steps.stop,
                body=adjoint,
                label=frame.labels.fresh(f"{segment.label}_bar"),
            ),
        )
    program = replace(
        frame.forward,
        parameters=(*frame.forward.parameters, *map(loop_parameter, names_around(segment))),
        assumptions=(*frame.forward.assumptions, *bounds(segment.outer)),
        containers=(*frame.forward.containers, *copies),
        body=clone,
    )
    sources = {new: frame.originals.get(old, old) for old, new in table.items()}
    if segment.steps is None:
        program = without_unneeded(program, adjoint, frame)
    return replace(
        frame,
        forward=program,
        reverse=adjoint,
        entry_copies=frozenset(),
        originals={**frame.originals, **sources},
        outer=(*frame.outer, *segment.outer),
        points=originals,
        sources={
            **frame.sources,
            **{new: frame.sources.get(old, old) for new, old in originals.items()},
        },
    )


def without_unneeded(program: Program, adjoint: Body, frame: Frame) -> Program:
    """`program` with the statements emptied whose results neither its own needed statements nor
    `adjoint` read: a step that is run again need not run to its end.

    An emptied statement remains as a place that Needs refer to, until dead code goes.
    """
    needed = needed_statements(program, adjoint)
    nothing = Container(frame.fresh.fresh("nothing"), DType.FLOAT64, (), "local")

    def visit(node: Node) -> Body:
        if isinstance(node, Compute) and node.label not in needed:
            target = Access(nothing.name, ())
            return (replace(node, target=target, op="=", expr=zero(nothing.dtype), domain=()),)
        return (node,)

    return program.with_containers(nothing).with_body(map_body(program.body, visit))


def needed_statements(program: Program, adjoint: Body) -> set[str]:
    """The statements whose values reach a Need of `adjoint`, by exact dataflow."""
    intactness = Intactness(Polyhedra(program))
    placed = intactness.polyhedra.placed
    local = set(written(program.body))
    waiting = [u for u in uses_in(adjoint) if u.need.container in local]
    needed: set[str] = set()
    while waiting:
        for dependence in intactness.last_writes(waiting.pop()).dependences:
            if dependence.source in needed:
                continue
            needed.add(dependence.source)
            around = enclosing_nodes(program.body, dependence.source)
            for label in [dependence.source, *(n.label for n in around)]:
                if label in placed:
                    place = placed[label]
                    for container in local:
                        waiting += forward_uses([place], container)
    return needed


def enclosing_nodes(body: Body, label: str) -> list[Branch | While]:
    """The branches and While loops around the statement `label`."""
    for node in body:
        if getattr(node, "label", "") == label:
            return []
        for part in parts(node):
            if any(getattr(n, "label", "") == label for n in walk_nodes(part)):
                own = [node] if isinstance(node, (Branch, While)) else []
                return [*own, *enclosing_nodes(part, label)]
    return []


def names_around(segment: Segment) -> list[str]:
    return [*(loop.var for loop in segment.pair.around), segment.var]


def loop_parameter(name: str) -> Parameter:
    return Parameter(name, "integer")


def bounds(loops: tuple[Loop, ...]) -> list[Assumption]:
    """What is known of the variables of `loops` inside them."""
    known = []
    for loop in loops:
        var = symbol(loop.var)
        low, high = ("<=", "<") if loop.step > 0 else (">=", ">")
        known.append(Assumption(loop.start, low, var))
        known.append(Assumption(var, high, loop.stop))
    return known


def outward(outside: Program, inner: Decisions) -> Body:
    """The planned segment and its adjoint, as a part of the frame around it.

    What they read from outside the loop becomes a Need there, at the original statements.
    """
    own = {c.name for c in inner.forward.containers} - set(outside.by_name)
    own |= {t.name for t in inner.tapes}
    foreign = set(outside.by_name)
    points = inner.frame.points

    def forward(node: Node) -> Body:
        if isinstance(node, (Compute, Branch, While)) and node.label in points:
            return (with_expression(node, lambda e: as_need(e, foreign, points[node.label])),)
        return (node,)

    def as_own(e: object) -> object:
        if isinstance(e, Need) and e.container in own:
            return Read(e.container, e.index, e.dtype)
        if isinstance(e, Need):
            return replace(e, point=points.get(e.point, e.point))
        return e

    def reverse(node: Node) -> Body:
        return () if marked(node) else (with_expression(node, as_own),)

    return (*map_body(inner.forward.body, forward), *map_body(inner.reverse, reverse))


def as_need(e: object, foreign: set[str], point: str) -> object:
    if isinstance(e, Read) and e.container in foreign:
        return Need(e.container, e.index, e.dtype, point)
    return e


def with_expression(node: Node, f: Callable[[object], object]) -> Node:
    if isinstance(node, Compute):
        return replace(node, expr=transform(node.expr, f))  # type: ignore[arg-type]
    if isinstance(node, (Branch, While)):
        return replace(node, condition=transform(node.condition, f))  # type: ignore[arg-type]
    return node


def stepped_again(
    frame: Frame, segment: Segment, body: Body, state: tuple[str, ...], table: dict[str, str]
) -> tuple[Body, tuple[Container, ...]]:
    """One step (or segment) of a replay, on the re-run's state and temporaries of its own."""
    if not segment.slots:
        return (), ()
    private = [name for name in written(body) if name not in state]
    own = {name: frame.fresh.fresh(f"{name}_replay") for name in private}
    names = {**own, **{name: table[name] for name in state}}
    clone, originals = again(body, names, frame.labels, "_replay")
    foreign = set(frame.forward.by_name)

    def visit(node: Node) -> Body:
        if isinstance(node, (Compute, Branch, While)):
            return (with_expression(node, lambda e: as_need(e, foreign, originals[node.label])),)
        return (node,)

    clone = map_body(clone, visit)
    if segment.steps is not None:
        label = frame.labels.fresh(f"{segment.label}_replay")
        clone = (replace(segment.steps, body=clone, label=label),)
        values: dict[str, sympy.Expr] = {segment.var: symbol(segment.step)}
    else:
        loop = segment.pair.loop
        number = symbol(segment.step)
        start = loop.start + number * loop.step if isinstance(loop, Loop) else number
        values = {segment.var: start}
    containers = tuple(
        replace(frame.forward[old], name=new, role="local", of=old) for old, new in own.items()
    )
    return substitute_in_body(clone, values), containers
