"""Boolean masks as subscripts: `a[m]`, `a[m] = v`, `a[m] op= v`, and what is computed of `a[m]`.

How many elements a mask selects is up to data, so that there is no array of them: `Selected` is
the array that they are of, with the mask. Functions of elements are taken of that array, whose
other elements nobody asks for; sums choose by the mask what counts (`masked_calls.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue
from adc.ir.shapes import same
from adc.lowering.broadcasting import unify
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue, expanded, subscript
from adc.lowering.promotion import as_array, convert
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Nothing,
    Selected,
    Value,
    of_view,
    places,
)

ADVICE = "choose by element: `np.where(mask, a, b)`, which keeps the length of the array"


#: The same in Fortran, where sections between bounds that data decide are masks.
_LOOP = "write a loop over the elements"


def has_mask(items: list[Item]) -> bool:
    return any(isinstance(item, Selected) or _is_mask(item) for item, _ in items)


def _is_mask(item: object) -> bool:
    return isinstance(item, Array) and bool(item.shape) and item.dtype is DType.BOOL


def refused(what: str, span: Span | None, help: str = ADVICE) -> AdcError:
    return AdcError.of("ADC0216", what, span, help=help)


# -- subscripts ------------------------------------------------------------------------------------


def selected(cx: Context, owner: Array | Selected, items: list[Item], span: Span) -> Selected:
    """`owner[items]`, where one of the items is a mask, or the owner is what a mask selects."""
    if isinstance(owner, Selected):
        return _part(cx, owner, items, span)
    items = _with_masks(items)
    at = _place_of_mask(items)
    mask, where = items[at]
    if isinstance(mask, Selected) and mask.array.dtype is not DType.BOOL:
        raise refused("what is computed of positions that a mask selects is no subscript", where,
                      "subscript by the mask, or by `np.nonzero(mask)` as it is")  # fmt: skip
    if isinstance(mask, Selected):
        raise refused("this mask is itself what a mask selects", where,
                      "join masks of one array: `a[m & n]`")  # fmt: skip
    assert isinstance(mask, Array)
    whole = SliceValue(None, None, 1, where)
    items = [*items[:at], *[(whole, where)] * mask.rank, *items[at + 1 :]]
    written = expanded(owner, items, span)
    first = next(k for k, (item, _) in enumerate(written) if item is whole)
    _check_together(written, first, mask.rank)
    axis = sum(not isinstance(item, Nothing) for item, _ in written[:first])
    for number, extent in enumerate(mask.shape):
        unify(cx, extent, owner.shape[axis + number], "this mask", where,
              "let the mask have the shape of the array, or of its first axes")  # fmt: skip
    found = subscript(cx, owner, written, span)
    return Selected(found, mask, sum(_makes_axis(item) for item, _ in written[:first]))


def axis_of(value: Selected) -> int | None:
    """The axis of the mask along which `value` are the positions that it selects, as `np.nonzero`
    gives them; None where it is anything else."""
    rank = value.mask.rank
    if value.array.rank != rank or value.array.dtype is not DType.INT64:
        return None
    if not all(same(a, b) for a, b in zip(value.array.shape, value.mask.shape, strict=True)):
        return None
    found = value.array.at(places(rank))
    return next((a for a, v in enumerate(places(rank)) if found == IntValue(v)), None)


def _with_masks(items: list[Item]) -> list[Item]:
    """`items` with the mask itself where they are the positions that it selects, of all its axes
    in their order."""
    found: list[Item] = []
    while items:
        item, where = items[0]
        rank = item.mask.rank if isinstance(item, Selected) else 1
        group = [i for i, _ in items[:rank] if isinstance(i, Selected)]
        alike = all(same_mask(group[0], i) and axis_of(i) == a for a, i in enumerate(group))
        if isinstance(item, Selected) and alike and len(group) == rank:
            found.append((item.mask, where))
            items = items[rank:]
        else:
            found.append(items[0])
            items = items[1:]
    return found


def _place_of_mask(items: list[Item]) -> int:
    """Which of the items is the mask; ADC0216 for others that select as arrays do."""
    several = [
        k for k, (item, _) in enumerate(items)
        if isinstance(item, Selected) or (isinstance(item, Array) and item.shape)
    ]  # fmt: skip
    if len(several) > 1:
        raise refused("a mask beside another array as a subscript is not supported",
                      items[several[1]][1], "subscript one after the other")  # fmt: skip
    return several[0]


def _makes_axis(item: object) -> bool:
    return isinstance(item, (SliceValue, Nothing))


def _check_together(items: list[Item], first: int, rank: int) -> None:
    """ADC0216 where integers stand apart from the mask: NumPy puts the mask's axis first then."""
    integers = [k for k, (item, _) in enumerate(items) if not _makes_axis(item)]
    together = sorted([*integers, *range(first, first + rank)])
    if together != list(range(together[0], together[0] + len(together))):
        raise refused("a mask apart from an integer as a subscript is not supported",
                      items[integers[0]][1],
                      "subscript one after the other: `a[i][:, m]`")  # fmt: skip


def _part(cx: Context, owner: Selected, items: list[Item], span: Span) -> Selected:
    """Other axes of what a mask selects, or some of its elements by a mask of their own."""
    if len(items) == 1 and isinstance(items[0][0], Selected):
        return _narrowed(owner, items[0][0], items[0][1])
    shape = tuple(sympy.Integer(2) for _ in range(owner.rank))
    written = expanded(replace(owner.array, shape=shape, view=None, ways=()), items, span)
    at = _item_of_axis(written, owner.axis)
    item, where = written[at]
    if has_mask(items) or not isinstance(item, SliceValue) or not _is_whole(item):
        raise refused("how many elements a mask selects is up to data: a position among them is "
                      "not supported", where)  # fmt: skip
    rank = owner.mask.rank
    parts = [*written[:at], *[(item, where)] * rank, *written[at + 1 :]]
    found = subscript(cx, owner.array, parts, span)
    return Selected(found, owner.mask, sum(_makes_axis(i) for i, _ in written[:at]), owner.own)


def _item_of_axis(items: list[Item], axis: int) -> int:
    used = [k for k, (item, _) in enumerate(items) if not isinstance(item, Nothing)]
    return used[axis]


def _is_whole(item: SliceValue) -> bool:
    return item.start is None and item.stop is None and item.step == 1


def _narrowed(owner: Selected, chosen: Selected, span: Span) -> Selected:
    """`p[p > 1]` of what a mask selects: the elements where both hold."""
    fits = owner.axis == 0 and chosen.rank == 1 and chosen.array.dtype is DType.BOOL
    if not fits or not same_mask(owner, chosen):
        raise refused("this subscript of what a mask selects is not supported", span,
                      "join the masks: `a[m & n]`")  # fmt: skip

    def both(position: Index) -> Expr:
        return build.apply("and", owner.mask.at(position), chosen.array.at(position))

    mask = Array(owner.mask.shape, DType.BOOL, both)
    return Selected(owner.array, mask, owner.axis)


def same_mask(one: Selected, other: Selected) -> bool:
    """Whether both are surely of the same elements."""
    shapes = zip(one.mask.shape, other.mask.shape, strict=False)
    if one.mask.rank != other.mask.rank or not all(same(a, b) for a, b in shapes):
        return False
    here = places(one.mask.rank)
    return one.mask.at(here) == other.mask.at(here)


# -- what is computed of elements ------------------------------------------------------------------


def is_selected(*values: object) -> bool:
    return any(isinstance(value, Selected) for value in values)


def mapped(
    cx: Context, values: Sequence[Value], make: Callable[[list[Value]], Value], span: Span
) -> Selected:
    """`make` of what masks select, one element at a time, as of the whole arrays; all have the same
    mask."""
    first = next(v for v in values if isinstance(v, Selected))
    for value in values:
        check_fit(first, value, span, cx.fortran)
    result = make([v.array if isinstance(v, Selected) else v for v in values])
    if not isinstance(result, Array):
        raise refused("this use of what a mask selects is not supported", span)
    axis = result.rank - first.tail - first.mask.rank
    return Selected(replace(result, view=None, ways=()), first.mask, axis)


def check_fit(
    first: Selected, value: Value, span: Span | None, fortran: bool = False
) -> None:  # fmt: skip
    """ADC0216 where `value` has elements for those selected, and surely as many is not known."""
    if isinstance(value, Selected):
        if not same_mask(first, value) or first.tail != value.tail:
            way_out = "keep the mask in a name, and select by it alone: `m = a > 0`, `a[m] * b[m]`"
            raise refused("what two masks select is not known to be of one length", span,
                          _LOOP if fortran else way_out)  # fmt: skip
    elif isinstance(value, Array) and value.rank > first.tail:
        extent = value.shape[value.rank - 1 - first.tail]
        if first.mask.rank > 1 or extent != 1:
            way_out = "select of it by the same mask: `a[m] * b[m]`"
            raise refused("an array beside what a mask selects is not known to be as long", span,
                          _LOOP if fortran else way_out)  # fmt: skip


def filled(value: Selected, other: Expr) -> Array:
    """The whole array, with `other` where the mask does not hold."""
    array = value.array

    def at(position: Index) -> Expr:
        return build.where(value.held(position), array.at(position), convert(other, array.dtype))

    return Array(array.shape, array.dtype, at)


def zeroed(value: Selected) -> Array:
    return filled(value, build.zero(value.array.dtype))


def with_own_mask(cx: Context, value: Selected) -> Selected:
    """`value` with its mask in memory: evaluated once for all that it selects."""
    if value.mask.view is not None:
        return value
    view = materialise(cx, value.mask, "mask")
    return replace(value, mask=of_view(view, DType.BOOL))


def copied(cx: Context, value: Selected, stem: str, *, mask: bool = False) -> Selected:
    """A copy of the elements, under a mask that nothing computes again; with `mask` it is copied,
    too, where it is in memory."""
    if mask and value.mask.view is not None:
        view = materialise(cx, value.mask, "mask")
        value = replace(value, mask=of_view(view, DType.BOOL))
    value = with_own_mask(cx, value)
    if axis_of(value) is not None:
        return value
    view = materialise(cx, zeroed(value), stem, user=True)
    return replace(value, array=of_view(view, value.array.dtype), own=True)


def whole_of(target: Selected, value: Value, span: Span, fortran: bool = False) -> Array:
    """What goes to the selected elements, for each element of the whole array."""
    check_fit(target, value, span, fortran)
    return value.array if isinstance(value, Selected) else as_array(value, span)


def masked(target: Selected, value: Array) -> Array:
    """`value`, and zero where the target's mask does not hold."""
    return replace(zeroed(replace(target, array=value)), weak=value.weak)


__all__ = [
    "axis_of", "check_fit", "copied", "filled", "has_mask", "is_selected", "mapped", "masked",
    "refused", "same_mask", "selected", "whole_of", "with_own_mask", "zeroed",
]  # fmt: skip
