"""The kinds of nodes, immutable throughout; `adc.ir.node` is what all of them answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import sympy

from adc.diagnostics import InternalError, Span
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Index
from adc.ir.implicit import Marked
from adc.ir.node import (
    Access,
    Body,
    Domain,
    Evaluated,
    Node,
    Scoped,
    Statement,
    Write,
    domain_integers,
    map_access,
    map_domain,
    prefixed_access,
    renamed_access,
)


@dataclass(frozen=True)
class Compute(Statement):
    """`target[index] op expr` for all points of `domain`; reads everything before it writes.

    op `=`: assignment; distinct points write distinct elements, and every domain variable occurs
    in the target's index. op `+=`: accumulation, any index. op `max=`, `min=`: a whole reduction:
    the target's elements are overwritten by the largest (smallest) value over the variables that
    its index does not use; the result for no points is -inf (inf).

    One that is `blank` stands where a variable begins that has no value yet, and gives it zeros:
    lowering makes it, `simplify.blanks` takes it away where nothing reads them. Its note
    is one of `blank_notes`: a saved variable has the values of the last call, which nothing may
    read.

    Where `expr` reads the target's container, it reads only the very element that the point
    writes, or elements that no point of this domain writes; lowering splits anything else through
    a temporary, so that points may be visited in any order.
    """

    label: str
    target: Access
    op: Update
    expr: Expr
    domain: Domain = ()
    span: Span | None = None
    note: str = ""
    blank: bool = False

    @property
    def container(self) -> str:
        return self.target.container

    @property
    def evaluated(self) -> tuple[Evaluated, ...]:
        return (Evaluated(self.expr, self.domain),)

    def with_evaluated(self, new: Sequence[Expr]) -> Compute:
        (expr,) = new
        return self if expr is self.expr else replace(self, expr=expr)

    @property
    def writes(self) -> tuple[Write, ...]:
        return (Write(self.target, self.domain, self.op),)

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(d.var for d in self.domain)

    @property
    def integers(self) -> tuple[Scoped, ...]:
        target = (Scoped(i, self.variables, "the target") for i in self.target.index)
        return (*domain_integers(self.domain), *target)

    def map_own_integers(self, f: Callable[[sympy.Expr], sympy.Expr]) -> Compute:
        domain = map_domain(self.domain, f)
        return replace(self, target=map_access(self.target, f), domain=domain)

    def renamed(self, table: Mapping[str, str]) -> Compute:
        return replace(super().renamed(table), target=renamed_access(self.target, table))

    def with_index_prefixes(self, prefixes: Mapping[str, Index]) -> Compute:
        new = super().with_index_prefixes(prefixes)
        return replace(new, target=prefixed_access(self.target, prefixes))


@dataclass(frozen=True)
class Loop(Node):
    """A sequential loop over `range(start, stop, step)`; `backwards` visits the same range from
    its last value to its first. `step` is a non-zero number; bounds use sizes, integer arguments
    and enclosing loops' variables. `var` is unique in the program."""

    var: str
    start: sympy.Expr
    stop: sympy.Expr
    step: int
    body: Body
    span: Span | None = None
    backwards: bool = False
    label: str = ""

    @property
    def parts(self) -> tuple[Body, ...]:
        return (self.body,)

    def with_parts(self, new: tuple[Body, ...]) -> Loop:
        return replace(self, body=new[0])

    @property
    def bound(self) -> tuple[tuple[str, ...], ...]:
        return ((self.var,),)

    @property
    def integers(self) -> tuple[Scoped, ...]:
        return (Scoped(self.start), Scoped(self.stop))

    def map_own_integers(self, f: Callable[[sympy.Expr], sympy.Expr]) -> Loop:
        return replace(self, start=f(self.start), stop=f(self.stop))

    @property
    def title(self) -> str:
        return self.label or f"the loop over {self.var}"

    def check(self, containers: Mapping[str, Container]) -> None:
        if not isinstance(self.step, int) or self.step == 0:
            raise InternalError(f"the loop over {self.var} has the step {self.step}", self.span)


@dataclass(frozen=True)
class Branch(Node):
    """`then` where the scalar boolean `condition` holds, `orelse` otherwise."""

    condition: Expr
    then: Body
    orelse: Body = ()
    span: Span | None = None
    label: str = ""

    decides: ClassVar[bool] = True
    needs_label: ClassVar[bool] = True

    @property
    def parts(self) -> tuple[Body, ...]:
        return (self.then, self.orelse)

    def with_parts(self, new: tuple[Body, ...]) -> Branch:
        return replace(self, then=new[0], orelse=new[1])

    @property
    def evaluated(self) -> tuple[Evaluated, ...]:
        return (Evaluated(self.condition),)

    def with_evaluated(self, new: Sequence[Expr]) -> Branch:
        (condition,) = new
        return self if condition is self.condition else replace(self, condition=condition)


@dataclass(frozen=True)
class While(Node):
    """Runs `body` while the scalar boolean `condition` holds, tested before each iteration.

    `var` counts the iterations from 0, an integer variable in `condition` and `body`. With `limit`
    the loop ends at `var == limit` at the latest, before the condition is looked at. When it has
    ended, the int64 scalar container `trips` holds the number of iterations. Nothing else writes
    `trips`, `condition` and `body` do not read it, and a statement that does only copies it.
    `marked` is what the source says of the loop, until that has become a routine of its own.
    """

    var: str
    condition: Expr
    body: Body
    trips: str
    limit: sympy.Expr | None = None
    span: Span | None = None
    label: str = ""
    marked: Marked | None = None

    decides: ClassVar[bool] = True
    needs_label: ClassVar[bool] = True

    @property
    def parts(self) -> tuple[Body, ...]:
        return (self.body,)

    def with_parts(self, new: tuple[Body, ...]) -> While:
        return replace(self, body=new[0])

    @property
    def bound(self) -> tuple[tuple[str, ...], ...]:
        return ((self.var,),)

    @property
    def evaluated(self) -> tuple[Evaluated, ...]:
        return (Evaluated(self.condition),)

    def with_evaluated(self, new: Sequence[Expr]) -> While:
        (condition,) = new
        return self if condition is self.condition else replace(self, condition=condition)

    @property
    def writes(self) -> tuple[Write, ...]:
        return (Write(Access(self.trips, ())),)

    @property
    def integers(self) -> tuple[Scoped, ...]:
        return () if self.limit is None else (Scoped(self.limit, (), "the limit"),)

    def map_own_integers(self, f: Callable[[sympy.Expr], sympy.Expr]) -> While:
        return self if self.limit is None else replace(self, limit=f(self.limit))

    def renamed(self, table: Mapping[str, str]) -> While:
        new = replace(super().renamed(table), trips=table.get(self.trips, self.trips))
        if self.marked is None:
            return new
        states = tuple(table.get(name, name) for name in self.marked.states)
        return replace(new, marked=replace(self.marked, states=states))

    def check(self, containers: Mapping[str, Container]) -> None:
        _check_count(self, containers)


@dataclass(frozen=True)
class ReverseWhile(Node):
    """`body` for the iterations that a While counted in `trips`, from the last to the first."""

    var: str
    trips: str
    body: Body
    span: Span | None = None
    label: str = ""

    @property
    def parts(self) -> tuple[Body, ...]:
        return (self.body,)

    def with_parts(self, new: tuple[Body, ...]) -> ReverseWhile:
        return replace(self, body=new[0])

    @property
    def bound(self) -> tuple[tuple[str, ...], ...]:
        return ((self.var,),)

    @property
    def counted(self) -> tuple[str, ...]:
        return (self.trips,)

    def renamed(self, table: Mapping[str, str]) -> ReverseWhile:
        return replace(self, trips=table.get(self.trips, self.trips))

    def check(self, containers: Mapping[str, Container]) -> None:
        _check_count(self, containers)


def _check_count(node: While | ReverseWhile, containers: Mapping[str, Container]) -> None:
    """Iterations are counted in a 64-bit scalar."""
    count = containers.get(node.trips)
    if count is None or count.shape or count.dtype is not DType.INT64 or count.role == Role.INPUT:
        raise InternalError(f"{node.label}: {node.trips} cannot count trips", node.span)


@dataclass(frozen=True)
class Snapshot(Node):
    """Stands first in a forward loop's body and keeps the state before some of its steps.

    `step` is the number of the current step, from 0; `body` copies the state to the snapshot
    containers, whose first index is the variable `slot`. Which steps are kept, in which of `slots`
    slots, is the rule of `interpret.snapshots`: binomial positions for a loop of `steps` steps,
    a doubling stride where `steps` is None because only the end of the loop tells. `loop` names
    the pair of this node and the Replay that takes the snapshots up.
    """

    loop: str
    step: sympy.Expr
    steps: sympy.Expr | None
    slots: int
    slot: str
    body: Body
    span: Span | None = None
    label: str = ""

    @property
    def parts(self) -> tuple[Body, ...]:
        return (self.body,)

    def with_parts(self, new: tuple[Body, ...]) -> Snapshot:
        return replace(self, body=new[0])

    @property
    def bound(self) -> tuple[tuple[str, ...], ...]:
        return ((self.slot,),)

    @property
    def integers(self) -> tuple[Scoped, ...]:
        steps = () if self.steps is None else (Scoped(self.steps, (), "the steps"),)
        return (Scoped(self.step, (), "the step"), *steps)

    def map_own_integers(self, f: Callable[[sympy.Expr], sympy.Expr]) -> Snapshot:
        steps = None if self.steps is None else f(self.steps)
        return replace(self, step=f(self.step), steps=steps)

    def check(self, containers: Mapping[str, Container]) -> None:
        _check_slots(self)


@dataclass(frozen=True)
class Replay(Node):
    """Stands first in a reverse loop's body and brings back the state before step `step`.

    It runs `load` (snapshot `slot` to state) for the last snapshot held, then `body`, one forward
    step, for `var` from that snapshot's step up to `step` - 1; on the way it runs `save` (state
    to snapshot `slot`) where a free slot is best used (Griewank & Walther, "Algorithm 799:
    revolve", ACM TOMS 26(1), 2000). A snapshot of `step` itself is given up.
    """

    loop: str
    step: sympy.Expr
    slots: int
    slot: str
    load: Body
    var: str
    body: Body
    save: Body
    span: Span | None = None
    label: str = ""

    @property
    def parts(self) -> tuple[Body, ...]:
        return (self.load, self.body, self.save)

    def with_parts(self, new: tuple[Body, ...]) -> Replay:
        return replace(self, load=new[0], body=new[1], save=new[2])

    @property
    def bound(self) -> tuple[tuple[str, ...], ...]:
        return ((self.slot,), (self.var,), (self.slot,))

    @property
    def integers(self) -> tuple[Scoped, ...]:
        return (Scoped(self.step, (), "the step"),)

    def map_own_integers(self, f: Callable[[sympy.Expr], sympy.Expr]) -> Replay:
        return replace(self, step=f(self.step))

    def check(self, containers: Mapping[str, Container]) -> None:
        _check_slots(self)


def _check_slots(node: Snapshot | Replay) -> None:
    if node.slots < 1:
        raise InternalError(f"{node.title}: {node.slots} snapshots", node.span)


#: The level of a comment that heads nothing: a line among the statements that it is about.
NOTE = 3


@dataclass(frozen=True)
class Heading(Node):
    """A comment between statements: it heads the sweeps and explains decisions."""

    text: str
    level: int = 1
    label: str = ""
    span: Span | None = None


@dataclass(frozen=True)
class Mark(Node):
    """Stands where the adjoint of the forward statement `point` begins, also where that is empty:
    the place at which planning puts back what the statement overwrote. It does nothing."""

    point: str
    label: str = ""
    span: Span | None = None
