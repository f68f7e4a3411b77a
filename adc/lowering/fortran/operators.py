"""Fortran's operators: integers give way to reals, integer division truncates."""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, Expr
from adc.lowering import elementwise
from adc.lowering.complex.arithmetic import is_complex
from adc.lowering.context import Context
from adc.lowering.control.where_run import require_divisor
from adc.lowering.fortran import complex_numbers
from adc.lowering.integers.conditions import integer_compare
from adc.lowering.promotion import as_array, convert, kind
from adc.lowering.values import Array, Integer, Text, Value, describe


def operands(values: list[Value], span: Span) -> list[Array]:
    """The operands as arrays, integers in the real type that they meet (Fortran 2018, 10.1.9.3)."""
    arrays = []
    for value in values:
        array = as_array(value, span)
        arrays.append(replace(array, weak=kind(array.dtype) == 1))
    if all(kind(a.dtype) <= 1 for a in arrays):
        arrays = [
            replace(a, weak=isinstance(v, Integer)) for a, v in zip(arrays, values, strict=True)
        ]
    return arrays


def refuse_logical(values: list[Array], op: str, span: Span) -> None:
    if any(v.dtype is DType.BOOL for v in values):
        raise AdcError.of(
            "ADC0213", f"`{op}` of a logical is not defined", span,
            help="use .and., .or. and .not. for logicals",
        )  # fmt: skip


def binary(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value:
    """`left op right` for `+ - * / **` of numbers and arrays."""
    if isinstance(left, Integer) and isinstance(right, Integer):
        result = integers(cx, op, left.value, right.value)
        if result is not None:
            return Integer(result)
    if is_complex(left, right) and op in elementwise.ARITHMETIC:
        return complex_numbers.binary(cx, op, left, right, span)
    if isinstance(left, Text) or isinstance(right, Text) or op not in elementwise.ARITHMETIC:
        raise AdcError.of(
            "ADC0213", f"`{op}` of {describe(left)} and {describe(right)} is not supported", span,
            help="characters may only be compared",
        )  # fmt: skip
    arrays = operands([left, right], span)
    refuse_logical(arrays, op, span)
    if op == "/" and all(kind(a.dtype) == 1 for a in arrays):
        return quotient(cx, arrays, span)
    if op == "**" and all(kind(a.dtype) == 1 for a in arrays):
        return integer_power(cx, arrays, span)
    return elementwise.arithmetic(cx, elementwise.ARITHMETIC[op], list(arrays), span, strong=True)


def integer_power(cx: Context, values: list[Array], span: Span) -> Array:
    """A power of integers: with a negative exponent the quotient 1/a**n, rounded towards zero."""
    dtype = DType.INT64

    def make(a: Expr, b: Expr) -> Expr:
        a, b = convert(a, dtype), convert(b, dtype)
        zero, one = build.zero(dtype), build.one(dtype)
        size = build.apply("pow", a, build.apply("maximum", b, zero))
        odd = build.compare("ne", build.apply("mod", b, Const("2", dtype)), zero)
        unit = build.where(odd, a, one)
        is_unit = build.compare("eq", build.apply("abs", a), one)
        small = build.where(is_unit, unit, zero)
        return build.where(build.compare("lt", b, zero), small, size)

    return elementwise.combine(cx, list(values), dtype, make, "`**`", span)


def integers(cx: Context, op: str, a: sympy.Expr, b: sympy.Expr) -> sympy.Expr | None:
    """Symbolic integer arithmetic; None where there is no expression for it."""
    match op:
        case "+":
            return sympy.expand(a + b)
        case "-":
            return sympy.expand(a - b)
        case "*":
            return sympy.expand(a * b)
        case "/":
            return truncated(cx, a, b)
        case "**" if b.is_Integer and b >= 0:
            return sympy.expand(a**b)
        case "**" if b.is_Integer and a.is_Integer and a != 0:
            return sympy.Integer(int(a) ** (-int(b) % 2) if abs(a) == 1 else 0)
    return None


def truncated(cx: Context, a: sympy.Expr, b: sympy.Expr) -> sympy.Expr | None:
    """`a / b` rounded towards zero, for a divisor of known sign."""
    if cx.prover.nonneg(-1 - b):
        a, b = -a, -b
    require_divisor(cx, b, cx.span)
    if not is_divisor(cx, b):
        return None  # of unknown sign
    if cx.prover.nonneg(a):
        return shapes.floordiv(a, b)
    if cx.prover.nonneg(-a):
        return -shapes.floordiv(-a, b)
    zero = sympy.Integer(0)
    up, down = shapes.maximum(a, zero), shapes.maximum(-a, zero)
    return shapes.floordiv(up, b) - shapes.floordiv(down, b)


def is_divisor(cx: Context, b: sympy.Expr) -> bool:
    """Whether `b` is positive where it is not zero."""
    return cx.prover.nonneg(b - 1) or bool(b.is_Symbol and cx.prover.nonneg(b))


def quotient(cx: Context, values: list[Array], span: Span) -> Array:
    """The quotient of integers that are data, rounded towards zero."""
    dtype = DType.INT64 if any(v.dtype is DType.INT64 for v in values) else DType.INT32

    def make(a: Expr, b: Expr) -> Expr:
        a, b = convert(a, dtype), convert(b, dtype)
        zero = build.zero(dtype)
        size = build.apply("floordiv", build.apply("abs", a), build.apply("abs", b))
        negative = build.apply("ne", build.compare("lt", a, zero), build.compare("lt", b, zero))
        return build.where(negative, build.neg(size), size)

    return elementwise.combine(cx, list(values), dtype, make, "`/`", span)


def compare(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value:
    """A comparison of numbers, arrays, logicals or characters."""
    if isinstance(left, Integer) and isinstance(right, Integer):
        return integer_compare(cx, op, left.value, right.value)
    if isinstance(left, Text) and isinstance(right, Text):
        return texts(op, left.value, right.value, span)
    if isinstance(left, Text) and is_code(right):
        left = Integer(code(left, span))
    elif isinstance(right, Text) and is_code(left):
        right = Integer(code(right, span))
    elif isinstance(left, Text) or isinstance(right, Text):
        return integer_compare(cx, op, code(left, span), code(right, span))
    if is_complex(left, right):
        return complex_numbers.compare(cx, op, left, right, span)
    return elementwise.compare(
        cx, elementwise.COMPARISONS[op], list(operands([left, right], span)), span
    )


def texts(op: str, a: str, b: str, span: Span) -> Value:
    """Characters are padded with blanks to the same length (Fortran 2018, 10.1.5.5.1)."""
    width = max(len(a), len(b))
    equal = a.ljust(width) == b.ljust(width)
    if op not in ("==", "!="):
        raise AdcError.of(
            "ADC0213", "characters may only be compared for equality", span, help="use == or /="
        )
    return elementwise.literal(str(equal == (op == "==")), DType.BOOL)


def is_code(value: Value) -> bool:
    """Whether `value` is the code of a character that is data."""
    return isinstance(value, Array) and not value.shape and value.dtype is DType.INT64


def code(value: Value, span: Span) -> sympy.Expr:
    """The code of a single character; an argument of one character is its code."""
    if isinstance(value, Integer):
        return value.value
    if isinstance(value, Text) and len(value.value.rstrip() or " ") == 1:
        return sympy.Integer(ord(value.value[0] if value.value else " "))
    raise AdcError.of(
        "ADC0213", f"{describe(value)} cannot be compared with a character here", span,
        help="compare an argument of one character with one character",
    )  # fmt: skip
