"""Eigenvalues and eigenvectors of square matrices, and their derivatives.

With the eigenvectors X as columns, `P = X^-1 A_dot X` and `F[i, j] = 1/(w[j] - w[i])`, 0 for i = j,
the tangents are the diagonal of P and `X (F∘P)` but for a multiple of each column of X, which the
rules for its norm and its phase tell; adjoints follow from `A_bar = X^-H P_bar X^H` (Giles,
"Collected matrix derivative results for forward and reverse mode algorithmic differentiation",
2008, section 2.3.5; Boeddeker et al., "On the computation of complex-valued gradients with
application to statistically optimum beamforming", 2017, section 4.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from adc.ir.build import add, apply, cast, compare, const, div, mul, neg, one, sub, where, zero
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, IntValue, Read
from adc.ir.node import Body, Write
from adc.ir.operation import Making, Operation, Section
from adc.ops.library.block import Block, Position, axes, positions
from adc.ops.library.eigh import ROUNDINGS
from adc.ops.library.members import by_place, each, product
from adc.ops.library.rotations import epsilon
from adc.ops.library.solve import Solve

#: The integer that says that the back end has no way to find them.
NOT_HERE = 4
#: The real and the imaginary part.
Pair = tuple[Block, Block]


@dataclass(frozen=True)
class Eig(Operation):
    """`A X = X diag(w)`, w and X complex, in LAPACK's order and with its signs.

    `operands` is A, real and of shape (n, n); `results` are the real and the imaginary part of w,
    of shape (n), those of X, of A's shape, and an integer, 0 where they were found: 1 where A has
    elements that are not finite, 2 where nothing converges, 3 where A is too large for what a back
    end has. Then w and X mean nothing, and have no derivatives. A column of X has norm 1, and its
    largest element is real: it is the one whose imaginary part is 0.0.

    Derivatives are NaN by vectors where two eigenvalues are equal but for rounding, and by an
    eigenvalue that rounding moves by as much as A is large, as it does those of defective matrices.
    """

    keyword = "eig"

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != 1 or len(self.results) != 5:
            raise self.fault("takes a matrix, and gives the parts of two results and an integer")
        a = Block.of(self.operands[0])
        *made, found = (Block.written(r, containers[r.container].dtype) for r in self.results)
        self.check_results((a.dtype, *(v.dtype for v in made)))
        if [len(v.shape) for v in (a, *made, found)] != [2, 1, 1, 2, 2, 0]:
            raise self.fault("is of one matrix, two vectors and two matrices")
        if found.dtype is not DType.INT64:
            raise self.fault("gives an integer beside the rest")
        n = a.shape[0]
        self.check_extents([(extent, n) for v in (a, *made) for extent in v.shape])

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        (a,) = operands
        w, x = np.full(a.shape[:1], np.nan), np.full(a.shape, np.nan)
        found = 0 if np.all(np.isfinite(a)) else 1
        try:
            w, x = (w, x) if found else np.linalg.eig(a)
        except np.linalg.LinAlgError:
            found = 2
        parts = [part.astype(a.dtype) for v in (w, x) for part in (v.real, v.imag)]
        return (*parts, np.array(found, dtype=np.int64))

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        if dots[0] is None or not any(into[:4]):
            return ()
        rule = _Rule(make)
        a_dot, half, inner = Block.of(dots[0]), rule.pair("half"), rule.pair("within")
        body = rule.inverted()
        for part, vectors in zip(half, rule.x, strict=True):
            body += product(make, part, a_dot, vectors)
        body += (*rule.times(inner, rule.inverse, half), *rule.marked(inner))
        for write, part in zip(into[:2], inner, strict=True):
            if write is not None:
                target = Block.written(write, a_dot.dtype)
                body += (each(make, target, lambda i, p=part: p.at(i, i)),)  # type: ignore[misc]
        if any(into[2:4]):
            body += (*rule.over_gaps(inner, conjugate=False), *rule.times(half, rule.x, inner))
            body += rule.normed(half)
        for write, part in zip(into[2:4], half, strict=True):
            if write is not None:
                body += (Block.written(write, a_dot.dtype).take(make, part),)
        return body

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        write = into[0]
        if write is None or not any(bars[:4]):
            return ()
        rule = _Rule(make)
        inner, half = rule.pair("within"), rule.pair("half")
        body = rule.inverted()
        if any(bars[2:4]):
            for part, bar in zip(half, bars[2:4], strict=True):
                body += (part.clear(make) if bar is None else part.take(make, Block.of(bar)),)
            body += (*rule.free(half), *rule.times(inner, rule.turned, half, left=-1))
            body += rule.over_gaps(inner, conjugate=True)
        else:
            body += tuple(part.clear(make) for part in inner)
        for part, bar in zip(inner, bars[:2], strict=True):
            if bar is not None:
                at = axes(make, part.shape[:1])
                (i,) = positions(at)
                body += (part.set(make, (i, i), Block.of(bar).at(i), at),)
        body += (*rule.times(half, inner, rule.turned, right=-1), *rule.marked(half))
        target = Block.written(write, rule.dtype)
        for part, of in zip(half, rule.inverse, strict=True):
            body += product(make, target, of.transposed, part, Update.ADD)
        return body

    def loops(self, make: Making) -> Body:
        """What no plain statements find is not found: they give NaN and say so, by products that
        cost about as much."""
        a, dtype = Block.of(self.operands[0]), make.results[0].expr.dtype
        re, im, x, y = (Block.written(r, dtype) for r in self.results[:4])
        unknown = const("nan", dtype)
        return (
            *(each(make, v, lambda *_: unknown) for v in (re, im, x)),
            *product(make, y, a, x),
            make.compute(self.results[4].target, Update.ASSIGN, const(NOT_HERE, DType.INT64), ()),
        )


class _Rule:
    """What both rules have: statements on matrices of complex numbers, which are two Blocks each,
    `w` and `x` among them, the transposed `x` and after `inverted` the `inverse` of x."""

    def __init__(self, make: Making) -> None:
        self.make = make
        re, im, x_re, x_im = (Block.of(r) for r in make.results[:4])
        self.w, self.x, self.turned = (re, im), (x_re, x_im), (x_re.transposed, x_im.transposed)
        self.dtype, self.n = x_re.dtype, x_re.shape[0]
        self.inverse = self.pair("inverse")

    def pair(self, name: str) -> Pair:
        re, im = (Block.like(self.make, f"{name}_{part}", self.x[0], 0, 1) for part in ("re", "im"))
        return re, im

    def number(self, value: float | str) -> Expr:
        return const(value, self.dtype)

    def least(self) -> Expr:
        """The share of what is largest that rounding makes."""
        share = self.number(ROUNDINGS * epsilon(self.dtype))
        return mul(share, cast(IntValue(self.n), self.dtype))

    def times(self, target: Pair, a: Pair, b: Pair, left: int = 1, right: int = 1) -> Body:
        """`target = a b`, of a factor whose sign is -1 the conjugate."""
        make, (re, im) = self.make, target
        return (
            *product(make, re, a[0], b[0]),
            *product(make, re, a[1], b[1], Update.ADD, less=left * right > 0),
            *product(make, im, a[0], b[1], less=right < 0),
            *product(make, im, a[1], b[0], Update.ADD, less=left < 0),
        )

    def inverted(self) -> Body:
        """The inverse of x, as the solution of a real system of twice its size."""
        make, n, (re, im) = self.make, self.n, self.x
        room = re.room(0, make)
        wide = self._made("both", 2 * room, 2 * room, 2 * n, 2 * n)
        unit, found = (self._made(name, 2 * room, room, 2 * n, n) for name in ("unit", "solution"))
        at, row = axes(make, (n, n)), axes(make, (n,))
        (i, j), (k,) = positions(at), positions(row)
        parts = {(i, j): re.at(i, j), (n + i, n + j): re.at(i, j), (n + i, j): im.at(i, j),
                 (i, n + j): neg(im.at(i, j))}  # fmt: skip
        halves = zip(self.inverse, (i, n + i), strict=True)
        return (
            *(wide.set(make, place, value, at) for place, value in parts.items()),
            unit.clear(make), unit.set(make, (k, k), one(self.dtype), row),
            Solve(make.label(), (wide.section, unit.section), (found.write(),),
                  make.operation.span),
            *(part.set(make, (i, j), found.at(place, j), at) for part, place in halves),
        )  # fmt: skip

    def _made(self, name: str, *extents: Position) -> Block:
        """A new matrix: the room for it, and how much of that is used."""
        room, shape = extents[:2], extents[2:]
        made = self.make.local(name, self.dtype, room)
        domain = axes(self.make, shape)
        return Block(Read(made.name, positions(domain), self.dtype), domain)

    def marked(self, of: Pair) -> Body:
        """`of` with NaN for what is not zero in the rows of eigenvalues that rounding moves by as
        much as the matrix is large: rows of the inverse are their condition numbers."""
        make, (re, im) = self.make, self.inverse
        size = Block.like(make, "condition", self.w[0], 0)
        at = axes(make, re.shape)
        i, j = positions(at)
        square = add(mul(re.at(i, j), re.at(i, j)), mul(im.at(i, j), im.at(i, j)))
        least = self.least()

        def value(part: Block, i: Position, j: Position) -> Expr:
            fine = compare("lt", mul(apply("sqrt", size.at(i)), least), one(self.dtype))
            spoilt = apply("zmul", part.at(i, j), self.number("nan"))
            return where(fine, part.at(i, j), spoilt)

        marks = (each(make, p, lambda i, j, p=p: value(p, i, j)) for p in of)  # type: ignore[misc]
        return (size.clear(make), size.set(make, (i,), square, at, Update.ADD), *marks)

    def over_gaps(self, of: Pair, conjugate: bool) -> Body:
        """`of[i, j]` over `w[j] - w[i]`, or its conjugate: 0 for i = j, NaN where only rounding
        tells the two apart."""
        make, re = self.make, self.w[0]
        largest = Block.like(make, "largest", re)
        share, gap = self.pair("share"), self.pair("gap")
        row = axes(make, re.shape)
        sizes = [apply("abs", part.at(*positions(row))) for part in self.w]
        least = mul(self.least(), largest.at())

        def size(i: Position, j: Position) -> Expr:
            return apply("maximum", *(apply("abs", part.at(i, j)) for part in gap))

        def shared(part: Block, i: Position, j: Position) -> Expr:
            """A part of the inverse of the conjugate, by parts of size 1 so that no square
            overflows."""
            x, y = (div(p.at(i, j), size(i, j)) for p in gap)
            own = div(div(x if part is gap[0] else y, add(mul(x, x), mul(y, y))), size(i, j))
            apart = compare("gt", size(i, j), least)
            own = where(apart, own, self.number("nan"))
            return by_place("eq", i, j, zero(self.dtype), own)

        def gone(part: Block, i: Position, j: Position) -> Expr:
            return sub(part.at(j), part.at(i))

        body: Body = (
            largest.set(make, (), apply("maximum", *sizes), row, Update.MAX),
            *(each(make, g, lambda i, j, p=p: gone(p, i, j))  # type: ignore[misc]
              for g, p in zip(gap, self.w, strict=True)),
            *(each(make, s, lambda i, j, p=p: shared(p, i, j))  # type: ignore[misc]
              for s, p in zip(share, gap, strict=True)),
        )  # fmt: skip
        body += tuple(old.take(make, part) for old, part in zip(gap, of, strict=True))
        sign = 1 if conjugate else -1
        return (*body, *self._elementwise(of, share, gap, sign))

    def _elementwise(self, target: Pair, a: Pair, b: Pair, sign: int) -> Body:
        """`target = a∘b`, or by the `sign` -1 with the conjugate of a."""
        combine, other = (sub, add) if sign > 0 else (add, sub)

        def re(i: Position, j: Position) -> Expr:
            return combine(mul(a[0].at(i, j), b[0].at(i, j)), mul(a[1].at(i, j), b[1].at(i, j)))

        def im(i: Position, j: Position) -> Expr:
            across = mul(a[0].at(i, j), b[1].at(i, j))
            return other(across, mul(a[1].at(i, j), b[0].at(i, j)))

        return (each(self.make, target[0], re), each(self.make, target[1], im))

    # -- norms and phases --------------------------------------------------------------------------

    def normed(self, of: Pair) -> Body:
        """`of`, tangents of vectors but for a multiple of each, with the multiples that keep norms,
        and the largest elements real."""
        make, (re, im), (x, y) = self.make, of, self.x
        along, turn = self._multiples()
        at = axes(make, x.shape)
        here = positions(at)
        turned = mul(self.held.at(*here), im.at(*here))
        less_re = sub(mul(along.at(here[1]), x.at(*here)), mul(turn.at(here[1]), y.at(*here)))
        less_im = add(mul(along.at(here[1]), y.at(*here)), mul(turn.at(here[1]), x.at(*here)))
        return (
            *self._holding(), *self._along(along, of),
            turn.clear(make), turn.set(make, here[1:], turned, at, Update.ADD),
            re.set(make, here, neg(less_re), at, Update.ADD),
            im.set(make, here, neg(less_im), at, Update.ADD),
        )  # fmt: skip

    def free(self, of: Pair) -> Body:
        """The transposed of `normed`, of adjoints."""
        make, (re, im), (x, y) = self.make, of, self.x
        along, turn = self._multiples()
        at = axes(make, x.shape)
        here = positions(at)
        turned = sub(mul(y.at(*here), re.at(*here)), mul(x.at(*here), im.at(*here)))
        back = sub(mul(turn.at(here[1]), self.held.at(*here)), mul(along.at(here[1]), y.at(*here)))
        return (
            *self._holding(), *self._along(along, of),
            turn.clear(make), turn.set(make, here[1:], turned, at, Update.ADD),
            re.set(make, here, neg(mul(along.at(here[1]), x.at(*here))), at, Update.ADD),
            im.set(make, here, back, at, Update.ADD),
        )  # fmt: skip

    def _multiples(self) -> Pair:
        along, turn = (Block.like(self.make, name, self.w[0], 0) for name in ("along", "turn"))
        self.held = Block.like(self.make, "held", self.x[0], 0, 1)
        return along, turn

    def _along(self, along: Block, of: Pair) -> Body:
        """How much of `of` is along each vector."""
        at = axes(self.make, self.x[0].shape)
        here = positions(at)
        terms = [mul(v.at(*here), p.at(*here)) for v, p in zip(self.x, of, strict=True)]
        total = along.set(self.make, here[1:], add(*terms), at, Update.ADD)
        return (along.clear(self.make), total)

    def _holding(self) -> Body:
        """`held`: one over the element of each column that stays real, zeros elsewhere; the mean
        where it is one of several."""
        make, (x, y) = self.make, self.x
        largest, count = (Block.like(make, name, self.w[0], 0) for name in ("largest", "count"))
        at = axes(make, x.shape)
        here = positions(at)
        none, square = zero(self.dtype), mul(x.at(*here), x.at(*here))
        real = compare("eq", y.at(*here), none)
        chosen = apply("and", real, compare("eq", square, largest.at(here[1])))
        share = div(one(self.dtype), mul(count.at(here[1]), x.at(*here)))
        return (
            largest.set(make, here[1:], where(real, square, none), at, Update.MAX),
            count.clear(make),
            count.set(make, here[1:], where(chosen, one(self.dtype), none), at, Update.ADD),
            self.held.set(make, here, where(chosen, share, none), at),
        )
