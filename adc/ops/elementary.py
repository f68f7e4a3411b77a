"""Elementary and special functions: smooth on their domains."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from adc.ops import special
from adc.ops.operation import Domain, Edge, Operation

_ANY = (-2.0, 2.0)
_POSITIVE = (0.3, 3.0)
_UNIT = (-0.9, 0.9)


def _function(
    name: str,
    partials: tuple[str, ...],
    domain: Domain = _ANY,
    *,
    meaning: Any = None,
    cost: int = 20,
    kink: str = "",
    edges: tuple[Edge, ...] = (),
    math_name: str = "",
    aliases: tuple[str, ...] = (),
) -> Operation:
    """A function of one variable that NumPy has under the same name, unless `meaning` is given."""
    math_spelling = f"math.{math_name or name}"
    spellings = (math_spelling,) if meaning else (f"np.{name}", math_spelling)
    return Operation(
        name, f"{name}(x)", meaning or getattr(np, name), cost, (partials,), (domain,),
        kink=kink, edges=edges, spellings=spellings + aliases,
    )  # fmt: skip


# The products (1 - x)*(1 + x) keep their accuracy next to the ends of the domain, where 1 - x*x
# cancels; hypot(1, x) does not overflow where sqrt(1 + x*x) does.
ELEMENTARY: tuple[Operation, ...] = (
    _function(
        "sqrt", ("where(x == 0, 0, 0.5/sqrt(x))", "where(z == 0, 0, 0.5/z)"), _POSITIVE, cost=6,
        kink="at 0: 0", edges=(Edge((0.0,), (0.0,)),),
    ),
    _function(
        "cbrt", ("where(x == 0, 0, 1/(3*cbrt(x)**2))", "where(z == 0, 0, 1/(3*z*z))"), _POSITIVE,
        kink="at 0: 0", edges=(Edge((0.0,), (0.0,)),),
    ),
    _function("exp", ("exp(x)", "z")),
    _function("exp2", ("0.6931471805599453*exp2(x)", "0.6931471805599453*z")),
    _function("expm1", ("exp(x)", "z + 1")),
    _function("log", ("1/x",), _POSITIVE, kink="at 0: inf", edges=(Edge((0.0,), (math.inf,)),)),
    _function("log2", ("1.4426950408889634/x",), _POSITIVE, kink="at 0: inf"),
    _function("log10", ("0.4342944819032518/x",), _POSITIVE, kink="at 0: inf"),
    _function("log1p", ("1/(1 + x)",), (-0.6, 2.0), kink="at -1: inf"),
    _function("sin", ("cos(x)",)),
    _function("cos", ("-sin(x)",)),
    _function("tan", ("1 + tan(x)**2", "1 + z*z"), (-1.2, 1.2)),
    _function(
        "arcsin", ("where(abs(x) == 1, 0, 1/sqrt((1 - x)*(1 + x)))",), _UNIT, math_name="asin",
        aliases=("np.asin",), kink="at -1 and 1: 0", edges=(Edge((1.0,), (0.0,)),),
    ),
    _function(
        "arccos", ("where(abs(x) == 1, 0, -1/sqrt((1 - x)*(1 + x)))",), _UNIT, math_name="acos",
        aliases=("np.acos",), kink="at -1 and 1: 0", edges=(Edge((1.0,), (0.0,)),),
    ),
    _function("arctan", ("1/(1 + x*x)",), math_name="atan", aliases=("np.atan",)),
    _function("sinh", ("cosh(x)",)),
    _function("cosh", ("sinh(x)",)),
    _function("tanh", ("1 - tanh(x)**2", "1 - z*z")),
    _function("arcsinh", ("1/hypot(1, x)",), math_name="asinh", aliases=("np.asinh",)),
    _function(
        "arccosh", ("where(x == 1, 0, 1/(sqrt(x - 1)*sqrt(x + 1)))",), (1.3, 4.0),
        math_name="acosh", aliases=("np.acosh",), kink="at 1: 0", edges=(Edge((1.0,), (0.0,)),),
    ),
    _function(
        "arctanh", ("1/((1 - x)*(1 + x))",), _UNIT, math_name="atanh", aliases=("np.atanh",),
        kink="at -1 and 1: inf", edges=(Edge((1.0,), (math.inf,)),),
    ),
    Operation(
        "arctan2", "arctan2(x, y)", np.arctan2, 40,
        (
            ("where(y == 0, 0, y/hypot(x, y)/hypot(x, y))",),
            ("where(x == 0, 0, -x/hypot(x, y)/hypot(x, y))",),
        ),
        (_POSITIVE, _ANY), kink="at the origin: 0", edges=(Edge((0.0, 0.0), (0.0, 0.0)),),
        spellings=("np.arctan2", "np.atan2", "math.atan2"),
    ),
    Operation(
        "hypot", "hypot(x, y)", np.hypot, 20,
        (
            ("where(x == 0, 0, x/hypot(x, y))", "where(x == 0, 0, x/z)"),
            ("where(y == 0, 0, y/hypot(x, y))", "where(y == 0, 0, y/z)"),
        ),
        (_ANY, _ANY), kink="at the origin: 0", edges=(Edge((0.0, 0.0), (0.0, 0.0)),),
        spellings=("np.hypot", "math.hypot"),
    ),
    Operation(
        "logaddexp", "logaddexp(x, y)", np.logaddexp, 40,
        (("1/(1 + exp(y - x))",), ("1/(1 + exp(x - y))",)), (_ANY, _ANY),
        spellings=("np.logaddexp",),
    ),
    Operation(
        "logaddexp2", "logaddexp2(x, y)", np.logaddexp2, 40,
        (("1/(1 + exp2(y - x))",), ("1/(1 + exp2(x - y))",)), (_ANY, _ANY),
        spellings=("np.logaddexp2",),
    ),
    _function("erf", ("1.1283791670955126*exp(-(x*x))",), meaning=special.elementwise(math.erf)),
    _function("erfc", ("-1.1283791670955126*exp(-(x*x))",), meaning=special.elementwise(math.erfc)),
    _function(
        "gamma", ("gamma(x)*digamma(x)", "z*digamma(x)"), (0.4, 4.0), cost=40,
        meaning=special.elementwise(special.gamma), kink="at 0, -1, -2, …: nan",
        edges=(Edge((0.0,), (math.nan,)),),
    ),
    _function(
        "lgamma", ("digamma(x)",), (0.4, 4.0), cost=40,
        meaning=special.elementwise(special.lgamma), kink="at 0, -1, -2, …: nan",
        edges=(Edge((-1.0,), (math.nan,)),),
    ),
    Operation(
        "digamma", "digamma(x)", special.elementwise(special.digamma), 60, (("trigamma(x)",),),
        ((0.4, 4.0),), kink="the derivative of lgamma; no spelling in Python",
    ),
    Operation(
        "trigamma", "trigamma(x)", special.elementwise(special.trigamma), 60, ((),),
        ((0.4, 4.0),), ruled=False, kink="the derivative of digamma; itself without a rule",
    ),
)  # fmt: skip
