"""Items of a tuple or a list of numbers at a position that data decide: `[1, 2, 5][k]`."""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import Span
from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import Item
from adc.lowering.lengths.parts import is_position
from adc.lowering.module_arrays import MOST_ELEMENTS, table_of
from adc.lowering.numpy.create import array_operand
from adc.lowering.path_types import Origin
from adc.lowering.positions.gathers import gather
from adc.lowering.promotion import as_array, own_number
from adc.lowering.values import Array, Integer, Items, Value


def number_by_data(cx: Context, owner: Items, items: list[Item], span: Span) -> Value | None:
    """The number at the position that `items` are; None where that is no integer of data, or where
    the items are no numbers, or are of several types and not known."""
    position = items[0][0] if len(items) == 1 else None
    if not isinstance(position, Array) or not is_position(position) or not owner.items:
        return None
    if not all(
        isinstance(v, Integer) or (isinstance(v, Array) and not v.rank) for v in owner.items
    ):
        return None
    numbers = [as_array(v, span) for v in owner.items]
    types = {(n.dtype, n.weak) for n in numbers}
    known = [n for n in map(own_number, owner.items) if n is not None]
    if len(known) == len(numbers) <= MOST_ELEMENTS:
        table = table_of(cx, tuple(known), span)
        if len(types) > 1 and any(isinstance(n, int) and abs(n) > 2**53 for n in known):
            return None
        if len(types) > 1:
            assert table.view is not None
            cx.types.meet(table.view.container, Origin("an item of the list", span))
    elif len(types) == 1:
        table = array_operand(cx, CallSite("numpy.array", (owner,), {}, (span,), span), owner)
    else:
        return None
    found = gather(cx, table, items, span, False)
    weak = numbers[0].weak and found.dtype is not DType.BOOL
    return replace(found, weak=weak)
