"""Values in their order: `sort`, `median`, quantiles.

Positions that data decide are no subscripts. So each element is compared with all others along its
axis, which tells its rank, and what has a rank is found by looking at all ranks: no more memory,
but as many steps as an axis has elements, for each of them. Of equal elements the first is taken
for the smaller one, also by derivatives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
from adc.lowering.lists.growing import is_changed
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.joins import join
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import convert, literal_number, strong
from adc.lowering.reductions import Request, floating, requested, total
from adc.lowering.reshaping import expand_dims, flip, reshape, transpose
from adc.lowering.store import Points, materialise, put
from adc.lowering.values import (
    Array,
    ElementAt,
    Grown,
    Integer,
    Items,
    Nothing,
    Text,
    Token,
    Value,
    scalar,
)

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

    def at_rank(self, rank: Expr | ElementAt) -> Array:
        """The elements of this rank, an integer or a whole floating number; of each line that of
        its own, where it is told by a position."""

        def chosen(position: Index) -> Expr:
            wanted = rank(position[:-1]) if callable(rank) else rank
            own = build.cast(self.ranks.at(position), wanted.dtype)
            test = build.compare("eq", own, wanted)
            return build.where(test, self.lines.at(position), build.zero(self.lines.dtype))

        whole = Array(self.lines.shape, self.lines.dtype, chosen)
        return operand(self.cx, total(self.cx, whole, (self.lines.rank - 1,), "selected"))

    def unless_nan(self, value: Array) -> Array:
        """`value`, or NaN where one is among the elements."""
        last = self.at_rank(IntValue(sympy.expand(self.extent - 1)))

        def at(position: Index) -> Expr:
            end = last.at(position)
            nan = build.apply("isnan", end)
            return build.where(nan, convert(end, value.dtype), value.at(position))

        return Array(value.shape, value.dtype, at)

    def numbers(self) -> Array:
        """For each line how many of its elements are no NaN."""
        if not self.lines.dtype.is_float:
            every = IntValue(self.extent)
            return Array(self.lines.shape[:-1], DType.INT64, lambda _: every)
        lines = self.lines

        def one(position: Index) -> Expr:
            return build.apply("not", build.apply("isnan", lines.at(position)))

        held = Array(lines.shape, DType.BOOL, one)
        return operand(self.cx, total(self.cx, held, (lines.rank - 1,), "number"))

    def or_nan(self, value: Array, numbers: Array) -> Array:
        """`value`, or NaN where no element is a number."""

        def at(position: Index) -> Expr:
            some = build.compare("gt", numbers.at(position), build.zero(DType.INT64))
            return build.where(some, value.at(position), build.const("nan", value.dtype))

        return Array(value.shape, value.dtype, at)


def _nan_median(cx: Context, site: CallSite) -> Value:
    """The median of what is no NaN."""
    request = requested(cx, site, "axis out overwrite_input keepdims")
    if site.flag(request.bound.get("overwrite_input"), "overwrite_input"):
        raise site.error("`overwrite_input` is given by its name here",
                         help="write `overwrite_input=`")  # fmt: skip
    ordered = Ordered(cx, request)
    numbers, two = ordered.numbers(), build.const(2, DType.INT64)

    def middle(less: int) -> ElementAt:
        taken = build.const(less, DType.INT64)
        return lambda p: build.apply("floordiv", build.sub(numbers.at(p), taken), two)

    low, high = (ordered.at_rank(middle(less)) for less in (1, 0))

    def at(position: Index) -> Expr:
        both = build.apply("add", low.at(position), high.at(position))
        return build.apply("mul", build.const("0.5", low.dtype), both)

    # The middle of an even number are two elements, that of an odd one is the same twice.
    return request.shaped(ordered.or_nan(Array(low.shape, low.dtype, at), numbers))


def _median(cx: Context, site: CallSite) -> Value:
    """The middle element, or the mean of the two in the middle."""
    request = requested(cx, site, "axis out overwrite_input keepdims")
    if site.flag(request.bound.get("overwrite_input"), "overwrite_input"):
        raise site.error("`overwrite_input` is given by its name here",
                         help="write `overwrite_input=`")  # fmt: skip
    ordered = Ordered(cx, request)
    n = ordered.extent
    low, high = (
        ordered.at_rank(IntValue(floordiv(m, sympy.Integer(2)))) for m in (sympy.expand(n - 1), n)
    )

    def at(position: Index) -> Expr:
        both = build.apply("add", low.at(position), high.at(position))
        return build.apply("mul", build.const("0.5", low.dtype), both)

    return request.shaped(ordered.unless_nan(Array(low.shape, low.dtype, at)))


def _quantile(hundred: bool, over_nan: bool = False) -> Handler:
    """`np.quantile` and, of a `hundred`, `np.percentile`: between the two nearest elements, of
    those that are no NaN where it is to go `over_nan`."""

    def call(cx: Context, site: CallSite) -> Value:
        options = "q axis out overwrite_input method keepdims"
        request = requested(cx, site, options)
        given = request.bound.get("q")
        if given is None:
            raise site.error(f"`{site.short}` needs the argument `q`")
        if site.flag(request.bound.get("overwrite_input"), "overwrite_input"):
            raise site.error("`overwrite_input` is given by its name here",
                             help="write `overwrite_input=`")  # fmt: skip
        method = request.bound.get("method", Text("linear"))
        if not isinstance(method, Text) or method.value not in _METHODS:
            raise site.error("this `method` is not supported", help=f"use {', '.join(_METHODS)}")
        ordered = Ordered(cx, request)
        asked = [_in_range(cx, site, q, hundred) for q in _asked(cx, site, given)]
        numbers = ordered.numbers() if over_nan else None
        # Among several shares NumPy goes in double precision, whatever it goes between.
        dtype = DType.FLOAT64 if _is_several(given) else ordered.lines.dtype
        found = [
            _at_share(ordered, _share(site, q, dtype, hundred), method.value, numbers)
            for q in asked
        ]
        if len(asked) == 1 and not _is_several(given):
            return request.shaped(found[0])
        return join(cx, site, [expand_dims(request.shaped(v), (0,)) for v in found], 0)

    return call


#: The alpha and beta of Hyndman and Fan (1996) by NumPy's names for what goes between two elements.
_CONTINUOUS = {
    "hazen": (0.5, 0.5), "weibull": (0.0, 0.0), "median_unbiased": (1 / 3.0, 1 / 3.0),
    "normal_unbiased": (3 / 8.0, 3 / 8.0), "interpolated_inverted_cdf": (0.0, 1.0),
}  # fmt: skip
#: How a position between two elements is taken.
_METHODS = ("linear", "lower", "higher", "midpoint", *_CONTINUOUS)


def _is_several(given: Value) -> bool:
    return isinstance(given, Items) or (isinstance(given, Array) and bool(given.shape))


def _asked(cx: Context, site: CallSite, given: Value) -> list[Value]:
    """The shares, one by one."""
    if isinstance(given, Items):
        return list(given.items)
    if not isinstance(given, Array) or not given.shape:
        return [given]
    extent = cx.extent(given.shape[0])
    if given.rank != 1 or not extent.is_Integer or not 0 < extent <= 64:
        raise site.error(f"how many quantiles `{site.short}` gives is not known",
                         help="pass a list of numbers")  # fmt: skip
    given = operand(cx, given)
    return [scalar(given.at((sympy.Integer(k),))) for k in range(int(extent))]


def _share(site: CallSite, given: Value, dtype: DType, hundred: bool) -> Expr:
    """The share of elements below, as NumPy rounds it."""
    if literal_number(given) is None:
        return _computed_share(site, given, dtype, hundred)
    kind: Any = np.dtype(dtype.value).type
    number = kind(site.literal(given, "q"))
    share = float(number / kind(100)) if hundred else float(number)
    if not 0.0 <= share <= 1.0:
        raise site.error(f"`q` of `{site.short}` is out of range", help="use a share of the whole")
    return build.const(share, dtype)


def _in_range(cx: Context, site: CallSite, share: Value, hundred: bool) -> Value:
    """The `share`, which NumPy lets be none outside of the whole; literals are looked at later."""
    if literal_number(share) is not None:
        return share
    return call_written(cx, site, "adc_share", share, Integer(sympy.Integer(99 * hundred + 1)))


def _computed_share(site: CallSite, given: Value, dtype: DType, hundred: bool) -> Expr:
    """A share that the source computes, in double precision."""
    number = site.array(given)
    if number.shape or dtype is not DType.FLOAT64:
        raise site.error(f"a computed `q` of `{site.short}` is a number beside float64",
                         help="pass a literal")  # fmt: skip
    share = convert(number.at(()), dtype)
    return build.apply("div", share, build.const("100.0", dtype)) if hundred else share


def _at_share(
    ordered: Ordered, share: Expr, method: str = "linear", numbers: Array | None = None
) -> Array:
    """On the line between the two elements around a position; or one of the two, or their middle,
    as the `method` has it. `numbers` are how many elements of each line count, if not all."""
    dtype = share.dtype

    def last(index: Index) -> Expr:
        if numbers is None:
            return build.cast(IntValue(sympy.expand(ordered.extent - 1)), dtype)
        one_less = build.sub(numbers.at(index), build.one(DType.INT64))
        return build.cast(one_less, dtype)

    def position(index: Index) -> Expr:
        if method not in _CONTINUOUS:
            return build.apply("mul", share, last(index))
        number = build.apply("add", last(index), build.one(dtype))
        alpha, beta = (build.const(part, dtype) for part in _CONTINUOUS[method])
        rest = build.apply("sub", build.apply("sub", build.one(dtype), alpha), beta)
        shift = build.apply("add", alpha, build.apply("mul", share, rest))
        moved = build.apply("add", build.apply("mul", number, share), shift)
        place = build.apply("sub", moved, build.one(dtype))
        return build.apply("minimum", build.apply("maximum", place, build.zero(dtype)), last(index))

    def below(index: Index) -> Expr:
        return build.apply("floor", position(index))

    def above(index: Index) -> Expr:
        if method in ("higher", "midpoint"):
            return build.apply("ceil", position(index))
        more = build.apply("add", below(index), build.one(dtype))
        return build.apply("minimum", more, last(index))

    low, high = ordered.at_rank(below), ordered.at_rank(above)

    def at(index: Index) -> Expr:
        a, b = low.at(index), high.at(index)
        if method in ("lower", "higher"):
            return a if method == "lower" else b
        apart = convert(build.apply("sub", b, a), dtype)
        a, b = convert(a, dtype), convert(b, dtype)
        way: Expr = build.apply("sub", position(index), below(index))
        if method == "midpoint":
            whole = build.compare("eq", way, build.zero(dtype))
            way = build.where(whole, way, build.const("0.5", dtype))
        from_low = build.apply("add", a, build.apply("mul", apart, way))
        rest = build.apply("mul", apart, build.apply("sub", build.one(dtype), way))
        half = build.compare("ge", way, build.const("0.5", dtype))
        return build.where(half, build.apply("sub", b, rest), from_low)

    kept = low.dtype if method in ("lower", "higher") else dtype
    found = Array(low.shape, kept, at)
    return ordered.unless_nan(found) if numbers is None else ordered.or_nan(found, numbers)


def _partition(cx: Context, site: CallSite) -> Value:
    """`np.partition(a, kth)`: all in order, which is more than is asked for."""
    bound = site.bind("a kth", "axis kind order")
    keywords = {k: v for k, v in bound.items() if k == "axis"}
    warn_of_partition(cx, site)
    return _sort(cx, replace(site, arguments=(bound["a"],), keywords=keywords))


def warn_of_partition(cx: Context, site: CallSite) -> None:
    cx.warn(
        "ADC0251", "`partition` leaves what is beside its position in no order; here it is sorted",
        site.span, help="write `np.sort`, which NumPy sorts, too",
    )  # fmt: skip


def _python_sorted(cx: Context, site: CallSite) -> Value:
    """Python's `sorted(xs)` of numbers, as a list."""
    bound = site.bind("iterable", "key reverse")
    if not isinstance(bound.get("key", Nothing()), Nothing):
        raise site.error("`key=` of `sorted` is not supported", help="use `np.argsort` of the keys")
    backwards = site.flag(bound.get("reverse"), "reverse")
    given = bound["iterable"]
    if isinstance(given, Items):
        return _sorted_items(cx, site, given, backwards)
    value = strong(array_operand(cx, site, given))
    if value.rank != 1:
        raise site.error("`sorted` takes a vector, or a list of numbers")
    ordered = _sorted(cx, site, value, 0)
    ordered = flip(ordered, (0,)) if backwards else ordered
    view, token = materialise(cx, ordered, "ordered"), Token(str(site.span))
    return Grown(
        view.container,
        cx.extent(value.shape[0]),
        (),
        value.dtype,
        False,
        token=token,
        changed=is_changed(cx, token),
    )


def _sorted_items(cx: Context, site: CallSite, given: Items, backwards: bool) -> Value:
    known = [v.value for v in given.items if isinstance(v, Integer) and v.value.is_Integer]
    if len(known) == len(given.items):
        found = tuple(Integer(k) for k in sorted(known, reverse=backwards))
        return Items(found, is_list=True, token=Token(str(site.span)))
    parts = [site.array(v) for v in given.items]
    if any(p.shape for p in parts) or len({p.dtype for p in parts}) > 1:
        raise site.error("`sorted` takes numbers of one type", help="write `1.0` for `1`")
    if any(repr(literal_number(p)) == "nan" for p in parts):
        raise site.error("Python has no order of NaN", help="leave NaN out of the list")
    ordered = _sorted(cx, site, operand(cx, strong(array_operand(cx, site, given))), 0)
    places = range(len(parts))
    order = reversed(places) if backwards else places
    weak = all(p.weak for p in parts)
    if not weak and any(p.weak for p in parts):
        cx.types.either |= {way.view.container for way in ordered.stored if way.view is not None}
    items = tuple(replace(scalar(ordered.at((sympy.Integer(k),))), weak=weak) for k in order)
    return Items(items, is_list=True, token=Token(str(site.span)))


TABLE: dict[str, Handler] = {
    "numpy.sort": _sort, "array.sort": _sort_in_place, "numpy.median": _median,
    "numpy.quantile": _quantile(False), "numpy.percentile": _quantile(True),
    "numpy.nanmedian": _nan_median, "numpy.nanquantile": _quantile(False, over_nan=True),
    "numpy.nanpercentile": _quantile(True, over_nan=True),
    "numpy.partition": _partition, "sorted": _python_sorted,
}  # fmt: skip
