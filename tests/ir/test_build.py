"""Smart constructors: what they fold, and what they must leave alone."""

from __future__ import annotations

import math

import pytest

from adc.diagnostics import InternalError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, IntValue, Read
from adc.ir.shapes import symbol

F64, F32, I64, BOOL = DType.FLOAT64, DType.FLOAT32, DType.INT64, DType.BOOL
X = Read("x", (), F64)
Y = Read("y", (), F64)
ZERO, ONE = build.zero(F64), build.one(F64)


@pytest.mark.parametrize(
    ("text", "dtype", "value"),
    [
        ("0.1", F64, 0.1),
        ("1_000", I64, 1000),
        ("0x1f", I64, 31),
        ("1.5d-3", F64, 1.5e-3),
        ("2.d0", F32, 2.0),
        ("pi", F64, math.pi),
        ("-inf", F64, -math.inf),
        ("3", F64, 3.0),
        (".true.", BOOL, True),
        ("False", BOOL, False),
    ],
)
def test_a_literal_has_the_value_of_its_spelling(text: str, dtype: DType, value: float) -> None:
    result = build.const_value(Const(text, dtype))
    assert result == value and type(result) is type(value)


def test_nan_is_a_literal() -> None:
    assert math.isnan(build.const_value(Const("nan", F64)))


def test_a_text_that_is_no_number_is_refused() -> None:
    with pytest.raises(InternalError, match="no number"):
        build.const_value(Const("abc", F64))


@pytest.mark.parametrize("value", [0.1, 1e300, -2.5, 1 / 3])
def test_numbers_survive_their_spelling(value: float) -> None:
    assert build.const_value(build.const(value, F64)) == value


def test_exact_identities_fold() -> None:
    assert build.add(X, ZERO) is X and build.add(ZERO, X) is X
    assert build.sub(X, ZERO) is X
    assert build.mul(X, ONE) is X and build.mul(ONE, X) is X
    assert build.div(X, ONE) is X and build.power(X, ONE) is X
    assert build.neg(build.neg(X)) is X
    assert build.sub(X, build.neg(Y)) == build.add(X, Y)
    assert build.cast(X, F64) is X
    assert build.where(Const("True", BOOL), X, Y) is X
    assert build.where(build.compare("lt", X, Y), X, X) is X


def test_what_is_not_exact_stays() -> None:
    assert build.mul(ZERO, X) == Apply("mul", (ZERO, X), F64)
    assert build.sub(ZERO, X) == Apply("sub", (ZERO, X), F64)
    assert build.sub(X, X) == Apply("sub", (X, X), F64)
    assert build.div(X, X) == Apply("div", (X, X), F64)


def test_derivative_products() -> None:
    condition = build.compare("lt", X, Y)
    assert build.mul_zero_ok(ZERO, X) == ZERO
    assert build.scale(X, ZERO) == ZERO and build.scale(ZERO, X) == ZERO
    assert build.scale(X, ONE) is X
    assert build.scale(X, build.neg(Y)) == build.neg(build.mul(Y, X))
    assert build.scale(build.neg(X), build.neg(ONE)) is X
    assert build.scale(X, build.div(ONE, Y)) == build.div(X, Y)
    guarded = build.scale(X, build.where(condition, Y, ZERO))
    assert guarded == build.where(condition, build.mul(Y, X), ZERO)


def test_result_types() -> None:
    condition = build.apply("isnan", X)
    assert condition.dtype is BOOL
    assert build.compare("lt", X, Y).dtype is BOOL
    assert build.apply("where", condition, X, Y).dtype is F64
    with pytest.raises(InternalError):
        build.apply("cast", X)
    with pytest.raises(InternalError):
        build.compare("add", X, Y)


def test_casts_of_integer_literals_fold_only_where_exact() -> None:
    assert build.const_value(build.cast(Const("2", I64), F64)) == 2.0
    inexact = Const(str(2**24 + 1), I64)
    assert build.cast(inexact, F32) == Apply("cast", (inexact,), F32)
    index = IntValue(symbol("N"))
    assert build.cast(index, F64) == Apply("cast", (index,), F64)
