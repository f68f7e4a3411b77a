"""Subscripts: what is subscripted tells what its items mean."""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.lowering.boxes import without_axes
from adc.lowering.callsite import CallSite
from adc.lowering.complex import by_data
from adc.lowering.complex.values import elements_of_complex
from adc.lowering.context import Context
from adc.lowering.fortran.selections import section_mask
from adc.lowering.handed_on import key_at, key_of, named_item
from adc.lowering.indexing import Item, SliceValue
from adc.lowering.integers.formulas import as_formula
from adc.lowering.lengths.elements import at_numbers
from adc.lowering.lengths.parts import is_position, located, maybe_none, slice_by_data
from adc.lowering.lengths.read_slices import DataSlice
from adc.lowering.lengths.stacks import beside
from adc.lowering.lists import ranges
from adc.lowering.lists.counted import Listed, as_now, refuse_list
from adc.lowering.lists.filled import fill_by_keys
from adc.lowering.lists.growing import item_of_list
from adc.lowering.lists.items import item_of
from adc.lowering.lists.items_by_data import number_by_data
from adc.lowering.masks.complex import SelectedComplex, joined_parts
from adc.lowering.masks.subscripts import has_mask, selected
from adc.lowering.module_arrays import known_integer
from adc.lowering.numpy.grids import grid
from adc.lowering.numpy.joins import joined
from adc.lowering.objects.dictionaries import with_key
from adc.lowering.objects.enumerations import members
from adc.lowering.objects.heap import refuse_changed
from adc.lowering.objects.record_types import RecordType
from adc.lowering.objects.slice_objects import (
    MAKERS,
    as_item,
    bound_of,
    displayed,
    is_slice,
    refuse_lone,
)
from adc.lowering.objects.slice_objects import made as made_slice
from adc.lowering.objects.special_methods import item_of_object
from adc.lowering.plain_values import IntegerRange
from adc.lowering.positions.gathers import gather
from adc.lowering.refusals import COUNTED
from adc.lowering.store import materialise
from adc.lowering.texts import part_of
from adc.lowering.undecided import ByData
from adc.lowering.values import (
    Array,
    Builtin,
    Complex,
    Grown,
    Items,
    Keywords,
    Record,
    Selected,
    Text,
    Unknown,
    Value,
    describe,
    of_view,
)

_USING_UP = (Builtin("list"), Builtin("tuple"), Builtin("len"))
#: What makes one value of all items.
_FOLDING = tuple(map(Builtin, ("sum", "min", "max", "any", "all", "sorted", "math.prod")))
#: Python's own types as functions.
_GRIDS = (Builtin("numpy.mgrid"), Builtin("numpy.ogrid"))
_CONVERSIONS = {DType.FLOAT64: "float", DType.INT64: "int", DType.BOOL: "bool"}


def _of_grid(owner: Value, expr: surface.Subscript) -> CallSite:
    assert isinstance(owner, Builtin)
    return CallSite(owner.name, (), {}, (), expr.span)


def subscripted(cx: Context, expr: surface.Subscript) -> Value:
    """The elements, item or part that a subscript names."""
    owner = cx.evaluate(expr.value)
    if isinstance(owner, Builtin) and owner in MAKERS:
        return displayed(cx, owner, expr)
    refuse_lone(owner, expr)
    if owner in _GRIDS and all(isinstance(item, surface.Slice) for item in expr.items):
        return grid(cx, _of_grid(owner, expr), expr, None)
    items = subscript_items(cx, expr)
    refuse_changed(cx, [owner], expr.span)
    if owner in (Builtin("numpy.r_"), Builtin("numpy.c_")):
        counted = beside(cx, owner, items, expr.span)
        return joined(cx, owner, items, expr.span) if counted is None else counted
    if owner in _GRIDS:
        return grid(cx, _of_grid(owner, expr), expr, items)
    known = known_integer(cx, expr.value, [item for item, _ in items])
    if known is not None:
        return known
    if isinstance(owner, IntegerRange):
        return _of_range(cx, owner, items, expr)
    if isinstance(owner, Text):
        return part_of(owner, items, expr.span)
    if isinstance(owner, Items):
        found = number_by_data(cx, owner, items, expr.span)
        found = item_of(cx, owner, items, expr.span) if found is None else found
        if isinstance(found, Unknown):
            raise AdcError.of(found.code, f"this item {found.reason}", expr.span, help=found.help)
        return found
    if isinstance(owner, RecordType) and expr.exact:
        return item_of(cx, Items(members(cx, owner)), items, expr.span)
    if isinstance(owner, Keywords) and expr.exact:
        return key_at(owner, items, expr.span)
    if isinstance(owner, Keywords):
        key = key_of(items) if owner.missing else None
        owner = owner if key is None else with_key(cx, owner, key, expr.span)
        fill_by_keys(cx, owner, items)
        return named_item(owner, items, expr.span)
    if isinstance(owner, (Record, RecordType)):
        return item_of_object(cx, owner, items, expr.span)
    if isinstance(owner, Grown) and _is_number_by_data(cx, owner, items):
        return replace(gather(cx, owner.array, items, expr.span, False), weak=owner.weak)
    if isinstance(owner, Grown):
        return item_of_list(cx, owner, items, expr.span)
    if isinstance(owner, ByData):
        return by_data.elements(owner, lambda numbers: _elements_of(cx, numbers, items, expr))
    return _elements_of(cx, owner, items, expr)


def _of_range(
    cx: Context, owner: IntegerRange, items: list[Item], expr: surface.Subscript
) -> Value:
    """An integer of a range, or several, which are a vector."""
    number = ranges.item(cx, owner, items, expr.exact)
    if number is not None:
        return number
    found = _elements_of(cx, ranges.vector(cx, owner, expr.span), items, expr)
    return replace(found, weak=True) if isinstance(found, Array) and not found.shape else found


def _elements_of(cx: Context, owner: Value, items: list[Item], expr: surface.Subscript) -> Value:
    """`owner[items]` of arrays, of real or complex numbers, and of what masks select."""
    if isinstance(owner, Complex):
        return without_axes(cx, owner, items, elements_of_complex(cx, owner, items, expr))
    by_mask = isinstance(owner, Array) and has_mask(items)
    if isinstance(owner, Listed):
        if len(items) != 1 or not is_position(items[0][0]):
            refuse_list(owner, "a slice", expr.span)
        return _item_of_listed(cx, owner, items, expr)
    if isinstance(owner, Selected):
        return _of_selected(cx, owner, items, expr.span)
    if isinstance(owner, SelectedComplex):
        re, im = (_of_selected(cx, part, items, expr.span) for part in (owner.re, owner.im))
        return joined_parts(re, im)
    if isinstance(owner, Array) and by_mask:
        return selected(cx, owner, items, expr.span)
    if not isinstance(owner, Array):
        raise AdcError.of(
            "ADC0232", f"{describe(owner, cx.fortran)} has no elements", expr.span,
            help="subscript an array",
        )  # fmt: skip
    found = gather(cx, owner, items, expr.span, expr.exact)
    if owner.flat and found.shape:
        return replace(found, view=None, ways=())  # a copy: `a.flat[1:3]`
    made = without_axes(cx, owner, items, found)
    return as_formula(cx, made) if isinstance(made, Array) else made


def _item_of_listed(
    cx: Context, owner: Listed, items: list[Item], expr: surface.Subscript
) -> Value:
    """An item of a list that grows under a test. An array is a copy here, which the source may not
    write to: it would change the item."""
    now = as_now(cx, owner)
    assert isinstance(now, Selected)
    found = _of_selected(cx, now, items, expr.span)
    if isinstance(found, Selected) or not found.shape:
        return found
    copy = materialise(cx, found, "taken")
    cx.merged[copy.container] = (COUNTED, expr.span)
    return of_view(copy, found.dtype)


def _of_selected(cx: Context, owner: Selected, items: list[Item], span: Span) -> Array | Selected:
    """Some of the elements that a mask selects, or one."""
    at = located(cx, owner, items, span)
    if at is not None:
        return gather(cx, *at, span, False)
    few = at_numbers(cx, owner, items, span)
    return selected(cx, owner, items, span) if few is None else few


def _is_number_by_data(cx: Context, owner: Grown, items: list[Item]) -> bool:
    """Whether it is an item of a list of numbers at a position that data decide."""
    whole = not owner.nested and not owner.shape
    position = items[0][0]
    by_data = isinstance(position, Array) and is_position(position)
    return whole and by_data and len(items) == 1


def subscript_items(cx: Context, expr: surface.Subscript | surface.From) -> list[Item]:
    """The values of what stands in the brackets; a tuple alone counts as its items."""
    found: list[Item] = []
    for item in expr.items:
        if isinstance(item, surface.Slice):
            found.append((_slice_or_mask(cx, expr, item, len(found)), item.span))
            continue
        value = cx.evaluate(item)
        if isinstance(value, IntegerRange):
            value = ranges.vector(cx, value, item.span)
        whole = isinstance(value, Items) and not value.is_list and len(expr.items) == 1
        parts = value.items if isinstance(value, Items) and whole else (value,)
        parts = (value,) if is_slice(value) else parts
        found.extend((as_item(cx, part, item.span), item.span) for part in parts)
    return found


def _slice_or_mask(
    cx: Context, expr: surface.Subscript | surface.From, item: surface.Slice, axis: int
) -> SliceValue | DataSlice | Array:
    """A slice; a mask for a section of Fortran's whose bounds are data."""
    try:
        return _slice(cx, item)
    except AdcError as error:
        forward = isinstance(item.step, surface.Number) and item.step.text == "1"
        if not (cx.fortran and cx.learned.picks and forward):
            raise
        owner = cx.evaluate(expr.value)
        if error.diagnostics[0].code != "ADC0216" or not isinstance(owner, Array):
            raise
        return section_mask(cx, item, owner.shape[axis])


def _slice(cx: Context, item: surface.Slice) -> SliceValue | DataSlice:
    def part(expr: surface.Expr | None) -> sympy.Expr | None:
        return None if expr is None else bound_of(cx, cx.evaluate(expr), expr.span)

    if cx.learned.lengths and (found := slice_by_data(cx, item)) is not None:
        return found
    if maybe_none(item.start) or maybe_none(item.stop):
        _check_bounds(cx, item)
    step = part(item.step)
    return made_slice(part(item.start), part(item.stop), step, item.span)


def _check_bounds(cx: Context, item: surface.Slice) -> None:
    """ADC0216 for a bound that data make None."""
    for bound in (item.start, item.stop):
        try:
            cx.evaluate(bound) if bound is not None else None
        except AdcError as error:
            if error.diagnostics[0].code != "ADC0232":
                raise
            raise AdcError.of(
                "ADC0216", "a slice bound is None or a number, as data decide", item.span,
                help="use the number of elements, or 0, in place of None",
            ) from None  # fmt: skip
