"""Boolean masks as subscripts: `a[m]`, `a[m] = v`, `a[m] op= v`, and what is computed of `a[m]`.

How many elements a mask selects is up to data, so that there is no array of them: `Selected` is
the array that they are of, with the mask. Functions of elements are taken of that array, whose
other elements nobody asks for; sums choose by the mask what counts (`masked_calls.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import sympy

from adc.diagnostics import Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index
from adc.lowering.broadcasting import unify
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue, expanded, subscript
from adc.lowering.lengths.arrays import together
from adc.lowering.lengths.parts import at_many, by_positions, has_data_slice, part, sliced
from adc.lowering.lists.counted import as_now, refuse_list
from adc.lowering.masks.complex import SelectedComplex, parts_of, whole_parts
from adc.lowering.masks.selections import axis_of, refused, same_mask, zeroed
from adc.lowering.positions.gathers import gather
from adc.lowering.promotion import as_array
from adc.lowering.reshaping import transpose
from adc.lowering.values import Array, Complex, Items, Nothing, Selected, Value

#: The same in Fortran, where sections between bounds that data decide are masks.
_LOOP = "write a loop over the elements"


def has_mask(items: list[Item]) -> bool:
    chosen = any(isinstance(item, Selected) or _is_mask(item) for item, _ in items)
    return chosen or has_data_slice(items)


def _is_mask(item: object) -> bool:
    return isinstance(item, Array) and bool(item.shape) and item.dtype is DType.BOOL


# -- subscripts ------------------------------------------------------------------------------------


def selected(cx: Context, owner: Array | Selected, items: list[Item], span: Span) -> Selected:
    """`owner[items]`, where one of the items is a mask, or the owner is what a mask selects."""
    items = [(as_now(cx, i) if isinstance(i, Selected) else i, where) for i, where in items]
    if isinstance(owner, Selected):
        return _part(cx, owner, items, span)
    if has_data_slice(items):
        return sliced(cx, owner, items, span)
    if by_positions(cx, owner, items):
        return at_many(cx, owner, items, span)
    _refuse_other_lengths(cx, owner, items)
    items = _with_masks(items)
    at = _place_of_mask(cx, items)
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
    axis = sum(not isinstance(item, Nothing) for item, _ in written[:first])
    for number, extent in enumerate(mask.shape):
        unify(cx, extent, owner.shape[axis + number], "this mask", where,
              "let the mask have the shape of the array, or of its first axes")  # fmt: skip
    found = subscript(cx, owner, written, span)
    axis = sum(_makes_axis(item) for item, _ in written[:first])
    if not _together(written, first, mask.rank):
        found, axis = _first(found, axis, mask.rank), 0
    return Selected(found, mask, axis)


def _refuse_other_lengths(cx: Context, owner: Array, items: list[Item]) -> None:
    """ADC0216 for positions of a mask of so many elements as the array surely has not, or may not
    have: these are to be taken one by one."""
    item, where = items[0]
    if not isinstance(item, Selected) or not item.array.dtype.is_integer or item.mask.rank > 1:
        return
    one, other = cx.extent(item.mask.shape[0]), cx.extent(owner.shape[0])
    fixed = one.is_Integer or other.is_Integer or sympy.expand(one - other).is_number
    if fixed and not cx.prover.equal(one, other) and one != other:
        raise refused("positions of a mask that is not as long as the array", where)


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


def _place_of_mask(cx: Context, items: list[Item]) -> int:
    """Which of the items is the mask; ADC0216 for others that select as arrays do."""
    several = [
        k for k, (item, _) in enumerate(items)
        if isinstance(item, Selected) or (isinstance(item, Array) and item.shape)
    ]  # fmt: skip
    if len(several) > 1 and cx.fortran:  # a section with bounds from data is the mask
        raise refused("a section whose bounds data decide, beside another one or beside a list of "
                      "positions, is not supported", items[several[1]][1],
                      "write loops over the elements")  # fmt: skip
    if len(several) > 1:
        raise refused("a mask beside another array as a subscript is not supported",
                      items[several[1]][1], "subscript one after the other")  # fmt: skip
    return several[0]


def _makes_axis(item: object) -> bool:
    return isinstance(item, (SliceValue, Nothing))


def _together(items: list[Item], first: int, rank: int) -> bool:
    """Whether all integers stand beside the mask; NumPy puts the mask's axis first if not."""
    integers = [k for k, (item, _) in enumerate(items) if not _makes_axis(item)]
    together = sorted([*integers, *range(first, first + rank)])
    return together == list(range(together[0], together[0] + len(together)))


def _first(array: Array, axis: int, rank: int) -> Array:
    """`array` with the mask's axes, `rank` ones from `axis` on, in front of all others."""
    chosen = range(axis, axis + rank)
    return transpose(array, (*chosen, *(k for k in range(array.rank) if k not in chosen)))


def _part(cx: Context, owner: Selected, items: list[Item], span: Span) -> Selected:
    """Other axes of what a mask selects, or some of its elements by a mask of their own."""
    if cx.learned.lengths and (numbered := _by_number(cx, owner, items, span)) is not None:
        return numbered
    if len(items) == 1 and isinstance(items[0][0], Selected):
        return _narrowed(cx, owner, items[0][0], items[0][1])
    shape = tuple(sympy.Integer(2) for _ in range(owner.rank))
    written = expanded(replace(owner.array, shape=shape, view=None, ways=()), items, span)
    at = _item_of_axis(written, owner.axis)
    item, where = written[at]
    if has_mask(items) or not isinstance(item, SliceValue) or not _is_whole(item):
        raise refused("how many elements a mask selects is up to data: a position among them is "
                      "not supported", where)  # fmt: skip
    rank = owner.mask.rank
    parts = [*written[:at], *[(item, where)] * rank, *written[at + 1 :]]
    lists = [w for i, w in written if isinstance(i, Items) or (isinstance(i, Array) and i.shape)]
    others = [i for i, _ in written if not _makes_axis(i)]
    if lists and len(others) > 1:  # NumPy may put the axis of a list in front
        raise refused("a list of positions beside another subscript of what a mask selects is not "
                      "supported", lists[0], "subscript one after the other")  # fmt: skip
    found = gather(cx, owner.array, parts, span, False)
    axis = sum(_makes_axis(i) or bool(lists) for i, _ in written[:at])
    # A slice is a view of a copy that names share, what a list gives a copy that has no name yet.
    own = owner.own and not lists
    packed = None if owner.packed is None else _part(cx, owner.packed, items, span)
    return Selected(found, owner.mask, axis, own, owner.length, packed)


def _by_number(cx: Context, owner: Selected, items: list[Item], span: Span) -> Selected | None:
    """The same where it is said by numbers of elements; None for what is said otherwise."""
    item = items[0][0]
    if owner.axis:
        return None
    if by_positions(cx, owner, items) or (
        isinstance(item, Array) and item.rank == 1 and not _is_mask(item)
    ):
        return at_many(cx, owner, items, span)
    whole = isinstance(item, SliceValue) and _is_whole(item)
    return None if whole else part(cx, owner, items, span)


def _item_of_axis(items: list[Item], axis: int) -> int:
    used = [k for k, (item, _) in enumerate(items) if not isinstance(item, Nothing)]
    return used[axis]


def _is_whole(item: SliceValue) -> bool:
    return item.start is None and item.stop is None and item.step == 1


def _narrowed(cx: Context, owner: Selected, chosen: Selected, span: Span) -> Selected:
    """`p[p > 1]` of what a mask selects: the elements where both hold."""
    if cx.learned.lengths and owner.axis == chosen.axis == 0 and not same_mask(owner, chosen):
        one, other = together(cx, [owner, chosen], 0, span)
        assert isinstance(one, Selected) and isinstance(other, Selected)
        owner, chosen = replace(one, own=owner.own), other
    fits = owner.axis == 0 and chosen.rank == 1 and chosen.array.dtype is DType.BOOL
    if not fits or not same_mask(owner, chosen):
        raise refused("this subscript of what a mask selects is not supported", span,
                      "join the masks: `a[m & n]`")  # fmt: skip

    def both(position: Index) -> Expr:
        return build.apply("and", owner.mask.at(position), chosen.array.at(position))

    mask = Array(owner.mask.shape, DType.BOOL, both)
    return Selected(owner.array, mask, owner.axis)


# -- what is computed of elements ------------------------------------------------------------------


def is_selected(*values: object) -> bool:
    return any(isinstance(value, (Selected, SelectedComplex)) for value in values)


def mapped(
    cx: Context, values: Sequence[Value], make: Callable[[list[Value]], Value], span: Span
) -> Selected | SelectedComplex:
    """`make` of what masks select, one element at a time, as of the whole arrays; all have the same
    mask."""
    for value in values:
        refuse_list(value, "arithmetic", span)
    parts: Sequence[Value] = [part for value in values for part in parts_of(value)]
    first = next(v for v in parts if isinstance(v, Selected))
    if cx.learned.lengths and not all(fits(first, v) for v in parts):
        parts = together(cx, parts, first.tail, span)
        first = next(v for v in parts if isinstance(v, Selected))
    for value in parts:
        check_fit(first, value, span, cx.fortran)
    result = make(whole_parts(values, parts))
    found = tuple(_of_elements(first, value, span) for value in parts_of(result))
    return SelectedComplex(found) if isinstance(result, Complex) else found[0]


def mapped_real(
    cx: Context, values: Sequence[Value], make: Callable[[list[Value]], Value], span: Span
) -> Selected:
    """The same of real numbers."""
    found = mapped(cx, values, make, span)
    assert isinstance(found, Selected)
    return found


def _of_elements(first: Selected, result: Value, span: Span) -> Selected:
    """What is computed of all elements, where those of `first` are selected."""
    if not isinstance(result, Array):
        raise refused("this use of what a mask selects is not supported", span)
    axis = result.rank - first.tail - first.mask.rank
    return Selected(replace(result, view=None, ways=()), first.mask, axis, length=first.length)


def fits(first: Selected, value: Value) -> bool:
    """Whether `value` is a number, or surely has an element for each of `first`."""
    if isinstance(value, Selected):
        return same_mask(first, value) and first.tail == value.tail
    if isinstance(value, Array) and value.rank > first.tail:
        return first.mask.rank == 1 and value.shape[value.rank - 1 - first.tail] == 1
    return True


def check_fit(
    first: Selected, value: Value, span: Span | None, fortran: bool = False
) -> None:  # fmt: skip
    """ADC0216 where `value` has elements for those selected, and surely as many is not known."""
    if fits(first, value):
        return
    if isinstance(value, Selected):
        way_out = "keep the mask in a name, and select by it alone: `m = a > 0`, `a[m] * b[m]`"
        raise refused("what two masks select is not known to be of one length", span,
                      _LOOP if fortran else way_out)  # fmt: skip
    way_out = "select of it by the same mask: `a[m] * b[m]`"
    raise refused("an array beside what a mask selects is not known to be as long", span,
                  _LOOP if fortran else way_out)  # fmt: skip


def whole_of(target: Selected, value: Value, span: Span, fortran: bool = False) -> Array:
    """What goes to the selected elements, for each element of the whole array."""
    check_fit(target, value, span, fortran)
    return value.array if isinstance(value, Selected) else as_array(value, span)


def masked(target: Selected, value: Array) -> Array:
    """`value`, and zero where the target's mask does not hold."""
    return replace(zeroed(replace(target, array=value)), weak=value.weak)


__all__ = [
    "check_fit", "fits", "has_mask", "is_selected", "mapped", "mapped_real", "masked", "selected",
    "whole_of",
]  # fmt: skip
