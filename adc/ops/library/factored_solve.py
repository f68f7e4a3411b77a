"""Systems of linear equations by factors that are there, of a matrix that is differentiated.

The rules are those of `solve`: with `T = A^-T X_bar` the adjoints are `B_bar += T` and
`A_bar -= T X^T`. The factors are made of A, so that nothing goes to their own adjoints, and serve
both sweeps.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from adc.ir.build import mul, neg
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.node import Body, Domain, Node, Write
from adc.ir.operation import Making, Operation, Section
from adc.ir.shapes import integer, same, symbol
from adc.ops.library.block import Block, axes, axis, positions
from adc.ops.library.row_exchange import RowsExchanged, RowsReturned, exchanges
from adc.ops.library.solve import LinearSolve, System
from adc.ops.library.triangular_solve import LowerSolve, UnitLowerSolve, UnitUpperSolve, UpperSolve

#: A step of a solution: the kind of operation, and whether its matrix is the factor transposed.
Step = tuple[type[LinearSolve], bool]


@dataclass(frozen=True)
class FactoredSolve(Operation):
    """`X` becomes `A^-1 B` by factors of A.

    `operands` are A, of shape (n, n), whose values are not looked at, its factor F, B, of shape (n)
    or (n, m), and whatever else a kind asks for; `results` is X, of B's shape.
    """

    count = 3

    @property
    @abstractmethod
    def steps(self) -> tuple[Step, Step]:
        """The triangular systems of A, in turn."""

    @property
    @abstractmethod
    def steps_back(self) -> tuple[Step, Step]:
        """Those of A transposed."""

    @property
    def differentiated(self) -> tuple[Section, ...]:
        return (self.operands[0], self.operands[2])

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != self.count or len(self.results) != 1:
            raise self.fault("takes a matrix, its factor and a right-hand side")
        a, factor, b = (Block.of(o) for o in self.operands[:3])
        x = Block.written(self.results[0], containers[self.results[0].container].dtype)
        if len({v.dtype for v in (a, factor, b, x)}) > 1 or not a.dtype.is_float:
            raise self.fault("needs numbers of one floating type")
        if len(a.shape) != 2 or len(factor.shape) != 2 or len(b.shape) not in (1, 2):
            raise self.fault("needs matrices, and a vector or a matrix")
        n = a.shape[0]
        pairs = [(extent, n) for extent in (a.shape[1], *factor.shape, b.shape[0])]
        self.check_extents((*pairs, *zip(b.shape, x.shape, strict=True)))

    # -- the rules ---------------------------------------------------------------------------------

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (result,), x = into, Block.of(make.results[0])
        if result is None or (dots[0] is None and dots[2] is None):
            return ()
        side = Block.like(make, "side_dot", x, *range(len(x.shape)))
        start = side.clear(make) if dots[2] is None else side.take(make, Block.of(dots[2]))
        less: Body = ()
        if dots[0] is not None:
            less = self.by_matrix(make, Block.of(dots[0]), side, x)
        target = Block.written(result, x.dtype)
        return (start, *less, *self.forwards(make, side, target, result.op))

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (bar,), x = bars, Block.of(make.results[0])
        if bar is None:
            return ()
        side = Block.like(make, "side_bar", x, *range(len(x.shape)))
        steps: list[Node] = [*self.backwards(make, Block.of(bar), side)]
        if into[0] is not None:
            target = Block.written(into[0], x.dtype)
            steps += self.of_matrix(make, target, side, x)
        if into[2] is not None:
            steps.append(Block.written(into[2], x.dtype).take(make, side, Update.ADD))
        return tuple(steps)

    def by_matrix(self, make: Making, dot: Block, side: Block, x: Block) -> Body:
        """`side -= A_dot X`."""
        domain: Domain = axes(make, (x.shape[0], x.shape[0], *x.shape[1:]))
        i, j, *columns = positions(domain)
        value = neg(mul(dot.at(i, j), x.at(j, *columns)))
        return (side.set(make, (i, *columns), value, domain, Update.ADD),)

    def of_matrix(self, make: Making, target: Block, side: Block, x: Block) -> Body:
        """`A_bar -= T X^T`."""
        domain: Domain = axes(make, (x.shape[0], x.shape[0], *x.shape[1:]))
        i, j, *columns = positions(domain)
        value = neg(mul(side.at(i, *columns), x.at(j, *columns)))
        return (target.set(make, (i, j), value, domain, Update.ADD),)

    def forwards(self, make: Making, side: Block, target: Block, op: Update) -> Body:
        """Statements that give A^-1 times `side` to `target`."""
        return self._solved(make, self.steps, side, target, op)

    def backwards(self, make: Making, side: Block, target: Block) -> Body:
        """Statements that give A^-T times `side` to `target`."""
        return self._solved(make, self.steps_back, side, target, Update.ASSIGN)

    def _solved(
        self, make: Making, steps: tuple[Step, Step], side: Block, target: Block, op: Update
    ) -> Body:
        factor, x = Block.of(make.operands[1]), Block.of(make.results[0])
        half = Block.like(make, "half_solved", x, *range(len(x.shape)))
        found: list[Node] = []
        for (kind, turned), given, gained in zip(
            steps, (side.section, half.section), (half.write(), target.write(op)), strict=True
        ):
            matrix = factor.transposed if turned else factor
            found.append(kind(make.label(), (matrix.section, given), (gained,), self.span))
        return tuple(found)

    # -- plain statements --------------------------------------------------------------------------

    def loops(self, make: Making) -> Body:
        factor, b = (Block.of(o) for o in self.operands[1:3])
        result = Block.written(self.results[0], b.dtype)
        adds = self.results[0].op == Update.ADD
        x = Block.like(make, "solution", result, *range(len(b.shape))) if adds else result
        body: list[Node] = [x.take(make, b), *self.begun(make, x, result)]
        for kind, turned in self.steps:
            matrix = factor.transposed if turned else factor
            one = kind("", self.operands[:2], self.results, self.span)
            body += one.solve(System(make, matrix, x, result, ()))
        return (*body, *((result.take(make, x, Update.ADD),) if adds else ()))

    def begun(self, make: Making, x: Block, result: Block) -> Body:
        """What is done to the right-hand side, which `x` is at first."""
        return ()


@dataclass(frozen=True)
class LuSolve(FactoredSolve):
    """By the factors and pivots of `lu`; the pivots are the last operand."""

    keyword = "lu_solve"
    count = 4

    @property
    def steps(self) -> tuple[Step, Step]:
        return ((UnitLowerSolve, False), (UpperSolve, False))

    @property
    def steps_back(self) -> tuple[Step, Step]:
        return ((LowerSolve, True), (UnitUpperSolve, True))

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        pivots = Block.of(self.operands[3])
        n = Block.of(self.operands[0]).shape[0]
        if not pivots.dtype.is_integer or len(pivots.shape) != 1 or not same(pivots.shape[0], n):
            raise self.fault("needs as many pivots as rows")

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        _, factor, b, pivots = operands
        exchanged = RowsExchanged("", (), ())
        (x,) = exchanged.meaning(b, pivots)
        x = UnitLowerSolve("", (), ()).substituted(factor, x)
        return (UpperSolve("", (), ()).substituted(factor, x),)

    def forwards(self, make: Making, side: Block, target: Block, op: Update) -> Body:
        rows = Block.like(make, "rows", Block.of(make.results[0]), *range(len(side.shape)))
        operands = (side.section, make.operands[3])
        exchanged = RowsExchanged(make.label(), operands, (rows.write(),), self.span)
        return (exchanged, *super().forwards(make, rows, target, op))

    def backwards(self, make: Making, side: Block, target: Block) -> Body:
        rows = Block.like(make, "rows", Block.of(make.results[0]), *range(len(side.shape)))
        returned = RowsReturned(
            make.label(), (rows.section, make.operands[3]), (target.write(),), self.span
        )
        return (*super().backwards(make, side, rows), returned)

    def begun(self, make: Making, x: Block, result: Block) -> Body:
        return (exchanges(make, Block.of(self.operands[3]), x, result),)


@dataclass(frozen=True)
class CholeskySolve(FactoredSolve):
    """By the factor of `cholesky`, for a symmetric A of which the lower triangle is there."""

    keyword = "cholesky_solve"

    @property
    def steps(self) -> tuple[Step, Step]:
        return ((LowerSolve, False), (UpperSolve, True))

    @property
    def steps_back(self) -> tuple[Step, Step]:
        return self.steps

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        _, factor, b = operands
        x = LowerSolve("", (), ()).substituted(factor, b)
        return (UpperSolve("", (), ()).substituted(factor.T, x),)

    def by_matrix(self, make: Making, dot: Block, side: Block, x: Block) -> Body:
        lower = self._triangle(make, x, strict=False)
        i, j, *columns = positions(lower)
        own = neg(mul(dot.at(i, j), x.at(j, *columns)))
        first = side.set(make, (i, *columns), own, lower, Update.ADD)
        strict = self._triangle(make, x, strict=True)
        i, j, *columns = positions(strict)
        other = neg(mul(dot.at(i, j), x.at(i, *columns)))
        return (first, side.set(make, (j, *columns), other, strict, Update.ADD))

    def of_matrix(self, make: Making, target: Block, side: Block, x: Block) -> Body:
        """An element below the diagonal stands for two."""
        lower = self._triangle(make, x, strict=False)
        i, j, *columns = positions(lower)
        own = neg(mul(side.at(i, *columns), x.at(j, *columns)))
        first = target.set(make, (i, j), own, lower, Update.ADD)
        strict = self._triangle(make, x, strict=True)
        i, j, *columns = positions(strict)
        other = neg(mul(side.at(j, *columns), x.at(i, *columns)))
        return (first, target.set(make, (i, j), other, strict, Update.ADD))

    def _triangle(self, make: Making, x: Block, strict: bool) -> Domain:
        row = axis(make, integer(0), x.shape[0])
        column = axis(make, integer(0), symbol(row.var) + (0 if strict else 1))
        return (row, column, *axes(make, x.shape[1:]))
