"""Norms of vectors and matrices."""

from __future__ import annotations

import math
from collections.abc import Callable

from adc.ir import build
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
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
from adc.lowering.values import Array, Items, Nothing, Text, Value


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
    """The Frobenius norm, or the extreme of the columns' (1) or rows' (inf) sums."""
    if isinstance(order, Text) and order.value in ("fro", "f"):
        return _euclidean(cx, value, axes, site)
    p = math.nan if isinstance(order, Text) else site.literal(order, "ord")
    if abs(p) not in (1, math.inf):
        raise site.error(
            "this matrix norm is not supported", help="use 'fro', 1, -1, np.inf or -np.inf"
        )
    summed, other = axes if abs(p) == 1 else (axes[1], axes[0])
    absolute = elementwise.same_type(cx, "abs", value, site.span)
    sums = total(cx, absolute, (summed,))
    left = other - 1 if summed < other else other
    return extreme(cx, sums, (left,), "max" if p > 0 else "min", site)


TABLE: dict[str, Callable[[Context, CallSite], Value]] = {
    "numpy.linalg.norm": norm,
    "numpy.linalg.vector_norm": vector_norm,
}
