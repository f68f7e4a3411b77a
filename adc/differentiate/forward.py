"""Forward mode: each statement is preceded by its tangent (Griewank & Walther, section 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from adc.analysis.activity import Activity, activity
from adc.analysis.ranges import MAIN, Ranges, with_facts
from adc.diagnostics import Diagnostic
from adc.differentiate.externals import External, tangent_of
from adc.differentiate.gradient import disconnections, parameter
from adc.differentiate.implicit.calls import Convergence, outs_of, tangent_call
from adc.differentiate.implicit.derived import solver_tangent
from adc.differentiate.names import copy, derived, fill, interface_name, names_of
from adc.differentiate.partials import (
    attained,
    contributions,
    ranges_at,
    refuse_needs,
    written_dims,
)
from adc.differentiate.routines import (
    Derivatives,
    carrying,
    derived_call,
    each_prepared,
    with_operands_in_memory,
)
from adc.ir.build import add, apply, cast, div, is_one, is_zero, one, scale, where, zero
from adc.ir.call import Call, formals, gained_formals, given_formals
from adc.ir.declarations import Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import EXTREMA, Role, Update
from adc.ir.expressions import Alternatives, Apply, Expr, Read
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Domain, Node, Statement
from adc.ir.nodes import Branch, Compute, Loop, While
from adc.ir.operation import Making, Operation, Section, values_of, with_sections
from adc.ir.program import Program
from adc.ir.walking import is_silent, labels_in, statements, unknown
from adc.ops.ranges import Range


@dataclass
class Tangents:
    """The state of one forward-mode transformation: the tangent container of each container."""

    program: Program
    activity: Activity
    dots: dict[str, Container]
    fresh: NameSource
    labels: NameSource
    routines: Derivatives
    #: What the program is called among its routines.
    key: str = MAIN
    locals: list[Container] = field(default_factory=list)
    #: What values may be, where that is not asked of the program alone.
    known: Ranges | None = None

    def body(self, body: Body) -> Body:
        result: list[Node] = []
        for node in body:
            if isinstance(node, (Loop, While)):
                result.append(replace(node, body=self.body(node.body)))
            elif isinstance(node, Branch):
                result.append(
                    replace(node, then=self.body(node.then), orelse=self.body(node.orelse))
                )
            elif isinstance(node, Statement):
                result.extend(self.statement(node))
            elif is_silent(node):
                result.append(node)
            else:
                raise unknown(node, "be differentiated forwards")
        return tuple(result)

    def statement(self, statement: Statement) -> Body:
        refuse_needs(statement)
        if isinstance(statement, Compute):
            return self.compute(statement)
        if isinstance(statement, Call):
            return self.call(statement)
        if isinstance(statement, Operation):
            return (statement, *self.operation(statement))
        raise unknown(statement, "be differentiated forwards")

    def operation(self, node: Operation) -> Body:
        """The tangent by the operation's own rule; zero where no operand varies."""
        given, gained = values_of(node, self.program.by_name)
        make = Making(
            node, self.program, given, gained, self.labels.fresh, self.fresh.fresh, "_dot",
            self.locals,
        )  # fmt: skip
        dots = tuple(self.dotted(e, domain) for e, domain in node.operands)
        found = [self.dots.get(w.container) for w in node.writes]
        into = tuple(
            replace(w, target=Access(dot.name, w.target.index)) if dot else None
            for dot, w in zip(found, node.writes, strict=True)
        )
        if any(dots) and any(into):
            return node.tangent(dots, into, make)
        return tuple(
            make.compute(w.target, Update.ASSIGN, zero(dot.dtype), w.domain)
            for dot, w in zip(found, into, strict=True)
            if dot and w and w.op == Update.ASSIGN
        )

    def call(self, node: Call) -> Body:
        """The call of the routine's tangent, which does what the routine does, too."""
        routine = self.program.routine(node.routine)
        if routine.external is not None:
            return self.library_call(node)
        reads = [e.container for e, _ in node.operands if isinstance(e, Read)]
        active = carrying(node, routine, reads, self.dots)
        if not active:
            return (node,)
        if routine.implicit is not None:
            return self.solution(node, routine, active)
        tangent = self.routines(routine, active)
        return (derived_call(node, routine, tangent, self.dots, node.label, lambda e: e),)

    def solution(self, node: Call, solver: Program, active: frozenset[str]) -> Body:
        """The call of the tangent of a routine that solves an equation, which does that, too."""
        outs = outs_of(node, solver, self.activity.useful_after[node.label]) & active
        tangent = solver_tangent(solver, active, outs, self.routines)
        failed, then = self.convergence.watched(node)
        return (tangent_call(node, solver, tangent, self.dots, failed), *then)

    def library_call(self, node: Call) -> Body:
        """The call, and that of its tangent."""
        varied = frozenset(r.container for r in self.activity.active_reads(node)) & self.dots.keys()
        external = External(
            node, self.program, "tangent", self.dots, varied, self.fresh, self.labels, self.locals
        )
        return tuple(tangent_of(external, varied, self.activity.useful_after[node.label]))

    def dotted(self, element: Expr, domain: Domain) -> Section | None:
        """The tangent of an operand; None where it does not vary."""
        dot = self.dots.get(element.container) if isinstance(element, Read) else None
        if dot is None or not isinstance(element, Read):
            return None
        return Section(Read(dot.name, element.index, dot.dtype), domain)

    def compute(self, statement: Compute) -> Body:
        """The tangent, then the statement: the tangent reads what the statement overwrites."""
        dot = self.dots.get(statement.target.container)
        if dot is None:
            return (statement,)
        if statement.op in EXTREMA:
            return (statement, *self.extremum(statement, dot))
        value = self.tangent(statement)
        if statement.op == Update.ADD and value is None:
            return (statement,)
        if value is None:
            step = self.step(statement, dot, Update.ASSIGN, zero(dot.dtype))
            return (replace(step, domain=written_dims(statement)), statement)
        return (self.step(statement, dot, statement.op, value), statement)

    def tangent(self, statement: Compute) -> Expr | None:
        """Sum over the elements read of partial times tangent; None where there is none."""
        total: Expr | None = None
        active = frozenset(self.dots)
        dtype = self.program[statement.target.container].dtype
        ranges = ranges_at(self.ranges, statement)
        for part in contributions(statement.expr, active, one(dtype), None, ranges):
            dot = self.dots[part.container]
            tangent = Read(dot.name, part.index, dot.dtype)
            # The tangent of what may be infinite may be so, too: a partial of zero wins over it.
            guarded = not ranges.container(part.container).is_number
            term = multiplied(part.value, tangent, dtype, ranges, guarded)
            total = term if total is None else add(total, term)
        return total

    @cached_property
    def convergence(self) -> Convergence:
        """Whether the iterations of the tangent converge."""
        return Convergence(self.fresh, self.labels)

    @cached_property
    def ranges(self) -> Ranges:
        return self.routines.ranges[self.key] if self.known is None else self.known

    def extremum(self, statement: Compute, dot: Container) -> Body:
        """The tangent of a whole max or min: the mean over the elements that attain it."""
        target = statement.target
        value = Read(target.container, target.index, self.program[target.container].dtype)
        tangent = self.tangent(statement)
        clear = self.step(statement, dot, Update.ASSIGN, zero(dot.dtype))
        dims = written_dims(statement)
        clear = replace(clear, domain=dims)
        if tangent is None:
            return (clear,)
        count = derived(dot, self.fresh.fresh(f"{target.container}_ties"), Role.LOCAL)
        self.locals.append(count)
        ties = replace(self.step(statement, count, Update.ASSIGN, zero(dot.dtype)), domain=dims)
        tally = self.step(statement, count, Update.ADD, attained(statement.expr, value))
        share = div(tangent, Read(count.name, target.index, count.dtype))
        chosen = where(apply("eq", statement.expr, value), share, zero(dot.dtype))
        return (clear, ties, tally, self.step(statement, dot, Update.ADD, chosen))

    def step(self, statement: Compute, container: Container, op: Update, value: Expr) -> Compute:
        return Compute(
            self.labels.fresh(statement.label + "_dot"),
            Access(container.name, statement.target.index),
            op,
            value,
            statement.domain,
            statement.span,
        )


def multiplied(
    value: Expr,
    tangent: Expr,
    dtype: DType,
    ranges: Ranges,
    guarded: bool,
    facts: Mapping[Expr, Range] | None = None,
) -> Expr:
    """`value * tangent`, a selection kept outermost so that what is not taken is not computed.

    Where the one or (`guarded`) the other may be infinite or NaN, zero wins over it.
    """
    if isinstance(value, Alternatives):
        return multiplied(value.options[0], tangent, dtype, ranges, guarded, facts)
    if isinstance(value, Apply) and value.op == "where":
        condition, a, b = value.args
        taken, other = (with_facts(facts or {}, condition, holds) for holds in (True, False))
        return where(
            condition,
            multiplied(a, tangent, dtype, ranges, guarded, taken),
            multiplied(b, tangent, dtype, ranges, guarded, other),
        )
    if is_zero(value):
        return zero(dtype)
    tangent = cast(tangent, value.dtype)
    if guarded and not is_one(value):
        return cast(apply("zmul", tangent, value), dtype)
    return cast(scale(tangent, value, not ranges.of(value, facts).is_number), dtype)


def tangent_program(
    program: Program,
    wrt: tuple[str, ...],
    of: tuple[str, ...],
    *,
    value: bool = False,
    warnings: list[Diagnostic] | None = None,
) -> Program:
    """Forward-mode derivative of `program`: `A_dot` in, outputs and `O_dot` out.

    Arguments that the program overwrites are worked on in private copies unless `value`.
    """
    program = each_prepared(program, prepared)
    found = activity(program, wrt, of)
    if warnings is not None:
        warnings.extend(disconnections(program, found, wrt, of))
    fresh = names_of(program)
    ins_names = {name: interface_name(f"{name}_dot", fresh) for name in wrt}
    outs_names = {
        name: interface_name(f"{name}_dot" + ("_out" if name in wrt else ""), fresh) for name in of
    }
    labels = NameSource(labels_in(program.body))
    ins = {name: derived(program[name], ins_names[name], Role.TANGENT_IN) for name in wrt}
    outs = {name: derived(program[name], outs_names[name], Role.TANGENT_OUT) for name in of}
    dots = tangent_containers(program, found, outs, ins, fresh)
    tangents = Tangents(program, found, dots, fresh, labels, tangents_of(program))
    body = tangents.body(program.body)
    initial = list(tangents.convergence.initial)
    for name, dot in dots.items():
        label = labels.fresh(f"{dot.name}_init")
        if name in ins:
            if dot is not ins[name]:
                initial.append(copy(label, dot, ins[name], fresh))
        else:
            initial.append(fill(label, dot, zero(dot.dtype), fresh))
    own = (*tangents.locals, *tangents.convergence.containers)
    new = dict.fromkeys((*ins.values(), *outs.values(), *dots.values(), *own))
    arguments = {p.name for p in program.parameters}
    returned = [program[n] for n in dict.fromkeys(program.returns) if n not in arguments]
    parameters = (
        *program.parameters,
        *(parameter(c) for c in ins.values()),
        *(parameter(c) for c in returned),
        *(Parameter(c.name, parameter(c).kind) for c in outs.values()),
    )
    result = Program(
        f"{program.name}_jvp",
        parameters,
        program.containers + tuple(new),
        (*initial, *body),
        program.returns,
        program.assumptions,
        program.source,
        program.span,
        (*program.routines, *tangents.routines.made),
    )
    return result if value else with_private_copies(result, fresh, labels)


def prepared(program: Program) -> Program:
    """`program` as its statements have tangents one by one."""
    return with_sections(with_operands_in_memory(program))


def tangents_of(program: Program) -> Derivatives:
    """The tangents of the routines of `program`."""

    def derive(routine: Program, active: frozenset[str]) -> Program:
        return tangent_routine(routine, active, found)

    found = Derivatives.of(program, derive, "_dot")
    return found


#: What the tangent of a formal is to the routine's tangent, by what the formal is.
_TANGENT_ROLES = {
    Role.INPUT: Role.TANGENT_IN, Role.INOUT: Role.INOUT, Role.OUTPUT: Role.TANGENT_OUT,
}  # fmt: skip


def tangent_routine(program: Program, active: frozenset[str], routines: Derivatives) -> Program:
    """Forward-mode derivative of the routine `program`, which it runs, too: the tangents of its
    formals `active` are arguments as these are."""
    wrt = tuple(c.name for c in given_formals(program) if c.name in active)
    of = tuple(c.name for c in gained_formals(program) if c.name in active)
    found = activity(program, wrt, of)
    fresh, labels = names_of(program), NameSource(labels_in(program.body))
    passed = {
        c.name: derived(c, fresh.fresh(f"{c.name}_dot"), _TANGENT_ROLES[c.role])
        for c in formals(program)
        if c.name in active
    }
    dots = {
        c.name: passed.get(c.name) or derived(c, fresh.fresh(f"{c.name}_dot"), Role.TANGENT)
        for c in program.containers
        if c.name in active | found.active_containers()
    }
    tangents = Tangents(program, found, dots, fresh, labels, routines, program.name)
    body = tangents.body(program.body)
    initial = [
        fill(labels.fresh(f"{dot.name}_init"), dot, zero(dot.dtype), fresh)
        for name, dot in dots.items()
        if name not in passed or dot.role == Role.TANGENT_OUT
    ]
    return replace(
        program,
        parameters=(*program.parameters, *(parameter(c) for c in passed.values())),
        containers=tuple(dict.fromkeys((*program.containers, *dots.values(), *tangents.locals))),
        body=(*initial, *body),
        routines=(*program.routines, *routines.made),
    )


def tangent_containers(
    program: Program,
    found: Activity,
    outs: dict[str, Container],
    ins: dict[str, Container],
    fresh: NameSource,
) -> dict[str, Container]:
    """The tangent that each active container works with; a dependent's is the output itself."""
    active = found.active_containers() | set(ins) | set(outs)
    written = {w.container for s in statements(program.body) for w in s.writes}
    dots: dict[str, Container] = {}
    for container in program.containers:
        name = container.name
        if name not in active:
            continue
        if name in outs:
            dots[name] = outs[name]
        elif name in ins and name not in written:
            continue
        else:
            stem = f"{name}_dot_work" if name in ins else f"{name}_dot"
            dots[name] = derived(container, fresh.fresh(stem), Role.TANGENT)
    for name, dot in ins.items():
        dots.setdefault(name, dot)
    return dots


def with_private_copies(program: Program, fresh: NameSource, labels: NameSource) -> Program:
    """`program` with every argument that it writes copied on entry and left untouched."""
    from adc.differentiate.work import work_on_copies

    names = tuple(c.name for c in program.containers if c.role == Role.INOUT)
    return work_on_copies(program, names, fresh, labels)
