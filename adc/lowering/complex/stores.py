"""Arrays of complex numbers that are written: part by part, all being read before any is."""

from __future__ import annotations

from adc.diagnostics import Span
from adc.lowering.binding import settled
from adc.lowering.complex.arithmetic import refused
from adc.lowering.context import Context
from adc.lowering.promotion import as_array
from adc.lowering.store import put
from adc.lowering.values import Array, Complex, Value


def stored_in(value: Array | Complex) -> set[str]:
    """The containers of the elements of `value`."""
    parts = (value.re, value.im) if isinstance(value, Complex) else (value,)
    return {way.view.container for part in parts for way in part.stored if way.view is not None}


def put_both(cx: Context, target: Complex, re: Value, im: Value, span: Span) -> None:
    """`target[...] = re + 1j*im`, in place."""
    im = settled(cx, im, stored_in(target.re))
    put_part(cx, target.re, as_array(re, span), span)
    put_part(cx, target.im, as_array(im, span), span)


def put_part(cx: Context, part: Array, value: Array, span: Span) -> None:
    """`part[...] = value`, in place, of the real or the imaginary parts of an array."""
    if part.view is None:
        raise refused("this update", span, help="make a copy, and update that: `.copy()`")
    cx.will_write(part.view.container, span)
    put(cx, part.view, part.dtype, value, span)
