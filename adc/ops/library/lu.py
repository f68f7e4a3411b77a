"""LU factors with partial pivoting, as LAPACK's `getrf` leaves them, and their derivatives.

With P the rows' exchanges, `P A = L U` and `X = L^-1 (P A_dot) U^-1`, the tangents are
`L_dot = L low(X)` and `U_dot = up(X) U`, where `low` is what is below the diagonal and `up` the
rest. So `A_bar = P^T L^-T (low(L^T L_bar) + up(U_bar U^T)) U^-T` (de Hoog, Anderssen and Lukas,
"Differentiation of matrix functionals using triangular factorization", Mathematics of Computation
80, 2011).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from adc.ir.build import apply, cast, const, div, mul, neg, where, zero
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, IntValue
from adc.ir.node import Body, Node, Write
from adc.ir.nodes import Branch, Loop
from adc.ir.operation import Making, Operation, Section
from adc.ir.shapes import integer, symbol
from adc.ops.library.block import Block, Position, axes, axis, positions
from adc.ops.library.row_exchange import RowsExchanged, RowsReturned
from adc.ops.library.triangular_solve import LowerSolve, UnitLowerSolve, UnitUpperSolve, UpperSolve


@dataclass(frozen=True)
class Lu(Operation):
    """`F` becomes L, but for its diagonal of ones, below U, and `P` the pivots: row k was exchanged
    with row `P[k] - 1`.

    `operands` is A, of shape (n, n), `results` are F and the integers P, of shape (n). Where a
    column has no pivot but zero, U has a zero on its diagonal, and no derivative.
    """

    keyword = "lu"

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != 1 or len(self.results) != 2:
            raise self.fault("takes a matrix, and gives its factors and the pivots")
        a = Block.of(self.operands[0])
        factor, pivots = (Block.written(w, containers[w.container].dtype) for w in self.results)
        if any(w.op == Update.ADD for w in self.results):
            raise self.fault("assigns its results")
        if a.dtype is not factor.dtype or not a.dtype.is_float or pivots.dtype is not DType.INT32:
            raise self.fault("needs numbers of one floating type, and integers of 32 bits")
        if len(a.shape) != 2 or len(factor.shape) != 2 or len(pivots.shape) != 1:
            raise self.fault("needs a matrix, and gives one and a vector")
        n = a.shape[0]
        self.check_extents((e, n) for e in (a.shape[1], *factor.shape, *pivots.shape))

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        factor = np.array(operands[0])
        n = len(factor)
        pivots = np.arange(1, n + 1)
        with np.errstate(all="ignore"):
            for k in range(n):
                other = k + _first_largest(np.abs(factor[k:, k]))
                factor[[k, other]] = factor[[other, k]]
                pivots[k] = other + 1
                if factor[k, k] != 0:
                    factor[k + 1 :, k] /= factor[k, k]
                factor[k + 1 :, k + 1 :] -= np.outer(factor[k + 1 :, k], factor[k, k + 1 :])
        return (factor, pivots.astype(np.int32))

    # -- the rules ---------------------------------------------------------------------------------

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (dot,), (result, _) = dots, into
        if dot is None or result is None:
            return ()
        factor, pivots = (Block.of(s) for s in make.results)
        target = Block.written(result, factor.dtype)
        rows, left, both = (
            Block.like(make, name, factor, 0, 1) for name in ("rows", "half_solved", "solved")
        )
        exchanged = RowsExchanged(make.label(), (dot, pivots.section), (rows.write(),), self.span)
        lower = UnitLowerSolve(
            make.label(), (factor.section, rows.section), (left.write(),), self.span
        )
        operands = (factor.transposed.section, left.transposed.section)
        upper = LowerSolve(make.label(), operands, (both.write(),), self.span)
        x = both.transposed
        return (exchanged, lower, upper, *self._tangents(make, factor, x, target))

    def _tangents(self, make: Making, factor: Block, x: Block, target: Block) -> Body:
        """`L low(X)` below the diagonal, `up(X) U` on it and above."""
        n = factor.shape[0]
        row = axis(make, integer(0), n)
        i = symbol(row.var)
        below = axis(make, integer(0), i)
        j = symbol(below.var)
        inner = axis(make, j + 1, i)
        k = symbol(inner.var)
        first = target.set(make, (i, j), x.at(i, j), (row, below))
        more = target.set(
            make, (i, j), mul(factor.at(i, k), x.at(k, j)), (row, below, inner), Update.ADD
        )
        row = axis(make, integer(0), n)
        i = symbol(row.var)
        right = axis(make, i, n)
        j = symbol(right.var)
        inner = axis(make, i, j + 1)
        k = symbol(inner.var)
        none = target.set(make, (i, j), zero(factor.dtype), (row, right))
        sums = target.set(
            make, (i, j), mul(x.at(i, k), factor.at(k, j)), (row, right, inner), Update.ADD
        )
        return (first, more, none, sums)

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (section, _), (write,) = bars, into
        if section is None or write is None:
            return ()
        factor, pivots = (Block.of(s) for s in make.results)
        bar, target = Block.of(section), Block.written(write, factor.dtype)
        sums, left, both, rows = (
            Block.like(make, name, factor, 0, 1)
            for name in ("sums", "half_solved", "solved", "rows")
        )
        operands = (factor.transposed.section, sums.section)
        lower = UnitUpperSolve(make.label(), operands, (left.write(),), self.span)
        operands = (factor.section, left.transposed.section)
        upper = UpperSolve(make.label(), operands, (both.write(),), self.span)
        operands = (both.transposed.section, pivots.section)
        returned = RowsReturned(make.label(), operands, (rows.write(),), self.span)
        return (
            *self._sums(make, factor, bar, sums), lower, upper, returned,
            *self._added(make, factor, bar, rows, target),
        )  # fmt: skip

    def _sums(self, make: Making, factor: Block, bar: Block, sums: Block) -> Body:
        """`low(L^T L_bar) + up(U_bar U^T)`."""
        n = factor.shape[0]
        row = axis(make, integer(0), n)
        i = symbol(row.var)
        below = axis(make, integer(0), i)
        j = symbol(below.var)
        inner = axis(make, i + 1, n)
        k = symbol(inner.var)
        first = sums.set(make, (i, j), bar.at(i, j), (row, below))
        more = sums.set(
            make, (i, j), mul(factor.at(k, i), bar.at(k, j)), (row, below, inner), Update.ADD
        )
        row = axis(make, integer(0), n)
        i = symbol(row.var)
        right = axis(make, i, n)
        j = symbol(right.var)
        inner = axis(make, j, n)
        k = symbol(inner.var)
        none = sums.set(make, (i, j), zero(factor.dtype), (row, right))
        upside = sums.set(
            make, (i, j), mul(bar.at(i, k), factor.at(j, k)), (row, right, inner), Update.ADD
        )
        return (first, more, none, upside)

    def _added(self, make: Making, factor: Block, bar: Block, rows: Block, target: Block) -> Body:
        """`rows` added to the adjoint of A; where A is singular NaN for what is asked for, and
        nothing where nothing is: a caller that looks at `info` goes another way."""
        dtype = factor.dtype
        faults = Block.like(make, "faults", factor)
        diagonal = axis(make, integer(0), factor.shape[0])
        k = symbol(diagonal.var)
        is_zero = apply("eq", factor.at(k, k), zero(dtype))
        one_more = where(is_zero, const("1.0", dtype), zero(dtype))
        at = axes(make, factor.shape)
        place = positions(at)
        spoilt = apply("zmul", bar.at(*place), const("nan", dtype))
        fine = apply("eq", faults.at(), zero(dtype))
        value = where(fine, rows.at(*place), spoilt)
        return (
            faults.clear(make),
            faults.set(make, (), one_more, (diagonal,), Update.ADD),
            target.set(make, place, value, at, Update.ADD),
        )

    # -- plain statements --------------------------------------------------------------------------

    def loops(self, make: Making) -> Body:
        a = Block.of(self.operands[0])
        factor = Block.written(self.results[0], a.dtype)
        integers = make.program[self.results[1].container].dtype
        pivots = Block.written(self.results[1], integers)
        var = make.fresh_name("k")
        body = self._column(make, factor, pivots, symbol(var))
        loop = Loop(var, integer(0), factor.shape[0], 1, body, self.span, label=make.label())
        return (factor.take(make, a), loop)

    def _column(self, make: Making, factor: Block, pivots: Block, k: Position) -> Body:
        """The pivot of column k brought to row k, and the column below it eliminated."""
        dtype, n = factor.dtype, factor.shape[0]
        largest = Block.like(make, "largest", factor)
        down = axis(make, k, n)
        column = apply("abs", factor.at(symbol(down.var), k))
        found = make.compute(largest.access(), Update.MAX, column, (down,))
        own = pivots.set(make, (k,), _number(k, pivots.dtype), ())
        below, right = axis(make, k + 1, n), axis(make, k + 1, n)
        i, j = symbol(below.var), symbol(right.var)
        pivot = factor.at(k, k)
        share = where(apply("eq", pivot, zero(dtype)), factor.at(i, k), div(factor.at(i, k), pivot))
        ratio = factor.set(make, (i, k), share, (below,))
        product = neg(mul(factor.at(i, k), factor.at(k, j)))
        less = factor.set(make, (i, j), product, (below, right), Update.ADD)
        return (found, own, self._search(make, factor, pivots, largest, k), ratio, less)

    def _search(
        self, make: Making, factor: Block, pivots: Block, largest: Block, k: Position
    ) -> Node:
        """Rows are exchanged once, for the first that has the largest element of the column."""
        var = make.fresh_name("i")
        i = symbol(var)
        here, there = (apply("abs", factor.at(r, k)) for r in (k, i))
        test = apply("and", apply("lt", here, largest.at()), apply("eq", there, largest.at()))
        row = Block.like(make, "row", factor, 1)
        whole = axes(make, factor.shape[1:])
        (j,) = positions(whole)
        body: Body = (
            row.set(make, (j,), factor.at(k, j), whole),
            factor.set(make, (k, j), factor.at(i, j), whole),
            factor.set(make, (i, j), row.at(j), whole),
            pivots.set(make, (k,), _number(i, pivots.dtype), ()),
        )
        branch = Branch(test, body, (), self.span, make.label())
        return Loop(var, k + 1, factor.shape[0], 1, (branch,), self.span, label=make.label())


def _first_largest(column: np.ndarray) -> int:
    """The first of the largest elements; the first of all where one is NaN."""
    found = np.flatnonzero(column == np.max(column))
    return int(found[0]) if len(found) else 0


def _number(row: Position, dtype: DType) -> Expr:
    """The row as LAPACK counts it, from 1."""
    return cast(IntValue(row + 1), dtype)
