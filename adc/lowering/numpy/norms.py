"""Norms of vectors and matrices."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir import build
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.numpy.factors import decomposed
from adc.lowering.promotion import cast_array
from adc.lowering.reductions import (
    Axes,
    Request,
    extreme,
    floating,
    requested,
    squared,
    total,
)
from adc.lowering.reshaping import transpose
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Value


def norm(cx: Context, site: CallSite) -> Value:
    """`np.linalg.norm` of vectors (any order) and matrices ('fro', 1, -1, inf, -inf)."""
    request = requested(cx, site, "ord axis keepdims", "x")
    order = request.bound.get("ord", Nothing())
    value, axes = floating(request.value), request.axes
    if isinstance(order, Nothing):
        return request.shaped(_euclidean(cx, value, axes, site))
    if len(axes) == 1:
        return request.shaped(_vector_norm(cx, value, axes, order, site))
    if len(axes) != 2:
        raise site.error(f"a norm over {len(axes)} axes has no order", help="leave out `ord`")
    return request.shaped(_matrix_norm(cx, value, _as_given(request), order, site))


def vector_norm(cx: Context, site: CallSite) -> Value:
    """`np.linalg.vector_norm`: over all elements, or over the axes."""
    request = requested(cx, site, "axis keepdims ord", "x")
    value, order = floating(request.value), request.bound.get("ord")
    if order is None:
        return request.shaped(_euclidean(cx, value, request.axes, site))
    return request.shaped(_vector_norm(cx, value, request.axes, order, site))


def _as_given(request: Request) -> tuple[int, int]:
    """The rows' and the columns' axis, in the order in which the call names them."""
    given = request.bound.get("axis", Nothing())
    if isinstance(given, Items):
        rows, columns = (request.site.axis(v, request.value.rank) for v in given.items)
        return rows, columns
    return 0, 1


def _euclidean(cx: Context, value: Array, axes: Axes, site: CallSite) -> Array:
    return elementwise.float_function(cx, "sqrt", [total(cx, squared(value), axes)], site.span)


def _vector_norm(cx: Context, value: Array, axes: Axes, order: Value, site: CallSite) -> Array:
    if isinstance(order, Text):
        raise site.error(f"{order.value!r} is no order of a vector's norm", help="use a number")
    p = site.literal(order, "ord")
    if p == 2:
        return _euclidean(cx, value, axes, site)
    if p == 0:
        return cast_array(total(cx, elementwise.truth(value, site.span), axes), value.dtype)
    absolute = elementwise.same_type(cx, "abs", value, site.span)
    if math.isinf(p):
        return extreme(cx, absolute, axes, "max" if p > 0 else "min", site)
    if p == 1:
        return total(cx, absolute, axes)
    return _power(total(cx, _power(absolute, p), axes), 1 / p)


def _power(value: Array, exponent: float) -> Array:
    literal = build.const(abs(exponent), value.dtype)
    power = literal if exponent > 0 else build.apply("neg", literal)
    return Array(value.shape, value.dtype, lambda p: build.apply("pow", value.at(p), power))


def _matrix_norm(
    cx: Context, value: Array, axes: tuple[int, int], order: Value, site: CallSite
) -> Array:
    """The Frobenius norm, the extreme of the columns' (1) or rows' (inf) sums or of the singular
    values (2), or their sum ('nuc')."""
    if isinstance(order, Text) and order.value in ("fro", "f"):
        return _euclidean(cx, value, axes, site)
    p = math.nan if isinstance(order, Text) else site.literal(order, "ord")
    if order == Text("nuc") or abs(p) == 2:
        return _by_singular_values(cx, value, axes, p, site)
    if abs(p) not in (1, math.inf):
        raise site.error(
            "this matrix norm is not supported",
            help="use 'fro', 'nuc', 1, 2, np.inf, or -1, -2, -np.inf",
        )
    summed, other = axes if abs(p) == 1 else (axes[1], axes[0])
    absolute = elementwise.same_type(cx, "abs", value, site.span)
    sums = total(cx, absolute, (summed,))
    left = other - 1 if summed < other else other
    return extreme(cx, sums, (left,), "max" if p > 0 else "min", site)


def _by_singular_values(
    cx: Context, value: Array, axes: tuple[int, int], p: float, site: CallSite
) -> Array:
    kept = [a for a in range(value.rank) if a not in axes]
    s = decomposed(cx, site, transpose(value, (*kept, *axes)))[1]
    last = (s.rank - 1,)
    if math.isnan(p):
        return total(cx, s, last)
    return extreme(cx, s, last, "max" if p > 0 else "min", site)


def _matrix_norm_of_last(cx: Context, site: CallSite) -> Value:
    """`np.linalg.matrix_norm(x)`: of the last two axes."""
    bound = site.bind("x", "keepdims ord")
    keywords: dict[str, Value] = {k: v for k, v in bound.items() if k != "x"}
    keywords.setdefault("ord", Text("fro"))
    keywords["axis"] = Items((Integer(sympy.Integer(-2)), Integer(sympy.Integer(-1))))
    return norm(cx, replace(site, arguments=(bound["x"],), keywords=keywords))


def _scipy_norm(cx: Context, site: CallSite) -> Value:
    """`scipy.linalg.norm`, which is NumPy's but for `check_finite`."""
    keywords = {k: v for k, v in site.keywords.items() if k != "check_finite"}
    return norm(cx, replace(site, keywords=keywords))


TABLE: dict[str, Callable[[Context, CallSite], Value]] = {
    "numpy.linalg.norm": norm,
    "numpy.linalg.vector_norm": vector_norm,
    "numpy.linalg.matrix_norm": _matrix_norm_of_last,
    "scipy.linalg.norm": _scipy_norm,
}
