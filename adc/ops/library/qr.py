"""The reduced QR factors of a matrix of full column rank, and their derivatives.

With `C = Q^T A_dot R^-1` and S its upper triangle, to which what is below the diagonal is added
mirrored, the tangents are `R_dot = S R` and `Q_dot = A_dot R^-1 - Q S`. The adjoint is
`A_bar = (Q_bar + Q copy(M)) R^-T` with `M = R R_bar^T - Q_bar^T Q`, where `copy` mirrors the lower
triangle (Walter and Lehmann, "Algorithmic differentiation of linear algebra functions with
application in optimum experimental design", arXiv:1001.1654, 2010).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from adc.ir.build import add, apply, compare, div, mul, neg, one, sub, where, zero
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Expr
from adc.ir.node import Body, Write
from adc.ir.nodes import Compute
from adc.ir.operation import Making, Operation, Section
from adc.ir.shapes import symbol
from adc.ops.library.block import Block, Position, axes, axis, positions
from adc.ops.library.members import ZERO, by_place, counting, each, looped, member, product
from adc.ops.library.triangular_solve import LowerSolve, UpperSolve


@dataclass(frozen=True)
class Qr(Operation):
    """`Q R = A` with orthonormal columns in Q, of A's shape, and R upper triangular.

    `operands` is A, of shape (…, m, n) with m >= n, `results` are Q and R, of shape (…, n, n).
    Leading axes count the members of a batch. The signs on R's diagonal are those of LAPACK's
    `geqrf`. Where A is not of full rank, derivatives are infinite or NaN.
    """

    keyword = "qr"

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != 1 or len(self.results) != 2:
            raise self.fault("takes a matrix, and gives two")
        a = Block.of(self.operands[0])
        q, r = (Block.written(w, containers[w.container].dtype) for w in self.results)
        self.check_results((a.dtype, q.dtype, r.dtype))
        if len(a.shape) < 2 or len({len(b.shape) for b in (a, q, r)}) > 1:
            raise self.fault("needs a matrix, and gives matrices")
        square = (*a.shape[:-2], a.shape[-1], a.shape[-1])
        self.check_extents(
            (*zip(a.shape, q.shape, strict=True), *zip(square, r.shape, strict=True))
        )

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        (a,) = operands
        q, r = np.linalg.qr(a)
        return q.astype(a.dtype), r.astype(a.dtype)

    # -- the rules ---------------------------------------------------------------------------------

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (dot,) = dots
        if dot is None or into == (None, None):
            return ()
        q, r = (Block.of(s) for s in make.results)
        turned = Block.like(make, "solved", q.transposed, *range(len(q.shape)))
        operands = (r.transposed.section, Block.of(dot).transposed.section)
        solve = LowerSolve(make.label(), operands, (turned.write(),), self.span)
        solved = turned.transposed
        inner, whole = (
            Block.like(make, name, r, *range(len(r.shape))) for name in ("within", "mirrored")
        )

        def upper(*p: Position) -> Expr:
            *b, i, j = p
            mirrored = add(inner.at(*b, i, j), inner.at(*b, j, i))
            on = by_place("eq", i, j, inner.at(*b, i, j), zero(q.dtype))
            return by_place("lt", i, j, mirrored, on)

        body: Body = (solve, *product(make, inner, q.transposed, solved), each(make, whole, upper))
        if into[0] is not None:
            target = Block.written(into[0], q.dtype)
            body += (target.take(make, solved),)
            body += product(make, target, q, whole, Update.ADD, less=True)
        if into[1] is not None:
            target = Block.written(into[1], q.dtype)
            body += product(make, target, whole, r)
        return body

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (write,) = into
        if write is None or bars == (None, None):
            return ()
        q, r = (Block.of(s) for s in make.results)
        lower, whole = (
            Block.like(make, name, r, *range(len(r.shape))) for name in ("lower", "mirrored")
        )
        both = Block.like(make, "side", q, *range(len(q.shape)))
        body: Body = (lower.clear(make),)
        if bars[1] is not None:
            body += (self._by_triangle(make, r, Block.of(bars[1]), lower),)
        if bars[0] is not None:
            q_bar = Block.of(bars[0])
            left = product(make, lower, q_bar.transposed, q, Update.ADD, less=True)
            body += (*left, both.take(make, q_bar))
        else:
            body += (both.clear(make),)

        def mirrored(*p: Position) -> Expr:
            *b, i, j = p
            return by_place("lt", i, j, lower.at(*b, j, i), lower.at(*b, i, j))

        body += (each(make, whole, mirrored), *product(make, both, q, whole, Update.ADD))
        target = Block.written(write, q.dtype).transposed.write(Update.ADD)
        operands = (r.section, both.transposed.section)
        return (*body, UpperSolve(make.label(), operands, (target,), self.span))

    def _by_triangle(self, make: Making, r: Block, bar: Block, lower: Block) -> Compute:
        """`lower += R R_bar^T` of upper triangles, on the diagonal and below it."""
        batch, n = axes(make, r.shape[:-2]), r.shape[-1]
        lead = positions(batch)
        row = axis(make, ZERO, n)
        i = symbol(row.var)
        column, inner = axis(make, ZERO, i + 1), axis(make, i, n)
        j, k = symbol(column.var), symbol(inner.var)
        term = mul(r.at(*lead, i, k), bar.at(*lead, j, k))
        return lower.set(make, (*lead, i, j), term, (*batch, row, column, inner), Update.ADD)

    # -- plain statements --------------------------------------------------------------------------

    def loops(self, make: Making) -> Body:
        a = Block.of(self.operands[0])
        q, r = (Block.written(w, a.dtype) for w in self.results)
        batch = axes(make, a.shape[:-2])
        one_of = (member(block, positions(batch)) for block in (a, q, r))
        return looped(make, batch, Reflections(make, *one_of).body())


@dataclass(frozen=True)
class Reflections:
    """Householder's: one for each column of a matrix, which takes what is below the diagonal to
    zero. Its vector, without the 1 that begins it, is kept there."""

    make: Making
    a: Block
    q: Block
    r: Block

    def body(self) -> Body:
        make, (_, n), dtype = self.make, self.a.shape, self.a.dtype
        work = Block.like(make, "factor", self.a, 0, 1)
        weight, sums = (Block.like(make, name, self.a, 1) for name in ("weight", "sums"))

        def eliminated(k: Position) -> Body:
            applied = self._applied(work, work, weight, sums, k, k + 1)
            return (*self._reflection(work, weight, k), *applied)

        def returned(k: Position) -> Body:
            return self._applied(self.q, work, weight, sums, k, k)

        none = zero(dtype)
        return (
            work.take(make, self.a),
            counting(make, ZERO, n, eliminated),
            each(make, self.r, lambda i, j: by_place("le", i, j, work.at(i, j), none)),
            each(make, self.q, lambda i, j: by_place("eq", i, j, one(dtype), none)),
            counting(make, ZERO, n, returned, backwards=True),
        )

    def _reflection(self, work: Block, weight: Block, k: Position) -> Body:
        """Column k below the diagonal becomes the vector; the diagonal what R has there."""
        make, dtype, m = self.make, work.dtype, work.shape[0]
        largest, size, below, end = (
            Block.like(make, name, work) for name in ("largest", "size", "below", "end")
        )
        whole, rest = axis(make, k, m), axis(make, k + 1, m)
        p, i = symbol(whole.var), symbol(rest.var)
        here = work.at(k, k)
        share = div(work.at(p, k), largest.at())
        no_rest = compare("eq", below.at(), zero(dtype))
        length = neg(apply("copysign", mul(largest.at(), apply("sqrt", size.at())), here))
        ratio = div(sub(end.at(), here), end.at())
        return (
            below.clear(make),
            below.set(make, (), apply("abs", work.at(i, k)), (rest,), Update.ADD),
            make.compute(largest.access(), Update.MAX, apply("abs", work.at(p, k)), (whole,)),
            size.clear(make),
            size.set(make, (), mul(share, share), (whole,), Update.ADD),
            end.set(make, (), where(no_rest, here, length), ()),
            weight.set(make, (k,), where(no_rest, zero(dtype), ratio), ()),
            work.set(
                make, (i, k), where(no_rest, zero(dtype), div(work.at(i, k), sub(here, end.at()))),
                (rest,),
            ),
            work.set(make, (k, k), end.at(), ()),
        )  # fmt: skip

    def _applied(
        self, target: Block, vectors: Block, weight: Block, sums: Block, k: Position,
        start: Position,
    ) -> Body:  # fmt: skip
        """Reflection k of the columns of `target` from `start` on."""
        make, (m, n) = self.make, self.a.shape
        columns, rest = axis(make, start, n), axis(make, k + 1, m)
        j, i = symbol(columns.var), symbol(rest.var)
        own = mul(weight.at(k), sums.at(j))
        share = mul(vectors.at(i, k), target.at(i, j))
        return (
            sums.set(make, (j,), target.at(k, j), (columns,)),
            sums.set(make, (j,), share, (columns, rest), Update.ADD),
            target.set(make, (k, j), neg(own), (columns,), Update.ADD),
            target.set(make, (i, j), neg(mul(vectors.at(i, k), own)), (rest, columns), Update.ADD),
        )
