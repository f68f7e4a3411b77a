"""Scalars in a device's memory: those that more than one kernel touches, and those that the host
asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

import sympy

from adc.ir.build import zero
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, IntValue, Read, reads, transform, walked
from adc.ir.node import Access
from adc.ir.shapes import integer
from adc.schedule.accesses import touched
from adc.schedule.scheduled import Scheduled
from adc.schedule.tree import (
    Copy,
    Declare,
    Fill,
    For,
    If,
    Launch,
    LibraryCall,
    Node,
    Refuse,
    Spread,
    Statement,
    Tree,
    parts,
    walk,
    with_parts,
)
from adc.schedule.work import read_bounds, read_in


def in_memory(
    tree: Tree, containers: tuple[Container, ...], seen: frozenset[str]
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with the scalars that more than one kernel touches as arrays of one element."""
    at: dict[str, set[int]] = {}
    host = {n.name for n in _outside(tree) if isinstance(n, Declare)}
    for number, node in enumerate(n for n in walk(tree) if isinstance(n, Launch)):
        for name in touched(node):
            at.setdefault(name, set()).add(number)
    begun = {n.name for n in walk(tree) if isinstance(n, Declare)}
    asked = {r.container for n in _outside(tree) for r in _asked(n)}
    moved = {
        c.name: c
        for c in containers
        if not c.shape and c.name not in seen and c.name not in host and c.name in at
        and (len(at[c.name]) > 1 or c.name not in begun or c.name in asked)
    }  # fmt: skip
    tree = tuple(_moved(node, moved) for node in tree)
    blank = [n for n in moved if n not in begun]
    fills = tuple(
        Launch((Statement(Access(n, (sympy.S.Zero,)), Update.ASSIGN, zero(moved[n].dtype)),),
               Spread.ALONE)
        for n in blank
    )  # fmt: skip
    shape = (integer(1),)
    return (*fills, *tree), tuple(
        replace(c, shape=shape) if c.name in moved else c for c in containers
    )


def _outside(tree: Tree) -> Iterator[Node]:
    """The nodes that the host runs."""
    for node in tree:
        yield node
        if not isinstance(node, Launch):
            for part in parts(node):
                yield from _outside(part)


def _asked(node: Node) -> Iterator[Read]:
    """What the host fetches for `node`."""
    if isinstance(node, If):
        yield from reads(node.condition)
    if isinstance(node, For):
        for expr in (node.test, node.count):
            if expr is not None:
                yield from reads(expr)
    if isinstance(node, LibraryCall):
        yield from reads(node.scale)
    if isinstance(node, Refuse):
        yield Read(node.container, (), DType.INT32)


def fetches(node: Node) -> bool:
    """Whether integers of the host's for `node` are elements of arrays, for which it waits."""
    if isinstance(node, For):
        return read_bounds(node)
    if isinstance(node, If):
        tested = [e.value for e in walked(node.condition) if isinstance(e, IntValue)]
        return read_in(*tested)
    if isinstance(node, (Fill, Copy)):
        return read_in(*node.prefix, *(node.source_prefix if isinstance(node, Copy) else ()))
    if isinstance(node, LibraryCall):
        return read_in(*node.extents, *(e for o in node.operands for e in o.origin))
    return False


def capturable(scheduled: Scheduled) -> bool:
    """Whether the host starts everything without a look at data, so that a CUDA graph can hold
    it."""
    program, outside = scheduled.program, list(_outside(scheduled.tree))
    fetched = {c.name for c in scheduled.containers if c.shape}
    asked = {r.container for node in outside for r in _asked(node)}
    asked |= program.flags
    return not asked & fetched and not any(map(fetches, outside))


def _moved(node: Node, moved: Collection[str]) -> Node:
    """`node` with the scalars `moved` as elements of arrays."""
    first = (sympy.S.Zero,)

    def element(expr: Expr) -> Expr:
        if isinstance(expr, Read) and expr.container in moved and not expr.index:
            return replace(expr, index=first)
        return expr

    def value(expr: Expr | None) -> Expr | None:
        return None if expr is None else transform(expr, element)

    node = with_parts(node, tuple(tuple(_moved(n, moved) for n in p) for p in parts(node)))
    if isinstance(node, For):
        return replace(node, test=value(node.test), count=value(node.count))
    if isinstance(node, If):
        return replace(node, condition=transform(node.condition, element))
    if isinstance(node, Declare):
        expr = transform(node.expr, element)
        if node.name not in moved:
            return replace(node, expr=expr)
        target = Access(node.name, first)
        return Statement(target, Update.ASSIGN, expr, node.span, node.note, node.label)
    if isinstance(node, Statement):
        target = node.target
        if target.container in moved and not target.index:
            target = Access(target.container, first)
        return replace(node, target=target, expr=transform(node.expr, element))
    if isinstance(node, LibraryCall):
        compute = replace(node.compute, expr=transform(node.compute.expr, element))
        return replace(node, scale=transform(node.scale, element), compute=compute)
    return node
