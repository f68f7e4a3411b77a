"""Arrays of positions as subscripts: `x[idx]`, `y[idx] = v`, Fortran's vector subscripts."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build, shapes
from adc.ir.enums import Update
from adc.ir.expressions import Index
from adc.ir.nodes import Loop
from adc.ir.shapes import Shape
from adc.lowering.broadcasting import broadcast, broadcast_to
from adc.lowering.context import Context, containers_read
from adc.lowering.indexing import Item, SliceValue, along, expanded, require
from adc.lowering.promotion import convert
from adc.lowering.prover import Range
from adc.lowering.store import Points, materialise, put
from adc.lowering.tables import HELP, entry_of, in_range, rely
from adc.lowering.values import Array, Nothing, View, anywhere, at_places, of_view, place, places


def has_table(items: list[Item]) -> bool:
    return any(_positions(item) for item, _ in items)


def _positions(item: object) -> bool:
    return isinstance(item, Array) and bool(item.shape) and item.dtype.is_integer


@dataclass(frozen=True)
class Selection:
    """The elements that positions select: at p that of the owner at `index`, in places; `axes` are
    those that the positions make."""

    shape: Shape
    index: Index
    axes: tuple[int, ...]


def gathered(cx: Context, owner: Array, items: list[Item], span: Span, exact: bool) -> Array:
    """The elements at the positions that arrays hold: a copy, as all that computes."""
    found = selected(cx, owner, items, span, exact)
    index = found.index
    return Array(
        found.shape,
        owner.dtype,
        lambda p: owner.at(tuple(at_places(i, p) for i in index)),
        owner.weak,
    )


def scattered(
    cx: Context, owner: Array, items: list[Item], value: Array, span: Span, exact: bool
) -> None:
    """`owner[items] = value`: one position after the other, for of equal ones the last counts (in
    Fortran there must be no equal ones, which nothing shows: refused)."""
    if exact:
        raise AdcError.of(
            "ADC0216", "an assignment to elements at positions of an array is not supported", span,
            help="write a DO loop over the positions",
        )  # fmt: skip
    view, axes = stored_at(cx, owner, items, span, exact)
    value = broadcast_to(cx, value, view.shape, "the assignment", span)
    if value.view is None or value.view.container == view.container:
        value = of_view(materialise(cx, value, "tmp"), value.dtype, weak=value.weak)
    index = list(places(len(view.shape)))
    kept = [a for a in range(len(view.shape)) if a not in axes]
    for number, axis in enumerate(kept):
        index[axis] = place(number)
    for axis in axes:
        variable = cx.domain_symbol(axis)
        index[axis] = variable
        cx.prover.ranges.append(Range(variable, sympy.Integer(0), view.shape[axis] - 1))
    shape = tuple(view.shape[a] for a in kept)
    where = tuple(index)
    with cx.block() as body:
        part = Array(shape, value.dtype, lambda p: value.at(_at(where, p)), value.weak)
        put(cx, view.select(shape, where), owner.dtype, part, span)
    for axis in reversed(axes):
        cx.prover.ranges.pop()
        zero = sympy.Integer(0)
        body = [Loop(str(where[axis]), zero, view.shape[axis], 1, tuple(body), span)]
    cx.body.extend(body)


def added_at(
    cx: Context, owner: Array, items: list[Item], value: Array, subtract: bool, span: Span
) -> None:
    """`np.add.at(owner, items, value)`: a position that comes twice is added to twice."""
    view, _ = stored_at(cx, owner, items, span, False)
    value = broadcast_to(cx, value, view.shape, "the sum", span)
    if view.container in containers_read(value):
        value = of_view(materialise(cx, value, "tmp"), value.dtype, weak=value.weak)
    cx.types.check_write(view.container, anywhere(value), span)
    points = Points(cx, view.shape, view)
    addend = convert(value.at(points.position), owner.dtype)
    signed = build.neg(addend) if subtract else addend
    cx.emit(view, points.position, Update.ADD, signed, points.dims)


def _at(where: Index, position: Index) -> Index:
    return tuple(at_places(i, position) for i in where)


def stored_at(
    cx: Context, owner: Array, items: list[Item], span: Span, exact: bool
) -> tuple[View, tuple[int, ...]]:
    """The elements that positions select, to be written in place, and the axes of these."""
    if owner.view is None:
        raise AdcError.of(
            "ADC0232", "this is a copy, not a part of an array", span,
            help="assign to elements of an array that has a name",
        )  # fmt: skip
    cx.will_write(owner.view.container, span)
    found = selected(cx, owner, items, span, exact)
    return owner.view.select(found.shape, found.index), found.axes


def selected(cx: Context, owner: Array, items: list[Item], span: Span, exact: bool) -> Selection:
    """Python's rules for arrays of positions beside slices, or Fortran's, where each array has an
    axis of its own."""
    whole = expanded(owner, items, span)
    together = None if exact else _together(cx, whole, span)
    shape: list[sympy.Expr] = []
    index: list[sympy.Expr] = []
    axes: list[int] = []
    for item, where in whole:
        if isinstance(item, Nothing):
            shape.append(sympy.Integer(1))
            continue
        extent = owner.shape[len(index)]
        if not isinstance(item, Array) or not _positions(item):
            index.append(along(cx, item, extent, where, exact, shape))
            continue
        if exact or not axes:
            own = item.shape if together is None else together
            axes += range(len(shape), len(shape) + len(own))
            shape += own
        if together is not None:
            item = broadcast_to(cx, item, together, "these positions", where)
        here = tuple(place(a) for a in axes[len(axes) - len(item.shape) :])
        position = entry_of(cx, item.at(here))
        if position is not None and not shapes.entries(position):
            _ask_of_counted(cx, position, shape, extent, where)
            index.append(position)
            continue
        if position is None:
            raise AdcError.of(
                "ADC0216", "this array as a subscript is not supported", where, help=HELP
            )
        rely(cx, position)
        index.append(in_range(cx, position, extent, where))
    return Selection(tuple(shape), tuple(index), tuple(axes))


def _ask_of_counted(
    cx: Context, position: sympy.Expr, shape: Shape | list[sympy.Expr], extent: sympy.Expr,
    span: Span,
) -> None:  # fmt: skip
    """That the positions which `position` counts through, in places of `shape`, are on the axis;
    ADC0216 where some may count from the end."""
    low = high = position
    for axis, length in enumerate(shape):
        slope = position.coeff(place(axis), 1)
        low, high = (e.subs(place(axis), 0) for e in (low, high))
        low, high = (
            e + slope * (length - 1) if (slope < 0) == at_low else e
            for e, at_low in ((low, True), (high, False))
        )
        if not slope.is_Integer:
            raise _counted(span)
    if any(s.name.startswith("?") for s in (low + high).free_symbols):
        raise _counted(span)
    if not cx.prover.nonneg(sympy.expand(low)):
        raise _counted(span)
    require(cx, sympy.expand(extent - 1 - high), f"positions up to {high} of {extent}", span)


def _counted(span: Span) -> AdcError:
    return AdcError.of(
        "ADC0216", "this array as a subscript is not supported", span,
        help="use `np.arange(n)`, or an integer argument that nothing writes",
    )  # fmt: skip


def _together(cx: Context, items: list[Item], span: Span) -> Shape:
    """The shape that all arrays of positions have; ADC0216 where something stands between them, or
    an integer apart from them: NumPy then puts their axes first."""
    several = [
        k for k, (item, _) in enumerate(items) if not isinstance(item, (SliceValue, Nothing))
    ]
    if several != list(range(several[0], several[0] + len(several))):
        raise AdcError.of(
            "ADC0216", "arrays of positions that stand apart are not supported", span,
            help="subscript one after the other, or write a loop over the positions",
        )  # fmt: skip
    found = [item.shape for item, _ in items if isinstance(item, Array) and _positions(item)]
    return broadcast(cx, found, "these positions", span)
