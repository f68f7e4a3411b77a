"""Jacobi's rotations: pairs of rows are turned until they meet no more, in sweeps over all pairs.

Golub and Van Loan, "Matrix Computations", 4th edition, sections 8.5 and 8.6.3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from adc.ir.build import add, apply, cast, compare, const, div, mul, one, sub, where, zero
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, IntValue
from adc.ir.node import Body
from adc.ir.nodes import Branch
from adc.ir.operation import Making
from adc.ir.shapes import integer, symbol
from adc.ops.library.block import Block, Position, axes, axis, positions
from adc.ops.library.members import ZERO, counting, each

#: Convergence is quadratic: matrices of any size take about ten sweeps.
SWEEPS = 40
#: What is left beside the diagonal is nothing where it is less than this share of the whole.
_NOTHING = {"float64": 1e-18, "float32": 1e-12}


@dataclass(frozen=True)
class SymmetricRotations:
    """Turns the symmetric matrix `work` into a diagonal one; the rows of `vectors`, those of the
    identity at first, become its eigenvectors. `like` is of their shape and the program's."""

    make: Making
    like: Block
    work: Block
    vectors: Block

    def body(self) -> Body:
        make, work = self.make, self.work
        off, size = (Block.like(make, name, self.like) for name in ("off", "size"))
        n, span = work.shape[0], make.operation.span

        def sweep(_: Position) -> Body:
            row = axis(make, ZERO, n)
            i = symbol(row.var)
            right = axis(make, i + 1, n)
            j = symbol(right.var)
            whole = axes(make, work.shape)
            beside, everywhere = (apply("abs", work.at(*at)) for at in ((i, j), positions(whole)))
            least = mul(const(_NOTHING[work.dtype.value], work.dtype), size.at())
            done = compare("eq", off.at(), zero(work.dtype))
            done = apply("or", done, compare("lt", off.at(), least))
            turn, row_of = Turn(make, self.like), Block.like(make, "row", self.like, 1)
            turns = counting(make, ZERO, n, lambda p: (
                counting(make, p + 1, n, lambda q: self._turned(turn, row_of, p, q)),
            ))  # fmt: skip
            return (
                off.clear(make), off.set(make, (), beside, (row, right), Update.ADD),
                size.clear(make), size.set(make, (), everywhere, whole, Update.ADD),
                Branch(apply("not", done), (turns,), (), span, make.label()),
            )  # fmt: skip

        return (counting(make, ZERO, integer(SWEEPS), sweep),)

    def _turned(self, turn: Turn, row: Block, p: Position, q: Position) -> Body:
        """Rows and columns p and q, so that what is at [p, q] becomes 0."""
        work = self.work
        twice = mul(const(2.0, work.dtype), work.at(p, q))
        ratio = div(sub(work.at(q, q), work.at(p, p)), twice)
        return (
            *turn.begin(compare("eq", work.at(p, q), zero(work.dtype)), ratio),
            *turn.rows(work, row, p, q), *turn.rows(work.transposed, row, p, q),
            *turn.rows(self.vectors, row, p, q),
        )  # fmt: skip


class Turn:
    """A rotation of two rows, by numbers of the type of `like`, which the program has."""

    def __init__(self, make: Making, like: Block) -> None:
        self.make, self.dtype = make, like.dtype
        names = ("tangent", "cosine", "sine")
        self.tangent, self.cosine, self.sine = (Block.like(make, name, like) for name in names)

    def begin(self, is_none: Expr, ratio: Expr) -> Body:
        """The smaller angle whose double has the cotangent `ratio`; none where there `is_none`."""
        make, dtype = self.make, self.dtype
        t, c = self.tangent, self.cosine
        root = apply("sqrt", add(one(dtype), mul(ratio, ratio)))
        angle = div(apply("copysign", one(dtype), ratio), add(apply("abs", ratio), root))
        square = add(one(dtype), mul(t.at(), t.at()))
        return (
            t.set(make, (), where(is_none, zero(dtype), angle), ()),
            c.set(make, (), div(one(dtype), apply("sqrt", square)), ()),
            self.sine.set(make, (), mul(t.at(), c.at()), ()),
        )

    def rows(self, of: Block, row: Block, p: Position, q: Position) -> Body:
        """Rows p and q of the matrix `of`, turned; `row` has room for one."""
        make, c, s = self.make, self.cosine, self.sine
        whole = axes(make, of.shape[1:])
        (k,) = positions(whole)
        first = sub(mul(c.at(), row.at(k)), mul(s.at(), of.at(q, k)))
        second = add(mul(s.at(), row.at(k)), mul(c.at(), of.at(q, k)))
        return (
            row.set(make, (k,), of.at(p, k), whole),
            of.set(make, (p, k), first, whole),
            of.set(make, (q, k), second, whole),
        )


# -- order and signs -------------------------------------------------------------------------------


class Order:
    """The places of the numbers `of` in their order, of which equal ones stay in theirs; NaN have
    some place. `like` has their type, and its last axis has their length."""

    def __init__(self, make: Making, like: Block, of: Block, descending: bool = False) -> None:
        self.make, self.of, self.descending = make, of, descending
        self.rank = Block.like(make, "rank", like, len(like.shape) - 1)

    def found(self) -> Body:
        """The ranks: for each number how many come before it."""
        dtype, at = self.of.dtype, axes(self.make, (*self.of.shape, *self.of.shape))
        i, j = positions(at)
        here, there = self.of.at(i), self.of.at(j)
        op = "gt" if self.descending else "lt"
        behind = apply("not", compare(op, here, there))
        tied = apply("and", behind, compare("lt", IntValue(j), IntValue(i)))
        before = apply("or", compare(op, there, here), tied)
        one_more = where(before, one(dtype), zero(dtype))
        counted = self.rank.set(self.make, (i,), one_more, at, Update.ADD)
        return (self.rank.clear(self.make), counted)

    def values(self, target: Block, value: Callable[[Position], Expr]) -> Body:
        """`target`, a vector, of the first values in their order."""
        at = axes(self.make, (*target.shape, *self.rank.shape))
        place, k = positions(at)
        chosen = self._chosen(k, place, value(k))
        return (target.clear(self.make), target.set(self.make, (place,), chosen, at, Update.ADD))

    def vectors(self, target: Block, value: Callable[[Position, Position], Expr]) -> Body:
        """The columns of `target` in order; `value` tells of the k-th its elements."""
        at = axes(self.make, (*target.shape, *self.rank.shape))
        i, place, k = positions(at)
        chosen = self._chosen(k, place, value(k, i))
        return (target.clear(self.make), target.set(self.make, (i, place), chosen, at, Update.ADD))

    def _chosen(self, k: Position, place: Position, value: Expr) -> Expr:
        here = compare("eq", self.rank.at(k), cast(IntValue(place), self.rank.dtype))
        return where(here, value, zero(self.rank.dtype))


def signs(make: Making, vectors: Block, sign: Block) -> Body:
    """For each row of `vectors` the sign of the sum of `v[i]/(i + sqrt(2))`."""
    dtype = vectors.dtype
    at = axes(make, vectors.shape)
    k, i = positions(at)
    place = add(cast(IntValue(i), dtype), const(float(np.sqrt(2)), dtype))
    sums = sign.set(make, (k,), div(vectors.at(k, i), place), at, Update.ADD)

    def unit(k: Position) -> Expr:
        negative = compare("lt", sign.at(k), zero(dtype))
        return where(negative, const(-1.0, dtype), one(dtype))

    return (sign.clear(make), sums, each(make, sign, unit))


def with_sign_of(v: np.ndarray) -> np.ndarray:
    """The signs that `signs` has for the columns of `v`, as factors of columns."""
    weights = 1 / (np.arange(v.shape[-2]) + np.sqrt(2))
    return np.where(weights @ v < 0, -1.0, 1.0)[..., None, :]


def epsilon(dtype: DType) -> float:
    """The distance from 1 to the next number."""
    return float(np.finfo(dtype.value).eps)
