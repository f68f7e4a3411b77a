"""Copies of what never changes are read at their source."""

from __future__ import annotations

from adc.analysis.activity import covers
from adc.ir.enums import Role, Update
from adc.ir.expressions import Read
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.walking import map_body, rename_in_body, walk_nodes
from adc.simplify.dead import drop_unused_containers


def propagate_copies(program: Program) -> Program:
    """`program` without locals that are whole copies of a container that is never written.

    Such a local must be written once only, at the top level of the body, before anything reads it.
    """
    writes: dict[str, int] = {}
    for node in walk_nodes(program.body):
        for write in node.writes:
            writes[write.container] = writes.get(write.container, 0) + 1
    table: dict[str, str] = {}
    for node in program.body:
        source = whole_copy(program, node)
        if source and writes[target_of(node)] == 1 and source not in writes:
            table[target_of(node)] = source
    if not table:
        return program

    def visit(node: Node) -> Body:
        if isinstance(node, Compute) and node.target.container in table:
            return ()
        return (node,)

    body = rename_in_body(map_body(program.body, visit), table)
    return drop_unused_containers(program.with_body(body))


def target_of(node: Node) -> str:
    return node.target.container if isinstance(node, Compute) else ""


def whole_copy(program: Program, node: Node) -> str:
    """The container that `node` copies as a whole into a local of the same type, or ""."""
    if not isinstance(node, Compute) or node.op != Update.ASSIGN or not isinstance(node.expr, Read):
        return ""
    target, source = program[node.target.container], program[node.expr.container]
    if (
        target.role not in (Role.LOCAL, Role.ADJOINT, Role.TANGENT)
        or target.dtype is not source.dtype
    ):
        return ""
    if target.whole:
        return ""
    if node.expr.index != node.target.index or source.shape != target.shape:
        return ""
    return source.name if covers(node.target.index, node.domain, target.shape) else ""
