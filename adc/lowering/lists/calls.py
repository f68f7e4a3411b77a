"""Functions that are given lists that have grown, of which NumPy makes arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.lists.as_items import array_of
from adc.lowering.lists.growing import is_grown
from adc.lowering.lists.joined import JOINING, joined
from adc.lowering.lists.sums import joined_lists
from adc.lowering.objects.references import refers
from adc.lowering.values import Array, Grown, Held, Items, Value

Handler = Callable[[Context, CallSite], Value]
#: Functions that would make another list, which an array is not.
_OF_LISTS = ("list", "tuple", "sorted", "reversed")


#: What joins the arrays that NumPy makes of the items of a tuple or list.
_OF_SEVERAL = frozenset(f"numpy.{name}" for name in (
    "vstack", "hstack", "dstack", "column_stack", "stack", "concatenate",
))  # fmt: skip


def joins_lists(site: CallSite) -> bool:
    """Whether lists that have grown are among what a call joins."""
    given = site.arguments[0] if site.name in _OF_SEVERAL and site.arguments else None
    return isinstance(given, Items) and is_grown(*given.items)


def call_joining(cx: Context, site: CallSite, plain: Handler) -> Value:
    """The call with an array for each list, as NumPy makes it."""
    given = site.arguments[0]
    assert isinstance(given, Items)
    items = tuple(array_of(v) if isinstance(v, Grown) else v for v in given.items)
    arguments = (replace(given, items=items), *site.arguments[1:])
    lists = frozenset(v.container for v in given.items if isinstance(v, Grown))
    return _apart(plain(cx, replace(site, arguments=arguments)), lists)


def call_with_lists(cx: Context, site: CallSite, plain: Handler) -> Value:
    """A call with lists, of which NumPy, and Python's `len` and `sum`, make arrays."""
    made = _new_list(cx, site, plain) if site.name in ("list", "sorted") else None
    if made is not None:
        return made
    if site.name in _OF_LISTS:
        raise site.error(f"`{site.short}` of a list that grows is not supported",
                         help="make an array of it: `np.array(xs)`")  # fmt: skip
    if site.name in JOINING:
        return joined(cx, site)
    lists = [v for v in site.arguments if isinstance(v, Grown)]
    nested = any(v.nested and not (v.is_complex and site.name == "sum") for v in lists)
    if site.name in ("sum", "max", "min") and (nested or is_grown(*site.arguments[1:])):
        raise site.error(f"`{site.short}` of lists is not supported",
                         help="make an array of them: `np.array(xs)`")  # fmt: skip
    arguments = tuple(array_of(v) if isinstance(v, Grown) else v for v in site.arguments)
    keywords: dict[str, Value] = {
        k: array_of(v) if isinstance(v, Grown) else v for k, v in site.keywords.items()
    }
    made = plain(cx, replace(site, arguments=arguments, keywords=keywords))
    given = (*site.arguments, *site.keywords.values())
    return _apart(made, frozenset(v.container for v in given if isinstance(v, Grown)))


def _apart(value: Value, lists: frozenset[str]) -> Value:
    """What NumPy makes of `lists`, of which no array is a view, as something computed."""
    if isinstance(value, Held):
        return replace(value, items=tuple(_apart(item, lists) for item in value.items))
    if isinstance(value, Array) and any(refers(value, container) for container in lists):
        return replace(value, view=None, ways=())
    return value


def _new_list(cx: Context, site: CallSite, plain: Handler) -> Value | None:
    """`list(xs)` and `sorted(xs)` of the numbers of a list; None for other lists."""
    (value, *more) = site.arguments or (None,)
    if not isinstance(value, Grown) or more:
        return None
    if site.name == "list" and not site.keywords:
        return joined_lists(cx, Items((), True), value, site.span)
    if site.name == "sorted" and value.dtype.is_float and not value.nested and not value.shape:
        return plain(cx, replace(site, arguments=(value.array,)))
    return None
