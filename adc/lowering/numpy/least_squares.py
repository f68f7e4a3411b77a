"""Least squares, pseudo-inverses and condition numbers, of matrices of full rank."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.ir.dtypes import DType
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import require
from adc.lowering.linear_algebra import matmul, operand
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.solving import precision
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import cast_array, strong
from adc.lowering.reductions import squared, total
from adc.lowering.reshaping import expand_dims, transpose
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Unknown, Value

Handler = Callable[[Context, CallSite], Value]


def _lstsq(cx: Context, site: CallSite) -> Value:
    """`np.linalg.lstsq(a, b)`, and SciPy's: by QR factors of a matrix of full rank that has as many
    rows as columns or more. Where it is not of full rank, the solution is NaN."""
    options = (
        "rcond"
        if site.name.startswith("numpy.")
        else ("cond overwrite_a overwrite_b check_finite lapack_driver")
    )
    bound = site.bind("a b", options)
    given = bound.get("rcond", bound.get("cond", Nothing()))
    if not isinstance(given, Nothing) and site.literal(given, "rcond") != -1:
        raise site.error("another `rcond` of `lstsq` than None is not supported",
                         help="pass `rcond=None`")  # fmt: skip
    a, b = (strong(array_operand(cx, site, bound[n])) for n in ("a", "b"))
    dtype = precision(a, b)
    a, b = (operand(cx, cast_array(v, dtype)) for v in (a, b))
    _check_tall(cx, site, a)
    x = call_written(cx, site, "adc_least_squares", a, b)
    assert isinstance(x, Array)
    m, n = (cx.extent(e) for e in a.shape)
    rest: Value = _untold(site, "is empty where there are no more equations than unknowns")
    if cx.prover.nonneg(sympy.expand(m - n - 1)):
        away = elementwise.arithmetic(cx, "sub", [b, matmul(cx, a, x, site.span)], site.span)
        rest = total(cx, squared(operand(cx, away)), (0,))
        rest = expand_dims(rest, (0,)) if b.rank == 1 else rest
    singular = _untold(site, "is not worked out by `lstsq`")
    return Items((x, rest, Integer(n), singular))


def _untold(site: CallSite, reason: str) -> Unknown:
    help = "take the solution alone: `np.linalg.lstsq(a, b)[0]`, and the rest by functions of it"
    return Unknown(reason, help, site.span, "ADC0220")


def _check_tall(cx: Context, site: CallSite, a: Array) -> None:
    if a.rank != 2:
        raise site.error(f"`{site.short}` takes one matrix", help="call it in a loop")
    m, n = (cx.extent(e) for e in a.shape)
    what = f"`{site.short}` of a matrix with as many rows as columns or more"
    require(cx, sympy.expand(m - n), what, site.span)
    require(cx, n - 1, f"`{site.short}` of a matrix of {n} columns", site.span)


def _pinv(cx: Context, site: CallSite) -> Value:
    """`np.linalg.pinv(a)` of full rank: (A^T A)^-1 A^T, by QR factors; of wide matrices, where
    that is known, by those of the transposed one."""
    bound = site.bind("a", "" if site.name.startswith("numpy.") else "check_finite")
    a = strong(array_operand(cx, site, bound["a"]))
    a = operand(cx, cast_array(a, precision(a)))
    wide = a.rank == 2 and cx.prover.nonneg(sympy.expand(a.shape[1] - a.shape[0] - 1))
    tall = transpose(a, (1, 0)) if wide else a
    _check_tall(cx, site, tall)
    found = call_written(cx, site, "adc_pseudo_inverse", tall)
    assert isinstance(found, Array)
    return transpose(found, (1, 0)) if wide else found


def _polyfit(cx: Context, site: CallSite) -> Value:
    """`np.polyfit(x, y, deg)`: the coefficients, in double precision."""
    bound = site.bind("x y deg", "rcond full w cov")
    for name in ("full", "cov"):
        if name in bound and site.flag(bound[name], name):
            raise site.error(f"`{name}` of `polyfit` is not supported", help="leave it out")
    if not isinstance(bound.get("rcond", Nothing()), Nothing):
        raise site.error("`rcond` of `polyfit` is not supported", help="leave it out")
    degree = Integer(sympy.Integer(site.number(bound["deg"], "deg")))
    names = ["x", "y"] + (["w"] if not isinstance(bound.get("w", Nothing()), Nothing) else [])
    given: list[Value] = [
        operand(cx, cast_array(strong(array_operand(cx, site, bound[n])), DType.FLOAT64))
        for n in names
    ]
    weights = given[2] if len(given) > 2 else Nothing()
    return call_written(cx, site, "adc_polyfit", given[0], given[1], degree, weights)


def _cond(cx: Context, site: CallSite) -> Value:
    """`np.linalg.cond(x, p)`: of singular values, or of the norms of the matrix and its inverse."""
    bound = site.bind("x", "p")
    order, x = bound.get("p", Nothing()), strong(array_operand(cx, site, bound["x"]))
    p = 2.0 if isinstance(order, Nothing) else None
    if p is None and not isinstance(order, Text):
        p = site.literal(order, "p")
    if p in (2.0, -2.0):
        name = "adc_cond_2" if p == 2.0 else "adc_cond_minus_2"
        return call_written(cx, site, name, x)
    return call_written(cx, site, "adc_cond", x, order)


TABLE: dict[str, Handler] = {
    "numpy.linalg.lstsq": _lstsq, "scipy.linalg.lstsq": _lstsq,
    "numpy.linalg.pinv": _pinv, "scipy.linalg.pinv": _pinv,
    "numpy.polyfit": _polyfit, "numpy.linalg.cond": _cond,
}  # fmt: skip
