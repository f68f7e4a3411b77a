"""Loops that are run again from snapshots of their state, instead of storing every step.

The forward sweep keeps the state before some steps (a segment's beginning); the reverse sweep
brings the state back, runs the segment again on containers of its own (`v_again`), with its values
stored as in any forward sweep, and reverses it (Griewank & Walther, Evaluating Derivatives, 2nd
ed., chapter 12). The pair of re-run segment and its adjoint is a small frame, planned like the
whole; what it reads from outside the loop remains a Need of the frame around it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import sympy

from adc.analysis.extents import UnboundedError, counter, extent, trips
from adc.checkpoint.configuration import Choices, LoopChoice
from adc.checkpoint.transform.assemble import Frame
from adc.checkpoint.transform.inner import outward, segment_frame, stepped_again
from adc.checkpoint.transform.rewrite import written
from adc.checkpoint.transform.state import Pair, needed_by, sliced, state_of
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Read
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import Compute, Loop, Replay, ReverseWhile, Snapshot, While
from adc.ir.shapes import floordiv, integer, maximum, minimum, names, symbol
from adc.ir.walking import map_body

if TYPE_CHECKING:
    from adc.checkpoint.transform.planner import Decisions

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
    adjoint: Loop | ReverseWhile
    state: tuple[str, ...]
    snapshots: tuple[Container, ...]
    inner: Decisions
    choice: LoopChoice
    around: tuple[Loop, ...]


def run_again(frame: Frame, pair: Pair, choice: LoopChoice, plan_inner: PlanInner) -> Rerun:
    """`frame` with one loop run again in reverse from snapshots."""
    loop = pair.loop
    relevant = sliced(loop.body, needed_by(pair.adjoint, loop.body))
    state = state_of(frame.forward, pair, relevant)
    table = {name: frame.fresh.fresh(f"{name}_again") for name in written(loop.body)}
    copies = tuple(
        replace(frame.forward[old], name=new, role=Role.LOCAL, of=old) for old, new in table.items()
    )
    segment = Segment.of(frame, pair, choice)
    inner = plan_inner(segment_frame(frame, segment, copies, table, state), choice.inner)
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

    @property
    def open(self) -> frozenset[str]:
        """Its variable, where nothing bounds it."""
        loop = self.pair.loop
        endless = isinstance(loop, While) and loop.limit is None
        return frozenset({self.var}) if endless else frozenset()

    # -- snapshots ---------------------------------------------------------------------------

    def snapshot(self, frame: Frame, state: Container) -> Container:
        """The container of the snapshots of `state`: slots first, then its own axes."""
        around = self.pair.around
        lead = [frame_extent(frame, trips(o), around[:k]) for k, o in enumerate(around)]
        count = None if self.count is None else bounded(frame, self.count, around)
        if self.slots:
            held = integer(self.slots) if count is None else minimum(self.slots, count)
        else:
            assert count is not None
            held = count
        name = frame.fresh.fresh(f"{state.name}_snap")
        return Container(name, state.dtype, (*lead, held, *state.shape), Role.TAPE, of=state.name)

    def saves(
        self, frame: Frame, kept: list[tuple[Container, Container]], place: sympy.Expr
    ) -> Body:
        """state -> snapshot number `place`, for each of `kept`."""
        where = self.index_of(place)
        return tuple(
            block_copy(
                frame, self.pair.loop, snap, where, state, (), "save", f"a snapshot of {snap.of}"
            )
            for state, snap in kept
        )

    def loads(
        self, frame: Frame, back: list[tuple[Container, Container]], place: sympy.Expr
    ) -> Body:
        where = self.index_of(place)
        return tuple(
            block_copy(
                frame, self.pair.loop, state, (), snap, where, "load", self.load_note(state, snap)
            )
            for state, snap in back
        )

    def load_note(self, state: Container, snap: Container) -> str:
        """What the container is in which a step is run again."""
        if self.slots:
            return f"{state.name}: {snap.of} as it was at the last snapshot, to be run from there"
        when = "this step, which is" if self.steps is None else "these steps, which are"
        return f"{state.name}: {snap.of} as it was before {when} run again on it"

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
    ) -> Loop | ReverseWhile:
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


def bounded(
    frame: Frame, expr: sympy.Expr, around: tuple[Loop, ...], dims: tuple[Dim, ...] = ()
) -> sympy.Expr | None:
    """The largest value of `expr` in the loops `around` and over `dims`, at least 0; None where
    sizes do not bound it."""
    try:
        found = extent(expr, (*frame.outer, *around), dims)
    except UnboundedError:
        return None
    return None if names(found) & frame.open else found


def block_copy(
    frame: Frame,
    loop: Loop | While,
    target: Container,
    lead: tuple[sympy.Expr, ...],
    source: Container,
    source_lead: tuple[sympy.Expr, ...],
    what: str,
    note: str = "",
) -> Compute:
    """`target[lead, …] = source[source_lead, …]`: one of them is a snapshot of the other."""
    shape = target.shape[len(lead) :]
    dims = tuple(Dim(frame.fresh.fresh("i"), integer(0), e) for e in shape)
    index = tuple(symbol(d.var) for d in dims)
    return Compute(
        frame.labels.fresh(f"{loop.label}_{what}"),
        Access(target.name, (*lead, *index)),
        Update.ASSIGN,
        Read(source.name, (*source_lead, *index), source.dtype),
        dims,
        loop.span,
        note=note,
    )
