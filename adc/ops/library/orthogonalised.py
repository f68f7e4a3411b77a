"""Singular values by rotations of columns until all are orthogonal, which finds small ones as
exactly as large ones (Demmel and Veselić, "Jacobi's method is more accurate than QR", 1992)."""

from __future__ import annotations

from dataclasses import dataclass

from adc.ir.build import apply, compare, const, div, mul, one, sub, where, zero
from adc.ir.enums import Update
from adc.ir.node import Body
from adc.ir.nodes import Branch
from adc.ir.operation import Making
from adc.ir.shapes import integer, symbol
from adc.ops.library.block import Block, Position, axes, axis, positions
from adc.ops.library.members import ZERO, by_place, counting, each
from adc.ops.library.rotations import SWEEPS, Order, Turn, epsilon, signs


def decomposed(make: Making, a: Block, u: Block, s: Block, v: Block) -> Body:
    """One matrix. Its columns are the rows of a copy, divided by the largest element."""
    dtype = a.dtype
    columns = Block.like(make, "columns", a, 1, 0)
    vectors = Block.like(make, "vectors", a, 1, 1)
    length, sign = (Block.like(make, name, a, 1) for name in ("length", "sign"))
    largest, scale = (Block.like(make, name, a) for name in ("largest", "scale"))
    whole = axes(make, a.shape)
    nothing = compare("eq", largest.at(), zero(dtype))
    squares = axes(make, columns.shape)
    k, i = positions(squares)
    square = mul(columns.at(k, i), columns.at(k, i))
    order = Order(make, a, length, descending=True)
    return (
        largest.clear(make),
        make.compute(
            largest.access(), Update.MAX, apply("abs", a.at(*positions(whole))), whole
        ),
        scale.set(make, (), where(nothing, one(dtype), largest.at()), ()),
        each(make, columns, lambda k, i: div(a.at(i, k), scale.at())),
        each(make, vectors, lambda i, j: by_place("eq", i, j, one(dtype), zero(dtype))),
        *Orthogonal(make, a, columns, vectors).body(),
        length.clear(make), length.set(make, (k,), square, squares, Update.ADD),
        each(make, length, lambda k: apply("sqrt", length.at(k))),
        *signs(make, vectors, sign), *order.found(),
        *order.values(s, lambda k: mul(scale.at(), length.at(k))),
        *order.vectors(u, lambda k, i: mul(sign.at(k), div(columns.at(k, i), length.at(k)))),
        *order.vectors(v, lambda k, i: mul(sign.at(k), vectors.at(k, i))),
    )  # fmt: skip


@dataclass(frozen=True)
class Orthogonal:
    """Turns pairs of rows of `columns`, and those of `vectors` with them, until all rows are
    orthogonal; `like` is the matrix, which the program has."""

    make: Making
    like: Block
    columns: Block
    vectors: Block

    def body(self) -> Body:
        make, like, n = self.make, self.like, self.columns.shape[0]
        left, size, own, other, meet = (
            Block.like(make, name, like) for name in ("left", "size", "own", "other", "meeting")
        )
        rows = Block.like(make, "row", like, 0), Block.like(make, "row", like, 1)
        turn, dtype = Turn(make, like), like.dtype
        whole = axes(make, self.columns.shape)
        element = self.columns.at(*positions(whole))

        def pair(p: Position, q: Position) -> Body:
            sums = [
                (own, p, p), (other, q, q), (meet, p, q),
            ]  # fmt: skip
            body: Body = ()
            for number, first, second in sums:
                along = axis(make, ZERO, self.columns.shape[1])
                i = symbol(along.var)
                term = mul(self.columns.at(first, i), self.columns.at(second, i))
                body += (number.clear(make), number.set(make, (), term, (along,), Update.ADD))
            roots = mul(apply("sqrt", own.at()), apply("sqrt", other.at()))
            tiny = const(epsilon(dtype), dtype)
            done = compare("le", apply("abs", meet.at()), mul(tiny, roots))
            least = mul(const(epsilon(dtype) ** 2 / 16, dtype), size.at())
            done = apply("or", done, compare("lt", apply("minimum", own.at(), other.at()), least))
            ratio = div(sub(other.at(), own.at()), mul(const(2.0, dtype), meet.at()))
            more = where(done, zero(dtype), one(dtype))
            return (
                *body, left.set(make, (), more, (), Update.ADD), *turn.begin(done, ratio),
                *turn.rows(self.columns, rows[0], p, q), *turn.rows(self.vectors, rows[1], p, q),
            )  # fmt: skip

        def sweep(_: Position) -> Body:
            turns = counting(make, ZERO, n, lambda p: (
                counting(make, p + 1, n, lambda q: pair(p, q)),
            ))  # fmt: skip
            goes_on = compare("gt", left.at(), zero(dtype))
            span = make.operation.span
            return (Branch(goes_on, (left.clear(make), turns), (), span, make.label()),)

        return (
            size.clear(make), size.set(make, (), mul(element, element), whole, Update.ADD),
            left.set(make, (), one(dtype), ()), counting(make, ZERO, integer(SWEEPS), sweep),
        )  # fmt: skip
