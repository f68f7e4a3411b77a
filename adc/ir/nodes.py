"""Programs: containers and a tree of statements, immutable throughout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeGuard

import sympy

from adc.diagnostics import InternalError, Span
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, rename_containers
from adc.ir.shapes import Shape

#: Roles of a container. `input` is never written; `inout` and `output` are seen by the caller
#: after the call (an `output` holds nothing on entry); `local` is adc's or the source's own;
#: `stop` and `misfit` are scalar booleans, at most one of each: where one is true at the end, the
#: call returns an error, because the source's program stopped, or its sizes did not fit.
#: The rest are the derivative's: seeds and tangents in, gradients and tangents out, tapes inside.
ROLES = (
    "input", "inout", "output", "local", "stop", "misfit", "value",
    "seed", "gradient", "adjoint", "tangent", "tangent_in", "tangent_out", "tape",
)  # fmt: skip


@dataclass(frozen=True)
class Container:
    """An array (`shape` in elements, row-major) or a scalar (`shape == ()`).

    `of` names the primal container that a derivative's container belongs to. One that is `whole`
    stays an array where a scalar for each element would do.
    """

    name: str
    dtype: DType
    shape: Shape
    role: str
    of: str = ""
    span: Span | None = None
    whole: bool = False


@dataclass(frozen=True)
class Parameter:
    """An argument of the generated function, in order. `kind`: size, integer, scalar, array.

    A `size` or `integer` is an integer symbol (int64, never written); `scalar` and `array` name a
    container. A size is known from shapes alone; an integer is an argument of the source.
    """

    name: str
    kind: str
    span: Span | None = None


@dataclass(frozen=True)
class Dim:
    """A domain variable running over `start <= var < stop`, step 1.

    Bounds may use sizes, enclosing loops' variables and the domain's earlier variables.
    """

    var: str
    start: sympy.Expr
    stop: sympy.Expr


@dataclass(frozen=True)
class Access:
    container: str
    index: Index


@dataclass(frozen=True)
class Compute:
    """`target[index] op expr` for all points of `domain`; reads everything before it writes.

    op `=`: assignment; distinct points write distinct elements, and every domain variable occurs
    in the target's index. op `+=`: accumulation, any index. op `max=`, `min=`: a whole reduction:
    the target's elements are overwritten by the largest (smallest) value over the variables that
    its index does not use; the result for no points is -inf (inf).

    One that is `blank` stands where a variable begins that has no value yet, and gives it zeros:
    lowering makes it, `simplify.blanks` takes it away where nothing reads them.

    Where `expr` reads the target's container, it reads only the very element that the point
    writes, or elements that no point of this domain writes; lowering splits anything else through
    a temporary, so that points may be visited in any order.
    """

    label: str
    target: Access
    op: str
    expr: Expr
    domain: tuple[Dim, ...] = ()
    span: Span | None = None
    note: str = ""
    blank: bool = False

    @property
    def container(self) -> str:
        return self.target.container


@dataclass(frozen=True)
class Loop:
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


@dataclass(frozen=True)
class Branch:
    """`then` where the scalar boolean `condition` holds, `orelse` otherwise."""

    condition: Expr
    then: Body
    orelse: Body = ()
    span: Span | None = None
    label: str = ""


@dataclass(frozen=True)
class While:
    """Runs `body` while the scalar boolean `condition` holds, tested before each iteration.

    `var` counts the iterations from 0, an integer variable in `condition` and `body`. With `limit`
    the loop ends at `var == limit` at the latest, before the condition is looked at. When it has
    ended, the int64 scalar container `trips` holds the number of iterations. Nothing else writes
    `trips`, `condition` and `body` do not read it, and a statement that does only copies it.
    """

    var: str
    condition: Expr
    body: Body
    trips: str
    limit: sympy.Expr | None = None
    span: Span | None = None
    label: str = ""


@dataclass(frozen=True)
class ReverseWhile:
    """`body` for the iterations that a While counted in `trips`, from the last to the first."""

    var: str
    trips: str
    body: Body
    span: Span | None = None
    label: str = ""


@dataclass(frozen=True)
class Snapshot:
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


@dataclass(frozen=True)
class Replay:
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


@dataclass(frozen=True)
class Heading:
    """A comment between statements: it heads the sweeps and explains decisions."""

    text: str
    level: int = 1


Node = Compute | Loop | While | ReverseWhile | Branch | Snapshot | Replay | Heading
Body = tuple[Node, ...]


@dataclass(frozen=True)
class Assumption:
    """A relation between sizes that the generated code checks on entry (`left relation right`).

    `relation` is one of `==`, `<=`, `<`, `>=`, `>`; `reason` says where it comes from.
    """

    left: sympy.Expr
    relation: str
    right: sympy.Expr
    reason: str = ""
    span: Span | None = None


@dataclass(frozen=True)
class Program:
    """One function. `returns` are the containers that the source returns, in order."""

    name: str
    parameters: tuple[Parameter, ...]
    containers: tuple[Container, ...]
    body: Body
    returns: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    source: str = ""
    span: Span | None = None

    @cached_property
    def by_name(self) -> dict[str, Container]:
        return {c.name: c for c in self.containers}

    def __getitem__(self, name: str) -> Container:
        return self.by_name[name]

    @property
    def symbols(self) -> tuple[str, ...]:
        """Sizes and integer arguments, in the order of the parameters."""
        return tuple(p.name for p in self.parameters if p.kind in ("size", "integer"))

    @property
    def stop(self) -> str:
        """The container that tells whether the source stopped the program; "" where none does."""
        return self._flag("stop")

    @property
    def misfit(self) -> str:
        """The container that tells whether a statement was left out that the sizes do not fit;
        "" where none can be."""
        return self._flag("misfit")

    def _flag(self, role: str) -> str:
        return next((c.name for c in self.containers if c.role == role), "")

    def checks_sizes(self, node: Node) -> TypeGuard[Branch]:
        """Whether `node` is a Branch that is there for the sizes: its other arm sets the flag of a
        misfit itself, and nothing that follows there matters."""
        return isinstance(node, Branch) and any(
            isinstance(n, Compute) and n.container == self.misfit for n in node.orelse
        )

    def with_body(self, body: Body) -> Program:
        return replace(self, body=body)

    def with_containers(self, *new: Container) -> Program:
        return replace(self, containers=self.containers + new)


def walk_nodes(body: Body) -> Iterator[Node]:
    """Every node below `body`, parents first, in program order."""
    for node in body:
        yield node
        for part in parts(node):
            yield from walk_nodes(part)


def parts(node: Node) -> tuple[Body, ...]:
    """The bodies that `node` holds. All walks over programs come by here: what this does not know
    is refused, not passed over."""
    if isinstance(node, (Loop, While, ReverseWhile, Snapshot)):
        return (node.body,)
    if isinstance(node, Branch):
        return (node.then, node.orelse)
    if isinstance(node, Replay):
        return (node.load, node.body, node.save)
    if isinstance(node, (Compute, Heading)):
        return ()
    raise unknown(node, "be walked through")


def unknown(node: object, what: str) -> InternalError:
    """The fault of a pass that meets a node that it was not written for: it cannot `what`."""
    return InternalError(f"{type(node).__name__} cannot {what}", getattr(node, "span", None))


def with_parts(node: Node, new: tuple[Body, ...]) -> Node:
    """`node` with its bodies replaced, in the order of `parts`."""
    if isinstance(node, (Loop, While, ReverseWhile, Snapshot)):
        return replace(node, body=new[0])
    if isinstance(node, Branch):
        return replace(node, then=new[0], orelse=new[1])
    if isinstance(node, Replay):
        return replace(node, load=new[0], body=new[1], save=new[2])
    return node


def computes(body: Body) -> Iterator[Compute]:
    return (n for n in walk_nodes(body) if isinstance(n, Compute))


def map_body(body: Body, f: Callable[[Node], Body]) -> Body:
    """`body` rebuilt bottom-up: `f` sees each node after its parts and returns what replaces it."""
    result: list[Node] = []
    for node in body:
        node = with_parts(node, tuple(map_body(part, f) for part in parts(node)))
        result.extend(f(node))
    return tuple(result)


def map_expressions(body: Body, f: Callable[[Expr], Expr]) -> Body:
    """`body` with `f` applied to each statement's whole expression and each branch's condition."""

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            return (replace(node, expr=f(node.expr)),)
        if isinstance(node, (Branch, While)):
            return (replace(node, condition=f(node.condition)),)
        return (node,)

    return map_body(body, visit)


def rename_in_body(body: Body, table: dict[str, str]) -> Body:
    """`body` with containers renamed in targets, expressions and conditions."""

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            target = node.target
            name = table.get(target.container, target.container)
            return (
                replace(
                    node,
                    target=Access(name, target.index),
                    expr=rename_containers(node.expr, table),
                ),
            )
        if isinstance(node, While):
            trips = table.get(node.trips, node.trips)
            condition = rename_containers(node.condition, table)
            return (replace(node, condition=condition, trips=trips),)
        if isinstance(node, ReverseWhile):
            return (replace(node, trips=table.get(node.trips, node.trips)),)
        if isinstance(node, Branch):
            return (replace(node, condition=rename_containers(node.condition, table)),)
        return (node,)

    return map_body(body, visit)


class NameSource:
    """Gives out names that are not yet taken: `x`, `x_1`, `x_2`, …

    `fixed` are names that hold everywhere (containers, sizes), as against variables of a scope.
    """

    def __init__(
        self,
        taken: set[str] | frozenset[str] = frozenset(),
        fixed: set[str] | frozenset[str] = frozenset(),
    ) -> None:
        self.taken = set(taken)
        self.fixed = frozenset(fixed)

    def variables(self, count: int) -> list[str]:
        """Names for the variables of a domain of its own, outside all loops: `i`, `j`, …"""
        letters = [s for s in "ijklmnpq" if s not in self.fixed]
        plenty = (f"i{number}" for number in range(len(self.fixed) + count))
        return (letters + [s for s in plenty if s not in self.fixed])[:count]

    def fresh(self, stem: str) -> str:
        name, number = stem, 0
        while name in self.taken:
            number += 1
            name = f"{stem}_{number}"
        self.taken.add(name)
        return name
