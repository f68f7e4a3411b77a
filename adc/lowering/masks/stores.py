"""Statements on elements that a mask selects: `a[m] = v`, `a[m] op= v`."""

from __future__ import annotations

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.expressions import Expr, Index
from adc.lowering import elementwise
from adc.lowering.binding import Before, settled
from adc.lowering.broadcasting import broadcast_to
from adc.lowering.context import Context, containers_read, containers_written
from adc.lowering.expressions import binary
from adc.lowering.indexing import Item
from adc.lowering.lengths.arrays import check_equal, counted, first_of, places_of, put_at, together
from adc.lowering.lengths.parts import at_positions, by_positions
from adc.lowering.lists.counted import refuse_list
from adc.lowering.masks.complex import SelectedComplex
from adc.lowering.masks.selections import refused
from adc.lowering.masks.subscripts import fits, has_mask, masked, selected, whole_of
from adc.lowering.promotion import as_array, convert
from adc.lowering.store import accumulate, check_in_place, put
from adc.lowering.values import Array, Selected, Value, View, of_view


def by_mask(owner: Array | Selected, items: list[Item]) -> bool:
    """Whether `owner[items]` are elements that a mask selects."""
    return isinstance(owner, Selected) or has_mask(items)


def put_by_mask(
    cx: Context, owner: Array | Selected, items: list[Item], value: Value, span: Span
) -> None:
    """`owner[items] = value`: a number, or what the same mask selects."""
    if by_positions(cx, owner, items):
        _put_at_positions(cx, owner, items, value, span)
        return
    put_selected(cx, _target(cx, owner, items, span), value, span)


def update_by_mask(
    cx: Context, owner: Array | Selected, items: list[Item], op: str, value: Value, before: Before,
    span: Span,
) -> None:  # fmt: skip
    """`owner[items] op= value`, whose value the statements since `before` have made: ADC0223 where
    they change what Python reads before them."""
    if by_positions(cx, owner, items):
        new = binary(cx, op, selected(cx, owner, items, span), value, span)
        _put_at_positions(cx, owner, items, new, span)
        return
    found = _target(cx, owner, items, span)
    read = containers_read(found.array) | containers_read(found.mask)
    # The statement's own mask, where that is computed for the subscript, changes nothing.
    if read & before.containers & containers_written(cx.body, before.statements):
        raise AdcError.of(
            "ADC0223", "a call changes the elements that are read before it", span,
            help="put the call on a line of its own",
        )  # fmt: skip
    update_selected(cx, found, op, value, span)


def _target(cx: Context, owner: Array | Selected, items: list[Item], span: Span) -> Selected:
    if isinstance(owner, Array) and owner.ways:
        raise AdcError.of(
            "ADC0211", "elements that a mask selects of one of several arrays are not supported",
            span, help="write the assignment on each of the paths",
        )  # fmt: skip
    return selected(cx, owner, items, span)


def put_selected(cx: Context, target: Selected, value: Value, span: Span) -> None:
    """All is read before any is written."""
    if cx.learned.lengths and not fits(target, value):
        _put_counted(cx, target, value, span)
        return
    view, dtype = _in_memory(cx, target, span), target.array.dtype
    whole = whole_of(target, value, span, cx.fortran)
    new = broadcast_to(cx, whole, view.shape, "the assignment", span)
    old = of_view(view, dtype)

    def at(position: Index) -> Expr:
        taken = convert(new.at(position), dtype)
        return build.where(target.held(position), taken, old.at(position))

    put(cx, view, dtype, Array(view.shape, dtype, at), span)


def put_selected_complex(cx: Context, target: SelectedComplex, value: Value, span: Span) -> None:
    """`target[...] = value` of a copy of complex numbers, which is changed in place. All is read
    before any is written."""
    if not isinstance(value, SelectedComplex) or not (target.re.own and target.im.own):
        raise refused("this update of what a mask selects is not supported", span,
                      "give the result a name of its own")  # fmt: skip
    im = settled(cx, value.im, containers_read(target.re.array))
    put_selected(cx, target.re, value.re, span)
    put_selected(cx, target.im, im, span)


def _put_counted(cx: Context, target: Selected, value: Value, span: Span) -> None:
    """The same of a value that is looked at only now whether it is as long."""
    view = _in_memory(cx, target, span)
    if target.length is not None:
        own, new = together(cx, [target, value], target.tail, span)
        assert isinstance(own, Selected)
        put_selected(cx, own, new, span)
        return
    if target.mask.rank > 1 or target.axis:
        raise refused("this assignment to what a mask selects is not supported", span)
    places, length = places_of(cx, target, span)
    _put_each(cx, of_view(view, target.array.dtype), places, length, value, span)


def _put_at_positions(
    cx: Context, owner: Array | Selected, items: list[Item], value: Value, span: Span
) -> None:
    array, places, length = at_positions(cx, owner, items, span)
    _in_memory(cx, first_of(array, length), span)
    _put_each(cx, array, places, length, value, span)


def _put_each(
    cx: Context, target: Array, places: Array, length: Array, value: Value, span: Span
) -> None:
    """The elements of `value`, or the number, at the first `length` of `places`."""
    here = first_of(places, length)
    if not fits(here, value):
        if isinstance(value, Array):
            value = together(cx, [here, value], 0, span)[1]
        assert isinstance(value, Selected)
        value = counted(cx, value, span)
        assert value.length is not None
        check_equal(cx, length, value.length, span)
    put_at(cx, target, places, length, as_array_of(value, span), span)


def as_array_of(value: Value, span: Span) -> Array:
    return value.array if isinstance(value, Selected) else as_array(value, span)


def update_selected(cx: Context, target: Selected, op: str, value: Value, span: Span) -> None:
    """Sums add zero where the mask does not hold; all else is computed and put."""
    refuse_list(target, "an update", span)
    view, dtype = _in_memory(cx, target, span), target.array.dtype
    name = elementwise.ARITHMETIC.get(op, "")
    if name in ("add", "sub") and (fits(target, value) or not cx.learned.lengths):
        addend = broadcast_to(cx, whole_of(target, value, span), view.shape, "the update", span)
        accumulate(cx, view, dtype, name, masked(target, addend), span)
        return
    new = binary(cx, op, target, value, span)
    assert isinstance(new, Selected)
    check_in_place(dtype, new.array.dtype, span)
    put_selected(cx, target, new, span)


def _in_memory(cx: Context, target: Selected, span: Span) -> View:
    view = target.array.view
    if view is None:
        raise refused("this is a copy, not a part of an array", span,
                      "assign to elements of an array that has a name")  # fmt: skip
    cx.will_write(view.container, span)
    return view
