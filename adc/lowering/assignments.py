"""Assignments: to names, elements, fields and items."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import names_of
from adc.ir.dtypes import DType
from adc.ir.nodes import Branch
from adc.lowering.absent.names import check_named
from adc.lowering.absent.returned import optional_call, optional_items
from adc.lowering.absent.unread import is_said
from adc.lowering.binding import Before, bind, complex_parts, settled
from adc.lowering.broadcasting import is_one, reshapes, unify
from adc.lowering.complex import by_data
from adc.lowering.complex.stores import stored_in
from adc.lowering.complex.values import (
    elements_along,
    put_parts,
    stacked,
)
from adc.lowering.context import Context
from adc.lowering.control.chosen_shapes import chosen_in_arms
from adc.lowering.control.misfits import guard
from adc.lowering.effects import foreseen
from adc.lowering.expressions import apply, evaluate
from adc.lowering.fortran.evaluation_order import check_target
from adc.lowering.indexing import Item, leading_axis, remap, subscript
from adc.lowering.integers.conditions import when
from adc.lowering.learned import ChangedPositionsError
from adc.lowering.lengths.elements import first_items, of_first_axis
from adc.lowering.lengths.filling import as_long
from adc.lowering.lengths.parts import in_memory
from adc.lowering.lists.counted import Listed, refuse_list, settable_number
from adc.lowering.lists.growing import item_of_list
from adc.lowering.lists.iterated import items_in, used_up, with_rest
from adc.lowering.lists.listed import check_item, settable
from adc.lowering.lists.of_arrays import has_rest, rest_of_array
from adc.lowering.masks.selections import axis_of
from adc.lowering.masks.stores import by_mask, put_by_mask
from adc.lowering.merging import kept_result
from adc.lowering.module_arrays import literal_array
from adc.lowering.objects.changes import (
    set_field,
    set_item,
)
from adc.lowering.objects.heap import resolved
from adc.lowering.plain_values import IntegerRange
from adc.lowering.positions.gathers import has_list, scatter
from adc.lowering.positions.overlaps import check_order
from adc.lowering.positions.subscripts import has_positions, refuse_written
from adc.lowering.promotion import as_array, cast_array
from adc.lowering.store import put, refuse_broadcast
from adc.lowering.subscripting import subscript_items
from adc.lowering.undecided import ByData
from adc.lowering.values import (
    Array,
    Complex,
    Grown,
    Held,
    Integer,
    Items,
    Keywords,
    Record,
    Selected,
    Value,
    View,
    describe,
    in_heap,
    places,
    scalar,
)

#: What is given to several targets, the first of which is no name.
_SHARED = "shared%"


def lower_assign(cx: Context, statement: surface.Assign) -> None:
    before: Before | None = Before.of(cx)
    cx.optional_call = optional_call(statement)
    cx.optional_items = optional_items(statement)
    start = len(cx.body)
    with chosen_in_arms(cx, statement):
        value = _assigned(cx, statement)
    if cx.fortran:
        check_target(cx, statement, start)
    if is_said(value) and all(isinstance(t, surface.Name) for t in statement.targets):
        cx.scope.names |= dict.fromkeys(names_of(statement), value)
        return
    if len(statement.targets) > 1:
        written = {c for target in statement.targets for c in written_by(cx, target)}
        value = taken_once(cx, value, written)
        if not isinstance(statement.targets[0], surface.Name) and _may_be_written(value):
            bind(cx, _SHARED, value, statement.span)
            value = resolved(cx, cx.scope.names.pop(_SHARED))
    for target in statement.targets:
        assign(cx, target, value, statement.span, before)
        if isinstance(target, surface.Name):
            value, before = resolved(cx, cx.scope.names[target.name]), None


def _assigned(cx: Context, statement: surface.Assign) -> Value:
    """The value; what runs once, such as `map(…)`, is used up by a tuple of targets."""
    if len(statement.targets) == 1 and isinstance(statement.targets[0], surface.Sequence):
        found = used_up(cx, statement.value, apply)
        if found is not None:
            return found
    return literal_array(cx, statement) or evaluate(cx, statement.value)


def taken_once(cx: Context, value: Value, written: set[str]) -> Value:
    """`value` for targets in the containers `written`, one after the other: what is computed is
    computed now, an array in memory is taken by reference (`a[:], b[:] = b, a` copies twice)."""
    if id(value) in cx.entries:
        return value
    if isinstance(value, Held):
        return replace(value, items=tuple(taken_once(cx, v, written) for v in value.items))
    refers = isinstance(value, Array) and value.is_shared and value.in_memory
    refers = refers or (isinstance(value, Selected) and value.own)
    return value if refers else settled(cx, value, written)


def _may_be_written(value: Value) -> bool:
    """Whether all targets that are given `value` show what is written to one of them."""
    if isinstance(value, Array):
        return value.is_shared and not value.in_memory
    return isinstance(value, (Held, Selected, Grown))


def assign(
    cx: Context, target: surface.Expr, value: Value, span: Span, before: Before | None = None
) -> None:
    """`target = value` for a name, elements of an array, or a tuple of targets."""
    if isinstance(target, surface.Name):
        if not kept_result(cx, target.name, value, span):
            value = check_named(cx, target.name, value, span)
            bind(cx, target.name, value, span, before)
    elif isinstance(target, surface.Attribute):
        set_field(cx, target, value, span)
    elif isinstance(target, surface.Subscript):
        whole = evaluate(cx, target.value)
        if isinstance(whole, (Items, Keywords, Record)):
            set_item(cx, whole, target, value, span)
            return
        if target.anew and isinstance(target.value, surface.Name) and reshapes(cx, whole, value):
            another = cast_array(as_array(value, span), as_array(whole, span).dtype)
            bind(cx, target.value.name, replace(another, view=None, ways=()), span, before)
            return
        put_elements(cx, target, whole, subscript_items(cx, target), value, span)
    elif isinstance(target, surface.Sequence):
        unpack(cx, target, value, span)
    else:
        raise AdcError.of(
            "ADC0213", "this cannot be assigned to", target.span, help="assign to a name or element"
        )


def put_elements(
    cx: Context, target: surface.Subscript, whole: Value, items: list[Item], value: Value,
    span: Span,
) -> None:  # fmt: skip
    """`whole[items] = value`, where `target` is the subscript."""
    value = by_data.stored(cx, value, isinstance(whole, Complex), span)
    if isinstance(whole, Complex):
        put_parts(
            cx, whole, items, value, span,
            lambda part, at, new: put_elements(cx, target, part, at, new, span),
        )  # fmt: skip
        return
    if cx.fortran and isinstance(value, Complex):
        value = value.re  # Fortran 2018, 10.2.1.3
    if isinstance(whole, Grown):
        owner: Array | Selected = settable(cx, whole, items, target.span)
        check_item(cx, whole, value, span)
    else:
        counted = isinstance(whole, Listed) and settable_number(cx, whole, items, value, span)
        owner, items = in_memory(cx, counted or owner_of(cx, whole, target), items, span)
    if by_mask(owner, items):
        put_by_mask(cx, owner, items, value, span)
        return
    assert isinstance(owner, Array)
    if has_list(items) or has_positions(cx, items):
        refuse_ways(owner, span)
        scatter(cx, owner, items, as_array(stacked(cx, value, span), span), span, target.exact)
        return
    if isinstance(value, Selected) and not owner.ways:
        view, dtype = elements(cx, target, owner, items)
        put_in_order(cx, view, dtype, as_array(as_long(cx, value, view.shape, span), span), span)
        return
    array = as_array(stacked(cx, value, span), span)
    if owner.ways:
        found = subscript(cx, owner, items, target.span, target.exact)
        each_way(cx, found, lambda view, dtype: put_in_order(cx, view, dtype, array, span), span)
        return
    put_in_order(cx, *elements(cx, target, owner, items), array, span)


def _instead_of_unpacking(value: Value) -> str:
    if isinstance(value, Array) and value.shape:
        return "take its elements one by one: `a, b = x[0], x[1]`"
    return "give one target, or a tuple of as many values as targets"


def unpack(cx: Context, target: surface.Sequence, value: Value, span: Span) -> None:
    """All values are taken before the first target changes."""
    if isinstance(value, Array) and has_rest(target, value):
        target, value = rest_of_array(cx, target, value)
    target, value = with_rest(cx, target, value)
    if isinstance(value, Array) and value.shape:
        value = _as_many(cx, value, target, span)
    if isinstance(value, Array) and value.shape and value.shape[0] == len(target.items):
        positions = map(sympy.Integer, range(len(target.items)))
        value = Items(tuple(leading_axis(cx, value, k, span) for k in positions))
    if isinstance(value, ByData) and value.shape and value.shape[0] == len(target.items):
        value = by_data.each(value, lambda v, k: elements_along(cx, v, k, span))
    if isinstance(value, Complex) and value.shape and value.shape[0] == len(target.items):
        value = Items(tuple(elements_along(cx, value, k, span) for k in range(len(target.items))))
    if isinstance(value, Selected) and value.axis:
        value = of_first_axis(cx, value, span) or value
    elif isinstance(value, Selected) and cx.learned.lengths:
        value = first_items(cx, value, len(target.items), span)
    if isinstance(value, Grown) and value.count == len(target.items):
        at = range(len(target.items))
        read = [item_of_list(cx, value, [(Integer(sympy.Integer(k)), span)], span) for k in at]
        value = Items(tuple(read))
    if isinstance(value, (Keywords, IntegerRange)):
        value = Items(items_in(cx, value, span))
    if not isinstance(value, Items):
        raise AdcError.of(
            "ADC0213", f"cannot unpack {describe(value)} into {len(target.items)} targets",
            target.span, help=_instead_of_unpacking(value),
        )  # fmt: skip
    if len(value.items) != len(target.items):
        raise AdcError.of(
            "ADC0213",
            f"cannot unpack {len(value.items)} values into {len(target.items)} targets",
            target.span,
            help="give as many targets as values",
        )
    written: set[str] = set()
    values = []
    for part, item in zip(target.items, value.items, strict=True):
        refuse_written(cx, item, written, span)
        values.append(taken_once(cx, item, written))
        written |= written_by(cx, part)
    for position, (part, item) in enumerate(zip(target.items, values, strict=True)):
        with _still_to_come(cx, values[position + 1 :]):
            assign(cx, part, item, span)


@contextmanager
def _still_to_come(cx: Context, values: list[Value]) -> Iterator[None]:
    """Names for the values of the targets that follow, so that none of them is overwritten where a
    variable that it belonged to is given its new value in place."""
    names = [f"{_SHARED}{position}" for position in range(len(values))]
    cx.scope.names |= dict(zip(names, values, strict=True))
    try:
        yield
    finally:
        for name in names:
            cx.scope.names.pop(name, None)


def _as_many(cx: Context, value: Array, target: surface.Sequence, span: Span) -> Array:
    """An array that has one element for each target, by an assumption where its extent is a
    symbol."""
    extent, number = cx.extent(value.shape[0]), sympy.Integer(len(target.items))
    if extent.is_Integer:
        return value
    unify(cx, extent, number, "unpacking", span, _instead_of_unpacking(value))
    return replace(value, shape=(number, *value.shape[1:]))


def written_by(cx: Context, target: surface.Expr) -> set[str]:
    """The containers that an assignment to `target` may write."""
    if isinstance(target, surface.Name):
        names = {target.name, *complex_parts(target.name)}
        names |= {n for n, _ in cx.scope.scalars if n.startswith(f"{target.name}.decided")}
        own = {c for (name, _), c in cx.scope.scalars.items() if name in names}
        return own | {c for name, c in cx.scope.owned.items() if name in names}
    if isinstance(target, surface.Sequence):
        return {c for item in target.items for c in written_by(cx, item)}
    if isinstance(target, surface.Subscript):
        owner = evaluate(cx, target.value)
        if isinstance(owner, (Array, Complex)):
            return stored_in(owner)
        if isinstance(owner, Selected) and owner.array.view is not None:
            return {owner.array.view.container}
        if isinstance(owner, Grown):
            return {owner.container}
        if isinstance(owner, Held):
            return _of_objects(cx)
    if isinstance(target, surface.Attribute) and target.name in ("real", "imag"):
        (owner,) = foreseen(cx, [target.value])
        if isinstance(owner, (Array, Complex)):
            return stored_in(owner)
    return _of_objects(cx) if isinstance(target, surface.Attribute) else set()


def _of_objects(cx: Context) -> set[str]:
    """The containers that setting any field or item may write."""
    own = {c for (name, _), c in cx.scope.scalars.items() if in_heap(name)}
    return own | {c for name, c in cx.scope.owned.items() if in_heap(name)}


def owner_of(cx: Context, owner: Value, target: surface.Subscript) -> Array | Selected:
    """The array `owner` whose elements a subscript names, to be written in place."""
    refuse_list(owner, "an assignment to an item", target.span)
    if isinstance(owner, Selected) and owner.own:
        return owner
    if isinstance(owner, Selected) and axis_of(owner) is not None and not cx.learned.positions:
        raise ChangedPositionsError
    named = isinstance(owner, Array) and owner.in_memory
    if not isinstance(owner, Array) or not named or not (owner.is_shared or target.exact):
        raise AdcError.of(
            "ADC0232",
            f"{describe(owner, cx.fortran)} has no elements to assign to",
            target.span,
            help="assign to elements of an array that has a name",
        )
    for way in owner.stored:
        assert way.view is not None
        refuse_broadcast(cx, way.view, target.span)
    return owner


def refuse_ways(owner: Array, span: Span) -> None:
    if owner.ways:
        raise AdcError.of(
            "ADC0211", "a list of positions of one of several arrays is not supported", span,
            help="write the assignment on each of the paths",
        )  # fmt: skip


def put_in_order(cx: Context, view: View, dtype: DType, value: Array, span: Span) -> None:
    """`view[...] = value`, which means the same in any order of the elements."""
    if not cx.fortran:
        value = _without_leading_ones(value, len(view.shape))
        check_order(cx, view, value, span)
    put(cx, view, dtype, value, span)


def _without_leading_ones(value: Array, rank: int) -> Array:
    """`value` without axes of one element that what it is assigned to has not, as NumPy takes it;
    not for a single element, to which it gives no array."""
    more = value.rank - rank
    if rank == 0 or more <= 0 or not all(map(is_one, value.shape[:more])):
        return value
    zeros = (sympy.Integer(0),) * more
    return remap(value, value.shape[more:], (*zeros, *places(rank)))


def each_way(cx: Context, value: Array, write: Callable[[View, DType], None], span: Span) -> None:
    """`write` to the one of several arrays that `value` is."""
    (test, first), *rest = value.ways
    assert first.view is not None
    if not rest:
        cx.will_write(first.view.container, span)
        write(first.view, first.dtype)
        return
    condition = scalar(test)
    with cx.block() as then, when(cx, condition, True) as first_arm:
        cx.will_write(first.view.container, span)
        write(first.view, first.dtype)
    with cx.block() as orelse, when(cx, condition, False) as second_arm:
        each_way(cx, replace(value, ways=tuple(rest)), write, span)
    guard(cx, first_arm, then)
    guard(cx, second_arm, orelse)
    cx.body.append(Branch(test, tuple(then), tuple(orelse), span))


def elements(
    cx: Context, target: surface.Subscript, owner: Array, items: list[Item]
) -> tuple[View, DType]:
    """The elements that the subscript `items` names, to be written in place."""
    found = subscript(cx, owner, items, target.span, target.exact)
    if found.view is None:
        raise AdcError.of(
            "ADC0232", "this is a copy, not a part of an array", target.span,
            help="assign to elements of an array that has a name",
        )  # fmt: skip
    cx.will_write(found.view.container, target.span)
    return found.view, found.dtype
