"""`*args` and `**kwargs`: what a call hands on, and what is asked of it."""

from __future__ import annotations

from collections.abc import Sequence

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.lowering.absent.unread import refuse_said
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import Item
from adc.lowering.keys import as_key
from adc.lowering.lists.iterated import items_in
from adc.lowering.objects.heap import key_value
from adc.lowering.values import (
    Builtin,
    Integer,
    Key,
    Keywords,
    Nothing,
    Undefined,
    Value,
    describe,
)

#: What makes a new array.
_MAKERS = frozenset(
    f"numpy.{name}{like}" for name in ("zeros", "ones", "empty", "full") for like in ("", "_like")
)


def call_site(cx: Context, name: str, expr: surface.Call, parts: Sequence[Value]) -> CallSite:
    """The call of `name` with the values `parts` of its arguments, those behind `*` one by one."""
    given: list[Value] = []
    spans: list[Span] = []
    keywords = {k.name: v for k, v in zip(expr.keywords, parts[len(expr.arguments) :], strict=True)}
    for argument, value in zip(expr.arguments, parts, strict=False):
        if not isinstance(argument, surface.Starred):
            given.append(value)
            spans.append(argument.span)
        elif argument.named:
            _add_named(keywords, value, argument.span)
        else:
            items = items_in(cx, value, argument.span)
            given += items
            spans += [argument.span] * len(items)
    made = any(k.name == "out" and _makes_array(cx, k.value) for k in expr.keywords)
    return CallSite(name, tuple(given), keywords, tuple(spans), expr.span, made)


def _makes_array(cx: Context, expr: surface.Expr) -> bool:
    """Whether `expr` is `np.zeros_like(…)` or the like, a new array whatever its arguments are."""
    if not isinstance(expr, surface.Call):
        return False
    if not isinstance(expr.function, (surface.Name, surface.Attribute)):
        return False
    function = cx.evaluate(expr.function)
    return isinstance(function, Builtin) and function.name in _MAKERS


def _add_named(keywords: dict[str, Value], value: Value, span: Span) -> None:
    if not isinstance(value, Keywords):
        raise AdcError.of(
            "ADC0112", f"adc cannot unpack {describe(value)} into arguments", span,
            help="write each argument of the call",
        )  # fmt: skip
    for name, given in value.pairs:
        if not isinstance(name, str):
            raise AdcError.of(
                "ADC0112", "an argument cannot have a number for its name", span,
                help="write each argument of the call",
            )  # fmt: skip
        if name in keywords:
            raise AdcError.of(
                "ADC0220", f"the argument `{name}` is given twice", span, help="remove one of them"
            )
        keywords[name] = given


def key_of(items: list[Item]) -> Key | None:
    """The key that a subscript names; what stands between commas is a tuple."""
    keys = [as_key(item) for item, _ in items]
    return (
        keys[0]
        if len(keys) == 1
        else None
        if None in keys
        else tuple(k for k in keys if k is not None)
    )


def key_at(owner: Keywords, items: list[Item], span: Span) -> Value:
    """The key at a position, which a loop over the dictionary asks for."""
    position = items[0][0]
    if not isinstance(position, Integer) or not position.value.is_Integer:
        raise AdcError.of(
            "ADC0212", "a loop over a dictionary whose body is not written out", span,
            help="loop over the items of a dictionary with few keys",
        )  # fmt: skip
    return key_value(owner.names[int(position.value)])


def named_item(owner: Keywords, items: list[Item], span: Span) -> Value:
    """`kwargs["name"]`."""
    refuse_said([i for i, _ in items if isinstance(i, Undefined)], span)
    key = key_of(items)
    if key is None:
        raise AdcError.of(
            "ADC0217", "which key of the dictionary this is, only data tell", span,
            help="choose with `if` between the keys that there are, or use an array",
        )  # fmt: skip
    found = dict(owner.pairs).get(key)
    if found is None:
        raise AdcError.of(
            "ADC0217", f"there is no key {key!r} here", span,
            help="pass it, or ask with `in` whether it is there",
        )  # fmt: skip
    return found


def keyword_or_default(cx: Context, owner: Keywords, expr: surface.Call) -> Value:
    """`kwargs.get("name", default)`."""
    key = as_key(cx.evaluate(expr.arguments[0])) if expr.arguments else None
    if key is None or len(expr.arguments) > 2 or expr.keywords:
        raise AdcError.of(
            "ADC0220", "`get` takes the name of an argument, and a default", expr.span,
            help='write `kwargs.get("name", default)`',
        )  # fmt: skip
    found = dict(owner.pairs)
    if key in found:
        return found[key]
    return cx.evaluate(expr.arguments[1]) if len(expr.arguments) > 1 else Nothing()
