"""Storing on overwrite: what a statement destroys is saved before it, and put back in reverse.

The reverse sweep then sees, at the adjoint of each statement, the values that the forward sweep
saw there ("to be recorded" values; Hascoet & Pascual, "The Tapenade automatic differentiation
tool", ACM TOMS 39(3), 2013, section 4). Saves and restores are Computes over the whole domain of
the overwriting statement, to and from a tape with one slot per iteration of its loops.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import sympy

from adc.analysis.extents import counter, extent, trips
from adc.analysis.placement import Placed
from adc.checkpoint.transform.draft import CheckpointedLoop
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.segment import block_copy, bounded
from adc.differentiate.partials import written_dims
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update, When
from adc.ir.expressions import Expr, Need, Read, transform
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import Branch, Compute
from adc.ir.program import Program
from adc.ir.shapes import names, symbol
from adc.ir.walking import map_body, marked


@dataclass(frozen=True)
class Saved:
    """One overwriting statement with its save, its restore and the tape between them."""

    statement: Compute
    tape: Container
    save: Compute
    restore: Compute


def saved(program: Program, placed: Placed, frame: Frame) -> Saved:
    """The save and the restore of what `placed` overwrites."""
    fresh, labels, outer = frame.fresh, frame.labels, frame.outer
    statement = placed.node
    assert isinstance(statement, Compute)
    target = program[statement.target.container]
    dims = written_dims(statement)
    index = statement.target.index
    shape = [
        extent(trips(loop), (*outer, *placed.loops[:k])) for k, loop in enumerate(placed.loops)
    ]
    place = [counter(loop) for loop in placed.loops]
    for dim in dims:
        length = bounded(frame, dim.stop - dim.start, placed.loops, dims)
        shape.append(axis_of(dim, statement, target) if length is None else length)
        place.append(symbol(dim.var) - dim.start)
    tape = Container(
        fresh.fresh(f"{target.name}_tape"), target.dtype, tuple(shape), Role.TAPE, of=target.name
    )
    save = Compute(
        labels.fresh(statement.label + "_save"),
        Access(tape.name, tuple(place)),
        Update.ASSIGN,
        Read(target.name, index, target.dtype),
        dims,
        statement.span,
        note=f"keep what the next statement overwrites in {target.name}",
    )
    restore = Compute(
        labels.fresh(statement.label + "_restore"),
        Access(target.name, index),
        Update.ASSIGN,
        Read(tape.name, tuple(place), target.dtype),
        dims,
        statement.span,
        note=f"{target.name} as it was before this statement",
    )
    return Saved(statement, tape, save, restore)


def axis_of(dim: Dim, statement: Compute, target: Container) -> sympy.Expr:
    """The extent of the axis that `dim` runs over, of which it takes a part."""
    index = statement.target.index
    return next(e for i, e in zip(index, target.shape, strict=True) if dim.var in names(i))


@dataclass(frozen=True)
class SavedLoop:
    """A container saved before a loop of the forward sweep, put back after the loop's adjoint."""

    loop: str
    adjoint: str
    tape: Container
    save: Compute
    restore: Compute


def saved_loop(program: Program, frame: Frame, loop: CheckpointedLoop, name: str) -> SavedLoop:
    """The save and the restore of what a checkpointed loop overwrites in `name`."""
    container, around = program[name], loop.around
    lead = [extent(trips(o), (*frame.outer, *around[:k])) for k, o in enumerate(around)]
    tape = Container(
        frame.fresh.fresh(f"{name}_kept"),
        container.dtype,
        (*lead, *container.shape),
        Role.TAPE,
        of=name,
    )
    place = tuple(counter(o) for o in around)
    save = block_copy(frame, loop.primal, tape, place, container, (), "save")
    restore = block_copy(frame, loop.primal, container, (), tape, place, "restore")
    return SavedLoop(loop.primal.label, loop.adjoint.label, tape, save, restore)


def insert_saves(body: Body, saves: dict[str, Saved]) -> Body:
    """The forward sweep with each save before its statement."""

    def visit(node: Node) -> Body:
        if isinstance(node, Compute) and node.label in saves:
            return (saves[node.label].save, node)
        return (node,)

    return map_body(body, visit)


def insert_restores(
    program: Program,
    body: Body,
    saves: dict[str, Saved],
    frame: Frame,
) -> tuple[Body, tuple[Container, ...]]:
    """The reverse sweep with each restore where the adjoint of its statement begins.

    A result of the statement itself that its adjoint needs is taken into a local before.
    """
    captures: list[Container] = []

    def visit(nodes: Body) -> Body:
        result: list[Node] = []
        captured: dict[Need, Expr] = {}
        for node in nodes:
            node = node.with_parts(tuple(visit(part) for part in node.parts))
            result.append(node)
            label = marked(node)
            if label in saves:
                for step, local, need, read in results_of(program, nodes, saves[label], frame):
                    result.append(step)
                    captures.append(local)
                    captured[need] = read
                result.append(saves[label].restore)
        if captured:
            result = [with_captured(n, captured) for n in result]
        return tuple(result)

    return visit(body), tuple(captures)


def results_of(
    program: Program, nodes: Body, save: Saved, frame: Frame
) -> Iterator[tuple[Compute, Container, Need, Read]]:
    """Locals that hold what the saved statement wrote, for each Need of it among `nodes`: the
    statement that fills the local, the local, the Need, and the read that takes its place."""
    statement = save.statement
    needs: dict[Need, None] = {}
    for node in own_steps(nodes):
        if isinstance(node, Compute):
            transform(node.expr, lambda e: note_need(e, statement, needs))
    for need in needs:
        dims = tuple(
            d for d in written_dims(statement) if any(d.var in names(e) for e in need.index)
        )
        target = program[statement.target.container]
        local = Container(
            frame.fresh.fresh(f"{target.name}_result"),
            target.dtype,
            target.shape,
            Role.LOCAL,
            of=target.name,
        )
        step = Compute(
            frame.labels.fresh(statement.label + "_result"),
            Access(local.name, need.index),
            Update.ASSIGN,
            Read(target.name, need.index, target.dtype),
            dims,
            statement.span,
        )
        yield step, local, need, Read(local.name, need.index, target.dtype)


def own_steps(nodes: Body) -> Iterator[Node]:
    """`nodes` and what stands in their branches: a statement's adjoint may be conditional."""
    for node in nodes:
        yield node
        if isinstance(node, Branch):
            yield from own_steps((*node.then, *node.orelse))


def note_need(e: Expr, statement: Compute, needs: dict[Need, None]) -> Expr:
    if (
        isinstance(e, Need)
        and e.when == When.AFTER
        and e.point == statement.label
        and e.container == statement.target.container
    ):
        needs[e] = None
    return e


def with_captured(node: Node, captured: dict[Need, Expr]) -> Node:
    if isinstance(node, Branch):
        then = tuple(with_captured(n, captured) for n in node.then)
        return replace(
            node, then=then, orelse=tuple(with_captured(n, captured) for n in node.orelse)
        )
    if not isinstance(node, Compute):
        return node
    expr = transform(node.expr, lambda e: captured.get(e, e) if isinstance(e, Need) else e)
    return replace(node, expr=expr)
