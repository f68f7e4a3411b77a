"""The loop tree as text, for `adc show --stage loops`."""

from __future__ import annotations

from collections.abc import Iterator

import sympy

from adc.diagnostics import InternalError
from adc.ir.expressions import Expr, Index
from adc.ir.shapes_text import ir_text
from adc.ir.text import access_text, expr_text
from adc.schedule.scheduled import Scheduled
from adc.schedule.tree import (
    UNBOUNDED,
    After,
    Comment,
    Copy,
    Declare,
    Fill,
    For,
    If,
    Keep,
    Launch,
    LibraryCall,
    Node,
    Operand,
    Operation,
    Parallel,
    Parallelism,
    Place,
    Refuse,
    Rewind,
    RoutineCall,
    Statement,
    Swap,
    Tree,
)


def tree_text(scheduled: Scheduled) -> str:
    """The loops and statements in order, then the arena's slots with their lifetimes; those of the
    routines that it calls stand before."""
    lines = []
    for routine in scheduled.routines:
        symbols = ", ".join(routine.program.symbols)
        formals = "; ".join(routine.program.passed)
        lines.append(f"routine {routine.program.name}[{symbols}]({formals}):")
        lines += [f"    {line}" for line in _function_lines(routine)]
        lines.append("")
    return "\n".join([*lines, *_function_lines(scheduled)]) + "\n"


def _function_lines(scheduled: Scheduled) -> list[str]:
    lines = [line for node in scheduled.tree for line in _lines(node)]
    for constant in scheduled.constants:
        values = ", ".join(map(expr_text, constant.values))
        lines.append(f"constant {constant.container.name}: {values}")
    for slot in scheduled.arena:
        offsets = slot.offsets or (sympy.Integer(0),) * len(slot.containers)
        tenants = ", ".join(
            f"{name} ({scheduled.lifetimes[name][0]} to {scheduled.lifetimes[name][1]})"
            + (f" from {ir_text(offset)}" if offset != 0 else "")
            for name, offset in zip(slot.containers, offsets, strict=True)
        )
        lines.append(f"slot of {ir_text(slot.bytes)} bytes: {tenants}")
    for slot in scheduled.host_arena:
        lines.append(f"host: {ir_text(slot.bytes)} bytes: {', '.join(slot.containers)}")
    for each in scheduled.scratch:
        lines.append(f"in {each.array} before it begins: {', '.join(each.containers)}")
    lines.append(f"arena: {ir_text(scheduled.arena_bytes)} bytes")
    lines.append(f"peak: {ir_text(scheduled.peak_bytes)} bytes")
    return lines


def _lines(node: Node) -> Iterator[str]:
    if isinstance(node, For):
        yield _loop_head(node)
        yield from _inside(node.body)
    elif isinstance(node, Keep):
        of = "" if node.steps is None else f" of {ir_text(node.steps)}"
        yield f"keep {node.loop} before step {ir_text(node.step)}{of} in {node.slots} slots:"
        yield from _inside(node.body)
    elif isinstance(node, Rewind):
        yield f"rewind {node.loop} to step {ir_text(node.step)}:"
        yield from _inside(node.load)
        yield f"advance {node.var}:"
        yield from _inside(node.body)
        yield "save:"
        yield from _inside(node.save)
    elif isinstance(node, If):
        yield f"if {expr_text(node.condition)}:"
        yield from _inside(node.then)
        if node.orelse:
            yield "else:"
            yield from _inside(node.orelse)
    elif isinstance(node, Comment):
        yield f"{'#' * (node.level + 1)} {node.text}"
    elif isinstance(node, Statement):
        target = access_text(node.target.container, node.target.index)
        atomic = "atomic " if node.atomic else ""
        yield f"{atomic}{target} {node.op} {expr_text(node.expr)}"
    elif isinstance(node, Declare):
        yield f"local {node.name} = {expr_text(node.expr)}"
    elif isinstance(node, RoutineCall):
        yield _routine_call(node)
    elif isinstance(node, Refuse):
        yield f"end with {node.error} if {node.container}"
    elif isinstance(node, After):
        yield "copies wait for kernels" if node.copies else "kernels wait for copies"
    elif isinstance(node, Launch):
        tiles = ", ".join(access_text(t.container, t.index) for t in node.tiles)
        yield f"kernel, {node.spread.value}" + f", tiles of {tiles}" * bool(tiles) + ":"
        yield from _inside(node.body)
    else:
        yield _call(node)


def _inside(tree: Tree) -> Iterator[str]:
    for node in tree:
        yield from ("    " + line for line in _lines(node))


def _loop_head(node: For) -> str:
    step = f", {node.step}" if node.step != 1 else ""
    backwards = " backwards" if node.backwards else ""
    if node.test is not None:
        limit = "" if node.stop == UNBOUNDED else f" up to {ir_text(node.stop)}"
        return f"while {expr_text(node.test)}, counted by {node.var}{limit}:"
    bounds = f"{ir_text(node.start)}, {ir_text(node.stop)}{step}"
    kind = node.parallel and node.parallel.kind
    order = " in order" if node.sequential and kind in (None, Parallelism.VECTOR) else ""
    parallel = "" if node.parallel is None else _mapping(node.parallel)
    return f"for {node.var} in range({bounds}){backwards}{order}{parallel}:"


def _mapping(parallel: Parallel) -> str:
    """How iterations run at the same time: ` parallel, work N*M, private t`, ` vector, sums s`."""
    if parallel.kind is Parallelism.THREADS:
        text = f" parallel, work {ir_text(parallel.work)}"
    else:
        text = f" {parallel.kind.value}"
    if parallel.private:
        text += f", private {' '.join(parallel.private)}"
    if parallel.sums:
        text += f", sums {' '.join(parallel.sums)}"
    if parallel.largest:
        text += f", largest {' '.join(parallel.largest)}"
    if parallel.smallest:
        text += f", smallest {' '.join(parallel.smallest)}"
    return text


def _call(node: Fill | Copy | LibraryCall) -> str:
    if isinstance(node, Fill):
        target = access_text(node.compute.container, node.prefix)
        return f"zero {target}: {ir_text(node.count)} elements"
    if isinstance(node, Swap):
        return f"{node.source} and {node.compute.container} change places"
    if isinstance(node, Copy):
        target = access_text(node.compute.container, node.prefix)
        source = access_text(node.source, node.source_prefix)
        return f"copy {source} to {target}: {ir_text(node.count)} elements"
    if node.operation in (Operation.MATRIX_MATRIX, Operation.MATRIX_VECTOR):
        a, b, c = map(_operand, node.operands)
        return f"{c} += {expr_text(node.scale)} * {a} @ {b}"
    if node.operation is Operation.CONTRACTION:
        a, b, c = map(_stepped, node.operands)
        extents = ", ".join(map(ir_text, node.extents))
        return f"{c} += {expr_text(node.scale)} * {a} * {b}: {extents} by {node.groups}"
    if node.operation is Operation.FOURIER:
        x, _, y = (o.container for o in node.operands)
        rows, n = map(ir_text, node.extents)
        return f"{y} = transform of {x}, {expr_text(node.scale)}: {rows} rows of {n}"
    if node.operation is Operation.SORTED_SUM:
        keys, terms, sums = (o.container for o in node.operands)
        return f"{sums} += {terms} by {keys}: {ir_text(node.extents[0])} in order"
    if node.operation is Operation.SORT:
        return f"sort {node.compute.container}: {ir_text(node.extents[0])} keys"
    raise InternalError(f"no text for the {node.operation.value}", node.span)


def _routine_call(node: RoutineCall) -> str:
    """`call sweep[N, t](u[0, 0] +: N, N; c; -) in sweep_workspace`: what is changed has a `&`."""
    given = f"[{', '.join(map(ir_text, node.given))}]" if node.given else ""
    arguments = "; ".join("-" if a is None else _argument(a) for a in node.arguments)
    workspace = f" in {node.workspace}" if node.workspace else ""
    return f"call {node.routine}{given}({arguments}){workspace}"


def _argument(argument: Place | Expr) -> str:
    if not isinstance(argument, Place):
        return expr_text(argument)
    written = "&" if argument.written else ""
    extents = f" +: {', '.join(map(ir_text, argument.extents))}" if argument.extents else ""
    return f"{written}{access_text(argument.container, argument.origin)}{extents}"


def _operand(operand: Operand) -> str:
    origin: Index = operand.origin
    text = access_text(operand.container, origin)
    if operand.both:
        return f"({text} + {text}.T)"
    return text + (".T" if operand.transposed else "")


def _stepped(operand: Operand) -> str:
    """Where an operand begins, and how far each axis of the operation moves it."""
    steps = ", ".join(map(ir_text, operand.steps))
    return f"{access_text(operand.container, operand.origin)} by ({steps})"
