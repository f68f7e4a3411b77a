"""Storing on overwrite: what a statement destroys is saved before it, and put back in reverse.

The reverse sweep then sees, at the adjoint of each statement, the values that the forward sweep
saw there ("to be recorded" values; Hascoet & Pascual, "The Tapenade automatic differentiation
tool", ACM TOMS 39(3), 2013, section 4). Saves and restores are Computes over the whole domain of
the overwriting statement, to and from a tape with one slot per iteration of its loops; a loop of
which one iteration alone is run needs no slots of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import sympy

from adc.analysis.extents import counter, extent, trips
from adc.analysis.placement import Placed
from adc.checkpoint.transform.draft import CheckpointedLoop
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.segment import block_copy, bounded
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update, When
from adc.ir.expressions import Expr, Index, Need, Read, walk
from adc.ir.node import Access, Body, Dim, Node, Statement, Write, used_dims
from adc.ir.nodes import Branch, Compute, Loop
from adc.ir.picked import picks_one
from adc.ir.program import Program
from adc.ir.shapes import names, substitute, symbol
from adc.ir.walking import map_body, marked


@dataclass(frozen=True)
class Saved:
    """One overwriting write of a statement with its save, its restore and the tape between."""

    statement: Statement
    write: Write
    tape: Container
    save: Compute
    restore: Compute | Loop


def saved(program: Program, placed: Placed, frame: Frame, container: str) -> Saved:
    """The save and the restore of what `placed` overwrites in `container`."""
    fresh, labels, outer = frame.fresh, frame.labels, frame.outer
    statement = placed.node
    assert isinstance(statement, Statement)
    write = next(w for w in statement.writes if w.container == container)
    target = program[container]
    dims = used_dims(write)
    index = write.target.index
    loops = [(k, loop) for k, loop in enumerate(placed.loops) if not picks_one(loop)]
    shape = [extent(trips(loop), (*outer, *placed.loops[:k])) for k, loop in loops]
    place = [counter(loop) for _, loop in loops]
    for dim in dims:
        length = bounded(frame, dim.stop - dim.start, placed.loops, dims)
        shape.append(axis_of(dim, write, target) if length is None else length)
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
    return Saved(statement, write, tape, save, one_by_one(restore, write, frame))


def one_by_one(restore: Compute, write: Write, frame: Frame) -> Compute | Loop:
    """`restore` with loops in the place of what several points may write one element by.

    A sum may add to an element more than once, at positions that are read: all of these points
    keep what it was before the first of them, and all put the same value back.
    """
    looped = shared_dims(write) if write.op is Update.ADD else ()
    if not looped:
        return restore
    new = {d.var: symbol(frame.fresh.fresh(d.var)) for d in looped}

    def renamed(index: Index) -> Index:
        return tuple(substitute(e, new) for e in index)

    assert isinstance(restore.expr, Read)
    target = Access(restore.container, renamed(restore.target.index))
    value = Read(restore.expr.container, renamed(restore.expr.index), restore.expr.dtype)
    left = (d for d in restore.domain if d.var not in new)
    domain = tuple(Dim(d.var, *renamed((d.start, d.stop))) for d in left)
    node: Compute | Loop = replace(restore, target=target, expr=value, domain=domain)
    for dim in reversed(looped):
        label = frame.labels.fresh(f"{restore.label}_each")
        start, stop = renamed((dim.start, dim.stop))
        node = Loop(str(new[dim.var]), start, stop, 1, (node,), restore.span, True, label)
    return node


def shared_dims(write: Write) -> tuple[Dim, ...]:
    """The variables of a write along which it may meet an element again: all but those that one
    axis of its own counts with, and what their bounds depend on."""
    dims = used_dims(write)
    alone = {
        d.var
        for d in dims
        for e in write.target.index
        if names(e) & {o.var for o in dims} == {d.var} and (e - symbol(d.var)).is_Integer
    }
    looped = {d.var for d in dims} - alone
    for dim in reversed(dims):
        if dim.var in looped:
            looped |= (names(dim.start) | names(dim.stop)) & alone
    return tuple(d for d in dims if d.var in looped)


def axis_of(dim: Dim, write: Write, target: Container) -> sympy.Expr:
    """The extent of the axis that `dim` runs over, of which it takes a part."""
    return next(
        e for i, e in zip(write.target.index, target.shape, strict=True) if dim.var in names(i)
    )


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


def insert_saves(body: Body, saves: Mapping[tuple[str, str], Saved]) -> Body:
    """The forward sweep with each save before its statement."""

    own = by_statement(saves)

    def visit(node: Node) -> Body:
        return (*(saved.save for saved in own.get(node.label, ())), node)

    return map_body(body, visit)


def by_statement(saves: Mapping[tuple[str, str], Saved]) -> dict[str, list[Saved]]:
    """`saves` by the label of their statement."""
    found: dict[str, list[Saved]] = {}
    for (label, _), saved in saves.items():
        found.setdefault(label, []).append(saved)
    return found


def insert_restores(
    program: Program,
    body: Body,
    saves: Mapping[tuple[str, str], Saved],
    frame: Frame,
) -> tuple[Body, tuple[Container, ...]]:
    """The reverse sweep with each restore where the adjoint of its statement begins.

    A result of the statement itself that its adjoint needs is taken into a local before.
    """
    captures: list[Container] = []
    own = by_statement(saves)

    def visit(nodes: Body) -> Body:
        result: list[Node] = []
        captured: dict[Need, Expr] = {}
        results = results_in(nodes)
        for node in nodes:
            node = node.with_parts(tuple(visit(part) for part in node.parts))
            result.append(node)
            for save in own.get(marked(node), ()):
                for step, local, need, read in results_of(program, results, save, frame):
                    result.append(step)
                    captures.append(local)
                    captured[need] = read
                result.append(save.restore)
        if captured:
            result = [with_captured(n, captured) for n in result]
        return tuple(result)

    return visit(body), tuple(captures)


def results_of(
    program: Program, results: Results, save: Saved, frame: Frame
) -> Iterator[tuple[Compute, Container, Need, Read]]:
    """Locals that hold what the saved statement wrote, for each Need of it in `results`: the
    statement that fills the local, the local, the Need, and the read that takes its place."""
    statement, write = save.statement, save.write
    for need in results.get((statement.label, write.container), ()):
        own = {d.var for d in write.domain}
        named = any(own & names(e) for e in need.index)
        index = need.index if named else write.target.index
        dims = tuple(d for d in used_dims(write) if any(d.var in names(e) for e in index))
        target = program[write.container]
        local = Container(
            frame.fresh.fresh(f"{target.name}_result"),
            target.dtype,
            target.shape,
            Role.LOCAL,
            of=target.name,
        )
        step = Compute(
            frame.labels.fresh(statement.label + "_result"),
            Access(local.name, index),
            Update.ASSIGN,
            Read(target.name, index, target.dtype),
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


#: Needs of what statements wrote, in their order, by the statement's label and the container.
Results = dict[tuple[str, str], dict[Need, None]]


def results_in(nodes: Body) -> Results:
    """Those of `nodes`, and of what stands in their branches."""
    found: Results = {}
    for node in own_steps(nodes):
        for expr, _ in node.evaluated:
            for e in walk(expr):
                if isinstance(e, Need) and e.when == When.AFTER:
                    found.setdefault((e.point, e.container), {})[e] = None
    return found


def with_captured(node: Node, captured: Mapping[Need, Expr]) -> Node:
    """`node`, and what stands in its branches, with the results read from their locals."""

    if isinstance(node, Branch):
        return node.with_parts(
            tuple(tuple(with_captured(n, captured) for n in part) for part in node.parts)
        )
    if node.parts:
        return node
    return node.transformed(lambda e: captured.get(e, e) if isinstance(e, Need) else e)
