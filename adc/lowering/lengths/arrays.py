"""Arrays whose length data decide: the first elements of an array that is long enough.

What a mask selects is *packed* where its elements are asked for by their number: they stand one
behind the other in an array as long as the mask, and an integer says how many there are. Where two
of these meet their lengths have to be equal, which the call checks when it gets there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import sympy

from adc.diagnostics import Span
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Index, IntValue, Read, reads
from adc.ir.node import Node
from adc.ir.nodes import Branch, Loop
from adc.ir.shapes import same
from adc.lowering import reshaping
from adc.lowering.context import Context, containers_read, containers_written
from adc.lowering.control.misfits import fail_where
from adc.lowering.indexing import remap
from adc.lowering.integers.picks import Pick, picking
from adc.lowering.integers.prover import Range
from adc.lowering.masks.selections import axis_of, copied, refused, with_own_mask, zeroed
from adc.lowering.positions.subscripts import note_view
from adc.lowering.store import Points, materialise, put, store
from adc.lowering.values import Array, Selected, Value, View, of_view, places, scalar

_ZERO = sympy.Integer(0)


@dataclass(frozen=True)
class Kept:
    """The integer in `count`, and positions in `places`, that `node` has last set by `key`.

    A mask and a part of it have one `key`; how long the mask is says the shape of `places`.
    """

    node: Node
    key: Expr
    count: View
    places: View | None


def first_of(array: Array, length: Array, *, own: bool = False, sliced: bool = False) -> Selected:
    """The first `length` elements of `array`."""

    def at(position: Index) -> Expr:
        return build.compare("lt", IntValue(position[0]), length.at(()))

    mask = Array((array.shape[0],), DType.BOOL, at)
    return Selected(array, mask, 0, own, length, sliced=sliced)


def counted(cx: Context, value: Selected, span: Span | None) -> Selected:
    """`value` with its elements one behind the other."""
    if value.axis:
        raise refused("what a mask selects of other axes than the first is not supported here",
                      span, "let the mask be the first subscript")  # fmt: skip
    if value.length is not None:
        return value
    if value.packed is not None:
        return value.packed
    value = with_own_mask(cx, value)
    array, mask, rank = value.array, value.mask, value.mask.rank
    assert span is not None
    if rank > 1:
        array = reshaping.reshape(cx, array, (-1, *array.shape[rank:]), span)
        mask = reshaping.reshape(cx, mask, (-1,), span)
    found, length = _found(cx, mask, span)
    at = of_view(found, DType.INT64)
    if axis_of(value) is not None and rank == 1:
        return first_of(at, length)
    return first_of(taken(cx, array, at, length, span), length, own=True)


def _found(cx: Context, mask: Array, span: Span) -> tuple[View, Array]:
    """The positions where `mask` holds, and how many there are."""
    key = mask.at(places(1))
    kept = _kept(cx, key, mask.shape[0])
    if kept is None:
        found = cx.new_container(cx.new_name("places"), DType.INT64, mask.shape)
        points = Points(cx, found.shape)
        zero = build.zero(DType.INT64)
        cx.emit(found, points.position, Update.ASSIGN, zero, points.dims)
        count = cx.new_container(cx.new_name("count"), DType.INT64, ())
        cx.emit(count, (), Update.ASSIGN, zero, ())
        _count_up(cx, mask, found, count, span)
        kept = Kept(cx.body[-1], key, count, found)
        cx.told.kept.append(kept)
        cx.told.capacity[count.container] = cx.extent(mask.shape[0])
    assert kept.places is not None
    return kept.places, as_length(kept.count)


def _count_up(cx: Context, mask: Array, found: View, count: View, span: Span) -> None:
    variable, extent = cx.domain_symbol(0), cx.extent(mask.shape[0])
    number = of_view(count, DType.INT64)
    cx.prover.ranges.append(Range(variable, _ZERO, extent - 1))
    with cx.block() as chosen:
        pick = Pick(cx.domain_symbol(1), extent, number, ())
        with picking(cx, (pick,), (), span):
            here = scalar(IntValue(variable))
            store(cx, found.select((), (pick.var,)), DType.INT64, here, span)
        more = build.add(number.at(()), IntValue(sympy.Integer(1)))
        cx.emit(count, (), Update.ASSIGN, more, ())
    cx.prover.ranges.pop()
    each = Branch(mask.at((variable,)), tuple(chosen), (), span)
    cx.body.append(Loop(variable.name, _ZERO, extent, 1, (each,), span))


def _kept(cx: Context, key: Expr, extent: sympy.Expr | None = None) -> Kept | None:
    """What was set by `key` above in this block, where nothing has changed since: positions among
    `extent` elements, or an integer where that is None."""
    read = {r.container for r in reads(key)}
    for kept in reversed(cx.told.kept):
        if kept.key == key and _same_extent(kept.places, extent):
            for number in range(len(cx.body) - 1, -1, -1):
                if cx.body[number] is kept.node:
                    own = {v.container for v in (kept.count, kept.places) if v is not None}
                    changed = containers_written(cx.body, number + 1)
                    return kept if not changed & (read | own) else None
    return None


def _same_extent(places: View | None, extent: sympy.Expr | None) -> bool:
    if places is None or extent is None:
        return places is None and extent is None
    return same(places.shape[0], extent)


def as_length(count: View) -> Array:
    """The integer in `count`, as a number of Python's that nothing changes."""
    return replace(of_view(count, DType.INT64), weak=True, view=None, stable=True)


def places_of(cx: Context, value: Selected, span: Span) -> tuple[Array, Array]:
    """The positions that a mask selects, and how many there are."""
    found, length = _found(cx, with_own_mask(cx, value).mask, span)
    return of_view(found, DType.INT64), length


def taken(cx: Context, array: Array, at: Array, length: Array, span: Span) -> Array:
    """A new array of the elements of `array` at the first `length` positions `at`, which are
    positions of it."""
    made = cx.new_container(
        cx.new_name("packed"), array.dtype, (at.shape[0], *array.shape[1:])
    )  # fmt: skip
    points = Points(cx, made.shape)
    zero = build.zero(array.dtype)
    cx.emit(made, points.position, Update.ASSIGN, zero, points.dims)
    with _each(cx, at, length, array.shape[0], span) as (number, position):
        tail = places(array.rank - 1)
        part = remap(array, array.shape[1:], (position, *tail))
        store(cx, made.select(array.shape[1:], (number, *tail)), array.dtype, part, span)
    return of_view(made, array.dtype)


def put_at(cx: Context, target: Array, at: Array, length: Array, value: Array, span: Span) -> None:
    """`target[at] = value` for the first `length` of each, one after the other."""
    assert target.view is not None
    if target.view.container in containers_read(value):
        value = of_view(materialise(cx, value, "tmp"), value.dtype, weak=value.weak)
    with _each(cx, at, length, target.shape[0], span) as (number, position):
        tail = places(target.rank - 1)
        part = value
        if value.rank == target.rank:
            first = number if value.shape[0] != 1 else _ZERO
            part = remap(value, value.shape[1:], (first, *places(value.rank - 1)))
        put(cx, target.view.select(target.shape[1:], (position, *tail)), target.dtype, part, span)


@contextmanager
def _each(
    cx: Context, at: Array, length: Array, extent: sympy.Expr, span: Span
) -> Iterator[tuple[sympy.Symbol, sympy.Symbol]]:
    """Statements for each of the first `length` positions `at`, on an axis of `extent` elements:
    the variables that count them, and that are the positions."""
    variable, count = cx.domain_symbol(0), cx.extent(at.shape[0])
    cx.prover.ranges.append(Range(variable, _ZERO, count - 1))
    with cx.block() as body:
        pick = Pick(cx.domain_symbol(1), cx.extent(extent), at, (variable,))
        with picking(cx, (pick,), (), span):
            yield variable, pick.var
    cx.prover.ranges.pop()
    test = build.compare("lt", IntValue(variable), length.at(()))
    each = Branch(test, tuple(body), (), span)
    cx.body.append(Loop(variable.name, _ZERO, count, 1, (each,), span))


# -- names -----------------------------------------------------------------------------------------


def held_copy(cx: Context, value: Selected, stem: str) -> Selected:
    """What a name for `value` stands for."""
    if value.own:
        return value
    if not cx.learned.lengths or value.axis:
        return note_sliced(cx, value, copied(cx, value, stem))
    if axis_of(value) is not None and value.length is None and not cx.learned.positions:
        value = copied(cx, value, stem)
        return replace(value, packed=counted(cx, value, cx.span))
    found = counted(cx, value, cx.span)
    if not found.own:
        plain = not containers_read(found.array)
        whole = found.array if plain else zeroed(found)
        view = materialise(cx, whole, stem, user=True)
        found = replace(found, array=of_view(view, found.array.dtype), own=True, sliced=False)
    return note_sliced(cx, value, found)


def note_sliced(cx: Context, value: Selected, copy: Selected) -> Selected:
    """`copy`; where it is one of what NumPy makes a view of, nothing may tell them apart."""
    if value.sliced and copy.array.view is not None:
        assert cx.span is not None
        note_view(cx, value.array, copy.array.view, cx.span)
    return copy


# -- lengths that meet -----------------------------------------------------------------------------


def together(cx: Context, values: Sequence[Value], tail: int, span: Span | None) -> list[Value]:
    """`values` with what masks select, and arrays beside it, as the first elements of arrays of one
    length; the call fails where their lengths are not equal."""
    found: dict[int, Selected] = {}
    for number, value in enumerate(values):
        if isinstance(value, Selected):
            found[number] = counted(cx, value, span)
        elif isinstance(value, Array) and value.rank == tail + 1 and value.shape[0] != 1:
            length = scalar(IntValue(cx.extent(value.shape[0])), weak=True, stable=True)
            found[number] = first_of(value, length)
        elif isinstance(value, Array) and value.rank > tail + 1:
            raise refused("an array of more axes beside what a mask selects is not supported", span)
    first, *others = found.values()
    assert first.length is not None
    extent = first.array.shape[0]
    for other in others:
        check_equal(cx, first.length, other.length, span)
        extent = _shorter(cx, extent, other.array.shape[0])
    result = list(values)
    for number, value in found.items():
        result[number] = replace(first_of(cut(value.array, extent), first.length), own=value.own)
    return result


def check_equal(cx: Context, one: Array, other: Array | None, span: Span | None) -> None:
    """Have the call fail where two lengths are not equal."""
    assert other is not None
    if one.at(()) != other.at(()):
        differ = build.compare("ne", one.at(()), other.at(()))
        fail_where(cx, differ, "arrays of different lengths", span)


def _shorter(cx: Context, one: sympy.Expr, other: sympy.Expr) -> sympy.Expr:
    if same(one, other) or cx.prover.at_most(one, other):
        return one
    return other if cx.prover.at_most(other, one) else shapes.minimum(one, other)


def cut(array: Array, extent: sympy.Expr) -> Array:
    """The first `extent` elements, of which there are not more."""
    if same(array.shape[0], extent):
        return array
    return remap(array, (extent, *array.shape[1:]), places(array.rank))


def note_most(cx: Context, found: Array, most: sympy.Expr) -> None:
    """Remember that the integer `found` is hardly more than `most`, which sizes tell."""
    expr = found.at(()) if not found.shape else None
    if isinstance(expr, Read):
        cx.told.most[expr.container] = most


def kept_integer(cx: Context, value: Expr, stem: str, most: sympy.Expr | None = None) -> Array:
    """`value`, an integer, as it is now: a number that nothing changes; a length that is never
    more than `most`, where that is given."""
    if not reads(value):
        return scalar(value, weak=True, stable=True)
    if isinstance(value, Read) and value.container in cx.told.capacity:
        return as_length(View(value.container, (), ()))
    kept = _kept(cx, value)
    if kept is None:
        view = materialise(cx, scalar(value), stem, dtype=DType.INT64)
        kept = Kept(cx.body[-1], value, view, None)
        cx.told.kept.append(kept)
    if most is not None:
        cx.told.capacity[kept.count.container] = most
    return as_length(kept.count)
