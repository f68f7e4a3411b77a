"""`sorted`, `min` and `max` by keys, or of texts; and functions that run through dictionaries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import sympy

from adc.ir.dtypes import DType
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.comparisons import compare_pair
from adc.lowering.context import Context
from adc.lowering.indexing import leading_axis
from adc.lowering.keys import as_key
from adc.lowering.lists.iterated import items_in
from adc.lowering.numpy import create, parts, positions
from adc.lowering.objects.enumerations import ENUMERATIONS, members
from adc.lowering.objects.heap import key_value
from adc.lowering.objects.record_types import RecordType
from adc.lowering.promotion import as_array, literal_number
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Builtin,
    Integer,
    Items,
    Keywords,
    Nothing,
    Text,
    Token,
    Value,
    of_view,
    scalar,
)

Apply = Callable[[Context, Value, CallSite], Value]

#: Functions of Python's that take `key=`.
KEYED = ("sorted", "min", "max")
#: Functions that run through what they are given, of a dictionary through its keys.
_THROUGH = (*KEYED, "list", "tuple", "sum", "any", "all")


def over_keys(cx: Context, site: CallSite) -> CallSite:
    """The call with the keys of a dictionary, or the members of an enumeration, in its place, where
    the function runs through it."""
    whole = site.arguments[0] if len(site.arguments) == 1 else None
    counted = site.name in (*_THROUGH, "len")
    if counted and isinstance(whole, RecordType) and whole.kind in ENUMERATIONS:
        return replace(site, arguments=(Items(members(cx, whole)),))
    if site.name not in _THROUGH or not isinstance(whole, Keywords):
        return site
    return replace(site, arguments=(Items(tuple(map(key_value, whole.names))),))


def has_key(site: CallSite) -> bool:
    """Whether the order is that of keys, or of texts and tuples that are known."""
    if site.name not in KEYED or not site.arguments:
        return False
    if not isinstance(site.keywords.get("key", Nothing()), Nothing):
        return True
    given = site.arguments[0].items if isinstance(site.arguments[0], Items) else site.arguments
    keys = [as_key(value) for value in given]
    return bool(keys) and None not in keys and any(not isinstance(key, int) for key in keys)


def by_key(cx: Context, site: CallSite, apply: Apply) -> Value:
    """`sorted`, `min` and `max` with `key=`, or of texts: by keys that are known, or of numbers the
    one with the largest or smallest key."""
    key = site.keywords.get("key", Nothing())
    rest = [v for k, v in site.keywords.items() if k != "key"]
    several = site.name != "sorted" and len(site.arguments) > 1
    if set(site.keywords) - {"key", "reverse"} or not site.arguments:
        raise site.error(f"`{site.short}` with these arguments is not supported")
    items = site.arguments if several else items_in(cx, site.arguments[0], site.span)
    name = key.name if isinstance(key, Builtin) else ""
    own = (CallSite(name, (item,), {}, (site.span,), site.span) for item in items)
    plain = isinstance(key, Nothing)
    values = list(items) if plain else [apply(cx, key, each) for each in own]
    numbers = bool(items) and all(map(_is_number, (*values, *items)))
    if site.name != "sorted" and numbers and any(_known(value) is None for value in values):
        return _one_by_data(cx, items, values, site)
    backwards = site.flag(rest[0] if rest else None, "reverse")
    by_data = all(map(_is_number, values)) and any(_known(value) is None for value in values)
    if site.name == "sorted" and by_data:
        return _ordered_by_data(cx, items, values, backwards, site)
    keys = [_known_key(value, site) for value in values]
    try:
        order = sorted(range(len(items)), key=keys.__getitem__, reverse=backwards)
        if site.name != "sorted":
            choose = min if site.name == "min" else max
            return items[choose(range(len(items)), key=keys.__getitem__)]
    except (TypeError, ValueError):
        raise site.error("Python has no order of these keys", help="use keys of one kind") from None
    return Items(tuple(items[k] for k in order), True, Token(str(site.span)))


def _is_number(value: Value) -> bool:
    return isinstance(value, Integer) or (isinstance(value, Array) and not value.shape)


def _one_by_data(
    cx: Context, items: Sequence[Value], keys: Sequence[Value], site: CallSite
) -> Value:
    """The first number whose key is the largest, or the smallest: as in Python the one before
    stays unless the next key is surely beyond its own, as NaN never is."""
    arrays = [as_array(item, site.span) for item in items]
    if len({(a.dtype, a.weak and a.dtype is not DType.FLOAT64) for a in arrays}) > 1:
        raise site.error(
            f"`{site.short}` chooses between numbers of several types by data",
            help="make them floating numbers: `float(x)`",
        )
    found, beyond = (arrays[0], keys[0]), "<" if site.name == "min" else ">"
    for item, key in zip(arrays[1:], keys[1:], strict=True):
        test = compare_pair(cx, beyond, key, found[1], site.span)
        found = (
            elementwise.where(cx, [test, item, found[0]], site.span, weak_ok=True),
            elementwise.where(cx, [test, key, found[1]], site.span, weak_ok=True),
        )
    return found[0]


def _ordered_by_data(
    cx: Context, items: Sequence[Value], keys: Sequence[Value], backwards: bool, site: CallSite
) -> Value:
    """A list of the numbers, or arrays of one shape, in the order of their keys. Those with equal
    keys stay in theirs, as in Python, also where the order is `backwards`."""
    arrays = [v for v in items if isinstance(v, (Array, Integer))]
    made = [as_array(v, site.span) for v in arrays]
    kinds = {(a.shape, a.dtype, a.weak and a.dtype is not DType.FLOAT64) for a in made}
    if len(made) < len(items) or len(kinds) > 1:
        raise site.error(
            "`sorted` by keys that data decide takes numbers, or arrays of one shape and type",
            help="use `np.argsort` of the keys",
        )
    here = replace(site, spans=(site.span,), keywords={})

    def called(module: ModuleType, name: str, *given: Value, **named: Value) -> Array:
        full = f"numpy.{name}"
        call = replace(here, name=full, arguments=given, keywords=named,
                       spans=(site.span,) * len(given))  # fmt: skip
        found = module.TABLE[full](cx, call)
        assert isinstance(found, Array)
        return of_view(materialise(cx, found, "ordered"), found.dtype)

    numbers = called(create, "array", Items(tuple(keys), is_list=True))
    if backwards:
        numbers = elementwise.arithmetic(
            cx, "mul", [numbers, Integer(sympy.Integer(-1))], site.span
        )
    order = called(positions, "argsort", numbers, kind=Text("stable"))
    taken = called(parts, "take", called(create, "array", Items(tuple(made), is_list=True)), order,
                   axis=Integer(sympy.Integer(0)))  # fmt: skip
    assert taken.view is not None
    for array in made:  # a list of Python's has the arrays themselves
        for way in array.stored if array.shape else ():
            assert way.view is not None
            cx.merged[taken.view.container] = ("", site.span)
            cx.watch(way.view.container, taken.view.container, "", site.span)
    weak = all(a.weak for a in made)
    rows = [leading_axis(cx, taken, sympy.Integer(k), site.span) for k in range(len(made))]
    found = tuple(r if r.shape else replace(scalar(r.at(())), weak=weak) for r in rows)
    return Items(found, True, Token(str(site.span)))


def _known(value: Value) -> Any:
    if isinstance(value, Integer):
        return int(value.value) if value.value.is_Integer else None
    return value.value if isinstance(value, Text) else literal_number(value)


def _known_key(value: Value, site: CallSite) -> Any:
    if isinstance(value, Items):
        return tuple(_known_key(v, site) for v in value.items)
    known = _known(value)
    if known is None:
        raise site.error(
            f"the keys of `{site.short}` are known only when the program runs",
            help="use `np.argsort` of the keys",
        )
    return known
