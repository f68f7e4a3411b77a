"""The step of a loop that solves an equation: what an iteration does that is not the last one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.activity import activity
from adc.analysis.flow import carries, last_writes
from adc.diagnostics import AdcError, Span
from adc.differentiate.implicit.outlining import free_names
from adc.differentiate.implicit.stopping import defined, flags_of, leaves, resolved
from adc.ir.call import given_formals
from adc.ir.declarations import Parameter
from adc.ir.enums import ParameterKind, Role
from adc.ir.expressions import Expr, Read
from adc.ir.implicit import Implicit
from adc.ir.names import NameSource
from adc.ir.node import Body, Node, Statement
from adc.ir.nodes import Branch, Loop, While
from adc.ir.program import Program
from adc.ir.shapes import integer, symbol
from adc.ir.walking import (
    mentioned_in,
    names_in,
    statements,
    walk_nodes,
    written_in,
)


def loop_of(solver: Program) -> While:
    """The loop that the routine `solver` is made of."""
    loop = next(n for n in reversed(solver.body) if isinstance(n, While))
    return loop


def solving(solver: Program) -> Implicit:
    assert solver.implicit is not None
    return solver.implicit


def step_of(solver: Program, active: frozenset[str], wanted: frozenset[str]) -> Program:
    """The step of `solver`: a program that works on the states in place, of whose other results
    `wanted` ones are kept. `active` formals carry derivatives.

    Raises AdcError ADC0632 where something else than the states carries derivatives from one
    iteration to the next, or where data decide whether a state is set.
    """
    loop, states = loop_of(solver), frozenset(solving(solver).states)
    body = sliced(_Staying(solver, loop, wanted | states).body(loop.body), set(wanted | states))
    used = mentioned_in(body)
    own = set(written_in(body))
    containers = tuple(
        replace(c, role=Role.INPUT) if c.role == Role.INOUT and c.name not in own else c
        for c in solver.containers
        if c.name in used and c.name != loop.trips
    )
    parameters = tuple(
        p for p in solver.parameters
        if p.kind in (ParameterKind.SIZE, ParameterKind.INTEGER) or p.name in used
    )  # fmt: skip
    step = replace(
        solver, parameters=parameters, containers=containers, body=body, implicit=None, returns=()
    )
    _check_numbers(step, loop)
    _check_decided(step, states, loop)
    _check_carried(step, loop, active, states, wanted)
    return step


# -- what an iteration does ------------------------------------------------------------------------


@dataclass
class _Staying:
    """Makes of an iteration what it does where the loop goes on."""

    solver: Program
    loop: While
    kept: frozenset[str]

    def __post_init__(self) -> None:
        self.flags = flags_of(self.loop)
        self.known = defined(self.loop.body)

    def body(self, body: Body) -> Body:
        return tuple(one for node in body for one in self.node(node))

    def node(self, node: Node) -> Body:
        if isinstance(node, Statement) and any(w.container in self.flags for w in node.writes):
            return ()
        if isinstance(node, Branch):
            return self.branch(node)
        if isinstance(node, Loop):
            return (node.with_parts(tuple(self.body(part) for part in node.parts)),)
        return (node,)

    def branch(self, node: Branch) -> Body:
        then, orelse = leaves(node.then, self.flags), leaves(node.orelse, self.flags)
        if then or orelse:
            self.check_left(node.then if then else node.orelse)
            return self.body(node.orelse if then else node.then)
        if self.stays(node.condition):
            return self.body(node.then)
        return (replace(node, then=self.body(node.then), orelse=self.body(node.orelse)),)

    def stays(self, condition: Expr) -> bool:
        """Whether `condition` is that the loop goes on."""
        found = resolved(condition, self.known)
        return isinstance(found, Read) and found.container in self.flags

    def check_left(self, arm: Body) -> None:
        """What is set where the loop is left, and nowhere else, is no part of the step."""
        states = frozenset(solving(self.solver).states)
        for statement in statements(arm):
            for write in statement.writes:
                if write.container in self.kept - states:
                    raise _refused(
                        f"`{write.container}` is set where this loop is left", statement.span,
                        f"set `{write.container}` behind the loop",
                    )  # fmt: skip


def sliced(body: Body, wanted: set[str]) -> Body:
    """The statements of `body` that compute the containers of `wanted`, which grows to all that
    these need."""
    while True:
        before = len(wanted)
        kept = _sliced(body, wanted)
        for node in walk_nodes(kept):
            wanted |= {u.container for u in node.reads}
        if len(wanted) == before:
            return kept


def _sliced(body: Body, wanted: set[str]) -> Body:
    result: list[Node] = []
    for node in body:
        parts = tuple(_sliced(part, wanted) for part in node.parts)
        written = {w.container for w in node.writes}
        if any(parts) or (written & wanted):
            result.append(node.with_parts(parts) if node.parts else node)
    return tuple(result)


# -- what is refused -------------------------------------------------------------------------------


def _refused(message: str, span: Span | None, help_: str) -> AdcError:
    return AdcError.of("ADC0632", message, span, help=help_)


def _check_numbers(step: Program, loop: While) -> None:
    if loop.var in free_names(step.body):
        raise _refused(
            "the iterations of this loop depend on their number", loop.span,
            "have each do the same, or leave the comment out",
        )  # fmt: skip
    flags = flags_of(loop) & mentioned_in(step.body)
    if flags:
        raise _refused(
            "what this loop computes depends on whether it goes on", loop.span,
            "leave the loop by one test, which nothing else looks at",
        )  # fmt: skip


def _check_decided(step: Program, states: frozenset[str], loop: While) -> None:
    """States are set whatever the data that change from one iteration to the next."""
    moving = frozenset(written_in(step.body))
    for node in walk_nodes(step.body):
        fixed = isinstance(node, Branch) and not any(u.container in moving for u in node.uses)
        if fixed or not node.decides:
            continue
        name = next((n for n in written_in(node.parts[0] + node.parts[-1]) if n in states), "")
        if name:
            raise _refused(
                f"the values that this loop computes decide whether `{name}` is set", node.span,
                f"set `{name}` in every iteration, to its old value where nothing changes",
            )  # fmt: skip


def _check_carried(
    step: Program, loop: While, active: frozenset[str], states: frozenset[str],
    wanted: frozenset[str],
) -> None:  # fmt: skip
    """Nothing but the states carries derivatives from one iteration to the next."""
    given = {c.name for c in given_formals(step)}
    steps = NameSource(names_in(step)).fresh("steps")
    around = Loop(loop.var, integer(0), symbol(steps), 1, step.body, label=loop.label)
    parameters = (*step.parameters, Parameter(steps, ParameterKind.INTEGER))
    repeated = replace(step, parameters=parameters, body=(around,))
    varied = activity(repeated, (active | states) & given, states | wanted).active_containers()
    polyhedra = Polyhedra(repeated)
    for statement in statements(step.body):
        for number, use in enumerate(statement.reads):
            if use.container not in varied - states:
                continue
            sink = Sink(f"use{number}", statement.label, use.container, use.index, use.domain)
            placed = polyhedra.placed
            flow = last_writes(polyhedra, [sink])
            if any(carries(d, placed[d.source], placed[sink.point], 0) for d in flow.dependences):
                raise _refused(
                    f"`{use.container}` carries values from one iteration of this loop to the next",
                    loop.span,
                    f"name it in the comment, too, or compute `{use.container}` anew in each",
                )  # fmt: skip
