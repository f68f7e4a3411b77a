"""`np.average`: means with weights."""

from __future__ import annotations

import sympy

from adc.diagnostics import AdcError
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.linear_algebra import operand
from adc.lowering.numpy.create import array_operand
from adc.lowering.promotion import convert
from adc.lowering.reductions import Request, as_number, count, floating, mean, requested, total
from adc.lowering.reshaping import expand_dims, transpose
from adc.lowering.values import Array, Items, Nothing, Value


def average(cx: Context, site: CallSite) -> Value:
    """`np.average`: the mean, weighted by `weights` of the same shape or of the axis's length."""
    request = requested(cx, site, "axis weights returned keepdims")
    returned = site.flag(request.bound.get("returned"), "returned")
    given = request.bound.get("weights", Nothing())
    value, axes = floating(request.value), request.axes
    if isinstance(given, Nothing):
        found = request.shaped(mean(cx, value, axes))
        number = as_number(count(cx, value, axes), value.dtype)
        every = Array(found.shape, value.dtype, lambda _: number)
        return Items((found, every)) if returned else found
    weights = floating(operand(cx, array_operand(cx, site, given)))
    if weights.rank < value.rank:
        weights = _along(weights, _axes_in_order(request, site, weights), value.rank)
    elif any(_stretched(w, v) for w, v in zip(weights.shape, value.shape, strict=False)):
        raise _misfit(site)
    product = elementwise.arithmetic(cx, "mul", [value, weights], site.span)
    spread = elementwise.combine(
        cx, [value, weights], product.dtype, lambda _, w: convert(w, product.dtype), "weights",
        site.span,
    )  # fmt: skip
    sums = [total(cx, product, axes), total(cx, spread, axes, "weight")]
    found = request.shaped(elementwise.arithmetic(cx, "div", list(sums), site.span))
    return Items((found, request.shaped(sums[1]))) if returned else found


def _axes_in_order(request: Request, site: CallSite, weights: Array) -> list[int]:
    """The axes that weights of fewer axes than the array have, in the order in which `axis` names
    them."""
    given = request.bound.get("axis", Nothing())
    items = given.items if isinstance(given, Items) else (given,)
    if isinstance(given, Nothing) or len(items) != weights.rank:
        raise _misfit(site)
    axes = [site.axis(item, request.value.rank) for item in items]
    extents = [request.value.shape[axis] for axis in axes]
    if any(map(_stretched, weights.shape, extents)):
        raise _misfit(site)
    return axes


def _stretched(weights: sympy.Expr, extent: sympy.Expr) -> bool:
    """Whether one weight would be for all along an axis, which NumPy does not do here."""
    return weights == 1 and extent != 1


def _misfit(site: CallSite) -> AdcError:
    return site.error("these weights have neither the array's shape nor that of the axes",
                      help="give one weight for each element, or `axis=`")  # fmt: skip


def _along(weights: Array, axes: list[int], rank: int) -> Array:
    """`weights`, whose axes are `axes` of an array of `rank` axes, with all of its axes."""
    order = sorted(range(len(axes)), key=axes.__getitem__)
    others = tuple(a for a in range(rank) if a not in axes)
    return expand_dims(transpose(weights, tuple(order)), others)


TABLE = {"numpy.average": average}
