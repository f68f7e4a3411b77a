"""Complex numbers in expressions and assignments: each part is what an array or a number is."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.diagnostics import Span
from adc.frontends import surface
from adc.lowering.binding import settled
from adc.lowering.callsite import CallSite
from adc.lowering.complex import arithmetic, powers
from adc.lowering.complex.arithmetic import as_complex, refused
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue, leading_axis
from adc.lowering.lengths.read_slices import DataSlice
from adc.lowering.masks.subscripts import has_mask
from adc.lowering.numpy.vocabulary import call_builtin
from adc.lowering.positions.gathers import gather
from adc.lowering.promotion import as_array
from adc.lowering.store import put
from adc.lowering.values import Array, Complex, Items, Value

Put = Callable[[Array, list[Item], Value], None]


def complex_binary(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value:
    """`left op right`, one of them complex."""
    if op == "@":
        site = CallSite("numpy.matmul", (left, right), {}, (span, span), span)
        return call_builtin(cx, site)
    return powers.binary(cx, op, left, right, span)


def signed_complex(cx: Context, op: str, value: Complex, span: Span) -> Complex:
    if op == "~":
        raise refused("`~`", span)
    if op == "-":
        return arithmetic.negated(cx, value, span)
    return arithmetic.copied(value)


def elements_of_complex(
    cx: Context, owner: Complex, items: list[Item], expr: surface.Subscript
) -> Complex:
    """`owner[items]`, a view or a copy as NumPy has it."""
    if has_mask(items):
        raise refused("a mask as the subscript", expr.span, help="choose by `np.where`")
    parts = (gather(cx, part, items, expr.span, expr.exact) for part in (owner.re, owner.im))
    return Complex(tuple(parts))


def elements_along(cx: Context, value: Complex, position: int, span: Span) -> Complex:
    """`value[position]`, which lies in it."""
    at = sympy.Integer(position)
    return Complex(tuple(leading_axis(cx, part, at, span) for part in (value.re, value.im)))


def put_parts(
    cx: Context, owner: Complex, items: list[Item], value: Value, span: Span, put: Put
) -> None:
    """`put` of both parts; all is read before any is written."""
    value = as_complex(cx, stacked(cx, value, span), span)
    items = [(_kept(cx, item, stored_in(owner)), where) for item, where in items]
    im = settled(cx, value.im, stored_in(owner.re))
    put(owner.re, items, value.re)
    put(owner.im, items, im)


def _kept(
    cx: Context, item: Value | SliceValue | DataSlice, written: set[str]
) -> Value | SliceValue | DataSlice:  # fmt: skip
    return settled(cx, item, written) if isinstance(item, Array) else item


def stored_in(value: Array | Complex) -> set[str]:
    """The containers of the elements of `value`."""
    parts = (value.re, value.im) if isinstance(value, Complex) else (value,)
    return {way.view.container for part in parts for way in part.stored if way.view is not None}


def update_complex(cx: Context, target: Complex, value: Value, span: Span) -> None:
    """`target[...] = value`, in place."""

    def put_one(part: Array, _: list[Item], new: Value) -> None:
        put_part(cx, part, as_array(new, span), span)

    put_parts(cx, target, [], value, span, put_one)


def put_part(cx: Context, part: Array, value: Array, span: Span) -> None:
    """`part[...] = value`, in place, of the real or the imaginary parts of an array."""
    if part.view is None:
        raise refused("this update", span, help="make a copy, and update that: `.copy()`")
    cx.will_write(part.view.container, span)
    put(cx, part.view, part.dtype, value, span)


def stacked(cx: Context, value: Value, span: Span) -> Value:
    """A list of numbers as the array that NumPy makes of it."""
    if not isinstance(value, Items):
        return value
    return call_builtin(cx, CallSite("numpy.array", (value,), {}, (span,), span))
