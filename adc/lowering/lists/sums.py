"""`[0.0] + [f(i) for i in range(n)]`: lists of numbers one after the other, where one has grown."""

from __future__ import annotations

import sympy

from adc.diagnostics import Span
from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.lists.growing import is_changed
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.joins import join
from adc.lowering.path_types import Origin
from adc.lowering.values import Array, Grown, Integer, Items, Token, Value


def joined_lists(cx: Context, left: Value, right: Value, span: Span) -> Value | None:
    """The list of the numbers of both; None where they are no such lists, or none has grown."""
    lists = (left, right)
    if not any(isinstance(v, Grown) for v in lists) or not all(_of_numbers(cx, v) for v in lists):
        return None
    kinds = {kind for v in lists for kind in _kinds(v)}
    mixed = kinds == {(DType.INT64, True), (DType.FLOAT64, False)}
    if len(kinds) > 1 and not mixed:
        return None
    ((dtype, weak), *_) = sorted(kinds, key=lambda kind: kind[0] is DType.INT64)
    site = CallSite("list", (), {}, (), span)
    parts = [_array(cx, site, v) for v in lists if not isinstance(v, Items) or v.items]
    made = join(cx, site, parts, 0)
    assert made.view is not None
    cx.types.either.update([made.view.container] if len(kinds) > 1 else [])
    if mixed:
        cx.types.meet(made.view.container, Origin("an item of the list", span))
    count = sympy.expand(sum((_length(v) for v in lists), sympy.Integer(0)))
    token = Token(str(span))
    changed = is_changed(cx, token)
    return Grown(made.view.container, count, (), dtype, weak, token=token, changed=changed)


def _of_numbers(cx: Context, value: Value) -> bool:
    if isinstance(value, Grown):
        return not value.shape and not value.nested and value.container not in cx.growing
    if not isinstance(value, Items) or not value.is_list:
        return False
    return all(
        isinstance(v, Integer) or (isinstance(v, Array) and not v.shape) for v in value.items
    )


def _kinds(value: Value) -> list[tuple[DType, bool]]:
    """The types of the numbers, and whether they are Python's own integers."""
    if isinstance(value, Grown):
        return [(value.dtype, value.weak and value.dtype is DType.INT64)]
    assert isinstance(value, Items)
    return [
        (DType.INT64, True) if isinstance(v, Integer) else (v.dtype, False)
        for v in value.items
        if isinstance(v, (Integer, Array))
    ]


def _array(cx: Context, site: CallSite, value: Value) -> Array:
    return value.array if isinstance(value, Grown) else array_operand(cx, site, value)


def _length(value: Value) -> sympy.Expr:
    assert isinstance(value, (Items, Grown))
    return sympy.Integer(len(value.items)) if isinstance(value, Items) else value.count
