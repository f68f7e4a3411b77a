"""Functions of complex numbers, by real ones of their parts.

The principal values are those of C99's `<complex.h>`, annex G, which NumPy has: the cut of the
square root, the logarithm and the angle is the negative real axis, and a zero imaginary part lies
on the side that its sign tells.
"""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import Span
from adc.lowering import elementwise
from adc.lowering.complex.arithmetic import (
    Real,
    is_zero,
    kept,
    kept_parts,
    literal_part,
    made,
)
from adc.lowering.context import Context
from adc.lowering.values import Array, Complex


def magnitude(cx: Context, value: Complex, span: Span | None) -> Array:
    """`abs(z)`, without overflow on the way; 0 is its derivative at 0."""
    for one, other in (value.items, tuple(reversed(value.items))):
        assert isinstance(one, Array) and isinstance(other, Array)
        if is_zero(one):
            return elementwise.same_type(cx, "abs", other, span)
    value = kept_parts(cx, value)
    return kept(cx, Real(cx, span).function("hypot", value.re, value.im), "size")


def angle(cx: Context, value: Complex, span: Span | None) -> Array:
    return Real(cx, span).function("arctan2", value.im, value.re)


def exponential(cx: Context, value: Complex, span: Span | None) -> Complex:
    real = Real(cx, span)
    if is_zero(value.im):
        return made(cx, real.function("exp", value.re), value.im, span)
    phase = kept(cx, value.im, "phase")
    re, im = real.function("cos", phase), real.function("sin", phase)
    if is_zero(value.re):
        return made(cx, re, im, span)
    size = kept(cx, real.function("exp", value.re), "size")
    return made(cx, real.mul(size, re), real.mul(size, im), span)


def logarithm(cx: Context, value: Complex, span: Span | None) -> Complex:
    value = kept_parts(cx, value)
    size = magnitude(cx, value, span)
    return made(cx, Real(cx, span).function("log", size), angle(cx, value, span), span)


def square_root(cx: Context, value: Complex, span: Span | None) -> Complex:
    """With `t = sqrt((|x| + |z|)/2)`, `t + y/(2t) i` to the right of the imaginary axis, and to the
    left `y/(2s) + s i`, where s is t with the sign of y."""
    real = Real(cx, span)
    value = kept_parts(cx, value)
    x, y = value.re, value.im
    zero = real.number(0.0, x)
    left = real.test("lt", x, zero)
    if is_zero(y):
        root = real.where(left, zero, real.function("sqrt", x))
        other = real.function("sqrt", real.neg(x))
        if _is_negative_zero(y):
            return made(cx, root, real.where(left, real.neg(other), y), span)
        return made(cx, root, real.where(left, other, zero), span)
    # Not `abs(x)`, whose derivative at 0 is none of this function's, which is smooth there.
    size = real.add(real.where(left, real.neg(x), x), magnitude(cx, value, span))
    t = kept(cx, real.function("sqrt", real.mul(real.number(0.5, x), size)), "root")
    twice = real.mul(real.number(2.0, x), t)
    at_zero = real.test("eq", t, zero)
    share = real.where(at_zero, y, real.div(y, twice))
    signed = kept(cx, real.function("copysign", t, y), "root")
    high = real.div(y, real.mul(real.number(2.0, x), signed))
    re = real.where(left, high, t)
    return made(cx, re, real.where(left, signed, share), span)


def _is_negative_zero(part: Array) -> bool:
    return str(literal_part(part)) == "-0.0"


def sine(cx: Context, value: Complex, span: Span | None) -> Complex:
    """`sin x cosh y + i cos x sinh y`."""
    return _mixed(cx, value, ("sin", "cosh"), ("cos", "sinh"), 1, span)


def cosine(cx: Context, value: Complex, span: Span | None) -> Complex:
    """`cos x cosh y - i sin x sinh y`."""
    return _mixed(cx, value, ("cos", "cosh"), ("sin", "sinh"), -1, span)


def hyperbolic_sine(cx: Context, value: Complex, span: Span | None) -> Complex:
    """`sinh x cos y + i cosh x sin y`."""
    return _mixed(cx, value, ("sinh", "cos"), ("cosh", "sin"), 1, span)


def hyperbolic_cosine(cx: Context, value: Complex, span: Span | None) -> Complex:
    """`cosh x cos y + i sinh x sin y`."""
    return _mixed(cx, value, ("cosh", "cos"), ("sinh", "sin"), 1, span)


def _mixed(
    cx: Context, value: Complex, first: tuple[str, str], second: tuple[str, str], sign: int,
    span: Span | None,
) -> Complex:  # fmt: skip
    """Products of a function of the real part and one of the imaginary part."""
    real = Real(cx, span)
    value = kept_parts(cx, value)

    def both(names: tuple[str, str]) -> Array:
        return real.mul(real.function(names[0], value.re), real.function(names[1], value.im))

    im = both(second)
    return made(cx, both(first), im if sign > 0 else real.neg(im), span)


def strong(value: Complex) -> Complex:
    """What NumPy's own functions give, whatever they are given."""
    return Complex((replace(value.re, weak=False), replace(value.im, weak=False)))
