"""`typing.cast`, which gives its value as it is."""

from __future__ import annotations

import builtins

from adc.frontends import surface
from adc.lowering.context import Context


def cast_of(cx: Context, expr: surface.Call) -> surface.Expr | None:
    """What `typing.cast(T, value)` gives, where nothing of T has to be known; None for any other
    call."""
    if len(expr.arguments) != 2 or expr.keywords:
        return None
    asked, value = expr.arguments
    if isinstance(value, surface.Starred) or not _names_type(cx, asked):
        return None
    return value


def _names_type(cx: Context, node: surface.Expr) -> bool:
    """Whether a type is only named, by names that are bound."""
    match node:
        case surface.Name():
            known = node.name in cx.scope.names or node.name in cx.globals
            return known or hasattr(builtins, node.name)
        case surface.String() | surface.NoneValue() | surface.Number() | surface.Ellipsis():
            return True
        case surface.Attribute():
            return _names_type(cx, node.value)
        case surface.Subscript():
            return all(_names_type(cx, n) for n in (node.value, *node.items))
        case surface.Sequence():
            return all(_names_type(cx, n) for n in node.items)
        case surface.Binary():
            return node.op == "|" and all(_names_type(cx, n) for n in (node.left, node.right))
    return False
