"""Arithmetic, selection, remainders and rounding: exact or piecewise derivatives."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from adc.ops import c_text, ranges
from adc.ops.operation import Edge, Operation
from adc.ops.spelling import Codes, Intrinsic, c_function, c_helper, c_macro, c_sign, fortran

_ANY = (-3.0, 3.0)
_AWAY = (0.4, 2.5)
_NONE: tuple[tuple[str, ...], ...] = ((), ())
_STEPS = "piecewise constant: derivative 0 everywhere, also at the jumps"


def _power(x: Any, y: Any) -> Any:
    """`x**y` in the type of `x`: an integer exponent does not widen a float32 base."""
    if np.issubdtype(np.asarray(x).dtype, np.floating):
        y = np.asarray(y).astype(np.asarray(x).dtype)
    return np.power(x, y)


def _product_with_zero(x: Any, y: Any) -> Any:
    nothing = np.logical_or(np.equal(x, 0), np.equal(y, 0))
    return np.where(nothing, np.zeros_like(x), np.multiply(x, y))


def _zero_scaled(x: Any, y: Any) -> Any:
    return np.where(np.equal(x, 0), np.zeros_like(x), np.multiply(x, y))


def _quotient_of_zero(x: Any, y: Any) -> Any:
    return np.where(np.equal(x, 0), np.zeros_like(x), np.true_divide(x, y))


def _first(x: Any, y: Any) -> Any:
    return np.where(True, x, y)


def _unconvertible(*_: Any) -> Any:
    raise TypeError("what a cast means depends on its node's type")


_ZERO_OR_ONE = (0.0, 1.0)

ARITHMETIC: tuple[Operation, ...] = (
    Operation(
        "add", "x + y", np.add, 1, (("1",), ("1",)), (_ANY, _ANY), "number",
        range=ranges.total, python=("+", "np.add"), code=c_sign("+"),
    ),
    Operation(
        "sub", "x - y", np.subtract, 1, (("1",), ("-1",)), (_ANY, _ANY), "number",
        range=ranges.difference, python=("-", "np.subtract"), code=c_sign("-"),
    ),
    Operation(
        "mul", "x*y", np.multiply, 1, (("y",), ("x",)), (_ANY, _ANY), "number",
        range=ranges.product, python=("*", "np.multiply"), code=c_sign("*"),
    ),
    Operation(
        # -(x/y)/y rather than -x/(y*y): y*y under- or overflows where the quotient does not.
        "div", "x/y", np.true_divide, 4, (("1/y",), ("-(x/y)/y", "-z/y")), (_ANY, _AWAY),
        kink="no derivative at y = 0: inf or nan",
        range=ranges.quotient, python=("/", "np.divide", "np.true_divide"), code=c_sign("/"),
    ),
    Operation(
        "neg", "-x", np.negative, 1, (("-1",),), (_ANY,), "number",
        range=ranges.negative, python=("-", "np.negative"), code=c_sign("-"),
    ),
    Operation(
        "pow", "x**y", _power, 40,
        (
            ("where(y == 0 or x == 0 and 0 < y and y < 1, 0, y*x**(y - 1))",),
            ("where(x == 0, 0, x**y*log(x))", "where(x == 0, 0, z*log(x))"),
        ),
        (_AWAY, (-2.0, 3.0)), "number",
        kink="by y at x = 0: 0; by y at x < 0: nan; by x at y = 0: 0; "
        "by x at x = 0 for 0 < y < 1: 0",
        edges=(
            Edge((0.0, 2.0), (0.0, 0.0)),
            Edge((0.0, 1.0), (1.0, 0.0)),
            Edge((0.0, 0.0), (0.0, 0.0)),
            Edge((0.0, 0.5), (0.0, 0.0)),
            Edge((0.0, -1.0), (-np.inf, 0.0)),
            Edge((-1.5, 3.0), (6.75, np.nan)),
            Edge((-2.0, 0.0), (0.0, np.nan)),
        ),
        range=ranges.power,
        python=("**", "np.power", "np.pow", "np.float_power", "math.pow", "pow"),
        code=c_function("pow", "adc_ipow", c_text.INTEGER_POWER),
    ),
    Operation(
        "abs", "abs(x)", np.abs, 1, (("sign(x)",),), (_ANY,), "number",
        kink="at 0: 0", edges=(Edge((0.0,), (0.0,)),), range=ranges.absolute,
        python=("abs", "np.abs", "np.absolute", "np.fabs", "math.fabs"),
        fortran=fortran("abs", double="dabs", integer="iabs"),
        code=c_function("fabs", "adc_iabs", c_text.INTEGER_ABS),
    ),
    Operation(
        "copysign", "copysign(x, y)", np.copysign, 2,
        (("copysign(1, x)*copysign(1, y)",), ()), (_ANY, _ANY),
        kink="at x = 0: the product of the two signs",
        edges=(Edge((0.0, -1.0), (-1.0, 0.0)),), range=ranges.plain,
        python=("np.copysign", "math.copysign"),
        fortran=fortran("sign", double="dsign", integer="isign"), code=c_function("copysign"),
    ),
)  # fmt: skip

SELECTION: tuple[Operation, ...] = (
    Operation(
        "maximum", "maximum(x, y)", np.maximum, 1,
        (("where(x >= y, 1, 0)",), ("where(x >= y, 0, 1)",)), (_ANY, _ANY), "number",
        kink="at ties the first operand takes all: maximum(x, 0) has derivative 1 at 0; "
        "with a nan the second",
        edges=(
            Edge((1.5, 1.5), (1.0, 0.0)),
            Edge((0.0, 0.0), (1.0, 0.0)),
            Edge((np.nan, 1.0), (0.0, 1.0)),
        ),
        range=ranges.larger,
        python=("np.maximum",),
        fortran=fortran(
            "max", integer="max0",
            others=(
                Intrinsic("dmax1", "real(8)", "real(8)"),
                Intrinsic("amax1", "real(4)", "real(4)"),  # of real(8), too, for gfortran
                Intrinsic("amax0", "integer", "real(4)"),
                Intrinsic("max1", "real(4)", "integer"),
            ),
        ),
        code=c_helper("adc_maximum", c_text.MAXIMUM, "adc_imax"),
    ),
    Operation(
        "minimum", "minimum(x, y)", np.minimum, 1,
        (("where(x <= y, 1, 0)",), ("where(x <= y, 0, 1)",)), (_ANY, _ANY), "number",
        kink="at ties the first operand takes all; with a nan the second",
        edges=(Edge((1.5, 1.5), (1.0, 0.0)), Edge((np.nan, 1.0), (0.0, 1.0))),
        range=ranges.smaller,
        python=("np.minimum",),
        fortran=fortran(
            "min", integer="min0",
            others=(
                Intrinsic("dmin1", "real(8)", "real(8)"),
                Intrinsic("amin1", "real(4)", "real(4)"),  # of real(8), too, for gfortran
                Intrinsic("amin0", "integer", "real(4)"),
                Intrinsic("min1", "real(4)", "integer"),
            ),
        ),
        code=c_helper("adc_minimum", c_text.MINIMUM, "adc_imin"),
    ),
    Operation(
        "larger", "larger(x, y)", lambda x, y: np.where(y > x, y, x), 1,
        (("where(y > x, 0, 1)",), ("where(y > x, 1, 0)",)), (_ANY, _ANY), "number",
        kink="at ties, and with a nan, the first operand takes all",
        edges=(
            Edge((1.5, 1.5), (1.0, 0.0)),
            Edge((np.nan, 1.0), (1.0, 0.0)),
            Edge((1.0, np.nan), (1.0, 0.0)),
        ),
        range=ranges.larger_or_first, python=("max",),
        code=c_helper("adc_larger", c_text.LARGER, "adc_imax"),
    ),
    Operation(
        "smaller", "smaller(x, y)", lambda x, y: np.where(y < x, y, x), 1,
        (("where(y < x, 0, 1)",), ("where(y < x, 1, 0)",)), (_ANY, _ANY), "number",
        kink="at ties, and with a nan, the first operand takes all",
        edges=(
            Edge((1.5, 1.5), (1.0, 0.0)),
            Edge((np.nan, 1.0), (1.0, 0.0)),
            Edge((1.0, np.nan), (1.0, 0.0)),
        ),
        range=ranges.smaller_or_first, python=("min",),
        code=c_helper("adc_smaller", c_text.SMALLER, "adc_imin"),
    ),
    Operation(
        "fmax", "fmax(x, y)", np.fmax, 1,
        (("where(x >= y or isnan(y), 1, 0)",), ("where(x >= y or isnan(y), 0, 1)",)),
        (_ANY, _ANY), "number", kink="at ties the first operand takes all; a nan takes nothing",
        edges=(
            Edge((1.5, 1.5), (1.0, 0.0)),
            Edge((np.nan, 1.0), (0.0, 1.0)),
            Edge((1.0, np.nan), (1.0, 0.0)),
        ),
        range=ranges.larger_number, python=("np.fmax",), code=c_function("fmax", "adc_imax"),
    ),
    Operation(
        "fmin", "fmin(x, y)", np.fmin, 1,
        (("where(x <= y or isnan(y), 1, 0)",), ("where(x <= y or isnan(y), 0, 1)",)),
        (_ANY, _ANY), "number", kink="at ties the first operand takes all; a nan takes nothing",
        edges=(
            Edge((1.5, 1.5), (1.0, 0.0)),
            Edge((np.nan, 1.0), (0.0, 1.0)),
            Edge((1.0, np.nan), (1.0, 0.0)),
        ),
        range=ranges.smaller_number, python=("np.fmin",), code=c_function("fmin", "adc_imin"),
    ),
    Operation(
        "sign", "sign(x)", np.sign, 1, ((),), (_ANY,), "number", kink=_STEPS,
        range=ranges.bounded(-1.0, 1.0), python=("np.sign",),
        code=c_helper("adc_sign", c_text.SIGN, "adc_isign", c_text.INTEGER_SIGN),
    ),
    Operation(
        "heaviside", "heaviside(x, y)", np.heaviside, 1, ((), ("where(x == 0, 1, 0)",)),
        (_AWAY, _ANY), kink="by x at 0: 0", edges=(Edge((0.0, 0.5), (0.0, 1.0)),),
        range=ranges.step, python=("np.heaviside",),
        code=c_helper("adc_heaviside", c_text.HEAVISIDE),
    ),
    Operation(
        "where", "where(c, x, y)", np.where, 1,
        ((), ("where(c, 1, 0)",), ("where(c, 0, 1)",)), (_ZERO_OR_ONE, _ANY, _ANY), "any",
        kink="the derivative of the branch taken; nothing through the condition",
        python=("np.where", "… if … else …"), fortran=fortran("merge"), code=c_sign("?:"),
    ),
    Operation(
        # What a search finds: its derivative is that of the equation which it fulfils.
        "held", "held(x, y)", _first, 1, _NONE, (_ANY, _ANY), "float",
        kink="disconnected: a value that was found to the tolerance y", range=ranges.first,
        code=c_helper("adc_held", c_text.HELD),
    ),
    Operation(
        # A value whose derivative is known from elsewhere.
        "follows", "follows(x, y)", _first, 1, ((), ("1",)), (_ANY, _ANY), "float",
        kink="the value is x, the derivative that of y", range=ranges.first,
        code=c_helper("adc_follows", c_text.FOLLOWS),
    ),
    Operation(
        "cast", "cast(x)", _unconvertible, 1, (("1",),), (_ANY,), "any", "stated",
        kink="disconnected from and to integers and booleans",
        range=ranges.conversion, python=("float", "int"),
    ),
)  # fmt: skip


@np.vectorize
def _multiple(x: Any, y: Any, most: Any) -> float:
    """Exactly: with fractions, as `round(x, 2)` of Python's is with decimal digits."""
    scaled = x * y
    if not math.isfinite(y) or not abs(scaled) < most:
        return float(x if math.isfinite(y) else math.nan)
    if not y:
        return math.nan
    whole = round(Fraction(float(x)) * Fraction(float(y)))
    return float(Fraction(whole) / Fraction(float(y))) if whole else math.copysign(0.0, x)


def _nearest_multiple(x: Any, y: Any) -> Any:
    kind = np.result_type(x, y)
    with np.errstate(all="ignore"):
        return _multiple(x, y, 2.0 ** (24 if kind == np.float32 else 53)).astype(kind)


def _rounding(
    name: str, c: Codes, *python: str, fortran: tuple[Intrinsic, ...] = (), rounds: bool = True
) -> Operation:
    return Operation(
        name, f"{name}(x)", getattr(np, name), 1, ((),), (_ANY,), "number" if rounds else "float",
        kink=_STEPS, range=ranges.plain, python=python, fortran=fortran, code=c, rounds=rounds,
    )  # fmt: skip


ROUNDING: tuple[Operation, ...] = (
    Operation(
        "mod", "x % y", np.mod, 8, (("1",), ("-floordiv(x, y)",)), ((-7.0, 7.0), _AWAY), "number",
        kink="at multiples of y: as just above them", edges=(Edge((4.0, 2.0), (1.0, -2.0)),),
        range=ranges.remainder, python=("%", "np.mod", "np.remainder"), fortran=fortran("modulo"),
        code=c_helper("adc_mod", c_text.MOD, "adc_floormod"),
    ),
    Operation(
        # The quotient is rounded from an exact multiple: trunc(x/y) may be one too large.
        "fmod", "fmod(x, y)", np.fmod, 8,
        (("1",), ("rint((fmod(x, y) - x)/y)", "rint((z - x)/y)")), ((-7.0, 7.0), _AWAY), "number",
        kink="at multiples of y: as just beyond them", edges=(Edge((-4.0, 2.0), (1.0, 2.0)),),
        range=ranges.remainder, python=("np.fmod", "math.fmod"),
        fortran=fortran("mod", double="dmod", single="amod"),
        code=c_function("fmod", "adc_ifmod", c_text.INTEGER_FMOD),
    ),
    Operation(
        "floordiv", "x//y", np.floor_divide, 8, _NONE, (_ANY, _AWAY), "number",
        range=ranges.remainder, python=("//", "np.floor_divide"),
        code=c_helper("adc_fdiv", c_text.FLOORDIV, "adc_floordiv"),
    ),
    _rounding("floor", c_function("floor"), "np.floor", "math.floor", fortran=fortran("floor")),
    _rounding("ceil", c_function("ceil"), "np.ceil", "math.ceil", fortran=fortran("ceiling")),
    _rounding(
        "trunc", c_function("trunc"), "np.trunc", "np.fix", "math.trunc",
        fortran=fortran("aint", double="dint"),
    ),
    _rounding("rint", c_function("rint"), "np.rint", rounds=False),
    Operation(
        # Python's `round(x, 2)`, with y = 100
        "multiple", "multiple(x, y)", _nearest_multiple, 12,
        ((), ("-multiple(x, y)/y", "-z/y")), (_ANY, _AWAY), "float",
        kink=_STEPS, code=c_helper("adc_multiple", c_text.MULTIPLE),
    ),
    _rounding("spacing", c_helper("adc_spacing", c_text.SPACING), "np.spacing", rounds=False),
)  # fmt: skip

#: In derivatives, where a factor that is zero wins over one that is infinite or no number.
GUARDED: tuple[Operation, ...] = (
    Operation(
        "zmul", "zmul(x, y)", _product_with_zero, 2, (("y",), ("x",)), (_ANY, _ANY),
        kink="x*y, and 0 where either is 0", code=c_helper("adc_zmul", c_text.ZMUL),
    ),
    Operation(
        "zdiv", "zdiv(x, y)", _quotient_of_zero, 5, (("1/y",), ("-zdiv(zdiv(x, y), y)",)),
        (_ANY, _AWAY), kink="x/y, and 0 where x is 0", code=c_helper("adc_zdiv", c_text.ZDIV),
    ),
    Operation(
        "zscale", "zscale(x, y)", _zero_scaled, 2, (("y",), ("x",)), (_ANY, _ANY),
        kink="x*y, and 0 where x is 0", code=c_helper("adc_zscale", c_text.ZSCALE),
    ),
)  # fmt: skip


def _comparison(name: str, sign: str, meaning: Any, *python: str) -> Operation:
    return Operation(
        name, f"x {sign} y", meaning, 1, _NONE, (_ANY, _ANY), "any", "bool",
        range=ranges.truth, python=(sign, *python), code=c_sign(sign),
    )  # fmt: skip


def _logical(name: str, formula: str, meaning: Any, sign: str, *python: str) -> Operation:
    domain = (_ZERO_OR_ONE,) * meaning.nin
    return Operation(
        name, formula, meaning, 1, _NONE[: meaning.nin], domain, "bool", "bool",
        range=ranges.truth, python=python, code=c_sign(sign),
    )  # fmt: skip


def _bits(name: str, meaning: Any, sign: str) -> Operation:
    return Operation(
        name, f"{name}(x, y)", meaning, 1, _NONE, ((-9.0, 9.0),) * 2, "integer",
        code=c_sign(sign),
    )  # fmt: skip


#: Of integers, bit by bit in two's complement. Python's signs for them are those of booleans, too.
BITS: tuple[Operation, ...] = (
    _bits("bitand", np.bitwise_and, "&"),
    _bits("bitor", np.bitwise_or, "|"),
    _bits("bitxor", np.bitwise_xor, "^"),
)


def _predicate(name: str, meaning: Any, *in_fortran: str) -> Operation:
    return Operation(
        name, f"{name}(x)", meaning, 1, ((),), (_ANY,), "number", "bool",
        range=ranges.truth, python=(f"np.{name}", f"math.{name}"),
        fortran=fortran(*in_fortran), code=c_macro(name),
    )  # fmt: skip


TRUTH: tuple[Operation, ...] = (
    _comparison("lt", "<", np.less, "np.less"),
    _comparison("le", "<=", np.less_equal, "np.less_equal"),
    _comparison("gt", ">", np.greater, "np.greater"),
    _comparison("ge", ">=", np.greater_equal, "np.greater_equal"),
    _comparison("eq", "==", np.equal, "np.equal"),
    _comparison("ne", "!=", np.not_equal, "np.not_equal", "^"),
    _logical("and", "x and y", np.logical_and, "&&", "and", "&", "np.logical_and"),
    _logical("or", "x or y", np.logical_or, "||", "or", "|", "np.logical_or"),
    _logical("not", "not x", np.logical_not, "!", "not", "~", "np.logical_not"),
    _predicate("isnan", np.isnan, "isnan", "ieee_is_nan"),
    _predicate("isinf", np.isinf),
    _predicate("isfinite", np.isfinite, "ieee_is_finite"),
)  # fmt: skip
