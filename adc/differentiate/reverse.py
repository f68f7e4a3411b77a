"""Reverse mode: the adjoint of a body of statements, back to front, loops kept compact.

For each statement the adjoint of what it overwrites is taken into a local and cleared before any
accumulation of that statement, so that overwritten elements, reads of the target itself and
several reads of one element all come out right (Griewank & Walther, section 6; DESIGN section 4).
Forward values that a partial names become `Need`s: the value at that statement of the forward
sweep, wherever it is now. `checkpoint` decides where that is.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import sympy

from adc.analysis.accesses import Polyhedra
from adc.analysis.activity import Activity
from adc.analysis.extents import extent
from adc.analysis.ranges import MAIN, Ranges
from adc.differentiate.externals import External, adjoint_of
from adc.differentiate.implicit.calls import Convergence, adjoint_call, outs_of
from adc.differentiate.implicit.derived import solver_adjoint
from adc.differentiate.partials import (
    Contribution,
    Guards,
    attained,
    contributions,
    paths_to,
    ranges_at,
    refuse_needs,
    selected,
    written_dims,
)
from adc.differentiate.routines import Derivatives, carrying, derived_call
from adc.ir.build import apply as apply_op
from adc.ir.build import div, is_op, where, zero
from adc.ir.call import Call, bindings
from adc.ir.declarations import Container
from adc.ir.enums import EXTREMA, Role, Update, When
from adc.ir.expressions import Expr, Index, IntValue, Need, Read, reads, transform, walk
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Node, Statement, Write
from adc.ir.nodes import Branch, Compute, Loop, Mark, ReverseWhile, While
from adc.ir.operation import Making, Operation, Section, values_of
from adc.ir.program import Program
from adc.ir.shapes import names, symbol
from adc.ir.walking import (
    expressions_in,
    is_silent,
    map_body,
    statements,
    unknown,
    walk_nodes,
)


@dataclass
class Reversal:
    """The state of one reversal: the adjoint container of each active container, new locals."""

    program: Program
    activity: Activity
    bars: dict[str, Container]
    fresh: NameSource
    labels: NameSource
    routines: Derivatives
    #: What the program is called among its routines.
    key: str = MAIN
    locals: list[Container] = field(default_factory=list)

    def body(self, body: Body) -> Body:
        """The adjoint of `body`."""
        result: list[Node] = []
        for node in reversed(body):
            result.extend(self.node(node))
        return tuple(result)

    def node(self, node: Node) -> Body:
        if is_silent(node):
            return ()
        if isinstance(node, Loop):
            inner = self.body(node.body)
            if not inner:
                return ()
            label = self.labels.fresh(node.label + "_bar") if node.label else ""
            return (replace(node, body=inner, backwards=not node.backwards, label=label),)
        if isinstance(node, Branch):
            then, orelse = self.body(node.then), self.body(node.orelse)
            if not then and not orelse:
                return ()
            condition = self.at(node.condition, node.label)
            label = self.labels.fresh(node.label + "_bar")
            return (Branch(condition, then, orelse, node.span, label),)
        if isinstance(node, While):
            inner = self.body(node.body)
            label = self.labels.fresh(node.label + "_bar")
            return (ReverseWhile(node.var, node.trips, inner, node.span, label),)
        if not isinstance(node, Statement):
            raise unknown(node, "be reversed")
        refuse_needs(node)
        return (Mark(node.label), *self.statement(node))

    # -- one statement -------------------------------------------------------------------------

    def statement(self, statement: Statement) -> Body:
        if isinstance(statement, Compute):
            return self.compute(statement)
        if isinstance(statement, Call):
            return self.call(statement)
        if isinstance(statement, Operation):
            return self.operation(statement)
        raise unknown(statement, "be reversed")

    def compute(self, statement: Compute) -> Body:
        bar = self.bars.get(statement.target.container)
        if bar is None or not self.activity.reversed_here(statement):
            return ()
        active = frozenset(r.container for r in self.activity.active_reads(statement))
        active &= frozenset(self.bars)
        if statement.op == Update.ADD:
            weight = Read(bar.name, statement.target.index, bar.dtype)
            return self.accumulations(statement, statement.expr, active, weight, None)
        if not active:
            return (self.clear(statement, bar),)
        if statement.op in EXTREMA:
            return self.extremum(statement, bar, active)
        return self.assignment(statement, bar, active)

    def operation(self, node: Operation) -> Body:
        """The adjoint by the operation's own rule; then what it assigned starts from zero."""
        bars = [self.bars.get(w.container) for w in node.writes]
        if not self.activity.reversed_here(node) or not any(bars):
            return ()
        active = {r.container for r in self.activity.active_reads(node)} & self.bars.keys()
        given, gained = values_of(node, self.program.by_name)
        make = Making(
            node,
            self.program,
            tuple(Section(self.at(s.expr, node.label), s.domain) for s in given),
            tuple(Section(self.at(s.expr, node.label, When.AFTER), s.domain) for s in gained),
            self.labels.fresh,
            self.fresh.fresh,
            "_bar",
            self.locals,
        )
        useful = self.activity.useful_after[node.label]  # the adjoint of any other result is zero
        weights = tuple(
            Section(Read(bar.name, w.target.index, bar.dtype), w.domain)
            if bar and w.container in useful
            else None
            for bar, w in zip(bars, node.writes, strict=True)
        )
        into = tuple(
            Write(Access(self.bars[e.container].name, e.index), domain, Update.ADD)
            if isinstance(e, Read) and e.container in active
            else None
            for e, domain in node.operands
        )
        found = node.adjoint(weights, into, make) if any(into) else ()
        clears = [
            Compute(make.label(), Access(bar.name, w.target.index), Update.ASSIGN,
                    zero(bar.dtype), w.domain, node.span)
            for bar, w in zip(bars, node.writes, strict=True)
            if bar and w.op == Update.ASSIGN
        ]  # fmt: skip
        return (*found, *clears)

    def call(self, node: Call) -> Body:
        """The adjoint of a call: one of the routine's gradient. It clears the adjoints of what it
        assigns; those of results that it is not given are cleared once more here."""
        routine = self.program.routine(node.routine)
        reads = [r.container for r in self.activity.active_reads(node)]
        if routine.external is not None:
            return self.library_call(node, frozenset(reads) & self.bars.keys())
        active = carrying(node, routine, reads, self.bars)
        if not self.activity.reversed_here(node) or not active:
            return ()
        found: list[Node] = []
        label = self.labels.fresh(node.label + "_bar")
        if reads and routine.implicit is not None:
            found += self.solution(node, routine, active, label)
        elif reads:
            found.append(
                derived_call(
                    node, routine, self.routines(routine, active), self.bars, label,
                    lambda e: self.at(e, node.label),
                )
            )  # fmt: skip
        for formal, operand, write in bindings(node, routine):
            if write and formal.name in active and (operand is None or not reads):
                bar = self.bars[write.container]
                target, label = Access(bar.name, write.target.index), node.label + "_clear"
                found.append(
                    Compute(self.labels.fresh(label), target, Update.ASSIGN, zero(bar.dtype),
                            write.domain, node.span)
                )  # fmt: skip
        return tuple(found)

    def solution(self, node: Call, solver: Program, active: frozenset[str], label: str) -> Body:
        """The adjoint of a call that solves an equation: it asks for the solution alone."""
        outs = outs_of(node, solver, self.activity.useful_after[node.label]) & active
        adjoint = solver_adjoint(solver, active, outs, self.routines)
        failed, then = self.convergence.watched(node)

        def value(expr: Expr, when: When) -> Expr:
            return self.at(expr, node.label, when)

        return (adjoint_call(node, solver, adjoint, self.bars, label, value, failed), *then)

    def library_call(self, node: Call, reads: frozenset[str]) -> Body:
        """The adjoint of a call of a library's routine: one of that which its rule names."""
        if not self.activity.reversed_here(node):
            return ()
        external = External(
            node, self.program, "adjoint", self.bars, reads, self.fresh, self.labels, self.locals
        )

        def value(expr: Expr, when: When) -> Expr:
            return self.at(expr, node.label, when)

        useful = self.activity.useful_after[node.label]
        return tuple(adjoint_of(external, reads, useful, value))

    def assignment(self, statement: Compute, bar: Container, active: frozenset[str]) -> Body:
        """The adjoint of `target = expr`: accumulate, then clear what was overwritten.

        The target's own element comes last (`bar = d expr / d target * bar`), so the adjoint of
        what is overwritten is still in place for all others. Where an index might name that very
        element without looking the same, it is taken into a local and cleared first instead.
        """
        target = statement.target
        dtype = self.program[target.container].dtype
        result = Need(target.container, target.index, dtype, statement.label, When.AFTER)
        own = [r for r in reads(statement.expr) if r.container == target.container]
        if all(r.index == target.index or separate(r.index, statement) for r in own):
            weight: Expr = Read(bar.name, target.index, bar.dtype)
            last = self.clear(statement, bar)
            steps: list[Compute | Branch] = []
            for step in self.accumulations(statement, statement.expr, active, weight, result):
                if isinstance(step, Compute) and step.target == last.target:
                    last = replace(step, op=Update.ASSIGN)
                else:
                    steps.append(step)
            unchanged = last.expr == Read(last.container, last.target.index, bar.dtype)
            return tuple(steps) if unchanged else (*steps, last)
        take, weight = self.take(statement, bar)
        found = self.accumulations(statement, statement.expr, active, weight, result)
        return (take, self.clear(statement, bar), *found)

    def take(self, statement: Compute, bar: Container) -> tuple[Compute, Expr]:
        """The target's adjoint moved into a local, one element per element written."""
        target = statement.target
        dims = written_dims(statement)
        name = self.fresh.fresh(f"{target.container}_adj")
        shape, index = self.layout(target, dims)
        local = Container(name, bar.dtype, tuple(shape), Role.LOCAL, of=bar.name)
        self.locals.append(local)
        source = Read(bar.name, target.index, bar.dtype)
        step = self.step(statement, "_take", Access(name, index), Update.ASSIGN, source, dims)
        return step, Read(name, tuple(index), bar.dtype)

    def layout(self, target: Access, dims: tuple[Dim, ...]) -> tuple[Index, Index]:
        """Shape and index of the local: the domain's extents, or where these change with a loop
        or with each other, the extents of the axes that the domain runs over."""
        own = {d.var for d in dims}
        bounds = frozenset().union(*(names(d.start) | names(d.stop) for d in dims), frozenset())
        if not bounds & (own | self.loop_variables):
            shape = tuple(extent(d.stop - d.start, ()) for d in dims)
            return shape, tuple(symbol(d.var) - d.start for d in dims)
        extents = self.program[target.container].shape
        axes = []
        for d in dims:
            axes.append(next(k for k, e in enumerate(target.index) if d.var in names(e)))
        axes = sorted(set(axes))
        return tuple(extents[k] for k in axes), tuple(target.index[k] for k in axes)

    @cached_property
    def loop_variables(self) -> frozenset[str]:
        return frozenset(
            n.var for n in walk_nodes(self.program.body) if isinstance(n, (Loop, While))
        )

    def clear(self, statement: Compute, bar: Container) -> Compute:
        """The adjoint of what was overwritten starts again from zero."""
        target = Access(bar.name, statement.target.index)
        return self.step(
            statement, "_clear", target, Update.ASSIGN, zero(bar.dtype), written_dims(statement)
        )

    def accumulations(
        self,
        statement: Compute,
        expr: Expr,
        active: frozenset[str],
        weight: Expr,
        result: Expr | None,
    ) -> tuple[Compute | Branch, ...]:
        """`V_bar[g] += weight * d expr / d V[g]` for each element read, Needs for its operands.

        An element that only exists where a `where` takes it (`x[i + 1] if i + 1 < N else 0.0`) is
        touched under that condition alone.
        """
        steps: list[Compute | Branch] = []
        ranges = ranges_at(self.ranges, statement)
        for part in contributions(expr, active, weight, result, ranges):
            if self.surely_there(statement, part):
                steps.append(self.accumulation(statement, part, part.value))
                continue
            for guards, value in paths_to(expr, active, weight, result, ranges, part):
                steps.append(self.guarded(statement, part, guards, value))
        return tuple(steps)

    def accumulation(self, statement: Compute, part: Contribution, value: Expr) -> Compute:
        target = Access(self.bars[part.container].name, part.index)
        value = self.at(value, statement.label)
        return self.step(statement, "_bar", target, Update.ADD, value, statement.domain)

    def guarded(
        self, statement: Compute, part: Contribution, guards: Guards, value: Expr
    ) -> Compute | Branch:
        """The accumulation inside branches on `guards`; those that differ from point to point of
        the domain stay in the expression."""
        variables = {d.var for d in statement.domain}
        free = [g for g in guards if not names_of(g[0]) & variables]
        bound = tuple(g for g in guards if g not in free)
        step: Compute | Branch = self.accumulation(statement, part, selected(value, bound))
        for condition, taken in reversed(free):
            test = self.at(condition, statement.label)
            then, orelse = ((step,), ()) if taken else ((), (step,))
            label = self.labels.fresh(statement.label + "_if")
            step = Branch(test, then, orelse, statement.span, label)
        return step

    def surely_there(self, statement: Compute, part: Contribution) -> bool:
        """Whether the element of `part` exists at every point of `statement`, taken or not."""
        target = statement.target
        if part.container == target.container and part.index == target.index:
            return True
        if not any(is_op(e, "where") for e in walk(statement.expr)):
            return True
        placed = self.polyhedra.placed[statement.label]
        return self.polyhedra.inside(placed, statement.domain, part.container, part.index)

    @cached_property
    def convergence(self) -> Convergence:
        """Whether the iterations of the adjoint converge."""
        return Convergence(self.fresh, self.labels)

    @cached_property
    def ranges(self) -> Ranges:
        return self.routines.ranges[self.key]

    @cached_property
    def polyhedra(self) -> Polyhedra:
        return Polyhedra(self.program)

    def extremum(self, statement: Compute, bar: Container, active: frozenset[str]) -> Body:
        """The adjoint of a whole max or min: shared equally by all elements that attain it."""
        target = statement.target
        dtype = self.program[target.container].dtype
        value = Need(target.container, target.index, dtype, statement.label, When.AFTER)
        dims = written_dims(statement)
        shape, index = self.layout(target, dims)
        name = self.fresh.fresh(f"{target.container}_ties")
        count = Container(name, dtype, tuple(shape), Role.LOCAL, of=bar.name)
        self.locals.append(count)
        tied = attained(self.at(statement.expr, statement.label), value)
        nothing = self.step(
            statement, "_ties", Access(name, index), Update.ASSIGN, zero(dtype), dims
        )
        tally = self.step(
            statement, "_ties", Access(name, index), Update.ADD, tied, statement.domain
        )
        share = div(Read(bar.name, target.index, bar.dtype), Read(name, index, dtype))
        chosen = where(apply_op("eq", statement.expr, value), share, zero(dtype))
        steps = self.accumulations(statement, statement.expr, active, chosen, None)
        return (nothing, tally, *steps, self.clear(statement, bar))

    def step(
        self,
        statement: Compute,
        suffix: str,
        target: Access,
        op: Update,
        expr: Expr,
        dims: tuple[Dim, ...],
    ) -> Compute:
        """A statement of the adjoint of `statement`."""
        label = self.labels.fresh(statement.label + suffix)
        return Compute(label, target, op, expr, dims, statement.span)

    def at(self, expr: Expr, point: str, when: When = When.BEFORE) -> Expr:
        """`expr` with every read of the forward program as a Need at `point`."""

        def visit(e: Expr) -> Expr:
            if isinstance(e, Read) and e.container in self.program.by_name:
                return Need(e.container, e.index, e.dtype, point, when)
            return e

        return transform(expr, visit)


def without_idle(program: Program, adjoint: Body) -> Body:
    """`adjoint` without the ReverseWhiles in which nothing is computed, and nothing put back: their
    While writes no container that another adjoint needs, and none that such a container is
    computed from, which loops that are run again read once more."""
    needed = {
        e.container
        for _, expr, _ in expressions_in(adjoint)
        for e in walk(expr)
        if isinstance(e, Need)
    }
    needed = computed_from(program.body, needed)
    whiles = {n.var: n for n in walk_nodes(program.body) if isinstance(n, While)}

    def visit(node: Node) -> Body:
        if not isinstance(node, ReverseWhile) or any(statements(node.body)):
            return (node,)
        written = {w.container for s in statements(whiles[node.var].body) for w in s.writes}
        return (node,) if written & needed else ()

    return map_body(adjoint, visit)


def computed_from(body: Body, wanted: set[str]) -> set[str]:
    """`wanted`, and all containers that these are computed from anywhere in `body`, the conditions
    around a statement included."""
    found: set[str] = set()
    while len(found) < len(wanted):
        found = set(wanted)
        for node in walk_nodes(body):
            written = {w.container for s in statements((node,)) for w in s.writes}
            if written & found:
                wanted = wanted | {u.container for u in node.uses}
    return found


def separate(index: Index, statement: Compute) -> bool:
    """Whether the element at `index` is none of those that `statement` writes, and a different one
    at each point: its adjoint can then be updated while that of the target is read."""
    used = frozenset().union(*(names(e) for e in index), frozenset())
    everywhere = all(d.var in used for d in statement.domain)
    return everywhere and apart(index, statement.target.index)


def apart(one: Index, other: Index) -> bool:
    """Whether two indices name different elements wherever both are evaluated: along some axis
    they differ by a constant."""
    differences = (sympy.expand(a - b) for a, b in zip(one, other, strict=True))
    return any(d.is_Integer and d != 0 for d in differences)


def names_of(expr: Expr) -> frozenset[str]:
    """The names in the integer expressions of `expr`."""
    found: set[str] = set()
    for e in walk(expr):
        if isinstance(e, Read):
            found |= set().union(*(names(i) for i in e.index), set())
        elif isinstance(e, IntValue):
            found |= names(e.value)
    return frozenset(found)
