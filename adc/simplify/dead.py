"""Dead code: statements whose results never reach what the caller sees.

A statement is live if a value that it writes may be the one that a live statement reads, or that
the caller finds at the end; which write a read sees is isl's exact dataflow. A branch or a loop
that data ends lives with what is in it, and so does what makes its condition. What is left out
costs neither time nor memory: in a gradient without `--value`, this drops the primal work that no
derivative needs.

Tables of numbers stay whole: they become initial values, where a reader looks for all that the
source has.
"""

from __future__ import annotations

from dataclasses import replace

from adc.ir.enums import SEEN, Role, Update
from adc.ir.expressions import Apply, Const, walk
from adc.ir.node import Body, Node, Statement
from adc.ir.nodes import Compute, While
from adc.ir.program import Program
from adc.ir.shapes import symbol
from adc.ir.walking import map_body, mentioned_in, walk_nodes
from adc.simplify.emptying import without_empty
from adc.simplify.liveness import key_of, live_nodes


def drop_dead(program: Program) -> Program:
    """`program` without dead statements, empty loops and branches, and unused locals."""
    program = drop_unread(program)
    live = live_nodes(program)
    tables = _tables(program, live)

    def visit(node: Node) -> Body:
        kept = not isinstance(node, (Statement, While)) or key_of(node) in live
        in_table = isinstance(node, Compute) and node.target.container in tables
        return (node,) if kept or in_table else ()

    body = map_body(program.body, visit)
    return drop_unused_containers(without_empty(program.with_body(body)))


def _tables(program: Program, live: set[str]) -> set[str]:
    """Local arrays that nothing but numbers is written to, at places that are known; some of these
    statements are `live`."""
    found = {
        c.name for c in program.containers
        if c.role is Role.LOCAL and c.shape and all(n.is_Integer for n in c.shape)
    }  # fmt: skip
    used = set()
    for node in walk_nodes(program.body):
        written = {w.container for w in node.writes}
        if not _sets_numbers(node):
            found -= written
        elif key_of(node) in live:
            used |= written
    return found & used


def _sets_numbers(node: Node) -> bool:
    if not isinstance(node, Compute) or node.op is not Update.ASSIGN:
        return False
    bounds = [e for d in node.domain for e in (d.start, d.stop)]
    own = {symbol(d.var) for d in node.domain}
    known = all(e.is_Integer for e in bounds) and all(
        e.free_symbols <= own for e in node.target.index
    )
    return known and all(
        isinstance(e, Const) or (isinstance(e, Apply) and e.op in ("neg", "cast"))
        for e in walk(node.expr)
    )


def drop_unread(program: Program) -> Program:
    """A quick first round: containers that nobody reads, whatever the order."""
    while True:
        read = {c.name for c in program.containers if c.role in SEEN}
        for node in walk_nodes(program.body):
            # What a statement reads of its only target does not keep that alive.
            alone = isinstance(node, Statement) and len(node.writes) == 1
            own = {w.container for w in node.writes} if alone else set()
            read |= {*(u.container for u in node.uses), *node.counted} - own

        def visit(node: Node, read: set[str] = read) -> Body:
            idle = isinstance(node, Statement) and not any(w.container in read for w in node.writes)
            return () if idle else (node,)

        smaller = without_empty(program.with_body(map_body(program.body, visit)))
        if smaller.body == program.body:
            return program
        program = smaller


def drop_unused_containers(program: Program) -> Program:
    """`program` without locals that no statement mentions."""
    kept = {p.name for p in program.parameters} | set(program.returns) | mentioned_in(program.body)
    return replace(program, containers=tuple(c for c in program.containers if c.name in kept))
