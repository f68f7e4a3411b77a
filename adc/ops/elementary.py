"""Elementary and special functions: smooth on their domains."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from adc.ops import c_text, ranges, special
from adc.ops.operation import Domain, Edge, Operation
from adc.ops.spelling import Intrinsic, c_function, c_helper, fortran

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
    range: ranges.Rule = ranges.anything,
    c: str = "",
    python: tuple[str, ...] = (),
    scipy: bool = False,
    fortran: tuple[Intrinsic, ...] = (),
) -> Operation:
    """A function of one variable that NumPy and <math.h> have; under the operation's name and
    those that they share with Python's `math`, unless `meaning`, `c` and `python` are given.
    `scipy.special` has some under the same name."""
    in_c = c or name
    usual = (f"np.{name}", f"math.{in_c}", *((f"scipy.special.{name}",) if scipy else ()))
    return Operation(
        name, f"{name}(x)", meaning or getattr(np, name), cost, (partials,), (domain,),
        kink=kink, edges=edges, range=range, python=python or usual,
        fortran=fortran, code=c_function(in_c),
    )  # fmt: skip


def _inverse(
    name: str, c: str, partial: str, domain: Domain = _ANY, *, range: ranges.Rule = ranges.anything,
    double: str = "", kink: str = "", edges: tuple[Edge, ...] = (),
) -> Operation:  # fmt: skip
    """`arcsin` and its kin, which all but NumPy call `asin`."""
    return _function(
        name, (partial,), domain, kink=kink, edges=edges, range=range, c=c,
        python=(f"np.{name}", f"math.{c}", f"np.{c}"), fortran=fortran(c, double=double),
    )  # fmt: skip


_POLES = "at 0: infinite; at -1, -2, …: nan"
_WAVE = ranges.bounded(-1.0, 1.0, waves=True)

# The products (1 - x)*(1 + x) keep their accuracy next to the ends of the domain, where 1 - x*x
# cancels; hypot(1, x) does not overflow where sqrt(1 + x*x) does.
ELEMENTARY: tuple[Operation, ...] = (
    _function(
        "sqrt", ("where(x == 0, 0, 0.5/sqrt(x))", "where(z == 0, 0, 0.5/z)"), _POSITIVE, cost=6,
        kink="at 0: 0", edges=(Edge((0.0,), (0.0,)),), range=ranges.root,
        fortran=fortran("sqrt", double="dsqrt"),
    ),
    _function(
        "cbrt", ("where(x == 0, 0, 1/(3*cbrt(x)**2))", "where(z == 0, 0, 1/(3*z*z))"), _POSITIVE,
        kink="at 0: 0", edges=(Edge((0.0,), (0.0,)),), range=ranges.same_sign,
        scipy=True,
    ),
    _function(
        "exp", ("exp(x)", "z"), range=ranges.exponential(), fortran=fortran("exp", double="dexp")
    ),
    _function(
        "exp2", ("0.6931471805599453*exp2(x)", "0.6931471805599453*z"),
        range=ranges.exponential(math.log(2)), scipy=True,
    ),
    _function("expm1", ("exp(x)", "z + 1"), range=ranges.hyperbolic, scipy=True),
    _function(
        "log", ("1/x",), _POSITIVE, kink="at 0: inf", edges=(Edge((0.0,), (math.inf,)),),
        range=ranges.logarithm(0.0), fortran=fortran("log", double="dlog", single="alog"),
    ),
    _function(
        "log2", ("1.4426950408889634/x",), _POSITIVE, kink="at 0: inf", range=ranges.logarithm(0.0)
    ),
    _function(
        "log10", ("0.4342944819032518/x",), _POSITIVE, kink="at 0: inf",
        range=ranges.logarithm(0.0), fortran=fortran("log10", double="dlog10", single="alog10"),
    ),
    _function(
        "log1p", ("1/(1 + x)",), (-0.6, 2.0), kink="at -1: inf", range=ranges.logarithm(-1.0),
        scipy=True,
    ),
    _function("sin", ("cos(x)",), range=_WAVE, fortran=fortran("sin", double="dsin")),
    _function("cos", ("-sin(x)",), range=_WAVE, fortran=fortran("cos", double="dcos")),
    _function(
        "tan", ("1 + tan(x)**2", "1 + z*z"), (-1.2, 1.2), range=ranges.plain,
        fortran=fortran("tan", double="dtan"),
    ),
    _inverse(
        "arcsin", "asin", "where(abs(x) == 1, 0, 1/sqrt((1 - x)*(1 + x)))", _UNIT, double="dasin",
        range=ranges.inverse_sine, kink="at -1 and 1: 0", edges=(Edge((1.0,), (0.0,)),),
    ),
    _inverse(
        "arccos", "acos", "where(abs(x) == 1, 0, -1/sqrt((1 - x)*(1 + x)))", _UNIT, double="dacos",
        range=ranges.inverse_sine, kink="at -1 and 1: 0", edges=(Edge((1.0,), (0.0,)),),
    ),
    _inverse("arctan", "atan", "1/(1 + x*x)", double="datan", range=ranges.bounded(-2.0, 2.0)),
    _function(
        "sinh", ("cosh(x)",), range=ranges.hyperbolic, fortran=fortran("sinh", double="dsinh")
    ),
    _function(
        "cosh", ("sinh(x)",), range=ranges.hyperbolic_cosine,
        fortran=fortran("cosh", double="dcosh"),
    ),
    _function(
        "tanh", ("1 - tanh(x)**2", "1 - z*z"), range=ranges.bounded(-1.0, 1.0),
        fortran=fortran("tanh", double="dtanh"),
    ),
    _inverse("arcsinh", "asinh", "1/hypot(1, x)", double="dasinh", range=ranges.same_sign),
    _inverse(
        "arccosh", "acosh", "where(x == 1, 0, 1/(sqrt(x - 1)*sqrt(x + 1)))", (1.3, 4.0),
        double="dacosh", kink="at 1: 0", edges=(Edge((1.0,), (0.0,)),),
    ),
    _inverse(
        "arctanh", "atanh", "1/((1 - x)*(1 + x))", _UNIT, double="datanh",
        kink="at -1 and 1: inf", edges=(Edge((1.0,), (math.inf,)),),
    ),
    Operation(
        "arctan2", "arctan2(x, y)", np.arctan2, 40,
        (
            ("where(y == 0, 0, y/hypot(x, y)/hypot(x, y))",),
            ("where(x == 0, 0, -x/hypot(x, y)/hypot(x, y))",),
        ),
        (_POSITIVE, _ANY), kink="at the origin: 0", edges=(Edge((0.0, 0.0), (0.0, 0.0)),),
        range=ranges.bounded(-4.0, 4.0), python=("np.arctan2", "np.atan2", "math.atan2"),
        fortran=fortran("atan2", double="datan2"), code=c_function("atan2"),
    ),
    Operation(
        "hypot", "hypot(x, y)", np.hypot, 20,
        (
            ("where(x == 0, 0, x/hypot(x, y))", "where(x == 0, 0, x/z)"),
            ("where(y == 0, 0, y/hypot(x, y))", "where(y == 0, 0, y/z)"),
        ),
        (_ANY, _ANY), kink="at the origin: 0", edges=(Edge((0.0, 0.0), (0.0, 0.0)),),
        range=ranges.length, python=("np.hypot", "math.hypot"), fortran=fortran("hypot"),
        code=c_function("hypot"),
    ),
    Operation(
        "logaddexp", "logaddexp(x, y)", np.logaddexp, 40,
        (("1/(1 + exp(y - x))",), ("1/(1 + exp(x - y))",)), (_ANY, _ANY),
        range=ranges.plain, python=("np.logaddexp",),
        code=c_helper("adc_logaddexp", c_text.LOGADDEXP),
    ),
    Operation(
        "logaddexp2", "logaddexp2(x, y)", np.logaddexp2, 40,
        (("1/(1 + exp2(y - x))",), ("1/(1 + exp2(x - y))",)), (_ANY, _ANY),
        range=ranges.plain, python=("np.logaddexp2",),
        code=c_helper("adc_logaddexp2", c_text.LOGADDEXP2),
    ),
    Operation(
        # Not z*(1 - z): where x is large, z is 1.
        "expit", "expit(x)", special.expit, 25,
        (("expit(x)*expit(-x)", "z*expit(-x)"),), (_ANY,),
        range=ranges.bounded(0.0, 1.0), python=("scipy.special.expit",),
        code=c_helper("adc_expit", c_text.EXPIT),
    ),
    Operation(
        "logit", "logit(x)", special.logit, 25, (("1/(x*(1 - x))",),), ((0.1, 0.9),),
        kink="at 0 and 1: inf", edges=(Edge((0.0,), (math.inf,)), Edge((1.0,), (math.inf,))),
        range=ranges.log_odds, python=("scipy.special.logit",),
        code=c_helper("adc_logit", c_text.LOGIT),
    ),
    _function(
        "erf", ("1.1283791670955126*exp(-(x*x))",), meaning=special.elementwise(math.erf),
        range=ranges.bounded(-1.0, 1.0), python=("math.erf", "scipy.special.erf"),
        fortran=fortran("erf", double="derf"),
    ),
    _function(
        "erfc", ("-1.1283791670955126*exp(-(x*x))",), meaning=special.elementwise(math.erfc),
        range=ranges.bounded(0.0, 2.0), python=("math.erfc", "scipy.special.erfc"),
        fortran=fortran("erfc", double="derfc"),
    ),
    _function(
        "gamma", ("gamma(x)*digamma(x)", "z*digamma(x)"), (0.4, 4.0), cost=40,
        meaning=special.elementwise(special.gamma), kink=_POLES,
        edges=(Edge((0.0,), (-math.inf,)),), c="tgamma",
        python=("math.gamma", "scipy.special.gamma"),
        fortran=fortran("gamma", double="dgamma"),
    ),
    _function(
        "lgamma", ("digamma(x)",), (0.4, 4.0), cost=40,
        meaning=special.elementwise(special.lgamma), kink=_POLES,
        edges=(Edge((-1.0,), (math.nan,)),), python=("math.lgamma",),
        fortran=fortran("log_gamma", double="dlgama", single="algama"),
    ),
    Operation(
        "gammaln", "gammaln(x)", special.elementwise(special.gammaln), 40, (("digamma(x)",),),
        ((0.4, 4.0),), kink=_POLES, edges=(Edge((-1.0,), (math.nan,)),),
        python=("scipy.special.gammaln",), code=c_helper("adc_gammaln", c_text.GAMMALN),
    ),
    Operation(
        "digamma", "digamma(x)", special.elementwise(special.digamma), 60, (("trigamma(x)",),),
        ((0.4, 4.0),), kink="at 0 and negative integers: inf", edges=(Edge((-1.0,), (math.inf,)),),
        python=("scipy.special.digamma", "scipy.special.psi"),
        code=c_helper("adc_digamma", c_text.DIGAMMA),
    ),
    Operation(
        "xlogy", "xlogy(x, y)", special.xlogy, 25, (("log(y)",), ("where(x == 0, 0, x/y)",)),
        (_ANY, _POSITIVE), kink="where y is 0: -inf by x", python=("scipy.special.xlogy",),
        edges=(Edge((0.0, 0.0), (-math.inf, 0.0)), Edge((0.0, 2.0), (math.log(2.0), 0.0))),
        code=c_helper("adc_xlogy", c_text.XLOGY),
    ),
    Operation(
        "binary_exponent", "binary_exponent(x)", special.binary_exponent, 2, ((),), (_POSITIVE,),
        kink="piecewise constant", range=ranges.plain,
        code=c_helper("adc_exponent", c_text.BINARY_EXPONENT),
    ),
    Operation(
        "ldexp", "ldexp(x, y)", special.ldexp, 2, (("ldexp(1, y)",), ()), (_ANY, _POSITIVE),
        kink="x*2**y for whole y", code=c_helper("adc_ldexp", c_text.LDEXP),
    ),
    Operation(
        # Mills' ratio, by its expansion where the normal distribution is all but 0.
        "log_ndtr", "log_ndtr(x)", special.elementwise(special.log_ndtr), 60,
        (
            (
                "where(x < -20,"
                " -x/(1 - (1 - (3 - (15 - (105 - 945/(x*x))/(x*x))/(x*x))/(x*x))/(x*x)),"
                " 0.3989422804014327*exp(-(0.5*x*x) - log_ndtr(x)))",
            ),
        ),
        (_ANY,), python=("scipy.special.log_ndtr",),
        code=c_helper("adc_log_ndtr", c_text.LOG_NDTR),
    ),
)  # fmt: skip

#: What derivatives of these need, and sources have no name for.
DERIVATIVES: tuple[Operation, ...] = (
    Operation(
        "trigamma", "trigamma(x)", special.elementwise(special.trigamma), 60, ((),),
        ((0.4, 4.0),), ruled=False, kink="the derivative of digamma; itself without a rule",
        code=c_helper("adc_trigamma", c_text.TRIGAMMA),
    ),
)  # fmt: skip
