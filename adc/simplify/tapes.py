"""Values restored from a tape only to be read are read from the tape itself."""

from __future__ import annotations

from dataclasses import replace

from adc.analysis.accesses import Polyhedra
from adc.analysis.definitions import definition
from adc.analysis.flow import Sink, last_writes
from adc.ir.expressions import Expr, Read, reads, substitute_expr, transform
from adc.ir.nodes import Body, Branch, Compute, Dim, Node, Program, computes, map_body


def read_tapes(program: Program) -> Program:
    """Each read whose value surely comes from one `V[f] = tape[g]`, in the same iteration of the
    loops around that restore, reads the tape. A restore that nothing reads any more is dead code.

    Tapes are written by the forward sweep alone, so they still hold the value.
    """
    restores = {s.label for s in computes(program.body) if is_restore(program, s)}
    restored = {s.target.container for s in computes(program.body) if s.label in restores}
    if not restores:
        return program
    polyhedra = Polyhedra(program)

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            return (replace(node, expr=settled(node.expr, node.label, node.domain)),)
        if isinstance(node, Branch):
            return (replace(node, condition=settled(node.condition, node.label, ())),)
        return (node,)

    def settled(expr: Expr, label: str, dims: tuple[Dim, ...]) -> Expr:
        table = {}
        for read in dict.fromkeys(reads(expr)):
            if read.container in restored:
                found = from_tape(polyhedra, read, label, dims, restores)
                if found is not None:
                    table[read] = found
        return transform(expr, lambda e: table.get(e, e) if isinstance(e, Read) else e)

    return program.with_body(map_body(program.body, visit))


def is_restore(program: Program, statement: Compute) -> bool:
    expr = statement.expr
    return statement.op == "=" and isinstance(expr, Read) and program[expr.container].role == "tape"


def from_tape(
    polyhedra: Polyhedra, read: Read, label: str, dims: tuple[Dim, ...], restores: set[str]
) -> Expr | None:
    """The element of the tape that `read` sees through a restore, or None."""
    flow = last_writes(polyhedra, [Sink("read", label, read.container, read.index, dims)])
    found = definition(flow, polyhedra.placed, polyhedra.placed[label], read.index)
    if found is None or found[0].label not in restores:
        return None
    statement, solution = found
    return substitute_expr(statement.expr, solution)
