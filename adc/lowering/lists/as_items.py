"""Items of lists that loops make longer, as they lie in the array of the list."""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, InternalError, Span
from adc.ir.expressions import Expr, Index
from adc.lowering.callsite import CallSite
from adc.lowering.complex.pairs import halves
from adc.lowering.context import Context
from adc.lowering.control.written_out import MOST_BODIES
from adc.lowering.numpy.create import array_operand
from adc.lowering.promotion import as_array
from adc.lowering.store import store
from adc.lowering.values import (
    Array,
    Bound,
    Builtin,
    Complex,
    Grown,
    Items,
    Keywords,
    Nothing,
    Record,
    Ref,
    Text,
    UserFunction,
    Value,
    of_view,
)


def nested_as(value: Value) -> str:
    """What an item is that has items itself; of a complex number "complex"."""
    if isinstance(value, Complex):
        return "complex"
    if isinstance(value, Items):
        return "list" if value.is_list else "tuple"
    return "list" if isinstance(value, Grown) else ""


def as_item(cx: Context, value: Value, span: Span) -> Array:
    """An item as NumPy makes an array of it, of complex numbers pairs of reals; ADC0212 of an
    object, of which there is none."""
    if isinstance(value, Complex):
        return _pairs(value)
    if not _is_numeric(value):
        raise AdcError.of(
            "ADC0212", "a list of objects or lists grows in a loop", span,
            help=f"let the loop run at most {MOST_BODIES} times, by a number that is known",
        )  # fmt: skip
    if isinstance(value, Grown):
        return value.array if value.is_complex else value.stored
    if isinstance(value, Items):
        return array_operand(cx, CallSite("numpy.array", (value,), {}, (span,), span), value)
    return as_array(value, span)


def _is_numeric(value: Value) -> bool:
    """Whether an array may be made of an item, or what is wrong with it is said elsewhere."""
    if isinstance(value, Items):
        return all(map(_is_numeric, value.items))
    others = (Record, Ref, Keywords, Text, Nothing, UserFunction, Builtin, Bound)
    return not isinstance(value, others)


def parts_of(value: Value, item: Array) -> tuple[Array, ...]:
    """What is stored for `value`, of which an array is made by `item`."""
    return (value.re, value.im) if isinstance(value, Complex) else (item,)


def _pairs(value: Complex) -> Array:
    """Shape and type of both parts of each number along a last axis; `store_item` stores them."""

    def at(_: Index) -> Expr:
        raise InternalError("complex items are stored by their parts")

    re = value.re
    return Array((*re.shape, sympy.Integer(2)), re.dtype, at, re.weak, boxed=re.boxed)


def store_item(cx: Context, grown: Grown, value: Value, item: Array, span: Span) -> None:
    """Stores `value`, of which an array is made by `item`, behind the last item of the list."""
    whole = grown.view(grown.count)
    if not isinstance(value, Complex):
        store(cx, whole, grown.dtype, item, span)
        return
    for view, part in zip(halves(whole), (value.re, value.im), strict=True):
        store(cx, view, grown.dtype, part, span)


def complex_item(cx: Context, owner: Grown, at: sympy.Expr) -> Complex:
    """The item at a position of a list of complex numbers, or arrays of them."""
    weak = owner.weak and len(owner.shape) == 1 and owner.container not in cx.types.either
    parts = halves(owner.view(at))
    return Complex(tuple(of_view(v, owner.dtype, weak=weak, boxed=owner.boxed) for v in parts))


def array_of(value: Grown) -> Array | Complex:
    """The array that NumPy makes of a list."""
    if not value.is_complex:
        return value.array
    stored = value.stored
    assert stored.view is not None
    parts = [of_view(v, value.dtype) for v in halves(stored.view)]
    return Complex(tuple(replace(p, view=None) if value.changed else p for p in parts))
