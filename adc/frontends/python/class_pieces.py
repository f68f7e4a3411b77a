"""Pieces of classes: methods with the names that Python has for theirs, what `dataclass` makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import with_parts
from adc.frontends.python.class_effects import mangled


def with_own_names(function: surface.Function, made: str, owner: str) -> surface.Function:
    """A method with private names as Python calls them, and `super()` with what it looks at."""

    def visit(node: Any, inside: bool) -> Any:
        if isinstance(node, surface.Call) and _is_super(node, made, owner) and not inside:
            names = (surface.Name(made, node.span), surface.Name(owner, node.span))
            return surface.Call(surface.Intrinsic("adc.super", node.span, "python"), names, (),
                                node.span)  # fmt: skip
        if isinstance(node, (surface.Name, surface.Keyword)) and mangled(node.name, made) != (
            node.name
        ):
            raise AdcError.of(
                "ADC0123", f"the name `{node.name}` is private to the class here", node.span,
                help="give it a name with one underscore",
            )  # fmt: skip
        below = inside or isinstance(node, (surface.Lambda, surface.Lifted, surface.Define))
        node = with_parts(node, lambda part: visit(part, below))
        if isinstance(node, surface.Attribute):
            return replace(node, name=mangled(node.name, made))
        return node

    return replace(function, body=visit(function.body, False))


def refused_method(name: str, error: AdcError, span: Span) -> surface.Function:
    """A method that adc cannot read: calls of it are refused."""
    rest = tuple(
        surface.Parameter(n, None, None, span, star=s) for n, s in (("a", "*"), ("k", "**"))
    )
    refused = surface.Refused(tuple(error.diagnostics), span)
    return surface.Function(name, rest, (refused,), span)


def _is_super(call: surface.Call, made: str, owner: str) -> bool:
    """Whether it is `super()`, or says the same."""
    function = call.function
    if not isinstance(function, surface.Name) or function.name != "super" or not owner:
        return False
    names = [a.name if isinstance(a, surface.Name) else "" for a in call.arguments]
    return names in ([], [made, owner]) and not call.keywords


def equality(span: Span, uncompared: Sequence[str]) -> surface.Function:
    """The `__eq__` that `dataclass` makes, which compares the fields of objects of one class but
    for those of this class that are `uncompared`."""
    own, other = (surface.Name(n, span) for n in ("self", "other"))
    parameters = tuple(surface.Parameter(n.name, None, None, span) for n in (own, other))
    equal = surface.Intrinsic("adc.fields_equal", span, "python")
    left_out = (surface.String(n, span) for n in uncompared)
    body = (surface.Return((surface.Call(equal, (own, other, *left_out), (), span),), span),)
    return surface.Function("__eq__", parameters, body, span)


def may_change(node: object) -> bool:
    """Whether a default is a list or a dictionary, which all objects would share."""
    return (isinstance(node, surface.Intrinsic) and node.name != "complex") or (
        isinstance(node, surface.Sequence) and node.is_list
    )


def pairs(
    target: surface.Expr, value: surface.Expr
) -> tuple[list[surface.Expr], list[surface.Expr]]:
    """What an assignment binds, one by one, and to what; nothing where that is not known."""
    if not isinstance(target, surface.Sequence):
        return [target], [value]
    values = value.items if isinstance(value, surface.Sequence) else ()
    if len(values) != len(target.items) or any(isinstance(v, surface.Starred) for v in values):
        return [], []
    return list(target.items), list(values)


def accessors_of(
    made: surface.Assign, functions: Sequence[surface.Function], name: str
) -> tuple[surface.Function, ...]:
    """What gets, and what sets, `x` where the class `name` has `x = property(get, set, doc="…")` of
    its own `functions`; () for anything else."""
    call, target = made.value, made.targets[0]
    if not isinstance(call, surface.Call) or not isinstance(call.function, surface.Name):
        return ()
    named = {k.name: k.value for k in call.keywords}
    if call.function.name != "property" or set(named) - {"fget", "fset", "doc"}:
        return ()
    given = [*call.arguments]
    given += [named[n] for n in ("fget", "fset")[len(given) :] if n in named]
    own = {f.name: f for f in functions}
    found = [own.get(mangled(g.name, name)) for g in given if isinstance(g, surface.Name)]
    known = [replace(f, name=mangled(target.name, name)) for f in found if f is not None
             and isinstance(target, surface.Name)]  # fmt: skip
    return tuple(known) if len(known) == len(given) in (1, 2) else ()
