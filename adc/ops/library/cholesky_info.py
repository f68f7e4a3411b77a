"""The Cholesky factor as LAPACK's `potrf` has it: with the minor that is not positive definite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from adc.ir.build import apply, cast, const, where, zero
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, IntValue
from adc.ir.node import Body, Write
from adc.ir.operation import Making, Section
from adc.ir.shapes import integer, symbol
from adc.ops.library.block import Block, Position, axes, axis, positions
from adc.ops.library.cholesky import Cholesky
from adc.ops.library.triangular_solve import Fault


@dataclass(frozen=True)
class CholeskyInfo(Cholesky):
    """As `Cholesky` for one matrix; the second result is the integer 0, or the number of rows of
    the first leading minor that is not positive definite. Then nothing that is not asked for has an
    adjoint: a caller that looks at the number goes another way."""

    keyword = "cholesky_info"

    def check(self, containers: Mapping[str, Container]) -> None:
        if len(self.results) != 2 or len(self.operands) != 1 or len(self.operands[0].domain) != 2:
            raise self.fault("takes a matrix, and gives one and an integer")
        Cholesky(self.label, self.operands, self.results[:1], self.span).check(containers)
        number = containers[self.results[1].container]
        if self.results[1].domain or number.dtype is not DType.INT64:
            raise self.fault("gives an integer beside the factor")

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        (factor,) = super().meaning(*operands)
        failed = factor.size > 0 and bool(np.isnan(factor[0, 0]))
        number = _first_minor(operands[0]) if failed else 0
        return (factor, np.array(number, dtype=np.int64))

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        return super().tangent(dots, into[:1], make)

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (section, _), (write,) = bars, into
        if section is None or write is None:
            return ()
        factor = Block.of(make.results[0])
        bar, target = Block.of(section), Block.written(write, factor.dtype)
        share = Block.like(make, "share", factor, 0, 1)
        found = super().adjoint((section,), (share.write(Update.ADD),), make)
        fault = Fault(make, factor)
        diagonal = axis(make, integer(0), factor.shape[0])
        k = symbol(diagonal.var)
        wrong = apply("not", apply("gt", factor.at(k, k), zero(factor.dtype)))
        at = axes(make, factor.shape)
        place = positions(at)
        spoilt = apply("zmul", bar.at(*place), const("nan", factor.dtype))
        fine = apply("eq", fault.number.at(), zero(factor.dtype))
        added = target.set(make, place, where(fine, share.at(*place), spoilt), at, Update.ADD)
        return (
            share.clear(make), *found, fault.none(), fault.count(wrong, (diagonal,)), added,
        )  # fmt: skip

    def loops(self, make: Making) -> Body:
        number = self._number
        none = make.compute(number.target, Update.ASSIGN, const(0, DType.INT64), ())
        return (none, *super().loops(make))

    @property
    def _number(self) -> Write:
        return self.results[1]

    def noted(self, make: Making, fault: Fault, fine: Expr, k: Position) -> Body:
        before = apply("eq", fault.number.at(), zero(fault.number.dtype))
        first = apply("and", before, apply("not", fine))
        (section,) = make.results[1:]
        value = where(first, cast(IntValue(k + 1), DType.INT64), section.expr)
        return (make.compute(self._number.target, Update.ASSIGN, value, ()),)


def _first_minor(a: np.ndarray) -> int:
    """The number of rows of the first leading minor without a factor."""
    for rows in range(1, len(a) + 1):
        try:
            np.linalg.cholesky(a[:rows, :rows])
        except np.linalg.LinAlgError:
            return rows
    return len(a)
