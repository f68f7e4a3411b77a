"""Filters of `scipy.ndimage`: one axis after the other is correlated with weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import sympy

from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Index, IntValue
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import require
from adc.lowering.linear_algebra import operand, zeroed
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.scipy_functions import framed, image_of
from adc.lowering.promotion import convert, strong
from adc.lowering.reshaping import flip
from adc.lowering.store import Points
from adc.lowering.values import Array, Integer, Items, Nothing, Value, scalar

Handler = Callable[[Context, CallSite], Value]

#: As many weights are written out in an expression.
MOST_TERMS = 32


def correlated(
    cx: Context, site: CallSite, image: Array, weights: Array, axis: int, before: sympy.Expr,
    bound: dict[str, Value],
) -> Array:  # fmt: skip
    """The sum of `weights[k]*image[i + k - before]` along `axis`, margins as the mode has them."""
    zero = sympy.Integer(0)
    widths = [(zero, zero)] * image.rank
    widths[axis] = (before, weights.shape[0] - 1 - before)
    whole = operand(cx, framed(cx, site, image, widths, bound))
    result = zeroed(cx, "filtered", image.dtype, tuple(cx.extent(e) for e in image.shape))
    assert result.view is not None
    points = Points(cx, (*result.shape, weights.shape[0]))
    *position, k = points.position
    moved = tuple(p + k if a == axis else p for a, p in enumerate(position))
    weight = convert(weights.at((k,)), image.dtype)
    term = build.apply("mul", weight, whole.at(moved))
    cx.emit(result.view, tuple(position), Update.ADD, term, points.dims)
    return result


def _by_numbers(
    cx: Context, site: CallSite, image: Array, weights: Sequence[float], axis: int, before: int,
    bound: dict[str, Value],
) -> Array:  # fmt: skip
    """The same for weights that are known while compiling: few of them are written out."""
    if len(weights) > MOST_TERMS:
        items = Items(tuple(scalar(build.const(float(w), DType.FLOAT64)) for w in weights))
        written = array_operand(cx, site, items)
        return correlated(cx, site, image, written, axis, sympy.Integer(before), bound)
    zero = sympy.Integer(0)
    widths = [(zero, zero)] * image.rank
    widths[axis] = (sympy.Integer(before), sympy.Integer(len(weights) - 1 - before))
    whole = operand(cx, framed(cx, site, image, widths, bound))

    def at(position: Index) -> Expr:
        result: Expr = build.zero(image.dtype)
        for k, weight in enumerate(weights):
            moved = tuple(p + k if a == axis else p for a, p in enumerate(position))
            term = build.mul(build.const(float(weight), image.dtype), whole.at(moved))
            result = build.add(result, term) if weight else result
        return result

    return operand(cx, Array(image.shape, image.dtype, at))


def _bound(site: CallSite, required: str, options: str) -> dict[str, Value]:
    bound = site.bind(required, options)
    if not isinstance(bound.get("output", Nothing()), Nothing):
        raise site.error(f"`output` of `{site.short}` is not supported", help="assign the result")
    return bound


def _origin(site: CallSite, bound: dict[str, Value]) -> int:
    return site.number(bound["origin"], "origin") if "origin" in bound else 0


def _by_weights(turned: bool) -> Handler:
    """`correlate1d`, and with weights turned round `convolve1d`."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = _bound(site, "input weights", "axis output mode cval origin")
        image = image_of(cx, site, bound["input"])
        weights = operand(cx, strong(array_operand(cx, site, bound["weights"])))
        if weights.rank != 1 or not weights.shape[0].is_Integer or weights.shape[0] < 1:
            raise site.error(f"`{site.short}` takes a known number of weights",
                             help="give their shape as a number")  # fmt: skip
        axis = site.axis(bound.get("axis", Integer(sympy.Integer(-1))), image.rank)
        before, origin = int(weights.shape[0]) // 2, _origin(site, bound)
        if turned:
            weights = flip(weights, (0,))
            before = int(weights.shape[0]) - 1 - before
            origin = -origin
        first = sympy.Integer(before + origin)
        return correlated(cx, site, image, weights, axis, first, bound)

    return call


# -- Gaussians -------------------------------------------------------------------------------------


def _gaussian(sigma: float, order: int, radius: int) -> np.ndarray:
    """The weights of a Gaussian, or of its derivative of some `order`: the Gaussian times a
    polynomial, which is differentiated with it."""
    x = np.arange(-radius, radius + 1)
    bell = np.exp(-0.5 / sigma**2 * x**2)
    bell /= np.sum(bell)
    factors = np.zeros(order + 1)
    factors[0] = 1.0
    for _ in range(order):
        slope = np.append(factors[1:] * np.arange(1, order + 1), 0.0)
        moved = np.append(0.0, factors[:-1]) / -(sigma**2)
        factors = slope + moved
    return bell * np.polyval(factors[::-1], x) if order else bell


def _blurred(
    cx: Context, site: CallSite, image: Array, axis: int, sigma: float, order: int,
    bound: dict[str, Value],
) -> Array:  # fmt: skip
    truncate = site.literal(bound["truncate"], "truncate") if "truncate" in bound else 4.0
    radius = int(truncate * sigma + 0.5)
    if not isinstance(bound.get("radius", Nothing()), Nothing):
        radius = site.number(bound["radius"], "radius")
    if sigma <= 0 or not math.isfinite(sigma) or radius > 10_000:
        raise site.error("`sigma` is a positive number", help="use a literal such as 1.5")
    weights = _gaussian(sigma, order, radius)[::-1].tolist()
    return _by_numbers(cx, site, image, weights, axis, radius, bound)


def _gaussian_filter1d(cx: Context, site: CallSite) -> Value:
    bound = _bound(site, "input sigma", "axis order output mode cval truncate radius")
    image = image_of(cx, site, bound["input"])
    axis = site.axis(bound.get("axis", Integer(sympy.Integer(-1))), image.rank)
    order = site.number(bound["order"], "order") if "order" in bound else 0
    sigma = site.literal(bound["sigma"], "sigma")
    return _blurred(cx, site, image, axis, sigma, order, bound)


def _gaussian_filter(cx: Context, site: CallSite) -> Value:
    """Along all axes, one after the other."""
    bound = _bound(site, "input sigma", "order output mode cval truncate radius")
    image = image_of(cx, site, bound["input"])
    return _gaussians(cx, site, image, bound, bound.get("order", Integer(sympy.Integer(0))))


def _gaussians(
    cx: Context, site: CallSite, image: Array, bound: dict[str, Value], orders: Value
) -> Array:
    sigmas = [site.literal(v, "sigma") for v in _each(site, bound["sigma"], image.rank)]
    numbers = [site.number(v, "order") for v in _each(site, orders, image.rank)]
    for axis, (sigma, order) in enumerate(zip(sigmas, numbers, strict=True)):
        if sigma > 1e-15:
            image = _blurred(cx, site, image, axis, sigma, order, bound)
    return image


def _each(site: CallSite, given: Value, rank: int) -> list[Value]:
    """A value for each axis."""
    items: list[Value] = [given] * rank
    if isinstance(given, Items):
        items = list(given.items)
    if len(items) != rank:
        raise site.error(f"`{site.short}` needs one number, or one for each of {rank} axes")
    return items


def _gaussian_laplace(cx: Context, site: CallSite) -> Value:
    """The sum of second derivatives of a Gaussian along each axis."""
    bound = _bound(site, "input sigma", "output mode cval truncate")
    image = image_of(cx, site, bound["input"])
    return _summed(cx, site, image, bound, 2, lambda v: v)


def _gaussian_gradient_magnitude(cx: Context, site: CallSite) -> Value:
    bound = _bound(site, "input sigma", "output mode cval truncate")
    image = image_of(cx, site, bound["input"])
    total = _summed(cx, site, image, bound, 1, lambda v: build.apply("mul", v, v))
    return Array(total.shape, total.dtype, lambda p: build.apply("sqrt", total.at(p)))


def _summed(
    cx: Context, site: CallSite, image: Array, bound: dict[str, Value], order: int,
    of: Callable[[Expr], Expr],
) -> Array:  # fmt: skip
    parts = []
    for axis in range(image.rank):
        orders = tuple(Integer(sympy.Integer(order * (a == axis))) for a in range(image.rank))
        parts.append(operand(cx, _gaussians(cx, site, image, bound, Items(orders))))

    def at(position: tuple[sympy.Expr, ...]) -> Expr:
        result = of(parts[0].at(position))
        for part in parts[1:]:
            result = build.apply("add", result, of(part.at(position)))
        return result

    return Array(parts[0].shape, image.dtype, at)


# -- means and differences -------------------------------------------------------------------------


def _mean_along(
    cx: Context, site: CallSite, image: Array, axis: int, size: sympy.Expr, bound: dict[str, Value]
) -> Array:
    """Means of `size` elements, which is a number or an expression of sizes and integers."""
    if size.is_Integer:
        count = int(size)
        if count < 1:
            raise site.error("`size` is a positive number")
        before = count // 2 + _origin(site, bound)
        return _by_numbers(cx, site, image, [1.0 / count] * count, axis, before, bound)
    require(cx, size - 1, f"the size {size} of a filter", site.span)
    part = build.apply("div", build.one(DType.FLOAT64), convert(IntValue(size), DType.FLOAT64))
    weights = operand(cx, Array((size,), DType.FLOAT64, lambda _: part))
    first = shapes.floordiv(size, 2) + _origin(site, bound)
    return correlated(cx, site, image, weights, axis, first, bound)


def _uniform_filter1d(cx: Context, site: CallSite) -> Value:
    bound = _bound(site, "input size", "axis output mode cval origin")
    image = image_of(cx, site, bound["input"])
    axis = site.axis(bound.get("axis", Integer(sympy.Integer(-1))), image.rank)
    return _mean_along(cx, site, image, axis, site.integer(bound["size"], "size"), bound)


def _uniform_filter(cx: Context, site: CallSite) -> Value:
    bound = _bound(site, "input", "size output mode cval origin")
    image = image_of(cx, site, bound["input"])
    given = bound.get("size", Integer(sympy.Integer(3)))
    for axis, size in enumerate(_each(site, given, image.rank)):
        number = site.integer(size, "size")
        if not number.is_Integer or number > 1:
            image = _mean_along(cx, site, image, axis, number, bound)
    return image


def _edges(middle: float) -> Handler:
    """`sobel` (`middle` 2) and `prewitt` (1): differences along one axis, means along others."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = _bound(site, "input", "axis output mode cval")
        image = image_of(cx, site, bound["input"])
        axis = site.axis(bound.get("axis", Integer(sympy.Integer(-1))), image.rank)
        found = _by_numbers(cx, site, image, [-1.0, 0.0, 1.0], axis, 1, bound)
        for other in range(image.rank):
            if other != axis:
                weights = [1.0, middle, 1.0]
                found = _by_numbers(cx, site, found, weights, other, 1, bound)
        return found

    return call


TABLE: dict[str, Handler] = {
    "scipy.ndimage.correlate1d": _by_weights(turned=False),
    "scipy.ndimage.convolve1d": _by_weights(turned=True),
    "scipy.ndimage.gaussian_filter1d": _gaussian_filter1d,
    "scipy.ndimage.gaussian_filter": _gaussian_filter,
    "scipy.ndimage.gaussian_laplace": _gaussian_laplace,
    "scipy.ndimage.gaussian_gradient_magnitude": _gaussian_gradient_magnitude,
    "scipy.ndimage.uniform_filter1d": _uniform_filter1d,
    "scipy.ndimage.uniform_filter": _uniform_filter,
    "scipy.ndimage.sobel": _edges(2.0), "scipy.ndimage.prewitt": _edges(1.0),
}  # fmt: skip
