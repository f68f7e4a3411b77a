"""`[0.0] + [f(i) for i in range(n)]`: lists of numbers one after the other, where one has grown."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby, islice

import sympy

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.effects import foreseen
from adc.lowering.lists.growing import is_changed
from adc.lowering.lists.ranges import MOST_ITEMS
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.joins import join
from adc.lowering.path_types import Origin
from adc.lowering.values import Array, Grown, Integer, Items, Token, Value


def with_lists_inside(cx: Context, expr: surface.Sequence) -> surface.Expr | None:
    """`[a] + list(x) + [b]` for the list `[a, *x, b]`; None where it is known how many items there
    are, or where what is behind a `*` calls something, which happens once."""
    starred = [i.value for i in expr.items if isinstance(i, surface.Starred)]
    plain = all(not isinstance(n, surface.Call) for n in walk(starred))
    if not expr.is_list or not plain or not starred:
        return None
    values = foreseen(cx, starred)
    if not any(map(_is_long, values)):
        return None
    lists = (_listed(e, v) for e, v in zip(starred, values, strict=True))
    # A sum is a new list, where the one item is a list already.
    parts: list[surface.Expr] = [surface.Sequence((), True, expr.span)] * (len(expr.items) == 1)
    for inside, items in groupby(expr.items, lambda item: isinstance(item, surface.Starred)):
        if not inside:
            parts.append(surface.Sequence(tuple(items), True, expr.span))
            continue
        parts += islice(lists, len(list(items)))
    whole = parts[0]
    for part in parts[1:]:
        whole = surface.Binary("+", whole, part, expr.span)
    return whole


def _listed(expr: surface.Expr, value: Value) -> surface.Expr:
    if isinstance(value, Grown):
        return expr
    own = surface.Intrinsic("list", expr.span, "python")
    return surface.Call(own, (expr,), (), expr.span)


def _is_long(value: Value) -> bool:
    """Whether it is an array or a list of which sizes tell the length."""
    if isinstance(value, Grown):
        return not value.count.is_Integer
    if not isinstance(value, Array) or value.rank != 1:
        return False
    return not value.shape[0].is_Integer or value.shape[0] > MOST_ITEMS


def joined_lists(cx: Context, left: Value, right: Value, span: Span) -> Value | None:
    """The list of the numbers of both; None where they are no such lists, or none has grown."""
    lists = (left, right)
    if isinstance(left, Grown) and isinstance(right, Grown) and left.nested == "tuple":
        return _joined_tuples(cx, left, right, span)
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


def _joined_tuples(cx: Context, left: Grown, right: Grown, span: Span) -> Value | None:
    """The list of the tuples of numbers of both, if these are alike."""
    kinds = {(v.nested, v.shape, v.dtype, v.weak) for v in (left, right)}
    if len(kinds) > 1 or {left.container, right.container} & set(cx.growing):
        return None
    made = join(cx, CallSite("list", (), {}, (), span), [left.array, right.array], 0)
    assert made.view is not None
    count, token = sympy.expand(left.count + right.count), Token(str(span))
    return replace(
        left, container=made.view.container, count=count, token=token, at=(),
        changed=is_changed(cx, token),
    )  # fmt: skip


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
