"""Values restored from a tape only to be read are read from the tape itself."""

from __future__ import annotations

from dataclasses import replace

from adc.analysis.accesses import Polyhedra
from adc.analysis.definitions import definition
from adc.analysis.flow import Flow, Sink, last_writes
from adc.ir.expressions import Expr, Read, reads, substitute_expr, transform
from adc.ir.nodes import Body, Branch, Compute, Dim, Node, Program, computes, map_body, walk_nodes


def read_tapes(program: Program) -> Program:
    """Reads whose value surely comes from one `V[f] = tape[g]`, in the same iteration of the loops
    around that restore, read the tape, where this holds for every read of V that sees a restored
    value: the restores are dead code then.

    Tapes are written by the forward sweep alone, so they still hold the value.
    """
    restores = {s.label for s in computes(program.body) if is_restore(program, s)}
    restored = {s.target.container for s in computes(program.body) if s.label in restores}
    if not restores:
        return program
    polyhedra = Polyhedra(program)
    found: dict[tuple[str, Read], Expr] = {}
    lost: set[str] = set()
    for label, read, dims in all_reads(program):
        if read.container not in restored - lost:
            continue
        flow = last_writes(polyhedra, [Sink("read", label, read.container, read.index, dims)])
        if not any(d.source in restores for d in flow.dependences):
            continue
        value = from_tape(polyhedra, flow, read, label)
        if value is None:
            lost.add(read.container)
        else:
            found[label, read] = value
    kept = {key: value for key, value in found.items() if key[1].container not in lost}
    return replace_reads(program, kept) if kept else program


def all_reads(program: Program) -> list[tuple[str, Read, tuple[Dim, ...]]]:
    """Every distinct read of every statement and condition, with the domain it runs over."""
    result: list[tuple[str, Read, tuple[Dim, ...]]] = []
    for node in walk_nodes(program.body):
        if isinstance(node, Compute):
            result += [(node.label, r, node.domain) for r in dict.fromkeys(reads(node.expr))]
        elif isinstance(node, Branch):
            result += [(node.label, r, ()) for r in dict.fromkeys(reads(node.condition))]
    return result


def replace_reads(program: Program, found: dict[tuple[str, Read], Expr]) -> Program:
    """`program` with the reads named by label and element replaced."""

    def replaced(expr: Expr, label: str) -> Expr:
        return transform(expr, lambda e: found.get((label, e), e) if isinstance(e, Read) else e)

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            return (replace(node, expr=replaced(node.expr, node.label)),)
        if isinstance(node, Branch):
            return (replace(node, condition=replaced(node.condition, node.label)),)
        return (node,)

    return program.with_body(map_body(program.body, visit))


def is_restore(program: Program, statement: Compute) -> bool:
    expr = statement.expr
    return statement.op == "=" and isinstance(expr, Read) and program[expr.container].role == "tape"


def from_tape(polyhedra: Polyhedra, flow: Flow, read: Read, label: str) -> Expr | None:
    """The element of the tape that `read` sees through a restore, or None."""
    found = definition(flow, polyhedra.placed, polyhedra.placed[label], read.index)
    if found is None or not isinstance(found[0].expr, Read):
        return None
    statement, solution = found
    return substitute_expr(statement.expr, solution)
