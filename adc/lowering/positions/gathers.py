"""Lists as subscripts: `A[[0, 2]]`, Fortran's `a([1, 3])`.

The positions are integers known while compiling, so that each is a subscript of its own: elements
are gathered into a new array, or a value is scattered part by part, in the order of the list.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy

from adc.diagnostics import AdcError, Span
from adc.lowering.broadcasting import show_shape, unify
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context, containers_read
from adc.lowering.indexing import Item, expanded, remap, subscript
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.joins import join
from adc.lowering.positions.subscripts import added_at, gathered, has_positions, is_table, scattered
from adc.lowering.reshaping import expand_dims
from adc.lowering.store import materialise, put
from adc.lowering.values import Array, Integer, Items, Value, of_view, place

#: As many statements are written at most for one list.
MOST_POSITIONS = 256


def has_list(items: list[Item]) -> bool:
    return any(isinstance(item, Items) for item, _ in items)


def _with_tables(cx: Context, items: list[Item], span: Span) -> list[Item]:
    """`items`, with arrays of positions for lists where one has lists in it, which are broadcast:
    `R[[[0], [2]], [1, 3]]`."""
    nested = any(_is_nested(item) for item, _ in items)
    if not nested:
        return items
    return [(_table(cx, v, w, span) if isinstance(v, Items) else v, w) for v, w in items]


def _is_nested(item: object) -> bool:
    return isinstance(item, Items) and any(isinstance(v, Items) for v in item.items)


def _table(cx: Context, item: Items, where: Span, span: Span) -> Array:
    site = CallSite("numpy.array", (item,), {}, (where,), span)
    found = array_operand(cx, site, item)
    if not found.dtype.is_integer or any(extent == 0 for extent in found.shape):
        raise AdcError.of(
            "ADC0216", "a list of lists as a subscript that has other than integers in it is not "
            "supported", where, help="use lists of integers",
        )  # fmt: skip
    return of_view(materialise(cx, found, "places"), found.dtype)


def gather(cx: Context, owner: Array, items: list[Item], span: Span, exact: bool) -> Array:
    """The elements at the positions of lists: a new array."""
    items = _with_tables(cx, items, span)
    if has_positions(cx, items) and not has_list(items):
        return gathered(cx, owner, items, span, exact)
    if not has_list(items):
        return subscript(cx, owner, items, span, exact)
    axis, ways = _apart(cx, owner, items, span)
    parts = [gather(cx, owner, way, span, exact) for way in ways]
    site = CallSite("subscript", (), {}, (), span)
    return join(cx, site, [expand_dims(part, (axis,)) for part in parts], axis)


def scatter(
    cx: Context, owner: Array, items: list[Item], value: Array, span: Span, exact: bool
) -> None:
    """`owner[items] = value`; of positions that a list has twice the last one counts."""
    items = _with_tables(cx, items, span)
    if has_positions(cx, items) and not has_list(items):
        scattered(cx, owner, items, value, span, exact)
        return
    if not has_list(items):
        found = subscript(cx, owner, items, span, exact)
        assert found.view is not None
        cx.will_write(found.view.container, span)
        put(cx, found.view, found.dtype, value, span)
        return
    assert owner.view is not None
    if owner.view.container in containers_read(value):
        value = of_view(materialise(cx, value, "tmp"), value.dtype, weak=value.weak)
    for way, part in _parts(cx, owner, items, value, span):
        scatter(cx, owner, way, part, span, exact)


def added(
    cx: Context, owner: Array, items: list[Item], value: Array, subtract: bool, span: Span
) -> None:
    """`np.add.at(owner, items, value)`: a position that comes twice is added to twice."""
    items = _with_tables(cx, items, span)
    if not has_list(items):
        added_at(cx, owner, items, value, subtract, span)
        return
    if owner.view is not None and owner.view.container in containers_read(value):
        value = of_view(materialise(cx, value, "tmp"), value.dtype, weak=value.weak)
    for way, part in _parts(cx, owner, items, value, span):
        added(cx, owner, way, part, subtract, span)


def _parts(
    cx: Context, owner: Array, items: list[Item], value: Array, span: Span
) -> Iterator[tuple[list[Item], Array]]:
    """The subscripts for each position of a list, and what of `value` goes there."""
    axis, ways = _apart(cx, owner, items, span)
    rank = 1 + sum(not _selects_one(item) for item, _ in ways[0])
    for number, way in enumerate(ways):
        yield way, _part(cx, value, rank - axis, number, len(ways), span)


def _part(cx: Context, value: Array, axis: int, number: int, count: int, span: Span) -> Array:
    """What of `value` goes to position `number` of the list, whose axis is the `axis`th last."""
    if value.rank < axis:
        return value
    at = value.rank - axis
    extent = value.shape[at]
    index = [place(a if a < at else a - 1) for a in range(value.rank)]
    index[at] = sympy.Integer(0 if extent == 1 else number)
    if extent != 1:
        unify(cx, extent, sympy.Integer(count), "this assignment", span)
    return remap(value, (*value.shape[:at], *value.shape[at + 1 :]), tuple(index))


def _apart(
    cx: Context, owner: Array, items: list[Item], span: Span
) -> tuple[int, list[list[Item]]]:
    """The axis that the lists make, and the subscripts for each of its positions."""
    whole = expanded(owner, items, span)
    lists = [k for k, (item, _) in enumerate(whole) if isinstance(item, Items)]
    if cx.fortran:
        lists, chosen = lists[:1], lists[:1]
    else:
        lists += [k for k, (item, _) in enumerate(whole) if is_table(item)]
        chosen = [k for k, (item, _) in enumerate(whole) if k in lists or _selects_one(item)]
    columns = [_column(cx, *whole[k]) for k in lists]
    count = max(len(column) for column in columns)
    for k, column in zip(lists, columns, strict=True):
        if len(column) not in (1, count):
            raise AdcError.of(
                "ADC0216", f"lists of {len(column)} and {count} positions do not go together",
                whole[k][1], help="give lists of one length",
            )  # fmt: skip
    ways = []
    for number in range(count):
        way = list(whole)
        for k, column in zip(lists, columns, strict=True):
            way[k] = (column[number if len(column) > 1 else 0], whole[k][1])
        ways.append(way)
    return _axis_of(whole, chosen), ways


def _axis_of(items: list[Item], chosen: list[int]) -> int:
    """Where the axis stands that lists, and the integers beside them, make together: first if a
    slice is between them (NumPy's guide, "Combining advanced and basic indexing")."""
    first, last = chosen[0], chosen[-1]
    if last - first >= len(chosen):
        return 0
    return sum(not _selects_one(item) for item, _ in items[:first])


def _selects_one(item: object) -> bool:
    return isinstance(item, Integer) or (isinstance(item, Array) and not item.shape)


def _column(cx: Context, chosen: object, where: Span) -> tuple[Value, ...]:
    """The positions of a list or of an array of them beside a list, which has one of each."""
    if not isinstance(chosen, Array):
        return _listed(chosen, where)
    count = chosen.shape[0]
    if chosen.rank != 1 or not count.is_Integer or not 0 < count <= MOST_POSITIONS:
        raise AdcError.of(
            "ADC0216", f"a list beside positions of shape {show_shape(chosen.shape)} is not "
            "supported", where, help="write the list as an array, or write a loop",
        )  # fmt: skip
    return tuple(
        subscript(cx, chosen, [(Integer(sympy.Integer(k)), where)], where, True)
        for k in range(int(count))
    )


def _listed(chosen: object, where: Span) -> tuple[Value, ...]:
    """The positions of a list."""
    assert isinstance(chosen, Items)
    if not 0 < len(chosen.items) <= MOST_POSITIONS:
        raise AdcError.of(
            "ADC0216", f"a list of {len(chosen.items)} positions as a subscript is not supported",
            where, help=f"use lists of 1 to {MOST_POSITIONS} positions",
        )  # fmt: skip
    return chosen.items
