"""What a routine sets before it reads any of it is not passed to it.

Arguments that are written go to a routine and come back, for it may leave parts of them alone. One
of which isl shows that everything is set first comes back only: what the caller had there is dead,
and a variable that has no value yet is given one by the call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import sympy

from adc.analysis.accesses import Polyhedra
from adc.analysis.unset import unset_reads
from adc.ir import build
from adc.ir.call import Call, bindings, gained_formals, given_formals, routines_used
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import symbol
from adc.ir.walking import labels_in, map_body, names_in, walk_nodes

#: The routines that are done, by name.
Done = Mapping[str, Program]


def settle_outputs(program: Program) -> Program:
    """`program`, whose routines are given no argument that they set as a whole first."""
    before = {routine.name: routine for routine in program.routines}
    done: dict[str, Program] = {}
    for routine in routines_used(program):
        own = with_calls(replace(routine, routines=()), before, done)
        done[routine.name] = with_outputs(own)
    routines = tuple(done.get(r.name, r) for r in program.routines)
    return replace(with_calls(program, before, done), routines=routines)


def with_outputs(routine: Program) -> Program:
    """`routine` with outputs for what it sets first."""
    found = {c.name for c in routine.containers if c.role == Role.INOUT and sets_first(routine, c)}
    return with_roles(routine, found) if found else routine


def with_roles(routine: Program, outputs: set[str]) -> Program:
    """`routine` with `outputs`, which are no parameters: they come after those, as results do."""
    parameters = tuple(p for p in routine.parameters if p.name not in outputs)
    containers = tuple(
        replace(c, role=Role.OUTPUT) if c.name in outputs else c for c in routine.containers
    )
    return replace(routine, parameters=parameters, containers=containers)


def sets_first(routine: Program, argument: Container) -> bool:
    """Whether all of `argument` is set before any of it is read, and at the end."""
    first = next((n for n in walk_nodes(routine.body) if argument.name in n.mentioned), None)
    if first is None or any(use.container == argument.name for use in first.reads):
        return False
    blank = _blank(routine, argument)
    tried = with_roles(routine.with_body((blank, *routine.body)), {argument.name})
    return not unset_reads(Polyhedra(tried), blank)


def _blank(routine: Program, argument: Container) -> Compute:
    """A beginning of `argument` as a variable without a value."""
    fresh, labels = NameSource(names_in(routine)), NameSource(labels_in(routine.body))
    zero = sympy.Integer(0)
    domain = tuple(Dim(fresh.fresh("e"), zero, extent) for extent in argument.shape)
    target = Access(argument.name, tuple(symbol(d.var) for d in domain))
    value = build.zero(argument.dtype)
    return Compute(labels.fresh("B"), target, Update.ASSIGN, value, domain, blank=True)


def with_calls(program: Program, before: Done, done: Done) -> Program:
    """`program` with calls that pass to the routines `done` what these are given."""

    def visit(node: Node) -> Body:
        return (_call(node, before, done),) if isinstance(node, Call) else (node,)

    return program.with_body(map_body(program.body, visit))


def _call(call: Call, before: Done, done: Done) -> Call:
    routine = done[call.routine]
    known = {binding.formal.name: binding for binding in bindings(call, before[call.routine])}
    operands = (known[c.name].operand for c in given_formals(routine))
    results = (known[c.name].result for c in gained_formals(routine))
    return replace(
        call,
        operands=tuple(operand for operand in operands if operand is not None),
        results=tuple(result for result in results if result is not None),
    )
