"""Systems of linear equations: `X = A^-1 B`, the factorisation of A not differentiated.

From `A X = B` follow `A X_dot = B_dot - A_dot X` and, with `T = A^-T X_bar`, the adjoints
`B_bar += T` and `A_bar -= T X^T` (Giles, "Collected matrix derivative results for forward and
reverse mode algorithmic differentiation", 2008, section 2.3.1).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import sympy

from adc.ir.build import apply, div, mul, neg
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Expr
from adc.ir.node import Body, Dim, Domain, Node, Write
from adc.ir.nodes import Branch, Loop
from adc.ir.operation import Making, Operation, Section
from adc.ir.shapes import integer, symbol
from adc.ops.library.block import Block, Position, axes, axis, positions


@dataclass(frozen=True)
class LinearSolve(Operation):
    """`X` becomes `M^-1 B`, where M is made of elements of A.

    `operands` are A, of shape (…, n, n), and B, of shape (…, n) or (…, n, m); `results` is X, of
    B's shape. The leading axes count the members of a batch. The axes of a section are its
    variables in their order, so that A with its last two exchanged is A transposed.

    Where M is singular all elements of X come out infinite or NaN.
    """

    # -- what a kind says of itself ----------------------------------------------------------------

    @property
    @abstractmethod
    def adjoint_kind(self) -> type[LinearSolve]:
        """The operation that solves with M transposed, given A transposed."""

    @abstractmethod
    def taken(self, make: Making, n: sympy.Expr) -> Domain:
        """Row and column of the elements of A that M varies with."""

    @abstractmethod
    def solve(self, of: System) -> Body:
        """Statements that turn `of.x`, which is B, into X, for one member of a batch."""

    # -- shapes ------------------------------------------------------------------------------------

    @property
    def batch(self) -> int:
        """The number of leading axes."""
        return len(self.operands[0].domain) - 2

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != 2 or len(self.results) != 1:
            raise self.fault("takes a matrix and a right-hand side, and gives one result")
        a, b = (Block.of(o) for o in self.operands)
        x = Block.written(self.results[0], containers[self.results[0].container].dtype)
        if len({a.dtype, b.dtype, x.dtype}) > 1 or not a.dtype.is_float:
            raise self.fault("needs numbers of one floating type")
        if self.batch < 0 or len(b.domain) - self.batch not in (1, 2):
            raise self.fault("needs a matrix, and vectors or matrices")
        joined = (*b.shape[: self.batch], b.shape[self.batch], b.shape[self.batch])
        self.check_extents(
            (*zip(a.shape, joined, strict=True), *zip(b.shape, x.shape, strict=True))
        )

    # -- the rules ---------------------------------------------------------------------------------

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        """The same system with another right-hand side."""
        (result,), (a, x) = into, (Block.of(make.operands[0]), Block.of(make.results[0]))
        if result is None:
            return ()
        if dots[0] is None and dots[1] is not None:
            return (type(self)(make.label(), (a.section, dots[1]), (result,), self.span),)
        assert dots[0] is not None
        side = Block.like(make, "side_dot", x, *range(len(x.shape)))
        start = side.clear(make) if dots[1] is None else side.take(make, Block.of(dots[1]))
        at = self.places(make, x)
        value = neg(mul(Block.of(dots[0]).at(*at.row_column), x.at(*at.column_side)))
        less = side.set(make, at.row_side, value, at.domain, Update.ADD)
        solved = type(self)(make.label(), (a.section, side.section), (result,), self.span)
        return (start, less, solved)

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        """The transposed system for the adjoint of B; from that and X the adjoint of A."""
        (bar,), (a, x) = bars, (Block.of(make.operands[0]), Block.of(make.results[0]))
        if bar is None:
            return ()
        side = Block.like(make, "side_bar", x, *range(len(x.shape)))
        operands = (a.transposed.section, bar)
        kind = self.adjoint_kind
        steps: list[Node] = [kind(make.label(), operands, (side.write(),), self.span)]
        if into[0] is not None:
            at = self.places(make, x)
            target = Block.written(into[0], x.dtype)
            value = neg(mul(side.at(*at.row_side), x.at(*at.column_side)))
            steps.append(target.set(make, at.row_column, value, at.domain, Update.ADD))
        if into[1] is not None:
            steps.append(Block.written(into[1], x.dtype).take(make, side, Update.ADD))
        return tuple(steps)

    def places(self, make: Making, x: Block) -> Places:
        lead = axes(make, x.shape[: self.batch])
        row, column = self.taken(make, x.shape[self.batch])
        return Places(lead, row, column, axes(make, x.shape[self.batch + 1 :]))

    def loops(self, make: Making) -> Body:
        a, b = (Block.of(o) for o in self.operands)
        result = Block.written(self.results[0], b.dtype)
        adds = self.results[0].op == Update.ADD
        x = Block.like(make, "solution", result, *range(len(b.shape))) if adds else result
        lead = axes(make, x.shape[: self.batch])
        body = self.solve(System(make, a, x, result, positions(lead)))
        for dim in reversed(lead):
            body = (Loop(dim.var, dim.start, dim.stop, 1, body, self.span, label=make.label()),)
        end = (result.take(make, x, Update.ADD),) if adds else ()
        return (x.take(make, b), *body, *end)


@dataclass(frozen=True)
class Places:
    """Where the elements of A, B and X meet in a product of A's form."""

    lead: Domain
    row: Dim
    column: Dim
    side: Domain

    @property
    def domain(self) -> Domain:
        return (*self.lead, self.row, self.column, *self.side)

    @property
    def row_column(self) -> tuple[Position, ...]:
        return positions((*self.lead, self.row, self.column))

    @property
    def row_side(self) -> tuple[Position, ...]:
        return positions((*self.lead, self.row, *self.side))

    @property
    def column_side(self) -> tuple[Position, ...]:
        return positions((*self.lead, self.column, *self.side))


@dataclass(frozen=True)
class System:
    """The member `lead` of a batch of systems: the matrix `a`, and `x`, right-hand side at first
    and solution in the end; `result` is where the operation leaves it."""

    make: Making
    a: Block
    x: Block
    result: Block
    lead: tuple[Position, ...]

    @property
    def n(self) -> sympy.Expr:
        return self.a.shape[-1]

    @property
    def columns(self) -> Domain:
        """New variables for the axes of x after the first: none, or its columns."""
        return axes(self.make, self.x.shape[len(self.lead) + 1 :])

    def each(
        self, value: Callable[[Callable[[Position], Expr]], Expr], row: Position,
        domain: Domain = (), op: Update = Update.ASSIGN,
    ) -> Node:  # fmt: skip
        """`x[row] op value` for all columns; `value` is told x's elements by their rows."""
        columns = self.columns
        side = positions(columns)
        told = value(lambda r: self.x.at(*self.lead, r, *side))
        return self.x.set(self.make, (*self.lead, row, *side), told, (*domain, *columns), op)

    def loop(
        self, body: Callable[[Position], Body], start: Position, stop: Position,
        backwards: bool = False,
    ) -> Loop:  # fmt: skip
        """A loop over `start <= k < stop`, from the last one where it goes `backwards`."""
        var, span = self.make.fresh_name("k"), self.make.operation.span
        inner = body(symbol(var))
        return Loop(var, start, stop, 1, inner, span, backwards, self.make.label())

    def substituted(self, matrix: Callable[..., Expr], lower: bool, unit: bool) -> Loop:
        """x by substitution, for the lower or upper triangle of `matrix`, by columns of it."""

        def step(k: Position) -> Body:
            at = axis(self.make, k + 1, self.n) if lower else axis(self.make, integer(0), k)
            i = symbol(at.var)
            less = self.each(lambda x: neg(mul(matrix(i, k), x(k))), i, (at,), Update.ADD)
            own = self.each(lambda x: div(x(k), matrix(k, k)), k)
            return (less,) if unit else (own, less)

        return self.loop(step, integer(0), self.n, backwards=not lower)


@dataclass(frozen=True)
class Solve(LinearSolve):
    """`X = A^-1 B`, as `numpy.linalg.solve` has it."""

    keyword = "solve"

    @property
    def adjoint_kind(self) -> type[LinearSolve]:
        return Solve

    def taken(self, make: Making, n: sympy.Expr) -> Domain:
        return axes(make, (n, n))

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        a, b = operands
        x = np.empty_like(b)
        with np.errstate(all="ignore"):
            for member in np.ndindex(a.shape[:-2]):
                try:
                    x[member] = np.linalg.solve(a[member], b[member])
                except np.linalg.LinAlgError:
                    x[member] = np.nan
        return (x,)

    def solve(self, of: System) -> Body:
        """Gaussian elimination with partial pivoting, B beside A, then substitution: the pivots,
        and so what is singular, are LAPACK's (`getrf`: the first of the largest in a column)."""
        rows = len(of.lead)
        factor = Block.like(of.make, "factor", of.result, rows, rows)
        at = axes(of.make, factor.shape)
        copy = factor.set(of.make, positions(at), of.a.at(*of.lead, *positions(at)), at)
        eliminated = of.loop(lambda k: self._column(of, factor, k), integer(0), of.n)
        return (copy, eliminated, of.substituted(factor.at, lower=False, unit=False))

    def _column(self, of: System, factor: Block, k: Position) -> Body:
        """The pivot of column k brought to row k, and the column below it eliminated."""
        make, below = of.make, axis(of.make, k + 1, of.n)
        i, right = symbol(below.var), axis(of.make, k + 1, of.n)
        j = symbol(right.var)
        ratio = factor.set(make, (i, k), div(factor.at(i, k), factor.at(k, k)), (below,))
        product = neg(mul(factor.at(i, k), factor.at(k, j)))
        less = factor.set(make, (i, j), product, (below, right), Update.ADD)
        side = of.each(lambda x: neg(mul(factor.at(i, k), x(k))), i, (below,), Update.ADD)
        return (*self._pivoting(of, factor, k), ratio, less, side)

    def _pivoting(self, of: System, factor: Block, k: Position) -> Body:
        """Rows are exchanged once, for the first that has the largest element of the column."""
        make, largest = of.make, Block.like(of.make, "largest", of.result)
        down = axis(make, k, of.n)
        column = apply("abs", factor.at(symbol(down.var), k))
        found = make.compute(largest.access(), Update.MAX, column, (down,))

        def exchange(i: Position) -> Body:
            here, there = (apply("abs", factor.at(r, k)) for r in (k, i))
            smaller = apply("lt", here, largest.at())
            test = apply("and", smaller, apply("eq", there, largest.at()))
            body = (*self._rows(of, factor, k, i), *self._sides(of, k, i))
            return (Branch(test, body, (), make.operation.span, make.label()),)

        return (found, of.loop(exchange, k + 1, of.n))

    def _rows(self, of: System, factor: Block, k: Position, i: Position) -> Body:
        """Rows k and i of the factor exchanged, from column k on."""
        make, row = of.make, Block.like(of.make, "row", of.result, len(of.lead))
        right = axis(make, k, of.n)
        j = symbol(right.var)
        return (
            row.set(make, (j,), factor.at(k, j), (right,)),
            factor.set(make, (k, j), factor.at(i, j), (right,)),
            factor.set(make, (i, j), row.at(j), (right,)),
        )

    def _sides(self, of: System, k: Position, i: Position) -> Body:
        columns = of.columns
        side = positions(columns)
        kept = Block.like(of.make, "row", of.result, *range(len(of.lead) + 1, len(of.x.shape)))
        return (
            kept.set(of.make, side, of.x.at(*of.lead, k, *side), columns),
            of.each(lambda x: x(i), k),
            of.x.set(of.make, (*of.lead, i, *side), kept.at(*side), columns),
        )
