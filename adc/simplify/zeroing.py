"""Accumulation into what is surely zero is assignment."""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.analysis.accesses import Polyhedra
from adc.analysis.flow import Sink, last_writes
from adc.ir.build import is_zero
from adc.ir.nodes import Body, Compute, Node, Program, computes, map_body
from adc.ir.shapes import names, symbol


def assign_first(program: Program) -> Program:
    """`X += e` made `X = e` where every element of X that it touches was last written as zero.

    Which writes these are is isl's exact dataflow; the zeros may come from the start of the sweep
    or from the clearing of an earlier iteration. What then writes zeros in vain is dead code.
    """
    polyhedra = Polyhedra(program)
    zeroed = [s for s in computes(program.body) if s.op == "=" and is_zero(s.expr)]
    zeros = {s.label for s in zeroed}
    containers = {s.target.container for s in zeroed}
    first = {
        s.label
        for s in computes(program.body)
        if s.op == "+="
        and s.target.container in containers
        and writes_each_once(s)
        and from_zeros(polyhedra, s, zeros)
    }

    def visit(node: Node) -> Body:
        if isinstance(node, Compute) and node.label in first:
            return (replace(node, op="="),)
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
    sink = Sink("sum", statement.label, target.container, target.index, statement.domain)
    flow = last_writes(polyhedra, [sink])
    return not flow.unmatched and all(d.source in zeros for d in flow.dependences)
