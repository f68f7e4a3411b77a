"""Domains whose bounds depend on each other, in the form in which they are plain.

A loop's variable `i` that has become one of a domain leaves ranges such as `j in [0, N - i - 1)`
with elements `A[i + j + 1, i]`. These are `A[j, i]` for `j in [i + 1, N)`: each axis has a variable
of its own, so that products are seen as such. And where rows should be gone along with `i`, or
sums made over it, its range has to be the inner one: `j in [1, N)`, `i in [0, j)`.
"""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.ir.enums import Update
from adc.ir.expressions import IntValue, substitute_expr, walked
from adc.ir.node import Access, Dim
from adc.ir.nodes import Compute
from adc.ir.shapes import IntLike, maximum, minimum, names, substitute, symbol
from adc.rewrite.gains import goes_down


def settled(compute: Compute) -> Compute:
    """`compute` whose domain's first variable was a loop's, with the variables after it moved by it
    if all elements are so, and exchanged with the next one if it goes along rows."""
    for dim in compute.domain[1:]:
        compute = _moved(compute, dim)
    return _exchanged(compute)


def _moved(compute: Compute, dim: Dim) -> Compute:
    """`compute` with `dim` as the position itself, where it stands in subscripts with one and the
    same sum of the first variable and numbers, and in nothing else."""
    var, first = dim.var, compute.domain[0].var
    indices = [compute.target.index, *(use.index for use in compute.uses)]
    shifts = {e - symbol(var) for index in indices for e in index if var in names(e)}
    bounds = (b for d in compute.domain for b in (d.start, d.stop))
    if len(shifts) != 1 or any(var in names(b) for b in bounds) or _used_as_number(compute, var):
        return compute
    (shift,) = shifts
    if first not in names(shift) or names(shift) & {d.var for d in compute.domain[1:]}:
        return compute
    own = Dim(var, sympy.expand(dim.start + shift), sympy.expand(dim.stop + shift))
    domain = tuple(own if d is dim else d for d in compute.domain)
    values: dict[str, IntLike] = {var: symbol(var) - shift}
    target = tuple(substitute(e, values) for e in compute.target.index)
    if compute.op == Update.ASSIGN and not any(first in names(e) for e in target):
        return compute  # what is assigned is a point's own, by each variable of the domain
    expr = substitute_expr(compute.expr, values)
    access = Access(compute.container, target)
    return replace(compute, target=access, expr=expr, domain=domain)


def _used_as_number(compute: Compute, var: str) -> bool:
    """Whether `var` is more than a subscript."""
    return any(isinstance(e, IntValue) and var in names(e.value) for e in walked(compute.expr))


def _exchanged(compute: Compute) -> Compute:
    """`compute` with the variable whose range ends at the first one's outside of it, where the
    first one goes along rows or is summed over."""
    first, *after = compute.domain
    inner = {d.var for d in after}
    ends = [d for d in after if first.var in names(d.start) | names(d.stop)]
    second = ends[0] if ends else first
    if not ends or (names(second.start) | names(second.stop)) & inner:
        return compute
    written = {name for position in compute.target.index for name in names(position)}
    summed = first.var not in written and second.var in written
    if not summed and not goes_down(compute, first.var, second.var):
        return compute
    if first.var in names(second.start) and first.var in names(second.stop):
        return compute
    outer = _above(first, second) if first.var in names(second.stop) else _below(first, second)
    others = (d for d in after if d is not second)
    return replace(compute, domain=(*outer, *others)) if outer else compute


def _above(first: Dim, second: Dim) -> tuple[Dim, Dim] | None:
    """Both ranges exchanged, where the second one is `[s, i + c)`."""
    shift = second.stop - symbol(first.var)
    if first.var in names(shift):
        return None
    lowest = symbol(second.var) - shift + 1
    always = at_least(second.start - shift + 1, first.start)
    start = lowest if always else maximum(first.start, lowest)
    outer = Dim(second.var, second.start, sympy.expand(first.stop - 1 + shift))
    return outer, Dim(first.var, start, first.stop)


def _below(first: Dim, second: Dim) -> tuple[Dim, Dim] | None:
    """Both ranges exchanged, where the second one is `[i + c, e)`."""
    shift = second.start - symbol(first.var)
    if first.var in names(shift):
        return None
    end = symbol(second.var) - shift + 1
    always = at_least(first.stop, sympy.expand(second.stop - shift))
    stop = end if always else minimum(first.stop, end)
    outer = Dim(second.var, sympy.expand(first.start + shift), second.stop)
    return outer, Dim(first.var, first.start, stop)


def at_least(one: sympy.Expr, other: sympy.Expr) -> bool:
    """Whether `one` is `other` and a number that is not negative."""
    difference = sympy.expand(one - other)
    return bool(difference.is_Integer and difference >= 0)
