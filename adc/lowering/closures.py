"""Functions inside functions, and `lambda`: values that know the scope they were made in.

What such a function takes from around it is looked up when it is called, as Python does it. Nothing
can bind these names anew meanwhile: what `nonlocal` names is an item of a list by now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import bound_names, free_names
from adc.lowering.binding import held
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.objects.heap import resolved, token_of, without_token
from adc.lowering.promotion import is_literal_bool
from adc.lowering.scopes import Scope
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Grown,
    Held,
    Items,
    Keywords,
    Record,
    Undefined,
    UserFunction,
    Value,
    of_view,
)


def closure(cx: Context, function: surface.Function) -> UserFunction:
    """`function`, made here: its defaults are evaluated now."""
    defaults = tuple(
        (p.name, _kept(cx, p.name, cx.evaluate(p.default)))
        for p in function.parameters
        if p.default is not None
    )
    return UserFunction(function, cx.scope, id(cx.scope), defaults)


def _kept(cx: Context, name: str, value: Value) -> Value:
    """A number as it is now; an array is passed as it is, a list keeps its length."""
    if isinstance(value, (Items, Record, Keywords)) and token_of(cx, value) is not None:
        raise AdcError.of(
            "ADC0211", f"`{name}` has an object for its default that something changes", cx.span,
            help="pass it as an argument",
        )  # fmt: skip
    if isinstance(value, Items):
        cx.frozen.add(value.token)
    if not isinstance(value, Array):
        return held(cx, name, value)
    if value.is_shared and not value.in_memory:
        return of_view(materialise(cx, value, name), value.dtype, boxed=value.boxed)
    if value.is_shared or value.stable:
        return value
    if is_literal_bool(value) is not None:
        return value
    view = materialise(cx, value, name)
    return of_view(view, value.dtype, weak=value.weak, stable=True)


def captured_values(made: UserFunction) -> dict[str, Value]:
    """What the function takes from around it, as it is when it is called."""
    scope = made.scope
    own = bound_names(scope.function) | scope.assigned
    found: dict[str, Value] = {}
    uses = free_names(made.function)
    for name in sorted(made.function.captures):
        names = scope.home(name).names
        if name in names:
            found[name] = names[name]
        elif name in own:
            reason, help = "may be used before it has a value", "assign it before the call"
            found[name] = Undefined(reason, help, uses[name].span)
    return found


def handed_out(cx: Context, value: Value) -> Value:
    """`value` as the function that is being lowered returns it: a function made in it keeps its
    variables as they are now, and goes on reading what is around both, as does one that it was
    given."""
    if isinstance(value, Held):
        return replace(value, items=tuple(handed_out(cx, v) for v in value.items))
    if not isinstance(value, UserFunction) or not value.function.captures:
        return value
    around = {n: value.scope.home(n) for n in value.function.captures}
    if value.scope is not cx.scope and all(home is not cx.scope for home in around.values()):
        return value
    ended = (value.scope, cx.scope)
    around = {n: home for n, home in around.items() if all(home is not s for s in ended)}
    taken = {n: v for n, v in captured_values(value).items() if n not in around}
    for part in taken.values():
        _keep_length(cx, part)
    return _with_names(value, taken, around)


def _keep_length(cx: Context, value: Value) -> None:
    """Lists that a function takes along are those of each of its calls: none may become longer."""
    if isinstance(value, (Items, Grown)):
        cx.frozen.add(value.token)
    for part in value.items if isinstance(value, Held) else ():
        _keep_length(cx, part)


def _with_names(
    function: UserFunction, names: dict[str, Value], around: dict[str, Scope]
) -> UserFunction:
    scope = function.scope
    assert scope is not None
    frozen = Scope(scope.function, names=names, around=around, ended=True)
    return replace(function, scope=frozen, key=id(frozen))


def made_once(value: UserFunction, part: Callable[[str, Value], Value]) -> UserFunction:
    """A function that all calls share, with `part` of what it takes along, by name."""
    if value.scope is None:
        return value
    scope, function = value.scope, value.function
    if id(function) in scope.renewed:  # one that calls itself has itself among its names
        return scope.renewed[id(function)]
    around = {n: home for n, home in scope.around.items() if n in function.captures}
    own = function.captures - around.keys()
    names: dict[str, Value] = {}
    made = scope.renewed[id(function)] = _with_names(value, names, around)
    try:
        names |= {n: part(n, v) for n, v in scope.names.items() if n in own}
    finally:
        del scope.renewed[id(function)]
    return made


def decorated(cx: Context, site: CallSite) -> Value:
    """What decorators make of a function when the module is run: what it takes along is kept from
    call to call, and nothing may change it."""
    (value,) = site.arguments
    return _shared(cx, "", value, site.span)


def _shared(cx: Context, name: str, value: Value, span: Span) -> Value:
    if isinstance(value, UserFunction):
        return made_once(value, lambda n, v: _shared(cx, n, v, span))
    value = resolved(cx, value)
    if isinstance(value, Held):
        items = tuple(_shared(cx, name, v, span) for v in value.items)
        return without_token(replace(value, items=items))
    if isinstance(value, Array) and value.is_shared:
        view = materialise(cx, value, name, user=True)
        cx.defaults[view.container] = surface.Parameter(name, None, None, span)
        cx.merged[view.container] = (name, span)  # loops and branches pass this on
        return of_view(view, value.dtype, weak=value.weak, boxed=value.boxed)
    return value
