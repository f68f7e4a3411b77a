"""Loops that zero or copy a contiguous block, as the one call that does it."""

from __future__ import annotations

import sympy

from adc.ir.build import is_zero
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Const, Index, Read
from adc.ir.node import Dim
from adc.ir.nodes import Compute
from adc.ir.shapes import Shape, names, same, symbol
from adc.schedule.tree import Copy, Fill, For, Node, Statement, Tree, parts, with_parts


def with_blocks(tree: Tree, containers: dict[str, Container]) -> Tree:
    """`tree` with Fill and Copy for loop nests over whole trailing axes.

    Rows inside a joined nest keep their loops: they read like what stands beside them.
    """
    return tuple(_blocked(node, containers) for node in tree)


def _blocked(node: Node, containers: dict[str, Container]) -> Node:
    if isinstance(node, For):
        compute = _single(node)
        found = block(compute, containers) if compute else None
        if found is not None or not node.sequential:
            return found or node
    return with_parts(node, tuple(with_blocks(part, containers) for part in parts(node)))


def _single(node: For) -> Compute | None:
    """The one assignment that a nest of domain loops consists of."""
    dims: list[Dim] = []
    inner: Node = node
    while isinstance(inner, For) and not inner.sequential and len(inner.body) == 1:
        dims.append(Dim(inner.var, inner.start, inner.stop))
        inner = inner.body[0]
    if not isinstance(inner, Statement) or inner.op != Update.ASSIGN:
        return None
    return Compute("", inner.target, Update.ASSIGN, inner.expr, tuple(dims), inner.span, inner.note)


def block(compute: Compute, containers: dict[str, Container]) -> Fill | Copy | None:
    """The call for an assignment; None where it is no block, or a single element."""
    if not compute.domain:
        return None
    target, value = compute.target, compute.expr
    container = containers[target.container]
    axes = whole_axes(target.index, container.shape, compute.domain)
    if axes is None:
        return None
    count = sympy.Mul(*container.shape[axes:])
    if isinstance(value, Const) and is_zero(value) and not value.text.startswith("-"):
        return Fill(compute, target.index[:axes], count)
    if not isinstance(value, Read) or value.container == target.container:
        return None
    source = containers[value.container]
    other = whole_axes(value.index, source.shape, compute.domain)
    if other is None or source.dtype is not container.dtype:
        return None
    if value.index[other:] != target.index[axes:]:
        return None
    return Copy(compute, target.index[:axes], value.container, value.index[:other], count)


def whole_axes(index: Index, shape: Shape, domain: tuple[Dim, ...]) -> int | None:
    """The first of the trailing axes that `domain` runs over, each as a whole and alone.

    None if the elements over the domain are no contiguous block of whole axes.
    """
    dims = {symbol(d.var): d for d in domain}
    first = len(index) - len(domain)
    if first < 0 or any(names(e) & {d.var for d in domain} for e in index[:first]):
        return None
    trailing = index[first:]
    if set(trailing) != set(dims):
        return None
    for position, extent in zip(trailing, shape[first:], strict=True):
        dim = dims[position]
        if dim.start != 0 or not same(dim.stop, extent):
            return None
    return first
