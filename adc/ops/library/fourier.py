"""Discrete Fourier transforms of rows of complex numbers, without a scale.

The transform is linear, and its adjoint, of pairs of real numbers, is the transform of the other
sign (Griewank and Walther, "Evaluating Derivatives", 2008, section 3.2, on linear maps).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from adc.ir.build import add, mul, neg
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.node import Body, Node, Write
from adc.ir.operation import Making, Section
from adc.ir.shapes import floormod, integer
from adc.ops.library.block import Block, axes, positions
from adc.ops.library.linear import LinearOperation


@dataclass(frozen=True)
class Fourier(LinearOperation):
    """`Y[k]` becomes the sum of `X[j]*exp(±2i pi j k/n)`, for each row.

    `operands` are X, of shape (…, 2, n), a row's real parts and then its imaginary parts, and the
    table of shape (2, n) of the cosines and sines of `2 pi k/n`; `results` is Y, of X's shape.
    """

    #: That of the exponent.
    sign: ClassVar[int]

    @property
    def inverse(self) -> type[Fourier]:
        """Of the other sign: the inverse, times n."""
        return FourierBack if self.sign < 0 else FourierForth

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) != 2 or len(self.results) != 1:
            raise self.fault("takes rows and a table, and gives rows")
        x, table = (Block.of(o) for o in self.operands)
        y = Block.written(self.results[0], containers[self.results[0].container].dtype)
        self.check_results((x.dtype, table.dtype, y.dtype))
        if len(x.shape) < 2 or len(table.shape) != 2 or len(y.shape) != len(x.shape):
            raise self.fault("needs rows of pairs, and a table of two rows")
        whole = (*zip(x.shape, y.shape, strict=True), *zip(x.shape[-2:], table.shape, strict=True))
        self.check_extents((*whole, (x.shape[-2], integer(2))))

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        x = operands[0]
        if not x.size:
            return (np.array(x),)
        z = x[..., 0, :] + 1j * x[..., 1, :]
        y = np.fft.fft(z) if self.sign < 0 else np.fft.ifft(z, norm="forward")
        return (np.stack([y.real, y.imag], axis=-2).astype(x.dtype),)

    # -- the rules ---------------------------------------------------------------------------------

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (bar,), (write, _) = bars, into
        if bar is None or write is None:
            return ()
        own = Block.of(make.results[0])
        rows = Block.like(make, "transformed", own, *range(len(own.shape)))
        operands = (bar, make.operands[1])
        back = self.inverse(make.label(), operands, (rows.write(),), self.span)
        target = Block.written(write, own.dtype)
        return (back, target.take(make, rows, Update.ADD))

    # -- plain statements --------------------------------------------------------------------------

    def loops(self, make: Making) -> Body:
        """The sums as they are written: n² products for each row."""
        x, table = (Block.of(o) for o in self.operands)
        y = Block.written(self.results[0], x.dtype)
        return (y.clear(make), *(self._sum(make, x, table, y, part) for part in (0, 1)))

    def _sum(self, make: Making, x: Block, table: Block, y: Block, part: int) -> Node:
        """One part of each Y, added up."""
        n = x.shape[-1]
        at = axes(make, (*x.shape[:-2], n, n))
        *lead, k, j = positions(at)
        own, other = (x.at(*lead, integer(p), j) for p in (part, 1 - part))
        cosine, sine = (table.at(integer(p), floormod(j * k, n)) for p in (0, 1))
        across = mul(other, sine)
        minus = (self.sign > 0) == (part == 0)
        term = add(mul(own, cosine), neg(across) if minus else across)
        return y.set(make, (*lead, integer(part), k), term, at, Update.ADD)


@dataclass(frozen=True)
class FourierForth(Fourier):
    """The transform, with `exp(-2i pi j k/n)`."""

    keyword = "fourier_forth"
    sign = -1


@dataclass(frozen=True)
class FourierBack(Fourier):
    """The inverse times n, with `exp(2i pi j k/n)`."""

    keyword = "fourier_back"
    sign = 1
