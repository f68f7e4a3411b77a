"""Arrays as they are before a loop nest that changes them, kept beside.

`for i in range(n): e = u[i]; while …: …; u[i] = e` reads of `u` what it had before the loop, and
changes it: a loop that has to be run again step by step, for a While is inside, would keep all of
`u` in a snapshot of each step. Read from a copy that is made before the loop, `u` is nothing that
steps leave to later ones (array renaming; Padua & Wolfe, "Advanced compiler optimizations for
supercomputers", 1986).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from adc.analysis.accesses import Polyhedra
from adc.analysis.flow import last_writes, sees_only
from adc.analysis.placement import Iterations, Placed, place
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Read, transform
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import Branch, Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import integer, names, symbol
from adc.ir.walking import labels_in, map_body, names_in, walk_nodes
from adc.simplify.liveness import sinks_of


def with_entry_values(program: Program, changed: Iterable[tuple[str, str]]) -> Program:
    """`program` with copies of arrays that loops around a While read as they were before these
    loops, and change; `changed` are the labels of Whiles, each with an array."""
    for label, name in changed:
        placed = next(p for p in place(program.body) if p.label == label)
        program = _with_entry_value(program, placed, name)
    return program


def _around(placed: Placed) -> tuple[Loop, ...]:
    """The loops around a While, inside all others."""
    loops = list(placed.loops[:-1])
    while any(isinstance(loop, Iterations) for loop in loops):
        loops.pop(0)
    return tuple(loops)


def _with_entry_value(program: Program, placed: Placed, name: str) -> Program:
    """The same for one array and the outermost of the loops around one While that allows it."""
    loops = _around(placed)
    for depth, loop in enumerate(loops):
        if not loop.label or not _covers(program, loops[depth:], name):
            continue
        made = _copied(program, loop, name)
        if made is not None:
            return made
    return program


def _covers(program: Program, loops: tuple[Loop, ...], name: str) -> bool:
    """Whether the loops go along each axis of the array where they write it, so that a copy is no
    more than what they do."""
    variables = {loop.var for loop in loops}
    targets = [t.index for t in _targets(loops[0], name)]
    return bool(targets) and all(
        all(names(i) & variables for i in index) and len(index) <= len(loops) for index in targets
    )


def _targets(loop: Loop, name: str) -> Iterator[Access]:
    for node in walk_nodes(loop.body):
        yield from (w.target for w in node.writes if w.container == name)


def _copied(program: Program, loop: Loop, name: str) -> Program | None:
    """`program` with a copy of the array before `loop`, for all inside that reads it as it was
    there; None where something may read it so and may not."""
    readers = [n for n in walk_nodes(loop.body) if any(u.container == name for u in n.reads)]
    if not readers or not all(isinstance(n, (Compute, Branch)) for n in readers):
        return None
    if any(w.op != Update.ASSIGN for n in readers for w in n.writes if w.container == name):
        return None
    outside = _of_before(program, loop, readers, name)
    if not outside:
        return None
    array = program[name]
    fresh = NameSource(names_in(program))
    copy = Container(fresh.fresh(f"{name}_before"), array.dtype, array.shape, Role.LOCAL)
    label = NameSource(labels_in(program.body)).fresh(f"{loop.label}_before")
    made = _copy(label, copy, array, fresh)
    result = replace(
        program,
        containers=(*program.containers, copy),
        body=map_body(program.body, lambda n: _with_copy(n, loop.label, made, copy, outside)),
    )
    inside = walk_nodes(_of(result, loop.label).body)
    if any(_reads(n, name) for n in inside if _label(n) in outside):  # in a subscript
        return None
    given = array.role in (Role.INPUT, Role.INOUT)
    whole = last_writes(Polyhedra(result), sinks_of(made))
    return result if given or not whole.unmatched else None


def _of_before(program: Program, loop: Loop, readers: Iterable[Node], name: str) -> frozenset[str]:
    """The labels of the readers that see of the array only what it was before `loop`; none where
    one sees that and what the loop has written."""
    inside, polyhedra = labels_in(loop.body), Polyhedra(program)
    found: set[str] = set()
    for node in readers:
        sinks = [s for s in sinks_of(node) if s.container == name]
        if not any(d.source in inside for d in last_writes(polyhedra, sinks).dependences):
            found.add(_label(node))
        elif not all(sees_only(polyhedra, sink, inside) for sink in sinks):
            return frozenset()
    return frozenset(found)


def _label(node: Node) -> str:
    return node.label if isinstance(node, (Compute, Branch)) else ""


def _copy(label: str, copy: Container, array: Container, fresh: NameSource) -> Compute:
    """All of `array` into `copy`."""
    variables = [fresh.fresh("i") for _ in array.shape]
    dims = tuple(Dim(v, integer(0), e) for v, e in zip(variables, array.shape, strict=True))
    index = tuple(symbol(v) for v in variables)
    value = Read(array.name, index, array.dtype)
    return Compute(label, Access(copy.name, index), Update.ASSIGN, value, dims)


def _with_copy(
    node: Node, label: str, made: Compute, copy: Container, readers: frozenset[str]
) -> Body:
    """`node` behind what makes the copy, which its `readers` read, if it is the loop of this
    label."""
    if not isinstance(node, Loop) or node.label != label:
        return (node,)

    (copied,) = made.reads

    def read(expr: Expr) -> Expr:
        if not isinstance(expr, Read) or expr.container != copied.container:
            return expr
        return Read(copy.name, expr.index, expr.dtype)

    def visit(inner: Node) -> Body:
        if _label(inner) not in readers:
            return (inner,)
        return (inner.with_evaluated([transform(e.expr, read) for e in inner.evaluated]),)

    return (made, node.with_parts(tuple(map_body(part, visit) for part in node.parts)))


def _of(program: Program, label: str) -> Loop:
    return next(n for n in walk_nodes(program.body) if isinstance(n, Loop) and n.label == label)


def _reads(node: Node, name: str) -> bool:
    return any(u.container == name for u in node.reads)
