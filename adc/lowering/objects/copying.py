"""Copies of objects, lists and dictionaries: `copy.copy`, `copy.deepcopy`, `d.copy()`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.objects.classes import is_beyond
from adc.lowering.objects.heap import key_value
from adc.lowering.objects.sentinels import is_sentinel
from adc.lowering.refusals import SHARED
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Complex,
    Grown,
    Held,
    Items,
    Keywords,
    Record,
    Token,
    Value,
    View,
    describe,
    of_view,
)

Handler = Callable[[Context, CallSite], Value]
_Known = dict[Token | View, Value]


def shallow(cx: Context, site: CallSite) -> Value:
    """Another object with the same parts; of an array a copy."""
    value = site.bind("x")["x"]
    _check_known(value, site.span)
    if isinstance(value, Array):
        return _of_array(cx, value)
    if isinstance(value, Complex):
        return _deep(cx, value, site.span, {})
    if isinstance(value, (Items, Record, Keywords)):
        return _other(value, str(site.span))
    raise site.error(f"`copy` of {describe(value)} is not supported")


def _check_known(value: Value, span: Span) -> None:
    """ADC0232 where a class that is not followed may say how its objects are copied."""
    if isinstance(value, Record) and is_beyond(value.type):
        raise AdcError.of(
            "ADC0232", "a base that adc does not follow may say how objects are copied", span,
            help="copy what the object holds",
        )  # fmt: skip
    _check_no_sentinel(value, span)


def _check_no_sentinel(value: Value, span: Span) -> None:
    """ADC0232 for an `object()` that would be another one in a copy."""
    if is_sentinel(value) or (
        isinstance(value, Held) and any(is_sentinel(item) for item in value.items)
    ):
        raise AdcError.of(
            "ADC0232", "a copy of what holds an `object()` may hold another one", span,
            help="copy what else it holds",
        )  # fmt: skip


def _pool(cx: Context, site: CallSite) -> Value:
    """The items of an array, a tuple or a list as they are now: numbers are copied, rows are views
    and objects what they are."""
    value = site.bind("iterable")["iterable"]
    if isinstance(value, Grown) and not value.shape:
        value = value.stored
    if isinstance(value, Array) and value.shape:
        return _of_array(cx, value) if value.rank == 1 else value
    if isinstance(value, Items):
        return Items(value.items)
    if isinstance(value, Keywords):
        return Items(tuple(map(key_value, value.names)))
    raise site.error(f"adc cannot tell what the items of {describe(value)} are")


def _shared(cx: Context, site: CallSite) -> Value:
    """An array of adc's own text that holds what is in the arrays `sources`, which it shares in
    NumPy: they are not to be written as long as it is used."""
    bound = site.bind("made sources")
    made, sources = bound["made"], bound["sources"]
    assert isinstance(made, Array) and made.view is not None and isinstance(sources, Items)
    for source in sources.items:
        if isinstance(source, Array) and source.view is not None:
            cx.watch(source.view.container, made.view.container, SHARED, site.span)
    return made


def deep(cx: Context, site: CallSite) -> Value:
    """Another object with copies of the parts; what is one in the parts is one in the copy."""
    value = site.bind("x")["x"]
    _check_known(value, site.span)
    return _deep(cx, value, site.span, {})


def _deep(cx: Context, value: Value, span: Span, known: _Known) -> Value:
    made = str(span)
    if isinstance(value, Array) and value.view is not None and value.is_shared:
        if value.view not in known:
            known[value.view] = _of_array(cx, value)
        return known[value.view]
    if isinstance(value, Array):
        return _of_array(cx, value)
    if not isinstance(value, Held):
        return value
    _check_no_sentinel(value, span)
    token = value.token if isinstance(value, (Items, Record, Keywords)) else None
    if token is not None and token in known:
        return known[token]
    items = tuple(_deep(cx, item, span, known) for item in value.items)
    found = _other(replace(value, items=items), made)
    if token is not None:
        known[token] = found
    return found


def _of_array(cx: Context, value: Array) -> Array:
    if not value.is_shared:
        return value
    return of_view(materialise(cx, value, "copy"), value.dtype, boxed=value.boxed)


def _other(value: Held, made: str) -> Value:
    """The same as another object."""
    if isinstance(value, Complex):
        return value
    if isinstance(value, Items):
        return replace(value, token=Token(made)) if value.is_list else value
    if isinstance(value, Record):
        token = None if value.token is None else Token(made)
        return replace(value, token=token, given=False)
    assert isinstance(value, Keywords)
    return replace(value, token=Token(made), given=False)


TABLE: dict[str, Handler] = {
    "copy.copy": shallow, "copy.deepcopy": deep, "adc.pool": _pool,
    "adc.shared": _shared,
}  # fmt: skip
