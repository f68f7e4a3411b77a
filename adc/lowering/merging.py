"""Names that mean different things on different paths get one place to meet.

A scalar meets in the rank-0 container of its name and joined type; an array that is re-bound in
a loop or a branch in a container of its own, to which each path copies. Where such a container
stands for a buffer that the caller or another name sees, writing to it is refused: which buffer
would be meant depends on the path.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.expressions import Expr, Read
from adc.ir.shapes import Shape
from adc.lowering.absent.names import found_none
from adc.lowering.absent.unread import are_texts, is_unread, said
from adc.lowering.absent.unset import found_whole
from adc.lowering.binding import (
    as_scalar,
    is_whole,
    reusable,
    scalar_container,
    shared,
    stem_of,
)
from adc.lowering.boxes import is_surely_boxed
from adc.lowering.broadcasting import broadcast, show_shape
from adc.lowering.complex.becoming import MixedError
from adc.lowering.context import Cause, Context
from adc.lowering.control.returns import EARLY_RESULT, RETURN, meant
from adc.lowering.filled import Filled
from adc.lowering.indexing import one_of
from adc.lowering.integers.conditions import picked
from adc.lowering.learned import ChangedItemsError
from adc.lowering.lengths.creation import note_binding
from adc.lowering.lengths.paths import Side, met
from adc.lowering.lists.counted import count_instead, kept_instead
from adc.lowering.numbers_on_paths import note_number
from adc.lowering.path_types import Origin
from adc.lowering.precisions import refuse_two
from adc.lowering.promotion import promote
from adc.lowering.store import materialise, parallel_copies, store
from adc.lowering.values import (
    ALL_OF,
    Array,
    Cell,
    Complex,
    Grown,
    Held,
    Integer,
    Items,
    Ref,
    Selected,
    Undefined,
    UserFunction,
    Value,
    Vectorised,
    anywhere,
    describe,
    of_view,
    scalar,
)


@dataclass(frozen=True)
class Meeting:
    """The common type of a name over all paths; `shape` is () for a scalar.

    `boxed`: it is an array without axes, on one path at least; `unsure`: it is none on another.
    `loose`: it is floating, and an integer on one of the paths; `boolean`: it is a number, and a
    boolean on one. `either`: it may be Python's own number on one, and NumPy's on another, and
    surely is so where it is of `two_kinds`. `number`: it is an integer as a number only, and an
    array elsewhere.
    """

    dtype: DType
    weak: bool
    shape: Shape = ()
    loose: bool = False
    boolean: bool = False
    either: bool = False
    two_kinds: bool = False
    boxed: bool = False
    unsure: bool = False
    number: bool = False


def same_value(a: Value | None, b: Value | None) -> bool:
    """Whether two bindings mean the same on both paths."""
    if a is b:
        return True
    if isinstance(a, Array) and isinstance(b, Array):
        if a.ways or b.ways:
            pairs = zip(a.ways, b.ways, strict=False)
            same = all(s == t and same_value(v, w) for (s, v), (t, w) in pairs)
            return len(a.ways) == len(b.ways) and same
        if a.view is not None and b.view is not None:
            alike = a.dtype is b.dtype and a.weak == b.weak and a.boxed == b.boxed
            return a.view == b.view and alike
        plain = a.view is None and b.view is None and a.shape == () and b.shape == ()
        return plain and a.at(()) == b.at(()) and a.weak == b.weak
    if isinstance(a, Array) or isinstance(b, Array):
        return False
    if isinstance(a, Held) and isinstance(b, Held) and len(a.items) == len(b.items):
        if replace(a, items=()) != replace(b, items=()):
            return False
        return all(same_value(x, y) for x, y in zip(a.items, b.items, strict=True))
    if isinstance(a, UserFunction) and isinstance(b, UserFunction):
        kept = zip(a.defaults, b.defaults, strict=False)  # which their equality leaves out
        return a == b and all(same_value(x, y) for (_, x), (_, y) in kept)
    if isinstance(a, Vectorised) and isinstance(b, Vectorised):
        return a == b and same_value(a.function, b.function)
    return a == b


def meeting(cx: Context, name: str, values: list[Value], span: Span | None) -> Meeting:
    """The type in which all of `values` can meet; AdcError where there is none. What nothing reads
    meets anything."""
    values = [v for v in values if not is_unread(v)]
    found_none(cx, name.strip(), values, span)
    found_whole(cx, name.strip(), values)
    follow_lists(cx, values)
    arrays: list[Array] = []
    for value in values:
        array = value if isinstance(value, Array) else as_scalar(value, span)
        if array is None:
            error = AdcError.of(
                "ADC0212",
                f"{meant(name)} is bound to things of different kinds on different paths",
                span,
                help="use different names",
            )
            raise MixedError(name, error) if isinstance(value, Complex) else error
        arrays.append(array)
    refuse_two(cx, meant(name), arrays, span)
    dtype, weak = promote(*((a.dtype, a.weak) for a in arrays))
    loose = dtype.is_float and any(is_loose(cx, a) for a in arrays)
    boolean = dtype is not DType.BOOL and any(is_boolean(cx, a) for a in arrays)
    ranks = {a.rank for a in arrays if a.rank}
    if not ranks:
        if cx.fortran:  # whose numbers have the types that are declared for them
            return Meeting(dtype, False, (), loose, boolean)
        kinds = {a.weak for a in arrays}
        two_kinds = len(kinds) > 1 or any(cx.types.is_of_two_kinds(anywhere(a)) for a in arrays)
        either = two_kinds or any(cx.types.may_be_pythons(anywhere(a)) for a in arrays)
        boxed = any(a.boxed for a in arrays)
        unsure = boxed and not all(is_surely_boxed(cx, a) for a in arrays)
        own = (either and not weak, two_kinds and not weak)
        return Meeting(dtype, weak, (), loose, boolean, *own, boxed, unsure)
    shapes = [a.shape for a in arrays if a.rank]
    if name.startswith(EARLY_RESULT) and len(shapes) < len(arrays):
        raise number_or_array(span)
    if len(ranks) > 1 or any(len(s) != len(shapes[0]) for s in shapes):
        raise different_shapes(name, shapes, span)
    strong = promote(*((a.dtype, False) for a in arrays if a.rank))[0]
    common = promote((strong, False), (dtype, weak))[0]
    number = not boolean and not any(_may_be_cut(cx, a) for a in arrays if a.rank)
    shape = meeting_shape(cx, name, shapes, span)
    return Meeting(common, False, shape, loose, boolean, number=number)


def follow_lists(cx: Context, values: list[Value]) -> None:
    """Lists of as many items that are made on several paths are one list from there on: each item
    becomes a variable."""
    lists = [v for v in values if isinstance(v, Items) and v.is_list and v.token is not None]
    cells = [cx.scope.names.get(v.cell) for v in values if isinstance(v, Ref)]
    counts = {len(v.items) for v in lists}
    counts |= {len(c.parts) for c in cells if isinstance(c, Cell)}
    if len(cells) + len(lists) < len(values) or len(counts) != 1:
        return
    for site in (v.token.site for v in lists if v.token is not None):
        if site and not site.startswith(ALL_OF) and site not in cx.learned.changed_items:
            raise ChangedItemsError(site)


def _may_be_cut(cx: Context, value: Array) -> bool:
    """Whether an array may be one of integers on some path, which cuts off what is stored in it."""
    origin = cx.types.origin(anywhere(value))
    return not value.dtype.is_float or (origin is not None and not origin.number)


def is_loose(cx: Context, value: Array) -> bool:
    """Whether `value` is an integer, if only on some path."""
    return not value.dtype.is_float or cx.types.origin(anywhere(value)) is not None


def note_kinds(cx: Context, chosen: Array, operands: Sequence[Value], span: Span | None) -> Array:
    """`chosen`, which is one of `operands`: Python hands on the operand, as an integer where it is
    one."""
    if cx.fortran or chosen.shape or not chosen.dtype.is_float:
        return chosen
    arrays = [v if isinstance(v, Array) else as_scalar(v, span) for v in operands]
    numbers = [a for a in arrays if a is not None and not a.shape]
    boolean = any(is_boolean(cx, a) for a in numbers)
    if boolean or any(is_loose(cx, a) for a in numbers):
        cx.types.choose(anywhere(chosen), Origin("a number that is chosen", span, boolean))
    return chosen


def is_boolean(cx: Context, value: Array) -> bool:
    """Whether `value` is a boolean, if only on some path."""
    found = cx.types.origin(anywhere(value))
    return value.dtype is DType.BOOL or (found is not None and found.boolean)


def note_types(
    cx: Context, places: dict[str, Array], meetings: dict[str, Meeting], span: Span | None
) -> None:
    """Marks the places that are integers, or Python's own numbers, on some path."""
    for name, place in places.items():
        boolean = meetings[name].boolean
        loose = meetings[name].loose or boolean
        if loose and place.view is not None and not cx.fortran:
            origin = Origin(meant(name), span, boolean, number=meetings[name].number)
            cx.types.meet(place.view.container, origin)
        if meetings[name].either and place.view is not None:
            cx.types.either.add(place.view.container)
        if meetings[name].two_kinds and place.view is not None:
            cx.types.two_kinds.add(place.view.container)


def meeting_shape(cx: Context, name: str, shapes: list[Shape], span: Span | None) -> Shape:
    """One shape of all; extents that may differ are assumed equal."""
    for shape in shapes[1:]:
        for one, other in zip(shapes[0], shape, strict=True):
            if (one == 1) != (other == 1):
                raise different_shapes(name, shapes, span)
    return broadcast(cx, shapes, f"re-binding {meant(name)}", span)


def different_shapes(name: str, shapes: list[Shape], span: Span | None) -> AdcError:
    shown = " and ".join(show_shape(s) for s in dict.fromkeys(shapes))
    return AdcError.of(
        "ADC0212",
        f"{meant(name)} has different shapes on different paths: {shown}",
        span,
        help="use different names for arrays of different shapes",
    )


def refuse_result(name: str, values: tuple[Value | None, ...], span: Span | None) -> None:
    """ADC0230 for what a loop returns and no variable can hold."""
    held = [v for v in values if v is not None and not isinstance(v, Undefined)]
    if name.startswith(EARLY_RESULT) and held:
        raise AdcError.of(
            "ADC0230", f"{describe(held[0])} is returned from inside a loop", span,
            help="return arrays and numbers there, or leave the loop by `break` and return it "
            "afterwards",
        )  # fmt: skip


def number_or_array(span: Span | None) -> AdcError:
    return AdcError.of(
        "ADC0230", "an array is returned on one path and a number on another", span,
        help="return arrays of one shape on every path, for example by `np.full`",
    )  # fmt: skip


def meet_at(cx: Context, name: str, found: Meeting, cause: Cause) -> Array:
    """The place where `name` meets; a new container for an array."""
    if found.shape == () and not found.boxed:
        view = scalar_container(cx, name, found.dtype)
        cx.causes[view.container] = cause
        return of_view(view, found.dtype, weak=found.weak)
    container = cx.user_name(stem_of(name))
    view = cx.new_container(container, found.dtype, found.shape)
    if found.unsure:
        cx.stretched[view.container] = Filled(meant(name))
    return of_view(view, found.dtype, weak=found.weak, boxed=found.boxed)


def bring(cx: Context, moves: list[tuple[str, Array, Value]], span: Span | None) -> None:
    """Copy each value to the place where its name meets, all at once; zero for what nothing
    reads."""
    pending = []
    for _, place, value in moves:
        if is_unread(value):
            value = scalar(build.zero(place.dtype))
        array = value if isinstance(value, Array) else as_scalar(value, span)
        assert array is not None and place.view is not None
        if array.view is None or array.view != place.view:
            pending.append((place.view, place.dtype, array))
            if not array.shape:
                note_binding(cx, place.view.container, array.at(()))
    parallel_copies(cx, pending)


def note_sharing(
    cx: Context, name: str, place: Array, value: Value, live: frozenset[str], span: Span | None
) -> None:
    """Marks the meeting place where `value` is a buffer that somebody else sees."""
    if not (isinstance(value, Array) and value.is_shared and place.view):
        return
    for view in (way.view for way in value.stored):
        if view is None or view.container == place.view.container:
            continue
        source = view.container
        cx.watch(source, place.view.container, name, span)
        visible = cx.containers[source].role != Role.LOCAL or shared(cx, source, name, live)
        if visible or value.ways or not is_whole(cx, view) or source in cx.merged:
            cx.merged[place.view.container] = (name, span)


def kept_result(cx: Context, name: str, value: Value, span: Span | None) -> bool:
    """Stores an array that a loop returns where the loop keeps it, if it does so and it fits: the
    paths that do not return need no copy then."""
    current = cx.scope.names.get(name)
    if not name.startswith(EARLY_RESULT) or name not in cx.scope.owned:
        return False
    if not (isinstance(value, Array) and value.shape and value.in_memory):
        return False
    if not isinstance(current, Array) or not reusable(cx, name, current, value):
        return False
    assert current.view is not None
    cx.unwatch(current.view.container)
    note_sharing(cx, name, current, value, cx.scope.live, span)
    store(cx, current.view, current.dtype, value, span)
    return True


def several(cx: Context, test: Expr, then: Value, orelse: Value) -> Array | None:
    """The array in memory that `then` is where `test` holds and `orelse` elsewhere; None where one
    of them is none, or their shapes or types differ. `test` must not change later."""
    if not (isinstance(then, Array) and isinstance(orelse, Array)):
        return None
    if same_value(then, orelse):
        return then
    alike = then.rank == orelse.rank > 0 and then.dtype is orelse.dtype
    if not alike or not (then.in_memory and orelse.in_memory):
        return None
    if not all(cx.prover.equal(a, b) for a, b in zip(then.shape, orelse.shape, strict=True)):
        return None
    first = then.ways or ((test, then),)
    *tested, (_, last) = first
    ways = [(build.apply("and", test, t), way) for t, way in tested]
    others = orelse.ways or ((test, orelse),)
    return one_of((*ways, (test, last), *others))


def own_test(cx: Context, test: Expr) -> Expr:
    """`test` as it is now, in a boolean that nothing else changes."""
    view = materialise(cx, scalar(test), "which")
    return Read(view.container, (), DType.BOOL)


def same_list(cx: Context, name: str, values: list[Value], span: Span | None) -> Value | None:
    """The one list that two paths have made equally long; ADC0212 where they have not, None for
    what is no list."""
    first, second = values
    kinds = (Items, Grown)
    if not isinstance(first, kinds) or not isinstance(second, kinds):
        return None
    if first.token is None or first.token is not second.token:
        return None
    if isinstance(first, Grown) and isinstance(second, Grown):
        sources = first.sources | second.sources
        weak, fresh = first.weak and second.weak, first.fresh and second.fresh
        joined = replace(first, sources=sources, weak=weak, fresh=fresh)
        if joined == replace(second, sources=sources, weak=weak, fresh=fresh):
            return joined
    if len(cx.scopes) > 1:  # the caller gets the list
        count_instead(cx, first, second)
    kept_instead(cx, name, first, second)
    both = [v.items for v in values if isinstance(v, Items)]
    if len(both) == 2 and len(both[0]) == len(both[1]):
        raise AdcError.of(
            "ADC0212", f"an item of `{name.strip()}`, which a loop makes longer, is set on some"
            " paths only", span, help="set it on every path: `xs[k] = v if test else xs[k]`",
        )  # fmt: skip
    raise AdcError.of(
        "ADC0212", f"`{name}` does not become equally long on all paths", span,
        help="append on no path, or make an array of the largest size that it may have",
    )  # fmt: skip


def new_views(before: dict[str, Value], *after: dict[str, Value]) -> list[Array]:
    """What names are bound to one and the same part of memory of on all paths, and were not
    before."""
    first, *others = after
    return [
        v
        for name, value in first.items()
        for v in _leaves(value)
        if isinstance(v, Array) and v.in_memory
        if not same_value(value, before.get(name))
        if all(same_value(value, other.get(name)) for other in others)
    ]


def _leaves(value: Value) -> list[Value]:
    if isinstance(value, Held):
        return [leaf for item in value.items for leaf in _leaves(item)]
    return [value]


def _one_unread(values: tuple[Value | None, ...]) -> bool:
    """Whether one of two is what nothing reads, and the other one is a number or an array."""
    return any(map(is_unread, values)) and any(isinstance(v, (Array, Integer)) for v in values)


def _met(
    cx: Context, name: str, values: list[Value], sides: tuple[Side, Side], live: frozenset[str],
    span: Span | None,
) -> Meeting | Selected:  # fmt: skip
    """Where the values of both paths meet; or what they are where their lengths differ."""
    try:
        return meeting(cx, name, values, span)
    except AdcError:
        found = met(cx, stem_of(name), values, sides, span)
        if found is None:
            raise
    for value, (scope, _) in zip(values, sides, strict=True):
        cx.scope.names = scope
        source = value.array if isinstance(value, Selected) else value
        note_sharing(cx, name, found.array, source, live, span)
    return found


def _unknown(
    name: str, values: tuple[Value | None, Value | None], live: frozenset[str], span: Span | None
) -> Undefined | None:
    """What stands for a name that has no value where both paths meet; None where it has one."""
    if name not in live and not name.startswith(RETURN):
        return Undefined("depends on the path taken", "use another name")
    if are_texts(values):
        return said(span)
    if any(v is None or isinstance(v, Undefined) for v in values) and not _one_unread(values):
        refuse_result(name, values, span)
        help = f"assign `{name}` on every path"
        return Undefined("has a value on some paths only", help, span)
    return None


def merge_branches(
    cx: Context,
    then: Side,
    orelse: Side,
    live: frozenset[str],
    span: Span | None,
    test: Expr | None = None,
) -> bool:
    """After an `if`: bind every name to what it means on both paths, copying at their ends.

    Integers that a `test` of integers chooses between stay expressions. True where a name now
    stands for one of several arrays, which nothing copies.
    """
    ways = False
    moves: tuple[list[tuple[str, Array, Value]], ...] = ([], [])
    places: dict[str, Array] = {}
    meetings: dict[str, Meeting] = {}
    result: dict[str, Value] = {}
    flag = own_test(cx, test) if cx.ways and test is not None else None
    for name in dict.fromkeys([*then[0], *orelse[0]]):
        values = (then[0].get(name), orelse[0].get(name))
        if same_value(*values):
            result[name] = values[0]  # type: ignore[assignment]
            continue
        unknown = _unknown(name, values, live, span)
        if unknown is not None:
            result[name] = unknown
            continue
        both = [v for v in values if v is not None]
        pick = None if test is None else picked(cx, test, both, stem_of(name))
        one = None if flag is None or pick is not None else several(cx, flag, *both)
        joined = pick or one or same_list(cx, name, both, span)
        if joined is not None:
            result[name], ways = joined, ways or one is not None
            continue
        found = _met(cx, name, both, (then, orelse), live, span)
        if isinstance(found, Selected):
            result[name] = found
            continue
        meetings[name] = found
        place = places[name] = meet_at(cx, name, found, Cause("paths", name, span))
        note_number(cx, name, both, place)
        for side, value, (scope, _) in zip(moves, both, (then, orelse), strict=True):
            cx.scope.names = scope
            note_sharing(cx, name, place, value, live, span)
            side.append((name, place, value))
        result[name] = place
    outer = cx.body
    for (_, body), side in zip((then, orelse), moves, strict=True):
        cx.body = body
        bring(cx, side, span)
    cx.body = outer
    note_types(cx, places, meetings, span)
    cx.scope.names = result
    return ways
