"""Tapes that lie in memory as the arrays that they keep.

A tape has an axis for each loop around the statement whose values it keeps, then those of the
statement. Once the loops are domains, a statement that goes down columns has its tape transposed,

    tape[t, j, i] = q[i, j]    for j in [0, N), i in [0, M)

and saving as well as restoring goes along one of the two from row to row. The tape's axes have no
meaning of their own: in the order of the array's both go along rows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import sympy

from adc.ir.enums import Role, Update
from adc.ir.expressions import Index, Read
from adc.ir.node import Access, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import Shape, names
from adc.ir.walking import map_body, walk_nodes


def as_arrays_lie(program: Program) -> Program:
    """`program` with the axes of tapes that are saved and restored as domains in the order in which
    the saved array has them."""
    shapes: dict[str, Shape] = {}
    nodes: dict[int, Node] = {}
    for tape, using in _using(program).items():
        copies = [_copy(node, tape) for node in using]
        found = [copy for copy in copies if copy is not None]
        if len(found) < len(using) or len({copy.order for copy in found}) != 1:
            continue
        order = found[0].order
        if order != tuple(sorted(order)):
            shapes[tape] = _permuted(program[tape].shape, order)
            nodes |= {id(copy.node): copy.reordered() for copy in found}
    if not nodes:
        return program
    containers = (replace(c, shape=shapes.get(c.name, c.shape)) for c in program.containers)
    body = map_body(program.body, lambda node: (nodes.get(id(node), node),))
    return replace(program.with_body(body), containers=tuple(containers))


@dataclass(frozen=True)
class _Copy:
    """A statement that copies to or from the element `place` of a tape, whose axes are to stand in
    `order`."""

    node: Compute
    place: Index
    order: tuple[int, ...]
    is_save: bool

    def reordered(self) -> Compute:
        place = _permuted(self.place, self.order)
        if self.is_save:
            return replace(self.node, target=Access(self.node.container, place))
        assert isinstance(self.node.expr, Read)
        return replace(self.node, expr=replace(self.node.expr, index=place))


def _using(program: Program) -> dict[str, list[Node]]:
    """The nodes that use each tape that is the function's own."""
    tapes = {c.name for c in program.containers if c.role == Role.TAPE}
    tapes -= {*program.passed, *program.returns}
    found: dict[str, list[Node]] = {}
    for node in walk_nodes(program.body):
        mentioned = sorted(tapes & node.mentioned)
        if len(mentioned) > 1:
            tapes -= set(mentioned)  # each copy is of one tape, so that it is rewritten once
        for name in mentioned:
            found.setdefault(name, []).append(node)
    return {name: nodes for name, nodes in found.items() if name in tapes}


def _copy(node: Node, tape: str) -> _Copy | None:
    """`node` as a copy between `tape` and another array, None where it is none."""
    if not isinstance(node, Compute) or node.op != Update.ASSIGN or not isinstance(node.expr, Read):
        return None
    sides = (node.target.container, node.target.index), (node.expr.container, node.expr.index)
    (to, place), (of, other) = sides
    if to == of:
        return None
    if of == tape:
        place, other = other, place
    order = _order(place, other, node.variables)
    return None if order is None else _Copy(node, place, order, to == tape)


def _order(place: Index, other: Index, variables: Collection[str]) -> tuple[int, ...] | None:
    """The axes of `place` in the order that those of the domain's variables have in `other`; None
    where these are not along one axis each."""
    along: dict[int, int] = {}
    for axis, e in enumerate(place):
        if names(e) & set(variables):
            found = _axis(e, other, variables)
            if found is None or found in along.values():
                return None
            along[axis] = found
    turned = iter(sorted(along, key=lambda axis: along[axis]))
    return tuple(next(turned) if axis in along else axis for axis in range(len(place)))


def _axis(e: sympy.Expr, other: Index, variables: Collection[str]) -> int | None:
    """The one axis of `other` that has the one variable in `e`."""
    own = names(e) & set(variables)
    found = [axis for axis, o in enumerate(other) if names(o) & own]
    return found[0] if len(own) == len(found) == 1 else None


def _permuted(values: Sequence[sympy.Expr], order: Sequence[int]) -> tuple[sympy.Expr, ...]:
    return tuple(values[axis] for axis in order)
