"""Element-by-element operations: promotion, broadcasting, one expression tree and no temporary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr
from adc.ir.expressions import Index as Position
from adc.lowering.broadcasting import broadcast, stretched
from adc.lowering.context import Context
from adc.lowering.control.where_run import seen_to
from adc.lowering.integers.folding import folded
from adc.lowering.numbers_on_paths import refuse_spread
from adc.lowering.path_checks import check_signs
from adc.lowering.path_types import of_power
from adc.lowering.precisions import refuse_unsure
from adc.lowering.promotion import as_array, common, convert, integer_of, kind
from adc.lowering.values import Array, Integer, Value, places
from adc.ops import by_sign

#: Python's signs, and the operations that they are of numbers and, bit by bit, of booleans.
ARITHMETIC = by_sign("same")
_BITWISE = {sign: op for sign, op in by_sign("bool").items() if sign in ("&", "|", "^")}
_OF_INTEGERS = {"&": "bitand", "|": "bitor", "^": "bitxor"}
COMPARISONS = {sign: op for sign, op in by_sign("bool").items() if sign not in _BITWISE}
#: NumPy gives booleans these meanings; what is missing here is refused by NumPy or made integer.
_BOOLEAN = {
    "add": "or", "mul": "and", "maximum": "or", "minimum": "and", "larger": "or", "smaller": "and",
}  # fmt: skip


#: What NumPy computes of booleans as integers of one byte.
_IN_BYTES = {"pow": "**", "floordiv": "//", "mod": "%", "fmod": "fmod"}


def in_bytes(op: str, span: Span | None) -> AdcError:
    return AdcError.of(
        "ADC0213", f"NumPy's `{_IN_BYTES[op]}` of booleans gives integers of one byte, which adc "
        "does not know", span, help="convert them first: `1*c`",
    )  # fmt: skip


def combine(
    cx: Context, values: list[Array], dtype: DType, make: Callable[..., Expr], what: str,
    span: Span | None, *, weak: bool = False,
) -> Array:  # fmt: skip
    """The array whose element is `make` of the broadcast operands' elements."""
    refuse_unsure(cx, values, span)
    shape = broadcast(cx, [v.shape for v in values], what, span)
    refuse_spread(cx, values, shape, what, span)

    def at(position: Position) -> Expr:
        return make(*(v.at(stretched(v, shape, position)) for v in values))

    return Array(shape, dtype, at, weak, stable=all(v.stable for v in values))


def arithmetic(
    cx: Context, op: str, values: list[Value], span: Span | None, *, strong: bool = False
) -> Array:
    """`op` on operands brought to their common type; `strong` for NumPy's own functions."""
    operands = [as_array(v, span) for v in values]
    dtype, weak = common(operands)
    if not weak or strong:
        check_signs(cx, op, operands, span)
    if dtype is DType.BOOL:
        if op in _BOOLEAN and (not weak or op in ("larger", "smaller")):
            return combine(
                cx, operands, dtype, lambda *a: build.apply(_BOOLEAN[op], *a), f"`{op}`", span,
                weak=weak,
            )  # fmt: skip
        if op == "sub" and not weak:
            raise AdcError.of(
                "ADC0213", "NumPy does not subtract booleans", span, help="use `^` or a comparison"
            )
        if op in _IN_BYTES and not weak:
            raise in_bytes(op, span)
        dtype = DType.INT64
    if op == "div" and kind(dtype) < 2:
        dtype = DType.FLOAT64
    if op == "pow" and kind(dtype) < 2 and not cx.fortran:
        return _power_of_integers(cx, operands, dtype, weak, strong, span)
    if op == "pow" and weak and not strong and not cx.fortran:
        _refuse_complex(cx, operands, span)
    return combine(
        cx, operands, dtype, lambda *a: _apply(op, *(convert(x, dtype) for x in a)),
        f"`{op}`", span, weak=weak and not strong,
    )  # fmt: skip


def _apply(op: str, *args: Expr) -> Expr:
    """The operation; a power whose exponent is a negated literal has a negative literal instead,
    which the rules for powers know."""
    if op == "pow" and isinstance(args[1], Apply) and args[1].op == "neg":
        number = args[1].args[0]
        if isinstance(number, Const) and not number.text.startswith("-"):
            return build.apply(op, args[0], Const(f"-{number.text}", number.dtype))
    return build.apply(op, *args)


def _refuse_complex(cx: Context, operands: list[Array], span: Span | None) -> None:
    """Sees to it that an integer whose root is taken is not negative; ADC0119 where a power of
    Python's numbers is known to be a complex one. That of floating numbers is NaN."""
    if any(v.shape for v in operands):
        return
    base, exponent = (folded(convert(v.at(()), DType.FLOAT64)) for v in operands)
    if exponent is None or exponent.is_integer():
        return
    number = integer_of(operands[0].at(())) if operands[0].dtype.is_integer else None
    known = base is not None and base < 0
    if known or (
        number is not None and not seen_to(cx, number, "a power of a negative integer", span)
    ):
        raise AdcError.of(
            "ADC0119", "this power of a negative number is a complex number in Python", span,
            help="write the base as a complex number, or one of NumPy's if NaN is meant",
        )  # fmt: skip


def _power_of_integers(
    cx: Context, operands: list[Array], dtype: DType, weak: bool, strong: bool, span: Span | None
) -> Array:
    """Python's own are floats where the exponent is negative (and here also where its sign is not
    known: the value is the same); NumPy refuses these."""
    exponent = operands[1].at(places(operands[1].rank))
    number = integer_of(exponent)
    if operands[0].dtype is DType.BOOL and operands[0].shape and number == 2 and not strong:
        raise in_bytes("pow", span)  # `**` is `np.square`
    python = weak and not strong
    negated = isinstance(exponent, Apply) and exponent.op == "neg"
    negative = negated or (number is not None and cx.prover.nonneg(-1 - number))
    if python and (number is None or not cx.prover.nonneg(number)):
        dtype = DType.FLOAT64
    elif negative and not python:
        raise AdcError.of(
            "ADC0213", "NumPy does not raise integers to negative powers", span,
            help="make the base floating: `1.0*a`",
        )  # fmt: skip
    found = combine(
        cx, operands, dtype, lambda *a: _apply("pow", *(convert(x, dtype) for x in a)), "`**`",
        span, weak=python,
    )  # fmt: skip
    if dtype.is_float and not negative:
        cx.types.choose(found.at(()), of_power(span))
    return found


def bitwise(cx: Context, op: str, values: list[Value], span: Span | None) -> Array:
    """`& | ^` of booleans, or of the bits of integers."""
    operands = [as_array(v, span) for v in values]
    dtype, weak = common(operands)
    whole = all(v.dtype.is_integer or v.dtype is DType.BOOL for v in operands)
    if op in _OF_INTEGERS and whole and dtype.is_integer:
        return combine(
            cx, operands, dtype,
            lambda *a: build.apply(_OF_INTEGERS[op], *(convert(x, dtype) for x in a)), f"`{op}`",
            span, weak=weak,
        )  # fmt: skip
    if any(v.dtype is not DType.BOOL for v in operands) or op not in _BITWISE:
        raise _no_bits(op, operands, span)
    return combine(
        cx, operands, DType.BOOL, lambda *a: build.apply(_BITWISE[op], *a), f"`{op}`", span,
        weak=all(v.weak for v in operands),
    )  # fmt: skip


def _no_bits(op: str, operands: list[Array], span: Span | None) -> AdcError:
    if all(v.dtype.is_integer for v in operands):
        return AdcError.of(
            "ADC0213", f"`{op}` by a number that is not known while compiling is not supported",
            span, help="multiply by a power of two, or divide with `//`",
        )  # fmt: skip
    return AdcError.of(
        "ADC0213", f"`{op}` is for booleans and integers only", span,
        help="combine conditions, each in parentheses of its own: `(a > 0) & (b > 0)`",
    )  # fmt: skip


def compare(cx: Context, op: str, values: list[Value], span: Span | None) -> Array:
    """A comparison (`lt`, `le`, …) in the operands' common type."""
    operands = [as_array(v, span) for v in values]
    dtype, weak = common(operands)
    return combine(
        cx, operands, DType.BOOL, lambda *a: build.compare(op, *(convert(x, dtype) for x in a)),
        f"`{op}`", span, weak=weak,
    )  # fmt: skip


def truth(value: Value, span: Span | None) -> Array:
    """`value` as booleans: unequal to zero."""
    array = as_array(value, span)
    if array.dtype is DType.BOOL:
        return array
    zero = build.zero(array.dtype)
    return Array(
        array.shape, DType.BOOL, lambda p: build.compare("ne", array.at(p), zero), array.weak
    )


def logical(cx: Context, op: str, values: list[Value], span: Span | None) -> Array:
    """`np.logical_and` and the like: every operand is evaluated."""
    operands = [truth(v, span) for v in values]
    return combine(cx, operands, DType.BOOL, lambda *a: build.apply(op, *a), f"`{op}`", span)


def inverted(cx: Context, array: Array, span: Span | None) -> Array:
    """`~array`, bit by bit: -1 - n of integers (two's complement), else of NumPy's booleans."""
    if kind(array.dtype) == 1:
        return arithmetic(cx, "sub", [Integer(sympy.Integer(-1)), array], span)
    return logical(cx, "not", [array], span)


def where(cx: Context, values: list[Value], span: Span | None, *, weak_ok: bool = False) -> Array:
    """`np.where(c, a, b)`, and with `weak_ok` Python's ternary; only the taken one is evaluated."""
    condition, a, b = truth(values[0], span), as_array(values[1], span), as_array(values[2], span)
    dtype, weak = common([a, b])
    return combine(
        cx, [condition, a, b], dtype,
        lambda c, x, y: build.where(c, convert(x, dtype), convert(y, dtype)),
        "`where`", span, weak=weak and weak_ok,
    )  # fmt: skip


def float_function(
    cx: Context, op: str, values: list[Value], span: Span | None, *, weak: bool = False
) -> Array:
    """A function of floating numbers: integers are converted to float64 first."""
    operands = [as_array(v, span) for v in values]
    dtype, _ = common(operands)
    check_signs(cx, op, operands, span)
    if kind(dtype) < 2 or weak:
        dtype = DType.FLOAT64
    return combine(
        cx, operands, dtype, lambda *a: build.apply(op, *(convert(x, dtype) for x in a)),
        f"`{op}`", span, weak=weak,
    )  # fmt: skip


def same_type(cx: Context, op: str, value: Value, span: Span | None) -> Array:
    """A function that keeps its argument's type: `neg`, `abs`, `sign`."""
    array = as_array(value, span)
    if array.dtype is DType.BOOL:
        if not array.weak and op == "neg":
            raise AdcError.of(
                "ADC0213", "NumPy does not negate booleans", span, help="use `~` instead"
            )
        if not array.weak and op == "abs":
            return replace(array, view=None, ways=())
        array = in_dtype(array, DType.INT64)
    result = combine(
        cx, [array], array.dtype, lambda x: build.apply(op, x), f"`{op}`", span, weak=array.weak
    )
    return result


def rounding(cx: Context, op: str, value: Value, span: Span | None) -> Array:
    """`floor`, `ceil`, `trunc`, `rint`: integers stay as they are."""
    array = as_array(value, span)
    if kind(array.dtype) < 2:
        return replace(array, view=None, ways=(), weak=False)
    return float_function(cx, op, [array], span)


def in_dtype(value: Array, dtype: DType) -> Array:
    """`value` converted to `dtype`, as weak as it was."""
    if value.dtype is dtype:
        return value
    return Array(
        value.shape, dtype, lambda p: convert(value.at(p), dtype), value.weak, stable=value.stable
    )


def predicate(cx: Context, op: str, value: Value, span: Span | None) -> Array:
    """`isnan` and the like."""
    array = as_array(value, span)
    if kind(array.dtype) < 2:
        array = in_dtype(array, DType.FLOAT64)
    return combine(cx, [array], DType.BOOL, lambda x: build.apply(op, x), f"`{op}`", span)


def scale(cx: Context, value: Value, factor: Expr, span: Span | None) -> Array:
    """`value * factor` in the value's floating type (`np.radians`, `np.square`'s kin)."""
    array = as_array(value, span)
    dtype = array.dtype if kind(array.dtype) == 2 else DType.FLOAT64
    return combine(
        cx, [array], dtype,
        lambda x: Apply("mul", (convert(x, dtype), convert(factor, dtype)), dtype),
        "the product", span,
    )  # fmt: skip


def literal(text: str, dtype: DType, *, weak: bool = True) -> Array:
    """A literal of the source."""
    expr = Const(text, dtype)
    return Array((), dtype, lambda _: expr, weak, stable=True)
