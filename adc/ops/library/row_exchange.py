"""Rows of a matrix exchanged as LAPACK's pivots say, and back: linear, each the other's adjoint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from adc.ir.build import cast, compare
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import IntValue
from adc.ir.node import Body, Node, Write
from adc.ir.nodes import Branch, Loop
from adc.ir.operation import Making, Section
from adc.ir.shapes import integer, symbol
from adc.ops.library.block import Block, Position, axes, positions
from adc.ops.library.linear import LinearOperation


@dataclass(frozen=True)
class RowExchange(LinearOperation):
    """`X` becomes B with row k exchanged with row `P[k] - 1`, one k after the other.

    `operands` are B, of shape (n) or (n, m), and the integers P, of shape (n); `results` is X, of
    B's shape. A P[k] that is no row leaves all as it is.
    """

    backwards: ClassVar[bool]

    @property
    def inverse(self) -> type[RowExchange]:
        return RowsExchanged if self.backwards else RowsReturned

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != 2 or len(self.results) != 1:
            raise self.fault("takes rows and pivots, and gives one result")
        rows, pivots = (Block.of(o) for o in self.operands)
        result = Block.written(self.results[0], containers[self.results[0].container].dtype)
        if rows.dtype is not result.dtype or not pivots.dtype.is_integer:
            raise self.fault("needs numbers of one type, and integers")
        if len(rows.shape) not in (1, 2) or len(pivots.shape) != 1:
            raise self.fault("needs a vector or a matrix, and a vector")
        pairs = zip((*rows.shape, rows.shape[0]), (*result.shape, pivots.shape[0]), strict=True)
        self.check_extents(pairs)

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        rows, pivots = np.array(operands[0]), operands[1]
        order = range(len(pivots))
        for k in reversed(order) if self.backwards else order:
            other = int(pivots[k]) - 1
            if 0 <= other < len(rows):
                rows[[k, other]] = rows[[other, k]]
        return (rows,)

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (bar,), (write, _) = bars, into
        if bar is None or write is None:
            return ()
        return (self.inverse(make.label(), (bar, make.operands[1]), (write,), self.span),)

    def loops(self, make: Making) -> Body:
        rows, pivots = (Block.of(o) for o in self.operands)
        result = Block.written(self.results[0], rows.dtype)
        adds = self.results[0].op == Update.ADD
        x = Block.like(make, "rows", result, *range(len(rows.shape))) if adds else result
        end = (result.take(make, x, Update.ADD),) if adds else ()
        return (x.take(make, rows), exchanges(make, pivots, x, result, self.backwards), *end)


def exchanges(
    make: Making, pivots: Block, x: Block, result: Block, backwards: bool = False
) -> Node:
    """Rows of `x` exchanged in place; `result` is of its shape and one of the operation's."""
    span = make.operation.span
    outer, inner = make.fresh_name("k"), make.fresh_name("i")
    k, i, n = symbol(outer), symbol(inner), x.shape[0]
    given = cast(pivots.at(k), DType.INT64)
    test = compare("eq", given, IntValue(i + 1))
    row = Block.like(make, "row", result, *range(1, len(x.shape)))
    one = Branch(test, _exchanged(make, x, row, k, i), (), span, make.label())
    search = Loop(inner, integer(0), n, 1, (one,), span, label=make.label())
    return Loop(outer, integer(0), n, 1, (search,), span, backwards, make.label())


def _exchanged(make: Making, x: Block, row: Block, k: Position, i: Position) -> Body:
    columns = axes(make, x.shape[1:])
    side = positions(columns)
    return (
        row.set(make, side, x.at(k, *side), columns),
        x.set(make, (k, *side), x.at(i, *side), columns),
        x.set(make, (i, *side), row.at(*side), columns),
    )


@dataclass(frozen=True)
class RowsExchanged(RowExchange):
    keyword = "rows_exchanged"
    backwards = False


@dataclass(frozen=True)
class RowsReturned(RowExchange):
    """The exchanges undone, from the last one."""

    keyword = "rows_returned"
    backwards = True
