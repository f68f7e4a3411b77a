"""What is integrated by an adaptive rule, or over time: whether its value may jump.

The rule's points lie closer and closer around a jump, so that the integral is right. Its derivative
is not: a point that moves over a jump changes the integral, and the derivatives at the points, of
which the rule makes the derivative of the sum, tell nothing of that. So it is with the steps of an
initial value problem, unless the jump is at a time that does not move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy

from adc.frontends import surface
from adc.frontends.names import bound_names, methods_of, walk
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.values import Integer, Record, Value

#: Comparisons that no interval of numbers answers in both ways.
_AT_POINTS = frozenset({"==", "!=", "is", "is not", "in", "not in"})
#: Functions whose values are steps, or made of such.
_STEPS = frozenset({
    "floor", "ceil", "trunc", "fix", "rint", "round", "around", "sign", "heaviside", "int",
    "floor_divide", "mod", "fmod", "remainder", "searchsorted", "digitize", "signbit", "copysign",
    "argmin", "argmax", "modf", "divmod", "less", "greater", "less_equal", "greater_equal",
    "int_", "int32", "int64", "astype", "bisect", "bisect_left", "bisect_right", "select",
})  # fmt: skip


def stepped(cx: Context, site: CallSite) -> Value:
    """1, with a warning, where the function compares or rounds something, or what it leads to does;
    else 0."""
    places = (at for part in _parts(site.arguments[0]) for at in _steps(cx, part))
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
    numbers."""
    function, place = site.arguments
    at = site.number(place, "place")
    found = False
    for part in _parts(function):
        own = [p.name for p in part.parameters if p.name != "self"]
        time = own[at] if at < len(own) else ""
        known = {id(step) for step in _at_times(cx, part, time)}
        found = found or any(id(step) not in known for step in _steps(cx, part))
    if found:
        cx.warn(
            "ADC0257",
            "the right-hand side compares or rounds something: where it jumps at a state, or at a "
            "time that moves, the derivatives lack the jump",
            site.span,
            help="where it does, solve up to the jump and from there on by calls of their own",
        )
    return Integer(sympy.Integer(found))


def _at_times(cx: Context, function: surface.Function, time: str) -> Iterator[surface.Compare]:
    """The comparisons of the `time` with numbers: in the function, and in those of the file that it
    alone calls, and gives its time."""
    yield from _compared(function, time)
    texts = (*cx.module.functions, *cx.module.classes)
    calls = [n for n in walk(texts, inside=True) if isinstance(n, surface.Call)]
    own = [n for n in walk(function.body) if isinstance(n, surface.Call)]
    for helper in cx.module.functions:
        named = [c for c in calls if getattr(c.function, "name", "") == helper.name]
        inside = [c for c in own if getattr(c.function, "name", "") == helper.name]
        places = {
            k for k, p in enumerate(helper.parameters)
            if inside and all(_is_name(c.arguments[k : k + 1], time) for c in inside)
        }  # fmt: skip
        if helper is not function and len(named) == len(inside) and time not in _bound_in(function):
            for place in places:
                yield from _compared(helper, helper.parameters[place].name)


def _bound_in(function: surface.Function) -> frozenset[str]:
    """The names that statements of the function bind."""
    return bound_names(replace(function, parameters=()))


def _is_name(given: tuple[surface.Expr, ...], name: str) -> bool:
    return len(given) == 1 and isinstance(given[0], surface.Name) and given[0].name == name


def _compared(function: surface.Function, time: str) -> Iterator[surface.Compare]:
    """The comparisons of the variable `time` with numbers, where nothing binds it anew."""
    if time in _bound_in(function):
        return
    for step in walk(function.body):
        if not isinstance(step, surface.Compare):
            continue
        inside = [n for n in walk(step) if not isinstance(n, surface.Number)]
        plain = (surface.Compare, surface.Name, surface.Unary, surface.Binary)
        names = {n.name for n in inside if isinstance(n, surface.Name)}
        if all(isinstance(n, plain) for n in inside) and names == {time}:
            yield step


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


def _steps(cx: Context, first: object) -> Iterator[object]:
    """What compares or rounds in `first`, and in all that it leads to by names."""
    named: dict[str, list[object]] = {}
    for part in walk((*cx.module.functions, *cx.module.classes), inside=True):
        if isinstance(part, surface.Function):
            named.setdefault(part.name, []).append(part)
    pending = [first]
    while pending:
        for node in walk(pending.pop(), inside=True):
            if isinstance(node, (surface.Name, surface.Attribute)):
                if node.name in _STEPS:
                    yield node
                pending += named.pop(node.name, [])
            if isinstance(node, surface.Compare) and not _AT_POINTS.issuperset(node.ops):
                yield node
            if isinstance(node, surface.Binary) and node.op in ("//", "%"):
                yield node


__all__ = ["stepped", "switched"]
