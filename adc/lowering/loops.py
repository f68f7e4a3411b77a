"""`for … in range(…)`: lowered until the types of what it carries no longer change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import shapes
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.node import Body
from adc.ir.nodes import Loop, While
from adc.lowering.binding import settled, shared
from adc.lowering.complex.arithmetic import as_complex
from adc.lowering.complex.becoming import BecomesComplexError, MixedError, may_begin_complex
from adc.lowering.context import Context, Watches, copy_watches
from adc.lowering.control import carried_lengths, written_out
from adc.lowering.control.after_loops import Bounds, after, target_of
from adc.lowering.control.becoming_arrays import (
    mark_numbers,
    settled_numbers,
)
from adc.lowering.control.bodies import fresh_names
from adc.lowering.control.carried import Carried, enter, settled_types, stepped_so_far
from adc.lowering.control.changing_shapes import parts, trips, write_out_instead, written_out_key
from adc.lowering.control.counters import with_counters
from adc.lowering.control.data_loops import (
    BoundedLoopError,
    DataLoopError,
    in_its_place,
    is_alike_in_its_place,
    key_of,
    may_count,
)
from adc.lowering.control.first_trips import first_trip_key
from adc.lowering.control.halving import warn_of_halving
from adc.lowering.control.limits import bounds_of, fail_beyond
from adc.lowering.control.misfits import guard
from adc.lowering.control.regions import Region
from adc.lowering.control.stepped_loops import SteppedLoopError, is_stepped, is_whole
from adc.lowering.control.walked_axes import WalkedLoopError, walk_of, walking
from adc.lowering.expressions import evaluate
from adc.lowering.implicit import marked, refuse_counted
from adc.lowering.integers.expressions import ChangedByLoopError, expression_of
from adc.lowering.integers.prover import Range
from adc.lowering.learned import Walk
from adc.lowering.lengths.creation import is_bounded
from adc.lowering.lists.counted import CountedListError
from adc.lowering.lists.growing import begin_lists, end_lists, guessed_growth, settled_lists
from adc.lowering.lists.items import UnknownItemError
from adc.lowering.lists.running import RunningListError
from adc.lowering.liveness import Liveness, assigned
from adc.lowering.logic import one_truth
from adc.lowering.merging import (
    bring,
    meeting,
    note_sharing,
    same_value,
)
from adc.lowering.numbers_on_paths import stands_for_none
from adc.lowering.objects.heap import live_parts
from adc.lowering.objects.held_parts import Apart, PartsFoundError
from adc.lowering.objects.object_paths import with_objects
from adc.lowering.objects.references import refers
from adc.lowering.positions.tables import integer_of
from adc.lowering.values import Array, Builtin, Integer, Undefined, Value

LowerBody = Callable[[Context, tuple[surface.Statement, ...]], None]

#: Types are joined at most this often; each round widens at least one.
ROUNDS = 50
#: What is refused where a number decides that items of literals may tell: positions and lengths.
_BY_LITERALS = ("ADC0216", "ADC0220", "ADC0235")
#: Stands for the number of iterations of a loop that only data ends: nothing is known of it.
UNKNOWN = "?iterations"
#: What names in the derivative's interface end in: `A_bar`, `O_seed`, …; one is `value`.
INTERFACE = ("_bar", "_dot", "_dot_out", "_seed")


def lower_loop(cx: Context, loop: surface.For | surface.While, lower_body: LowerBody) -> None:
    """Emits the Loop and binds what the names mean after it."""
    refuse_counted(cx, loop)
    warn_of_halving(cx, loop)
    try:
        bounds = loop_bounds(cx, loop)
    except DataLoopError as found:
        walk = walk_of(cx, loop) if isinstance(loop, surface.For) else None
        if walk is not None and isinstance(loop, surface.For):
            if not cx.fortran:
                raise WalkedLoopError(key_of(loop), walk) from None
            lower_body(cx, along_axis(cx, loop, walk))
            return
        if not cx.fortran or not is_alike_in_its_place(loop):
            raise
        # So are others, perhaps, that come after it. To look for them costs no more than what the
        # next attempt does again.
        if not found.keys <= cx.scope.made_loops:
            cx.told.data_loops |= found.keys
            cx.told.enough = 2 * cx.told.statements
        lower_body(cx, by_data(cx, loop))
        return
    if cx.prover.at_most(bounds.high + 1, bounds.low):
        return
    outside = cx.scope.live
    live = cx.scope.live_inside.get(id(loop), frozenset()) | outside
    places = written_out.positions(cx, loop, bounds)
    if places is not None:
        values = [current(cx, loop, sympy.Integer(place)) for place in places]
        written_out.write_out(cx, loop, values, live, lower_body)
        cx.scope.live = outside
        return
    whole, complex_names = cx.snapshot(), set[str]()
    while True:
        try:
            _lower_as_loop(cx, loop, bounds, live, lower_body)
            return
        except BecomesComplexError as found:
            complex_names.add(found.name)
        except MixedError as found:
            entry = whole.scope.names.get(found.name)
            if entry is None or not may_begin_complex(entry, loop, found.name):
                raise
            complex_names.add(found.name)
        cx.restore(whole)
        cx.scope.live, names = outside, cx.scope.names
        names |= {name: as_complex(cx, names[name], loop.span) for name in complex_names}


def _lower_as_loop(
    cx: Context, loop: surface.For | surface.While, bounds: Bounds, live: frozenset[str],
    lower_body: LowerBody,
) -> None:  # fmt: skip
    """`loop` as one that is not written out; `live` are the names that are read in or after it."""
    outside = cx.scope.live
    apart = Apart(cx, loop, live)
    read = live
    live |= apart.names | live_parts(cx.scope.names)
    carried = first_guess(cx, loop, live, apart.names)
    for _ in range(ROUNDS):
        saved, depth = cx.snapshot(), len(cx.prover.ranges)
        scope, entry = cx.scope, dict(cx.scope.names)
        if any(stands_for_none(cx, name, entry[name]) for name in live & entry.keys()):
            cx.told.first_trips.add(first_trip_key(loop))
        body = with_objects(apart.body(lower_body), read, loop.span)
        try:
            settled = attempt(cx, loop, bounds, carried, live, body)
        except PartsFoundError:
            cx.restore(saved)
            cx.span = loop.span
            live |= apart.take_found()
            continue
        except (CountedListError, RunningListError):
            if written_out.over_literals(cx, loop):  # the tests for which lists grow may be known
                write_out_instead(cx, loop, bounds)
            raise
        except AdcError as error:
            # The steps may be those of the first iteration alone; items may be of many shapes.
            code = error.diagnostics[0].code
            inside = code == "ADC0212" and cx.scope is scope
            if inside and stepped_so_far(cx, carried, loop, bounds, entry, depth):
                cx.restore(saved)
                continue
            if code == "ADC0212" and error.diagnostics[0].span == loop.span:
                cx.told.first_trips.add(first_trip_key(loop))
            if isinstance(error, ChangedByLoopError) and error.loop == loop.span:
                cx.told.counting |= written_out_key(cx, loop, bounds)
            own = [r.var for r in cx.prover.ranges[depth : depth + 1]]
            of_item = isinstance(error, UnknownItemError) and bool(error.variables & set(own))
            of_literal = code in _BY_LITERALS and written_out.over_literals(cx, loop)
            if carried.steps or of_item or of_literal or written_out.is_of_the_whole(error):
                write_out_instead(cx, loop, bounds)
            raise
        cx.scope.live = outside
        if settled:
            apart.together()
            if not bounds.surely:
                fail_beyond(cx, loop.span)
            return
        cx.restore(saved)
    raise AdcError.of(
        "ADC0212",
        "the types of this loop's variables do not settle",
        loop.span,
        help="give the variables their final types and shapes before the loop",
    )


def loop_bounds(cx: Context, loop: surface.For | surface.While) -> Bounds:
    """The values of the loop's variable; of a While, its count of iterations."""
    if isinstance(loop, surface.For):
        return or_by_data(cx, loop, tables=True)
    if loop.counted is None:
        return bounds_of(cx, loop, shapes.symbol(UNKNOWN))
    trips = or_by_data(cx, loop.counted).trips
    return Bounds(sympy.Integer(0), trips, 1, trips)


def or_by_data(cx: Context, loop: surface.For, tables: bool = False) -> Bounds:
    """As `range_bounds`; raises DataLoopError for a loop that may be written as one that data
    ends."""
    try:
        return range_bounds(cx, loop, tables)
    except AdcError as error:
        given = [] if cx.fortran else [evaluate(cx, a) for a in loop.arguments]
        if is_stepped(loop, given):
            raise SteppedLoopError(key_of(loop)) from None
        refused = error.diagnostics[0].code == "ADC0227" and may_count(loop)
        counts = all(map(is_whole, given))
        known = cx.learned.data_loops | cx.learned.bounded
        if refused and counts and key_of(loop) not in known and is_bounded(cx, loop):
            raise BoundedLoopError(key_of(loop)) from None
        made = key_of(loop) in cx.scope.made_loops
        if refused and counts and (made or key_of(loop) not in cx.learned.data_loops):
            raise DataLoopError(key_of(loop)) from None
        raise


def by_data(cx: Context, loop: surface.For | surface.While) -> tuple[surface.Statement, ...]:
    """The statements that stand for a loop of Fortran's that data end, much as in the next attempt;
    what is live in and after each is noted."""
    scope = cx.scope
    if id(loop) not in scope.by_data:
        taken = cx.reserved | cx.taken | scope.assigned
        alone = replace(scope.function, body=in_its_place(loop, scope.function, taken))
        stand_in(cx, loop, with_counters(alone, taken).body)
    return scope.by_data[id(loop)][1]


def along_axis(cx: Context, loop: surface.For, walk: Walk) -> tuple[surface.Statement, ...]:
    """The same for one that walks along an axis."""
    scope = cx.scope
    if id(loop) not in scope.by_data:
        function = replace(scope.function, body=(*scope.function.body, loop))
        fresh = fresh_names(function, cx.reserved | cx.taken | scope.assigned)
        stand_in(cx, loop, walking(loop, walk, fresh, cx.fortran))
    return scope.by_data[id(loop)][1]


def stand_in(
    cx: Context, loop: surface.For | surface.While, body: tuple[surface.Statement, ...]
) -> None:
    """Have `body` stand for `loop` from here on."""
    scope = cx.scope
    live = Liveness(body, scope.live_after.get(id(loop), frozenset()))
    scope.live_after.update(live.after)
    scope.live_inside.update(live.inside)
    scope.by_data[id(loop)] = loop, body


def _not_pythons(name: str, span: Span) -> AdcError:
    return AdcError.of(
        "ADC0117", f"`for` needs Python's own `{name.strip()}` to loop over", span,
        help=f"give what hides `{name.strip()}` another name",
    )  # fmt: skip


def range_bounds(cx: Context, loop: surface.For, tables: bool = False) -> Bounds:
    """The bounds of `loop`; with `tables` they may be read from integer arrays."""
    if loop.called is not None and evaluate(cx, loop.called) != Builtin("range"):
        raise _not_pythons("range", loop.called.span)
    for name in loop.own:
        if evaluate(cx, name) != Builtin(name.name.removeprefix("x")):  # `xrange` is `range`
            raise _not_pythons(name.name, name.span)
    values: list[sympy.Expr] = []
    for argument in loop.arguments:
        value = evaluate(cx, argument)
        read = integer_of(cx, value) if tables and len(values) < 2 else None
        if read is not None:
            value = Integer(read)
        values.append(expression_of(cx, value, "loop bound", "ADC0227", argument.span).value)
    if len(values) == 1:
        return Bounds(sympy.Integer(0), values[0], 1)
    if len(values) == 2:
        return Bounds(values[0], values[1], 1)
    if not values[2].is_Integer or values[2] == 0:
        raise AdcError.of(
            "ADC0219", "a loop's step must be a number other than zero", loop.arguments[2].span,
            help="write the step as a number",
        )  # fmt: skip
    return Bounds(values[0], values[1], int(values[2]))


def first_guess(
    cx: Context, loop: surface.For | surface.While, live: frozenset[str], parts: frozenset[str]
) -> Carried:
    """Numbers that the body assigns, or that are `parts` of what it does, and that are live meet
    from the start; arrays show later."""
    carried = Carried()
    for name in sorted((assigned(loop.body) | parts) & live):
        value = cx.scope.names.get(name)
        if isinstance(value, Integer) or (isinstance(value, Array) and not value.is_shared):
            carried.meetings[name] = meeting(cx, name, [value], loop.span)
    carried.grown = guessed_growth(cx, loop.body, live)
    return carried


def attempt(
    cx: Context, loop: surface.For | surface.While, bounds: Bounds, carried: Carried,
    live: frozenset[str], lower_body: LowerBody,
) -> bool:  # fmt: skip
    """Lower the loop with the meetings known so far; False where they have to be widened.

    `live` are the names that a later iteration or what follows the loop reads.
    """
    entry = dict(cx.scope.names)
    known = frozenset(cx.containers)
    places = enter(cx, carried, live, loop.span)
    rooms = carried_lengths.enter(cx, carried.rooms, live, loop.span)
    owned = places | {name: room.array for name, room in rooms.items()}
    count = trips(cx, bounds) if carried.steps else None
    mark_shared(cx, owned, carried)
    begun = mark_numbers(cx, places, entry, carried)
    merged = frozenset(cx.merged)
    variable = variable_of(cx, target_of(loop))
    symbol = shapes.symbol(variable)
    done = symbol if isinstance(loop, surface.While) else bounds.before(symbol)
    cx.scope.names |= parts(places, carried.steps, entry, done)
    cx.scope.names |= carried.lost
    lists = begin_lists(cx, carried.grown, done, isinstance(loop, surface.For))
    at_start, without = dict(cx.scope.names), copy_watches(cx.watched)
    cx.join_watches(carried.watched)
    start = copy_watches(cx.watched)
    cx.prover.ranges.append(bounds.range_of(symbol))
    span = cx.span
    region = region_of(loop, cx.prover.ranges[-1])
    with cx.block(merging=True) as body, cx.known_inside(), cx.within(region):
        carried_lengths.begin(cx, rooms, at_start, live, loop.span)
        here = current(cx, loop, symbol)
        if target_of(loop):
            cx.scope.names[target_of(loop)] = Integer(here)
        if isinstance(loop, surface.While) and loop.counter:
            cx.scope.names[loop.counter] = Integer(symbol)
        lower_body(cx, loop.body)
        cx.scope.live = live
        if not settled_lists(cx, at_start, carried.grown, live, known, variable, loop.span):
            return False
        if not settled_types(cx, loop, bounds, entry, at_start, places, carried, live):
            return False
        if not settled_numbers(cx, loop, bounds, entry, places, begun, carried):
            return False
        carried_lengths.leave(cx, rooms, live, loop.span)
        leave(cx, parts(places, carried.steps, entry, done + 1), live, loop.span)
        settled = settled_sharing(cx, owned, carried, merged)
        if not settled or not settled_watches(cx, start, known, carried):
            return False
    guard(cx, region, body)
    cx.prover.ranges.pop()
    cx.span = span
    cx.body.append(node_of(cx, loop, bounds, variable, tuple(body), places))
    if count is not None:
        places = parts(places, carried.steps, entry, count)
    after(cx, loop, bounds, at_start, places | {n: r.value for n, r in rooms.items()}, here)
    end_lists(cx, lists, carried.grown, None if isinstance(loop, surface.While) else bounds.trips)
    if not cx.prover.at_most(bounds.low, bounds.high):
        cx.join_watches(without)
    return True


def region_of(loop: surface.For | surface.While, bound: Range) -> Region:
    """The loop's body; data may end a While before any iteration unless it counts, too."""
    if isinstance(loop, surface.For):
        # What is read from an array decides as data do.
        data = bool(shapes.entries(bound.low) or shapes.entries(bound.high))
        return Region(None if data else (), bound, early=data)
    if loop.counted is not None:
        return Region(range=bound, early=True)
    return Region(() if loop.surely else None, bound, early=True, surely=True)


def current(cx: Context, loop: surface.For | surface.While, symbol: sympy.Expr) -> sympy.Expr:
    """The value of the source's loop variable in the iteration `symbol`."""
    if isinstance(loop, surface.For) or loop.counted is None:
        return symbol
    counted = range_bounds(cx, loop.counted)
    return sympy.expand(counted.start + counted.step * symbol)


def node_of(
    cx: Context,
    loop: surface.For | surface.While,
    bounds: Bounds,
    variable: str,
    body: Body,
    places: dict[str, Array],
) -> Loop | While:
    if isinstance(loop, surface.For):
        return Loop(variable, bounds.start, bounds.stop, bounds.step, body, loop.span)
    assert isinstance(loop.condition, surface.Name)
    condition = one_truth(places[loop.condition.name], loop.span).at(())
    count = cx.new_name("trips")
    cx.containers[count] = Container(count, DType.INT64, (), Role.LOCAL, span=loop.span)
    solved = marked(cx, loop, dict(places))
    return While(variable, condition, body, count, bounds.limit, loop.span, marked=solved)


def mark_shared(cx: Context, places: dict[str, Array], carried: Carried) -> None:
    """From the second iteration on, names may stand for what earlier ones ended with."""
    for name, where in carried.shared.items():
        place = places.get(name)
        if place is not None and place.view is not None:
            cx.merged.setdefault(place.view.container, (name, where))


def settled_sharing(
    cx: Context, places: dict[str, Array], carried: Carried, before: frozenset[str]
) -> bool:
    """Whether the body was lowered knowing which names end as a buffer that others see."""
    settled = True
    for name, place in places.items():
        container = place.view.container if place.view else ""
        if container in cx.merged and container not in before:
            carried.shared[name] = cx.merged[container][1]
            settled = False
    return settled


def settled_watches(cx: Context, start: Watches, known: frozenset[str], carried: Carried) -> bool:
    """Whether the next iteration watches for what this one ends with; widens if not."""
    settled = True
    for source, copies in cx.watched.items():
        for copy, where in copies.items():
            if source in known and copy not in start.get(source, {}):
                carried.watched.setdefault(source, {})[copy] = where
                settled = False
    return settled


def leave(cx: Context, places: dict[str, Array], live: frozenset[str], span: Span | None) -> None:
    """At the end of the body: each carried name's value goes back to its meeting place."""
    moves: list[tuple[str, Array, Value]] = []
    keep_old(cx, places, live, span)
    for name, place in places.items():
        value = cx.scope.names[name]
        if not isinstance(value, Undefined):
            note_leaving(cx, name, place, value, places, live, span)
            moves.append((name, place, value))
    bring(cx, moves, span)


def keep_old(
    cx: Context, places: dict[str, Array], live: frozenset[str], span: Span | None
) -> None:
    """Other names for a buffer that its name leaves behind get a copy: the next value comes in."""
    left = {
        p.view.container
        for name, p in places.items()
        if p.is_shared and p.view and not same_value(p, cx.scope.names[name])
    }
    for name, value in list(cx.scope.names.items()):
        sources = {c for c in left if refers(value, c)}
        if name in places or name not in live or not sources:
            continue
        kept = settled(cx, value, left)
        cx.scope.names[name] = kept
        for copy in (c for c in cx.containers if refers(kept, c)):
            for source in sources:
                cx.pass_on(source, copy, name, span)
                if source in cx.merged:
                    cx.merged[copy] = (name, span)


def note_leaving(
    cx: Context,
    name: str,
    place: Array,
    value: Value,
    places: dict[str, Array],
    live: frozenset[str],
    span: Span | None,
) -> None:
    """Sharing at the loop's end; buffers that merged names exchange belong to these names."""
    exchanged = isinstance(value, Array) and any(
        value.view is not None and p.view == value.view for p in places.values()
    )
    if exchanged and isinstance(value, Array) and value.view is not None:
        source = value.view.container
        if not shared(cx, source, name, live):
            if place.view is not None:
                cx.pass_on(source, place.view.container, name, span)
                if source in cx.merged:
                    cx.merged[place.view.container] = (name, span)
            return
    note_sharing(cx, name, place, value, live, span)


def variable_of(cx: Context, target: str) -> str:
    """What the loop's variable is called: as the source does, where nothing in the derivative's
    interface can be called so."""
    if not target:
        return cx.new_name("iteration")
    hides = target == "value" or target.endswith(INTERFACE)
    return cx.user_name(f"{target}_now" if hides else target)
