"""Arithmetic on complex numbers, which are pairs of real arrays: `values.Complex`.

The formulas are NumPy's (`loops.c.src`: products as written in full, quotients by Smith's method,
"Algorithm 116: Complex division", Communications of the ACM 5, 1962), and a real operand counts as
one whose imaginary part is 0.0. Products with that literal zero are left out: where the other
factor is infinite or NaN, NumPy has NaN in that place. Which sign a zero has tells on which side of
a branch cut a number is; where the source has a function with one (`asks_side`), imaginary parts
that are zero have NumPy's signs.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read
from adc.lowering import elementwise
from adc.lowering.broadcasting import broadcast, broadcast_to
from adc.lowering.context import Context
from adc.lowering.numbers_on_paths import refuse_spread
from adc.lowering.promotion import as_array, common, kind, literal_number
from adc.lowering.store import materialise
from adc.lowering.values import Array, Complex, Value, anywhere, of_view

#: What has a branch cut, or shows the sign of a zero.
_CUTS = re.compile(
    r"\b(angle|phase|sqrt|csqrt|log|log2|log10|log1p|arctan2|atan2|sign|signbit|copysign|power|pow"
    r"|polar|arcsin|arccos|arccosh|arctanh)\b"
    r"|\*\*\s*(\(?-?\d*\.\d|[A-Za-z_(])"
)


def is_complex(*values: Value) -> bool:
    return any(isinstance(v, Complex) for v in values)


#: The same in any of Fortran's spellings: `CSQRT`, `ZLOG`, `DATAN2`, `DSIGN`, any power.
_FORTRAN_CUTS = re.compile(r"sqrt|log(?!ical)|atan2|sign|\*\*", re.IGNORECASE)


def asks_side(cx: Context) -> bool:
    """Whether the source may ask on which side of a branch cut a number is."""
    if cx.fortran:
        return cx.module.others != () or _FORTRAN_CUTS.search(cx.module.text) is not None
    return _CUTS.search(cx.module.text) is not None


def refused(what: str, span: Span | None, *, help: str = "") -> AdcError:
    """ADC0119: `what` of complex numbers is not supported."""
    way_out = help or "compute it of the real and the imaginary part: `z.real`, `z.imag`"
    return AdcError.of("ADC0119", f"{what} of complex numbers is not supported", span, help=way_out)


# -- parts -----------------------------------------------------------------------------------------


def zero_like(value: Array) -> Array:
    """Zeros of the shape and type of `value`."""
    zero = build.zero(value.dtype)
    return Array(value.shape, value.dtype, lambda _: zero, value.weak, stable=True)


def made(cx: Context, re: Array, im: Array, span: Span | None, *, strong: bool = False) -> Complex:
    """`re + im*1j`, in the parts' common shape and type."""
    dtype, weak = common([re, im])
    if kind(dtype) < 2:
        dtype = DType.FLOAT64
    shape = broadcast(cx, [re.shape, im.shape], "this", span)
    refuse_spread(cx, [re, im], shape, "this", span)
    both = []
    for part in (re, im):
        part = elementwise.in_dtype(part, dtype)
        if len(part.shape) != len(shape) or part.shape != shape:
            part = replace(broadcast_to(cx, part, shape, "this", span), weak=part.weak)
        both.append(replace(part, weak=weak and not strong))
    return Complex(tuple(both))


def as_complex(cx: Context, value: Value, span: Span | None) -> Complex:
    """A complex or a real value as a complex one."""
    if isinstance(value, Complex):
        return value
    array = as_array(value, span)
    return made(cx, array, zero_like(array), span)


def operands(cx: Context, values: list[Value], span: Span | None) -> list[Complex]:
    """`values` as complex ones of their common type, to be computed with."""
    found = [as_complex(cx, v, span) for v in values]
    dtype, weak = common([_as_given(v, c, span) for v, c in zip(values, found, strict=True)])
    if kind(dtype) < 2:
        dtype = DType.FLOAT64

    def part(array: Array) -> Array:
        return replace(elementwise.in_dtype(array, dtype), weak=weak, view=None, ways=())

    return [Complex((part(c.re), part(c.im))) for c in found]


def _as_given(value: Value, found: Complex, span: Span | None) -> Array:
    """What has the value's type: integers promote otherwise than the floats made of them."""
    return found.re if isinstance(value, Complex) else as_array(value, span)


def literal_part(part: Array) -> float | None:
    """The number that all elements of `part` are, where it is literal."""
    expr = anywhere(part)
    if isinstance(expr, IntValue) and expr.value.is_Integer:
        return float(expr.value)
    return literal_number(Array((), expr.dtype, lambda _: expr))


def is_zero(part: Array) -> bool:
    return literal_part(part) == 0.0


def is_simple(expr: Expr) -> bool:
    """Whether `expr` costs nothing to compute twice."""
    if isinstance(expr, Apply) and expr.op in ("neg", "cast"):
        return is_simple(expr.args[0])
    return isinstance(expr, (Const, IntValue, Read))


def kept(cx: Context, value: Array, stem: str) -> Array:
    """`value`, computed once however often it is used."""
    if is_simple(anywhere(value)):
        return value
    view = materialise(cx, value, stem)
    return of_view(view, value.dtype, weak=value.weak, stable=not value.shape)


def kept_parts(cx: Context, value: Complex) -> Complex:
    return Complex((kept(cx, value.re, "re"), kept(cx, value.im, "im")))


class Real:
    """Real arithmetic at one place of the source."""

    def __init__(self, cx: Context, span: Span | None) -> None:
        self.cx, self.span = cx, span

    def _apply(self, op: str, *values: Array) -> Array:
        return elementwise.arithmetic(self.cx, op, list(values), self.span)

    def add(self, a: Array, b: Array) -> Array:
        return self._apply("add", a, b)

    def sub(self, a: Array, b: Array) -> Array:
        return self._apply("sub", a, b)

    def mul(self, a: Array, b: Array) -> Array:
        """The product; a factor of one that stands there is none."""
        for one, other in ((a, b), (b, a)):
            if not one.shape and literal_part(one) in (1.0, -1.0):
                return other if literal_part(one) == 1.0 else self.neg(other)
        return self._apply("mul", a, b)

    def div(self, a: Array, b: Array) -> Array:
        return self._apply("div", a, b)

    def neg(self, a: Array) -> Array:
        expr = anywhere(a)
        if isinstance(expr, Apply) and expr.op == "neg":
            return Array(a.shape, a.dtype, lambda p: _inner(a.at(p)), a.weak, stable=a.stable)
        return elementwise.same_type(self.cx, "neg", a, self.span)

    def function(self, op: str, *values: Array) -> Array:
        found = elementwise.float_function(self.cx, op, list(values), self.span)
        return replace(found, weak=all(v.weak for v in values))

    def number(self, value: float, like: Array) -> Array:
        expr = build.const(abs(value), like.dtype)
        signed = build.neg(expr) if math.copysign(1.0, value) < 0 else expr
        return Array((), like.dtype, lambda _: signed, like.weak, stable=True)

    def test(self, op: str, a: Array, b: Array) -> Array:
        return elementwise.compare(self.cx, op, [a, b], self.span)

    def where(self, test: Array, a: Array, b: Array) -> Array:
        found = elementwise.where(self.cx, [test, a, b], self.span)
        return replace(found, weak=a.weak and b.weak)

    def zero_with_sign_of(self, a: Array) -> Array:
        """`0.0*a` where that is a number, as something that has no derivative."""
        zero, less = self.number(0.0, a), self.number(-0.0, a)
        return self.where(self.test("lt", a, zero), less, zero)

    def plus_zero(self, a: Array) -> Array:
        """`a + 0.0`, which takes the sign from a zero."""
        number = literal_part(a)
        if number is not None:
            return self.number(number + 0.0, a)
        return self.add(a, self.zero_with_sign_of(a))


def _inner(expr: Expr) -> Expr:
    assert isinstance(expr, Apply)
    return expr.args[0]


# -- sums and products -----------------------------------------------------------------------------


def total(cx: Context, op: str, left: Value, right: Value, span: Span | None) -> Complex:
    """`left + right`, or `left - right` for the `op` "sub"."""
    a, b = operands(cx, [left, right], span)
    real = Real(cx, span)
    re = real.add(a.re, b.re) if op == "add" else real.sub(a.re, b.re)
    return made(cx, re, _imaginary_total(cx, op, a.im, b.im, real), span)


def _imaginary_total(cx: Context, op: str, a: Array, b: Array, real: Real) -> Array:
    first, second = literal_part(a), literal_part(b)
    if first is not None and second is not None:
        return real.number(first + second if op == "add" else first - second, a)
    if op == "add" and (first == 0.0 or second == 0.0):
        zero, other = (a, b) if first == 0.0 else (b, a)
        exact = _is_negative_zero(zero) or not asks_side(cx)
        return other if exact else real.plus_zero(other)
    if op == "sub" and second == 0.0:
        return real.plus_zero(a) if _is_negative_zero(b) and asks_side(cx) else a
    if op == "sub" and first == 0.0 and (_is_negative_zero(a) or not asks_side(cx)):
        return real.neg(b)
    return real.add(a, b) if op == "add" else real.sub(a, b)


def product(cx: Context, left: Value, right: Value, span: Span | None) -> Complex:
    a, b = operands(cx, [left, right], span)
    if not (is_zero(b.re) or is_zero(b.im)):
        a = kept_parts(cx, a)
    if not (is_zero(a.re) or is_zero(a.im)):
        b = kept_parts(cx, b)
    real = Real(cx, span)
    first, second = _term(real, a.re, b.re), _term(real, a.im, b.im)
    if first is None or second is None:
        re = first or (real.neg(second) if second is not None else zero_like(a.re))
    else:
        re = real.sub(first, second)
    return with_shape(cx, a, b, re, _cross_terms(cx, a, b, real), span)


def with_shape(
    cx: Context, a: Complex, b: Complex, re: Array, im: Array, span: Span | None
) -> Complex:
    """`re + im*1j`, in the shape of `a` and `b` together, whatever has been left out."""
    shape = broadcast(cx, [a.shape, b.shape], "this", span)
    refuse_spread(cx, [a.re, b.re], shape, "this", span)
    whole = replace(broadcast_to(cx, re, shape, "this", span), weak=re.weak)
    return made(cx, whole, im, span)


def _term(real: Real, a: Array, b: Array) -> Array | None:
    """`a*b`; None where a factor is literally zero."""
    return None if is_zero(a) or is_zero(b) else real.mul(a, b)


def _cross_terms(cx: Context, a: Complex, b: Complex, real: Real) -> Array:
    """`a.re*b.im + a.im*b.re`."""
    first, second = _term(real, a.re, b.im), _term(real, a.im, b.re)
    if first is not None and second is not None:
        return real.add(first, second)
    found = first if first is not None else second
    if not asks_side(cx):
        return zero_like(a.re) if found is None else found
    if found is None:
        if not any(map(_is_negative_zero, (*a.items, *b.items))):
            return zero_like(a.re)
        return real.add(_zero_product(real, a.re, b.im), _zero_product(real, a.im, b.re))
    if any(_is_positive(c) for c in (a, b)):
        return found
    # The other product is a zero, of a sign that decides where this one is zero.
    gone = _zero_product(real, *((a.im, b.re) if second is None else (a.re, b.im)))
    number = literal_part(gone)
    if number is None:
        return real.add(found, gone)
    return found if math.copysign(1.0, number) < 0.0 else real.plus_zero(found)


def _is_negative_zero(part: Value) -> bool:
    assert isinstance(part, Array)
    number = literal_part(part)
    return number == 0.0 and math.copysign(1.0, number) < 0.0


def _zero_product(real: Real, a: Array, b: Array) -> Array:
    """`a*b`, of which one is literally zero: a zero of the product's sign."""
    first, second = literal_part(a), literal_part(b)
    if first is not None and second is not None:
        return real.number(first * second, a)
    zero, other = (a, b) if second is None else (b, a)
    found = real.zero_with_sign_of(other)
    return real.neg(found) if _is_negative_zero(zero) else found


def _is_positive(value: Complex) -> bool:
    """Whether `value` is literally a positive real number: no product with it changes a side."""
    number = literal_part(value.re)
    return number is not None and number > 0.0 and is_zero(value.im)


def negated(cx: Context, value: Complex, span: Span | None) -> Complex:
    real = Real(cx, span)
    return Complex((real.neg(value.re), real.neg(value.im)))


def copied(value: Complex) -> Complex:
    """The same numbers, as none that are in memory."""
    return Complex(tuple(replace(p, view=None, ways=()) for p in (value.re, value.im)))


def conjugate(cx: Context, value: Complex, span: Span | None) -> Complex:
    real = Real(cx, span)
    return Complex((replace(value.re, view=None, ways=()), real.neg(value.im)))


def compared(cx: Context, op: str, left: Value, right: Value, span: Span) -> Array:
    """`left == right`, `left != right`."""
    if op not in ("==", "!="):
        raise refused(f"`{op}`", span, help="compare magnitudes: `np.abs(z)`")
    a, b = operands(cx, [left, right], span)
    name = elementwise.COMPARISONS[op]
    parts = [
        elementwise.compare(cx, name, [x, y], span) for x, y in zip(a.items, b.items, strict=True)
    ]
    both: list[Value] = [*parts]
    return elementwise.logical(cx, "and" if op == "==" else "or", both, span)


# -- quotients -------------------------------------------------------------------------------------


def quotient(cx: Context, left: Value, right: Value, span: Span | None) -> Complex:
    a, b = operands(cx, [left, right], span)
    real = Real(cx, span)
    if is_zero(b.im):
        divisor = kept(cx, b.re, "divisor")
        re = real.div(a.re, divisor)
        return made(cx, re, _imaginary_quotient(cx, a.im, divisor, real), span)
    if is_zero(b.re):
        divisor = kept(cx, b.im, "divisor")
        re = zero_like(a.im) if is_zero(a.im) else real.div(a.im, divisor)
        im = zero_like(a.re) if is_zero(a.re) else real.neg(real.div(a.re, divisor))
        return with_shape(cx, a, b, re, im, span)
    return _by_smith(cx, kept_parts(cx, a), kept_parts(cx, b), real, span)


def _imaginary_quotient(cx: Context, im: Array, divisor: Array, real: Real) -> Array:
    if not asks_side(cx):
        return zero_like(im) if is_zero(im) else real.div(im, divisor)
    first, second = literal_part(im), literal_part(divisor)
    if first == 0.0 and second is not None:
        return real.number(math.copysign(0.0, second), im)
    return real.div(real.plus_zero(im), divisor)


def _by_smith(cx: Context, a: Complex, b: Complex, real: Real, span: Span | None) -> Complex:
    """The larger part of the divisor is divided by, so that nothing overflows on the way."""
    large = real.test("ge", *(elementwise.same_type(cx, "abs", part, span) for part in b.items))

    def either(one: Array, other: Array) -> Array:
        return real.where(large, one, other)

    ratio = kept(cx, either(real.div(b.im, b.re), real.div(b.re, b.im)), "ratio")
    whole = either(
        real.add(b.re, real.mul(b.im, ratio)), real.add(b.im, real.mul(b.re, ratio))
    )  # fmt: skip
    scale = kept(cx, real.div(real.number(1.0, ratio), whole), "scale")
    if is_zero(a.im):
        re = either(a.re, real.mul(a.re, ratio))
        share = real.mul(a.re, ratio)
        less = real.sub(a.im, share) if asks_side(cx) else real.neg(share)
        im = either(less, real.neg(a.re))
    elif is_zero(a.re):
        re = either(real.mul(a.im, ratio), a.im)
        im = either(a.im, real.mul(a.im, ratio))
    else:
        re = either(
            real.add(a.re, real.mul(a.im, ratio)), real.add(real.mul(a.re, ratio), a.im)
        )  # fmt: skip
        im = either(
            real.sub(a.im, real.mul(a.re, ratio)), real.sub(real.mul(a.im, ratio), a.re)
        )  # fmt: skip
    # Each is named, for the adjoint has it in many terms.
    re, im = (real.mul(kept(cx, part, "numerator"), scale) for part in (re, im))
    return kept_parts(cx, made(cx, re, im, span))
