"""Triangular systems of linear equations, by substitution.

M is one triangle of A; the other one is not read. The rules are those of `solve`, the adjoint of A
restricted to that triangle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import sympy

from adc.ir.build import apply, const, one, where, zero
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr
from adc.ir.node import Body, Dim, Domain, Node
from adc.ir.nodes import Branch
from adc.ir.operation import Making
from adc.ir.shapes import integer, symbol
from adc.ops.library.block import Block, axis
from adc.ops.library.solve import LinearSolve, System


@dataclass(frozen=True)
class TriangularSolve(LinearSolve):
    """`X = M^-1 B`, where M is the lower or upper triangle of A, with ones on its diagonal where
    it is `unit`."""

    lower: ClassVar[bool]
    unit: ClassVar[bool] = False

    @property
    def adjoint_kind(self) -> type[LinearSolve]:
        return triangular(lower=not self.lower, unit=self.unit)

    def taken(self, make: Making, n: sympy.Expr) -> Domain:
        row, own = axis(make, integer(0), n), integer(0 if self.unit else 1)
        i = symbol(row.var)
        start, stop = (integer(0), i + own) if self.lower else (i + 1 - own, n)
        return (row, axis(make, start, stop))

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        a, b = operands
        x = np.array(b)
        for member in np.ndindex(a.shape[:-2]):
            x[member] = self.substituted(a[member], b[member])
        return (x,)

    def substituted(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """The solution of one system; NaN where a diagonal element is zero."""
        x, n = np.array(b), len(a)
        if not self.unit and not np.all(np.diagonal(a)):
            return np.full_like(b, np.nan)
        with np.errstate(all="ignore"):
            for k in range(n) if self.lower else reversed(range(n)):
                if not self.unit:
                    x[k] /= a[k, k]
                rest = slice(k + 1, n) if self.lower else slice(0, k)
                x[rest] -= np.multiply.outer(a[rest, k], x[k])
        return x

    def solve(self, of: System) -> Body:
        found = of.substituted(lambda i, j: of.a.at(*of.lead, i, j), self.lower, self.unit)
        if self.unit:
            return (found,)
        fault = Fault(of.make, of.result)
        dim = axis(of.make, integer(0), of.n)
        k = symbol(dim.var)
        diagonal = of.a.at(*of.lead, k, k)
        tested = fault.count(apply("eq", diagonal, zero(diagonal.dtype)), (dim,))
        row = axis(of.make, integer(0), of.n)
        spoilt = of.each(lambda _: nan(diagonal.dtype), symbol(row.var), (row,))
        return (fault.none(), tested, found, fault.then((spoilt,)))


class Fault:
    """Counts what must not be, for what NumPy raises an error; a scalar of `like`'s type."""

    def __init__(self, make: Making, like: Block) -> None:
        self.make, self.number = make, Block.like(make, "faults", like)

    def none(self) -> Node:
        return self.number.clear(self.make)

    def count(self, test: Expr, domain: tuple[Dim, ...] = ()) -> Node:
        dtype = self.number.dtype
        value = where(test, one(dtype), zero(dtype))
        return self.number.set(self.make, (), value, domain, Update.ADD)

    def then(self, body: Body) -> Node:
        """`body` where there was a fault."""
        test = apply("gt", self.number.at(), zero(self.number.dtype))
        return Branch(test, body, (), self.make.operation.span, self.make.label())


def nan(dtype: DType) -> Expr:
    return const("nan", dtype)


@dataclass(frozen=True)
class LowerSolve(TriangularSolve):
    keyword = "lower_solve"
    lower = True


@dataclass(frozen=True)
class UpperSolve(TriangularSolve):
    keyword = "upper_solve"
    lower = False


@dataclass(frozen=True)
class UnitLowerSolve(LowerSolve):
    keyword = "unit_lower_solve"
    unit = True


@dataclass(frozen=True)
class UnitUpperSolve(UpperSolve):
    keyword = "unit_upper_solve"
    unit = True


def triangular(lower: bool, unit: bool) -> type[TriangularSolve]:
    """The kind that solves with that triangle."""
    if lower:
        return UnitLowerSolve if unit else LowerSolve
    return UnitUpperSolve if unit else UpperSolve
