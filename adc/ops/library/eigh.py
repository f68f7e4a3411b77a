"""Eigenvalues and eigenvectors of symmetric matrices, and their derivatives.

With `P = V^T A_dot V` and `F[i, j] = 1/(w[j] - w[i])`, 0 for i = j, the tangents are the diagonal
of P and `V_dot = V (F∘P)`; the adjoint is `A_bar = V (diag(w_bar) + F∘(V^T V_bar)) V^T` (Giles,
"Collected matrix derivative results for forward and reverse mode algorithmic differentiation",
2008, section 2.2.7).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from adc.ir.build import add, apply, cast, compare, const, div, mul, one, sub, where, zero
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Expr, IntValue
from adc.ir.node import Body, Write
from adc.ir.operation import Making, Operation, Section
from adc.ir.shapes import symbol
from adc.ops.library.block import Block, Position, axes, axis, positions
from adc.ops.library.members import (
    ZERO,
    asked,
    by_place,
    each,
    looped,
    member,
    product,
    where_asked,
)
from adc.ops.library.rotations import Order, SymmetricRotations, epsilon, signs, with_sign_of

#: Eigenvalues that are no further apart than so many roundings of the largest are taken for equal.
ROUNDINGS = 8


@dataclass(frozen=True)
class Eigh(Operation):
    """`A V = V diag(w)`: w ascending, the columns of V orthonormal.

    `operands` is A, of shape (…, n, n), of which the lower triangle counts; `results` are w, of
    shape (…, n), and V, of A's shape. Leading axes count the members of a batch. An eigenvector's
    sign is such that the sum of `v[i]/(i + sqrt(2))` is not negative, which is none of LAPACK's
    rules. Derivatives by eigenvectors are NaN where eigenvalues are equal but for rounding.
    """

    keyword = "eigh"

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != 1 or len(self.results) != 2:
            raise self.fault("takes a matrix, and gives a vector and a matrix")
        a = Block.of(self.operands[0])
        w, v = (Block.written(r, containers[r.container].dtype) for r in self.results)
        self.check_results((a.dtype, w.dtype, v.dtype))
        if len(a.shape) < 2 or len(a.shape) != len(v.shape) or len(a.shape) != len(w.shape) + 1:
            raise self.fault("needs a matrix, and gives a vector and a matrix")
        pairs = [*zip(a.shape, v.shape, strict=True), *zip(a.shape, w.shape, strict=False)]
        self.check_extents((*pairs, (a.shape[-1], a.shape[-2])))

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        (a,) = operands
        w, v = np.full(a.shape[:-1], np.nan), np.full(a.shape, np.nan)
        for at in np.ndindex(a.shape[:-2]):
            if np.all(np.isfinite(np.tril(a[at]))):
                w[at], v[at] = np.linalg.eigh(a[at])
        return w.astype(a.dtype), (v * with_sign_of(v)).astype(a.dtype)

    # -- the rules ---------------------------------------------------------------------------------

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (dot,) = dots
        if dot is None or into == (None, None):
            return ()
        w, v = (Block.of(s) for s in make.results)
        whole, dtype = range(len(v.shape)), v.dtype
        half, inner = (Block.like(make, name, v, *whole) for name in ("half", "within"))
        a_dot = Block.of(dot)

        def mirrored(*p: Position) -> Expr:
            *b, i, j = p
            return by_place("lt", i, j, a_dot.at(*b, j, i), a_dot.at(*b, i, j))

        full = Block.like(make, "mirrored", v, *whole)
        body: Body = (each(make, full, mirrored), *product(make, half, full, v))
        body += product(make, inner, v.transposed, half)
        if into[0] is not None:
            target = Block.written(into[0], dtype)
            body += (each(make, target, lambda *p: inner.at(*p, p[-1])),)
        if into[1] is not None:
            target = Block.written(into[1], dtype)
            shares = each(make, inner, lambda *p: mul(_inverse_gap(w, *p), inner.at(*p)))
            body += (shares, *product(make, target, v, inner))
        return body

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (write,) = into
        if write is None or bars == (None, None):
            return ()
        w, v = (Block.of(s) for s in make.results)
        whole, dtype = range(len(v.shape)), v.dtype
        inner, half, both = (
            Block.like(make, name, v, *whole) for name in ("within", "half", "both")
        )
        if bars[1] is not None:
            v_bar = Block.of(bars[1])
            found, of = asked(make, v_bar, w)
            body = (*found, *product(make, inner, v.transposed, v_bar))
            body += (
                each(make, inner, lambda *p: where_asked(
                    of, p, mul(_inverse_gap(w, *p), inner.at(*p))
                )),
            )  # fmt: skip
            if bars[0] is not None:
                w_bar = Block.of(bars[0])
                at = axes(make, w.shape)
                *lead, i = positions(at)
                own = inner.set(make, (*lead, i, i), w_bar.at(*lead, i), at)
                body += (own,)
            body += product(make, half, v, inner)
        else:
            assert bars[0] is not None
            w_bar = Block.of(bars[0])
            body = (each(make, half, lambda *p: mul(v.at(*p), w_bar.at(*p[:-2], p[-1]))),)
        body += product(make, both, half, v.transposed)
        return (*body, *_folded(make, both, Block.written(write, dtype)))

    # -- plain statements --------------------------------------------------------------------------

    def loops(self, make: Making) -> Body:
        a = Block.of(self.operands[0])
        w, v = (Block.written(r, a.dtype) for r in self.results)
        batch = axes(make, a.shape[:-2])
        one_of = (member(block, positions(batch)) for block in (a, w, v))
        return looped(make, batch, _diagonalised(make, *one_of))


def _folded(make: Making, both: Block, target: Block) -> Body:
    """`target` and what the upper triangle of `both` adds to the lower one."""
    batch, n = axes(make, both.shape[:-2]), both.shape[-1]
    lead = positions(batch)
    row = axis(make, ZERO, n)
    i = symbol(row.var)
    below = axis(make, ZERO, i)
    j = symbol(below.var)
    pair = add(both.at(*lead, i, j), both.at(*lead, j, i))
    own = both.at(*lead, i, i)
    return (
        target.set(make, (*lead, i, j), pair, (*batch, row, below), Update.ADD),
        target.set(make, (*lead, i, i), own, (*batch, row), Update.ADD),
    )


def _inverse_gap(w: Block, *position: Position) -> Expr:
    """`1/(w[j] - w[i])`, 0 for i = j, NaN where only rounding tells the two apart."""
    *lead, i, j = position
    dtype, n = w.dtype, w.shape[-1]
    gap = sub(w.at(*lead, j), w.at(*lead, i))
    ends = (apply("abs", w.at(*lead, k)) for k in (ZERO, n - 1))
    least = mul(const(ROUNDINGS * epsilon(dtype), dtype), apply("maximum", *ends))
    apart = compare("gt", apply("abs", gap), mul(cast(IntValue(n), dtype), least))
    share = where(apart, div(one(dtype), gap), const("nan", dtype))
    return by_place("eq", i, j, zero(dtype), share)


def _diagonalised(make: Making, a: Block, w: Block, v: Block) -> Body:
    """One matrix: rotated until it is diagonal, its eigenvalues then put in their order."""
    dtype = a.dtype
    work, vectors = (Block.like(make, name, a, 0, 1) for name in ("work", "vectors"))
    sign, values = (Block.like(make, name, w, 0) for name in ("sign", "values"))
    order = Order(make, a, values)

    def mirrored(i: Position, j: Position) -> Expr:
        return by_place("lt", i, j, a.at(j, i), a.at(i, j))

    def unit(i: Position, j: Position) -> Expr:
        return by_place("eq", i, j, one(dtype), zero(dtype))

    return (
        each(make, work, mirrored), each(make, vectors, unit),
        *SymmetricRotations(make, a, work, vectors).body(),
        each(make, values, lambda k: work.at(k, k)),
        *signs(make, vectors, sign), *order.found(),
        *order.values(w, values.at),
        *order.vectors(v, lambda k, i: mul(sign.at(k), vectors.at(k, i))),
    )  # fmt: skip
