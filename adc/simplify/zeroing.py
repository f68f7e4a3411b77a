"""Accumulation into what is surely zero is assignment."""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.flow import sees_only
from adc.ir.build import is_zero
from adc.ir.enums import Update
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import names, symbol
from adc.ir.walking import computes, map_body


def assign_first(program: Program) -> Program:
    """`X += e` made `X = e` where every element of X that it touches was last written as zero.

    Which writes these are is isl's exact dataflow; the zeros may come from the start of the sweep
    or from the clearing of an earlier iteration. What then writes zeros in vain is dead code.
    """
    polyhedra = Polyhedra(program)
    zeroed = [s for s in computes(program.body) if s.op == Update.ASSIGN and is_zero(s.expr)]
    zeros = {s.label for s in zeroed}
    containers = {s.target.container for s in zeroed}
    first = {
        s.label
        for s in computes(program.body)
        if s.op == Update.ADD
        and s.target.container in containers
        and writes_each_once(s)
        and from_zeros(polyhedra, s, zeros)
    }

    def visit(node: Node) -> Body:
        if isinstance(node, Compute) and node.label in first:
            return (replace(node, op=Update.ASSIGN),)
        return (node,)

    return program.with_body(map_body(program.body, visit)) if first else program


def writes_each_once(statement: Compute) -> bool:
    """Whether distinct points surely write distinct elements: each variable linear on an axis that
    has no other."""
    variables = {d.var for d in statement.domain}
    alone: set[str] = set()
    for expr in statement.target.index:
        own = names(expr) & variables
        if len(own) == 1 and expr.coeff(symbol(next(iter(own)))).is_Integer and is_linear(expr):
            alone |= own
    return alone == variables


def is_linear(expr: sympy.Expr) -> bool:
    """Whether `expr` is a sum of terms each of which is a number, a symbol, or their product."""
    terms = sympy.Add.make_args(sympy.expand(expr))
    return all(term.as_coeff_Mul()[1].is_Symbol or term.is_Integer for term in terms)


def from_zeros(polyhedra: Polyhedra, statement: Compute, zeros: set[str]) -> bool:
    target = statement.target
    if adds_to_neighbour(polyhedra, statement, zeros):
        return False
    sink = Sink("sum", statement.label, target.container, target.index, statement.domain)
    return sees_only(polyhedra, sink, zeros)


def adds_to_neighbour(polyhedra: Polyhedra, statement: Compute, zeros: set[str]) -> bool:
    """Whether the write before `statement` in the same body leaves a value where it adds: the
    usual case, and cheaper to see than all the writes that a sum may meet."""
    container, here = statement.container, polyhedra.placed[statement.label]
    *before_it, position = here.schedule
    around = tuple(before_it)
    beside = [
        placed
        for placed in polyhedra.writers_below(container, around)
        if placed.schedule[len(around)] < position  # type: ignore[operator]
    ]
    last = max(beside, key=lambda p: p.schedule[len(around) :], default=None)  # type: ignore[type-var]
    if last is None or last.loops != here.loops or last.label in zeros:
        return False
    before = last.node
    if not isinstance(before, Compute) or len(last.schedule) != len(here.schedule):
        return False
    written, added = (
        polyhedra.relation(here, "same", s.domain, container, s.target.index).relation
        for s in (before, statement)
    )
    return not written.intersect(added).intersect_params(polyhedra.context).is_empty()
