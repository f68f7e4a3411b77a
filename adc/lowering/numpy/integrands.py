"""What is integrated by an adaptive rule, or over time: whether its value may jump.

The rule's points lie closer and closer around a jump, so that the integral is right. Its derivative
is not: a point that moves over a jump changes the integral, and the derivatives at the points, of
which the rule makes the derivative of the sum, tell nothing of that. So it is with the steps of an
initial value problem, unless the jump is at a time that does not move.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy

from adc.frontends import surface
from adc.frontends.names import assigned_names, bound_names, methods_of, walk
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.scopes import Scope
from adc.lowering.values import Integer, Record, Value

#: Comparisons that no interval of numbers answers in both ways.
_AT_POINTS = frozenset({"==", "!=", "is", "is not", "in", "not in"})
#: Functions whose values are steps, or made of such.
_STEPS = frozenset({
    "floor", "ceil", "trunc", "fix", "rint", "round", "around", "sign", "heaviside", "int",
    "floor_divide", "mod", "fmod", "remainder", "searchsorted", "digitize", "signbit", "copysign",
    "argmin", "argmax", "modf", "divmod", "less", "greater", "less_equal", "greater_equal",
    "int_", "int32", "int64", "astype", "bisect", "bisect_left", "bisect_right", "select",
    "argsort", "isclose", "allclose", "nonzero", "flatnonzero", "argwhere", "square", "sawtooth",
})  # fmt: skip
#: Texts that ask a library for steps: kinds of `interp1d`.
_KINDS = frozenset({"nearest", "nearest-up", "previous", "next", "zero"})
#: What `np.interp` is given where it jumps at the ends.
_ENDS = frozenset({"left", "right"})
#: Calls in conditions that ask for nothing that moves.
_FIXED = frozenset({"isinstance", "callable", "hasattr", "len", "any", "all"})


def stepped(cx: Context, site: CallSite) -> Value:
    """1, with a warning, where the function compares or rounds something, or what it leads to does;
    else 0."""
    first = site.arguments[0]
    places = (at for part in (*_parts(first), *_around(first)) for at in _steps(cx, part))
    found = next(places, None) is not None
    if found:
        cx.warn(
            "ADC0256",
            "the function that is integrated compares or rounds something: where its value jumps, "
            "the derivatives lack the jump",
            site.span,
            help="integrate the parts on both sides of a jump by calls of their own",
        )
    return Integer(sympy.Integer(found))


def switched(cx: Context, site: CallSite) -> Value:
    """1, with a warning, where the right-hand side of an initial value problem compares or rounds
    something; else 0. The second argument is the place of its time, which it may compare with
    numbers; what the function is given besides follows."""
    function, place, *given = site.arguments
    at = site.number(place, "place")
    found = False
    for part in _parts(function):
        own = [p.name for p in part.parameters if p.name != "self"]
        times = {id(n) for n in _at_times(cx, part, own[at])} if at < len(own) else set()
        found = found or any(id(step) not in times for step in _steps(cx, part))
    more = [part for value in given for part in (*_parts(value), *_around(value))]
    more += _around(function)
    found = found or any(True for part in more for _ in _steps(cx, part))
    if found:
        cx.warn(
            "ADC0257",
            "the right-hand side compares or rounds something: where it jumps at a state, or at a "
            "time that moves, the derivatives lack the jump",
            site.span,
            help="where it does, solve up to the jump and from there on by calls of their own",
        )
    return Integer(sympy.Integer(found))


def _at_times(cx: Context, function: surface.Function, time: str) -> Iterator[object]:
    """The comparisons of the `time` with numbers: in the function, and in those of the file that it
    alone calls, and gives its time."""
    if _is_bound(function, time):
        return
    yield from (n for n in walk(function, inside=True) if _is_of_time(n, time))
    texts = (*cx.module.functions, *cx.module.classes)
    calls = [n for n in walk(texts, inside=True) if isinstance(n, surface.Call)]
    own = [n for n in walk(function.body, inside=True) if isinstance(n, surface.Call)]
    for helper in cx.module.functions:
        named = [c for c in calls if getattr(c.function, "name", "") == helper.name]
        inside = [c for c in own if getattr(c.function, "name", "") == helper.name]
        if helper is function or not inside or len(named) != len(inside):
            continue
        for place, parameter in enumerate(helper.parameters):
            given = [c.arguments[place : place + 1] for c in inside]
            if all(_is_name(g, time) for g in given) and not _is_bound(helper, parameter.name):
                yield from (n for n in walk(helper) if _is_of_time(n, parameter.name))


def _is_name(given: tuple[surface.Expr, ...], name: str) -> bool:
    return len(given) == 1 and isinstance(given[0], surface.Name) and given[0].name == name


def _is_bound(part: surface.Function, name: str) -> bool:
    """Whether `name` is bound anywhere in `part`, also by a function inside, or as a parameter of
    one."""
    inside = [n for n in walk(part.body, inside=True) if isinstance(n, surface.Function)]
    return name in assigned_names(part.body).union(*map(bound_names, inside))


def _is_of_time(step: object, time: str) -> bool:
    """Whether it is the comparison of the variable `time` with numbers."""
    if not isinstance(step, surface.Compare):
        return False
    inside = [n for n in walk(step) if not isinstance(n, surface.Number)]
    plain = (surface.Compare, surface.Name, surface.Unary, surface.Binary)
    names = {n.name for n in inside if isinstance(n, surface.Name)}
    return all(isinstance(n, plain) for n in inside) and names == {time}


def _parts(value: object) -> Iterator[surface.Function]:
    """The texts of what is called: a function, a method, or the methods of an object."""
    if isinstance(value, Record):
        calls = (m for c in value.type.classes for m in methods_of(c) if m.name == "__call__")
        yield from calls
    function = getattr(value, "function", None)
    if isinstance(function, surface.Function):
        yield function
    elif function is not None:
        yield from _parts(function)


def _around(first: object) -> Iterator[surface.Function]:
    """The texts of functions that `first` takes from around it and calls: what `partial` is given,
    or what made it was."""
    pending, seen = [first], {id(first)}
    while pending:
        value = pending.pop()
        text, scope = getattr(value, "function", None), getattr(value, "scope", None)
        if not isinstance(text, surface.Function):
            pending += [] if text is None else [text]
            continue
        calls = [n for n in walk(text, inside=True) if isinstance(n, surface.Call)]
        for name in (n for call in calls for n in _names_in(call.function)):
            inner = scope.home(name).names.get(name) if isinstance(scope, Scope) else None
            if inner is not None and id(inner) not in seen:
                seen.add(id(inner))
                pending.append(inner)
                yield from _parts(inner)


def _steps(cx: Context, first: object) -> Iterator[object]:
    """What compares or rounds in `first`, and in all that it leads to by names: functions, and what
    is called under the names that it is bound to."""
    named: dict[str, list[object]] = {}
    bound: dict[str, list[object]] = {}
    for part in walk((*cx.module.functions, *cx.module.classes), inside=True):
        if isinstance(part, surface.Function):
            named.setdefault(part.name, []).append(part)
        if isinstance(part, surface.Assign):
            for name in _names_in(part.targets):
                bound.setdefault(name, []).append(part.value)
    pending = [first]
    while pending:
        for node in walk(pending.pop(), inside=True):
            if isinstance(node, (surface.Name, surface.Attribute)):
                pending += named.pop(node.name, [])
            if isinstance(node, surface.Call):
                for name in _names_in(node.function):
                    pending += bound.pop(name, [])
            if _is_step(node):
                yield node


def _names_in(expr: object) -> Iterator[str]:
    """The names by which `expr`, which is called or bound, or a tuple of such, goes."""
    if isinstance(expr, (surface.Name, surface.Attribute)):
        yield expr.name
    elif isinstance(expr, surface.Subscript):
        yield from _names_in(expr.value)
    elif isinstance(expr, (tuple, surface.Sequence)):
        for part in expr if isinstance(expr, tuple) else expr.items:
            yield from _names_in(part)


def _is_step(node: object) -> bool:
    """Whether it may jump where what it is made of moves."""
    if isinstance(node, (surface.Name, surface.Attribute)):
        return node.name in _STEPS
    if isinstance(node, surface.Compare):
        return not _AT_POINTS.issuperset(node.ops) or _asks(node)
    if isinstance(node, surface.Binary):
        return node.op in ("//", "%")
    if isinstance(node, surface.Call):
        return any(k.name in _ENDS for k in node.keywords)
    if isinstance(node, (surface.If, surface.Conditional, surface.While)):
        return _asks(node.condition)
    return isinstance(node, surface.String) and node.value in _KINDS


def _asks(condition: object) -> bool:
    """Whether a condition calls something for a number that moves."""
    calls = (n for n in walk(condition) if isinstance(n, surface.Call))
    return any(getattr(n.function, "name", "") not in _FIXED for n in calls)


__all__ = ["stepped", "switched"]
