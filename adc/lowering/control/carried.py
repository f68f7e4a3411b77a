"""What a loop carries from iteration to iteration: where its names meet, and in which types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import shapes
from adc.ir.enums import Role
from adc.lowering.absent.names import found_none
from adc.lowering.absent.unset import found_whole
from adc.lowering.binding import is_whole, shared
from adc.lowering.complex.becoming import BecomesComplexError, may_begin_complex
from adc.lowering.context import Cause, Context, Watches
from adc.lowering.control.after_loops import Bounds, target_of
from adc.lowering.control.carried_lengths import Room, fits, room_of
from adc.lowering.control.changing_shapes import (
    Steps,
    largest,
    part,
    refuse_change,
    steps_hold,
    steps_of,
    trips,
    write_out_instead,
)
from adc.lowering.control.returns import EARLY_RESULT, meant
from adc.lowering.lists.growing import Growth
from adc.lowering.lists.running import run_instead
from adc.lowering.merging import (
    Meeting,
    bring,
    follow_lists,
    meet_at,
    meeting,
    note_sharing,
    note_types,
    same_value,
)
from adc.lowering.precisions import begin, settle
from adc.lowering.values import Array, Complex, Grown, Held, Integer, Undefined, Value


@dataclass
class Carried:
    """What is known so far of the names that one loop carries from iteration to iteration."""

    meetings: dict[str, Meeting] = field(default_factory=dict)
    #: What the copies that one iteration leaves to the next stand for.
    watched: Watches = field(default_factory=dict)
    #: Names that an iteration ends with bound to a buffer which others see, and where.
    shared: dict[str, Span | None] = field(default_factory=dict)
    #: Lists that grow in the loop.
    grown: dict[str, Growth] = field(default_factory=dict)
    #: Arrays whose shapes change in each iteration, and those of which that was taken wrongly.
    steps: Steps = field(default_factory=dict)
    stepless: set[str] = field(default_factory=set)
    #: Names of arrays that iterations begin with and that are numbers then, if only on some path.
    numbers: set[str] = field(default_factory=set)
    #: Such names, and containers, whose numbers are not 0 at the start of each iteration.
    nonzero: set[str] = field(default_factory=set)
    #: Arrays whose lengths data decide.
    rooms: dict[str, Room] = field(default_factory=dict)
    #: Names that have no value at the end of an iteration, and what they are there.
    lost: dict[str, Undefined] = field(default_factory=dict)


def enter(
    cx: Context, carried: Carried, live: frozenset[str], span: Span | None
) -> dict[str, Array]:
    """Before the loop: every carried name gets its meeting place, holding its value on entry."""
    places: dict[str, Array] = {}
    moves: list[tuple[str, Array, Value]] = []
    for name, found in carried.meetings.items():
        value = cx.scope.names[name]
        cause = Cause("loop", name, span)
        steps = carried.steps.get(name)
        own = None if steps else own_buffer(cx, name, value, found, live)
        place = own or meet_at(cx, name, found, cause)
        note_sharing(cx, name, place, value, live, span)
        places[name] = place
        first = part(place, value.shape) if steps and isinstance(value, Array) else place
        moves.append((name, first, value))
    for (_, _, value), place in zip(moves, places.values(), strict=True):
        begin(cx, place, value)
    bring(cx, moves, span)
    note_types(cx, places, carried.meetings, span)
    for name, place in places.items():
        cx.scope.names[name] = place
        if place.is_shared and place.view is not None:
            cx.scope.owned[name] = place.view.container
    return places


def own_buffer(
    cx: Context, name: str, value: Value, found: Meeting, live: frozenset[str]
) -> Array | None:
    """The buffer that the name has already, where it is the name's alone."""
    if not (isinstance(value, Array) and value.shape and value.view is not None):
        return None
    container = cx.containers[value.view.container]
    fits = container.dtype is found.dtype and value.shape == found.shape
    if not fits or container.role != Role.LOCAL or not is_whole(cx, value.view):
        return None
    return None if shared(cx, container.name, name, live) else value


def settled_types(
    cx: Context,
    loop: surface.For | surface.While,
    bounds: Bounds,
    entry: dict[str, Value],
    at_start: dict[str, Value],
    places: dict[str, Array],
    carried: Carried,
    live: frozenset[str],
) -> bool:
    """Whether each name is at the end of the body what it was at its start; widens if not."""
    settled = True
    for name in sorted(at_start):
        end, start = cx.scope.names.get(name), at_start[name]
        if name == target_of(loop) or name not in live or end is None or name in carried.grown:
            continue
        if isinstance(end, Undefined) and end.left_out and start != end:
            raise AdcError.of("ADC0224", f"`{name}` {end.reason}", loop.span, help=end.help)
        if isinstance(start, Undefined) and not start.unread:
            continue
        if isinstance(end, Undefined):
            if not end.unread and not isinstance(start, Undefined):
                carried.lost[name], settled = end, False
                carried.meetings.pop(name, None)
            continue
        if same_value(start, end):
            continue
        room = room_of(cx, name, (entry[name], start, end), loop.span)
        if room is not None:
            settled &= _settled_room(cx, name, room, carried, loop, bounds)
            continue
        found_none(cx, name, (start, end), loop.span)
        found_whole(cx, name, (start, end))
        if isinstance(end, Complex) and may_begin_complex(entry[name], loop, name):
            raise BecomesComplexError(name)
        follow_lists(cx, [start, end])
        if not isinstance(start, (Array, Integer, Undefined)) or isinstance(end, Held):
            raise AdcError.of(
                "ADC0212",
                f"{meant(name)} is bound to something else in each iteration",
                loop.span,
                help="use different names",
            )
        values = (entry[name], places.get(name), end)
        found = _stepping(cx, name, start, values, carried, loop, bounds)
        if found is None:
            check_free(cx, loop, bounds, name, end)
            met = [v for v in (places.get(name), entry[name], end) if v is not None]
            found = _meeting(cx, name, met, loop, bounds)
        known = carried.meetings.get(name)
        if known is None or not _alike(found, known):
            carried.meetings[name] = found
            settled = False
    for place in places.values() if settled else ():
        settle(cx, place)
    return settled


def _settled_room(
    cx: Context, name: str, room: Room, carried: Carried, loop: surface.For | surface.While,
    bounds: Bounds,
) -> bool:  # fmt: skip
    """Whether each iteration finds room for the array that the one before has left to it."""
    known = carried.rooms.get(name)
    if known is not None and not fits(room, known):
        raise refuse_change(cx, name, loop, bounds)
    carried.rooms[name] = room
    carried.meetings.pop(name, None)
    return known is not None


def _meeting(
    cx: Context, name: str, values: list[Value], loop: surface.For | surface.While, bounds: Bounds
) -> Meeting:
    """The type in which all meet; a loop that leaves an array of another length may be written
    out."""
    try:
        return meeting(cx, name, values, loop.span)
    except AdcError as error:
        ranks = {v.rank if isinstance(v, Array) else 0 for v in values}
        if error.diagnostics[0].code == "ADC0212" and len(ranks) == 1 and ranks != {0}:
            write_out_instead(cx, loop, bounds)
        raise


def _alike(one: Meeting, other: Meeting) -> bool:
    return replace(one, shape=()) == replace(other, shape=()) and bool(one.shape) == bool(
        other.shape
    )


def _stepping(
    cx: Context,
    name: str,
    start: Value,
    values: tuple[Value, Array | None, Value],
    carried: Carried,
    loop: surface.For | surface.While,
    bounds: Bounds,
) -> Meeting | None:
    """The meeting of a name whose array each iteration leaves shorter or longer by the same, with
    `values` before the loop, at its place and at the end of the body; None where it does not."""
    entry, place, end = values
    if not isinstance(loop, surface.For) or not isinstance(entry, Array):
        return None
    if not isinstance(start, Array) or not isinstance(end, Array):
        return None
    known = carried.steps.get(name)
    done = bounds.before(cx.prover.ranges[-1].var)
    steps = known or steps_of(cx, start.shape, end.shape, done)
    if steps is None or name in carried.stepless:
        return None
    if known and not steps_hold(cx, start, end, known):
        if all(step.is_Integer for step in known):
            raise refuse_change(cx, name, loop, bounds)
        # An array of another length takes its place: the lengths are assumed equal.
        carried.stepless.add(name)
        del carried.steps[name], carried.meetings[name]
        return meeting(cx, name, [entry, end], loop.span)
    met: list[Value] = [entry, replace(end, shape=entry.shape)]
    if known and place is not None:
        met.append(replace(place, shape=entry.shape))
    if known is None:
        carried.meetings.pop(name, None)
    carried.steps[name] = steps
    found = meeting(cx, name, met, loop.span)
    return replace(found, shape=largest(cx, entry.shape, steps, trips(cx, bounds)))


def stepped_so_far(
    cx: Context, carried: Carried, loop: surface.For | surface.While, bounds: Bounds,
    entry: Mapping[str, Value], depth: int,
) -> bool:  # fmt: skip
    """Whether arrays, of which `entry` tells what they are before the loop, are shorter or longer
    by as much as a loop may carry, where its body was refused: `carried` has their steps then. The
    loop's range is that at `depth`."""
    new = False
    if not isinstance(loop, surface.For) or len(cx.prover.ranges) <= depth:
        return False
    done = bounds.before(cx.prover.ranges[depth].var)
    for name, before in entry.items():
        now = cx.scope.names.get(name)
        if not isinstance(before, Array) or not isinstance(now, Array) or name in carried.steps:
            continue
        steps = steps_of(cx, before.shape, now.shape, done)
        if steps is None or name in carried.stepless:
            continue
        met = meeting(cx, name, [before, replace(now, shape=before.shape)], loop.span)
        carried.meetings[name] = replace(
            met, shape=largest(cx, before.shape, steps, trips(cx, bounds))
        )
        carried.steps[name], new = steps, True
    return new


def check_free(
    cx: Context, loop: surface.For | surface.While, bounds: Bounds, name: str, value: Value
) -> None:
    """A carried array must have a shape that is the same in every iteration."""
    if not isinstance(value, Array):
        return
    if shapes.names(sympy.Tuple(*value.shape)) - cx.symbols:
        for other, listed in list(cx.scope.names.items()):
            if name.startswith(EARLY_RESULT) and isinstance(listed, Grown):
                run_instead(cx, other)
        raise refuse_change(cx, name, loop, bounds)
