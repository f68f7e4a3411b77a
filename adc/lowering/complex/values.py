"""Complex numbers in expressions and assignments: each part is what an array or a number is."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.diagnostics import Span
from adc.frontends import surface
from adc.ir import build
from adc.lowering.binding import settled
from adc.lowering.callsite import CallSite
from adc.lowering.complex import arithmetic, powers
from adc.lowering.complex.arithmetic import as_complex, refused, zero_like
from adc.lowering.complex.stores import put_both, stored_in
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue, leading_axis
from adc.lowering.lengths.read_slices import DataSlice
from adc.lowering.masks.complex import SelectedComplex, of_parts
from adc.lowering.masks.subscripts import has_mask, selected
from adc.lowering.numpy.vocabulary import call_builtin
from adc.lowering.positions.gathers import gather
from adc.lowering.values import Array, Complex, Items, Selected, Value, scalar

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
) -> Complex | SelectedComplex:
    """`owner[items]`, a view or a copy as NumPy has it."""
    if has_mask(items) and cx.fortran:
        raise refused("a section between bounds that data decide", expr.span)
    if has_mask(items):
        return of_parts(cx, owner, items, lambda part, at: selected(cx, part, at, expr.span))
    parts = (gather(cx, part, items, expr.span, expr.exact) for part in (owner.re, owner.im))
    return Complex(tuple(parts))


def update_complex(cx: Context, target: Complex, value: Value, span: Span) -> None:
    """`target[...] = value`, in place."""
    put_both(cx, target, *_both_parts(cx, stacked(cx, value, span), span), span)


def elements_along(cx: Context, value: Complex, position: int, span: Span) -> Complex:
    """`value[position]`, which lies in it."""
    at = sympy.Integer(position)
    return Complex(tuple(leading_axis(cx, part, at, span) for part in (value.re, value.im)))


def put_parts(
    cx: Context, owner: Complex, items: list[Item], value: Value, span: Span, put: Put
) -> None:
    """`put` of both parts; all is read before any is written."""
    re, im = _both_parts(cx, stacked(cx, value, span), span)
    items = [(_kept(cx, item, stored_in(owner)), where) for item, where in items]
    im = settled(cx, im, stored_in(owner.re))
    put(owner.re, items, re)
    put(owner.im, items, im)


def _both_parts(cx: Context, value: Value, span: Span) -> tuple[Value, Value]:
    """The real and the imaginary part of what is stored."""
    if isinstance(value, SelectedComplex):
        return value.re, value.im
    if isinstance(value, Selected):
        return value, zero_like(scalar(build.zero(value.array.dtype)))
    made = as_complex(cx, value, span)
    return made.re, made.im


def _kept(
    cx: Context, item: Value | SliceValue | DataSlice, written: set[str]
) -> Value | SliceValue | DataSlice:  # fmt: skip
    return settled(cx, item, written) if isinstance(item, (Array, Selected)) else item


def stacked(cx: Context, value: Value, span: Span) -> Value:
    """A list of numbers as the array that NumPy makes of it."""
    if not isinstance(value, Items):
        return value
    return call_builtin(cx, CallSite("numpy.array", (value,), {}, (span,), span))
