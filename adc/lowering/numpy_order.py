"""Values in their order: `sort`, `median`, quantiles.

Positions that data decide are no subscripts. So each element is compared with all others along its
axis, which tells its rank, and what has a rank is found by looking at all ranks: no more memory,
but as many steps as an axis has elements, for each of them. Of equal elements the first is taken
for the smaller one, also by derivatives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Index, IntValue
from adc.ir.shapes import floordiv
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import require
from adc.lowering.linear_algebra import operand, zeroed
from adc.lowering.numpy_create import array_operand
from adc.lowering.numpy_joins import join
from adc.lowering.promotion import strong
from adc.lowering.reductions import Request, floating, requested, total
from adc.lowering.reshaping import expand_dims, reshape, transpose
from adc.lowering.store import Points, put
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Value

Handler = Callable[[Context, CallSite], Value]


def _sort(cx: Context, site: CallSite) -> Value:
    """`np.sort(a)`: NaN come last, as in NumPy."""
    bound = site.bind("a", "axis kind order stable")
    if not isinstance(bound.get("order", Nothing()), Nothing):
        raise site.error("`order=` of `sort` is for arrays with fields", help="leave it out")
    value = strong(array_operand(cx, site, bound["a"]))
    if not value.shape:
        raise site.error("a number cannot be sorted", help="pass an array")
    if isinstance(bound.get("axis"), Nothing):
        value = reshape(cx, value, (sympy.Integer(-1),), site.span)
    axis = site.axis(_axis(bound), value.rank)
    return _sorted(cx, site, value, axis)


def _axis(bound: dict[str, Value]) -> Value:
    given = bound.get("axis", Nothing())
    return Integer(sympy.Integer(-1)) if isinstance(given, Nothing) else given


def _sort_in_place(cx: Context, site: CallSite) -> Value:
    """`a.sort()`."""
    bound = site.bind("a", "axis kind order stable")
    target = site.array(bound["a"])
    if target.view is None or target.ways:
        raise site.error("`sort` needs an array in memory", help="use `np.sort`")
    result = _sorted(cx, site, target, site.axis(_axis(bound), target.rank))
    cx.will_write(target.view.container, site.span)
    put(cx, target.view, target.dtype, result, site.span)
    return Nothing()


def _sorted(cx: Context, site: CallSite, value: Array, axis: int) -> Array:
    """The elements along `axis` in ascending order, in a new array."""
    turn = [a for a in range(value.rank) if a != axis] + [axis]
    lines = _comparable(cx, site, transpose(value, tuple(turn)))
    ranks = _ranks(cx, lines)
    result = zeroed(cx, "ordered", lines.dtype, lines.shape)
    points = Points(cx, (*lines.shape, lines.shape[-1]))
    *lead, place, source = points.position
    here = build.compare("eq", ranks.at((*lead, source)), IntValue(place))
    term = build.where(here, lines.at((*lead, source)), build.zero(lines.dtype))
    assert result.view is not None
    cx.emit(result.view, (*lead, place), Update.ADD, term, points.dims)
    return transpose(result, tuple(turn.index(a) for a in range(value.rank)))


def _comparable(cx: Context, site: CallSite, value: Array) -> Array:
    """`value` in memory: comparisons and what is taken see the very same bits."""
    if value.dtype is DType.BOOL:
        raise site.error(f"`{site.short}` of booleans is not supported", help="count them")
    return operand(cx, value)


def _ranks(cx: Context, lines: Array) -> Array:
    """For each element how many of its line come before it."""
    ranks = zeroed(cx, "rank", DType.INT64, lines.shape)
    points = Points(cx, (*lines.shape, lines.shape[-1]))
    *lead, own, other = points.position
    here, there = lines.at((*lead, own)), lines.at((*lead, other))
    first = build.compare("lt", IntValue(other), IntValue(own))
    tied = build.apply("and", build.apply("not", _less(here, there)), first)
    before = build.apply("or", _less(there, here), tied)
    one, none = build.one(DType.INT64), build.zero(DType.INT64)
    assert ranks.view is not None
    term = build.where(before, one, none)
    cx.emit(ranks.view, (*lead, own), Update.ADD, term, points.dims)
    return ranks


def _less(a: Expr, b: Expr) -> Expr:
    """Whether `a` is less than `b`, NaN being the largest."""
    less = build.compare("lt", a, b)
    if not a.dtype.is_float:
        return less
    number = build.apply("not", build.apply("isnan", a))
    return build.apply("or", less, build.apply("and", build.apply("isnan", b), number))


# -- medians and quantiles -------------------------------------------------------------------------


class Ordered:
    """The lines of a request's value along its axes, as one axis, and their ranks."""

    def __init__(self, cx: Context, request: Request) -> None:
        self.cx, site = cx, request.site
        value = floating(request.value)
        kept = [a for a in range(value.rank) if a not in request.axes]
        turned = transpose(value, (*kept, *request.axes))
        shape = (*(value.shape[a] for a in kept), sympy.Integer(-1))
        self.lines = _comparable(cx, site, reshape(cx, turned, shape, site.span))
        self.extent = cx.extent(self.lines.shape[-1])
        what = f"`{site.short}` over an axis of {self.extent} elements"
        require(cx, self.extent - 1, what, site.span)
        self.ranks = _ranks(cx, self.lines)

    def at_rank(self, rank: Expr) -> Array:
        """The elements of this rank, an integer or a whole floating number."""

        def chosen(position: Index) -> Expr:
            own = build.cast(self.ranks.at(position), rank.dtype)
            test = build.compare("eq", own, rank)
            return build.where(test, self.lines.at(position), build.zero(self.lines.dtype))

        whole = Array(self.lines.shape, self.lines.dtype, chosen)
        return operand(self.cx, total(self.cx, whole, (self.lines.rank - 1,), "selected"))

    def unless_nan(self, value: Array) -> Array:
        """`value`, or NaN where one is among the elements."""
        last = self.at_rank(IntValue(sympy.expand(self.extent - 1)))

        def at(position: Index) -> Expr:
            end = last.at(position)
            return build.where(build.apply("isnan", end), end, value.at(position))

        return Array(value.shape, value.dtype, at)


def _median(cx: Context, site: CallSite) -> Value:
    """The middle element, or the mean of the two in the middle."""
    request = requested(cx, site, "axis out overwrite_input keepdims")
    if "overwrite_input" in request.bound:
        raise site.error("`overwrite_input=` of `median` is not supported", help="leave it out")
    ordered = Ordered(cx, request)
    n = ordered.extent
    low, high = (
        ordered.at_rank(IntValue(floordiv(m, sympy.Integer(2)))) for m in (sympy.expand(n - 1), n)
    )

    def at(position: Index) -> Expr:
        both = build.apply("add", low.at(position), high.at(position))
        return build.apply("mul", build.const("0.5", low.dtype), both)

    return request.shaped(ordered.unless_nan(Array(low.shape, low.dtype, at)))


def _quantile(hundred: bool) -> Handler:
    """`np.quantile` and, of a `hundred`, `np.percentile`: between the two nearest elements."""

    def call(cx: Context, site: CallSite) -> Value:
        options = "q axis out overwrite_input method keepdims"
        request = requested(cx, site, options)
        given = request.bound.get("q")
        if given is None:
            raise site.error(f"`{site.short}` needs the argument `q`")
        if request.bound.get("method", Text("linear")) != Text("linear"):
            raise site.error("only `method='linear'` is supported", help="leave it out")
        ordered = Ordered(cx, request)
        asked = given.items if isinstance(given, Items) else (given,)
        found = [_at_share(ordered, _share(site, q, ordered, hundred)) for q in asked]
        if not isinstance(given, Items):
            return request.shaped(found[0])
        return join(cx, site, [expand_dims(request.shaped(v), (0,)) for v in found], 0)

    return call


def _share(site: CallSite, given: Value, ordered: Ordered, hundred: bool) -> Expr:
    """The share of elements below, as NumPy rounds it."""
    dtype = ordered.lines.dtype
    kind: Any = np.dtype(dtype.value).type
    number = kind(site.literal(given, "q"))
    share = float(number / kind(100)) if hundred else float(number)
    if not 0.0 <= share <= 1.0:
        raise site.error(f"`q` of `{site.short}` is out of range", help="use a share of the whole")
    return build.const(share, dtype)


def _at_share(ordered: Ordered, share: Expr) -> Array:
    """On the line between the two elements around a position."""
    dtype = share.dtype
    last = build.cast(IntValue(sympy.expand(ordered.extent - 1)), dtype)
    position = build.apply("mul", share, last)
    below = build.apply("floor", position)
    above = build.apply("minimum", build.apply("add", below, build.one(dtype)), last)
    way = build.apply("sub", position, below)
    low, high = ordered.at_rank(below), ordered.at_rank(above)

    def at(index: Index) -> Expr:
        a, b = low.at(index), high.at(index)
        apart = build.apply("sub", b, a)
        from_low = build.apply("add", a, build.apply("mul", apart, way))
        rest = build.apply("mul", apart, build.apply("sub", build.one(dtype), way))
        half = build.compare("ge", way, build.const("0.5", dtype))
        return build.where(half, build.apply("sub", b, rest), from_low)

    return ordered.unless_nan(Array(low.shape, low.dtype, at))


TABLE: dict[str, Handler] = {
    "numpy.sort": _sort, "array.sort": _sort_in_place, "numpy.median": _median,
    "numpy.quantile": _quantile(False), "numpy.percentile": _quantile(True),
}  # fmt: skip
