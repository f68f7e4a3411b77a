"""`y[idx] += v`, for positions that arrays hold and such that the source computes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adc.diagnostics import Span
from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.lowering.context import Context
from adc.lowering.expressions import binary
from adc.lowering.indexing import Item
from adc.lowering.positions.gathers import gather, has_list, scatter
from adc.lowering.positions.subscripts import gathered, has_table, scattered, updated_at
from adc.lowering.promotion import as_array
from adc.lowering.values import Array, Value, View


@dataclass(frozen=True)
class UpdateOf:
    """`op value`; `stored` does that to elements in memory."""

    op: str
    value: Value
    stored: Callable[[Context, View, DType, str, Value, Span], None]


def update_at(
    cx: Context, owner: Array, items: list[Item], new: UpdateOf, target: surface.Subscript
) -> None:
    """`owner[items] op= value`: with arrays of positions all is read before any is written, so
    that of equal ones the last counts."""
    span, exact = target.span, target.exact
    if has_list(items):
        read = gather(cx, owner, items, span, exact)
        scatter(
            cx, owner, items, as_array(binary(cx, new.op, read, new.value, span), span), span, exact
        )
        return
    if has_table(items):
        read = gathered(cx, owner, items, span, exact)
        computed = as_array(binary(cx, new.op, read, new.value, span), span)
        scattered(cx, owner, items, computed, span, exact)
        return

    def update(view: View) -> None:
        new.stored(cx, view, owner.dtype, new.op, new.value, span)

    updated_at(cx, owner, items, update, span, exact)
