"""Elementwise functions of NumPy, math and Python."""

from __future__ import annotations

from collections.abc import Callable

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const
from adc.ir.shapes import maximum, minimum
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.promotion import as_array, cast_array, convert, kind
from adc.lowering.reductions import extreme
from adc.lowering.values import Array, Integer, Items, Nothing, Value

Handler = Callable[[Context, CallSite], Value]

#: Functions of one floating number: NumPy's name → op.
FLOAT_UNARY = {
    name: name
    for name in (
        "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos",
        "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh",
        "arctanh",
    )
} | {
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh",
    "atanh": "arctanh",
}  # fmt: skip
FLOAT_BINARY = {
    "arctan2": "arctan2", "atan2": "arctan2", "hypot": "hypot", "copysign": "copysign",
    "logaddexp": "logaddexp", "logaddexp2": "logaddexp2", "heaviside": "heaviside",
}  # fmt: skip
ARITHMETIC = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "true_divide": "div",
    "floor_divide": "floordiv", "power": "pow", "pow": "pow", "mod": "mod", "remainder": "mod",
    "fmod": "fmod", "maximum": "maximum", "minimum": "minimum", "fmax": "fmax", "fmin": "fmin",
}  # fmt: skip
COMPARISONS = {
    "less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge", "equal": "eq",
    "not_equal": "ne",
}  # fmt: skip
_KEEPING = {"abs": "abs", "absolute": "abs", "negative": "neg", "sign": "sign"}
_ROUNDING = {"floor": "floor", "ceil": "ceil", "trunc": "trunc", "rint": "rint", "fix": "trunc"}
_PREDICATES = ("isnan", "isinf", "isfinite")
_MATH_ONLY = {"erf": "erf", "erfc": "erfc", "gamma": "gamma", "lgamma": "lgamma"}
_SPECIAL = {"erf": "erf", "erfc": "erfc", "gamma": "gamma", "gammaln": "lgamma"}


def _unary(op: str, *, weak: bool = False) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        return elementwise.float_function(cx, op, [site.bind("x")["x"]], site.span, weak=weak)

    return call


def _binary(op: str, *, weak: bool = False) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("x1 x2")
        return elementwise.float_function(
            cx, op, [bound["x1"], bound["x2"]], site.span, weak=weak
        )

    return call


def _arithmetic(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("x1 x2")
        return elementwise.arithmetic(
            cx, op, [bound["x1"], bound["x2"]], site.span, strong=True
        )

    return call


def _comparison(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("x1 x2")
        return elementwise.compare(cx, op, [bound["x1"], bound["x2"]], site.span)

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


def _predicate(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        return elementwise.predicate(cx, op, site.bind("x")["x"], site.span)

    return call


def _logical(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("x1") if op == "not" else site.bind("x1 x2")
        return elementwise.logical(cx, op, list(bound.values()), site.span)

    return call


def _where(cx: Context, site: CallSite) -> Value:
    if len(site.arguments) == 1:
        raise site.error(
            "`where` with one argument gives positions that depend on data",
            help="use the form with three arguments",
        )
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
    two = Integer(minimum(2))
    return elementwise.arithmetic(cx, "pow", [site.bind("x")["x"], two], site.span, strong=True)


def _reciprocal(cx: Context, site: CallSite) -> Value:
    value = site.array(site.bind("x")["x"])
    if kind(value.dtype) < 2:
        raise site.error("the reciprocal of integers is rounded", help="divide 1.0 by them")
    return elementwise.arithmetic(cx, "div", [Integer(minimum(1)), value], site.span, strong=True)


def _scaled(numerator: str, denominator: str) -> Handler:
    """Multiplication by a constant quotient: degrees and radians."""
    factor = Apply(
        "div", (Const(numerator, DType.FLOAT64), Const(denominator, DType.FLOAT64)), DType.FLOAT64
    )

    def call(cx: Context, site: CallSite) -> Value:
        return elementwise.scale(cx, site.bind("x")["x"], factor, site.span)

    return call


def _round(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a", "decimals")
    if "decimals" in bound and site.number(bound["decimals"], "decimals") != 0:
        raise site.error("rounding to decimals is not supported", help="round to integers")
    return elementwise.rounding(cx, "rint", bound["a"], site.span)


def _python_round(cx: Context, site: CallSite) -> Value:
    return _to_int(cx, _round(cx, site), site)


def _math_rounding(op: str) -> Handler:
    """`math.floor` and the like give Python integers."""

    def call(cx: Context, site: CallSite) -> Value:
        value = site.bind("x")["x"]
        if isinstance(value, Integer):
            return value
        return _to_int(cx, elementwise.rounding(cx, op, value, site.span), site)

    return call


def _to_int(cx: Context, value: Value, site: CallSite) -> Value:
    del cx
    if isinstance(value, Integer):
        return value
    array = site.array(value)
    if array.shape:
        raise site.error("an array is no single number", help="take one element of it")
    return Array((), DType.INT64, lambda p: convert(array.at(p), DType.INT64), True)


def _int(cx: Context, site: CallSite) -> Value:
    return _to_int(cx, site.bind("x")["x"], site)


def _float(cx: Context, site: CallSite) -> Value:
    del cx
    array = site.array(site.bind("x")["x"])
    if array.shape and any(n != 1 for n in array.shape):
        raise site.error("an array is no single number", help="take one element of it")
    origin = tuple(minimum(0) for _ in array.shape)
    return Array((), DType.FLOAT64, lambda _: convert(array.at(origin), DType.FLOAT64), True)


def _bool(cx: Context, site: CallSite) -> Value:
    del cx
    return elementwise.truth(site.bind("x")["x"], site.span)


def _cast(dtype: DType) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        del cx
        return cast_array(site.array(site.bind("x")["x"]), dtype)

    return call


def _astype(cx: Context, site: CallSite) -> Value:
    del cx
    bound = site.bind("a dtype", "copy")
    value = site.array(bound["a"])
    return cast_array(value, site.dtype(bound["dtype"], value.dtype))


def _python_extreme(name: str) -> Handler:
    """Python's `min` and `max` of several numbers, or of a vector."""
    op = "maximum" if name == "max" else "minimum"

    def call(cx: Context, site: CallSite) -> Value:
        values = site.arguments
        if site.keywords:
            raise site.error(f"keywords of `{name}` are not supported")
        if len(values) == 1 and isinstance(values[0], Items):
            values = values[0].items
        if len(values) == 1:
            return extreme(
                cx, site.array(values[0]), (0,), f"{name}=", f"{name}_value"
            )
        result = values[0]
        for value in values[1:]:
            result = _pair(cx, op, result, value, site)
        return result

    return call


def _pair(cx: Context, op: str, a: Value, b: Value, site: CallSite) -> Value:
    if isinstance(a, Integer) and isinstance(b, Integer):
        if cx.prover.at_most(a.value, b.value):
            return b if op == "maximum" else a
        if cx.prover.at_most(b.value, a.value):
            return a if op == "maximum" else b
        join = maximum if op == "maximum" else minimum
        return Integer(join(a.value, b.value))
    for value in (a, b):
        if as_array(value, site.span).shape:
            raise site.error(
                "the truth of an array with more than one element is ambiguous",
                help=f"use `np.{op}`",
            )
    return elementwise.arithmetic(cx, op, [a, b], site.span)


def _abs(cx: Context, site: CallSite) -> Value:
    value = site.bind("x")["x"]
    if isinstance(value, Integer):
        if cx.prover.nonneg(value.value):
            return value
        if cx.prover.nonneg(-value.value):
            return Integer(-value.value)
        return Integer(maximum(value.value, -value.value))
    return elementwise.same_type(cx, "abs", value, site.span)


def _math_log(cx: Context, site: CallSite) -> Value:
    bound = site.bind("x", "base")
    top = elementwise.float_function(cx, "log", [bound["x"]], site.span, weak=True)
    if "base" not in bound:
        return top
    bottom = elementwise.float_function(cx, "log", [bound["base"]], site.span, weak=True)
    return elementwise.arithmetic(cx, "div", [top, bottom], site.span)


def _fabs(weak: bool) -> Handler:
    return _unary("abs", weak=weak)


def _power_of_python(cx: Context, site: CallSite) -> Value:
    bound = site.bind("x y")
    base, exponent = bound["x"], bound["y"]
    if isinstance(base, Integer) and isinstance(exponent, Integer):
        if exponent.value.is_Integer and exponent.value >= 0:
            return Integer(base.value**exponent.value)
    return elementwise.arithmetic(cx, "pow", [base, exponent], site.span)


def _sinc(cx: Context, site: CallSite) -> Value:
    """sin(pi x)/(pi x), 1 at 0."""
    value = site.array(site.bind("x")["x"])
    dtype = value.dtype if kind(value.dtype) == 2 else DType.FLOAT64

    def at(position: tuple[object, ...]) -> Apply:
        x = convert(value.at(position), dtype)  # type: ignore[arg-type]
        y = build.apply("mul", Const("pi", dtype), x)
        quotient = build.apply("div", build.apply("sin", y), y)
        zero = build.compare("eq", x, build.zero(dtype))
        return build.apply("where", zero, build.one(dtype), quotient)

    return Array(value.shape, dtype, at)


TABLE: dict[str, Handler] = (
    {f"numpy.{name}": _unary(op) for name, op in FLOAT_UNARY.items()}
    | {f"numpy.{name}": _binary(op) for name, op in FLOAT_BINARY.items()}
    | {f"numpy.{name}": _arithmetic(op) for name, op in ARITHMETIC.items()}
    | {f"numpy.{name}": _comparison(op) for name, op in COMPARISONS.items()}
    | {f"numpy.{name}": _keeping(op) for name, op in _KEEPING.items()}
    | {f"numpy.{name}": _rounding(op) for name, op in _ROUNDING.items()}
    | {f"numpy.{name}": _predicate(name) for name in _PREDICATES}
    | {f"numpy.logical_{op}": _logical(op) for op in ("and", "or", "not")}
    | {f"numpy.{d.value}": _cast(d) for d in DType}
    | {f"math.{name}": _unary(op, weak=True) for name, op in (FLOAT_UNARY | _MATH_ONLY).items()}
    | {f"math.{name}": _binary(op, weak=True) for name, op in FLOAT_BINARY.items()}
    | {f"math.{name}": _math_rounding(name) for name in ("floor", "ceil", "trunc")}
    | {f"math.{name}": _predicate(name) for name in _PREDICATES}
    | {f"scipy.special.{name}": _unary(op) for name, op in _SPECIAL.items()}
    | {
        "numpy.where": _where, "numpy.clip": _clip, "numpy.square": _square,
        "numpy.reciprocal": _reciprocal, "numpy.fabs": _fabs(False), "numpy.sinc": _sinc,
        "numpy.degrees": _scaled("180.0", "pi"), "numpy.rad2deg": _scaled("180.0", "pi"),
        "numpy.radians": _scaled("pi", "180.0"), "numpy.deg2rad": _scaled("pi", "180.0"),
        "numpy.round": _round, "numpy.around": _round, "numpy.astype": _astype,
        "math.log": _math_log, "math.fabs": _fabs(True), "math.pow": _binary("pow", weak=True),
        "math.fmod": _binary("fmod", weak=True),
        "math.degrees": _scaled("180.0", "pi"), "math.radians": _scaled("pi", "180.0"),
        "abs": _abs, "min": _python_extreme("min"), "max": _python_extreme("max"),
        "float": _float, "int": _int, "bool": _bool, "round": _python_round,
        "pow": _power_of_python,
    }
)  # fmt: skip
