"""Arrays that have different lengths on the two paths of a branch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sympy

from adc.diagnostics import Span
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import IntValue
from adc.ir.node import Node
from adc.ir.shapes import Shape, same
from adc.lowering.broadcasting import unify
from adc.lowering.context import Context
from adc.lowering.lengths.arrays import as_length, counted, first_of
from adc.lowering.lists.counted import Listed
from adc.lowering.masks.selections import zeroed
from adc.lowering.numbers_on_paths import number_on_a_path
from adc.lowering.store import Points, store
from adc.lowering.values import Array, Selected, Value, View, of_view, places, scalar

#: A path: what its names mean, and its statements.
Side = tuple[dict[str, Value], list[Node]]


def met(
    cx: Context, stem: str, values: Sequence[Value], sides: Sequence[Side], span: Span | None
) -> Selected | None:
    """What `values` of different lengths, one of each of the `sides`, are after them: a new array
    with room for the longest, filled at the end of each, and its length. None where they are no
    arrays of as many axes."""
    vectors = [v for v in values if isinstance(v, (Array, Selected)) and is_vector(v)]
    if not cx.learned.lengths or len(vectors) < len(values) or not alike(cx, vectors):
        return None
    outer, parts = cx.body, list[Selected]()
    for value, (names, body) in zip(vectors, sides, strict=True):
        cx.body, cx.scope.names = body, names
        parts.append(as_counted(cx, value, span))
    cx.body = outer
    room, *tail = parts[0].array.shape
    for part in parts[1:]:
        extent, *others = part.array.shape
        room = longest(cx, room, extent)
        tail = [unify(cx, a, b, f"`{stem}`", span) for a, b in zip(tail, others, strict=True)]
    dtype = parts[0].array.dtype
    made = cx.new_container(cx.new_name(stem), dtype, (room, *tail))
    count = cx.new_container(cx.new_name(f"{stem}_length"), DType.INT64, ())
    for part, (_, body) in zip(parts, sides, strict=True):
        cx.body = body
        fill(cx, made, count, part, tuple(tail), span)
    cx.body = outer
    cx.told.capacity[count.container] = cx.extent(room)
    return first_of(of_view(made, dtype), as_length(count), own=True)


def alike(cx: Context, vectors: Sequence[Array | Selected]) -> bool:
    """Whether these, of which a mask selects one or which differ in length, have as many axes and
    elements of one type; and none may be a number."""
    arrays = [v.array if isinstance(v, Selected) else v for v in vectors]
    extents = [v.shape[0] for v in vectors if isinstance(v, Array)]
    if len(extents) == len(vectors) and all(same(extents[0], e) for e in extents):
        return False
    if any(number_on_a_path(cx, array) for array in arrays):
        return False
    return len({v.rank for v in vectors}) == 1 and len({a.dtype for a in arrays}) == 1


def is_vector(value: Array | Selected) -> bool:
    """Whether it has a first axis, whose length data may decide."""
    if isinstance(value, Selected):
        return not value.axis and not isinstance(value, Listed)
    return bool(value.shape)


def as_counted(cx: Context, value: Array | Selected, span: Span | None) -> Selected:
    """`value` as the first elements of an array."""
    if isinstance(value, Selected):
        return counted(cx, value, span)
    length = scalar(IntValue(cx.extent(value.shape[0])), weak=True, stable=True)
    return first_of(value, length)


def longest(cx: Context, one: sympy.Expr, other: sympy.Expr) -> sympy.Expr:
    """The larger one of two extents."""
    if same(one, other) or cx.prover.at_most(other, one):
        return one
    return other if cx.prover.at_most(one, other) else shapes.maximum(one, other)


def fill(
    cx: Context, made: View, count: View, part: Selected, tail: Shape, span: Span | None
) -> None:
    """Have `made`, whose other axes are `tail`, begin with the elements of `part`, and `count` say
    how many there are."""
    assert part.length is not None
    extent, dtype = part.array.shape[0], cx.containers[made.container].dtype
    if not same(extent, made.shape[0]):
        points = Points(cx, made.shape)
        cx.emit(made, points.position, Update.ASSIGN, build.zero(dtype), points.dims)
    first = made.select((extent, *tail), places(1 + len(tail)))
    store(cx, first, dtype, replace(zeroed(part), view=None, ways=()), span)
    cx.emit(count, (), Update.ASSIGN, part.length.at(()), ())


__all__ = ["alike", "as_counted", "fill", "is_vector", "longest", "met"]
