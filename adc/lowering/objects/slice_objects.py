"""Slices as values: `slice(1, n)` and `np.s_[1:n, 0]`. Such a value is a named tuple of its three
parts, so that branches and loops carry it as they carry tuples."""

from __future__ import annotations

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import shapes
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.integers.expressions import expression_of
from adc.lowering.lengths.read_slices import SliceValue
from adc.lowering.objects.record_types import RecordType, named_type
from adc.lowering.positions.tables import integer_of
from adc.lowering.values import (
    Builtin,
    Grown,
    Integer,
    Items,
    Keywords,
    Nothing,
    Record,
    Value,
)

_NOWHERE = Span("<python>", 1)
#: The type of what is a slice.
SLICE = named_type("slice", ("start", "stop", "step"), _NOWHERE)
MAKERS = (Builtin("numpy.s_"), Builtin("numpy.index_exp"))


def is_slice(value: object) -> bool:
    return isinstance(value, Items) and is_slice_type(value.type)


def is_slice_type(found: RecordType | None) -> bool:
    return found is SLICE or found == SLICE


def _slice(cx: Context, site: CallSite) -> Value:
    """`slice(stop)`, `slice(start, stop)`, `slice(start, stop, step)`."""
    given = list(site.arguments)
    if site.keywords or not 1 <= len(given) <= 3:
        raise site.error("`slice` takes one to three arguments by position")
    if len(given) == 1:
        given = [Nothing(), *given]
    return Items((*given, *[Nothing()] * (3 - len(given))), type=SLICE)


def _subscripted(cx: Context, site: CallSite) -> Value:
    raise site.error(f"`{site.short}` is subscripted: `np.s_[1:3]`", help="write the subscript")


def displayed(cx: Context, owner: Builtin, expr: surface.Subscript) -> Value:
    """`np.s_[…]` and `np.index_exp[…]`."""
    items = tuple(_item(cx, item) for item in expr.items)
    if len(items) == 1 and owner == MAKERS[0] and not expr.lone:
        return items[0]
    return Items(items)


def _item(cx: Context, item: surface.Expr) -> Value:
    if not isinstance(item, surface.Slice):
        return cx.evaluate(item)
    parts = (item.start, item.stop, item.step)
    return Items(tuple(Nothing() if p is None else cx.evaluate(p) for p in parts), type=SLICE)


def refuse_lone(owner: Value, target: surface.Subscript) -> None:
    """`owner[item,]`: a key that is a tuple of one item, which only arrays take for the item."""
    if target.lone and isinstance(owner, (Items, Keywords, Record, RecordType, Grown)):
        raise AdcError.of(
            "ADC0216", "a tuple of one item as a key is not supported", target.span,
            help="leave out the comma, if the item is meant",
        )  # fmt: skip


def as_item(cx: Context, value: Value, span: Span) -> Value | SliceValue:
    """What `value` is as a subscript; NumPy makes an array of a list of integers."""
    if isinstance(value, Grown) and value.dtype.is_integer and not value.nested:
        return value.array
    if not isinstance(value, Items) or not is_slice(value):
        return value
    start, stop, step = (bound_of(cx, part, span) for part in value.items)
    return made(start, stop, step, span)


def as_value(item: SliceValue) -> Items:
    """The slice as what `__getitem__` of an object is given."""
    bounds = [Nothing() if b is None else Integer(b) for b in (item.start, item.stop)]
    by = sympy.Integer(item.step) if item.by is None else item.by
    step = Integer(by) if item.stepped else Nothing()
    return Items((*bounds, step), type=SLICE)


def bound_of(cx: Context, value: Value, span: Span) -> sympy.Expr | None:
    """A bound or step of a slice; None where it has none."""
    if isinstance(value, Nothing):
        return None
    read = integer_of(cx, value)
    if read is not None and shapes.entries(read):
        return read
    return expression_of(cx, value, "slice bound", "ADC0216", span).value


def made(
    start: sympy.Expr | None, stop: sympy.Expr | None, step: sympy.Expr | None, span: Span
) -> SliceValue:
    if step is not None and not step.is_Integer:
        return SliceValue(start, stop, 0, span, True, step)
    if step == 0:
        raise AdcError.of(
            "ADC0219", "a slice's step is not zero", span, help="take every element: `a[::1]`",
        )  # fmt: skip
    return SliceValue(start, stop, int(step or 1), span, step is not None)


TABLE = {"slice": _slice, "numpy.s_": _subscripted, "numpy.index_exp": _subscripted}
