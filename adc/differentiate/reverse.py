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

from adc.analysis.activity import Activity
from adc.differentiate.partials import attained, contributions
from adc.ir.build import apply as apply_op
from adc.ir.build import div, where, zero
from adc.ir.expressions import Expr, Index, Need, Read, transform
from adc.ir.nodes import (
    Access,
    Body,
    Branch,
    Compute,
    Container,
    Dim,
    Heading,
    Loop,
    NameSource,
    Node,
    Program,
    walk_nodes,
)
from adc.ir.shapes import names, symbol


def mark(label: str) -> Heading:
    """Stands where the adjoint of the forward statement `label` begins, also where it is empty.

    `checkpoint` restores overwritten values at these places, then removes the marks.
    """
    return Heading("@" + label, level=0)


def marked(node: Node) -> str:
    """The label that `node` marks, "" if it is no mark."""
    return node.text[1:] if isinstance(node, Heading) and node.level == 0 else ""


@dataclass
class Reversal:
    """The state of one reversal: the adjoint container of each active container, new locals."""

    program: Program
    activity: Activity
    bars: dict[str, Container]
    fresh: NameSource
    labels: NameSource
    locals: list[Container] = field(default_factory=list)

    def body(self, body: Body) -> Body:
        """The adjoint of `body`."""
        result: list[Node] = []
        for node in reversed(body):
            result.extend(self.node(node))
        return tuple(result)

    def node(self, node: Node) -> Body:
        if isinstance(node, Heading):
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
        return (mark(node.label), *self.statement(node))

    # -- one statement -------------------------------------------------------------------------

    def statement(self, statement: Compute) -> Body:
        bar = self.bars.get(statement.target.container)
        if bar is None or not self.activity.reversed_here(statement):
            return ()
        active = frozenset(r.container for r in self.activity.active_reads(statement))
        active &= frozenset(self.bars)
        if statement.op == "+=":
            weight = Read(bar.name, statement.target.index, bar.dtype)
            return self.accumulations(statement, statement.expr, active, weight, None)
        if not active:
            return (self.clear(statement, bar),)
        if statement.op in ("max=", "min="):
            return self.extremum(statement, bar, active)
        return self.assignment(statement, bar, active)

    def assignment(self, statement: Compute, bar: Container, active: frozenset[str]) -> Body:
        """The adjoint of `target = expr`: take, clear, accumulate."""
        take, weight = self.take(statement, bar)
        target = statement.target
        dtype = self.program[target.container].dtype
        result = Need(target.container, target.index, dtype, statement.label, "after")
        steps = self.accumulations(statement, statement.expr, active, weight, result)
        return (take, self.clear(statement, bar), *steps)

    def take(self, statement: Compute, bar: Container) -> tuple[Compute, Expr]:
        """The target's adjoint moved into a local, one element per element written."""
        target = statement.target
        dims = written_dims(statement)
        name = self.fresh.fresh(f"{target.container}_adj")
        shape, index = self.take_layout(target, dims)
        local = Container(name, bar.dtype, tuple(shape), "local", of=bar.name)
        self.locals.append(local)
        step = Compute(
            self.labels.fresh(statement.label + "_take"),
            Access(name, tuple(index)),
            "=",
            Read(bar.name, target.index, bar.dtype),
            dims,
            statement.span,
        )
        return step, Read(name, tuple(index), bar.dtype)

    def take_layout(self, target: Access, dims: tuple[Dim, ...]) -> tuple[Index, Index]:
        """Shape and index of the local: the domain's extents, or where these change with a loop
        or with each other, the extents of the axes that the domain runs over."""
        own = {d.var for d in dims}
        bounds = frozenset().union(*(names(d.start) | names(d.stop) for d in dims), frozenset())
        if not bounds & (own | self.loop_variables):
            shape = tuple(d.stop - d.start for d in dims)
            return shape, tuple(symbol(d.var) - d.start for d in dims)
        extents = self.program[target.container].shape
        axes = []
        for d in dims:
            axes.append(next(k for k, e in enumerate(target.index) if d.var in names(e)))
        axes = sorted(set(axes))
        return tuple(extents[k] for k in axes), tuple(target.index[k] for k in axes)

    @cached_property
    def loop_variables(self) -> frozenset[str]:
        return frozenset(n.var for n in walk_nodes(self.program.body) if isinstance(n, Loop))

    def clear(self, statement: Compute, bar: Container) -> Compute:
        """The adjoint of what was overwritten starts again from zero."""
        dims = written_dims(statement)
        return Compute(
            self.labels.fresh(statement.label + "_clear"),
            Access(bar.name, statement.target.index),
            "=",
            zero(bar.dtype),
            dims,
            statement.span,
        )

    def accumulations(
        self,
        statement: Compute,
        expr: Expr,
        active: frozenset[str],
        weight: Expr,
        result: Expr | None,
    ) -> Body:
        """`V_bar[g] += weight * d expr / d V[g]` for each element read, Needs for its operands."""
        steps: list[Node] = []
        for part in contributions(expr, active, weight, result):
            bar = self.bars[part.container]
            steps.append(
                Compute(
                    self.labels.fresh(f"{statement.label}_bar"),
                    Access(bar.name, part.index),
                    "+=",
                    self.at(part.value, statement.label),
                    statement.domain,
                    statement.span,
                )
            )
        return tuple(steps)

    def extremum(self, statement: Compute, bar: Container, active: frozenset[str]) -> Body:
        """The adjoint of a whole max or min: shared equally by all elements that attain it."""
        take, weight = self.take(statement, bar)
        target = statement.target
        dtype = self.program[target.container].dtype
        value = Need(target.container, target.index, dtype, statement.label, "after")
        assert isinstance(weight, Read)
        count = replace(
            self.locals[-1],
            name=self.fresh.fresh(f"{target.container}_ties"),
            dtype=dtype,
        )
        self.locals.append(count)
        where_count = Access(count.name, weight.index)
        expr = self.at(statement.expr, statement.label)
        nothing = Compute(
            self.labels.fresh(statement.label + "_ties"),
            where_count,
            "=",
            zero(dtype),
            take.domain,
            statement.span,
        )
        tally = Compute(
            self.labels.fresh(statement.label + "_ties"),
            where_count,
            "+=",
            attained(expr, value),
            statement.domain,
            statement.span,
        )
        share = div(weight, Read(count.name, weight.index, dtype))
        chosen = where(apply_op("eq", statement.expr, value), share, zero(dtype))
        steps = self.accumulations(statement, statement.expr, active, chosen, None)
        return (take, self.clear(statement, bar), nothing, tally, *steps)

    def at(self, expr: Expr, point: str) -> Expr:
        """`expr` with every read of the forward program as a Need at `point`."""

        def visit(e: Expr) -> Expr:
            if isinstance(e, Read) and e.container in self.program.by_name:
                return Need(e.container, e.index, e.dtype, point)
            return e

        return transform(expr, visit)


def written_dims(statement: Compute) -> tuple[Dim, ...]:
    """The domain variables that the target's index uses (all but a reduction's)."""
    used = frozenset().union(*(names(e) for e in statement.target.index), frozenset())
    return tuple(d for d in statement.domain if d.var in used)
