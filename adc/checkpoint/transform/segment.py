"""The two loops of a loop that is checkpointed, by segments, and the snapshots between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import sympy

from adc.analysis.extents import counter, extent, trips
from adc.checkpoint.configuration import CheckpointSchedule
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.pairs import Pair
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Apply, IntValue, Read
from adc.ir.extremes import UnboundedError
from adc.ir.node import Access, Body, Dim, Statement, Write
from adc.ir.nodes import Branch, Compute, Loop, Replay, ReverseWhile, Snapshot, While
from adc.ir.operation import Section
from adc.ir.shapes import floordiv, integer, maximum, minimum, names, symbol
from adc.ops.library import BlockCopy


@dataclass(frozen=True)
class Segment:
    """The loops of a re-run: one over segments (`var`), and inside one over a segment's steps.

    With segments of one step the loop over segments is the source's own, and `steps` is None.
    `count` is the number of segments (None: only the While's end tells), `place` the number of
    the current one. `on_host`: the snapshots of arrays lie in the host's memory; `staging` has, by
    their names, the arrays where they are put on their way there, which a copy beside kernels
    takes them from. It holds the last snapshot when the forward loop ends.
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
    on_host: bool = False
    staging: Mapping[str, Container] = field(default_factory=dict)

    @classmethod
    def of(cls, frame: Frame, pair: Pair, schedule: CheckpointSchedule) -> Segment:
        loop = pair.loop
        slot, step = frame.fresh.fresh("slot"), frame.fresh.fresh("step")
        if isinstance(loop, While):
            slots = max(schedule.slots, 1)
            place = symbol(loop.var)
            return cls(pair, 1, slots, loop.var, None, loop.limit and None, place, slot, step)
        slots = 0 if pair.around else schedule.slots
        number = trips(loop)
        if schedule.length == 1:
            place = counter(loop)
            return cls(pair, 1, slots, loop.var, None, number, place, slot, step)
        var = frame.fresh.fresh("segment")
        length = schedule.length
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
        role = Role.HOST if self.on_host and state.shape else Role.TAPE
        return Container(name, state.dtype, (*lead, held, *state.shape), role, of=state.name)

    def staged(self, frame: Frame, snapshots: Iterable[Container]) -> Segment:
        """The same with a place on the device for each of `snapshots` that is on the host."""
        staging = {
            snap.name: replace(
                snap,
                name=frame.fresh.fresh(f"{snap.of}_staged"),
                shape=frame.forward[snap.of].shape,
                role=Role.STAGED,
            )
            for snap in snapshots
            if snap.role is Role.HOST
        }
        return replace(self, staging=staging)

    def saves(
        self, frame: Frame, kept: list[tuple[Container, Container]], place: sympy.Expr
    ) -> Body:
        """state -> snapshot number `place`, for each of `kept`; what is staged is copied within the
        device first, all of it, and then on."""
        where, loop = self.index_of(place), self.pair.loop
        copies, onward = [], []
        for state, snap in kept:
            note, stage = f"a snapshot of {snap.of}", self.staging.get(snap.name)
            if stage is None:
                copies.append(block_copy(frame, loop, snap, where, state, (), "save", note))
                continue
            note += ", which goes to the host beside the next steps"
            copies.append(block_copy(frame, loop, stage, (), state, (), "stage", note))
            onward.append(block_copy(frame, loop, snap, where, stage, (), "save"))
        return self.held((*copies, *onward))

    def loads(
        self, frame: Frame, back: list[tuple[Container, Container]], place: sympy.Expr
    ) -> Body:
        """snapshot number `place` -> state, for each of `back`."""
        where, loop = self.index_of(place), self.pair.loop
        copies = []
        for state, snap in back:
            stage = None if self.slots else self.staging.get(snap.name)
            source = (snap, where) if stage is None else (stage, ())
            note = self.load_note(state, snap)
            copies.append(block_copy(frame, loop, state, (), *source, "load", note))
        return self.held(copies)

    def fetches(
        self, frame: Frame, back: list[tuple[Container, Container]], place: sympy.Expr
    ) -> Body:
        """snapshot number `place` - 1 -> where it is staged, if there is one: the next that the
        reverse loop takes. Where few are held, which one that is shows only then."""
        if self.slots or not self.staging:
            return ()
        where, loop = self.index_of(place - 1), self.pair.loop
        copies = []
        for _, snap in back:
            stage = self.staging.get(snap.name)
            if stage is not None:
                note = f"the snapshot of {snap.of} before these steps comes while they run"
                copies.append(block_copy(frame, loop, stage, (), snap, where, "fetch", note))
        before = Apply("gt", (IntValue(place), IntValue(integer(0))), DType.BOOL)
        label = frame.labels.fresh(f"{self.label}_before")
        return (Branch(before, self.held(copies), (), loop.span, label),)

    def held(self, copies: Iterable[Compute]) -> Body:
        """`copies` as operations, those of arrays that go to the host or come from there."""
        return tuple(as_held(c) if self.on_host and c.domain else c for c in copies)

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
        loads = (*self.loads(frame, back, self.place), *self.fetches(frame, back, self.place))
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


def as_held(copy: Compute) -> Statement:
    """`copy`, as an operation, which nothing makes a part of other statements."""
    operands = (Section(copy.expr, copy.domain),)
    results = (Write(copy.target, copy.domain),)
    return BlockCopy(copy.label, operands, results, copy.span, copy.note)


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
