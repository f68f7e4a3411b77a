"""Lists that `append` makes longer.

Outside of loops a list is its items. One that grows in a loop is an array of copies of its items
(`Grown`), whose length is an expression of sizes and loop variables, as a counter's value is: where
each iteration appends equally many, an iteration begins with as many for each one before it. How
many these are, and of what shape, is what the first attempts to lower the loop find out.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import shapes
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.shapes import Shape
from adc.lowering.binding import bind, held, shared, stem_of
from adc.lowering.boxes import check_boxed
from adc.lowering.broadcasting import show_shape, unify
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue, element_index, subscript
from adc.lowering.integers.wide import check_digits
from adc.lowering.learned import ChangedItemsError, row_site
from adc.lowering.lists.as_items import (
    as_item,
    complex_item,
    nested_as,
    parts_of,
    store_item,
)
from adc.lowering.lists.counted import count_instead, kept_instead, unknown_length
from adc.lowering.lists.running import run_instead
from adc.lowering.liveness import appended, lengthened
from adc.lowering.objects.heap import lengthened_list, referred, resolved, token_of
from adc.lowering.path_types import Origin
from adc.lowering.precisions import refuse_type
from adc.lowering.promotion import kind
from adc.lowering.refusals import LISTED, SLICED
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Grown,
    Held,
    Integer,
    Items,
    Record,
    Token,
    Undefined,
    Value,
    View,
    in_heap,
    of_view,
)


@dataclass(frozen=True)
class Growth:
    """By how many items a list grows in each iteration, and what they are; `sources` are of before
    the loop, `last` those of the last iteration."""

    step: sympy.Expr
    shape: Shape
    dtype: DType
    weak: bool
    sources: frozenset[str] = frozenset()
    fresh: bool = True
    nested: str = ""
    last: frozenset[str] = field(default=frozenset(), compare=False)
    boxed: bool = False


# -- statements ------------------------------------------------------------------------------------


def add(cx: Context, name: str, value: Value, known: frozenset[str], span: Span) -> None:
    """Makes the list `name` longer by an item; `known` are the containers that others may see."""
    current = cx.scope.names[name]
    check_alone(cx, name, current, span)
    if name not in cx.scope.live and not in_heap(name):
        cx.warn("ADC0232", f"nothing reads the list `{name.strip()}`: it is left out", span)
        return
    if isinstance(value, (Items, Grown)) and value.token is not None:
        cx.frozen.add(value.token)
    if isinstance(current, Items):
        value = held(cx, name, value)
        # What is set in it is seen in the list.
        if isinstance(value, Record) or token_of(cx, value) is not None:
            value = referred(cx, name, value, bind, span)
        items = (*current.items, value)
        cx.scope.names[name] = replace(current, items=items)
    elif isinstance(current, Grown):
        cx.scope.names[name] = _appended(cx, name, current, value, known, span)


def is_list(value: Value | None) -> bool:
    return isinstance(value, Grown) or (isinstance(value, Items) and value.is_list)


def check_alone(cx: Context, name: str, current: Value | None, span: Span) -> None:
    """ADC0211 where another name, or another list, may be the list that becomes longer."""
    token = current.token if isinstance(current, (Items, Grown)) else None
    others = [
        v for scope in cx.scopes for n, v in scope.names.items()
        if (n, scope) != (name, cx.scope) and not (n == name and in_heap(n)) and _holds(v, token)
    ]  # fmt: skip
    if token is not None and token.given:
        raise lengthened_list(span)
    part = isinstance(current, Grown) and current.at
    if token is not None and token.site and others and isinstance(current, Items):
        raise ChangedItemsError(token.site)  # followed under all its names
    if token is None or others or part or token in cx.frozen:
        raise AdcError.of(
            "ADC0211", f"`{name.strip()}` may be a list that another name stands for, too", span,
            help="append to a list that the function makes itself and that has one name",
        )  # fmt: skip


def _holds(value: Value, token: object) -> bool:
    if isinstance(value, Held):
        own = isinstance(value, Items) and value.token is token
        return own or any(_holds(v, token) for v in value.items)
    return isinstance(value, Grown) and value.token is token


def _appended(
    cx: Context, name: str, grown: Grown, value: Value, known: frozenset[str], span: Span
) -> Grown:
    """The list with one more item; `known` are the containers that others may see."""
    item = as_item(cx, value, span)
    parts = parts_of(value, item)
    if nested_as(value) != grown.nested:
        raise AdcError.of(
            "ADC0212", f"`{name.strip()}` has lists, tuples or complex numbers among other items",
            span, help="append arrays alone, or lists alone, or complex numbers alone",
        )  # fmt: skip
    site = grown.token.site if grown.token is not None else ""
    if site and _widens(grown, item) and floats(site) not in cx.learned.changed_items:
        raise ChangedItemsError(floats(site))
    refuse_type(cx, parts, span)
    check_alike(cx, name, grown, item, span)
    if grown.dtype.is_float and isinstance(value, Integer):
        check_digits(name, value.value, span)
    named = _has_a_name(cx, value)
    if named and isinstance(value, Items) and token_of(cx, value) is not None:
        raise AdcError.of(
            "ADC0211", "a list whose items are set is put into a list that grows", span,
            help="append an array of it: `np.array(row)`",
        )  # fmt: skip
    if named and isinstance(value, (Items, Grown)) and value.token is not None:
        cx.frozen.add(value.token)  # what is set in it would be seen in the list, and is not
    _reserve(cx, name, grown.container, grown.count + 1, span)
    store_item(cx, grown, value, item, span)
    seen = _seen_elsewhere(cx, name, grown, parts) & (known | cx.merged.keys())
    return replace(
        grown, count=sympy.expand(grown.count + 1), weak=grown.weak and item.weak,
        sources=grown.sources | seen, fresh=grown.fresh and not seen and not named,
    )  # fmt: skip


def _has_a_name(cx: Context, value: Value) -> bool:
    """Whether a name stands for the list `value`, or for one that it is in."""
    if not is_list(value):
        return False
    token = value.token if isinstance(value, (Items, Grown)) else None
    names = [v for scope in cx.scopes for v in scope.names.values()]
    return token is None or any(_holds(resolved(cx, v), token) for v in names)


def _seen_elsewhere(
    cx: Context, name: str, grown: Grown, parts: tuple[Array, ...]
) -> frozenset[str]:
    """The containers of arrays that have a name beside that of the list, or are of the list
    itself, and so may change, or be seen changed; and what copies may stand for in Python."""
    views = [way.view for part in parts if part.is_shared for way in part.stored]
    found = frozenset(
        v.container for v in views
        if v is not None
        and (
            v.container == grown.container
            or cx.containers[v.container].role != Role.LOCAL
            or v.container in cx.merged  # a copy of what Python may have by reference
            or shared(cx, v.container, name)
        )
    )  # fmt: skip
    return found.union(s for s, copies in cx.watched.items() if found & copies.keys())


def check_alike(cx: Context, name: str, grown: Grown, item: Array, span: Span) -> None:
    """ADC0212 where an item is of another kind than those before it."""
    if item.weak != grown.weak:
        cx.types.either.add(grown.container)
    singles = any(c.dtype is DType.FLOAT32 for c in cx.containers.values())
    mixed = item.weak != grown.weak and singles
    wider = kind(item.dtype) > kind(grown.dtype) or (kind(item.dtype) == 0) != (
        kind(grown.dtype) == 0
    )
    other = kind(item.dtype) == kind(grown.dtype) and item.dtype is not grown.dtype
    if wider or other or mixed:
        raise AdcError.of(
            "ADC0212",
            f"`{name.strip()}` has items of {grown.dtype} and gets one of {item.dtype}", span,
            help="append numbers of one type: `0.0`, not `0`",
        )  # fmt: skip
    check_boxed(name, item, grown.boxed, span)
    if item.rank != len(grown.shape):
        raise AdcError.of(
            "ADC0212",
            f"`{name.strip()}` has items of shape {show_shape(grown.shape)} and gets one of shape "
            f"{show_shape(item.shape)}", span, help="append arrays of one shape",
        )  # fmt: skip
    for one, other_extent in zip(grown.shape, item.shape, strict=True):
        unify(cx, one, other_extent, f"the items of `{name.strip()}`", span)


def _reserve(cx: Context, name: str, container: str, count: sympy.Expr, span: Span | None) -> None:
    """Makes the array long enough; ADC0235 where nothing says how long the list becomes."""
    try:
        count = cx.largest(sympy.expand(count))
    except AdcError:
        if container in cx.growing:
            return
        run_instead(cx, name)
        if cx.told.room:
            count_instead(cx, cx.scope.names.get(name), None)
        raise unknown_length(f"`{name.strip()}`", span) from None
    made = cx.containers[container]
    length, *rest = made.shape
    if not cx.prover.at_most(count, length):
        length = count if cx.prover.at_most(length, count) else shapes.maximum(length, count)
    cx.containers[container] = replace(made, shape=(cx.extent(length), *rest))


# -- loops -----------------------------------------------------------------------------------------


def guessed_growth(
    cx: Context, body: tuple[surface.Statement, ...], live: frozenset[str]
) -> dict[str, Growth]:
    """The lists that the body of a loop appends to, of which the items are known already."""
    found: dict[str, Growth] = {}
    for name in sorted(lengthened(body) & live):
        value = cx.scope.names.get(name)
        steps = sum(_appends_to(statement, name) for statement in body)
        if isinstance(value, Grown) or (isinstance(value, Items) and value.is_list and value.items):
            found[name] = _growth(cx, value, sympy.Integer(steps), frozenset())
    return found


def _appends_to(statement: surface.Statement, name: str) -> bool:
    added = appended(statement)
    return added is not None and added[0].name == name


def _growth(cx: Context, value: Items | Grown, step: sympy.Expr, known: frozenset[str]) -> Growth:
    if isinstance(value, Grown):
        sources = value.sources
        return Growth(
            step, value.shape, value.dtype, value.weak, sources & known, value.fresh, value.nested,
            sources, value.boxed,
        )  # fmt: skip
    assert cx.span is not None
    items = [as_item(cx, v, cx.span) for v in value.items]
    widest = max(items, key=lambda item: kind(item.dtype))
    weak = all(item.weak for item in items)
    nested = max(map(nested_as, value.items), default="")
    dtype = DType.FLOAT64 if _gets_floats(cx, value) else widest.dtype
    boxed = not nested and any(item.boxed for item in items)
    return Growth(step, widest.shape, dtype, weak, nested=nested, boxed=boxed)


def begin_lists(
    cx: Context, grown: dict[str, Growth], done: sympy.Expr, counts: bool
) -> dict[str, Grown]:
    """Before a loop: each list that grows in it becomes an array, and has, where `done` iterations
    are behind, the items of these. What the lists are on entry. `counts`: how many iterations there
    are is known after the loop."""
    entry: dict[str, Grown] = {}
    for name, growth in grown.items():
        value = cx.scope.names[name]
        assert isinstance(value, (Items, Grown))
        before = _as_array(cx, name, value, growth) if isinstance(value, Items) else value
        entry[name] = before
        cx.growing += [before.container] * counts
        cx.scope.names[name] = replace(
            before, count=sympy.expand(before.count + growth.step * done), weak=growth.weak,
            sources=before.sources | growth.sources, fresh=before.fresh and growth.fresh,
        )  # fmt: skip
    return entry


def _as_array(cx: Context, name: str, items: Items, growth: Growth) -> Grown:
    """The items of a list, in an array that has room for more."""
    assert cx.span is not None
    count = sympy.Integer(len(items.items))
    view = cx.new_container(
        cx.user_name(stem_of(name)), growth.dtype, (count, *growth.shape)
    )  # fmt: skip
    zero = sympy.Integer(0)
    grown = Grown(
        view.container, zero, growth.shape, growth.dtype, growth.weak, nested=growth.nested,
        token=items.token, changed=is_changed(cx, items.token), boxed=growth.boxed,
    )  # fmt: skip
    if _gets_floats(cx, items):
        cx.types.meet(view.container, Origin("an item of the list", cx.span))
        cx.types.whole[view.container] = tuple(
            int(v.value) if isinstance(v, Integer) and v.value.is_Integer else None
            for v in items.items
        )
    known = frozenset(cx.containers)
    for value in items.items:
        grown = _appended(cx, name, grown, value, known, cx.span)
    return replace(grown, fresh=grown.fresh and not _repeated(items))


def _widens(grown: Grown, item: Array) -> bool:
    """Whether the first floating number becomes an item of a list of Python's integers."""
    integers = grown.dtype is DType.INT64 and grown.weak and not grown.shape
    return integers and item.dtype is DType.FLOAT64 and not item.shape


def _gets_floats(cx: Context, items: Items) -> bool:
    return items.token is not None and floats(items.token.site) in cx.learned.changed_items


def _repeated(items: Items) -> bool:
    """Whether an array is an item twice, or parts of one are."""
    stored = [w for v in items.items if isinstance(v, Array) and v.is_shared for w in v.stored]
    names = [way.view.container for way in stored if way.view is not None]
    return len(set(names)) < len(names)


def settled_lists(
    cx: Context, at_start: dict[str, Value], grown: dict[str, Growth], live: frozenset[str],
    known: frozenset[str], variable: str, span: Span,
) -> bool:  # fmt: skip
    """Whether the body was lowered knowing how the lists grow in it; else that is noted."""
    settled = True
    for name in sorted(live & at_start.keys()):
        start, end = at_start[name], cx.scope.names.get(name)
        if name in grown and not isinstance(end, Grown):
            kept_instead(cx, name, end, start)
            raise AdcError.of(
                "ADC0212", f"`{name.strip()}` is a list that grows on some paths only", span,
                help="make an array of the largest size that it may have",
            )  # fmt: skip
        if not isinstance(start, (Items, Grown)) or not isinstance(end, (Items, Grown)):
            continue
        if start.token is None or start.token is not end.token:
            settled = grown.pop(name, None) is None and settled
            continue
        step = sympy.expand(_length(end) - _length(start))
        if step == 0 and name not in grown:
            continue
        if variable in shapes.names(step):
            kept_instead(cx, name, end, start)
            raise AdcError.of(
                "ADC0212",
                f"`{name.strip()}` grows by another number of items in each iteration", span,
                help="make an array of the final size and assign its elements",
            )  # fmt: skip
        new = _growth(cx, end, step, known)
        if any(variable in shapes.names(extent) for extent in new.shape):
            # All items are as long as the longest one, which is asked of each.
            new = replace(new, shape=tuple(cx.largest(extent) for extent in new.shape))
        settled = settled and grown.get(name) == new
        grown[name] = new
    return settled


def _length(value: Items | Grown) -> sympy.Expr:
    return sympy.Integer(len(value.items)) if isinstance(value, Items) else value.count


def end_lists(
    cx: Context, entry: dict[str, Grown], grown: dict[str, Growth], trips: sympy.Expr | None
) -> None:
    """After a loop of so many `trips`; None where only data end it."""
    for name, before in entry.items():
        growth = grown[name]
        if trips is None:
            if name in cx.scope.live:
                kept_instead(cx, name, before, None)
            cx.scope.names[name] = Undefined(
                "is a list whose length is up to data", "make an array of the largest size", cx.span
            )  # fmt: skip
            continue
        cx.growing.remove(before.container)
        count = sympy.expand(before.count + growth.step * cx.extent(trips))
        _reserve(cx, name, before.container, count, cx.span)
        cx.scope.names[name] = replace(
            before, count=count, weak=growth.weak, sources=before.sources | growth.last,
            fresh=before.fresh and growth.fresh,
        )  # fmt: skip


# -- uses ------------------------------------------------------------------------------------------


def item_of_list(cx: Context, owner: Grown, items: list[Item], span: Span) -> Value:
    """`xs[i]`, and `xs[i:j]`, which is a list of its own with the same items."""
    position = items[0][0]
    if len(items) == 1 and isinstance(position, SliceValue) and owner.container not in cx.growing:
        part = subscript(cx, owner.stored, items, span)
        view, token = materialise(cx, part, "part"), Token(str(span))
        made = replace(
            owner, container=view.container, count=cx.extent(part.shape[0]), token=token, at=(),
            changed=is_changed(cx, token),
        )  # fmt: skip
        if not owner.shape and not owner.boxed:
            return made
        # Arrays are items of both lists by reference, and copies here.
        cx.merged[view.container] = (SLICED, span)
        return replace(made, sources=owner.sources | {owner.container}, fresh=False)
    if len(items) != 1 or not isinstance(position, Integer):
        raise AdcError.of(
            "ADC0216", "a list that grows takes one integer as a subscript", span,
            help="make an array of it first: `np.array(xs)[…]`",
        )  # fmt: skip
    at = element_index(cx, position.value, owner.count, span)
    if owner.is_complex:
        if len(owner.shape) > 1 and not owner.fresh:
            cx.merged.setdefault(owner.container, (LISTED, span))
        return complex_item(cx, owner, at)
    if owner.nested:
        return _nested_item(cx, owner, at, span)
    first = () if owner.changed or owner.at else cx.types.whole.get(owner.container, ())
    whole = first[int(at)] if at.is_Integer and at < len(first) else None
    if whole is not None:  # it has no sign where it is 0
        return Integer(sympy.Integer(whole))
    if (owner.shape or owner.boxed) and not owner.fresh:
        cx.merged.setdefault(owner.container, (LISTED, span))
    weak = owner.weak and not owner.shape and owner.container not in cx.types.either
    return of_view(owner.view(at), owner.dtype, weak=weak, boxed=owner.boxed)


def _nested_item(cx: Context, owner: Grown, at: sympy.Expr, span: Span) -> Value:
    """An item that is a tuple or list of numbers: a list is the part of the array, so that what is
    set in it is set there."""
    extent = owner.shape[0]
    if len(owner.shape) != 1 or not (extent.is_Integer or owner.nested == "list"):
        raise AdcError.of(
            "ADC0216", "an item that is a list is not supported here", span,
            help="make an array of the list first: `np.array(xs)[…]`",
        )  # fmt: skip
    row = None if owner.token is None else Token(row_site(owner.token.site))
    set_ = row is not None and row.site in cx.learned.changed_items
    if not extent.is_Integer or set_ or is_changed(cx, row):
        return replace(
            owner, at=(*owner.at, at), count=extent, shape=(), nested="", token=row,
            changed=is_changed(cx, row) or set_,
        )  # fmt: skip
    views = [View(owner.container, (), (at, sympy.Integer(k))) for k in range(int(extent))]
    items = tuple(of_view(v, owner.dtype, weak=owner.weak) for v in views)
    return Items(items, token=row if owner.nested == "list" else None)


def is_changed(cx: Context, token: Token | None) -> bool:
    """Whether something sets an item of a list that is made where this one is."""
    return token is not None and numbered(token.site) in cx.learned.changed_items


def floats(site: str) -> str:
    """What a list of integers that is made at `site` is learned as, of which floating numbers
    become items."""
    return f"floats: {site}"


def numbered(site: str) -> str:
    """What a list of numbers that is made at `site` is learned as, whose items are elements of an
    array; lists of other things are learned by their site alone."""
    return f"numbers: {site}"


def is_grown(*values: object) -> bool:
    return any(isinstance(value, Grown) for value in values)
