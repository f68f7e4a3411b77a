"""The sign of a determinant and the logarithm of its size.

From `d log|det A| = trace(A^-1 dA)` follow the tangent and, with the adjoint `l` of the logarithm,
`A_bar += l A^-T` (Giles, "Collected matrix derivative results for forward and reverse mode
algorithmic differentiation", 2008, section 2.2.4).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import sympy

from adc.ir.build import apply, compare, div, mul, neg, one, where, zero
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Expr, IntValue
from adc.ir.node import Body, Write
from adc.ir.nodes import Branch, Compute, Loop
from adc.ir.operation import Making, Operation, Section
from adc.ir.shapes import integer, symbol
from adc.ops.library.block import Block, Position, axes, axis, positions
from adc.ops.library.solve import Solve

#: Where the result has them, along its last axis.
SIGN, LOGARITHM = integer(0), integer(1)


@dataclass(frozen=True)
class Determinant(Operation):
    """`D[…, 0]` becomes the sign of the determinant of A, `D[…, 1]` the logarithm of its size.

    `operands` is A, of shape (…, n, n), `results` is D. Leading axes count the members of a batch.
    Of a singular matrix the sign is 0 and the logarithm minus infinity; its derivatives are
    infinite or NaN.
    """

    keyword = "determinant"

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != 1 or len(self.results) != 1 or self.results[0].op == Update.ADD:
            raise self.fault("takes a matrix and assigns one result")
        a = Block.of(self.operands[0])
        found = Block.written(self.results[0], containers[self.results[0].container].dtype)
        if a.dtype is not found.dtype or not a.dtype.is_float:
            raise self.fault("needs numbers of one floating type")
        if len(a.shape) < 2 or len(a.shape) != len(found.shape) + 1:
            raise self.fault("needs a matrix, and gives a pair")
        shape = (*a.shape[:-2], integer(2), a.shape[-2])
        self.check_extents(zip((*found.shape, a.shape[-1]), shape, strict=True))

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        (a,) = operands
        with np.errstate(all="ignore"):
            sign, logarithm = np.linalg.slogdet(a)
        return (np.stack([sign, logarithm], axis=-1).astype(a.dtype),)

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        """The trace of the solution of `A X = A_dot`."""
        (dot,), (result,), a = dots, into, Block.of(make.operands[0])
        if dot is None or result is None:
            return ()
        target = Block.written(result, a.dtype)
        solved = Block.like(make, "solved", a, *range(len(a.shape)))
        solve = Solve(make.label(), (a.section, dot), (solved.write(),), self.span)
        at = axes(make, a.shape[:-1])
        *lead, i = positions(at)
        trace = target.set(make, (*lead, LOGARITHM), solved.at(*lead, i, i), at, Update.ADD)
        return (solve, target.clear(make), trace)

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        """The transposed inverse, times the logarithm's adjoint."""
        (bar,), (write,), a = bars, into, Block.of(make.operands[0])
        if bar is None or write is None:
            return ()
        whole = range(len(a.shape))
        unit, inverse = (Block.like(make, name, a, *whole) for name in ("unit", "inverse"))
        at = axes(make, a.shape)
        *lead, i, j = positions(at)
        on = compare("eq", IntValue(i), IntValue(j))
        units = unit.set(make, positions(at), where(on, one(a.dtype), zero(a.dtype)), at)
        operands = (a.transposed.section, unit.section)
        solve = Solve(make.label(), operands, (inverse.write(),), self.span)
        at = axes(make, a.shape)
        *lead, i, j = positions(at)
        value = mul(Block.of(bar).at(*lead, LOGARITHM), inverse.at(*lead, i, j))
        add = Block.written(write, a.dtype).set(make, (*lead, i, j), value, at, Update.ADD)
        return (units, solve, add)

    def loops(self, make: Making) -> Body:
        """Gaussian elimination with partial pivoting in a copy, as `Solve` does it."""
        a = Block.of(self.operands[0])
        found = Block.written(self.results[0], a.dtype)
        lead = axes(make, a.shape[:-2])
        body = Elimination(make, a, found, positions(lead)).body()
        for dim in reversed(lead):
            body = (Loop(dim.var, dim.start, dim.stop, 1, body, self.span, label=make.label()),)
        return body


@dataclass(frozen=True)
class Elimination:
    """That of the member `lead` of a batch; `found` is the pair that it gives."""

    make: Making
    a: Block
    found: Block
    lead: tuple[Position, ...]

    @property
    def n(self) -> sympy.Expr:
        return self.a.shape[-1]

    def body(self) -> Body:
        make, rows = self.make, len(self.lead)
        factor = Block.like(make, "factor", self.a, rows, rows)
        at = axes(make, factor.shape)
        copy = factor.set(make, positions(at), self.a.at(*self.lead, *positions(at)), at)
        begun = (self._put(SIGN, one(self.a.dtype)), self._put(LOGARITHM, zero(self.a.dtype)))
        return (copy, *begun, self._loop(integer(0), lambda k: self._column(factor, k)))

    def _loop(self, start: Position, body: Callable[[Position], Body]) -> Loop:
        var, span = self.make.fresh_name("k"), self.make.operation.span
        return Loop(var, start, self.n, 1, body(symbol(var)), span, label=self.make.label())

    def _put(self, which: Position, value: Expr, op: Update = Update.ASSIGN) -> Compute:
        return self.found.set(self.make, (*self.lead, which), value, (), op)

    def _column(self, factor: Block, k: Position) -> Body:
        """The pivot of column k brought to row k, taken into the pair, and eliminated below it."""
        make, down = self.make, axis(self.make, k, self.n)
        largest = Block.like(make, "largest", self.a)
        column = apply("abs", factor.at(symbol(down.var), k))
        seek = make.compute(largest.access(), Update.MAX, column, (down,))
        exchange = self._loop(k + 1, lambda i: self._exchange(factor, largest, k, i))
        pivot = factor.at(k, k)
        nothing = compare("eq", pivot, zero(self.a.dtype))
        unit = where(nothing, zero(self.a.dtype), div(pivot, apply("abs", pivot)))
        sign = self._put(SIGN, mul(self.found.at(*self.lead, SIGN), unit))
        size = self._put(LOGARITHM, apply("log", apply("abs", pivot)), Update.ADD)
        below, right = axis(make, k + 1, self.n), axis(make, k + 1, self.n)
        i, j = symbol(below.var), symbol(right.var)
        share = where(nothing, zero(self.a.dtype), div(factor.at(i, k), pivot))
        ratio = factor.set(make, (i, k), share, (below,))
        product = neg(mul(factor.at(i, k), factor.at(k, j)))
        less = factor.set(make, (i, j), product, (below, right), Update.ADD)
        return (seek, exchange, sign, size, ratio, less)

    def _exchange(self, factor: Block, largest: Block, k: Position, i: Position) -> Body:
        """Rows are exchanged once, for the first that has the largest element of the column."""
        make = self.make
        here, there = (apply("abs", factor.at(r, k)) for r in (k, i))
        smaller = apply("lt", here, largest.at())
        test = apply("and", smaller, apply("eq", there, largest.at()))
        row = Block.like(make, "row", self.a, len(self.lead))
        right = axis(make, k, self.n)
        j = symbol(right.var)
        body = (
            row.set(make, (j,), factor.at(k, j), (right,)),
            factor.set(make, (k, j), factor.at(i, j), (right,)),
            factor.set(make, (i, j), row.at(j), (right,)),
            self._put(SIGN, neg(self.found.at(*self.lead, SIGN))),
        )
        return (Branch(test, body, (), make.operation.span, make.label()),)
