"""Values restored from a tape only to be read are read from the tape itself."""

from __future__ import annotations

from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.definitions import definition
from adc.analysis.flow import Flow, last_writes
from adc.analysis.placement import Placed
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Read, reads, substitute_expr, transform
from adc.ir.node import Body, Dim, Node
from adc.ir.nodes import Compute, Replay, Snapshot, While
from adc.ir.program import Program
from adc.ir.walking import computes, expressions_in, labels_in, map_body


def read_tapes(program: Program) -> Program:
    """Reads whose value surely comes from one `V[f] = tape[g]`, in the same iteration of the loops
    around that restore, read the tape, where this holds for every read of V that sees a restored
    value, and the tape still holds it: the restores are dead code then.

    What a Snapshot or a Replay does stays as it is: its slot is a variable in it alone.
    """
    outside = list(computes(map_body(program.body, without_snapshots)))
    restores = {s.label for s in outside if is_restore(program, s)}
    restored = {s.target.container for s in outside if s.label in restores}
    if not restores:
        return program
    polyhedra = Polyhedra(program)
    found: dict[tuple[str, Read], Expr] = {}
    lost: set[str] = set()
    within = labels_in(program.body) - labels_in(map_body(program.body, without_snapshots))
    for label, read, dims in all_reads(program):
        if read.container not in restored - lost:
            continue
        flow = last_writes(polyhedra, [Sink("read", label, read.container, read.index, dims)])
        if not any(d.source in restores for d in flow.dependences):
            continue
        value = None if label in within else from_tape(polyhedra, flow, read, label)
        if value is None:
            lost.add(read.container)
        else:
            found[label, read] = value
    kept = {key: value for key, value in found.items() if key[1].container not in lost}
    return replace_reads(program, kept) if kept else program


def all_reads(program: Program) -> list[tuple[str, Read, tuple[Dim, ...]]]:
    """Every distinct read of every statement and condition, with the domain it runs over."""
    return list(
        dict.fromkeys(
            (node.label, read, domain)
            for node, expr, domain in expressions_in(program.body)
            if not isinstance(node, While)
            for read in reads(expr)
        )
    )


def replace_reads(program: Program, found: dict[tuple[str, Read], Expr]) -> Program:
    """`program` with the reads named by label and element replaced."""

    def visit(node: Node) -> Body:
        def replaced(e: Expr) -> Expr:
            return found.get((node.label, e), e) if isinstance(e, Read) else e

        if isinstance(node, While) or not node.evaluated:
            return (node,)
        return (node.with_evaluated([transform(e.expr, replaced) for e in node.evaluated]),)

    return program.with_body(map_body(program.body, visit))


def is_restore(program: Program, statement: Compute) -> bool:
    expr = statement.expr
    return (
        statement.op == Update.ASSIGN
        and isinstance(expr, Read)
        and program[expr.container].role == Role.TAPE
    )


def without_snapshots(node: Node) -> Body:
    return () if isinstance(node, (Snapshot, Replay)) else (node,)


def from_tape(polyhedra: Polyhedra, flow: Flow, read: Read, label: str) -> Expr | None:
    """The element of the tape that `read` sees through a restore, or None."""
    here = polyhedra.placed[label]
    found = definition(flow, polyhedra.placed, here, read.index)
    if found is None:
        return None
    statement, solution = found
    source = statement.expr
    if not isinstance(source, Read):
        return None
    if rewritten(polyhedra, source.container, polyhedra.placed[statement.label], here):
        return None
    return substitute_expr(source, solution)


def rewritten(polyhedra: Polyhedra, tape: str, start: Placed, end: Placed) -> bool:
    """Whether some statement may write `tape` between `start` and `end`, which stand in one
    iteration of the loops around `start`."""
    inside = max((k + 1 for k, e in enumerate(start.schedule) if not isinstance(e, int)), default=0)
    around, places = start.schedule[:inside], (start.schedule[inside], end.schedule[inside])
    return any(
        places[0] <= writer.schedule[inside] <= places[1]  # type: ignore[operator]
        for writer in (polyhedra.placed[w.label] for w in polyhedra.writes_of(tape))
        if writer.schedule[:inside] == around
    )
