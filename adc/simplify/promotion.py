"""Elements that a While works on in place, as numbers of their own: scalar replacement.

`while abs(d) > tol: …; u[i] -= d` changes one element of `u`, and a snapshot of what the loop
changes is all of `u`, once for each `i`. In a number of its own it is one number, and a machine's
registers hold it (Callahan, Carr & Kennedy, "Improving register allocation for subscripted
variables", PLDI 1990). It is read before the loop and written back behind it, where the element
surely exists and the loop touches no other that might be the same one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

import sympy

from adc.analysis.accesses import Polyhedra
from adc.analysis.placement import Placed, place
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Index, Read, transform
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Node
from adc.ir.nodes import Compute, While
from adc.ir.program import Program
from adc.ir.shapes import entries, names
from adc.ir.walking import labels_in, map_body, names_in, walk_nodes
from adc.simplify.entry_values import with_entry_values


def promoted(program: Program) -> Program:
    """`program` with the elements that While loops change in place in numbers of their own."""
    loops = {p.label: p for p in place(program.body) if isinstance(p.node, While)}
    if not loops:
        return program
    found = _Promotion(program, loops)
    body = map_body(program.body, found.around)
    if not found.made:
        return program
    made = replace(program, containers=(*program.containers, *found.made), body=body)
    return with_entry_values(made, found.promoted)


class _Promotion:
    def __init__(self, program: Program, loops: dict[str, Placed]) -> None:
        self.program = program
        self.loops = loops
        self.fresh = NameSource(names_in(program))
        self.labels = NameSource(labels_in(program.body))
        self.made: list[Container] = []
        #: The labels of the loops, and the arrays of which they had an element.
        self.promoted: list[tuple[str, str]] = []

    @cached_property
    def polyhedra(self) -> Polyhedra:
        return Polyhedra(self.program)

    def around(self, node: Node) -> Body:
        """A While between the reading and the writing of what it changes in place."""
        if not isinstance(node, While) or _solves(node):
            return (node,)
        before: list[Node] = []
        behind: list[Node] = []
        for element in _changed(node):
            inside = self.apart(node, element)
            if inside is None:
                continue
            own = self.made[-1]
            there = Read(element.container, element.index, own.dtype)
            before.append(self.assignment(Access(own.name, ()), there, node))
            behind.append(self.assignment(element, Read(own.name, (), own.dtype), node))
            node = inside
        return (*before, node, *behind)

    def apart(self, loop: While, element: Access) -> While | None:
        """`loop` with a number, which is made, for the element; None where it has to stay."""
        if not self.may_be_apart(loop, element):
            return None
        dtype = self.program[element.container].dtype
        own = Container(self.fresh.fresh(_stem(element)), dtype, (), Role.LOCAL)
        inside = _replaced(loop, element, own.name)
        if any(_reads(n, element) for n in walk_nodes((inside,))):  # in a subscript
            return None
        self.made.append(own)
        self.promoted.append((loop.label, element.container))
        return inside

    def may_be_apart(self, loop: While, element: Access) -> bool:
        """Whether the element, which the loop does not pick, surely exists, and nothing else in the
        loop may touch it."""
        inside = list(walk_nodes((loop,)))
        bound = {v for n in inside for scope in n.bound for v in scope}
        bound |= {d.var for n in inside for w in n.writes for d in w.domain}
        index = element.index
        if any(entries(i) or names(i) & bound for i in index):
            return False
        for node in inside:
            touched = [u.index for u in node.reads if u.container == element.container]
            touched += [w.target.index for w in node.writes if w.container == element.container]
            whole = any(not own for own in touched)
            if touched and (whole or not _is_simple(node)):
                return False
            if any(own != index and not _are_apart(own, index) for own in touched):
                return False
        placed = self.loops[loop.label]
        outside = replace(placed, loops=placed.loops[:-1])
        return self.polyhedra.inside(outside, (), element.container, index)

    def assignment(self, target: Access, value: Expr, loop: While) -> Compute:
        label = self.labels.fresh(f"{loop.label}_apart")
        return Compute(label, target, Update.ASSIGN, value, span=loop.span)


def _solves(loop: While) -> bool:
    """Whether a comment says so of it, or of a loop inside: its arrays stand for what it solves."""
    return any(isinstance(n, While) and n.marked for n in walk_nodes((loop,)))


def _changed(loop: While) -> Iterator[Access]:
    """The elements of arrays that statements of `loop` write, each once."""
    found = {
        w.target: None
        for n in walk_nodes(loop.body)
        if isinstance(n, Compute)
        for w in n.writes
        if w.target.index
    }
    yield from found


def _reads(node: Node, element: Access) -> bool:
    return any(Access(u.container, u.index) == element for u in node.reads)


def _is_simple(node: Node) -> bool:
    """Whether all that it reads and writes is in expressions that are worked out one by one."""
    return isinstance(node, Compute) or not node.writes


def _are_apart(one: Index, other: Index) -> bool:
    """Whether the two are surely elements at different places."""
    ways = (sympy.expand(a - b) for a, b in zip(one, other, strict=True))
    return any(way.is_Integer and way != 0 for way in ways)


def _replaced(loop: While, element: Access, name: str) -> While:
    """`loop` with the number `name` for the element."""

    def read(expr: Expr) -> Expr:
        there = isinstance(expr, Read) and Access(expr.container, expr.index) == element
        return Read(name, (), expr.dtype) if there else expr

    def visit(node: Node) -> Body:
        node = node.with_evaluated([transform(e.expr, read) for e in node.evaluated])
        if isinstance(node, Compute) and node.target == element:
            node = replace(node, target=Access(name, ()))
        return (node,)

    (made,) = map_body((loop,), visit)
    assert isinstance(made, While)
    return made


def _stem(element: Access) -> str:
    """What the number is called: `u_i` of `u[i]`."""
    plain = all(isinstance(i, sympy.Symbol) or i.is_Integer for i in element.index)
    place = "_".join(map(str, element.index)) if plain else "here"
    return f"{element.container}_{place}"
