"""Methods of lists whose items are known one by one: `insert`, `pop`, `reverse` and the like.

A list that something changes is in the heap: its items are variables, and the methods put these in
another order, take some away or add new ones. So all names of the list see the change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.lowering.binding import bind
from adc.lowering.callsite import CallSite
from adc.lowering.comparisons import compare_pair
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue
from adc.lowering.keys import as_key
from adc.lowering.lists.iterated import items_in
from adc.lowering.objects import dictionaries
from adc.lowering.objects.heap import (
    add_parts,
    cell_of,
    is_given,
    refuse_given,
    refuse_unchangeable,
    resolved,
    set_part,
    token_of,
)
from adc.lowering.promotion import is_literal_bool
from adc.lowering.values import (
    Bound,
    Builtin,
    Cell,
    Integer,
    Items,
    Keywords,
    Nothing,
    Ref,
    Value,
)

Apply = Callable[[Context, Value, CallSite], Value]

#: The methods that change nothing, and those that change the list.
_READING = ("index", "count")
_CHANGING = ("insert", "extend", "pop", "remove", "reverse", "clear", "append")
METHODS = (*_READING, *_CHANGING, "sort")


def as_it_is(cx: Context, method: Bound) -> Bound:
    """`method` of what its list or dictionary is now: arguments may have changed it since it was
    looked up."""
    owner = method.owner
    if not isinstance(owner, (Items, Keywords)) or owner.token is None:
        return method
    token = token_of(cx, owner)
    if token is None or not isinstance(cx.scope.names.get(token.cell), Cell):
        return method
    return Bound(resolved(cx, Ref(token.cell)), method.name, method.function)


def is_of_list(method: Bound) -> bool:
    return isinstance(method.owner, Items) and method.owner.is_list and method.name in METHODS


def method_of_list(cx: Context, method: Bound, site: CallSite, apply: Apply) -> Value:
    """The call of a method of a list."""
    owner = method.owner
    assert isinstance(owner, Items)
    if method.name != "sort":
        return _called(cx, owner, method.name, replace(site, name=method.name))
    refuse_unchangeable(cx, owner, site.span)
    whole = replace(site, name="sorted", arguments=(owner,), spans=(site.span,))
    found = items_in(cx, apply(cx, Builtin("sorted"), whole), site.span)
    _rearrange(cx, owner, (), site.span)  # new variables: the values may be read from the old ones
    _put_in(cx, owner, 0, found, site.span)
    return Nothing()


def _called(cx: Context, owner: Items, method: str, site: CallSite) -> Value:
    """`owner.method(…)`, but for `sort`."""
    if site.keywords:
        raise site.error(f"keywords of `{method}` are not supported", help="pass them by position")
    given = site.arguments
    wanted = {"insert": (2,), "pop": (0, 1), "reverse": (0,), "clear": (0,)}.get(method, (1,))
    if len(given) not in wanted:
        raise site.error(f"`{method}` of a list does not take {len(given)} arguments")
    if method == "index":
        return Integer(sympy.Integer(_position_of(cx, owner, given[0], site)))
    if method == "count":
        found = [_equal(cx, item, given[0], site) for item in owner.items]
        return Integer(sympy.Integer(sum(found)))
    cell_of(cx, owner, site.span)  # refuses what cannot be changed
    if method in ("append", "extend"):
        added = given if method == "append" else items_in(cx, given[0], site.span)
        _put_in(cx, owner, len(owner.items), added, site.span)
    elif method == "insert":
        place = min(max(_number(given[0], site), -len(owner.items)), len(owner.items))
        place += len(owner.items) if place < 0 else 0
        _put_in(cx, owner, place, given[1:], site.span)
    elif method == "reverse":
        _rearrange(cx, owner, cell_of(cx, owner, site.span).parts[::-1], site.span)
    elif method == "clear":
        _rearrange(cx, owner, (), site.span)
    else:
        return _taken_out(cx, owner, method, site)
    return Nothing()


def _taken_out(cx: Context, owner: Items, method: str, site: CallSite) -> Value:
    """`pop` and `remove`."""
    if method == "remove":
        place = _position_of(cx, owner, site.arguments[0], site)
    else:
        place = _number(site.arguments[0], site) if site.arguments else -1
    value = remove_item(cx, owner, place, site.span)
    return Nothing() if method == "remove" else value


def remove_item(cx: Context, owner: Items, place: int, span: Span) -> Value:
    """Takes the item at `place` out of the list: the item."""
    if not -len(owner.items) <= place < len(owner.items):
        raise AdcError.of(
            "ADC0217", f"position {place} of {len(owner.items)} items is out of range", span,
            help="keep the position inside the list",
        )  # fmt: skip
    parts = list(cell_of(cx, owner, span).parts)
    del parts[place]
    _rearrange(cx, owner, tuple(parts), span)
    return owner.items[place]


def set_slice(cx: Context, owner: Items, items: list[Item], value: Value, span: Span) -> bool:
    """`owner[i:j] = value` of a list; False where the bounds are no numbers."""
    part = items[0][0]
    if not owner.is_list or len(items) != 1 or not isinstance(part, SliceValue):
        return False
    bounds, values = (part.start, part.stop), items_in(cx, value, span)
    if part.step != 1 or not all(b is None or b.is_Integer for b in bounds):
        return False
    low, high, _ = slice(*(None if b is None else int(b) for b in bounds)).indices(len(owner.items))
    cell = cell_of(cx, owner, span)
    if is_given(cell) and len(values) == high - low:
        for position, item in zip(range(low, high), values, strict=True):
            set_part(cx, owner, position, item, bind, span)
        return True
    parts = cell.parts
    _rearrange(cx, owner, (*parts[:low], *parts[max(low, high) :]), span)
    _put_in(cx, owner, low, values, span)
    return True


def _put_in(cx: Context, owner: Items, place: int, values: Sequence[Value], span: Span) -> None:
    """Puts new items before the one at `place`."""
    before = cell_of(cx, owner, span).parts
    add_parts(cx, owner, range(len(before), len(before) + len(values)), values, bind, span)
    new = cell_of(cx, owner, span).parts[len(before) :]
    _rearrange(cx, owner, (*before[:place], *new, *before[place:]), span)


def _rearrange(cx: Context, owner: Items, parts: tuple[str, ...], span: Span) -> None:
    cell, token = cell_of(cx, owner, span), owner.token
    assert token is not None
    refuse_given(cell, span)
    cx.scope.names[token.cell] = Cell(cell.form, parts)


def _number(value: Value, site: CallSite) -> int:
    if isinstance(value, Integer) and value.value.is_Integer:
        return int(value.value)
    raise site.error(
        f"`{site.short}` of a list takes a position that is known while compiling",
        help="write the position as a number, or use an array",
    )


def _position_of(cx: Context, owner: Items, wanted: Value, site: CallSite) -> int:
    for position, item in enumerate(owner.items):
        if _equal(cx, item, wanted, site):
            return position
    raise site.error("the list has no such item: Python raises ValueError here",
                     help="ask with `in` whether it is there")  # fmt: skip


def _equal(cx: Context, item: Value, wanted: Value, site: CallSite) -> bool:
    """Whether an item is the one that is asked for, which must be known while compiling."""
    equal = is_literal_bool(compare_pair(cx, "==", item, wanted, site.span))
    if equal is None:
        raise site.error(
            f"`{site.short}` looks for an item that only data can tell",
            help="use an array: `np.argmax(a == v)`, `np.sum(a == v)`",
        )
    return equal


def _removed(cx: Context, site: CallSite) -> Value:
    """`del owner[key]`."""
    owner, key = site.arguments
    if isinstance(owner, Keywords) and as_key(key) is not None:
        dictionaries.pop(cx, owner, replace(site, arguments=(key,)))
    elif isinstance(owner, Items) and owner.is_list:
        remove_item(cx, owner, _number(key, site), site.span)
    else:
        raise AdcError.of(
            "ADC0110", "`del` of an item is supported for dictionaries and lists", site.span,
            help="make a new array without it: `np.delete`",
        )  # fmt: skip
    return Nothing()


TABLE = {"adc.removed": _removed}
