"""Calls of the file's own functions: their bodies are lowered in place, with fresh names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.diagnostics import AdcError, InternalError, Note
from adc.frontends import surface
from adc.lowering.absent.fields import with_field_flags
from adc.lowering.absent.names import hidden_functions, with_flags
from adc.lowering.absent.returned import (
    flag_instead,
    flagged_places,
    items_returned,
    key_of,
    maybe_returned,
    of_function,
    with_flagged_returns,
    with_named_returns,
)
from adc.lowering.absent.unset import with_set_flags
from adc.lowering.binding import bind, known_number
from adc.lowering.callsite import CallSite
from adc.lowering.closures import captured_values
from adc.lowering.context import Context
from adc.lowering.control.blocks import without_blocks
from adc.lowering.control.chosen_shapes import with_arms
from adc.lowering.control.clocks import with_clocks
from adc.lowering.control.counters import with_counters
from adc.lowering.control.data_loops import with_data_loops
from adc.lowering.control.first_trips import with_first_trips
from adc.lowering.control.jumps import structured
from adc.lowering.control.leaving import with_exits
from adc.lowering.control.limits import with_limits
from adc.lowering.control.ranges import with_ranges
from adc.lowering.control.returns import RETURN, collect_returns, tail_returns, with_nothing_refused
from adc.lowering.control.stepped_loops import with_stepped_loops
from adc.lowering.control.walked_axes import with_walked_loops
from adc.lowering.fortran.data_extents import with_data_extents
from adc.lowering.fortran.flat import FlatDummyError, with_flat_dummies
from adc.lowering.integers.known import note_number
from adc.lowering.lengths.arrays import held_copy
from adc.lowering.lengths.creation import note_binding
from adc.lowering.lists.extended import with_loops
from adc.lowering.lists.filled import with_filled
from adc.lowering.lists.running import with_running_lists
from adc.lowering.lists.windows import with_windows
from adc.lowering.liveness import Liveness, assigned
from adc.lowering.objects.heap import (
    handed_back,
    referred,
    resolved,
    taken_along,
    token_of,
    without_token,
)
from adc.lowering.objects.references import refers
from adc.lowering.objects.sentinels import is_sentinel
from adc.lowering.promotion import kind
from adc.lowering.scopes import Opened, Scope
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Grown,
    Held,
    Integer,
    Items,
    Keywords,
    Nothing,
    Selected,
    Token,
    UserFunction,
    Value,
    of_view,
)

#: Makes of a parameter's default what all calls share.
Once = Callable[[Context, surface.Parameter, Value], Value]

#: Calls are written out where they stand: two in each function, level after level, have no end.
MOST_CALLS = 10_000
#: A function's calls of itself are written out to this depth.
MOST_DEPTH = 32
#: The same where each call is on a branch of its own, which may be what ends them.
MOST_ON_BRANCHES = 6


def open_scope(
    cx: Context, function: surface.Function, integers: frozenset[str] = frozenset()
) -> tuple[surface.Statement, ...]:
    """A new innermost scope for `function`; the body to lower in it. `integers` are the parameters
    that are expressions of sizes and integer arguments."""
    for decorator in function.passed_over:
        cx.warn(
            "ADC0125", f"the decorator `{decorator.name}` is taken to leave the function as it is",
            decorator.span, help="remove it if it does more, and write that into the function",
        )  # fmt: skip
    if not cx.scopes and not cx.fortran:
        others = cx.learned.other_returns
        function, without = with_nothing_refused(function, others)
        if without is not None:
            what = "something of another form" if str(without.span) in others else "no number"
            cx.warn(
                "ADC0231", f"`{function.name}` returns {what} on some paths: there the generated"
                " function ends with an error code", without.span, help="raise an exception there",
            )  # fmt: skip
    optional_names = frozenset(o.function for o in cx.learned.optional)
    if optional_names:
        function = with_named_returns(function, optional_names, cx.reserved | cx.taken)
    optional = of_function(cx, function) if cx.scopes else None
    if optional is not None:
        function = with_flagged_returns(function, optional, _maybe_none(cx, function))
    opened = _opened(cx, function, integers)
    scope = Scope(opened.written, assigned=opened.assigned, arms=cx.arms)
    scope.live_after.update(opened.live.after)
    scope.live_inside.update(opened.live.inside)
    cx.scopes.append(scope)
    return opened.body


def _maybe_none(cx: Context, function: surface.Function) -> frozenset[str]:
    """The names of `function` that are known to be None on some paths."""
    own = key_of(function)
    return frozenset(o.name for o in cx.learned.maybe_none if o.function == own)


def _opened(cx: Context, function: surface.Function, integers: frozenset[str]) -> Opened:
    """`function` as it is lowered; a routine of Fortran's is the same at each of its calls."""
    key = (id(function), cx.learned)
    if cx.fortran and key in cx.opened:
        return cx.opened[key]
    source = function
    function = without_blocks(function, cx.reserved | cx.taken)
    if not cx.fortran:
        function = with_exits(cx, function)
    function = _with_what_is_learned(cx, function, integers)
    body = tail_returns(structured(function, cx.reserved | cx.taken))
    made = Opened(source, function, body, assigned(body), Liveness(body))
    if cx.fortran:
        cx.opened[key] = made
    return made


def _with_what_is_learned(
    cx: Context, function: surface.Function, integers: frozenset[str]
) -> surface.Function:
    """`function` as earlier attempts at lowering it have found that it has to be written."""
    if not cx.fortran:
        function = with_windows(cx, function)
    function = with_flat_dummies(cx, function)  # with loops in the place of sections
    function = with_loops(cx, function)  # whose ends may be data, as those of others
    if cx.learned.first_trips:
        loops, taken = cx.learned.first_trips, cx.reserved | cx.taken
        function = with_first_trips(function, loops, taken)
    function = with_arms(function, cx.learned.in_arms)
    function = with_data_extents(cx, function)
    if cx.learned.stepped:
        function = with_stepped_loops(function, cx.learned.stepped, cx.reserved | cx.taken)
    if cx.learned.data_loops:
        taken = cx.reserved | cx.taken
        function = with_data_loops(function, cx.learned.data_loops, taken, cx.fortran)
    if cx.learned.bounded:
        loops, taken = cx.learned.bounded, cx.reserved | cx.taken
        function = with_data_loops(function, loops, taken, cx.fortran, bounded=True)
    if cx.learned.walked:
        walks, taken = cx.learned.walked, cx.reserved | cx.taken
        function = with_walked_loops(function, walks, taken, cx.fortran)
    if cx.learned.running_lists:
        listed = cx.learned.running_lists
        function = with_running_lists(function, listed, cx.reserved | cx.taken)
    if cx.learned.maybe_unset:
        listed, numbers = cx.learned.maybe_unset, dict(cx.learned.unset_numbers)
        function = with_set_flags(function, listed, numbers, cx.reserved | cx.taken)
    if cx.learned.maybe_none:
        optional_names = frozenset(o.function for o in cx.learned.optional)
        taken = cx.reserved | cx.taken
        hidden = hidden_functions(cx, function)
        function = with_flags(
            function, cx.learned.maybe_none, taken, bool(cx.scopes), hidden, optional_names
        )
        function = with_field_flags(cx, function)
    if cx.ranges and not cx.fortran:
        before, taken = function, cx.reserved | cx.taken
        function = with_ranges(function, integers, taken, cx.learned.lengths)
        cx.ranged = cx.ranged or function is not before
    function = with_filled(function, cx.learned.filled, cx.reserved | cx.taken)
    if not cx.fortran:
        function = with_clocks(cx, function)
    function = with_limits(function, cx.fortran)
    function = with_counters(function, cx.reserved | cx.taken)
    return function


def inline(
    cx: Context, function: surface.Function, site: CallSite, made: UserFunction | None = None
) -> Value:
    """The value of a call of `function`; its statements are emitted here, or the call is kept.
    `made` is what the source calls, which may be a function inside another one."""
    while True:
        try:
            return _inlined(cx, function, site, made)
        except FlatDummyError as found:
            # Dummies are told of before all else in a routine: what that has emitted is as good.
            if not found.is_of(function) or found.key in cx.learned.flat:
                raise
            cx.learned = replace(cx.learned, flat=cx.learned.flat | {found.key})


def _inlined(
    cx: Context, function: surface.Function, site: CallSite, made: UserFunction | None
) -> Value:
    inside = made is not None and made.scope is not None
    _check_recursion(cx, function, site, inside)
    keep = cx.keep if not inside or function.stays else None
    kept = keep(cx, function, site, made) if keep is not None else None
    if kept is not None:
        return kept
    cx.calls += 1
    if cx.calls > MOST_CALLS:
        raise AdcError.of(
            "ADC0228", f"more than {MOST_CALLS} calls would be written out, one in another",
            site.span, help="keep the value of a call in a variable where it is used twice",
            notes=(Note("the function is defined here", function.span),),
        )  # fmt: skip
    passed = _by_reference if cx.fortran else _by_value
    bound = bound_arguments(cx, function, site, made=made)
    values = {k: passed(cx, k, v) for k, v in bound.items()}
    taken = captured_values(made) if made is not None and inside else {}
    span = cx.span
    integers = frozenset(k for k, v in values.items() if isinstance(v, Integer))
    try:
        body = open_scope(cx, function, integers)
    except AdcError as error:
        flag_instead(cx, function, error)
        raise
    try:
        taken_along(cx.scopes[-2], cx.scope)
        cx.scope.names.update(taken)
        cx.scope.around.update(_around(cx, function, made))
        for name, value in values.items():
            cx.scope.names[name] = referred(cx, name, value, bind, function.span)
        if cx.lower_body is None:
            raise InternalError("no function lowers bodies")
        cx.lower_body(cx, body)
        result = [resolved(cx, value) for value in collect_returns(cx.scope)]
        returned = cx.scope.returned
    except AdcError as error:
        flag_instead(cx, function, error)
        raise
    finally:
        cx.scope.ended = True
        handed_back(cx.scopes[-2], cx.scopes.pop())
        cx.span = span
    for value in result:
        cx.scope.taken += [c for c in cx.merged if refers(value, c)]
    return _given_back(cx, function, result, returned, site)


def _around(cx: Context, function: surface.Function, made: UserFunction | None) -> dict[str, Scope]:
    """Where the names belong that `function`, whose scope is the innermost one, takes from around
    it: those functions that it makes and returns go on reading there."""
    if made is None:
        return {}
    if made.scope is not None:
        return {name: made.scope.home(name) for name in function.captures}
    if not made.in_place:
        return {}
    caller = cx.scopes[-2]
    return {p.name: caller.home(p.name) for p in function.parameters if p.name in caller.names}


def _given_back(
    cx: Context, function: surface.Function, result: list[Value], returned: set[str], site: CallSite
) -> Value:
    """What a call gives of the values that the function returns: None of none, or a tuple."""
    if not result:
        return Nothing()
    optional = of_function(cx, function)
    if optional is not None and optional.count > 1:
        places = flagged_places(function, _maybe_none(cx, function))
        return items_returned(optional, places, result, site.span)
    if optional is not None:
        return maybe_returned(optional, result, site.span)
    if len(result) == 1:
        return result[0]
    if len(returned) > 1:
        raise AdcError.of(
            "ADC0212", f"`{function.name}` returns a list on some paths, and a tuple on others",
            site.span, help="return tuples on every path",
            notes=(Note("the function is defined here", function.span),),
        )  # fmt: skip
    if "list" in returned:
        return Items(tuple(result), True, Token(str(site.span)))
    return Items(tuple(result))


def _check_recursion(cx: Context, function: surface.Function, site: CallSite, inside: bool) -> None:
    """A function may call itself where it is known while compiling when that ends: on
    no branch that it has opened, but for a few times, and not too often."""
    opened = [s for s in cx.scopes if s.function.span == function.span]
    opened = [s for s in opened if s.function.name == function.name]
    above = function.name in cx.above and not inside
    if not opened and not above:
        return
    written = not above
    known = written and opened[-1].arms == cx.arms
    if written and len(opened) <= (MOST_DEPTH if known else MOST_ON_BRANCHES):
        return
    ending = "integers (by `--fix` as well)" if cx.fortran else "integers or lengths"
    way_out = f"write the recursion as a loop, or let arguments end it that are known, as {ending}"
    raise AdcError.of(
        "ADC0228", f"`{function.name.partition('%')[0]}` calls itself"
        + (f" more than {MOST_DEPTH} times, one call in another" if known else ""),
        site.span, help=way_out, notes=(Note("the function is defined here", function.span),),
    )  # fmt: skip


def bound_arguments(
    cx: Context, function: surface.Function, site: CallSite, once: Once | None = None,
    made: UserFunction | None = None,
) -> dict[str, Value]:  # fmt: skip
    """What is passed for each parameter; `once` makes of a default what all calls share."""
    known = dict(made.defaults) if made is not None else {}
    once = once or _made_once
    bound = _given(function, site)
    for parameter in function.parameters:
        if parameter.name not in bound:
            if parameter.name in known:
                bound[parameter.name] = known[parameter.name]
                continue
            if parameter.default is None:
                raise _mismatch(function, site, f"needs the argument `{parameter.name}`")
            value = default_value(cx, parameter)
            anew = _is_made_anew(parameter.default)
            if not anew:
                _check_one_object(cx, parameter, value)
            bound[parameter.name] = value if anew else once(cx, parameter, value)
    return bound


def _given(function: surface.Function, site: CallSite) -> dict[str, Value]:
    """What the call itself passes: by position, by name, and what is left to `*` and `**`."""
    plain = [p for p in function.parameters if not p.star]
    by_place = [p.name for p in plain if not p.keyword_only]
    rest = {p.star: p.name for p in function.parameters if p.star}
    if len(site.arguments) > len(by_place) and "*" not in rest:
        raise _mismatch(function, site, f"takes {len(by_place)} arguments by position")
    bound = dict(zip(by_place, site.arguments, strict=False))
    names, others = [p.name for p in plain], []
    for key, value in site.keywords.items():
        if key not in names and "**" in rest:
            others.append((key, value))
            continue
        if key not in names or key in bound:
            raise _mismatch(function, site, f"does not take `{key}` here")
        bound[key] = value
    if "*" in rest:
        bound[rest["*"]] = Items(site.arguments[len(by_place) :])
    if "**" in rest:
        made = Token(f"**{function.span}")  # the dictionary is this call's own
        bound[rest["**"]] = Keywords(
            tuple(v for _, v in others), tuple(k for k, _ in others), made
        )  # fmt: skip
    return bound


def _check_one_object(cx: Context, parameter: surface.Parameter, value: Value) -> None:
    """ADC0232 for a default that holds an `object()` which each evaluation makes anew: Python
    makes it once."""
    if _holds_sentinel(value) and default_value(cx, parameter) != value:
        raise AdcError.of(
            "ADC0232", f"the default of `{parameter.name}` makes an `object()`", parameter.span,
            help="give it a name in the module: `_MISSING = object()`",
        )  # fmt: skip


def _holds_sentinel(value: Value) -> bool:
    return is_sentinel(value) or (
        isinstance(value, Held) and any(_holds_sentinel(v) for v in value.items)
    )


def _is_made_anew(default: surface.Expr) -> bool:
    """Whether a default is what a factory makes for each object."""
    function = default.function if isinstance(default, surface.Call) else None
    return isinstance(function, surface.Intrinsic) and function.name == "adc.made_anew"


def _made_once(cx: Context, parameter: surface.Parameter, value: Value) -> Value:
    """The default `value`, which all calls share: an array gets a place that nothing may write, a
    list keeps its length."""
    if isinstance(value, Held):
        items = tuple(_made_once(cx, parameter, v) for v in value.items)
        return without_token(replace(value, items=items))
    if isinstance(value, Grown):
        return without_token(value)
    if cx.fortran or not isinstance(value, Array) or not value.is_shared:
        return value
    view = materialise(cx, value, parameter.name, user=True)
    cx.defaults[view.container] = parameter
    cx.merged[view.container] = (parameter.name, parameter.span)  # loops and branches pass this on
    return of_view(view, value.dtype, weak=value.weak, boxed=value.boxed)


def default_value(cx: Context, parameter: surface.Parameter) -> Value:
    """A default: a literal or an expression of module constants."""
    if parameter.default is None:
        return Nothing()
    cx.scopes.append(Scope(cx.scope.function))
    try:
        return cx.evaluate(parameter.default)
    finally:
        cx.scopes.pop()


def _mismatch(function: surface.Function, site: CallSite, what: str) -> AdcError:
    return AdcError.of(
        "ADC0229", f"`{function.name}` {what}", site.span,
        help="match the call with the function's parameters",
        notes=(Note("the function is defined here", function.span),),
    )  # fmt: skip


def _by_value(cx: Context, name: str, value: Value) -> Value:
    """Arrays in memory are passed as they are; what is computed gets a place of its own."""
    if isinstance(value, Held) and (id(value) in cx.entries or token_of(cx, value) is not None):
        return value
    if isinstance(value, Held):
        return replace(value, items=tuple(_by_value(cx, name, v) for v in value.items))
    if isinstance(value, Selected):
        return held_copy(cx, value, name)
    if not isinstance(value, Array) or value.stable or (value.in_memory and value.is_shared):
        return value
    number = not value.is_shared
    if number and (literal := known_number(cx, value)) is not value:
        return replace(literal, stable=True)
    view = materialise(cx, value, name, user=True)
    if number:
        note_number(cx, view.container, value.at(()))
        note_binding(cx, view.container, value.at(()))
    return of_view(view, value.dtype, weak=value.weak, stable=number, boxed=value.boxed)


def _by_reference(cx: Context, name: str, value: Value) -> Value:
    """What is in memory is passed as it is; integers are copied in (and out, by the caller)."""
    if not isinstance(value, Array) or value.shape or value.view is None:
        return value
    if kind(value.dtype) != 1:
        return of_view(value.view, value.dtype)
    view = materialise(cx, value, name, user=True)
    note_binding(cx, view.container, value.at(()))
    return of_view(view, value.dtype, weak=value.weak, stable=True)


__all__ = ["RETURN", "bound_arguments", "default_value", "inline", "open_scope"]
