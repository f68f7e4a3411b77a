"""Factors and systems of `scipy.linalg`."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index
from adc.lowering.broadcasting import unify
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import require
from adc.lowering.linear_algebra import operand
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.solving import (
    emitted,
    exchanged,
    gained,
    one_system,
    precision,
    section,
    solved,
    square,
)
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import cast_array, convert, strong
from adc.lowering.store import materialise
from adc.lowering.values import Array, Integer, Items, Value, of_view
from adc.ops.library import Cholesky, Lu, RowsExchanged, RowsReturned, triangular

Handler = Callable[[Context, CallSite], Value]


def _cholesky(cx: Context, site: CallSite) -> Value:
    """`scipy.linalg.cholesky(a)`: the upper factor, of the upper triangle, or the lower one."""
    bound = site.bind("a", "lower overwrite_a check_finite")
    a = operand(cx, strong(array_operand(cx, site, bound["a"])))
    one_system(site, a, a)
    _refuse_overwritten(site, bound)
    n, dtype = square(cx, site, a), precision(a)
    matrix = section(cx, a, (), (n, n), dtype)
    lower = site.flag(bound.get("lower"), "lower")
    operands = (matrix if lower else exchanged(matrix),)
    return emitted(cx, Cholesky, operands, dtype, (n, n), "factor", turned=not lower)


def _refuse_overwritten(site: CallSite, bound: dict[str, Value]) -> None:
    for name in ("overwrite_a", "overwrite_b", "overwrite_ab"):
        if site.flag(bound.get(name), name):
            raise site.error(f"what `{name}` leaves is unknown", help="leave it out")


def _lu_factor(cx: Context, site: CallSite) -> Value:
    """`scipy.linalg.lu_factor(a)`: the factors in one matrix, and the pivots, counted from 0."""
    bound = site.bind("a", "overwrite_a check_finite")
    a = operand(cx, strong(array_operand(cx, site, bound["a"])))
    one_system(site, a, a)
    _refuse_overwritten(site, bound)
    n, dtype = square(cx, site, a), precision(a)
    made = [("factor", dtype, (n, n)), ("pivots", DType.INT32, (n,))]
    factor, pivots = gained(cx, Lu, (section(cx, a, (), (n, n), dtype),), made)

    def from_zero(position: Index) -> Expr:
        one = build.const(1, DType.INT32)
        return build.apply("sub", pivots.at(position), one)

    rows = materialise(cx, Array((n,), DType.INT32, from_zero), "pivots")
    return Items((factor, of_view(rows, DType.INT32)))


def _lu_solve(cx: Context, site: CallSite) -> Value:
    """`scipy.linalg.lu_solve((lu, piv), b)`: rows exchanged, and two triangular systems."""
    bound = site.bind("lu_and_piv b", "trans overwrite_b check_finite")
    pair = bound["lu_and_piv"]
    if not isinstance(pair, Items) or len(pair.items) != 2:
        raise site.error("`lu_solve` takes a pair first", help="pass what `lu_factor` gives")
    _refuse_overwritten(site, bound)
    trans = site.number(bound["trans"], "trans") if "trans" in bound else 0
    if trans not in (0, 1, 2):
        raise site.error("`trans` is 0, 1 or 2")
    factor, b = (
        operand(cx, strong(array_operand(cx, site, v))) for v in (pair.items[0], bound["b"])
    )
    pivots = strong(array_operand(cx, site, pair.items[1]))
    one_system(site, factor, b)
    dtype = precision(factor, b)
    b = operand(cx, cast_array(b, dtype))
    if b.shape:
        unify(cx, square(cx, site, factor), b.shape[0], f"`{site.short}`", site.span,
              "give both the same number of rows")  # fmt: skip
    if trans:
        first = solved(cx, site, triangular(True, False), factor, b, turned=True)
        last = solved(cx, site, triangular(False, True), factor, first, turned=True)
        return _moved(cx, last, pivots, backwards=True)
    moved = _moved(cx, b, pivots, backwards=False)
    first = solved(cx, site, triangular(True, True), factor, moved)
    return solved(cx, site, triangular(False, False), factor, first)


def _moved(cx: Context, b: Array, pivots: Array, backwards: bool) -> Array:
    """The rows of `b` as the pivots say, or back."""

    def from_one(position: Index) -> Expr:
        one = build.const(1, DType.INT64)
        return build.apply("add", convert(pivots.at(position), DType.INT64), one)

    shape = pivots.shape
    numbers = of_view(materialise(cx, Array(shape, DType.INT64, from_one), "pivots"), DType.INT64)
    kind = RowsReturned if backwards else RowsExchanged
    extents = (*shape, *b.shape[1:])
    rows = section(cx, b, (), extents, b.dtype)
    operands = (rows, section(cx, numbers, (), shape, DType.INT64))
    return emitted(cx, kind, operands, b.dtype, extents, "rows")


def _solve_banded(cx: Context, site: CallSite) -> Value:
    """`scipy.linalg.solve_banded((l, u), ab, b)`: by elimination within the band, with pivots."""
    bound = site.bind("l_and_u ab b", "overwrite_ab overwrite_b check_finite")
    _refuse_overwritten(site, bound)
    widths = bound["l_and_u"]
    if not isinstance(widths, Items) or len(widths.items) != 2:
        raise site.error("`solve_banded` takes a pair of widths first", help="pass `(1, 1)`")
    lower, upper = (site.number(v, "l_and_u") for v in widths.items)
    ab, b = (strong(array_operand(cx, site, bound[n])) for n in ("ab", "b"))
    return _banded(cx, site, lower, upper, ab, b)


def _banded(cx: Context, site: CallSite, lower: int, upper: int, ab: Array, b: Array) -> Value:
    dtype = precision(ab, b)
    ab, b = (operand(cx, cast_array(v, dtype)) for v in (ab, b))
    if ab.rank != 2 or b.rank not in (1, 2):
        raise site.error(f"`{site.short}` takes a matrix, and a vector or a matrix")
    what = f"a band of {lower + upper + 1} diagonals"
    require(cx, cx.extent(ab.shape[0]) - (lower + upper + 1), what, site.span)
    require(cx, lower + upper + 1 - cx.extent(ab.shape[0]), what, site.span)
    require(cx, cx.extent(ab.shape[1]) - 1, "a system of one equation at least", site.span)
    widths = (Integer(sympy.Integer(width)) for width in (lower, upper))
    return call_written(cx, site, "adc_solve_banded", *widths, ab, b)


def _solveh_banded(cx: Context, site: CallSite) -> Value:
    """`scipy.linalg.solveh_banded(ab, b)` of one half of a band."""
    bound = site.bind("ab b", "overwrite_ab overwrite_b lower check_finite")
    _refuse_overwritten(site, bound)
    half = "lower" if site.flag(bound.get("lower"), "lower") else "upper"
    ab, b = (strong(array_operand(cx, site, bound[n])) for n in ("ab", "b"))
    rows = cx.extent(ab.shape[0]) if ab.rank == 2 else sympy.Integer(0)
    if not rows.is_Integer or rows < 1:
        raise site.error("`solveh_banded` takes a matrix with a known number of rows")
    whole = call_written(cx, site, f"adc_banded_of_{half}", operand(cx, ab))
    assert isinstance(whole, Array)
    return _banded(cx, site, int(rows) - 1, int(rows) - 1, whole, b)


TABLE: dict[str, Handler] = {
    "scipy.linalg.cholesky": _cholesky, "scipy.linalg.lu_factor": _lu_factor,
    "scipy.linalg.lu_solve": _lu_solve, "scipy.linalg.solve_banded": _solve_banded,
    "scipy.linalg.solveh_banded": _solveh_banded,
}  # fmt: skip
