"""Arrays whose lengths data decide and that loops carry: `while …: t = t[np.abs(t) < k*np.std(t)]`.

What one iteration leaves to the next is kept as its elements and their number, with room for the
most that there may be. Each iteration begins with a copy of them, which nothing else writes to, so
that lengths and elements that it keeps stay what they are where the next ones come in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy

from adc.diagnostics import Span
from adc.ir import shapes
from adc.ir.dtypes import DType
from adc.ir.shapes import Shape, same
from adc.lowering.binding import stem_of
from adc.lowering.broadcasting import unify
from adc.lowering.context import Context
from adc.lowering.control.returns import EARLY_RESULT
from adc.lowering.lengths.arrays import as_length, first_of
from adc.lowering.lengths.paths import alike, as_counted, fill, is_vector, longest
from adc.lowering.merging import note_sharing
from adc.lowering.values import Array, Selected, Value, View, of_view


@dataclass(frozen=True)
class Room:
    """The type of the elements that a loop carries, and the `shape` that has room for the most."""

    dtype: DType
    shape: Shape


@dataclass(frozen=True)
class Place:
    """Where the elements stand from iteration to iteration, and how many there are."""

    elements: View
    count: View
    dtype: DType

    @property
    def array(self) -> Array:
        return of_view(self.elements, self.dtype)

    @property
    def value(self) -> Selected:
        return first_of(self.array, as_length(self.count), own=True)


def room_of(cx: Context, name: str, values: Sequence[Value], span: Span | None) -> Room | None:
    """The room for `values`, of which one iteration begins with the first and ends with the last;
    None where they are no arrays of which data decide a length."""
    vectors = [v for v in values if isinstance(v, (Array, Selected)) and is_vector(v)]
    if not cx.learned.lengths or len(vectors) < len(values) or name.startswith(EARLY_RESULT):
        return None
    if not any(isinstance(v, Selected) for v in vectors) or not alike(cx, vectors):
        return None
    room, *tail = _most(vectors[0])
    for extent, *others in map(_most, vectors[1:]):
        room = longest(cx, room, extent)
        tail = [unify(cx, a, b, f"`{name}`", span) for a, b in zip(tail, others, strict=True)]
    array = vectors[0].array if isinstance(vectors[0], Selected) else vectors[0]
    fixed = shapes.names(sympy.Tuple(room, *tail)) <= cx.symbols
    return Room(array.dtype, (room, *tail)) if fixed else None


def _most(value: Array | Selected) -> Shape:
    """The shape of the array that has room for `value` where its elements stand one behind the
    other."""
    if isinstance(value, Array):
        return value.shape
    if value.length is not None:
        return value.array.shape
    extent = sympy.prod(value.mask.shape)
    return (extent, *value.array.shape[value.mask.rank :])


def fits(one: Room, other: Room) -> bool:
    return len(one.shape) == len(other.shape) and all(map(same, one.shape, other.shape))


def enter(
    cx: Context, rooms: Mapping[str, Room], live: frozenset[str], span: Span | None
) -> dict[str, Place]:
    """Before the loop: the place of each name, with what it has on entry."""
    places: dict[str, Place] = {}
    for name, room in rooms.items():
        place = places[name] = _made(cx, name, room)
        _bring(cx, name, place, cx.scope.names[name], live, span)
    return places


def _made(cx: Context, name: str, room: Room) -> Place:
    elements = cx.new_container(cx.new_name(stem_of(name)), room.dtype, room.shape)
    count = cx.new_container(cx.new_name(f"{stem_of(name)}_length"), DType.INT64, ())
    cx.told.capacity[count.container] = cx.extent(room.shape[0])
    return Place(elements, count, room.dtype)


def _bring(
    cx: Context, name: str, place: Place, value: Value, live: frozenset[str], span: Span | None
) -> None:
    assert isinstance(value, (Array, Selected))
    source = value.array if isinstance(value, Selected) else value
    note_sharing(cx, name, place.array, source, live, span)
    part = as_counted(cx, value, span)
    fill(cx, place.elements, place.count, part, place.elements.shape[1:], span)


def begin(
    cx: Context, places: Mapping[str, Place], at_start: dict[str, Value], live: frozenset[str],
    span: Span | None,
) -> None:  # fmt: skip
    """At the start of the body: what the names are in this iteration, also `at_start`."""
    for name, place in places.items():
        own = _made(cx, name, Room(place.dtype, place.elements.shape))
        _bring(cx, name, own, place.value, live, span)
        cx.scope.names[name] = at_start[name] = own.value


def leave(
    cx: Context, places: Mapping[str, Place], live: frozenset[str], span: Span | None
) -> None:
    """At the end of the body: what the names are goes back to their places."""
    for name, place in places.items():
        _bring(cx, name, place, cx.scope.names[name], live, span)
