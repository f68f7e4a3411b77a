"""Positions as subscripts: `x[idx]`, `y[idx] = v`, Fortran's vector subscripts, `x[k]` where `k` is
computed.

Elements of tables stand in subscripts themselves (`tables.py`); what the source computes selects
by `Pick`s (`picks.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
from adc.lowering.indexing import Item, SliceValue, along, expanded, require, whole_rows
from adc.lowering.integers.expressions import expression_of
from adc.lowering.integers.picks import Pick, computed, picked, picking
from adc.lowering.integers.prover import Range
from adc.lowering.path_checks import check_write
from adc.lowering.positions.tables import HELP, entry_of, from_either_end, in_range, rely
from adc.lowering.promotion import convert
from adc.lowering.refusals import PICKED, raise_merged
from adc.lowering.store import Points, materialise, put, store
from adc.lowering.values import (
    Array,
    Integer,
    Nothing,
    Value,
    View,
    anywhere,
    at_places,
    of_view,
    place,
    places,
)


def has_positions(cx: Context, items: list[Item]) -> bool:
    """Whether arrays of positions, or integers that the source computes, are among `items`."""
    return has_table(items) or any(computed(cx, item) for item, _ in items)


def has_table(items: list[Item]) -> bool:
    return any(is_table(item) for item, _ in items)


def is_table(item: object) -> bool:
    return isinstance(item, Array) and bool(item.shape) and item.dtype.is_integer


@dataclass(frozen=True)
class Selection:
    """The elements that positions select: at p that of the owner at `index`, in places; `axes` are
    those that the positions make, `picks` say what the variables in `index` are."""

    shape: Shape
    index: Index
    axes: tuple[int, ...]
    picks: tuple[Pick, ...] = ()


def gathered(cx: Context, owner: Array, items: list[Item], span: Span, exact: bool) -> Array:
    """The elements at the positions that arrays hold: a copy, as all that computes."""
    found = selected(cx, owner, items, span, exact)
    if found.picks:
        return _copied(cx, owner, found, span)
    index = found.index
    return Array(
        found.shape,
        owner.dtype,
        lambda p: owner.at(tuple(at_places(i, p) for i in index)),
        owner.weak,
    )


def _copied(cx: Context, owner: Array, found: Selection, span: Span) -> Array:
    """The same where positions are computed: zero, which is never seen, where one is outside. What
    a Fortran procedure is passed is the array itself (`lent.py`)."""
    if cx.told.lent is not None and owner.view is not None and not found.axes:
        cx.told.lent.enter_context(picking(cx, found.picks, (), span))
        return of_view(owner.view.select(found.shape, found.index), owner.dtype)
    view = cx.new_container(cx.new_name("picked"), owner.dtype, found.shape)
    points = Points(cx, view.shape)
    zero = build.zero(owner.dtype)
    cx.emit(view, points.position, Update.ASSIGN, zero, points.dims)
    with _each(cx, found, span) as (shape, where):
        index = tuple(at_places(i, where) for i in found.index)
        part = Array(shape, owner.dtype, lambda p: owner.at(_at(index, p)), owner.weak)
        store(cx, view.select(shape, where), owner.dtype, part, span)
    if found.shape and not found.axes:
        note_view(cx, owner, view, span)
    return of_view(view, owner.dtype, weak=owner.weak)


def placed(cx: Context, owner: Array, items: list[Item]) -> list[Item]:
    """The subscripts of an element from which storage is passed to a Fortran procedure: variables
    where they are computed, that the call's branches bind."""
    lent = cx.told.lent
    if lent is None:
        return items
    found: list[Item] = []
    for (item, span), extent in zip(items, owner.shape, strict=True):
        if isinstance(item, Array) and (computed(cx, item) or _is_no_expression(cx, item, span)):
            pick = picked(cx, item, (), extent, span, exact=True)
            lent.enter_context(picking(cx, (pick,), (), span))
            item = Integer(pick.var)
        found.append((item, span))
    return found


def _is_no_expression(cx: Context, item: Array, span: Span) -> bool:
    """Whether an integer is not one of sizes, variables of loops and elements of integer arguments
    that can be told, as the product of two of these is not."""
    if not cx.learned.picks or item.shape or not item.dtype.is_integer:
        return False
    try:
        expression_of(cx, item, "subscript", "ADC0216", span)
    except AdcError:
        return True
    return False


def note_view(cx: Context, owner: Array, copy: View, span: Span) -> None:
    """`copy` holds what single positions select of `owner`, of which NumPy makes a view."""
    if cx.fortran:
        return  # where an argument and the array that it is of are not changed in two ways
    views = [way.view for way in owner.stored if way.view is not None]
    if views:
        cx.merged[copy.container] = (PICKED, span)
        cx.scope.taken.append(copy.container)
    for view in views:
        cx.watch(view.container, copy.container, PICKED, span)


def refuse_written(cx: Context, value: Value, written: set[str], span: Span) -> None:
    """ADC0211 where `value` is a copy of what may be shared in Python with one of the containers
    `written` before it is used."""
    views = [way.view for way in value.stored] if isinstance(value, Array) else []
    own = {view.container for view in views if view is not None}
    for source in sorted(written & cx.watched.keys()):
        for copy, (name, where) in cx.watched[source].items():
            if copy in own:
                raise_merged(source, name, where, span)


@contextmanager
def _each(cx: Context, found: Selection, span: Span) -> Iterator[tuple[Shape, Index]]:
    """Statements for one position after the other: the shape of what is at each, and where that
    is among all that is selected, in places."""
    index = list(places(len(found.shape)))
    kept = [a for a in range(len(found.shape)) if a not in found.axes]
    for number, axis in enumerate(kept):
        index[axis] = place(number)
    for axis in found.axes:
        index[axis] = cx.domain_symbol(axis)
        cx.prover.ranges.append(Range(index[axis], sympy.Integer(0), found.shape[axis] - 1))
    shape, where = tuple(found.shape[a] for a in kept), tuple(index)
    with cx.block() as body, picking(cx, found.picks, where, span):
        yield shape, where
    for axis in reversed(found.axes):
        cx.prover.ranges.pop()
        zero = sympy.Integer(0)
        body = [Loop(str(where[axis]), zero, found.shape[axis], 1, tuple(body), span)]
    cx.body.extend(body)


def scattered(
    cx: Context, owner: Array, items: list[Item], value: Array, span: Span, exact: bool
) -> None:
    """`owner[items] = value`: one position after the other, for of equal ones the last counts (in
    Fortran there must be no equal ones)."""
    view, found = stored_at(cx, owner, items, span, exact)
    value = broadcast_to(cx, value, view.shape, "the assignment", span)
    if value.view is None or value.view.container == view.container:
        value = of_view(materialise(cx, value, "tmp"), value.dtype, weak=value.weak)
    with _each(cx, found, span) as (shape, where):
        part = Array(shape, value.dtype, lambda p: value.at(_at(where, p)), value.weak)
        put(cx, view.select(shape, where), owner.dtype, part, span)


def updated_at(
    cx: Context,
    owner: Array,
    items: list[Item],
    update: Callable[[View], None],
    span: Span,
    exact: bool,
) -> None:
    """`update` what one position selects, which is computed."""
    view, found = stored_at(cx, owner, items, span, exact)
    with _each(cx, found, span) as (shape, where):
        update(view.select(shape, where))


def added_at(
    cx: Context, owner: Array, items: list[Item], value: Array, subtract: bool, span: Span,
    exact: bool = False,
) -> None:  # fmt: skip
    """`np.add.at(owner, items, value)`: a position that comes twice is added to twice."""
    view, found = stored_at(cx, owner, items, span, exact)
    value = broadcast_to(cx, value, view.shape, "the sum", span)
    if view.container in containers_read(value):
        value = of_view(materialise(cx, value, "tmp"), value.dtype, weak=value.weak)
    check_write(cx, view.container, anywhere(value), span)
    if not found.picks:
        _add(cx, view, owner, value, subtract)
        return
    with _each(cx, found, span) as (shape, where):
        part = Array(shape, value.dtype, lambda p: value.at(_at(where, p)), value.weak)
        _add(cx, view.select(shape, where), owner, part, subtract)


def _add(cx: Context, view: View, owner: Array, value: Array, subtract: bool) -> None:
    points = Points(cx, view.shape, view)
    addend = convert(value.at(points.position), owner.dtype)
    signed = build.neg(addend) if subtract else addend
    cx.emit(view, points.position, Update.ADD, signed, points.dims)


def _at(where: Index, position: Index) -> Index:
    return tuple(at_places(i, position) for i in where)


def stored_at(
    cx: Context, owner: Array, items: list[Item], span: Span, exact: bool
) -> tuple[View, Selection]:
    """The elements that positions select, to be written in place."""
    if owner.view is None:
        raise AdcError.of(
            "ADC0232", "this is a copy, not a part of an array", span,
            help="assign to elements of an array that has a name",
        )  # fmt: skip
    cx.will_write(owner.view.container, span)
    found = selected(cx, owner, items, span, exact)
    return owner.view.select(found.shape, found.index), found


def selected(cx: Context, owner: Array, items: list[Item], span: Span, exact: bool) -> Selection:
    """Python's rules for arrays of positions beside slices, or Fortran's, where each array has an
    axis of its own."""
    owner = whole_rows(owner)
    whole = expanded(owner, items, span)
    together = None if exact or not has_table(items) else _together(cx, whole, span)
    shape: list[sympy.Expr] = []
    index: list[sympy.Expr] = []
    axes: list[int] = []
    picks: list[Pick] = []
    for item, where in whole:
        if isinstance(item, Nothing):
            shape.append(sympy.Integer(1))
            continue
        extent = owner.shape[len(index)]
        if isinstance(item, Array) and computed(cx, item):
            picks.append(picked(cx, item, (), extent, where, exact))
            index.append(picks[-1].var)
            continue
        if not isinstance(item, Array) or not is_table(item):
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
        if position is not None and _is_counted(cx, position, shape, extent, where):
            index.append(position)
            continue
        if (position is None or not shapes.entries(position)) and cx.learned.picks:
            picks.append(picked(cx, item, here, extent, where, exact))
            index.append(picks[-1].var)
            continue
        if position is None or not shapes.entries(position):
            raise AdcError.of(
                "ADC0216", "this array as a subscript is not supported", where, help=HELP
            )
        rely(cx, position)
        index.append((in_range if exact else from_either_end)(cx, position, extent, where))
    return Selection(tuple(shape), tuple(index), tuple(axes), tuple(picks))


def _is_counted(
    cx: Context, position: sympy.Expr, shape: Shape | list[sympy.Expr], extent: sympy.Expr,
    span: Span,
) -> bool:  # fmt: skip
    """Whether `position` counts through an axis, in places of `shape`, and never from its end; that
    it stays on the axis is then assumed."""
    if shapes.entries(position):
        return False
    low = high = sympy.expand(position)
    for axis, length in enumerate(shape):
        slope = low.coeff(place(axis), 1)
        if not slope.is_Integer or (low - slope * place(axis)).has(place(axis)):
            return False
        low, high = (sympy.expand(e - slope * place(axis)) for e in (low, high))
        low, high = low + min(slope, 0) * (length - 1), high + max(slope, 0) * (length - 1)
    free = (low + high).free_symbols
    known = not any(s.name.startswith("?") for s in free) and cx.prover.nonneg(sympy.expand(low))
    if known:
        require(cx, sympy.expand(extent - 1 - high), f"positions up to {high} of {extent}", span)
    return known


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
    found = [item.shape for item, _ in items if isinstance(item, Array) and is_table(item)]
    return broadcast(cx, found, "these positions", span)
