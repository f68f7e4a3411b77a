"""Faults seeded into gradient programs, one per mutant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from adc.ir.enums import Role, Update
from adc.ir.expressions import Apply, Const, Expr, Read, transform, walk
from adc.ir.node import Access, Body, Node
from adc.ir.nodes import Branch, Compute, Heading, Loop
from adc.ir.program import Program
from adc.ir.shapes import floormod, names

Change = Callable[[Node], Body]


@dataclass(frozen=True)
class Mutant:
    """A program with one fault; `name` says which and where."""

    name: str
    program: Program


def mutants_of(program: Program) -> Iterator[Mutant]:
    """Every single fault of the kinds below, in program order."""
    for position, node in enumerate(_nodes(program.body)):
        for name, change in _faults(program, node):
            body = _changed(program.body, position, change)
            yield Mutant(f"{name} [{_place(node)} #{position}]", program.with_body(body))


def _nodes(body: Body) -> Iterator[Node]:
    for node in body:
        yield node
        for part in node.parts:
            yield from _nodes(part)


def _place(node: Node) -> str:
    if isinstance(node, Compute):
        return f"{node.label} {node.container}"
    return f"loop {node.var}" if isinstance(node, Loop) else "branch"


def _changed(body: Body, position: int, change: Change) -> Body:
    """`body` with the node at `position` (parents first) replaced by `change` of it."""
    counter = -1

    def visit(part: Body) -> Body:
        nonlocal counter
        result: list[Node] = []
        for node in part:
            counter += 1
            if counter == position:
                counter += sum(1 for p in node.parts for _ in _nodes(p))
                result.extend(change(node))
            elif isinstance(node, Loop):
                result.append(replace(node, body=visit(node.body)))
            elif isinstance(node, Branch):
                then = visit(node.then)
                result.append(replace(node, then=then, orelse=visit(node.orelse)))
            else:
                result.append(node)
        return tuple(result)

    return visit(body)


def _faults(program: Program, node: Node) -> Iterator[tuple[str, Change]]:
    if isinstance(node, Compute):
        yield f"dropped {_kind(program, node)}", lambda n: ()
        yield from _operator_faults(node)
        yield from _expression_faults(program, node)
    elif isinstance(node, Loop):
        yield from _loop_faults(node)
    elif isinstance(node, Branch):
        yield "branches exchanged", lambda n: (replace(n, then=n.orelse, orelse=n.then),)
        yield "branch dropped", lambda n: n.then
    else:
        assert isinstance(node, Heading)


def _kind(program: Program, node: Compute) -> str:
    """What a statement is for, as far as its form shows."""
    role = program[node.container].role
    if role == "tape":
        return "store"
    reads = [e.container for e in walk(node.expr) if isinstance(e, Read)]
    if len(reads) == 1 and isinstance(node.expr, Read) and program[reads[0]].role == Role.TAPE:
        return "restore"
    if isinstance(node.expr, Const) and role in ("adjoint", "gradient"):
        return "clear"
    return "statement"


def _operator_faults(node: Compute) -> Iterator[tuple[str, Change]]:
    used = frozenset().union(*(names(i) for i in node.target.index), frozenset())
    if node.op == Update.ADD and all(d.var in used for d in node.domain):
        yield "= for +=", lambda n: (replace(n, op=Update.ASSIGN),)
    if node.op == Update.ASSIGN:
        yield "+= for =", lambda n: (replace(n, op=Update.ADD),)
    if len(node.target.index) > 1:
        turned = (node.target.index[1], node.target.index[0], *node.target.index[2:])
        if turned != node.target.index:
            target = Access(node.container, turned)
            yield "target's indices swapped", lambda n: (replace(n, target=target),)


def _expression_faults(program: Program, node: Compute) -> Iterator[tuple[str, Change]]:
    dtype = program[node.container].dtype
    if dtype.is_float and not isinstance(node.expr, Const):
        negated = Apply("neg", (node.expr,), dtype)
        yield "sign flipped", lambda n: (replace(n, expr=negated),)
    if isinstance(node.expr, Apply) and node.expr.op in ("mul", "add", "sub", "div"):
        for k in (0, 1):
            yield f"operand {1 - k} dropped", lambda n, k=k: (replace(n, expr=n.expr.args[k]),)
    reads = dict.fromkeys(e for e in walk(node.expr) if isinstance(e, Read))
    for read in reads:
        for name, other in _wrong_reads(program, read):
            yield name, lambda n, r=read, o=other: (replace(n, expr=_put(n.expr, r, o)),)


def _put(expr: Expr, read: Read, other: Expr) -> Expr:
    return transform(expr, lambda e: other if e == read else e)


def _wrong_reads(program: Program, read: Read) -> Iterator[tuple[str, Expr]]:
    """Reads of another element, or of the present value in place of the stored one."""
    container = program[read.container]
    if len(read.index) > 1 and read.index[0] != read.index[1]:
        turned = (read.index[1], read.index[0], *read.index[2:])
        yield f"indices of {read.container} swapped", replace(read, index=turned)
    for axis, extent in enumerate(container.shape):
        shifted = list(read.index)
        shifted[axis] = floormod(read.index[axis] + 1, extent)
        yield f"index {axis} of {read.container} shifted", replace(read, index=tuple(shifted))
    source = program.by_name.get(container.of)
    if container.role == Role.TAPE and source and len(source.shape) <= len(read.index):
        index = read.index[len(read.index) - len(source.shape) :]
        yield f"stale {source.name}", Read(source.name, index, read.dtype)


def _loop_faults(node: Loop) -> Iterator[tuple[str, Change]]:
    yield "loop direction turned", lambda n: (replace(n, backwards=not n.backwards),)
    yield "first iteration left out", lambda n: (replace(n, start=n.start + n.step),)
    yield "last iteration left out", lambda n: (replace(n, stop=n.stop - n.step),)
    yield "loop dropped", lambda n: ()
