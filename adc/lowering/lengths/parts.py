"""Parts of arrays whose length data decide, and parts of arrays with bounds that data decide.

`x[:k]` are the first elements of an array, `x[i:j]` what a mask selects. Bounds are cut off at both
ends as Python does it, positions have to be inside, which the call checks when it gets there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import Span
from adc.frontends import surface
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue, Read
from adc.ir.nodes import Loop
from adc.ir.shapes import same
from adc.lowering.broadcasting import formal
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.indexing import Item, SliceValue, expanded, subscript
from adc.lowering.integers.prover import Range
from adc.lowering.lengths.arrays import counted, first_of, kept_integer, taken
from adc.lowering.lengths.read_slices import DataSlice
from adc.lowering.masks.selections import axis_of, refused
from adc.lowering.positions.subscripts import note_view
from adc.lowering.positions.tables import entry_of
from adc.lowering.promotion import as_array, convert
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Dots,
    Integer,
    Items,
    Nothing,
    Selected,
    Value,
    of_view,
    scalar,
)

_ZERO = sympy.Integer(0)
_Bound = Array | Integer | None
#: An end that is behind that of any array, where slices are cut off.
_BEYOND = 2**62


def integer(value: int) -> Expr:
    return IntValue(sympy.Integer(value))


def slice_by_data(cx: Context, item: surface.Slice) -> DataSlice | None:
    """A slice of which a bound is computed; None for any other."""
    if item.step is None:
        item = replace(item, start=_bounded(item.start, 0), stop=_bounded(item.stop, _BEYOND))
    start, stop, step = (
        Nothing() if e is None else cx.evaluate(e) for e in (item.start, item.stop, item.step)
    )
    if isinstance(step, Integer) and step.value.is_Integer:
        return _slice_between(cx, start, stop, int(step.value), item.span)
    return _slice_between(cx, start, stop, 1, item.span) if isinstance(step, Nothing) else None


def maybe_none(bound: surface.Expr | None) -> bool:
    """Whether a bound is None on one path, and something else on another."""
    arms = (bound.then, bound.orelse) if isinstance(bound, surface.Conditional) else ()
    return any(isinstance(arm, surface.NoneValue) for arm in arms)


def _bounded(bound: surface.Expr | None, number: int) -> surface.Expr | None:
    """`bound` with a number that means the same in place of None on one path."""
    if not isinstance(bound, surface.Conditional) or not maybe_none(bound):
        return bound
    arms = (bound.then, bound.orelse)
    made = (
        surface.Number(str(number), "int", arm.span) if isinstance(arm, surface.NoneValue) else arm
        for arm in arms
    )
    then, orelse = made
    return replace(bound, then=then, orelse=orelse)


def _slice_between(
    cx: Context, start: Value, stop: Value, step: int, span: Span
) -> DataSlice | None:
    bounds: list[_Bound] = []
    for value in (start, stop):
        if not isinstance(value, Nothing) and not is_position(value):
            return None
        bounds.append(None if isinstance(value, Nothing) else value)  # type: ignore[arg-type]
    if not any(isinstance(b, Array) and entry_of(cx, b.at(())) is None for b in bounds):
        return None
    return DataSlice(bounds[0], bounds[1], step, span)


def has_data_slice(items: list[Item]) -> bool:
    return any(isinstance(item, DataSlice) for item, _ in items)


# -- slices ----------------------------------------------------------------------------------------


def sliced(cx: Context, owner: Array, items: list[Item], span: Span) -> Selected:
    """`owner[items]`, where the bounds of one slice are up to data."""
    written = expanded(owner, items, span)
    (at, *more) = [k for k, (item, _) in enumerate(written) if isinstance(item, DataSlice)]
    if more or any(_selects(item) for item, _ in written):
        raise refused("a slice whose bounds data decide beside another, or beside positions, is "
                      "not supported", span, "subscript one after the other")  # fmt: skip
    item = written[at][0]
    assert isinstance(item, DataSlice)
    axis = sum(_makes_axis(i) for i, _ in written[:at])
    own = sum(not isinstance(i, Nothing) for i, _ in written[:at])
    length = IntValue(cx.extent(owner.shape[own]))
    before, after = written[:at], written[at + 1 :]

    def base(part: SliceValue) -> Array:
        return subscript(cx, owner, [*before, (part, item.span), *after], span)

    return _cut(cx, base, item, axis, length, span)


def _cut(
    cx: Context, base: Callable[[SliceValue], Array], item: DataSlice, axis: int, length: Expr,
    span: Span,
) -> Selected:  # fmt: skip
    """The part `item` along an axis of so many elements: `base` gives the array with a slice of
    sizes there."""
    first = _literal(item.start)
    stop = bound(cx, item.stop, length, length)
    if first is not None and first >= 0 and item.step >= 1 and not axis:
        array = base(SliceValue(sympy.Integer(first), None, item.step, item.span))
        count = stop if not first else build.sub(stop, integer(first))
        if item.step > 1:
            count = build.apply("floordiv", build.add(count, integer(item.step - 1)),
                                integer(item.step))  # fmt: skip
        if count is not stop:
            count = build.apply("maximum", count, integer(0))
        number = kept_integer(cx, count, "count", cx.extent(array.shape[0]))
        return first_of(array, number, sliced=array.view is not None)
    if item.step != 1:
        raise refused("a step in a slice whose bounds data decide is not supported", item.span,
                      "write a loop over the elements")  # fmt: skip
    start = kept_integer(cx, bound(cx, item.start, length, integer(0)), "first").at(())
    end = kept_integer(cx, stop, "end").at(())
    array = base(SliceValue(None, None, 1, item.span))

    def between(position: Index) -> Expr:
        here = IntValue(position[0])
        return build.apply("and", build.compare("ge", here, start), build.compare("lt", here, end))

    mask = Array((array.shape[axis],), DType.BOOL, between)
    return Selected(array, mask, axis, sliced=array.view is not None)


def bound(cx: Context, value: _Bound, length: Expr, default: Expr) -> Expr:
    """The bound of a slice of so many elements, cut off at its ends; negative ones count from the
    end."""
    if value is None:
        return default
    expr = convert(as_array(value).at(()), DType.INT64)
    literal = _literal(value)
    if literal is None and _is_within(cx, expr, length):
        return expr
    if literal is None or literal >= 0:
        high = build.apply("minimum", expr, length)
        if literal is not None:
            return high
    behind = build.add(expr, length) if literal is None else build.sub(length, integer(-literal))
    low = build.apply("maximum", behind, integer(0))
    if literal is not None:
        return low
    return build.where(build.compare("lt", expr, integer(0)), low, high)


def _is_within(cx: Context, expr: Expr, length: Expr) -> bool:
    """Whether `expr` is a length that is surely not more than `length`."""
    most = cx.told.capacity.get(expr.container) if isinstance(expr, Read) else None
    return (
        most is not None
        and isinstance(length, IntValue)
        and (cx.prover.at_most(most, length.value))
    )


def _literal(value: _Bound) -> int | None:
    """The bound as a number that the source has; 0 where there is none."""
    if value is None:
        return 0
    known = value.value if isinstance(value, Integer) else None
    return int(known) if known is not None and known.is_Integer else None


def _makes_axis(item: object) -> bool:
    return isinstance(item, (SliceValue, DataSlice, Nothing))


def _selects(item: object) -> bool:
    return isinstance(item, Selected) or (isinstance(item, Array) and bool(item.shape))


def part(cx: Context, owner: Selected, items: list[Item], span: Span) -> Selected | None:
    """Some of the elements of what has a length that data decide; None for what is no slice."""
    item, where = items[0]
    if isinstance(item, SliceValue):
        item = DataSlice(_of(item.start), _of(item.stop), item.step, item.span)
    if not isinstance(item, DataSlice) or any(_selects(i) for i, _ in items[1:]):
        return None
    found = counted(cx, owner, span)
    assert found.length is not None
    if item.step == -1 and item.start is None and item.stop is None and len(items) == 1:
        return _reversed(cx, found, where)

    def base(part: SliceValue) -> Array:
        return subscript(cx, found.array, [(part, where), *items[1:]], span)

    made = _cut(cx, base, item, 0, found.length.at(()), span)
    return replace(made, own=found.own, sliced=made.sliced and not found.own)


def _of(value: sympy.Expr | None) -> _Bound:
    return None if value is None else Integer(value)


def _reversed(cx: Context, value: Selected, span: Span) -> Selected:
    assert value.length is not None
    length = value.length

    def at(position: Index) -> Expr:
        last = build.sub(length.at(()), integer(1))
        return build.sub(last, IntValue(position[0]))

    places = of_view(
        materialise(cx, Array(value.array.shape[:1], DType.INT64, at), "places"), DType.INT64
    )
    found = taken(cx, value.array, places, length, span)
    if value.array.view is not None and found.view is not None:
        note_view(cx, value.array, found.view, span)
    return first_of(found, length, own=True)


# -- positions -------------------------------------------------------------------------------------


def is_position(item: object) -> bool:
    return isinstance(item, Integer) or (
        isinstance(item, Array) and not item.shape and item.dtype.is_integer
    )


def located(
    cx: Context, owner: Selected, items: list[Item], span: Span
) -> tuple[Array, list[Item]] | None:
    """Where `owner[items]` is in an array, if that is at one position of those that data count."""
    item, where = items[0]
    if not is_position(item) or not cx.learned.lengths or owner.axis:
        return None
    assert isinstance(item, (Integer, Array))
    found = counted(cx, owner, span)
    assert found.length is not None
    length, extent = found.length.at(()), cx.extent(found.array.shape[0])
    if isinstance(item, Integer) and (item.value, length) in cx.told.inside:
        return found.array, [(item, where), *items[1:]]
    position = convert(as_array(item).at(()), DType.INT64)
    outside = build.compare("ge", position, length)
    if not (isinstance(item, Integer) and cx.prover.nonneg(item.value)):
        behind = build.compare("lt", position, integer(0))
        position = build.where(behind, build.add(position, length), position)
        place = materialise(cx, scalar(position), "place", dtype=DType.INT64)
        position = of_view(place, DType.INT64).at(())
        below = build.compare("lt", position, integer(0))
        outside = build.apply("or", below, build.compare("ge", position, length))
    inside = build.where(outside, IntValue(extent), position)  # where the call fails
    place = materialise(cx, scalar(inside), "place", dtype=DType.INT64)
    cx.told.capacity[place.container] = extent
    return found.array, [(of_view(place, DType.INT64), where), *items[1:]]


def in_memory(
    cx: Context, owner: Array | Selected, items: list[Item], span: Span
) -> tuple[Array | Selected, list[Item]]:
    """What is written by `owner[items] = …`: one element of an array, where that is meant."""
    _refuse_lists(owner, items)
    found = located(cx, owner, items, span) if isinstance(owner, Selected) else None
    return (owner, items) if found is None else found


def _refuse_lists(owner: Array | Selected, items: list[Item]) -> None:
    """ADC0216 for a list of positions in what is set: of what a mask selects it gives a copy."""
    for item, where in items if isinstance(owner, Selected) else ():
        table = isinstance(item, Array) and item.dtype.is_integer and bool(item.shape)
        if table or isinstance(item, Items):
            raise refused("a list of positions in what a mask selects is not set here", where,
                          "set one column after the other")  # fmt: skip


def by_positions(cx: Context, owner: Array | Selected, items: list[Item]) -> bool:
    """Whether the first of `items` are positions, as many as data decide, and not simply those of
    a mask of the owner's axes."""
    item, where = items[0]
    if not isinstance(item, Selected) or not item.array.dtype.is_integer:
        return False
    if item.array.rank > item.mask.rank:
        raise refused("positions in rows, as `np.argwhere` gives them, are no subscript here",
                      where, "take `np.nonzero(mask)[0]`")  # fmt: skip
    if not cx.learned.lengths:
        return False
    if axis_of(item) is None or item.length is not None or isinstance(owner, Selected):
        return True
    if item.mask.rank > 1:
        return not any(isinstance(i, Selected) for i, _ in items[1:])
    known = same(formal(item.mask.shape[0]), formal(owner.shape[0]))
    return not known and not cx.prover.equal(item.mask.shape[0], owner.shape[0])


def at_positions(
    cx: Context, owner: Array | Selected, items: list[Item], span: Span
) -> tuple[Array, Array, Array]:
    """The array that `owner[items]` is of, where the first item are positions; these, and how many
    they are."""
    if len(items) > 1 and not all(_is_whole(i) for i, _ in items[1:]):
        owner = _of_others(cx, owner, items, span)
    item = items[0][0]
    if isinstance(item, Array):
        number = scalar(IntValue(cx.extent(item.shape[0])), weak=True, stable=True)
        chosen = first_of(item, number)
    else:
        assert isinstance(item, Selected)
        chosen = counted(cx, item, span)
    assert chosen.length is not None
    if isinstance(owner, Selected):
        owner = counted(cx, owner, span)
        assert owner.length is not None
        array, length = owner.array, owner.length.at(())
    else:
        array, length = owner, IntValue(cx.extent(owner.shape[0]))
    return array, _checked(cx, chosen, length, span), chosen.length


def _of_others(cx: Context, owner: Array | Selected, items: list[Item], span: Span) -> Array:
    """`owner[:, …]`, of the subscripts behind positions: NumPy takes the axis of these first."""
    basic = all(isinstance(i, (Integer, SliceValue, Dots)) for i, _ in items[1:])
    if not basic or isinstance(owner, Selected):
        raise refused("positions, as many as data decide, beside other arrays are not "
                      "supported", items[1][1], "subscript one after the other")  # fmt: skip
    every: Item = (SliceValue(None, None, 1, span), items[0][1])
    return subscript(cx, owner, [every, *items[1:]], span)


def _checked(cx: Context, chosen: Selected, length: Expr, span: Span) -> Array:
    """The positions, counted from 0; the call fails where one is outside."""

    def at(position: Index) -> Expr:
        value = convert(chosen.array.at(position), DType.INT64)
        behind = build.compare("lt", value, integer(0))
        return build.where(behind, build.add(value, length), value)

    view = materialise(cx, Array(chosen.array.shape[:1], DType.INT64, at), "places")
    variable, extent = cx.domain_symbol(0), cx.extent(view.shape[0])
    value = of_view(view, DType.INT64).at((variable,))
    below = build.compare("lt", value, integer(0))
    outside = build.apply("or", below, build.compare("ge", value, length))
    cx.prover.ranges.append(Range(variable, _ZERO, extent - 1))
    with cx.block() as body:
        used = chosen.mask.at((variable,))
        fail_where(cx, build.apply("and", used, outside), "a position outside of an array", span)
    cx.prover.ranges.pop()
    cx.body.append(Loop(variable.name, _ZERO, extent, 1, tuple(body), span))
    return of_view(view, DType.INT64)


def _is_whole(item: object) -> bool:
    whole = isinstance(item, SliceValue) and item.start is None and item.stop is None
    return isinstance(item, Dots) or (whole and isinstance(item, SliceValue) and item.step == 1)


def at_many(cx: Context, owner: Array | Selected, items: list[Item], span: Span) -> Selected:
    """`owner[items]`, a copy, where the first item are positions."""
    array, places, length = at_positions(cx, owner, items, span)
    return first_of(taken(cx, array, places, length, span), length, own=True)


__all__ = [
    "at_many", "at_positions", "bound", "by_positions", "has_data_slice", "in_memory",
    "is_position", "located", "maybe_none",
    "part", "sliced",
]  # fmt: skip
