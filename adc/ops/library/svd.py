"""The reduced singular value decomposition, and its derivatives.

With `P = U^T A_dot V`, `D` the singular values as a diagonal matrix and `F[i, j]` one over
`s[j]^2 - s[i]^2`, 0 for i = j, the tangents are the diagonal of P,
`U_dot = U (F∘(P D + D P^T)) + (A_dot V - U P) D^-1` and
`V_dot = V (F∘(D P + P^T D)) + (A_dot^T U - V P^T) D^-1`; the adjoint is their transpose (Townsend,
"Differentiating the singular value decomposition", 2016).
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
from adc.ops.library.block import Block, Position, axes, positions
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
from adc.ops.library.orthogonalised import decomposed
from adc.ops.library.rotations import epsilon, with_sign_of

#: Singular values that are no further apart than so many roundings of the largest are taken for
#: equal, and none that is no larger has a derivative.
ROUNDINGS = 8


@dataclass(frozen=True)
class Svd(Operation):
    """`U diag(s) V^T = A`: s descending, the columns of U and V orthonormal.

    `operands` is A, of shape (…, m, n), `results` are U, of shape (…, m, k), s, of shape (…, k),
    and V, of shape (…, n, k), k being the smaller of m and n. Leading axes count the members of a
    batch. A pair's sign is such that the sum of `v[i]/(i + sqrt(2))` is not negative. Derivatives
    by U and V are NaN where two singular values are equal but for rounding or one is zero but for
    it, those by s of what is zero.
    """

    keyword = "svd"

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != 1 or len(self.results) != 3:
            raise self.fault("takes a matrix, and gives three results")
        a = Block.of(self.operands[0])
        u, s, v = (Block.written(r, containers[r.container].dtype) for r in self.results)
        self.check_results([b.dtype for b in (a, u, s, v)])
        if len(a.shape) < 2 or {len(u.shape), len(v.shape), len(s.shape) + 1} != {len(a.shape)}:
            raise self.fault("needs a matrix, and gives matrices and a vector")
        *lead, m, n = a.shape
        k = s.shape[-1]  # which is the smaller extent, though only what calls it may know that
        wanted = ((*lead, m, k), (*lead, k), (*lead, n, k))
        for block, shape in zip((u, s, v), wanted, strict=True):
            self.check_extents(zip(block.shape, shape, strict=True))

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        (a,) = operands
        k = min(a.shape[-2:])
        lead = a.shape[:-2]
        u, s, v = (
            np.full((*lead, *shape), np.nan) for shape in ((a.shape[-2], k), (k,), (a.shape[-1], k))
        )
        for at in np.ndindex(lead):
            if np.all(np.isfinite(a[at])):
                u[at], s[at], vt = np.linalg.svd(a[at], full_matrices=False)
                v[at] = vt.T
        sign = with_sign_of(v)
        return tuple(r.astype(a.dtype) for r in (u * sign, s, v * sign))

    # -- the rules ---------------------------------------------------------------------------------

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (dot,) = dots
        if dot is None or into == (None, None, None):
            return ()
        a_dot, (u, s, v) = Block.of(dot), (Block.of(r) for r in make.results)
        rows = range(len(s.shape))
        inner = Block.like(make, "within", s, *rows, rows[-1])
        half = Block.like(make, "half", u, *range(len(u.shape)))
        body: Body = product(make, half, a_dot, v)
        body += product(make, inner, u.transposed, half)
        if into[1] is not None:
            values = each(make, Block.written(into[1], s.dtype), lambda *p: _small(
                s, p, inner.at(*p, p[-1])
            ))  # fmt: skip
            body += (values,)
        if into[0] is not None:
            target = Block.written(into[0], s.dtype)
            body += _turned(make, s, inner, target, u, half)
        if into[2] is not None:
            other = Block.like(make, "half", v, *range(len(v.shape)))
            body += product(make, other, a_dot.transposed, u)
            target = Block.written(into[2], s.dtype)
            body += _turned(make, s, inner.transposed, target, v, other)
        return body

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (write,) = into
        if write is None or bars == (None, None, None):
            return ()
        u, s, v = (Block.of(r) for r in make.results)
        rows = range(len(s.shape))
        inner = Block.like(make, "within", s, *rows, rows[-1])
        left = Block.like(make, "left", u, *range(len(u.shape)))
        target = Block.written(write, s.dtype)
        body: Body = (inner.clear(make),)
        sides: Body = (left.clear(make),)
        if bars[0] is not None:
            one_body, side = _returned(make, s, inner, u, Block.of(bars[0]), first=True)
            body, sides = (*body, *one_body), (left.take(make, side),)
        if bars[2] is not None:
            one_body, side = _returned(make, s, inner, v, Block.of(bars[2]), first=False)
            body += (*one_body, *product(
                make, target, u, side.transposed, Update.ADD
            ))  # fmt: skip
        if bars[1] is not None:
            s_bar = Block.of(bars[1])
            at = axes(make, s.shape)
            p = positions(at)
            own = _small(s, p, s_bar.at(*p))
            body += (inner.set(make, (*p, p[-1]), own, at, Update.ADD),)
        body += (*sides, *product(make, left, u, inner, Update.ADD))
        return (*body, *product(make, target, left, v.transposed, Update.ADD))

    # -- plain statements --------------------------------------------------------------------------

    def loops(self, make: Making) -> Body:
        a = Block.of(self.operands[0])
        u, s, v = (Block.written(r, a.dtype) for r in self.results)
        batch = axes(make, a.shape[:-2])
        one_of = (member(block, positions(batch)) for block in (a, u, s, v))
        return looped(make, batch, decomposed(make, *one_of))


def _turned(
    make: Making, s: Block, inner: Block, target: Block, vectors: Block, half: Block
) -> Body:
    """The tangents of `vectors`, U's or by the transposed `inner` V's."""
    rows = range(len(s.shape))
    turn = Block.like(make, "turn", s, *rows, rows[-1])

    def pair(*p: Position) -> Expr:
        *lead, i, j = p
        both = add(
            mul(inner.at(*lead, i, j), s.at(*lead, j)), mul(s.at(*lead, i), inner.at(*lead, j, i))
        )
        share = div(inner.at(*lead, i, j), _nonzero(s, (*lead, j)))
        return sub(mul(_inverse_gap(s, *p), both), share)

    def outside(*p: Position) -> Expr:
        return div(half.at(*p), _nonzero(s, (*p[:-2], p[-1])))

    return (
        each(make, turn, pair), each(make, target, outside),
        *product(make, target, vectors, turn, Update.ADD),
    )  # fmt: skip


def _returned(
    make: Making, s: Block, inner: Block, vectors: Block, bar: Block, first: bool
) -> tuple[Body, Block]:
    """What the adjoint of U (the `first`) or V adds to `inner`, and its part outside of the space
    of the vectors, divided by the singular values."""
    rows = range(len(s.shape))
    meeting = Block.like(make, "meeting", s, *rows, rows[-1])
    side = Block.like(make, "outside", vectors, *range(len(vectors.shape)))

    def pair(*p: Position) -> Expr:
        *lead, i, j = p
        apart = sub(meeting.at(*lead, i, j), meeting.at(*lead, j, i))
        turned = mul(mul(_inverse_gap(s, *p), apart), s.at(*lead, j if first else i))
        return where_asked(of, p, turned)

    def divided(*p: Position) -> Expr:
        *lead, _, j = p
        return where_asked(of, (*lead, j, j), div(side.at(*p), _nonzero(s, (*lead, j))))

    found, of = asked(make, bar, s)
    return (
        *found, *product(make, meeting, vectors.transposed, bar),
        each(make, inner, pair, Update.ADD), side.take(make, bar),
        *product(make, side, vectors, meeting, Update.ADD, less=True),
        each(make, side, divided),
    ), side  # fmt: skip


def _least(s: Block, lead: tuple[Position, ...]) -> Expr:
    """The difference that rounding makes."""
    n = cast(IntValue(s.shape[-1]), s.dtype)
    return mul(mul(const(ROUNDINGS * epsilon(s.dtype), s.dtype), n), s.at(*lead, ZERO))


def _nonzero(s: Block, position: tuple[Position, ...]) -> Expr:
    """A singular value; NaN where it is zero but for rounding."""
    value = s.at(*position)
    fine = compare("gt", value, _least(s, position[:-1]))
    return where(fine, value, const("nan", s.dtype))


def _small(s: Block, position: tuple[Position, ...], value: Expr) -> Expr:
    """`value`, which the derivative by a singular value is; NaN where that is zero."""
    fine = compare("gt", s.at(*position), _least(s, position[:-1]))
    return where(fine, value, apply("zmul", value, const("nan", s.dtype)))


def _inverse_gap(s: Block, *position: Position) -> Expr:
    *lead, i, j = position
    here, there = s.at(*lead, i), s.at(*lead, j)
    apart = compare("gt", apply("abs", sub(there, here)), _least(s, tuple(lead)))
    share = div(div(one(s.dtype), sub(there, here)), add(there, here))
    share = where(apart, share, const("nan", s.dtype))
    return by_place("eq", i, j, zero(s.dtype), share)
