"""Values that all calls of the source share: what classes bind, and objects of the module.

They are worked out at the program's beginning, as the module does once for all calls, and nothing
may write to what they hold.
"""

from __future__ import annotations

from dataclasses import dataclass

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.lowering.context import Context
from adc.lowering.objects.heap import without_token
from adc.lowering.objects.record_types import RecordType
from adc.lowering.scopes import Scope
from adc.lowering.values import (
    Array,
    Complex,
    Grown,
    Held,
    Integer,
    Items,
    Keywords,
    Later,
    Nothing,
    Record,
    Text,
    Value,
    describe,
)


@dataclass(frozen=True)
class Unseen(Later):
    """What several statements of the module make, which nothing has looked at yet."""


def shared_value(cx: Context, name: str, expr: surface.Expr | None, span: Span) -> Value:
    """What `expr` gives, which the file binds `name` to at `span`."""
    if expr is None:
        return Nothing()
    made = cx.prologue
    key = name, span
    if key in made.begun:
        raise AdcError.of(
            "ADC0123", f"`{name}` is read before the module has bound it", span,
            help="bind it before what uses it runs",
        )  # fmt: skip
    if key not in made.values:
        made.begun.add(key)
        try:
            made.values[key] = _worked_out(cx, name, expr, span)
        finally:
            made.begun.discard(key)
    return made.values[key]


def later_value(cx: Context, later: Later) -> Value:
    """What the module binds a name to."""
    value = shared_value(cx, later.name, later.expr, later.span)
    if isinstance(later, Unseen) and not is_computed(value):
        raise AdcError.of(
            "ADC0123", f"`{later.name}`, which several statements of the module make, is "
            f"{describe(value)}", later.span, help="bind it once, or make it in the function",
        )  # fmt: skip
    return value


def is_computed(value: Value) -> bool:
    """Whether it is a number or an array, or is made up of some."""
    if isinstance(value, (Items, Keywords)):
        return is_settled(value) and all(map(is_computed, value.items))
    return isinstance(value, (Array, Complex, Grown, Integer, Text, Nothing))


def _worked_out(cx: Context, name: str, expr: surface.Expr, span: Span) -> Value:
    """`expr`, evaluated where nothing of the function is seen; its statements are the program's
    first."""
    before, taken = set(cx.containers), set(cx.taken)
    outer = cx.body, cx.regions, cx.scopes, cx.span, cx.keep
    cx.body, cx.regions, cx.keep = [], [], None
    cx.scopes = [Scope(surface.Function("<module>", (), (), span))]
    cx.importing += 1
    try:
        value = without_token(cx.evaluate(expr))
        made = cx.prologue
        new = [n for n in cx.containers if n not in before]
        made.loose |= {n: cx.types.loose[n] for n in new if n in cx.types.loose}
        made.stretched |= {n: cx.stretched[n] for n in new if n in cx.stretched}
        made.containers |= {n: cx.containers[n] for n in new}
        made.names |= dict.fromkeys(new, (name, span))
        made.taken |= cx.taken - taken
        made.body += cx.body
        cx.merged |= dict.fromkeys(new, (name, span))
    finally:
        cx.importing -= 1
        cx.body, cx.regions, cx.scopes, cx.span, cx.keep = outer
    return value


def has_items(value: Value) -> bool:
    """Whether something may change what `value` holds, be it under another name."""
    if isinstance(value, Array):
        return value.is_shared
    if isinstance(value, (Keywords, Grown)) or (isinstance(value, Items) and value.is_list):
        return True
    return isinstance(value, Held) and any(map(has_items, value.items))


def may_change(kind: RecordType, name: str, value: Value) -> bool:
    """Whether something may change what the field or constant `name` holds."""
    return any(_holds(value, depth) for own, depth in kind.exposed if own == name)


def _holds(value: Value, depth: int) -> bool:
    """Whether `value` behind so many subscripts is something whose items can be changed."""
    if isinstance(value, Array):
        return value.rank > depth
    if not depth or isinstance(value, Grown):
        return has_items(value)
    return isinstance(value, Held) and any(_holds(item, depth - 1) for item in value.items)


def is_settled(value: Value) -> bool:
    """Whether objects in `value` are the same for all calls: nothing sets their fields, or changes
    what these hold."""
    if isinstance(value, Record):
        pairs = zip(value.type.names, value.items, strict=True)
        if value.token is not None or (value.type.changed and not value.type.frozen):
            return False
        if any(may_change(value.type, name, item) for name, item in pairs):
            return False
    return not isinstance(value, Held) or all(map(is_settled, value.items))
