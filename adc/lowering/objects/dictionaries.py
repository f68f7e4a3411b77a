"""Dictionaries: how they are made, and what their methods give and change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.lowering.absent.unread import refuse_said
from adc.lowering.binding import bind, held
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.elementwise import literal
from adc.lowering.keys import as_key
from adc.lowering.objects.heap import add_parts, entries, remove_part, resolved, set_part
from adc.lowering.values import (
    Builtin,
    Integer,
    Items,
    Key,
    Keywords,
    Nothing,
    Ref,
    Text,
    Token,
    Type,
    Undefined,
    Value,
    describe,
)

Handler = Callable[[Context, CallSite], Value]
#: The methods that change nothing, and those that change the dictionary.
READING = ("get", "keys", "values", "items", "copy")
CHANGING = ("update", "pop", "setdefault", "clear")


#: What `defaultdict` makes of a key that is lacking.
_MISSING: dict[str, Callable[[Token], Value]] = {
    "float": lambda token: literal("0.0", DType.FLOAT64),
    "int": lambda token: Integer(sympy.Integer(0)),
    "list": lambda token: Items((), True, token),
}


def check_order(expr: surface.Call) -> None:
    """ADC0114 for entries behind those of another dictionary, which come first in Python."""
    others = [a.span for a in expr.arguments if isinstance(a, surface.Starred)]
    for keyword in expr.keywords:
        where = keyword.span
        if any((o.line, o.column) < (where.line, where.column) for o in others):
            raise AdcError.of(
                "ADC0114", "an entry behind those of another dictionary is not supported", where,
                help="put `**` last",
            )  # fmt: skip


def _dict(cx: Context, site: CallSite) -> Value:
    """`dict(a=x)`, `dict(d)`, `dict(pairs)`, and both together."""
    made = Token(str(site.span))
    found: dict[Key, Value] = {}
    if len(site.arguments) > 1:
        raise site.error("`dict` takes one dictionary, or pairs", help='write `{"a": x}`')
    for value in site.arguments:
        found |= _pairs(value, site)
    found.update(site.keywords)
    return Keywords(tuple(found.values()), tuple(found), made)


def _pairs(value: Value, site: CallSite) -> dict[Key, Value]:
    """The entries of a dictionary, or of pairs of a key and a value."""
    if isinstance(value, Keywords):
        return dict(value.pairs)
    found: dict[Key, Value] = {}
    for pair in value.items if isinstance(value, Items) else (value,):
        items = pair.items if isinstance(pair, Items) else ()
        key = as_key(items[0]) if len(items) == 2 else None
        if key is None:
            raise site.error(
                f"adc cannot make entries of a dictionary of {describe(value)}",
                help="use texts or integers for keys: `{'a': x}`",
            )
        found[key] = items[1]
    return found


def _entries(cx: Context, site: CallSite) -> Value:
    """`{0: x, **d, key: y}`: pairs, and dictionaries alone, whose entries are set one by one."""
    found: dict[Key, Value] = {}
    for given, span in zip(site.arguments, site.spans, strict=True):
        assert isinstance(given, Items)
        if len(given.items) == 1:
            found |= _pairs(given.items[0], replace(site, span=span))
            continue
        key = as_key(given.items[0])
        if key is None:
            refuse_said(given.items[:1], span)
            raise AdcError.of(
                "ADC0114", "a dictionary needs keys that are known: texts, integers and tuples",
                span, help="use a tuple, or a variable for each entry",
            )  # fmt: skip
        found[key] = given.items[1]
    return Keywords(tuple(found.values()), tuple(found), Token(str(site.span)))


def _defaultdict(cx: Context, site: CallSite) -> Value:
    """`defaultdict(float)`: a key that is asked for and lacking is added."""
    function = site.arguments[0] if site.arguments else None
    name = function.name if isinstance(function, Builtin) else ""
    if isinstance(function, Type) and function.python:
        name = {DType.FLOAT64: "float", DType.INT64: "int"}.get(function.dtype, "")
    if name not in _MISSING:
        raise site.error("`defaultdict` takes `float`, `int` or `list`", help="write out the keys")
    made = _dict(cx, replace(site, arguments=site.arguments[1:]))
    assert isinstance(made, Keywords)
    return replace(made, missing=name)


def with_key(cx: Context, owner: Keywords, key: Key, span: Span) -> Keywords:
    """The dictionary as it is once `key` was asked for."""
    if not owner.missing or key in owner.names:
        return owner
    value = _MISSING[owner.missing](Token(str(span)))
    add_parts(cx, owner, [key], [value], bind, span)
    return _now(cx, owner)


def _now(cx: Context, owner: Keywords) -> Keywords:
    """The dictionary after a change."""
    assert owner.token is not None
    whole = resolved(cx, Ref(owner.token.cell))
    assert isinstance(whole, Keywords)
    return whole


def joined(left: Keywords, right: Keywords, span: Span) -> Keywords:
    """`left | right`: another dictionary."""
    both = dict(left.pairs) | dict(right.pairs)
    return Keywords(tuple(both.values()), tuple(both), Token(str(span)))


def called(cx: Context, owner: Keywords, method: str, site: CallSite) -> Value:
    """`owner.method(…)`, but for `get` and `copy`."""
    if method in CHANGING:
        return {"update": _update, "pop": pop, "setdefault": _default, "clear": _clear}[method](
            cx, owner, site
        )
    if site.arguments or site.keywords:
        raise site.error(f"`{method}` takes no arguments", help="leave them out")
    return entries(cx, owner, method)


# -- changes ---------------------------------------------------------------------------------------


def _update(cx: Context, owner: Keywords, site: CallSite) -> Value:
    if len(site.arguments) > 1:
        raise site.error("`update` takes one dictionary, or pairs")
    given: dict[Key, Value] = {}
    for value in site.arguments:
        given |= _pairs(value, site)
    given.update(site.keywords)
    if len(given) > 1:  # all are evaluated before the first is set
        given = {key: held(cx, "entry", value) for key, value in given.items()}
    new = [key for key in given if key not in owner.names]
    for key in given:
        if key in owner.names:
            set_part(cx, owner, owner.names.index(key), given[key], bind, site.span)
    if new:
        add_parts(cx, owner, new, [given[key] for key in new], bind, site.span)
    return Nothing()


def pop(cx: Context, owner: Keywords, site: CallSite) -> Value:
    key, default = _key_and_default(site, "pop")
    if key not in owner.names:
        return _or_default(default, key, site)
    value = owner.items[owner.names.index(key)]
    remove_part(cx, owner, key, site.span)
    return value


def _default(cx: Context, owner: Keywords, site: CallSite) -> Value:
    key, default = _key_and_default(site, "setdefault")
    if key in owner.names:
        return owner.items[owner.names.index(key)]
    value = default[0] if default else Nothing()
    add_parts(cx, owner, [key], [value], bind, site.span)
    return _now(cx, owner).items[-1]


def _clear(cx: Context, owner: Keywords, site: CallSite) -> Value:
    for key in owner.names:
        remove_part(cx, owner, key, site.span)
    return Nothing()


def _key_and_default(site: CallSite, method: str) -> tuple[Key, tuple[Value, ...]]:
    """The key that a method is called with, and the default where it is given."""
    key = as_key(site.arguments[0]) if site.arguments else None
    if key is None or len(site.arguments) > 2 or site.keywords:
        raise site.error(f"`{method}` takes a text or an integer, and a default", help="name a key")
    return key, site.arguments[1:]


def _or_default(default: Sequence[Value], key: Key, site: CallSite) -> Value:
    if default:
        return default[0]
    raise AdcError.of(
        "ADC0217", f"the dictionary has no key {key!r}", site.span,
        help="ask with `in` whether it is there, or give a default",
    )  # fmt: skip


def _has_key(cx: Context, site: CallSite) -> Value:
    """Whether a dictionary has a key; of anything else a subscript raises no KeyError."""
    owner, given = site.arguments
    if not isinstance(owner, Keywords):
        return literal("True", DType.BOOL)
    key = as_key(given)
    if key is None and not (isinstance(given, Items) and not given.is_list):
        raise site.error(f"adc cannot tell whether {describe(given)} is a key", help="use a text")
    return literal(str(key in owner.names), DType.BOOL)


def _deleted(cx: Context, site: CallSite) -> Value:
    """`del name`."""
    (name,) = site.arguments
    assert isinstance(name, Text)
    help = f"assign `{name.value}` before this line on every path"
    cx.scope.names[name.value] = Undefined("has been deleted", help, site.span)
    return Nothing()


def _set(cx: Context, site: CallSite) -> Value:
    """`set(…)` of one item or none, whose order nobody can ask for: keys without values."""
    given = site.bind("", "iterable").get("iterable", Items(()))
    keys = {as_key(item) for item in given.items} if isinstance(given, Items) else {None}
    if len(keys) > 1 or None in keys:
        raise site.error("sets of several items are not supported", help="use a tuple")
    known = tuple(key for key in keys if key is not None)
    return Keywords((Nothing(),) * len(known), known, None)


TABLE: dict[str, Handler] = {
    "set": _set,
    "adc.has_key": _has_key, "adc.deleted": _deleted,
    "collections.defaultdict": _defaultdict, "collections.OrderedDict": _dict,
    "dict": _dict, "adc.entries": _entries,
}  # fmt: skip
