"""Python's operators on complex numbers; powers, as NumPy makes them."""

from __future__ import annotations

import math
from dataclasses import replace

import sympy

from adc.diagnostics import Span
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.complex.arithmetic import (
    Real,
    as_complex,
    kept_parts,
    literal_part,
    product,
    quotient,
    refused,
    total,
    with_shape,
    zero_like,
)
from adc.lowering.complex.functions import exponential, square_root
from adc.lowering.context import Context
from adc.lowering.integers.conditions import integer_compare
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import as_array, cast_array
from adc.lowering.values import Array, Complex, Integer, Value

#: The largest power that is made of products.
MOST_FACTORS = 64


def binary(cx: Context, op: str, left: Value, right: Value, span: Span | None) -> Complex:
    """`left op right`, one of them complex."""
    match op:
        case "+" | "-":
            return total(cx, "add" if op == "+" else "sub", left, right, span)
        case "*":
            return product(cx, left, right, span)
        case "/":
            return quotient(cx, left, right, span)
        case "**":
            return power(cx, left, right, span)
    raise refused(f"`{op}`", span)


def power(cx: Context, base: Value, exponent: Value, span: Span | None) -> Complex:
    """Whole powers by products, as NumPy makes them, square roots, powers with real exponents, and
    those of positive numbers that are known."""
    number = known_exponent(exponent)
    if isinstance(base, Complex) and number == 0.5:
        return square_root(cx, base, span)
    if isinstance(base, Complex) and number is not None and number == int(number):
        return _whole_power(cx, base, int(number), span)
    if isinstance(base, Complex) and isinstance(exponent, Integer) and span is not None:
        return by_count(cx, base, exponent.value, span)
    real = not isinstance(exponent, Complex) and as_array(exponent, span).dtype.is_float
    if isinstance(base, Complex) and real and span is not None:
        site = CallSite("power", (), {}, (), span)
        if number is not None:
            found = call_written(cx, site, "adc_complex_power", base, exponent)
        else:
            base = _promoted(base, as_array(exponent, span))
            found = call_written(cx, site, "adc_complex_power_by_data", base, exponent)
        assert isinstance(found, Complex)
        return found if number is not None else kept_parts(cx, found)
    known = None if isinstance(base, Complex) else literal_part(as_array(base, span))
    if known is not None and known > 0.0 and isinstance(exponent, Complex):
        log = elementwise.literal(repr(math.log(known)), DType.FLOAT64)
        times = product(cx, replace(log, weak=True), exponent, span)
        return exponential(cx, times, span)
    raise refused(
        "this power", span,
        help=f"use whole powers up to {MOST_FACTORS}, or `np.exp(p*np.log(z))`",
    )  # fmt: skip


def _promoted(base: Complex, exponent: Array) -> Complex:
    """The base in the type of the power: NumPy converts both before it computes."""
    if exponent.weak or exponent.dtype is base.re.dtype or exponent.dtype is not DType.FLOAT64:
        return base
    return Complex((cast_array(base.re, DType.FLOAT64), cast_array(base.im, DType.FLOAT64)))


def by_count(cx: Context, base: Complex, count: sympy.Expr, span: Span) -> Complex:
    """The power with an integer that sizes and loops tell, by as many products."""
    site = CallSite("power", (), {}, (), span)
    negative = not cx.prover.nonneg(count)
    size = shapes.maximum(count, -count) if negative else count
    found = call_written(cx, site, "adc_whole_power", base, Integer(size))
    assert isinstance(found, Complex)
    if not negative:
        return found
    found = kept_parts(cx, found)
    one = as_complex(cx, Integer(sympy.Integer(1)), span)
    inverse = kept_parts(cx, quotient(cx, one, found, span))
    below = integer_compare(cx, "<", count, sympy.Integer(0))
    real = Real(cx, span)
    re, im = real.where(below, inverse.re, found.re), real.where(below, inverse.im, found.im)
    return Complex((re, im))


def known_exponent(value: Value) -> float | None:
    """The exponent, a real number that is known."""
    if isinstance(value, Integer):
        return float(value.value) if value.value.is_Integer else None
    plain = isinstance(value, Array) and not value.shape
    return literal_part(value) if plain and isinstance(value, Array) else None


def _whole_power(cx: Context, base: Complex, number: int, span: Span | None) -> Complex:
    if abs(number) > MOST_FACTORS:
        raise refused("so high a power", span, help="use `np.exp(p*np.log(z))`")
    one = as_complex(cx, Integer(sympy.Integer(1)), span)
    if number == 0:
        return with_shape(cx, base, base, _ones(base.re), zero_like(base.re), span)
    if number < 0:
        return quotient(cx, one, _whole_power(cx, base, -number, span), span)
    square, found = base, None
    while True:
        if number & 1:
            found = square if found is None else product(cx, found, square, span)
        number >>= 1
        if not number:
            return found if found is not None else one
        square = kept_parts(cx, square)
        square = product(cx, square, square, span)


def _ones(like: Array) -> Array:
    one = build.one(like.dtype)
    return Array(like.shape, like.dtype, lambda _: one, like.weak)
