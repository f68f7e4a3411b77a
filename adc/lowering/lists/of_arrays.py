"""`list(x)` and `x.tolist()` of an array of one axis: lists of its elements as they are now.

Few elements, of a number that is known, are items of their own; others are an array of the list's
(`Grown`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.written_out import MOST_BODIES
from adc.lowering.indexing import SliceValue, leading_axis, require, subscript
from adc.lowering.lists.growing import is_changed
from adc.lowering.numpy.create import sequence
from adc.lowering.promotion import cast_array
from adc.lowering.store import materialise
from adc.lowering.values import Array, Grown, Items, Token, Value, of_view


def _list(cx: Context, site: CallSite) -> Value:
    """`list(x)`: the items are numbers of NumPy's."""
    value = site.arguments[0] if len(site.arguments) == 1 and not site.keywords else None
    if isinstance(value, Array) and value.shape:
        return _copied(cx, value, site)
    return sequence(cx, site)


def _to_list(cx: Context, site: CallSite) -> Value:
    """`x.tolist()`: the items are Python's own numbers."""
    value = site.bind("a")["a"]
    if not isinstance(value, Array) or not value.shape or value.dtype is DType.FLOAT32:
        raise site.error(
            "`tolist` of this is not supported", help="use the array itself, or its elements"
        )
    if value.dtype is DType.INT32:  # Python's integers are longer
        value = cast_array(value, DType.INT64)
    return _copied(cx, replace(value, weak=True), site)


def _copied(cx: Context, array: Array, site: CallSite) -> Value:
    if array.rank > 1 or array.dtype is DType.BOOL:
        raise site.error(
            f"`{site.short}` of an array of {array.rank} axes is not supported"
            if array.rank > 1 else f"`{site.short}` of truth values is not supported",
            help="write a comprehension: `[row for row in A]`",
        )  # fmt: skip
    (count,) = array.shape
    token = Token(str(site.span))
    view = materialise(cx, replace(array, view=None, ways=()), "items")
    if count.is_Integer and int(count) <= MOST_BODIES:
        own = of_view(view, array.dtype, weak=array.weak)
        places = map(sympy.Integer, range(int(count)))
        return Items(tuple(leading_axis(cx, own, k, site.span) for k in places), True, token)
    return Grown(
        view.container, count, (), array.dtype, array.weak, token=token,
        changed=is_changed(cx, token),
    )  # fmt: skip


def has_rest(target: surface.Sequence, value: Value) -> bool:
    """Whether `a, *rest = x` takes apart an array of one axis whose length is no number."""
    starred = any(isinstance(part, surface.Starred) for part in target.items)
    return starred and isinstance(value, Array) and value.rank == 1 and (
        not value.shape[0].is_Integer
    )  # fmt: skip


def rest_of_array(
    cx: Context, target: surface.Sequence, value: Array
) -> tuple[surface.Sequence, Value]:
    """The same without the `*`: the rest is a list of the elements that are left."""
    (at,) = (k for k, part in enumerate(target.items) if isinstance(part, surface.Starred))
    after, extent, span = len(target.items) - at - 1, cx.extent(value.shape[0]), target.span
    require(cx, extent - (at + after), f"unpacking at least {at + after} elements", span)
    part = SliceValue(sympy.Integer(at), extent - after, 1, span)
    left = subscript(cx, value, [(part, span)], span)
    rest = _copied(cx, left, CallSite("list", (left,), {}, (span,), span))
    ends = [sympy.Integer(k) for k in range(at)], [extent - after + k for k in range(after)]
    first, last = ([leading_axis(cx, value, k, span) for k in end] for end in ends)
    plain = tuple(p.value if isinstance(p, surface.Starred) else p for p in target.items)
    return replace(target, items=plain), Items((*first, rest, *last))


TABLE: dict[str, Callable[[Context, CallSite], Value]] = {
    "list": _list, "array.tolist": _to_list,
}  # fmt: skip
