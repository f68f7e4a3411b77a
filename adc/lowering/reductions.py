"""Reductions and scans over axes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Const, Expr, Index, IntValue, Read
from adc.ir.nodes import Loop
from adc.lowering import elementwise
from adc.lowering.broadcasting import broadcast_to
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import require
from adc.lowering.linear_algebra import operand, zeroed
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.shapes import diagonal_of
from adc.lowering.promotion import cast_array, convert, kind
from adc.lowering.reshaping import expand_dims, reshape
from adc.lowering.store import Points, materialise
from adc.lowering.values import Array, Integer, Nothing, Value, anywhere, of_view, scalar

Axes = tuple[int, ...]


def _kept(value: Array, axes: Axes) -> list[int]:
    return [a for a in range(value.rank) if a not in axes]


def sum_dtype(dtype: DType) -> DType:
    """NumPy adds up booleans and short integers as int64."""
    return DType.INT64 if kind(dtype) < 2 else dtype


def total(cx: Context, value: Array, axes: Axes, stem: str = "total") -> Array:
    """The sum over `axes`: one accumulation of the whole expression."""
    dtype = sum_dtype(value.dtype)
    kept = _kept(value, axes)
    result = zeroed(cx, stem, dtype, tuple(value.shape[a] for a in kept))
    points, position = _points(cx, value, kept, axes)
    expr = convert(value.at(position), dtype)
    assert result.view is not None
    cx.emit(result.view, points.position[: len(kept)], Update.ADD, expr, points.dims)
    return result


def extreme(cx: Context, value: Array, axes: Axes, name: str, site: CallSite) -> Array:
    """The largest (`max`) or smallest (`min`) value over `axes`, which must not be empty. What is
    computed is computed once, into memory: the derivative finds the place of the extreme by
    comparing with it, and a second evaluation need not give the same bits."""
    for axis in axes:
        extent = cx.extent(value.shape[axis])
        require(cx, extent - 1, f"`{name}` over an axis of {extent} elements", site.span)
    if value.dtype is DType.BOOL:
        return counted(cx, value, axes, "any" if name == "max" else "all")
    return extreme_in_memory(cx, operand(cx, value), axes, name)


def extreme_in_memory(cx: Context, value: Array, axes: Axes, name: str) -> Array:
    """`extreme` of elements that are there, or have the same bits wherever they are computed."""
    kept = _kept(value, axes)
    stem, op = ("largest", Update.MAX) if name == "max" else ("smallest", Update.MIN)
    view = cx.new_container(cx.new_name(stem), value.dtype, tuple(value.shape[a] for a in kept))
    points, position = _points(cx, value, kept, axes)
    cx.emit(view, points.position[: len(kept)], op, value.at(position), points.dims)
    return of_view(view, value.dtype)


def _points(
    cx: Context, value: Array, kept: list[int], axes: Axes
) -> tuple[Points, tuple[sympy.Expr, ...]]:
    """A domain over kept axes, then reduced ones, and the position in `value` of its points."""
    order = [*kept, *axes]
    points = Points(cx, tuple(value.shape[a] for a in order))
    return points, _in_order(order, points.position)


def _in_order(axes: list[int], position: tuple[sympy.Expr, ...]) -> tuple[sympy.Expr, ...]:
    """`position` along `axes`, sorted by axis."""
    return tuple(where for _, where in sorted(zip(axes, position, strict=True)))


def product(cx: Context, value: Array, axes: Axes) -> Array:
    """The product over `axes`: a sequential loop over each of them."""
    dtype = sum_dtype(value.dtype)
    kept = _kept(value, axes)
    shape = tuple(value.shape[a] for a in kept)
    view = cx.new_container(cx.new_name("product"), dtype, shape)
    points = Points(cx, shape)
    cx.emit(view, points.position, Update.ASSIGN, build.one(dtype), points.dims)
    points = Points(cx, shape)
    variables = tuple(cx.domain_symbol(len(kept) + n) for n in range(len(axes)))
    position = _in_order([*kept, *axes], (*points.position, *variables))
    current = of_view(view, dtype).at(points.position)
    expr = build.apply("mul", current, convert(value.at(position), dtype))
    with cx.block() as body:
        cx.emit(view, points.position, Update.ASSIGN, expr, points.dims)
    for variable, axis in reversed(list(zip(variables, axes, strict=True))):
        stop = value.shape[axis]
        body = [Loop(variable.name, sympy.Integer(0), stop, 1, tuple(body), cx.span)]
    cx.body.extend(body)
    found = cx.types.origin(anywhere(value))
    if found is not None:
        cx.types.meet(view.container, found)  # what is read of the product itself told nothing
    return of_view(view, dtype)


def scan(cx: Context, value: Array, axis: int, op: str) -> Array:
    """`cumsum` (`add`), `cumprod` (`mul`) or what is largest or smallest so far (`maximum`,
    `minimum`) along `axis`: a copy, then a sequential loop.

    The factors of a product are read from where they lie, so that they are at hand in the reverse
    sweep; the terms of a sum, which it does not need, from the copy.
    """
    dtype = sum_dtype(value.dtype) if op in ("add", "mul") else value.dtype
    terms = operand(cx, value) if op != "add" else None
    view = materialise(cx, value, "running", dtype=dtype)
    result = of_view(view, dtype)
    step = cx.domain_symbol(axis)
    rest = tuple(sympy.Integer(1) if a == axis else n for a, n in enumerate(value.shape))
    points = Points(cx, rest)
    here = tuple(step if a == axis else p for a, p in enumerate(points.position))
    before = tuple(step - 1 if a == axis else p for a, p in enumerate(points.position))
    term = convert((terms or result).at(here), dtype)
    with cx.block() as body:
        cx.emit(view, here, Update.ASSIGN, build.apply(op, result.at(before), term), points.dims)
    stop = value.shape[axis]
    cx.body.append(Loop(step.name, sympy.Integer(1), stop, 1, tuple(body), cx.span))
    return result


def count(cx: Context, value: Array, axes: Axes) -> sympy.Expr:
    """How many elements `axes` span."""
    return sympy.expand(sympy.Mul(*(cx.extent(value.shape[a]) for a in axes)))


def as_number(number: sympy.Expr, dtype: DType) -> Expr:
    if number.is_Integer and number >= 0:
        return convert(Const(str(number), DType.INT64), dtype)
    return build.cast(IntValue(number), dtype)


def floating(value: Array) -> Array:
    return value if kind(value.dtype) == 2 else elementwise.in_dtype(value, DType.FLOAT64)


def quotient(value: Array, divisor: Expr) -> Array:
    return Array(value.shape, value.dtype, lambda p: build.apply("div", value.at(p), divisor))


def mean(cx: Context, value: Array, axes: Axes) -> Array:
    value = floating(value)
    number = as_number(count(cx, value, axes), value.dtype)
    return quotient(total(cx, value, axes), number)


def squared(value: Array) -> Array:
    """The squares of elements: of stored ones products, of computed ones powers."""

    def at(position: tuple[sympy.Expr, ...]) -> Expr:
        x = value.at(position)
        if isinstance(x, Read):
            return build.apply("mul", x, x)
        return build.apply("pow", x, build.const(2, value.dtype))

    return Array(value.shape, value.dtype, at)


def variance(cx: Context, value: Array, axes: Axes, ddof: Value | None, site: CallSite) -> Array:
    """The mean squared distance from the mean; `ddof` is taken off the count."""
    value = operand(cx, floating(value))
    centre = of_view(materialise(cx, mean(cx, value, axes), "mean"), value.dtype)
    spread = elementwise.arithmetic(cx, "sub", [value, expand_dims(centre, axes)], site.span)
    number = _degrees(cx, count(cx, value, axes), ddof, value.dtype, site)
    return quotient(total(cx, squared(spread), axes), number)


def _degrees(
    cx: Context, number: sympy.Expr, ddof: Value | None, dtype: DType, site: CallSite
) -> Expr:
    """The divisor of a variance, which is not negative."""
    if ddof is None:
        return as_number(number, dtype)
    if isinstance(ddof, Integer):
        return as_number(cx.extent(sympy.expand(number - ddof.value)), dtype)
    taken = site.array(ddof)
    if taken.shape:
        raise site.error("`ddof` must be a number", help="write `ddof=1`")
    left = build.apply("sub", as_number(number, dtype), convert(taken.at(()), dtype))
    return build.apply("maximum", left, build.zero(dtype))


def counted(cx: Context, value: Array, axes: Axes, name: str) -> Array:
    """`any` and `all`: how many hold (do not hold), compared with zero."""
    tested = elementwise.truth(value, cx.span)
    if name == "all":
        held = tested
        tested = Array(held.shape, DType.BOOL, lambda p: build.apply("not", held.at(p)))
    number = total(cx, tested, axes, "number")
    op = "ne" if name == "any" else "eq"
    zero = build.zero(DType.INT64)
    return Array(number.shape, DType.BOOL, lambda p: build.compare(op, number.at(p), zero))


@dataclass(frozen=True)
class Request:
    """A reduction as it is asked for: of `value` over `axes`."""

    value: Array
    axes: Axes
    keepdims: bool
    bound: dict[str, Value]
    site: CallSite

    def shaped(self, result: Array) -> Array:
        """`result` with the reduced axes kept where that is asked for."""
        return expand_dims(result, self.axes) if self.keepdims else result


_UNSUPPORTED = ("out", "initial", "where")


def requested(
    cx: Context, site: CallSite, options: str, first: str = "a", known: tuple[str, ...] = ()
) -> Request:
    """The arguments of a reduction; `options` are its parameters in NumPy's order, of which all but
    those of `known` that have no general meaning are refused."""
    bound = site.bind(first, options)
    for key in set(_UNSUPPORTED) - set(known):
        if not isinstance(bound.get(key, Nothing()), Nothing):
            raise site.error(f"`{key}=` of `{site.short}` is not supported", help=f"drop `{key}=`")
    site.refuse_no_mask()
    value = replace(array_operand(cx, site, bound[first]), weak=False)
    if "dtype" in bound:
        value = cast_array(value, site.dtype(bound["dtype"], value.dtype))
    axes = site.axes(bound.get("axis"), value.rank)
    axes = tuple(range(value.rank)) if axes is None else axes
    keepdims = site.flag(bound.get("keepdims"), "keepdims")
    return Request(value, axes, keepdims, bound, site)


Rule = Callable[[Context, Request], Array]
Handler = Callable[[Context, CallSite], Value]


def _reduction(options: str, rule: Rule) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        request = requested(cx, site, options)
        return request.shaped(rule(cx, request))

    return call


def _selecting(options: str, rule: Rule, op: str, neutral: int) -> Handler:
    """A reduction by `op`, where `where=` has elements that do not count be `neutral`, and
    `initial=` is one more element."""

    def call(cx: Context, site: CallSite) -> Value:
        request = requested(cx, site, options, known=("where", "initial"))
        mask = request.bound.get("where", Nothing())
        if not isinstance(mask, Nothing):
            request = _masked(cx, request, mask, neutral)
        result = rule(cx, request)
        start = request.bound.get("initial", Nothing())
        if not isinstance(start, Nothing):
            first = elementwise.in_dtype(site.array(start), result.dtype)
            if first.shape or kind(site.array(start).dtype) > kind(result.dtype):
                raise site.error("`initial` is a number of the result's kind")
            result = elementwise.arithmetic(cx, op, [first, result], site.span, strong=True)
        return request.shaped(result)

    return call


def _tested(name: str, neutral: int) -> Handler:
    """`any` and `all`, of what `where=` leaves."""

    def call(cx: Context, site: CallSite) -> Value:
        request = requested(cx, site, "axis out keepdims where", known=("where",))
        mask = request.bound.get("where", Nothing())
        if not isinstance(mask, Nothing):
            request = _masked(cx, request, mask, neutral)
        return request.shaped(counted(cx, request.value, request.axes, name))

    return call


def _masked(cx: Context, request: Request, mask: Value, neutral: int) -> Request:
    """The request for `neutral` in the place of the elements that the mask leaves out."""
    site, value = request.site, request.value
    held = elementwise.truth(array_operand(cx, site, mask), site.span)
    held = broadcast_to(cx, held, value.shape, "`where=`", site.span)
    other = elementwise.in_dtype(scalar(build.const(neutral, value.dtype)), value.dtype)
    return replace(request, value=elementwise.where(cx, [held, value, other], site.span))


def _spread(options: str, rule: Rule) -> Handler:
    """A mean or a variance, of what `where=` leaves."""

    def call(cx: Context, site: CallSite) -> Value:
        if "correction" in site.keywords and "ddof" in options and "ddof" not in site.keywords:
            others = {k: v for k, v in site.keywords.items() if k != "correction"}
            site = replace(site, keywords={**others, "ddof": site.keywords["correction"]})
        request = requested(cx, site, options, known=("where",))
        return request.shaped(rule(cx, request))

    return call


def _held(cx: Context, request: Request) -> Array | None:
    """The mask that `where=` is, in memory and of the value's shape."""
    given, site = request.bound.get("where", Nothing()), request.site
    if isinstance(given, Nothing):
        return None
    mask = array_operand(cx, site, given)
    if mask.dtype is not DType.BOOL:
        raise site.error(f"`where=` of `{site.short}` that is not boolean counts otherwise",
                         help="compare: `where=m != 0`")  # fmt: skip
    held = elementwise.truth(mask, site.span)
    return operand(cx, broadcast_to(cx, held, request.value.shape, "`where=`", site.span))


def masked_mean(cx: Context, request: Request) -> Array:
    held, value = _held(cx, request), floating(request.value)
    if held is None:
        return mean(cx, value, request.axes)
    return _mean_of(cx, value, held, request.axes)


def _mean_of(cx: Context, value: Array, held: Array, axes: Axes) -> Array:
    number = total(cx, held, axes, "number")
    sums = total(cx, _or_zero(value, held), axes)

    def at(position: Index) -> Expr:
        return build.apply("div", sums.at(position), build.cast(number.at(position), value.dtype))

    return Array(sums.shape, value.dtype, at)


def _or_zero(value: Array, held: Array) -> Array:
    def at(position: Index) -> Expr:
        return build.where(held.at(position), value.at(position), build.zero(value.dtype))

    return Array(value.shape, value.dtype, at)


def _masked_variance(cx: Context, request: Request, held: Array) -> Array:
    """The mean squared distance from the mean, of the elements that `held` has."""
    value, axes, site = operand(cx, floating(request.value)), request.axes, request.site
    centre = of_view(materialise(cx, _mean_of(cx, value, held, axes), "mean"), value.dtype)
    away = elementwise.arithmetic(cx, "sub", [value, expand_dims(centre, axes)], site.span)
    sums, number = total(cx, _or_zero(squared(away), held), axes), total(cx, held, axes, "number")
    given = request.bound.get("ddof", Integer(sympy.Integer(0)))
    taken = convert(site.array(given).at(()), value.dtype)

    def at(position: Index) -> Expr:
        left = build.apply("sub", build.cast(number.at(position), value.dtype), taken)
        left = build.apply("maximum", left, build.zero(value.dtype))
        return build.apply("div", sums.at(position), left)

    return Array(sums.shape, value.dtype, at)


def _extremes(name: str) -> Handler:
    """The largest or smallest; with `initial=` as one more element, which `where=` needs."""
    op = "maximum" if name == "max" else "minimum"

    def call(cx: Context, site: CallSite) -> Value:
        request = requested(cx, site, _EXTREMES, known=("where", "initial"))
        given, held = request.bound.get("initial", Nothing()), _held(cx, request)
        if isinstance(given, Nothing):
            if held is not None:
                raise site.error(f"`where=` of `{site.short}` needs `initial=`")
            return request.shaped(extreme(cx, request.value, request.axes, name, site))
        first = site.array(given)
        if first.shape or kind(first.dtype) > kind(request.value.dtype):
            raise site.error("`initial` is a number of the array's kind")
        start = elementwise.in_dtype(first, request.value.dtype)
        if held is not None:
            chosen = elementwise.where(cx, [held, request.value, start], site.span)
            request = replace(request, value=chosen)
        found = extreme(cx, request.value, request.axes, name, site)
        both: list[Value] = [start, found]
        return request.shaped(elementwise.arithmetic(cx, op, both, site.span, strong=True))

    return call


def _variance(cx: Context, request: Request) -> Array:
    held, given = _held(cx, request), request.bound.get("mean", Nothing())
    if not isinstance(given, Nothing):
        return _variance_about(cx, request, given, held)
    if held is not None:
        return _masked_variance(cx, request, held)
    return variance(cx, request.value, request.axes, request.bound.get("ddof"), request.site)


def _variance_about(cx: Context, request: Request, given: Value, held: Array | None) -> Array:
    """The mean squared distance from what `mean=` is, which has the axes that are reduced."""
    site, axes, value = request.site, request.axes, operand(cx, floating(request.value))
    about = operand(cx, floating(array_operand(cx, site, given)))
    if held is not None or about.dtype is not value.dtype:
        raise site.error(f"`mean=` of `{site.short}` is supported without `where=`, of one type",
                         help="leave out `mean=`")  # fmt: skip
    centre = broadcast_to(cx, about, value.shape, "`mean=`", site.span)
    away = elementwise.arithmetic(cx, "sub", [value, centre], site.span)
    ddof = request.bound.get("ddof")
    number = _degrees(cx, count(cx, value, axes), ddof, value.dtype, site)
    return quotient(total(cx, squared(away), axes), number)


def _deviation(cx: Context, request: Request) -> Array:
    return elementwise.float_function(cx, "sqrt", [_variance(cx, request)], request.site.span)


def _extreme(name: str) -> Rule:
    return lambda cx, r: extreme(cx, r.value, r.axes, name, r.site)


def _range(cx: Context, request: Request) -> Array:
    """`np.ptp`: the largest minus the smallest."""
    request = replace(request, value=operand(cx, request.value))
    ends: list[Value] = [_extreme(name)(cx, request) for name in ("max", "min")]
    return elementwise.arithmetic(cx, "sub", ends, request.site.span)


def _count_nonzero(cx: Context, request: Request) -> Array:
    tested = elementwise.truth(request.value, request.site.span)
    return total(cx, tested, request.axes, "number")


#: The operation of each function that gives what there is so far.
_SCANS = {"cumsum": "add", "cumprod": "mul", "maximum.accumulate": "maximum",
          "minimum.accumulate": "minimum", "cumulative_sum": "add",
          "cumulative_prod": "mul"}  # fmt: skip


def cumulative(cx: Context, site: CallSite) -> Value:
    """`cumsum` and `cumprod`; without an axis over all elements in order."""
    request = requested(cx, site, "axis dtype out")
    value, axis = request.value, request.axes[0] if request.axes else 0
    if isinstance(request.bound.get("axis", Nothing()), Nothing) and value.rank != 1:
        value, axis = reshape(cx, value, (sympy.Integer(-1),), site.span), 0
    return scan(cx, value, axis, _SCANS[site.short])


def trace(cx: Context, site: CallSite) -> Value:
    line = diagonal_of(cx, site)
    return total(cx, line, (line.rank - 1,))


_PLAIN = "axis dtype out keepdims initial where"
_EXTREMES = "axis out keepdims initial where"
_SPREAD = "axis dtype out ddof keepdims where mean"

TABLE: dict[str, Handler] = {
    "numpy.sum": _selecting(_PLAIN, lambda cx, r: total(cx, r.value, r.axes), "add", 0),
    "numpy.prod": _selecting(_PLAIN, lambda cx, r: product(cx, r.value, r.axes), "mul", 1),
    "numpy.mean": _spread("axis dtype out keepdims where", masked_mean),
    "numpy.var": _spread(_SPREAD, _variance),
    "numpy.std": _spread(_SPREAD, _deviation),
    "numpy.max": _extremes("max"),
    "numpy.amax": _extremes("max"),
    "numpy.min": _extremes("min"),
    "numpy.amin": _extremes("min"),
    "numpy.ptp": _reduction("axis out keepdims", _range),
    "numpy.any": _tested("any", 0),
    "numpy.all": _tested("all", 1),
    "numpy.count_nonzero": _reduction("axis keepdims", _count_nonzero),
    "numpy.cumsum": cumulative,
    "numpy.maximum.accumulate": cumulative,
    "numpy.minimum.accumulate": cumulative,
    "numpy.cumprod": cumulative,
    "numpy.trace": trace,
}
