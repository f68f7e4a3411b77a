"""Statements on elements that a mask selects: `a[m] = v`, `a[m] op= v`."""

from __future__ import annotations

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.expressions import Expr, Index
from adc.lowering import elementwise
from adc.lowering.binding import Before
from adc.lowering.broadcasting import broadcast_to
from adc.lowering.context import Context, containers_read, containers_written
from adc.lowering.expressions import binary
from adc.lowering.indexing import Item
from adc.lowering.masks import has_mask, masked, refused, selected, whole_of
from adc.lowering.promotion import convert
from adc.lowering.store import accumulate, check_in_place, put
from adc.lowering.values import Array, Selected, Value, View, of_view


def by_mask(owner: Array | Selected, items: list[Item]) -> bool:
    """Whether `owner[items]` are elements that a mask selects."""
    return isinstance(owner, Selected) or has_mask(items)


def put_by_mask(
    cx: Context, owner: Array | Selected, items: list[Item], value: Value, span: Span
) -> None:
    """`owner[items] = value`: a number, or what the same mask selects."""
    put_selected(cx, _target(cx, owner, items, span), value, span)


def update_by_mask(
    cx: Context, owner: Array | Selected, items: list[Item], op: str, value: Value, before: Before,
    span: Span,
) -> None:  # fmt: skip
    """`owner[items] op= value`, whose value the statements since `before` have made: ADC0223 where
    they change what Python reads before them."""
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
    view, dtype = _in_memory(cx, target, span), target.array.dtype
    whole = whole_of(target, value, span, cx.fortran)
    new = broadcast_to(cx, whole, view.shape, "the assignment", span)
    old = of_view(view, dtype)

    def at(position: Index) -> Expr:
        taken = convert(new.at(position), dtype)
        return build.where(target.held(position), taken, old.at(position))

    put(cx, view, dtype, Array(view.shape, dtype, at), span)


def update_selected(cx: Context, target: Selected, op: str, value: Value, span: Span) -> None:
    """Sums add zero where the mask does not hold; all else is computed and put."""
    view, dtype = _in_memory(cx, target, span), target.array.dtype
    name = elementwise.ARITHMETIC.get(op, "")
    if name in ("add", "sub"):
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
