"""Arithmetic, rounding and selection: operations with exact or piecewise derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np

from adc.ops.operation import Edge, Operation

_ANY = (-3.0, 3.0)
_AWAY = (0.4, 2.5)
_NONE: tuple[tuple[str, ...], ...] = ((), ())


def _power(x: Any, y: Any) -> Any:
    """`x**y` in the type of `x`: an integer exponent does not widen a float32 base."""
    if np.issubdtype(np.asarray(x).dtype, np.floating):
        y = np.asarray(y).astype(np.asarray(x).dtype)
    return np.power(x, y)


def _product_with_zero(x: Any, y: Any) -> Any:
    nothing = np.logical_or(np.equal(x, 0), np.equal(y, 0))
    return np.where(nothing, np.zeros_like(x), np.multiply(x, y))


def _quotient_of_zero(x: Any, y: Any) -> Any:
    return np.where(np.equal(x, 0), np.zeros_like(x), np.true_divide(x, y))


def _unconvertible(*_: Any) -> Any:
    raise TypeError("what a cast means depends on its node's type")


ARITHMETIC: tuple[Operation, ...] = (
    Operation(
        "add", "x + y", np.add, 1, (("1",), ("1",)), (_ANY, _ANY), "number",
        spellings=("+", "np.add"),
    ),
    Operation(
        "sub", "x - y", np.subtract, 1, (("1",), ("-1",)), (_ANY, _ANY), "number",
        spellings=("-", "np.subtract"),
    ),
    Operation(
        "mul", "x*y", np.multiply, 1, (("y",), ("x",)), (_ANY, _ANY), "number",
        spellings=("*", "np.multiply"),
    ),
    Operation(
        # -(x/y)/y rather than -x/(y*y): y*y under- or overflows where the quotient does not.
        "div", "x/y", np.true_divide, 4, (("1/y",), ("-(x/y)/y", "-z/y")), (_ANY, _AWAY),
        kink="no derivative at y = 0: inf or nan",
        spellings=("/", "np.divide", "np.true_divide"),
    ),
    # In derivatives, where a factor that is zero wins over one that is infinite or no number.
    Operation(
        "zmul", "zmul(x, y)", _product_with_zero, 2, (("y",), ("x",)), (_ANY, _ANY),
        kink="x*y, and 0 where either is 0",
    ),
    Operation(
        "zdiv", "zdiv(x, y)", _quotient_of_zero, 5, (("1/y",), ("-zdiv(zdiv(x, y), y)",)),
        (_ANY, _AWAY), kink="x/y, and 0 where x is 0",
    ),
    Operation(
        "neg", "-x", np.negative, 1, (("-1",),), (_ANY,), "number", spellings=("-", "np.negative")
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
        spellings=("**", "np.power", "np.pow", "np.float_power", "math.pow", "pow"),
    ),
    Operation(
        "mod", "x % y", np.mod, 8, (("1",), ("-floordiv(x, y)",)), ((-7.0, 7.0), _AWAY), "number",
        kink="at multiples of y: as just above them", edges=(Edge((4.0, 2.0), (1.0, -2.0)),),
        spellings=("%", "np.mod", "np.remainder"),
    ),
    Operation(
        # The quotient is rounded from an exact multiple: trunc(x/y) may be one too large.
        "fmod", "fmod(x, y)", np.fmod, 8,
        (("1",), ("rint((fmod(x, y) - x)/y)", "rint((z - x)/y)")), ((-7.0, 7.0), _AWAY), "number",
        kink="at multiples of y: as just beyond them", edges=(Edge((-4.0, 2.0), (1.0, 2.0)),),
        spellings=("np.fmod", "math.fmod"),
    ),
    Operation(
        "floordiv", "x//y", np.floor_divide, 8, _NONE, (_ANY, _AWAY), "number",
        spellings=("//", "np.floor_divide"),
    ),
    Operation(
        "abs", "abs(x)", np.abs, 1, (("sign(x)",),), (_ANY,), "number",
        kink="at 0: 0", edges=(Edge((0.0,), (0.0,)),),
        spellings=("abs", "np.abs", "np.absolute", "np.fabs", "math.fabs"),
    ),
    Operation(
        "copysign", "copysign(x, y)", np.copysign, 2,
        (("copysign(1, x)*copysign(1, y)",), ()), (_ANY, _ANY),
        kink="at x = 0: the product of the two signs",
        edges=(Edge((0.0, -1.0), (-1.0, 0.0)),),
        spellings=("np.copysign", "math.copysign"),
    ),
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
        spellings=("np.maximum", "max"),
    ),
    Operation(
        "minimum", "minimum(x, y)", np.minimum, 1,
        (("where(x <= y, 1, 0)",), ("where(x <= y, 0, 1)",)), (_ANY, _ANY), "number",
        kink="at ties the first operand takes all; with a nan the second",
        edges=(Edge((1.5, 1.5), (1.0, 0.0)), Edge((np.nan, 1.0), (0.0, 1.0))),
        spellings=("np.minimum", "min"),
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
        spellings=("np.fmax",),
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
        spellings=("np.fmin",),
    ),
    Operation(
        "where", "where(c, x, y)", np.where, 1,
        ((), ("where(c, 1, 0)",), ("where(c, 0, 1)",)), ((0.0, 1.0), _ANY, _ANY), "any",
        kink="the derivative of the branch taken; nothing through the condition",
        spellings=("np.where", "… if … else …"),
    ),
    Operation(
        "cast", "cast(x)", _unconvertible, 1, (("1",),), (_ANY,), "any", "stated",
        kink="disconnected from and to integers and booleans", spellings=("float", "int"),
    ),
    Operation(
        "heaviside", "heaviside(x, y)", np.heaviside, 1, ((), ("where(x == 0, 1, 0)",)),
        (_AWAY, _ANY), kink="by x at 0: 0", edges=(Edge((0.0, 0.5), (0.0, 1.0)),),
        spellings=("np.heaviside",),
    ),
)  # fmt: skip


def _step(name: str, meaning: Any, *spellings: str, accepts: str = "number") -> Operation:
    note = "piecewise constant: derivative 0 everywhere, also at the jumps"
    return Operation(
        name, f"{name}(x)", meaning, 1, ((),), (_ANY,), accepts, kink=note, spellings=spellings
    )


ROUNDING: tuple[Operation, ...] = (
    _step("floor", np.floor, "np.floor"),
    _step("ceil", np.ceil, "np.ceil"),
    _step("trunc", np.trunc, "np.trunc", "np.fix"),
    _step("rint", np.rint, "np.rint", accepts="float"),
    _step("sign", np.sign, "np.sign"),
)


def _comparison(name: str, sign: str, meaning: Any, spelling: str) -> Operation:
    return Operation(
        name, f"x {sign} y", meaning, 1, _NONE, (_ANY, _ANY), "any", "bool",
        spellings=(sign, spelling),
    )  # fmt: skip


def _predicate(name: str, meaning: Any) -> Operation:
    spellings = (f"np.{name}", f"math.{name}")
    return Operation(
        name, f"{name}(x)", meaning, 1, ((),), (_ANY,), "number", "bool", spellings=spellings
    )


TRUTH: tuple[Operation, ...] = (
    _comparison("lt", "<", np.less, "np.less"),
    _comparison("le", "<=", np.less_equal, "np.less_equal"),
    _comparison("gt", ">", np.greater, "np.greater"),
    _comparison("ge", ">=", np.greater_equal, "np.greater_equal"),
    _comparison("eq", "==", np.equal, "np.equal"),
    _comparison("ne", "!=", np.not_equal, "np.not_equal"),
    Operation("and", "x and y", np.logical_and, 1, _NONE, ((0.0, 1.0),) * 2, "bool", "bool",
              spellings=("and", "np.logical_and")),
    Operation("or", "x or y", np.logical_or, 1, _NONE, ((0.0, 1.0),) * 2, "bool", "bool",
              spellings=("or", "np.logical_or")),
    Operation("not", "not x", np.logical_not, 1, ((),), ((0.0, 1.0),), "bool", "bool",
              spellings=("not", "np.logical_not")),
    _predicate("isnan", np.isnan),
    _predicate("isinf", np.isinf),
    _predicate("isfinite", np.isfinite),
)  # fmt: skip
