"""Lists of numbers as long as sizes say, `[0.0] * n`, and items that are set in lists that are
arrays.

Such a list is an array here (`Grown`), and setting an item sets an element. That this is seen by
all that share the list, and by nothing that has a copy of it, is up to where it was made: which
lists something sets items of is what the first attempts to lower the function find out.
"""

from __future__ import annotations

from adc.diagnostics import AdcError, Span
from adc.ir.dtypes import DType
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue
from adc.lowering.learned import ChangedItemsError
from adc.lowering.lists.growing import check_alike, floats, is_changed, numbered
from adc.lowering.objects.heap import growing_part
from adc.lowering.path_types import Origin
from adc.lowering.precisions import refuse_type
from adc.lowering.promotion import as_array, convert
from adc.lowering.store import materialise
from adc.lowering.values import Array, Grown, Integer, Items, Token, Value

#: Marks places where lists of as many equal integers are made.
_WHOLE = ": integers"


def many(site: str) -> str:
    """Marks a list that is made at `site`, by a literal number of times, as one of which an item is
    set at a position that is no literal: it is one array, as where sizes say how many it has."""
    return f"{site}: at any position"


def filled_list(cx: Context, items: Items, number: Integer, span: Span) -> Value | None:
    """`[v] * number` of a number or an array v, as often as sizes say; None for any other items."""
    if number.value.is_Integer and many(str(span)) not in cx.learned.changed_items:
        return None
    item = items.items[0] if len(items.items) == 1 and items.is_list else None
    if isinstance(item, Array) and item.shape and item.dtype is not DType.BOOL:
        return _same_array(cx, item, number, span)
    if not isinstance(item, (Integer, Array)) or (isinstance(item, Array) and item.shape):
        return None
    value, whole = as_array(item, span), isinstance(item, Integer)
    token = Token(f"{span}{_WHOLE}" if whole else str(span))
    if value.dtype is DType.BOOL:
        return None
    count, expr, widened = cx.extent(number.value), value.at(()), False
    if whole and floats(token.site) in cx.learned.changed_items:
        expr, widened = convert(expr, DType.FLOAT64), True
    view = materialise(cx, Array((count,), expr.dtype, lambda _: expr), "items")
    if widened:
        cx.types.meet(view.container, Origin("an item of the list", span))
    return Grown(
        view.container, count, (), expr.dtype, value.weak, token=token,
        changed=is_changed(cx, token),
    )  # fmt: skip


def _same_array(cx: Context, item: Array, number: Integer, span: Span) -> Grown:
    """The list that has one array, by reference, as often as `number` says."""
    refuse_type(cx, [item], span)
    count, rank = cx.extent(number.value), len(item.shape)
    every = Array((count, *item.shape), item.dtype, lambda at: item.at(at[len(at) - rank :]))
    view, token = materialise(cx, every, "items"), Token(str(span))
    seen = frozenset(w.view.container for w in item.stored if item.is_shared and w.view is not None)
    return Grown(
        view.container, count, item.shape, item.dtype, False, sources=seen, fresh=False,
        token=token, changed=is_changed(cx, token),
    )  # fmt: skip


def is_of_arrays(owner: Grown, items: list[Item]) -> bool:
    """Whether the one item that is asked for is an array of its own: `xs[i] += v` changes it in
    place."""
    return bool(owner.shape) and owner.fresh and not owner.nested and len(items) == 1 and (
        not isinstance(items[0][0], SliceValue)
    )  # fmt: skip


def settable(cx: Context, owner: Grown, items: list[Item], span: Span) -> Array:
    """The numbers of a list, one of which is set."""
    at = items[0][0]
    number = isinstance(at, Integer) or (isinstance(at, Array) and not at.shape)
    if len(items) != 1 or not number:
        raise AdcError.of(
            "ADC0216", "a part of a list is set here: that may make it longer or shorter", span,
            help="set its items one by one, or make an array of it first: `np.array(xs)`",
        )  # fmt: skip
    if owner.shape:
        what = "a list" if owner.nested == "list" else "an array"
        raise AdcError.of(
            "ADC0211", f"{what} that is an item of a list is exchanged for another one here", span,
            help="set the elements of the item: `xs[i][:] = …` of an array",
        )  # fmt: skip
    frozen = owner.token in cx.frozen
    owner = _by_itself(cx, owner)
    if owner.token is None or owner.token in cx.frozen or owner.sources or not owner.fresh or (
        frozen
    ):  # fmt: skip
        raise AdcError.of(
            "ADC0211", "a list that others may share is changed here", span,
            help="make it inside of the function, and put no list into another one under a name",
        )  # fmt: skip
    if not owner.changed:
        raise ChangedItemsError(numbered(owner.token.site))
    cx.types.listed.add(owner.container)
    return owner.stored


def _by_itself(cx: Context, owner: Grown) -> Grown:
    """The list as the one variable has it that all names stand for, where it has several."""
    whole = cx.scope.names.get(growing_part(cx, owner))
    return whole if isinstance(whole, Grown) else owner


def check_item(cx: Context, owner: Grown, value: Value, span: Span) -> None:
    """ADC0212 where the `value` that an item is set to is of another kind than the list's items."""
    item, owner = as_array(value, span), _by_itself(cx, owner)
    ints = owner.dtype is DType.INT64 and item.dtype.is_float and not item.shape
    if ints and owner.weak and owner.token is not None:
        site = floats(owner.token.site)
        if site not in cx.learned.changed_items:
            raise ChangedItemsError(site)
    refuse_type(cx, [item], span)
    check_alike(cx, "the list", owner, item, span)
