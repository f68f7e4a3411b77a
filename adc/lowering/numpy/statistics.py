"""Choices among arrays, values that are close, sums that pass over NaN, covariances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr
from adc.ir.shapes import same
from adc.lowering import elementwise, reductions, reshaping
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.elementwise import arithmetic
from adc.lowering.indexing import require
from adc.lowering.linear_algebra import matmul, operand
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.joins import join
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import as_array, cast_array, common, convert, kind, strong
from adc.lowering.reductions import Request, count, mean, requested, squared, total
from adc.lowering.values import Array, Integer, Items, Nothing, Value, scalar

Handler = Callable[[Context, CallSite], Value]


def _of_numbers(rule: Handler) -> Handler:
    """A reduction that passes over NaN; with `where=` or `initial=` it is NumPy's plain one, of
    what the mask leaves and is no NaN."""

    def call(cx: Context, site: CallSite) -> Value:
        site.refuse_no_mask()
        given = [site.keywords.get(name, Nothing()) for name in ("where", "initial")]
        if all(isinstance(v, Nothing) for v in given):
            return rule(cx, site)
        value = operand(cx, strong(array_operand(cx, site, _first(site))))
        numbers = elementwise.compare(cx, "eq", [value, value], site.span)
        if not isinstance(given[0], Nothing):
            mask = elementwise.truth(array_operand(cx, site, given[0]), site.span)
            numbers = elementwise.logical(cx, "and", [mask, numbers], site.span)
        keywords = {k: v for k, v in site.keywords.items() if k != "a"} | {"where": numbers}
        name = site.name.replace(".nan", ".")
        plain = replace(site, name=name, arguments=(value, *site.arguments[1:]), keywords=keywords)
        return reductions.TABLE[name](cx, plain)

    return call


def _first(site: CallSite) -> Value:
    if not site.arguments and "a" not in site.keywords:
        raise site.error(f"`{site.short}` needs the argument `a`")
    return site.arguments[0] if site.arguments else site.keywords["a"]


def _select(cx: Context, site: CallSite) -> Value:
    """`np.select`: for each element, of the first choice whose condition holds."""
    bound = site.bind("condlist choicelist", "default")
    lists = bound["condlist"], bound["choicelist"]
    if not all(isinstance(v, Items) and v.items for v in lists):
        raise site.error("`select` takes a list of conditions and one of choices")
    conditions, choices = (v.items if isinstance(v, Items) else () for v in lists)
    if len(conditions) != len(choices):
        raise site.error("`select` takes as many choices as conditions")
    tests = [array_operand(cx, site, v) for v in conditions]
    if any(t.dtype is not DType.BOOL for t in tests):
        raise site.error("the conditions of `select` are booleans", help="compare: `x > 0`")
    given = (*choices, bound.get("default", _integer(0)))
    values = [array_operand(cx, site, v) if isinstance(v, Items) else site.array(v) for v in given]
    dtype, number = common(values)[0], len(tests)

    def chosen(*elements: Expr) -> Expr:
        result = convert(elements[-1], dtype)
        for test, value in zip(
            reversed(elements[:number]), reversed(elements[number:-1]), strict=True
        ):
            result = build.where(test, convert(value, dtype), result)
        return result

    return elementwise.combine(cx, [*tests, *values], dtype, chosen, "`select`", site.span)


def _integer(number: int) -> Integer:
    return Integer(sympy.Integer(number))


def _isclose(cx: Context, site: CallSite) -> Array:
    """|a - b| <= atol + rtol*|b| where b is finite, else a == b."""
    bound = site.bind("a b", "rtol atol equal_nan")
    a, b = (strong(array_operand(cx, site, bound[name])) for name in ("a", "b"))
    b = reductions.floating(b)
    given = (bound.get("rtol", _literal("1e-05")), bound.get("atol", _literal("1e-08")))
    rtol, atol = (site.array(v) for v in given)

    def op(name: str, x: Value, y: Value) -> Array:
        return arithmetic(cx, name, [x, y], site.span)

    def absolute(x: Array) -> Array:
        return elementwise.same_type(cx, "abs", x, site.span)

    limit = op("add", atol, op("mul", rtol, absolute(b)))
    near = elementwise.compare(cx, "le", [absolute(op("sub", a, b)), limit], site.span)
    finite = elementwise.predicate(cx, "isfinite", b, site.span)
    close = elementwise.logical(cx, "and", [near, finite], site.span)
    equal = elementwise.compare(cx, "eq", [a, b], site.span)
    close = elementwise.logical(cx, "or", [close, equal], site.span)
    if not site.flag(bound.get("equal_nan"), "equal_nan"):
        return close
    both = [elementwise.predicate(cx, "isnan", v, site.span) for v in (a, b)]
    return elementwise.logical(
        cx, "or", [close, elementwise.logical(cx, "and", list(both), site.span)], site.span
    )


def _literal(text: str) -> Array:
    return elementwise.literal(text, DType.FLOAT64)


def _allclose(cx: Context, site: CallSite) -> Value:
    close = _isclose(cx, site)
    return reductions.counted(cx, close, tuple(range(close.rank)), "all")


def _array_equal(cx: Context, site: CallSite) -> Value:
    """Whether two arrays have the same shape, which has to be known, and equal elements."""
    bound = site.bind("a1 a2")
    one, other = (array_operand(cx, site, bound[name]) for name in ("a1", "a2"))
    pairs = list(zip(one.shape, other.shape, strict=False))
    if one.rank != other.rank or any((a - b).is_nonzero for a, b in pairs):
        return elementwise.truth(scalar(build.zero(DType.INT64)), site.span)
    if not all(same(cx.extent(a), cx.extent(b)) for a, b in pairs):
        raise site.error(
            "whether these arrays have the same shape depends on the sizes",
            help="compare the elements: `np.all(a == b)`",
        )
    equal = elementwise.compare(cx, "eq", [one, other], site.span)
    return reductions.counted(cx, as_array(equal, site.span), tuple(range(one.rank)), "all")


def _is_nan(cx: Context, value: Array) -> Array:
    return elementwise.predicate(cx, "isnan", value, cx.span)


def _without_nan(cx: Context, value: Array, other: float) -> Array:
    """`value` with `other` in the place of NaN."""
    if kind(value.dtype) < 2:
        return value
    number = scalar(build.const(repr(other), value.dtype))
    return elementwise.where(cx, [_is_nan(cx, value), number, value], cx.span)


def _nan_sum(cx: Context, request: Request) -> Array:
    return total(cx, _without_nan(cx, request.value, 0.0), request.axes)


def _nan_product(cx: Context, request: Request) -> Array:
    return reductions.product(cx, _without_nan(cx, request.value, 1.0), request.axes)


def _numbers(cx: Context, request: Request, dtype: DType) -> Array:
    """How many elements are numbers."""
    tested = elementwise.logical(cx, "not", [_is_nan(cx, request.value)], cx.span)
    return cast_array(total(cx, tested, request.axes, "number"), dtype)


def _nan_mean(cx: Context, request: Request) -> Array:
    if kind(request.value.dtype) < 2:
        return mean(cx, request.value, request.axes)
    number = _numbers(cx, request, request.value.dtype)
    return arithmetic(cx, "div", [_nan_sum(cx, request), number], cx.span)


def _nan_variance(cx: Context, request: Request) -> Array:
    """The mean squared distance of the numbers from their mean; NaN where too few are left."""
    ddof = request.bound.get("ddof", _integer(0))
    if kind(request.value.dtype) < 2:
        return reductions.variance(cx, request.value, request.axes, ddof, request.site)
    value = operand(cx, request.value)
    request = replace(request, value=value)
    number = _numbers(cx, request, value.dtype)
    centre = arithmetic(cx, "div", [_nan_sum(cx, request), number], cx.span)
    centre = reshaping.expand_dims(operand(cx, centre), request.axes)
    distance = _without_nan(cx, arithmetic(cx, "sub", [value, centre], cx.span), 0.0)
    left = arithmetic(cx, "sub", [number, _degrees(request, ddof)], cx.span)
    spread = total(cx, squared(distance), request.axes)
    enough = elementwise.compare(cx, "gt", [left, _integer(0)], cx.span)
    quotient = arithmetic(cx, "div", [spread, left], cx.span)
    nothing = scalar(build.const("nan", value.dtype))
    return elementwise.where(cx, [operand(cx, enough), quotient, nothing], cx.span)


def _degrees(request: Request, value: Value) -> Array:
    """`ddof` as a number that takes the precision of what it is taken from."""
    return elementwise.literal(repr(request.site.literal(value, "ddof")), DType.FLOAT64)


def _nan_deviation(cx: Context, request: Request) -> Array:
    return elementwise.float_function(cx, "sqrt", [_nan_variance(cx, request)], cx.span)


def _nan_extreme(name: str) -> reductions.Rule:
    """The largest or smallest number; NaN where there is none."""

    def rule(cx: Context, request: Request) -> Array:
        if kind(request.value.dtype) < 2:
            return reductions.extreme(cx, request.value, request.axes, name, request.site)
        worst = "-inf" if name == "max" else "inf"
        value = _without_nan(cx, request.value, float(worst))
        found = reductions.extreme(cx, value, request.axes, name, request.site)
        number = _numbers(cx, request, value.dtype)
        some = elementwise.compare(cx, "gt", [number, _integer(0)], cx.span)
        nothing = scalar(build.const("nan", value.dtype))
        return elementwise.where(cx, [operand(cx, some), found, nothing], cx.span)

    return rule


def _reduction(options: str, rule: reductions.Rule) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        request = requested(cx, site, options)
        return request.shaped(rule(cx, replace(request, value=operand(cx, request.value))))

    return call


def _cov(cx: Context, site: CallSite) -> Value:
    """`np.cov`: products of the distances of variables from their means, in double precision."""
    bound = site.bind("m", "y rowvar bias ddof fweights aweights")
    rows = _variables(cx, site, bound)
    weights = [bound.get(name, Nothing()) for name in ("fweights", "aweights")]
    if not all(isinstance(w, Nothing) for w in weights):
        return _squeezed(cx, site, _weighted_covariances(cx, site, rows, bound))
    ddof = bound.get("ddof", Nothing())
    biased = "bias" in bound and _truth(site, bound["bias"])
    taken = site.integer(ddof, "ddof") if isinstance(ddof, Integer) else sympy.Integer(not biased)
    return _squeezed(cx, site, _covariances(cx, site, rows, taken))


def _weighted_covariances(
    cx: Context, site: CallSite, rows: Array, bound: dict[str, Value]
) -> Array:
    """NumPy's, of observations that count several times (`fweights`) or as much as `aweights`."""
    found: list[Array] = []
    for name in ("fweights", "aweights"):
        given = bound.get(name, Nothing())
        if isinstance(given, Nothing):
            continue
        part = strong(array_operand(cx, site, given))
        if part.rank != 1 or (name == "fweights" and kind(part.dtype) != 1):
            raise site.error(f"`{name}` are a vector" + " of integers" * (name == "fweights"))
        found.append(operand(cx, cast_array(part, DType.FLOAT64)))
    weights = found[0]
    for other in found[1:]:
        weights = operand(cx, arithmetic(cx, "mul", [weights, other], site.span))
    biased = "bias" in bound and _truth(site, bound["bias"])
    ddof = bound.get("ddof", Nothing())
    ddof = _integer(not biased) if isinstance(ddof, Nothing) else ddof
    by_size = not isinstance(bound.get("aweights", Nothing()), Nothing)
    squares: Value = Nothing()
    if by_size:
        terms = arithmetic(cx, "mul", [weights, found[-1]], site.span)
        squares = operand(cx, total(cx, terms, (0,)))
    arguments = (operand(cx, rows), weights, ddof, squares)
    result = call_written(cx, site, "adc_weighted_cov", *arguments)
    assert isinstance(result, Array)
    return result


def _truth(site: CallSite, value: Value) -> bool:
    """A flag that may be written as 0 or 1."""
    if isinstance(value, Integer):
        return site.number(value, "flag") != 0
    return site.flag(value, "flag")


def _variables(cx: Context, site: CallSite, bound: dict[str, Value]) -> Array:
    """The variables as the rows of a matrix."""
    given = [bound["m"], bound.get("y", Nothing())]
    by_rows = "rowvar" not in bound or _truth(site, bound["rowvar"])
    rows = []
    for value in given:
        if isinstance(value, Nothing):
            continue
        part = cast_array(array_operand(cx, site, value), DType.FLOAT64)
        if part.rank not in (1, 2):
            raise site.error(f"`{site.short}` takes vectors and matrices")
        if part.rank == 1:
            part = reshaping.expand_dims(part, (0,))
        elif not by_rows:
            part = reshaping.transpose(part, (1, 0))
        rows.append(part)
    return rows[0] if len(rows) == 1 else join(cx, site, rows, 0)


def _covariances(cx: Context, site: CallSite, rows: Array, taken: sympy.Expr) -> Array:
    rows = operand(cx, rows)
    number = count(cx, rows, (1,))
    centre = reshaping.expand_dims(operand(cx, mean(cx, rows, (1,))), (1,))
    away = operand(cx, arithmetic(cx, "sub", [rows, centre], site.span))
    products = matmul(cx, away, reshaping.transpose(away, (1, 0)), site.span)
    left = reductions.as_number(cx.extent(sympy.expand(number - taken)), DType.FLOAT64)
    factor = build.apply("div", build.one(DType.FLOAT64), left)
    return arithmetic(cx, "mul", [products, scalar(factor)], site.span)


def _squeezed(cx: Context, site: CallSite, square: Array) -> Array:
    """NumPy gives the variance of a single variable as a number."""
    extent = square.shape[0]
    if extent == 1:
        return reshaping.squeeze(square, (0, 1))
    require(cx, extent - 2, f"`{site.short}` as a matrix of {extent} variables", site.span)
    return square


def _corrcoef(cx: Context, site: CallSite) -> Value:
    """`np.corrcoef`: covariances divided by deviations, kept within -1 and 1."""
    bound = site.bind("x", "y rowvar")
    rows = _variables(cx, site, {"m": bound["x"]} | {k: v for k, v in bound.items() if k != "x"})
    square = _squeezed(cx, site, _covariances(cx, site, rows, sympy.Integer(1)))
    if not square.shape:
        return arithmetic(cx, "div", [square, square], site.span)
    square = operand(cx, square)
    line = Array(square.shape[:1], square.dtype, lambda p: square.at((p[0], p[0])))
    deviation = operand(cx, elementwise.float_function(cx, "sqrt", [line], site.span))
    left = arithmetic(cx, "div", [square, reshaping.expand_dims(deviation, (1,))], site.span)
    both: Value = arithmetic(cx, "div", [left, reshaping.expand_dims(deviation, (0,))], site.span)
    both = arithmetic(cx, "maximum", [both, _literal("-1.0")], site.span)
    return arithmetic(cx, "minimum", [both, _literal("1.0")], site.span)


_PLAIN = "axis dtype out keepdims initial where"
_EXTREMES = "axis out keepdims initial where"
_SPREAD = "axis dtype out ddof keepdims where"

TABLE: dict[str, Handler] = {
    "numpy.select": _select, "numpy.isclose": _isclose, "numpy.allclose": _allclose,
    "numpy.array_equal": _array_equal,
    "numpy.nansum": _of_numbers(_reduction(_PLAIN, _nan_sum)),
    "numpy.nanprod": _of_numbers(_reduction(_PLAIN, _nan_product)),
    "numpy.nanmean": _of_numbers(_reduction("axis dtype out keepdims where", _nan_mean)),
    "numpy.nanvar": _of_numbers(_reduction(_SPREAD, _nan_variance)),
    "numpy.nanstd": _of_numbers(_reduction(_SPREAD, _nan_deviation)),
    "numpy.nanmax": _of_numbers(_reduction(_EXTREMES, _nan_extreme("max"))),
    "numpy.nanmin": _of_numbers(_reduction(_EXTREMES, _nan_extreme("min"))),
    "numpy.cov": _cov, "numpy.corrcoef": _corrcoef,
}  # fmt: skip
