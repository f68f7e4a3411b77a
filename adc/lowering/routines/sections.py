"""The elements of an array that a routine takes: such as lie one after the other in memory."""

from __future__ import annotations

import sympy

from adc.ir.expressions import Read
from adc.ir.node import Access, Dim, Domain, Write
from adc.ir.operation import Section
from adc.ir.shapes import same
from adc.lowering.context import Context
from adc.lowering.values import Array, View, at_places, place


def is_contiguous(cx: Context, view: View) -> bool:
    """Whether `view` is of leading axes at fixed positions, then at most one axis from some
    position on, then whole axes."""
    shape, rank = cx.containers[view.container].shape, len(view.shape)
    lead = len(shape) - rank
    if lead < 0 or any(_moves(i) for i in view.index[:lead]):
        return False
    for axis, index in enumerate(view.index[lead:]):
        start = sympy.expand(index - place(axis))
        if _moves(start):
            return False
        whole = start == 0 and _equal(cx, view.shape[axis], shape[lead + axis])
        if axis and not whole:
            return False
    return True


def are_apart(cx: Context, one: View, other: View) -> bool:
    """Whether two views of one array, each `is_contiguous`, surely have no element in common."""
    ranges = zip(_ranges(cx, one), _ranges(cx, other), strict=True)
    return any(
        cx.prover.nonneg(sympy.expand(start - end)) or cx.prover.nonneg(sympy.expand(begin - stop))
        for (begin, end), (start, stop) in ranges
    )


def _ranges(cx: Context, view: View) -> list[tuple[sympy.Expr, sympy.Expr]]:
    """The first position on each axis of the array, and the one after the last."""
    lead, found = len(view.index) - len(view.shape), []
    for axis, index in enumerate(view.index):
        if axis < lead:
            found.append((index, sympy.expand(index + 1)))
            continue
        start = sympy.expand(index - place(axis - lead))
        found.append((start, sympy.expand(start + cx.extent(view.shape[axis - lead]))))
    return found


def _moves(index: sympy.Expr) -> bool:
    return any(s.name.startswith("?") for s in index.free_symbols)


def _equal(cx: Context, one: sympy.Expr, other: sympy.Expr) -> bool:
    return same(one, other) or cx.prover.equal(cx.extent(one), other)


def section(cx: Context, array: Array, variables: tuple[sympy.Symbol, ...]) -> Section:
    """The elements of `array`, which `is_contiguous`, over the first of `variables`."""
    access, domain = _elements(cx, array, variables)
    return Section(Read(access.container, access.index, array.dtype), domain)


def written(cx: Context, array: Array, variables: tuple[sympy.Symbol, ...]) -> Write:
    """The same, assigned."""
    return Write(*_elements(cx, array, variables))


def _elements(
    cx: Context, array: Array, variables: tuple[sympy.Symbol, ...]
) -> tuple[Access, Domain]:
    view = array.view
    assert view is not None
    lead = len(view.index) - len(view.shape)
    domain, position = [], []
    for axis, extent in enumerate(view.shape):
        start = at_places(view.index[lead + axis], (sympy.Integer(0),) * len(view.shape))
        stop = sympy.expand(start + cx.extent(extent))
        domain.append(Dim(variables[axis].name, start, stop))
        position.append(variables[axis] - start)
    index = tuple(sympy.expand(i) for i in view.at(tuple(position)))
    return Access(view.container, index), tuple(domain)
