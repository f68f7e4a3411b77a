"""Fortran's functions of how numbers are kept, and of Bessel (Fortran 2018, 16.9), by name.

Numbers are 0 or f*2**e with f from 1/2 on and below 1, which `binary_exponent` and `ldexp` take
apart and put together. Of infinities and NaN the standard tells nothing: gfortran makes NaN of them
and, of their exponents, the largest integer.
"""

from __future__ import annotations

from collections.abc import Callable

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, Expr
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.elementwise import combine
from adc.lowering.fortran.in_numpy import in_numpy
from adc.lowering.promotion import cast_array, convert, kind
from adc.lowering.values import Array, Value

Handler = Callable[[Context, CallSite], Value]
Formula = Callable[[Expr], Expr]

#: How many binary digits numbers have, and the smallest one that has all of them.
_DIGITS = {DType.FLOAT32: 24, DType.FLOAT64: 53}
_TINY = {DType.FLOAT32: "1.17549435e-38", DType.FLOAT64: "2.2250738585072014e-308"}
#: The smallest number of all, and the largest one.
_LEAST = {DType.FLOAT32: "1.4012984643248171e-45", DType.FLOAT64: "4.9406564584124654e-324"}
_HUGE = {DType.FLOAT32: "3.40282347e38", DType.FLOAT64: "1.7976931348623157e308"}
_LARGEST_INTEGER = 2**31 - 1


def real_of(site: CallSite, value: Value) -> Array:
    array = site.array(value)
    if kind(array.dtype) != 2:
        name = site.name.removeprefix("fortran.")
        raise site.error(f"`{name}` takes a real", help="convert it: `real(…)`")
    return array


def _of_one(formula: Formula, dtype: DType | None = None) -> Handler:
    """A function of a real, by a formula in it, of its type or of `dtype`."""

    def call(cx: Context, site: CallSite) -> Value:
        x = real_of(site, site.bind("x")["x"])
        return combine(cx, [x], dtype or x.dtype, formula, site.name, site.span)

    return call


def _finite(x: Expr, then: Expr, otherwise: Expr) -> Expr:
    return build.where(build.apply("isfinite", x), then, otherwise)


def _nan(x: Expr) -> Expr:
    return build.apply("sub", x, x)  # of infinities and NaN


def _exponent(x: Expr) -> Expr:
    whole = convert(build.apply("binary_exponent", x), DType.INT64)
    return _finite(x, whole, build.const(_LARGEST_INTEGER, DType.INT64))


def _fraction(x: Expr) -> Expr:
    down = build.neg(build.apply("binary_exponent", x))
    return _finite(x, build.apply("ldexp", x, down), _nan(x))


def _spacing(x: Expr) -> Expr:
    """What lies between `x` and the next number, which is not below the smallest normal one."""
    digits = build.const(float(_DIGITS[x.dtype]), x.dtype)
    one, least = build.one(x.dtype), Const(_TINY[x.dtype], x.dtype)
    power = build.apply("sub", build.apply("binary_exponent", x), digits)
    found = build.apply("maximum", build.apply("ldexp", one, power), least)
    zero = build.compare("eq", x, build.zero(x.dtype))
    return _finite(x, build.where(zero, least, found), _nan(x))


def _distance(x: Expr) -> Expr:
    """How many times `spacing(x)` the number is, but for small ones."""
    digits = build.const(float(_DIGITS[x.dtype]), x.dtype)
    return build.apply("ldexp", build.apply("abs", _fraction(x)), digits)


def _scaled(cx: Context, site: CallSite, first: Formula) -> Value:
    bound = site.bind("x i")
    x, i = real_of(site, bound["x"]), site.array(bound["i"])
    if kind(i.dtype) != 1:
        raise site.error("the exponent is not an integer", help="convert it: `int(…)`")

    def make(x: Expr, i: Expr) -> Expr:
        return build.apply("ldexp", first(x), convert(i, x.dtype))

    return combine(cx, [x, i], x.dtype, make, site.name, site.span)


def scaled(cx: Context, site: CallSite) -> Value:
    """`scale(x, i)`: x times 2**i."""
    return _scaled(cx, site, lambda x: x)


def with_exponent(cx: Context, site: CallSite) -> Value:
    """`set_exponent(x, i)`: the fraction of x with another exponent."""
    return _scaled(cx, site, _fraction)


def nearest(cx: Context, site: CallSite) -> Value:
    """`nearest(x, s)`: the next number in the direction of s."""
    bound = site.bind("x s")
    x, s = (real_of(site, bound[n]) for n in "xs")

    def make(x: Expr, s: Expr) -> Expr:
        s = convert(s, x.dtype)
        return _finite(x, build.add(x, _step(x, s)), _from_no_number(x, s))

    return combine(cx, [x, s], x.dtype, make, site.name, site.span)


def _step(x: Expr, s: Expr) -> Expr:
    """From a number to the next one: of its own digits, which are twice as close towards zero where
    it is a power of two."""
    dtype = x.dtype
    one, zero, least = build.one(dtype), build.zero(dtype), Const(_LEAST[dtype], dtype)
    exponent = build.apply("binary_exponent", x)
    towards = build.compare("lt", build.mul(build.apply("copysign", one, s), x), zero)
    power = build.compare("eq", build.apply("abs", _fraction(x)), Const("0.5", dtype))
    less = build.where(build.apply("and", towards, power), one, zero)
    digits = build.add(build.const(float(_DIGITS[dtype]), dtype), less)
    found = build.apply("ldexp", one, build.apply("sub", exponent, digits))
    found = build.apply("maximum", found, least)
    step = build.where(build.compare("eq", x, zero), least, found)
    return build.apply("copysign", step, s)


def _from_no_number(x: Expr, s: Expr) -> Expr:
    """From an infinity to the largest number, if that is where `s` leads."""
    one = build.one(x.dtype)
    signs = (build.apply("copysign", one, v) for v in (x, s))
    back = build.apply("and", build.compare("ne", *signs), build.apply("isinf", x))
    return build.where(back, build.apply("copysign", Const(_HUGE[x.dtype], x.dtype), x), x)


def _bessel(name: str, ordered: bool) -> Handler:
    """A function of Bessel, with an order in front of what it is taken of, or without."""

    def call(cx: Context, site: CallSite) -> Value:
        given = site.bind("n x" if ordered else "x")
        x = real_of(site, given["x"])
        double = cast_array(x, DType.FLOAT64)
        arguments = (given["n"], double) if ordered else (double,)
        found = in_numpy(cx, site, f"scipy_special_{name}", *arguments)
        return cast_array(site.array(found), x.dtype)

    return call


_BESSEL = {
    f"{front}{name}": _bessel(name, name.endswith("n"))
    for name in ("j0", "j1", "jn", "y0", "y1", "yn")
    for front in ("bessel_", "bes", "dbes")
}

TABLE: dict[str, Handler] = {
    "exponent": _of_one(_exponent, DType.INT64), "fraction": _of_one(_fraction),
    "spacing": _of_one(_spacing), "rrspacing": _of_one(_distance), "scale": scaled,
    "set_exponent": with_exponent, "nearest": nearest, **_BESSEL,
}  # fmt: skip
