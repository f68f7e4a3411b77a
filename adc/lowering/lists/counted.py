"""Lists that become longer under a test: an array with room for all that loops may append, and an
integer that counts.

What the items are, and how many there may be, earlier attempts to lower the function have found
out (`ListSpec`): where the list is made, room is made for as many. Names for the list share both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import IntValue
from adc.ir.shapes import Shape
from adc.lowering.boxes import check_boxed
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.indexing import Item
from adc.lowering.integers.picks import Pick, picking
from adc.lowering.learned import ListSpec
from adc.lowering.lengths.arrays import first_of, kept_integer
from adc.lowering.lengths.parts import is_position
from adc.lowering.lists.running import run_instead
from adc.lowering.masks.selections import refused
from adc.lowering.objects.heap import lengthened_list
from adc.lowering.positions.subscripts import note_view
from adc.lowering.promotion import as_array, cast_array, kind, promote_strong
from adc.lowering.store import Points, materialise, store
from adc.lowering.values import (
    Array,
    Grown,
    Items,
    Selected,
    Value,
    View,
    describe,
    of_view,
    places,
)

#: As often is more room asked for; each `append` in the source may ask once, of the first tries
#: for what is needed, then for twice as much: loops that are unrolled append many times.
MOST_TRIES = 12
EXACT_TRIES = 5


@dataclass(frozen=True)
class Listed(Selected):
    """A list, the first items of an array: `count` says how many. It was made at `site`, where
    `depth` loops were open."""

    count: View = View("", (), ())  # noqa: RUF009
    spec: ListSpec = ListSpec("", DType.FLOAT64, True, ())  # noqa: RUF009
    depth: int = 0
    words: ClassVar[str] = "a list"


class CountedListError(Exception):
    """A list becomes longer under a test, or may become longer than was known."""

    def __init__(self, spec: ListSpec) -> None:
        super().__init__(spec)
        self.spec = spec


def count_instead(cx: Context, first: Value | None, second: Value | None) -> None:
    """Raises CountedListError where one list is told by two values, of which one has more items."""
    if not cx.learned.lengths:
        return
    for value in (first, second):
        token = value.token if isinstance(value, (Items, Grown)) else None
        if token is None or cx.learned.list_at(token.site) is not None:
            continue
        if token.given:
            raise lengthened_list(cx.span)
        if isinstance(value, Grown) and not value.nested:
            raise CountedListError(ListSpec(token.site, value.dtype, value.weak, value.shape))
        if isinstance(value, Items) and value.items:
            item = value.items[-1]
            if isinstance(item, (Items, Grown, Selected)) or not _is_number(item):
                continue
            array = as_array(item, cx.span)
            raise CountedListError(ListSpec(token.site, array.dtype, array.weak, array.shape))


def kept_instead(cx: Context, name: str, first: Value | None, second: Value | None) -> None:
    """Raises what has the list `name`, which is one of two values, kept in another way."""
    run_instead(cx, name)
    count_instead(cx, first, second)


def _is_number(value: Value) -> bool:
    return describe(value) in ("a scalar", "an array", "an integer")


def made_list(
    cx: Context, spec: ListSpec, items: tuple[Value, ...], span: Span,
    more: sympy.Expr = sympy.S.Zero,
) -> Listed:  # fmt: skip
    """The list, with its first items, and room for `more`."""
    shape: Shape = (sympy.Add(spec.room, len(items), more), *spec.shape)
    made = cx.new_container(cx.new_name("items"), spec.dtype, shape)
    points = Points(cx, made.shape)
    cx.emit(made, points.position, Update.ASSIGN, build.zero(spec.dtype), points.dims)
    count = cx.new_container(cx.new_name("count"), DType.INT64, ())
    cx.emit(count, (), Update.ASSIGN, build.zero(DType.INT64), ())
    array = of_view(made, spec.dtype)
    first = first_of(array, of_view(count, DType.INT64))
    found = Listed(
        array, first.mask, 0, own=True, length=first.length, count=count, spec=spec,
        depth=len(cx.prover.ranges),
    )  # fmt: skip
    for item in items:
        _put(cx, found, item, span)
    return found


def list_of(cx: Context, value: Selected, weak: bool, span: Span) -> Listed:
    """A list, made at `span`, of the elements of `value`, which has a length; of numbers of
    Python's where they are `weak`."""
    assert value.length is not None
    site, array = str(span), value.array
    spec = cx.learned.list_at(site)
    if spec is None:
        raise CountedListError(ListSpec(site, array.dtype, weak, ()))
    made = made_list(cx, spec, (), span, cx.extent(array.shape[0]))
    assert made.array.view is not None
    points, cast = Points(cx, array.shape), cast_array(array, spec.dtype)
    cx.emit(made.array.view, points.position, Update.ASSIGN, cast.at(points.position), points.dims)
    cx.emit(made.count, (), Update.ASSIGN, value.length.at(()), ())
    return made


def append_to(cx: Context, listed: Listed, value: Value, span: Span) -> None:
    """`xs.append(value)`."""
    spec = listed.spec
    rooms = cx.told.rooms.setdefault(spec.site, [])
    most = _most_items(cx, listed, span)
    # Not by its place in the source: what is unrolled, or called twice, appends each time. What
    # the user says is of the whole list.
    if most is not None or cx.told.room not in rooms:
        rooms.append(sympy.Integer(cx.told.room) if most is None else most)
    needed = sympy.expand(sympy.Add(*rooms))
    if not cx.prover.at_most(needed, spec.room):
        if spec.tries == MOST_TRIES:  # as where a loop over the list makes it longer
            raise unknown_length("this list", span)
        room = needed if spec.tries < EXACT_TRIES else sympy.expand(2 * needed)
        raise CountedListError(replace(spec, room=room, tries=spec.tries + 1))
    if cx.told.room:  # no more than the user says, who may be wrong
        count, room = of_view(listed.count, DType.INT64).at(()), listed.array.shape[0]
        full = build.compare("ge", count, IntValue(cx.extent(room)))
        fail_where(cx, full, "a list with more items than there is room for", span)
    _put(cx, listed, value, span)


def _most_items(cx: Context, listed: Listed, span: Span) -> sympy.Expr | None:
    """How many items an `append` adds at most, in all of its loops; None where the user says so."""
    trips = sympy.Integer(1)
    for bound in cx.prover.ranges[listed.depth :]:
        try:
            trips = trips * cx.extent(cx.largest(bound.high + 1 - bound.low))
        except AdcError:
            if cx.told.room:
                return None
            raise unknown_length("this list", span) from None
    return sympy.expand(trips)


def unknown_length(what: str, span: Span | None) -> AdcError:
    return AdcError.of(
        "ADC0235", f"how long {what} becomes is not known", span,
        help="say how many items it has at most, such as `--room 1000`, or make an array of the "
        "largest size that it may have, and count what is used",
    )  # fmt: skip


def settable_number(
    cx: Context, listed: Listed, items: list[Item], value: Value, span: Span
) -> Selected | None:
    """The items of a list of numbers, one of which is set to `value`; None where it is another
    list, or not one item is."""
    if listed.spec.shape or len(items) != 1 or not is_position(items[0][0]):
        return None
    _typed_item(cx, listed, value, span)
    number = of_view(listed.count, DType.INT64).at(())
    length = kept_integer(cx, number, "length", cx.extent(listed.array.shape[0]))
    return replace(first_of(listed.array, length), own=True)


def _typed_item(cx: Context, listed: Listed, value: Value, span: Span) -> Array:
    """An item of the list's type, which another attempt widens where it has to."""
    spec = listed.spec
    if not _is_number(value):
        raise AdcError.of(
            "ADC0212", f"{describe(value)} in a list that grows under a test is not supported",
            span, help="append numbers, or arrays of one shape",
        )  # fmt: skip
    item = as_array(value, span)
    if item.dtype is not spec.dtype:
        if kind(item.dtype) == 0 or kind(spec.dtype) == 0 or DType.FLOAT32 in (
            item.dtype, spec.dtype
        ):  # fmt: skip
            raise AdcError.of(
                "ADC0212", f"this list has items of {spec.dtype} and gets one of {item.dtype}",
                span, help="append numbers of one type: `0.0`, not `0`",
            )  # fmt: skip
        joint = promote_strong(item.dtype, spec.dtype)
        if joint is not spec.dtype:
            raise CountedListError(replace(spec, dtype=joint))
    check_boxed("this list", item, False, span)
    if item.rank != len(spec.shape):
        raise AdcError.of(
            "ADC0212", "this list has items of different shapes", span,
            help="append arrays of one shape",
        )  # fmt: skip
    if spec.weak and not item.weak:
        raise CountedListError(replace(spec, weak=False))
    return item


def _put(cx: Context, listed: Listed, value: Value, span: Span) -> None:
    spec, item = listed.spec, _typed_item(cx, listed, value, span)
    array, number = listed.array, of_view(listed.count, DType.INT64)
    assert array.view is not None
    if item.rank and item.in_memory:  # Python has it by reference
        note_view(cx, item, array.view, span)
    item = of_view(materialise(cx, item, "item"), item.dtype)
    pick = Pick(cx.domain_symbol(0), cx.extent(array.shape[0]), number, ())
    with picking(cx, (pick,), (), span):
        target = array.view.select(array.shape[1:], (pick.var, *places(item.rank)))
        store(cx, target, spec.dtype, item, span)
    more = build.add(number.at(()), IntValue(sympy.Integer(1)))
    cx.emit(listed.count, (), Update.ASSIGN, more, ())


def as_now(cx: Context, value: Value) -> Value:
    """A list as the array of the items that it has now; any other value as it is."""
    if not isinstance(value, Listed):
        return value
    number = of_view(value.count, DType.INT64).at(())
    length = kept_integer(cx, number, "length", cx.extent(value.array.shape[0]))
    array = replace(value.array, view=None, ways=())
    return first_of(array, length)


def refuse_list(value: Value, what: str, span: Span | None) -> None:
    """ADC0216 for a use that lists and arrays differ in."""
    if isinstance(value, Listed):
        raise refused(f"{what} of a list that grows under a test is not supported", span,
                      "make an array of it first: `np.array(xs)`")  # fmt: skip
