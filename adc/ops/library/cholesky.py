"""The Cholesky factor, and its derivatives by triangular systems.

With `phi(M)` the lower triangle of M, its diagonal halved, `L_dot = L phi(L^-1 A_dot L^-T)` and
`A_bar = phi(S + S^T)` with `S = L^-T phi(L^T L_bar) L^-1` (Murray, "Differentiation of the Cholesky
decomposition", arXiv:1602.07527, 2016, equations 8 and 10).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import sympy

from adc.ir.build import add, apply, const, div, mul, neg, zero
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Expr
from adc.ir.node import Body, Dim, Node, Write
from adc.ir.nodes import Loop
from adc.ir.operation import Making, Operation, Section
from adc.ir.shapes import integer, symbol
from adc.ops.library.block import Block, Position, axes, axis, positions
from adc.ops.library.triangular_solve import Fault, LowerSolve, UpperSolve, nan


@dataclass(frozen=True)
class Cholesky(Operation):
    """`L` becomes the lower triangular matrix with `L L^T = A` and zeros above its diagonal.

    `operands` is A, of shape (…, n, n), of which the lower triangle counts; `results` is L. Leading
    axes count the members of a batch. All of L is NaN where A is not positive definite.
    """

    keyword = "cholesky"

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != 1 or len(self.results) != 1 or self.results[0].op == Update.ADD:
            raise self.fault("takes a matrix and assigns one result")
        a = Block.of(self.operands[0])
        factor = Block.written(self.results[0], containers[self.results[0].container].dtype)
        if a.dtype is not factor.dtype or not a.dtype.is_float:
            raise self.fault("needs numbers of one floating type")
        if len(a.shape) < 2 or len(a.shape) != len(factor.shape):
            raise self.fault("needs a matrix, and gives one")
        self.check_extents(((a.shape[-2], a.shape[-1]), *zip(a.shape, factor.shape, strict=True)))

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        (a,) = operands
        factor = np.zeros_like(a)
        for member in np.ndindex(a.shape[:-2]):
            try:
                factor[member] = np.linalg.cholesky(a[member])
            except np.linalg.LinAlgError:
                factor[member] = np.nan
        return (factor,)

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (dot,), (result,) = dots, into
        if dot is None or result is None:
            return ()
        factor = Block.of(make.results[0])
        a_dot, target = Block.of(dot), Block.written(result, factor.dtype)
        whole = range(len(factor.shape))
        even, half, both = (
            Block.like(make, name, factor, *whole) for name in ("even", "half_solved", "solved")
        )
        at = Triangle.of(make, factor)
        lower, diagonal = even.set(make, at.ij, a_dot.at(*at.ij), at.domain), at.jj
        upper = even.set(make, at.ji, a_dot.at(*at.ij), at.domain)
        first = LowerSolve(make.label(), (factor.section, even.section), (half.write(),), self.span)
        operands = (factor.section, half.transposed.section)
        second = LowerSolve(make.label(), operands, (both.write(),), self.span)
        halved = mul(mul(const("0.5", factor.dtype), factor.at(*at.ij)), both.at(*diagonal))
        inner = axis(make, at.j + 1, at.i + 1)
        k = symbol(inner.var)
        product = mul(factor.at(*at.lead, at.i, k), both.at(*at.lead, k, at.j))
        return (
            lower, upper, first, second, target.clear(make),
            target.set(make, at.ij, halved, at.domain),
            target.set(make, at.ij, product, (*at.domain, inner), Update.ADD),
        )  # fmt: skip

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (section,), (write,) = bars, into
        if section is None or write is None:
            return ()
        factor = Block.of(make.results[0])
        bar, target = Block.of(section), Block.written(write, factor.dtype)
        whole = range(len(factor.shape))
        phi, half, both = (
            Block.like(make, name, factor, *whole) for name in ("phi", "half_solved", "solved")
        )
        at, strict = Triangle.of(make, factor), Triangle.of(make, factor, strict=True)
        rest = axis(make, at.i, factor.shape[-1])
        k = symbol(rest.var)
        product = mul(factor.at(*at.lead, k, at.i), bar.at(*at.lead, k, at.j))
        halved = mul(const("0.5", factor.dtype), phi.at(*at.ii))
        upside = factor.transposed.section
        first = UpperSolve(make.label(), (upside, phi.section), (half.write(),), self.span)
        operands = (upside, half.transposed.section)
        second = UpperSolve(make.label(), operands, (both.write(),), self.span)
        pair = add(both.at(*strict.ij), both.at(*strict.ji))
        return (
            phi.clear(make),
            phi.set(make, at.ij, product, (*at.domain, rest), Update.ADD),
            phi.set(make, at.ii, halved, at.diagonal),
            first, second,
            target.set(make, strict.ij, pair, strict.domain, Update.ADD),
            target.set(make, at.ii, both.at(*at.ii), at.diagonal, Update.ADD),
        )  # fmt: skip

    def loops(self, make: Making) -> Body:
        a = Block.of(self.operands[0])
        factor = Block.written(self.results[0], a.dtype)
        at = Triangle.of(make, factor)
        copy = factor.set(make, at.ij, a.at(*at.ij), at.domain)
        body = self._factored(make, factor, positions(at.batch))
        for dim in reversed(at.batch):
            body = (Loop(dim.var, dim.start, dim.stop, 1, body, self.span, label=make.label()),)
        return (factor.clear(make), copy, *body)

    def _factored(self, make: Making, factor: Block, lead: tuple[Position, ...]) -> Body:
        """One member, column by column; what is right of a column is brought up to date at once."""
        n, fault, var = factor.shape[-1], Fault(make, factor), make.fresh_name("k")
        k, below, span = symbol(var), axis(make, symbol(var) + 1, n), self.span
        i = symbol(below.var)
        right = axis(make, k + 1, i + 1)
        pivot, j = factor.at(*lead, k, k), symbol(right.var)
        column = [factor.at(*lead, row, k) for row in (i, j)]
        fine = apply("gt", pivot, zero(pivot.dtype))
        steps: Body = (
            *self.noted(make, fault, fine, k),
            fault.count(apply("not", fine)),
            factor.set(make, (*lead, k, k), apply("sqrt", pivot), ()),
            factor.set(make, (*lead, i, k), div(column[0], pivot), (below,)),
            factor.set(make, (*lead, i, j), neg(mul(*column)), (below, right), Update.ADD),
        )
        everywhere = axes(make, factor.shape[-2:])
        spoilt = factor.set(make, (*lead, *positions(everywhere)), nan(pivot.dtype), everywhere)
        loop = Loop(var, integer(0), n, 1, steps, span, label=make.label())
        nodes: tuple[Node, ...] = (fault.none(), loop, fault.then((spoilt,)))
        return nodes

    def noted(self, make: Making, fault: Fault, fine: Expr, k: Position) -> Body:
        """What is kept of whether the pivot of column k is `fine`, beside the count of those that
        are not."""
        return ()


@dataclass(frozen=True)
class Triangle:
    """The places (i, j) of the lower triangle of each member of a batch."""

    batch: tuple[Dim, ...]
    row: Dim
    column: Dim

    @staticmethod
    def of(make: Making, block: Block, strict: bool = False) -> Triangle:
        """Those of `block`; the `strict` triangle is without the diagonal."""
        batch = axes(make, block.shape[:-2])
        row = axis(make, integer(0), block.shape[-1])
        return Triangle(batch, row, axis(make, integer(0), symbol(row.var) + (0 if strict else 1)))

    @property
    def domain(self) -> tuple[Dim, ...]:
        return (*self.batch, self.row, self.column)

    @property
    def diagonal(self) -> tuple[Dim, ...]:
        return (*self.batch, self.row)

    @property
    def lead(self) -> tuple[Position, ...]:
        return positions(self.batch)

    @property
    def i(self) -> sympy.Expr:
        return symbol(self.row.var)

    @property
    def j(self) -> sympy.Expr:
        return symbol(self.column.var)

    @property
    def ij(self) -> tuple[Position, ...]:
        return (*self.lead, self.i, self.j)

    @property
    def ji(self) -> tuple[Position, ...]:
        return (*self.lead, self.j, self.i)

    @property
    def ii(self) -> tuple[Position, ...]:
        return (*self.lead, self.i, self.i)

    @property
    def jj(self) -> tuple[Position, ...]:
        return (*self.lead, self.j, self.j)
