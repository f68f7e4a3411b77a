"""Dead code: statements whose results never reach what the caller sees.

A statement is live if a value that it writes may be the one that a live statement reads, or that
the caller finds at the end; which write a read sees is isl's exact dataflow. A branch lives with
what is in it. What is left out costs neither time nor memory: in a gradient without `--value`,
this drops the primal work that no derivative needs.
"""

from __future__ import annotations

from dataclasses import replace

from adc.analysis.accesses import Polyhedra
from adc.analysis.flow import Sink, last_writes
from adc.analysis.placement import Placed
from adc.ir.expressions import Read, reads
from adc.ir.nodes import (
    Access,
    Body,
    Branch,
    Compute,
    Container,
    Dim,
    Heading,
    Loop,
    Node,
    Program,
    computes,
    map_body,
    parts,
    walk_nodes,
)
from adc.ir.shapes import integer, symbol

#: Roles that the caller looks at after the call.
SEEN = frozenset({"inout", "output", "value", "gradient", "tangent_out"})


def drop_dead(program: Program) -> Program:
    """`program` without dead statements, empty loops and branches, and unused locals."""
    program = drop_unread(program)
    live = live_labels(program)

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            return (node,) if node.label in live else ()
        if isinstance(node, (Loop, Branch)) and not any(parts(node)):
            return ()
        return (node,)

    return drop_unused_containers(program.with_body(map_body(program.body, visit)))


def drop_unread(program: Program) -> Program:
    """A quick first round: containers that nobody reads, whatever the order."""
    while True:
        read = {c.name for c in program.containers if c.role in SEEN}
        for node in walk_nodes(program.body):
            if isinstance(node, Compute):
                read |= {
                    r.container for r in reads(node.expr) if r.container != node.target.container
                }
            elif isinstance(node, Branch):
                read |= {r.container for r in reads(node.condition)}

        def visit(node: Node, read: set[str] = read) -> Body:
            if isinstance(node, Compute) and node.target.container not in read:
                return ()
            if isinstance(node, (Loop, Branch)) and not any(parts(node)):
                return ()
            return (node,)

        body = map_body(program.body, visit)
        if body == program.body:
            return program
        program = program.with_body(body)


def drop_unused_containers(program: Program) -> Program:
    """`program` without locals that no statement mentions."""
    kept = {p.name for p in program.parameters} | set(program.returns)
    for node in walk_nodes(program.body):
        if isinstance(node, Compute):
            kept |= {r.container for r in reads(node.expr)} | {node.target.container}
        elif isinstance(node, Branch):
            kept |= {r.container for r in reads(node.condition)}
    return replace(program, containers=tuple(c for c in program.containers if c.name in kept))


def live_labels(program: Program) -> set[str]:
    """The labels of live statements."""
    endings = [
        ending(program, c, number) for number, c in enumerate(program.containers) if c.role in SEEN
    ]
    last = Container("adc_end", program.containers[0].dtype, (), "local")
    scratch = replace(
        program, body=(*program.body, *endings), containers=(*program.containers, last)
    )
    polyhedra = Polyhedra(scratch)
    owners = enclosing_branches(scratch.body)
    live = {e.label for e in endings}
    writers: dict[str, set[str]] = {}
    for statement in computes(scratch.body):
        writers.setdefault(statement.target.container, set()).add(statement.label)
    waiting = sorted(live)
    while waiting:
        label = waiting.pop()
        found = [b for b in owners.get(label, ()) if b not in live]
        for sink in sinks_of(polyhedra.placed[label]):
            if writers.get(sink.container, set()) <= live:
                continue
            found += [d.source for d in last_writes(polyhedra, [sink]).dependences]
        for source in dict.fromkeys(found):
            if source not in live:
                live.add(source)
                waiting.append(source)
    return live


def ending(program: Program, container: Container, number: int) -> Compute:
    """A reading of all of `container` after the program's last statement."""
    dims = tuple(
        Dim(f"end_{number}_{axis}", integer(0), extent)
        for axis, extent in enumerate(container.shape)
    )
    index = tuple(symbol(d.var) for d in dims)
    value = Read(container.name, index, container.dtype)
    return Compute(f"end_{number}", Access("adc_end", ()), "=", value, dims)


def sinks_of(placed: Placed) -> list[Sink]:
    """What a live statement (or a branch's condition) reads, `+=` targets included."""
    node = placed.node
    if isinstance(node, Branch):
        return [Sink("r", node.label, r.container, r.index) for r in reads(node.condition)]
    found = [
        Sink("r", node.label, r.container, r.index, node.domain)
        for r in dict.fromkeys(reads(node.expr))
    ]
    if node.op == "+=":
        found.append(Sink("r", node.label, node.target.container, node.target.index, node.domain))
    return found


def enclosing_branches(body: Body) -> dict[str, tuple[str, ...]]:
    """The labels of the branches around each statement and branch."""
    found: dict[str, tuple[str, ...]] = {}

    def visit(nodes: Body, around: tuple[str, ...]) -> None:
        for node in nodes:
            if isinstance(node, Heading):
                continue
            found[node.label] = around
            inner = (*around, node.label) if isinstance(node, Branch) else around
            for part in parts(node):
                visit(part, inner)

    visit(body, ())
    return found
