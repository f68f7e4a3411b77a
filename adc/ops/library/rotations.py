"""Jacobi's rotations: pairs of rows are turned until they meet no more, in sweeps over all pairs.

Golub and Van Loan, "Matrix Computations", 4th edition, sections 8.5 and 8.6.3.
"""

from __future__ import annotations

from dataclasses import dataclass

from adc.ir.build import add, apply, compare, const, div, mul, one, sub, where, zero
from adc.ir.enums import Update
from adc.ir.expressions import Expr
from adc.ir.node import Body
from adc.ir.nodes import Branch
from adc.ir.operation import Making
from adc.ir.shapes import integer, symbol
from adc.ops.library.block import Block, Position, axes, axis, positions
from adc.ops.library.members import ZERO, counting

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
