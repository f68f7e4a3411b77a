"""Formulas: their parser, and the elementary ones against SymPy's own derivatives."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
import sympy

from adc.diagnostics import InternalError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, Read
from adc.ops import ALL_OPS, by_spelling, special
from adc.ops.formulas import instantiate, parse

F64, F32 = DType.FLOAT64, DType.FLOAT32
X, Y = Read("x", (), F64), Read("y", (), F64)


def test_precedence_is_pythons() -> None:
    assert parse("-x**2") == build.apply("neg", build.apply("pow", X, build.const(2, F64)))
    assert parse("-x/y") == build.apply("div", build.apply("neg", X), Y)
    assert parse("x - y - x") == build.apply("sub", build.apply("sub", X, Y), X)
    assert parse("x**-y") == build.apply("pow", X, build.apply("neg", Y))
    assert parse("x % y // x") == build.apply("floordiv", build.apply("mod", X, Y), X)
    both = build.apply("and", build.compare("lt", X, Y), build.compare("ge", X, Y))
    assert parse("x < y and x >= y or not x < y") == build.apply(
        "or", both, build.apply("not", build.compare("lt", X, Y))
    )


@pytest.mark.parametrize("text", ["x +", "x y", "(x", "x $ y", "", "w + 1", "sin(x"])
def test_what_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(InternalError, match="formula"):
        parse(text)


def test_templates_take_the_type_of_the_node() -> None:
    x = Read("A", (), F32)
    result = instantiate(parse("0.5*x + 0*x"), {"x": x}, F32)
    assert result.dtype is F32
    assert result == build.add(
        build.mul(Const("0.5", F32), x), build.apply("mul", Const("0.0", F32), x)
    )


FUNCTIONS = {
    "abs": sympy.Abs, "arccos": sympy.acos, "arccosh": sympy.acosh, "arcsin": sympy.asin,
    "arcsinh": sympy.asinh, "arctan": sympy.atan, "arctanh": sympy.atanh,
    "arctan2": sympy.atan2, "cbrt": lambda x: x ** sympy.Rational(1, 3), "cos": sympy.cos,
    "cosh": sympy.cosh, "digamma": sympy.digamma, "erf": sympy.erf, "erfc": sympy.erfc,
    "exp": sympy.exp, "exp2": lambda x: 2**x, "expm1": lambda x: sympy.exp(x) - 1,
    "expit": lambda x: 1 / (1 + sympy.exp(-x)), "logit": lambda x: sympy.log(x / (1 - x)),
    "gamma": sympy.gamma, "hypot": lambda x, y: sympy.sqrt(x * x + y * y),
    "gammaln": sympy.loggamma, "lgamma": sympy.loggamma, "log": sympy.log,
    "log10": lambda x: sympy.log(x, 10), "log1p": lambda x: sympy.log(1 + x),
    "log2": lambda x: sympy.log(x, 2),
    "logaddexp": lambda x, y: sympy.log(sympy.exp(x) + sympy.exp(y)),
    "logaddexp2": lambda x, y: sympy.log(2**x + 2**y, 2), "sin": sympy.sin,
    "sinh": sympy.sinh, "sqrt": sympy.sqrt, "tan": sympy.tan, "tanh": sympy.tanh,
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y, "neg": lambda x: -x, "pow": lambda x, y: x**y,
    "zmul": lambda x, y: x * y, "zdiv": lambda x, y: x / y,
    "zscale": lambda x, y: x * y, "xlogy": lambda x, y: x * sympy.log(y),
    "ldexp": lambda x, y: x * 2 ** sympy.floor(y),
    "log_ndtr": lambda x: sympy.log(sympy.erfc(-x / sympy.sqrt(2)) / 2),
}  # fmt: skip
_INNER = FUNCTIONS | {
    "sign": sympy.sign,
    "trigamma": sympy.trigamma,
    "eq": lambda x, y: sympy.Eq(x, y),
    "lt": lambda x, y: sympy.Lt(x, y),
    "and": sympy.And,
    "or": sympy.Or,
    "where": lambda c, x, y: sympy.Piecewise((x, c), (y, True)),
}


def to_sympy(expr: Expr, values: dict[str, sympy.Expr]) -> sympy.Expr:
    if isinstance(expr, Read):
        return values[expr.container]
    if isinstance(expr, Const):
        return sympy.Rational(expr.text)
    assert isinstance(expr, Apply)
    return _INNER[expr.op](*(to_sympy(a, values) for a in expr.args))


def test_every_smooth_function_is_checked_against_sympy() -> None:
    piecewise = {
        "mod", "fmod", "maximum", "minimum", "fmax", "fmin", "larger", "smaller", "where",
        "cast", "copysign", "heaviside", "follows", "multiple",
    }  # fmt: skip
    smooth = {op.name for op in ALL_OPS.values() if op.ruled and not op.disconnected}
    assert smooth - piecewise == FUNCTIONS.keys()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_partials_equal_sympys_derivatives(name: str) -> None:
    op = ALL_OPS[name]
    symbols = dict(zip("xy", sympy.symbols("x y", real=True), strict=True))
    operands = [symbols[v] for v in op.operands]
    function = FUNCTIONS[name](*operands)
    points = [[low + t * (high - low) for low, high in op.domain] for t in (0.11, 0.43, 0.83)]
    for argument, texts in enumerate(op.partials):
        expected = sympy.diff(function, operands[argument])
        for text in texts:
            actual = to_sympy(parse(text), symbols | {"z": function})
            for point in points:
                at = dict(zip(operands, map(sympy.Rational, point), strict=True))
                difference = sympy.N((actual - expected).subs(at), 30)
                scale = 1 + abs(sympy.N(expected.subs(at), 30))
                assert abs(difference) < 1e-15 * scale, (text, point)


@pytest.mark.parametrize("x", [-3.7, -0.5, 0.01, 0.4, 1.0, 1.4616, 5.5, 11.99, 12.0, 40.0, 1e8])
@pytest.mark.parametrize("order", [0, 1])
def test_polygamma_functions_reach_double_precision(order: int, x: float) -> None:
    ours = (special.digamma, special.trigamma)[order](x)
    exact = float(mpmath.polygamma(order, x))
    assert ours == pytest.approx(exact, rel=1e-13, abs=2e-15)


@pytest.mark.parametrize("name", ["erf", "erfc", "gamma", "lgamma", "digamma", "trigamma"])
def test_special_functions_keep_shape_and_type(name: str) -> None:
    meaning = ALL_OPS[name].numpy
    values = np.array([[0.5, 1.5, 2.0], [1.0, 3.0, math.nan]], dtype=np.float32)
    result = meaning(values)
    assert result.shape == (2, 3) and result.dtype == np.float32 and np.isnan(result[1, 2])
    assert np.ndim(meaning(np.float64(0.5))) == 0


def test_special_functions_at_poles_are_cs() -> None:
    assert special.gamma(0.0) == math.inf and special.gamma(-0.0) == -math.inf
    assert math.isnan(special.gamma(-2.0)) and special.gamma(200.0) == math.inf
    assert special.lgamma(-1.0) == math.inf
    assert math.isnan(special.digamma(-1.0)) and special.trigamma(0.0) == math.inf


def test_python_names_lead_to_one_operation() -> None:
    table = by_spelling()
    assert table["np.sin"].name == table["math.sin"].name == "sin"
    assert table["np.true_divide"].name == "div" and table["math.atan2"].name == "arctan2"
    assert "and" not in table and "+" not in table and "float" not in table
    for spelling in table:
        if spelling.startswith("np."):
            assert hasattr(np, spelling[3:]), spelling
        if spelling.startswith("math."):
            assert hasattr(math, spelling[5:]), spelling
