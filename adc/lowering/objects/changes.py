"""Fields and items of objects, lists and dictionaries that are set or updated."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import build
from adc.ir.expressions import IntValue
from adc.lowering import elementwise
from adc.lowering.binding import bind
from adc.lowering.callsite import CallSite
from adc.lowering.complex.stores import put_part
from adc.lowering.context import Context
from adc.lowering.effects import noting_changes
from adc.lowering.expressions import evaluate
from adc.lowering.handed_on import key_of
from adc.lowering.indexing import Item, SliceValue, element_index
from adc.lowering.learned import ChangedItemsError
from adc.lowering.lists.filled import fill_by_keys
from adc.lowering.lists.items import MOST_ITEMS, item_of, unknown_item
from adc.lowering.lists.listed import many
from adc.lowering.lists.methods import set_slice
from adc.lowering.objects.classes import setter
from adc.lowering.objects.dictionaries import with_key
from adc.lowering.objects.heap import (
    add_parts,
    cell_of,
    has_changed,
    known,
    parts_now,
    same_value,
    set_part,
    token_of,
)
from adc.lowering.objects.records import called
from adc.lowering.objects.slice_objects import refuse_lone
from adc.lowering.objects.special_methods import set_item_of_object
from adc.lowering.promotion import as_array
from adc.lowering.store import put
from adc.lowering.subscripting import subscript_items
from adc.lowering.values import (
    Array,
    Bound,
    Complex,
    Integer,
    Items,
    Key,
    Keywords,
    Record,
    Undefined,
    Value,
    describe,
    scalar,
)

Whole = Items | Record | Keywords


@dataclass(frozen=True)
class New:
    """A key that a dictionary does not have yet."""

    key: Key


#: A part of a whole by its position, as a number or an expression; a new key of a dictionary.
Place = int | Integer | New


def set_field(cx: Context, target: surface.Attribute, value: Value, span: Span) -> None:
    """`owner.name = value`."""
    owner = evaluate(cx, target.value)
    setting = setter(owner.type.classes, target.name) if isinstance(owner, Record) else None
    if setting is not None:
        called(cx, Bound(owner, target.name, setting),
               CallSite(target.name, (value,), {}, (span,), span))  # fmt: skip
        return
    if isinstance(owner, Array) and target.name == "flat":
        _set_flat(cx, owner, as_array(value, span), span)
        return
    if isinstance(owner, Complex) and owner.shape and target.name in ("real", "imag"):
        put_part(cx, owner.re if target.name == "real" else owner.im, as_array(value, span), span)
        return
    whole, position = field_of(owner, target)
    set_part(cx, whole, position, value, bind, span)


def _set_flat(cx: Context, owner: Array, value: Array, span: Span) -> None:
    """`a.flat = x`: the same number everywhere."""
    if owner.view is None or value.shape:
        raise AdcError.of(
            "ADC0213", "`flat` is set by one number, of an array in memory", span,
            help="assign the elements: `a[...] = x`",
        )  # fmt: skip
    cx.will_write(owner.view.container, span)
    put(cx, owner.view, owner.dtype, value, span)


def field_of(owner: Value, target: surface.Attribute) -> tuple[Items | Record, int]:
    """The object whose field `target` names, and which of its fields that is."""
    if isinstance(owner, Record) or (isinstance(owner, Items) and owner.type is not None):
        if target.name in owner.names:
            return owner, owner.names.index(target.name)
        raise AdcError.of(
            "ADC0226", f"{describe(owner)} has no field `{target.name}`", target.span,
            help="declare it in the class",
        )  # fmt: skip
    raise AdcError.of(
        "ADC0213", f"an attribute of {describe(owner)} cannot be set", target.span,
        help="set fields of objects of dataclasses",
    )  # fmt: skip


def set_item(
    cx: Context, owner: Whole, target: surface.Subscript, value: Value, span: Span
) -> None:
    """`owner[position] = value` and `owner[key] = value`."""
    refuse_lone(owner, target)
    items = subscript_items(cx, target)
    if isinstance(owner, Record):
        set_item_of_object(cx, owner, items, value, span)
        return
    if isinstance(owner, Items) and set_slice(cx, owner, items, value, span):
        return
    if isinstance(owner, Keywords):
        fill_by_keys(cx, owner, items)
    place = place_in(cx, owner, items, target)
    if isinstance(place, New):
        add_parts(cx, owner, [place.key], [value], bind, span)
    elif isinstance(place, Integer):
        set_one_of(cx, owner, place, value, span)
    else:
        set_part(cx, owner, place, value, bind, span)


def place_in(cx: Context, owner: Whole, items: list[Item], target: surface.Subscript) -> Place:
    """Where the item is that a subscript names."""
    item = items[0][0] if len(items) == 1 else None
    if isinstance(owner, Items) and isinstance(item, Array) and not item.shape:
        as_many(cx, owner)  # data choose
    key = key_of(items) if isinstance(owner, Keywords) else None
    if isinstance(owner, Keywords) and key is not None:
        return owner.names.index(key) if key in owner.names else New(key)
    if isinstance(owner, Items) and isinstance(item, Integer):
        if not item.value.is_Integer:
            return item
        position = int(item.value)
        if -len(owner.items) <= position < len(owner.items):
            return position % len(owner.items)
        raise AdcError.of(
            "ADC0217", f"position {position} of {len(owner.items)} items is out of range",
            target.span, help="keep the subscript inside the list",
        )  # fmt: skip
    if isinstance(item, SliceValue):
        what, way_out = "a slice of a list is set", "set its items one by one, or use an array"
    elif isinstance(owner, Items):
        what = "the position of an item that is set has to be a number"
        way_out = "use an array"
    else:
        what, way_out = f"{describe(owner)} takes no such key here", "use a text or a number"
    raise unknown_item(what, target.span, way_out, items[0][0] if items else None)


def set_one_of(cx: Context, owner: Whole, item: Integer, value: Value, span: Span) -> None:
    """Sets the item at a position that is an expression: each number may be the one."""
    numbers = (*owner.items, value)
    cell = cell_of(cx, owner, span)
    if len(owner.items) > MOST_ITEMS or not all(map(_is_number, numbers)):
        as_many(cx, owner)
        raise AdcError.of(
            "ADC0216", "the position of the item that is set is not known", span,
            help="use an array, or write the loop out",
        )  # fmt: skip
    size = sympy.Integer(len(owner.items))
    position = IntValue(element_index(cx, item.value, size, span))
    for k, (name, old) in enumerate(zip(cell.parts, owner.items, strict=True)):
        test = scalar(build.compare("eq", position, IntValue(sympy.Integer(k))))
        both: list[Value] = [test, as_array(value, span), as_array(old, span)]
        bind(cx, name, elementwise.where(cx, both, span, weak_ok=True), span)


def as_many(cx: Context, owner: Whole) -> None:
    """Makes an array of the list, if that is not known to be in vain."""
    site = many(owner.token.site) if isinstance(owner, Items) and owner.token is not None else ""
    if site and site not in cx.learned.changed_items:
        raise ChangedItemsError(site)


def _is_number(value: Value) -> bool:
    return isinstance(value, Integer) or (isinstance(value, Array) and not value.shape)


# -- updates ---------------------------------------------------------------------------------------


def part_to_update(
    cx: Context, target: surface.Expr
) -> tuple[Whole, int | Integer, Value, bool] | None:
    """Of `owner.name op= …` and `owner[k] op= …` the owner, which part of it is meant, what it is
    now, and whether it is a field; None where the target is no part of an object."""
    if isinstance(target, surface.Attribute):
        with noting_changes(cx) as changed:
            owner = evaluate(cx, target.value)
        if isinstance(owner, Record) and setter(owner.type.classes, target.name) is not None:
            if changed:  # it is evaluated again, to be asked and to be set
                raise changes_in_place(changed[0], target.span)
            return None
        if isinstance(owner, Complex) and isinstance(target.value, surface.Name):
            return None
        whole, position = field_of(owner, target)
        return whole, position, known(whole.items[position], target.span), True
    if not isinstance(target, surface.Subscript):
        return None
    owner = evaluate(cx, target.value)
    if not isinstance(owner, (Items, Keywords, Record)):
        return None
    refuse_lone(owner, target)
    items = subscript_items(cx, target)
    if isinstance(owner, Record):
        raise AdcError.of(
            "ADC0213", "an item of an object is updated", target.span,
            help="write it out: `x[k] = x[k] + …`",
        )  # fmt: skip
    place = place_in(cx, owner, items, target)
    if isinstance(place, New) and isinstance(owner, Keywords) and owner.missing:
        owner = with_key(cx, owner, place.key, target.span)
        place = place_in(cx, owner, items, target)
    if isinstance(place, New):
        raise AdcError.of(
            "ADC0217", f"the dictionary has no key {place.key!r}", target.span,
            help="set it before it is updated",
        )  # fmt: skip
    if isinstance(place, int):
        return owner, place, known(owner.items[place], target.span), False
    assert isinstance(owner, Items)
    return owner, place, item_of(cx, owner, items, target.span), False


def changes_in_place(what: str, span: Span) -> AdcError:
    """ADC0223 for a call in the place of an update that changes `what`."""
    return AdcError.of(
        "ADC0223", f"a call in what is updated changes {what}", span,
        help="put the call on a line of its own, before this one",
    )  # fmt: skip


def kept_meanwhile(cx: Context, owner: Whole, position: object, span: Span) -> Whole:
    """The object as it is after a call that stands in the update of its part at `position`, which
    has to be what it was before: ADC0223 where the call may have changed it."""
    if not has_changed(cx, owner):
        return owner
    now = parts_now(cx, owner) if isinstance(owner, Record) else None
    if now is None or not isinstance(position, int) or isinstance(now[position], Undefined):
        changed = True
    else:
        before = owner.items[position]
        changed = not same_value(before, now[position]) or has_changed(cx, before)
    if changed or now is None:
        raise AdcError.of(
            "ADC0223", "a call changes the object whose field or item is updated", span,
            help="put the call on a line of its own",
        )  # fmt: skip
    return replace(owner, items=tuple(now))


def extended(cx: Context, owner: Items, op: str, value: Value, span: Span) -> bool:
    """`xs += ys` of a list that something changes; False for any other."""
    if token_of(cx, owner) is None:
        return False
    if op != "+" or not isinstance(value, Items):
        raise AdcError.of(
            "ADC0213", f"a list is not updated by `{op}=` with {describe(value)}", span,
            help="use a list or a tuple",
        )  # fmt: skip
    first = len(owner.items)
    keys = [first + k for k in range(len(value.items))]
    add_parts(cx, owner, keys, value.items, bind, span)
    return True
