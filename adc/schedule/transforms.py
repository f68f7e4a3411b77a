"""Fourier transforms as calls: of rows that lie one after the other in memory."""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from adc.ir.build import const, mul
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.node import Dim
from adc.ir.nodes import Compute
from adc.ir.shapes import integer, same, symbol
from adc.ops.library import Fourier
from adc.ops.library.block import Block, positions
from adc.schedule.tree import LibraryCall, Operand, Operation


def transform(node: Fourier, containers: Mapping[str, Container]) -> LibraryCall | None:
    """The call that `node` is; None where its rows do not lie as a call takes them."""
    x, table = (Block.of(o) for o in node.operands)
    y = Block.written(node.results[0], x.dtype)
    blocks = [_begin(block, containers[block.element.container]) for block in (x, table, y)]
    operands = tuple(b for b in blocks if b is not None)
    if len(operands) < len(blocks):
        return None
    rows, n = sympy.Mul(*x.shape[:-2]), x.shape[-1]
    sign = const(float(node.sign), x.dtype)
    return LibraryCall(_summary(node, x, table, y), Operation.FOURIER, sign, operands, (rows, n))


def _begin(block: Block, container: Container) -> Operand | None:
    """Where a block begins that has all of an array's last axes, in order."""
    index = block.element.index
    lead = len(index) - len(block.domain)
    whole = index[lead:] == positions(block.domain) and all(
        d.start == 0 and same(d.stop, extent)
        for d, extent in zip(block.domain, container.shape[lead:], strict=True)
    )
    if not whole:
        return None
    origin = (*index[:lead], *(integer(0) for _ in block.domain))
    return Operand(container.name, origin, integer(1))


def _summary(node: Fourier, x: Block, table: Block, y: Block) -> Compute:
    """What the call reads and writes; each number is a sum of what it reads."""
    taken = {d.var for d in y.domain}
    inner = []
    for dim in x.domain[-2:]:
        var = dim.var
        while var in taken:
            var += "_2"
        taken.add(var)
        inner.append(Dim(var, dim.start, dim.stop))
    part, j = (symbol(d.var) for d in inner)
    lead = positions(y.domain)[:-2]
    value = mul(x.at(*lead, part, j), table.at(part, j))
    target = y.access(*positions(y.domain))
    domain = (*y.domain, *inner)
    return Compute(node.label, target, Update.ASSIGN, value, domain, node.span, node.note)
