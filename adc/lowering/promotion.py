"""NumPy 2's promotion rules (NEP 50), and conversions of values."""

from __future__ import annotations

import math
import struct
import sys
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue
from adc.ir.shapes import floordiv
from adc.lowering.integers.folding import folded
from adc.lowering.integers.wide import LARGE, may_overflow
from adc.lowering.values import (
    Array,
    Complex,
    Integer,
    Selected,
    Undefined,
    Value,
    describe,
    scalar,
)

_KIND = {
    DType.BOOL: 0, DType.INT32: 1, DType.INT64: 1, DType.FLOAT32: 2, DType.FLOAT64: 2,
}  # fmt: skip
#: Above this magnitude an integer is folded into a floating literal at once.
_WIDE = 2**53
_LARGEST = int(sys.float_info.max)
_WEAK_DEFAULT = {0: DType.BOOL, 1: DType.INT64, 2: DType.FLOAT64}


def kind(dtype: DType) -> int:
    """0 for booleans, 1 for integers, 2 for floating types."""
    return _KIND[dtype]


def promote_strong(a: DType, b: DType) -> DType:
    """The type of an operation on two NumPy values."""
    if a is b:
        return a
    if kind(a) == kind(b):
        return DType.FLOAT64 if kind(a) == 2 else DType.INT64
    low, high = sorted((a, b), key=kind)
    if high is DType.FLOAT32 and low.is_integer:
        return DType.FLOAT64
    return high


def promote(*operands: tuple[DType, bool]) -> tuple[DType, bool]:
    """The common type of (dtype, weak) operands, and whether it is weak."""
    dtype, weak = operands[0]
    for other, other_weak in operands[1:]:
        if weak == other_weak:
            dtype = promote_strong(dtype, other)
            continue
        strong, soft = (other, dtype) if weak else (dtype, other)
        dtype = strong if kind(soft) <= kind(strong) else _WEAK_DEFAULT[kind(soft)]
        weak = False
    return dtype, weak


def common(values: list[Array]) -> tuple[DType, bool]:
    return promote(*((v.dtype, v.weak) for v in values))


def common_strong(values: list[Array]) -> DType:
    """The type of an array made of `values`: Python's numbers count as float64 and int64."""
    return promote(*((v.dtype, False) for v in values))[0]


def strong(value: Array) -> Array:
    """`value` as NumPy sees it when it makes an array of it."""
    return replace(value, weak=False) if value.weak else value


def convert(expr: Expr, dtype: DType) -> Expr:
    """`expr` in `dtype`; literals are re-typed where that is what the conversion means."""
    if expr.dtype is dtype:
        return expr
    if isinstance(expr, Const):
        return _convert_literal(expr, dtype)
    if isinstance(expr, Apply) and expr.op == "neg" and isinstance(expr.args[0], Const):
        inner = _convert_literal(expr.args[0], dtype)
        if isinstance(inner, Const):
            return build.apply("neg", inner)
    if isinstance(expr, IntValue) and expr.value.is_Integer and dtype is not DType.BOOL:
        return _integer_literal(int(expr.value), dtype)
    if dtype.is_float and kind(expr.dtype) == 1 and may_overflow(expr):
        return in_floats(expr, dtype)
    return build.cast(expr, dtype)


def in_floats(expr: Expr, dtype: DType) -> Expr:
    """The integer `expr`, computed in the floating type `dtype`."""
    if isinstance(expr, IntValue):
        return _polynomial(expr.value, dtype)
    assert isinstance(expr, Apply)
    return build.apply(expr.op, *(convert(a, dtype) for a in expr.args))


def _polynomial(value: sympy.Expr, dtype: DType) -> Expr:
    """A polynomial term by term; what its coefficients have in common is one factor."""
    if value.is_Add:
        content, primitive = value.as_content_primitive()
        if content >= LARGE:
            factors = [convert(IntValue(f), dtype) for f in (sympy.Integer(content.p), primitive)]
            return _product(factors, content.q, dtype)
        return _sum(value.as_ordered_terms(), dtype)
    if value.is_Mul:
        coefficient, rest = value.as_coeff_Mul()
        if coefficient < 0:
            return build.neg(convert(IntValue(-value), dtype))
        parts = [sympy.Integer(coefficient.p)] if coefficient.p != 1 else []
        parts += rest.as_ordered_factors()
        return _product([convert(IntValue(f), dtype) for f in parts], coefficient.q, dtype)
    base, exponent = (convert(IntValue(part), dtype) for part in value.args)
    return build.apply("pow", base, exponent)


def _sum(terms: list[sympy.Expr], dtype: DType) -> Expr:
    result = convert(IntValue(terms[0]), dtype)
    for term in terms[1:]:
        negative = bool(term.as_coeff_Mul()[0] < 0)
        part = convert(IntValue(-term if negative else term), dtype)
        result = build.apply("sub" if negative else "add", result, part)
    return result


def _product(factors: list[Expr], divisor: int, dtype: DType) -> Expr:
    """The product, divided by what is known to divide it."""
    result = factors[0]
    for factor in factors[1:]:
        result = build.apply("mul", result, factor)
    if divisor == 1:
        return result
    return build.apply("div", result, convert(IntValue(sympy.Integer(divisor)), dtype))


def _integer_literal(value: int, dtype: DType) -> Expr:
    if value < 0 and dtype.is_float:
        return build.apply("neg", _integer_literal(-value, dtype))
    if dtype.is_float and value > _WIDE:
        return build.const(_rounded_to(float(value), dtype), dtype)
    return build.cast(Const(str(value), DType.INT64), dtype)


def _rounded_to(value: float, dtype: DType) -> float:
    """`value` in the precision of `dtype`: infinite where that has no such number."""
    if dtype is not DType.FLOAT32:
        return value
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _convert_literal(literal: Const, dtype: DType) -> Expr:
    source, target = kind(literal.dtype), kind(dtype)
    if source == 1 and dtype.is_float:
        return _integer_literal(int(build.const_value(literal)), dtype)
    if source == target and not _rounded(literal, dtype):
        return Const(literal.text, dtype)
    return build.cast(literal, dtype)


def _rounded(literal: Const, dtype: DType) -> bool:
    """Whether a literal of single precision has lost digits that `dtype` would bring back."""
    if literal.dtype is not DType.FLOAT32 or dtype is not DType.FLOAT64:
        return False
    value = float(build.const_value(replace(literal, dtype=DType.FLOAT64)))
    return struct.unpack("f", struct.pack("f", value))[0] != value if abs(value) < 3e38 else True


def as_array(value: Value, span: Span | None = None) -> Array:
    """`value` as an operand of arithmetic."""
    if isinstance(value, Array):
        return value
    if isinstance(value, Integer):
        number = value.value
        if number.is_Integer and abs(number) > _LARGEST:
            raise AdcError.of(
                "ADC0238", "this integer is larger than any floating number", span,
                help="write it as a floating number, or rescale the formula",
            )  # fmt: skip
        if number.is_Integer and number >= 0:
            return scalar(Const(str(number), DType.INT64), weak=True, stable=True)
        return scalar(IntValue(number), weak=True, stable=True)
    if isinstance(value, Complex):
        raise AdcError.of(
            "ADC0119", f"{describe(value)} cannot be used here, where a real one is expected", span,
            help="take one part or the magnitude: `z.real`, `z.imag`, `np.abs(z)`",
        )  # fmt: skip
    if isinstance(value, Selected):
        raise AdcError.of(
            "ADC0216", "how many elements a mask selects is up to data: this use of them is not "
            "supported", span,
            help="choose by element: `np.where(mask, a, b)`, which keeps the length of the array",
        )  # fmt: skip
    if isinstance(value, Undefined) and value.left_out:
        raise AdcError.of("ADC0224", f"the value {value.reason}", span, help=value.help)
    raise AdcError.of(
        "ADC0232",
        f"{describe(value)} cannot be used as a number here",
        span,
        help="use an array or a number",
    )


def cast_array(value: Array, dtype: DType) -> Array:
    """`value` converted to `dtype` element by element, as `astype` does; strong."""
    if value.dtype is dtype:
        return replace(value, weak=False, view=None, ways=())
    inner = value.at
    return Array(value.shape, dtype, lambda p: convert(inner(p), dtype))


def is_literal_bool(value: Value) -> bool | None:
    """The truth of a value that is a literal, else None."""
    if isinstance(value, Array) and not value.shape and value.view is None:
        expr = value.at(())
        if isinstance(expr, Const) and expr.dtype is DType.BOOL:
            return bool(build.const_value(expr))
    return None


def literal_number(value: Value) -> float | None:
    """The number that a literal with or without a sign is."""
    expr = value.at(()) if isinstance(value, Array) and not value.shape else None
    if isinstance(expr, Apply) and expr.op == "neg" and isinstance(expr.args[0], Const):
        return -float(build.const_value(expr.args[0]))
    return float(build.const_value(expr)) if isinstance(expr, Const) else None


def own_number(value: Value) -> int | float | None:
    """The number of Python's own that a literal is: of 64 bits, or in double precision."""
    if isinstance(value, Integer):
        return int(value.value) if value.value.is_Integer and abs(value.value) < 2**63 else None
    own = isinstance(value, Array) and value.weak and value.dtype is DType.FLOAT64
    return literal_number(value) if own else None


def integer_of(expr: Expr | None) -> sympy.Expr | None:
    """The integer that a value without reads is."""
    if isinstance(expr, IntValue):
        return expr.value
    if isinstance(expr, Const) and not expr.dtype.is_float:
        return sympy.Integer(int(build.const_value(expr)))
    if isinstance(expr, Apply) and expr.op in ("neg", "abs") and not expr.dtype.is_float:
        inner = integer_of(expr.args[0])
        if inner is not None and (expr.op == "neg" or inner.is_Integer):
            return -inner if expr.op == "neg" else abs(inner)
    return computed_integer(expr)


def computed_integer(expr: Expr | None) -> sympy.Expr | None:
    """What is cut off of a number that literals alone make, `np.floor(0.5 * 8.0).astype(int)`, and
    sums, products and quotients of such and of sizes, as `len(x) // k * k` of NumPy's integer."""
    if not isinstance(expr, Apply) or expr.dtype is not DType.INT64:
        return None
    if expr.op == "cast" and expr.args[0].dtype.is_float:
        known = folded(expr.args[0])
        whole = known is not None and abs(known) < _WIDE
        return sympy.Integer(int(known)) if known is not None and whole else None
    if expr.op not in ("add", "sub", "mul", "floordiv"):
        return None
    left, right = map(integer_of, expr.args)
    if left is None or right is None:
        return None
    if expr.op == "floordiv":
        return floordiv(left, right) if right.is_Integer and right > 0 else None
    signed = {"add": left + right, "sub": left - right, "mul": left * right}
    return sympy.expand(signed[expr.op])
