"""The product of two matrices, in any transposition, with vectors, batched, or contracted further.

Sections name their axes: a variable that two of them have is one axis, as in Einstein's notation.
`A[i, k]`, `B[k, j] -> C[i, j]` is the plain product, `A[k, i]` its first factor transposed, and a
variable of all three counts the members of a batch. The derivatives of a product are products:
with respect to A, `C_bar[i, j]`, `B[k, j] -> A_bar[i, k]` (Giles, "Collected matrix derivative
results for forward and reverse mode algorithmic differentiation", 2008, section 2.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from adc.diagnostics import InternalError
from adc.ir.build import is_one, mul, one, zero
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Expr
from adc.ir.node import Body, Domain, Write
from adc.ir.nodes import Compute
from adc.ir.operation import Making, Operation, Section


@dataclass(frozen=True)
class MatrixProduct(Operation):
    """`C = alpha * A @ B`, or `+=`, summed over the variables that C lacks.

    `operands` are A, B and, where it is not one, the scalar alpha; `results` is C. Each variable
    stands in two of A, B and C at least, and runs over the same range in all.
    """

    keyword = "matrix_product"

    # -- what it is made of ------------------------------------------------------------------------

    @property
    def factors(self) -> tuple[Section, Section]:
        a, b = self.operands[:2]
        return a, b

    @property
    def alpha(self) -> Expr:
        """What the product is multiplied by."""
        return self.operands[2].expr if len(self.operands) > 2 else one(self.factors[0].expr.dtype)

    @property
    def result(self) -> Write:
        return self.results[0]

    @property
    def domain(self) -> Domain:
        """All axes: those of C, then what is summed over."""
        a, b = self.factors
        return tuple(dict.fromkeys((*self.result.domain, *a.domain, *b.domain)))

    @property
    def rows(self) -> Domain:
        """The axes that C has from A alone."""
        a, b = (of_section(s) for s in self.factors)
        return tuple(d for d in self.result.domain if d.var in a - b)

    @property
    def columns(self) -> Domain:
        """The axes that C has from B alone."""
        a, b = (of_section(s) for s in self.factors)
        return tuple(d for d in self.result.domain if d.var in b - a)

    @property
    def inner(self) -> Domain:
        """The axes that are summed over."""
        own = {d.var for d in self.result.domain}
        return tuple(d for d in self.domain if d.var not in own)

    def compute(self, label: str, domain: Domain = ()) -> Compute:
        """C += alpha*A*B over `domain` (all axes if it is left out)."""
        a, b = (s.expr for s in self.factors)
        value = mul(a, b) if is_one(self.alpha) else mul(mul(self.alpha, a), b)
        target, domain = self.result.target, domain or self.domain
        return Compute(label, target, Update.ADD, value, domain, self.span, self.note)

    def cleared(self) -> tuple[Compute, ...]:
        """Zeros in the result, where the product is assigned to it; else nothing."""
        if self.result.op == Update.ADD:
            return ()
        target, value = self.result.target, zero(self.factors[0].expr.dtype)
        return (Compute(self.label, target, Update.ASSIGN, value, self.result.domain, self.span),)

    # -- the rules ---------------------------------------------------------------------------------

    def check(self, containers: Mapping[str, Container]) -> None:
        super().check(containers)
        if len(self.operands) not in (2, 3) or len(self.results) != 1:
            raise self.fault("takes two factors and a scalar, and gives one result")
        if len(self.operands) > 2 and self.operands[2].domain:
            raise self.fault("is multiplied by a scalar")
        kinds = {s.expr.dtype for s in self.operands} | {containers[self.result.container].dtype}
        if len(kinds) > 1 or not next(iter(kinds)).is_float:
            raise self.fault("needs numbers of one floating type")
        sections = [self.factors[0].domain, self.factors[1].domain, self.result.domain]
        for dim in self.domain:
            having = [s for s in sections if dim in s]
            named = [s for s in sections if dim.var in {d.var for d in s}]
            if len(having) < len(named):
                raise self.fault(f"has an axis {dim.var} of several extents")
            if len(named) < 2:
                raise self.fault(f"has an axis {dim.var} in one array alone")

    def fault(self, what: str) -> InternalError:
        return InternalError(f"{self.label}: a matrix product {what}", self.span)

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        letters = {d.var: chr(ord("a") + k) for k, d in enumerate(self.domain)}
        a, b, c = (
            "".join(letters[d.var] for d in domain)
            for domain in (*(s.domain for s in self.factors), self.result.domain)
        )
        product = np.einsum(f"{a},{b}->{c}", operands[0], operands[1])
        return (np.asarray(product if len(operands) < 3 else operands[2] * product),)

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        """One product for each operand that varies; the first one assigns if this does."""
        (result,) = into
        steps: list[MatrixProduct] = []
        for k, dot in enumerate(dots):
            if dot is None or result is None:
                continue
            operands = tuple(dot if k == n else o for n, o in enumerate(make.operands))
            target = Write(result.target, result.domain, Update.ADD) if steps else result
            steps.append(MatrixProduct(make.label(), operands, (target,), self.span))
        return tuple(steps)

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        """Each factor's adjoint is the product of C's with the other factor."""
        (bar,) = bars
        a, b, *alpha = make.operands
        if bar is None:
            return ()
        steps: list[Operation | Compute] = []
        for other, target in ((b, into[0]), (a, into[1])):
            if target is not None:
                product = MatrixProduct(make.label(), (bar, other, *alpha), (target,), self.span)
                steps.append(product)
        if alpha and into[2] is not None:
            value = mul(mul(bar.expr, a.expr), b.expr)
            steps.append(make.compute(into[2].target, Update.ADD, value, self.domain))
        return tuple(steps)

    def loops(self, make: Making) -> Body:
        """The product alone where it adds; where it assigns, onto zeros."""
        clearing = tuple(c.with_label(make.label()) for c in self.cleared())
        return (*clearing, self.compute(self.label))


def of_section(section: Section) -> frozenset[str]:
    """The variables of a section's axes."""
    return frozenset(d.var for d in section.domain)
