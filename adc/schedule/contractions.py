"""Sums of products over several axes as calls: convolutions, and products of whole batches.

    y[n, i, j, o] += x[n, i + k, j + l, c]*w[k, l, c, o]

is a product of two matrices but for where their elements lie: a row is a point (n, i, j), a column
an o, and the sum is over (k, l, c). A variable of the domain moves each operand by a number of
elements that is its own, whatever the others are, also where two stand in one subscript; so a row,
a column and a term of the sum are each an offset, and blocks are packed by offsets where those of
a matrix are packed by steps. (Matthews, "High-performance tensor contraction without
transposition", 2018.)

The elements of the result have to be distinct: of variables that share a subscript of the target,
one is the call's and the others are loops around it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod

import sympy

from adc.analysis.products import CONTRACTED, factors_of
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, Read
from adc.ir.node import Dim
from adc.ir.nodes import Compute
from adc.ir.shapes import evaluate, names, substitute, symbol
from adc.schedule.tree import For, LibraryCall, Operand, Operation, Tree

#: Least rows, columns and terms of a sum, and least products in all, for which packing is worth it.
_LEAST_ROWS, _LEAST_COLUMNS, _LEAST_INNER = 4, 4, 4
_LEAST_WORK = 4000
#: The axes that rows, columns or sums may have: the digits that the call counts with.
MOST_AXES = 8


@dataclass(frozen=True)
class Contractions:
    """Which statements are calls; `sizes` are numbers to judge by whether that is worth it."""

    containers: Mapping[str, Container]
    sizes: Mapping[str, int]

    def tree(self, compute: Compute) -> Tree | None:
        """A call that computes `compute`, in loops where it needs them; None where there is
        none, or it is not worth it."""
        found = _operands(compute)
        if found is None:
            return None
        scale, one, two = found
        by_one = self.steps(one.container, one.index, compute.domain)
        by_two = self.steps(two.container, two.index, compute.domain)
        target = self.steps(compute.container, compute.target.index, compute.domain)
        if target is None or by_one is None or by_two is None:
            return None
        around = self.shared(compute)
        domain = tuple(d for d in compute.domain if d.var not in around)
        groups = _groups(domain, by_one, by_two, target)
        if groups is None:
            return None
        if _along_rows(groups[0], target) and not _along_rows(groups[1], target):
            groups = (groups[1], groups[0], groups[2])
            one, two, by_one, by_two = two, one, by_two, by_one
        rows, columns, inner = groups
        groups = (
            _in_order(rows, compute.target.index),
            _in_order(columns, compute.target.index),
            _in_order(inner, one.index),
        )
        if not self.worth(groups):
            return None
        start = {d.var: d.start for d in domain}
        ordered = [d for group in groups for d in group]

        def operand(name: str, index: Index, own: Mapping[str, sympy.Expr]) -> Operand:
            origin = tuple(substitute(e, start) for e in index)
            along = tuple(own.get(d.var, sympy.Integer(0)) for d in ordered)
            return Operand(name, origin, sympy.Integer(1), steps=along)

        operands = (
            operand(one.container, one.index, by_one),
            operand(two.container, two.index, by_two),
            operand(compute.container, compute.target.index, target),
        )
        inside = replace(compute, domain=domain)
        extents = tuple(d.stop - d.start for d in ordered)
        call: Tree = (
            LibraryCall(
                inside, Operation.CONTRACTION, scale, operands, extents,
                groups=tuple(map(len, groups)),
            ),
        )  # fmt: skip
        for dim in reversed([d for d in compute.domain if d.var in around]):
            call = (For(dim.var, dim.start, dim.stop, call, sequential=True, span=compute.span),)
        return call

    def steps(
        self, name: str, index: Index, domain: tuple[Dim, ...]
    ) -> dict[str, sympy.Expr] | None:
        """How many elements each variable moves the access by; None where that is no number of
        its own."""
        shape = self.containers[name].shape
        found: dict[str, sympy.Expr] = {}
        variables = {d.var for d in domain}
        for axis, position in enumerate(index):
            rest = position
            for var in sorted(names(position) & variables):
                factor = position.coeff(symbol(var), 1)
                if not factor.is_Integer or factor == 0:
                    return None
                rest -= factor * symbol(var)
                found[var] = found.get(var, sympy.Integer(0)) + factor * sympy.Mul(
                    *shape[axis + 1 :]
                )
            if names(sympy.expand(rest)) & variables:
                return None
        return found

    def shared(self, compute: Compute) -> frozenset[str]:
        """The variables that loops around the call are over: where several stand in one subscript
        of the target all but the longest, and what stands in several subscripts."""
        found: set[str] = set()
        seen: set[str] = set()
        for position in compute.target.index:
            own = [d for d in compute.domain if d.var in names(position)]
            longest = max(own, key=self.count, default=None)
            found.update(d.var for d in own if d is not longest or d.var in seen)
            seen.update(d.var for d in own)
        return frozenset(found)

    def count(self, dim: Dim) -> float:
        """The values of a variable, 0 where sizes do not tell."""
        extent = dim.stop - dim.start
        known = names(extent) <= self.sizes.keys()
        return float(max(evaluate(extent, dict(self.sizes)), 0)) if known else 0.0

    def worth(self, groups: tuple[tuple[Dim, ...], ...]) -> bool:
        """Whether there is enough to do, at the sizes that are known, to pack blocks for it."""
        rows, columns, inner = (prod(map(self.count, group)) for group in groups)
        enough = rows >= _LEAST_ROWS and columns >= _LEAST_COLUMNS and inner >= _LEAST_INNER
        return enough and rows * columns * inner >= _LEAST_WORK


def _operands(compute: Compute) -> tuple[Expr, Read, Read] | None:
    """The factor and the two arrays of a sum of products over several axes, all of one type."""
    dtype = compute.expr.dtype
    if len(compute.domain) < CONTRACTED or dtype not in (DType.FLOAT64, DType.FLOAT32):
        return None
    found = factors_of(compute)
    if found is None or any(r.dtype is not dtype for r in found[1:]):
        return None
    return found


def _groups(
    domain: tuple[Dim, ...],
    one: Mapping[str, sympy.Expr],
    two: Mapping[str, sympy.Expr],
    target: Mapping[str, sympy.Expr],
) -> tuple[tuple[Dim, ...], tuple[Dim, ...], tuple[Dim, ...]] | None:
    """The variables of rows, columns and sums; None where one is of another kind, or a group has
    none or too many."""
    rows: list[Dim] = []
    columns: list[Dim] = []
    inner: list[Dim] = []
    kinds = {(True, False, True): rows, (False, True, True): columns, (True, True, False): inner}
    for dim in domain:
        kind = (dim.var in one, dim.var in two, dim.var in target)
        if kind not in kinds:
            return None
        kinds[kind].append(dim)
    found = (tuple(rows), tuple(columns), tuple(inner))
    return found if all(0 < len(g) <= MOST_AXES for g in found) else None


def _in_order(group: tuple[Dim, ...], index: Index) -> tuple[Dim, ...]:
    """`group` by the last axes of an array that its variables move along."""
    last = {n: axis for axis, position in enumerate(index) for n in names(position)}
    return tuple(sorted(group, key=lambda d: last[d.var]))


def _along_rows(group: tuple[Dim, ...], target: Mapping[str, sympy.Expr]) -> bool:
    return any(target[d.var] == 1 for d in group)
