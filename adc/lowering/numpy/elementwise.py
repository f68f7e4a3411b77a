"""Elementwise functions of NumPy, math and Python."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, Index
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.integers.dyadic import whole
from adc.lowering.integers.folding import folded
from adc.lowering.integers.known import note_number_asked
from adc.lowering.masks.positions import nonzero
from adc.lowering.path_checks import check_type
from adc.lowering.promotion import cast_array, convert, kind, literal_number
from adc.lowering.store import floating
from adc.lowering.values import Array, Integer, Nothing, Value, anywhere
from adc.ops import Operation, by_full_name

Handler = Callable[[Context, CallSite], Value]

_PYTHON_ROUNDING: dict[str, Callable[[float], int]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "rint": round,
}


def _floating(op: str, names: str) -> Handler:
    """NumPy's functions of floating numbers."""

    def call(cx: Context, site: CallSite) -> Value:
        values = list(site.bind(names).values())
        for value in values:
            _refuse_booleans(value, site)
        return elementwise.float_function(cx, op, values, site.span)

    return call


def _refuse_booleans(value: Value, site: CallSite) -> None:
    if isinstance(value, Array) and value.dtype is DType.BOOL:
        raise site.error(
            f"NumPy's `{site.short}` of booleans has half precision, which adc does not know",
            help="convert them first: `1.0*c`",
        )


def _mathematical(op: str, names: str) -> Handler:
    """The functions of `math`: of scalars, in double precision."""

    def call(cx: Context, site: CallSite) -> Value:
        values: list[Value] = [one_number(v, site) for v in site.bind(names).values()]
        return elementwise.float_function(cx, op, values, site.span, weak=True)

    return call


def one_number(value: Value, site: CallSite) -> Array:
    """`value` as a scalar; an array with one element is one, too."""
    array = site.array(value)
    if any(n != 1 for n in array.shape):
        raise site.error(
            f"`{site.name}` takes a single number",
            help=_for_arrays(site.name),
        )
    origin = tuple(sympy.Integer(0) for _ in array.shape)
    return Array((), array.dtype, lambda _: array.at(origin), array.weak, stable=array.stable)


def _for_arrays(name: str) -> str:
    """What to call instead of a function of single numbers."""
    if not name.startswith("math."):
        return "take one element of the array"
    short = f"np.{name.removeprefix('math.')}"
    operation = by_full_name().get(name)
    arrays = [n for n in operation.python if not n.startswith("math.")] if operation else []
    return f"use `{short if short in arrays or not arrays else arrays[0]}` for arrays"


def _arithmetic(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("x1 x2")
        return elementwise.arithmetic(cx, op, [bound["x1"], bound["x2"]], site.span, strong=True)

    return call


def _comparison(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("x1 x2")
        found = elementwise.compare(cx, op, [bound["x1"], bound["x2"]], site.span)
        return replace(found, weak=False)  # no truth value of Python's own

    return call


def _keeping(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        value = site.bind("x")["x"]
        return _strong(elementwise.same_type(cx, op, value, site.span))

    return call


def _strong(value: Array) -> Array:
    return Array(value.shape, value.dtype, value.at)


def _rounding(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        return elementwise.rounding(cx, op, site.bind("x")["x"], site.span)

    return call


def _positive(cx: Context, site: CallSite) -> Value:
    del cx
    return _strong(site.array(site.bind("x")["x"]))


def _predicate(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        return elementwise.predicate(cx, op, site.bind("x")["x"], site.span)

    return call


def _logical(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("x1") if op == "not" else site.bind("x1 x2")
        return elementwise.logical(cx, op, list(bound.values()), site.span)

    return call


def _exclusive_or(cx: Context, site: CallSite) -> Value:
    bound = site.bind("x1 x2")
    operands: list[Value] = [elementwise.truth(v, site.span) for v in bound.values()]
    return elementwise.compare(cx, "ne", operands, site.span)


def _invert(cx: Context, site: CallSite) -> Value:
    """`np.invert(x)` of NumPy's booleans, and of integers."""
    value = site.bind("x")["x"]
    array = site.array(value)
    if kind(array.dtype) != 1 and array.dtype is not DType.BOOL:
        raise site.error(f"`{site.short}` takes booleans or integers")
    return _strong(elementwise.inverted(cx, array, site.span))


def _bitwise(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        operands = list(site.bind("x1 x2").values())
        return elementwise.bitwise(cx, op, operands, site.span)

    return call


def _where(cx: Context, site: CallSite) -> Value:
    if len(site.arguments) == 1 and not site.keywords:
        return nonzero(cx, site)
    bound = site.bind("condition x y")
    return elementwise.where(cx, [bound["condition"], bound["x"], bound["y"]], site.span)


def _clip(cx: Context, site: CallSite) -> Value:
    """`minimum(maximum(a, low), high)`, as NumPy defines it."""
    bound = site.bind("a", "a_min a_max min max")
    result: Value = bound["a"]
    low, high = bound.get("a_min", bound.get("min")), bound.get("a_max", bound.get("max"))
    if low is not None and not isinstance(low, Nothing):
        result = elementwise.arithmetic(cx, "maximum", [result, low], site.span, strong=True)
    if high is not None and not isinstance(high, Nothing):
        result = elementwise.arithmetic(cx, "minimum", [result, high], site.span, strong=True)
    return _strong(site.array(result))


def _square(cx: Context, site: CallSite) -> Value:
    value, two = site.bind("x")["x"], Integer(sympy.Integer(2))
    if isinstance(value, Array) and value.dtype is DType.BOOL:
        raise elementwise.in_bytes("pow", site.span)
    return elementwise.arithmetic(cx, "pow", [value, two], site.span, strong=True)


def _reciprocal(cx: Context, site: CallSite) -> Value:
    value = site.array(site.bind("x")["x"])
    if kind(value.dtype) < 2:
        raise site.error("the reciprocal of integers is rounded", help="divide 1.0 by them")
    check_type(cx, anywhere(value), site.span)
    return elementwise.arithmetic(
        cx, "div", [Integer(sympy.Integer(1)), value], site.span, strong=True
    )


def _scaled(numerator: str, denominator: str) -> Handler:
    """Multiplication by a constant quotient: degrees and radians."""
    factor = Apply(
        "div", (Const(numerator, DType.FLOAT64), Const(denominator, DType.FLOAT64)), DType.FLOAT64
    )

    def call(cx: Context, site: CallSite) -> Value:
        value = site.bind("x")["x"]
        if not site.name.startswith("math."):
            _refuse_booleans(value, site)
            return elementwise.scale(cx, value, factor, site.span)
        number = elementwise.in_dtype(one_number(value, site), DType.FLOAT64)
        return replace(elementwise.scale(cx, number, factor, site.span), weak=True)

    return call


def _round(cx: Context, site: CallSite) -> Value:
    """`np.round`: to decimals by scaling up, rounding and scaling down, as NumPy does it."""
    bound = site.bind("a", "decimals")
    value = site.array(bound["a"])
    _refuse_booleans(value, site)
    digits = site.number(bound["decimals"], "decimals") if "decimals" in bound else 0
    if digits == 0:
        return elementwise.rounding(cx, "rint", value, site.span)
    if digits < 0 or kind(value.dtype) < 2:
        raise site.error("rounding to tens is not supported", help="divide, round and multiply")
    if cx.module.unrounded:
        return Array(value.shape, value.dtype, value.at)
    scale = build.const(float(10**digits), value.dtype)

    def at(position: Index) -> Expr:
        scaled = build.apply("rint", build.apply("mul", value.at(position), scale))
        return build.apply("div", scaled, scale)

    return Array(value.shape, value.dtype, at)


def _math_rounding(op: str) -> Handler:
    """`math.floor` and the like give Python integers."""

    def call(cx: Context, site: CallSite) -> Value:
        value = site.bind("x")["x"]
        known = literal_number(value)
        if known is not None and math.isfinite(known):
            return Integer(sympy.Integer(_PYTHON_ROUNDING[op](known)))
        number = one_number(value, site)
        whole = whole_quotient(cx, number, op)
        if isinstance(value, Integer) or whole is not None:
            return whole or value
        return to_int(elementwise.rounding(cx, op, number, site.span))

    return call


def to_int(value: Array) -> Array:
    return Array((), DType.INT64, lambda p: convert(value.at(p), DType.INT64), True)


def whole_quotient(cx: Context, value: Array, op: str) -> Integer | None:
    """What is exact in double precision, or `n/d` of such, rounded by `op`, as an integer
    expression; None for anything else."""
    expr = value.at(())
    known = folded(expr)
    if known is not None and math.isfinite(known):
        return Integer(sympy.Integer(_PYTHON_ROUNDING[op](known)))
    note_number_asked(cx, [value])
    found = whole(cx, expr, op)
    return None if found is None else Integer(found)


def _cast(dtype: DType) -> Handler:
    """`np.float64(x)`: of an array of that type it is the array itself, no copy; of nothing 0."""

    def call(cx: Context, site: CallSite) -> Value:
        if dtype.is_float and not site.arguments and not site.keywords:
            return elementwise.literal("0.0", dtype, weak=False)
        value = floating(cx, site.array(site.bind("x")["x"]))
        same = value.dtype is dtype and value.shape and not value.weak
        return value if same else cast_array(value, dtype)

    return call


def _astype(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a dtype", "copy")
    value = floating(cx, site.array(bound["a"]))
    dtype = site.dtype(bound["dtype"], value.dtype)
    same = dtype is value.dtype and "copy" in bound and not site.flag(bound["copy"], "copy")
    return value if same else cast_array(value, dtype)


def _math_log(cx: Context, site: CallSite) -> Value:
    bound = site.bind("x", "base")
    number = one_number(bound["x"], site)
    top = elementwise.float_function(cx, "log", [number], site.span, weak=True)
    if "base" not in bound:
        return top
    base = one_number(bound["base"], site)
    bottom = elementwise.float_function(cx, "log", [base], site.span, weak=True)
    return elementwise.arithmetic(cx, "div", [top, bottom], site.span)


def _float_power(cx: Context, site: CallSite) -> Value:
    bound = site.bind("x1 x2")
    operands: list[Value] = [cast_array(site.array(v), DType.FLOAT64) for v in bound.values()]
    return elementwise.arithmetic(cx, "pow", operands, site.span)


def _sinc(cx: Context, site: CallSite) -> Value:
    """sin(pi x)/(pi x), 1 at 0."""
    value = site.array(site.bind("x")["x"])
    dtype = value.dtype if kind(value.dtype) == 2 else DType.FLOAT64

    def at(position: Index) -> Expr:
        x = convert(value.at(position), dtype)
        y = build.apply("mul", Const("pi", dtype), x)
        quotient = build.apply("div", build.apply("sin", y), y)
        zero = build.compare("eq", x, build.zero(dtype))
        return build.apply("where", zero, build.one(dtype), quotient)

    return Array(value.shape, dtype, at)


def _handler(name: str, operation: Operation) -> Handler:
    """What a call of `name`, one of the operation's names, means."""
    op, operands = operation.name, "x" if operation.arity == 1 else "x1 x2"
    if operation.result == "bool":
        return {"any": _comparison, "bool": _logical, "number": _predicate}[operation.accepts](op)
    if name.startswith("math."):
        return _math_rounding(op) if operation.rounds else _mathematical(op, operands)
    if operation.accepts == "float":
        return _floating(op, operands)
    if operation.rounds:
        return _rounding(op)
    return _keeping(op) if operation.arity == 1 else _arithmetic(op)


#: Functions that are more, or something else, than the operation of their name.
_OWN: dict[str, Handler] = {
    "numpy.where": _where, "numpy.clip": _clip, "numpy.square": _square,
    "numpy.reciprocal": _reciprocal, "numpy.fabs": _floating("abs", "x"), "numpy.sinc": _sinc,
    "numpy.degrees": _scaled("180.0", "pi"), "numpy.rad2deg": _scaled("180.0", "pi"),
    "numpy.radians": _scaled("pi", "180.0"), "numpy.deg2rad": _scaled("pi", "180.0"),
    "numpy.round": _round, "numpy.around": _round, "numpy.astype": _astype,
    "numpy.invert": _invert, "numpy.bitwise_not": _invert, "numpy.bitwise_and": _bitwise("&"),
    "numpy.bitwise_or": _bitwise("|"), "numpy.bitwise_xor": _bitwise("^"),
    "numpy.positive": _positive, "numpy.logical_xor": _exclusive_or,
    "numpy.float_power": _float_power, "math.log": _math_log,
    "math.degrees": _scaled("180.0", "pi"), "math.radians": _scaled("pi", "180.0"),
}  # fmt: skip

TABLE: dict[str, Handler] = (
    {name: _handler(name, operation) for name, operation in by_full_name().items()}
    | {f"numpy.{d.value}": _cast(d) for d in DType}
    | _OWN
)
