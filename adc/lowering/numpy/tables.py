"""Values from tables and parts of arrays: interpolation, splits, numbers for what is none."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Index
from adc.ir.shapes import floordiv
from adc.lowering import elementwise
from adc.lowering.broadcasting import unify
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import SliceValue, require, subscript
from adc.lowering.linear_algebra import operand, zeroed
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.joins import window
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import cast_array, convert, kind, strong
from adc.lowering.store import Points
from adc.lowering.values import Array, Integer, Items, Nothing, Value, scalar

Handler = Callable[[Context, CallSite], Value]


def _interp(cx: Context, site: CallSite) -> Value:
    """`np.interp(x, xp, fp)`: on the line between the two samples around each x.

    At a sample the derivative is that of the line after it. All lines are looked at for each x,
    which takes as many steps as there are samples.
    """
    bound = site.bind("x xp fp", "left right period")
    if not isinstance(bound.get("period", Nothing()), Nothing):
        names = ("x", "xp", "fp", "period")
        parts = [
            cast_array(strong(array_operand(cx, site, bound[n])), DType.FLOAT64) for n in names
        ]
        return call_written(cx, site, "adc_interp_period", *parts)
    x, xp, fp = (
        operand(cx, cast_array(strong(array_operand(cx, site, bound[n])), DType.FLOAT64))
        for n in ("x", "xp", "fp")
    )
    if xp.rank != 1 or fp.rank != 1:
        raise site.error("the samples of `interp` are two vectors")
    number = unify(cx, xp.shape[0], fp.shape[0], "`interp`", site.span)
    require(cx, number - 1, f"`interp` of {number} samples", site.span)
    inside, last = _on_lines(cx, x, xp, fp), sympy.expand(number - 1)
    left, right = (
        _beyond(site, bound.get(name), fp, at)
        for name, at in (("left", sympy.Integer(0)), ("right", last))
    )

    def at(position: Index) -> Expr:
        here, end = x.at(position), xp.at((last,))
        value = build.where(build.compare("eq", here, end), fp.at((last,)), inside.at(position))
        value = build.where(build.compare("gt", here, end), right, value)
        before = build.compare("lt", here, xp.at((sympy.Integer(0),)))
        value = build.where(before, left, value)
        return build.where(build.apply("isnan", here), here, value)

    return Array(x.shape, DType.FLOAT64, at)


def _beyond(site: CallSite, given: Value | None, fp: Array, end: sympy.Expr) -> Expr:
    """The value beyond the samples: a number, or that of the last one."""
    if given is None or isinstance(given, Nothing):
        return fp.at((end,))
    number = site.array(given)
    if number.shape:
        raise site.error("`left` and `right` of `interp` are numbers")
    return convert(number.at(()), DType.FLOAT64)


def _on_lines(cx: Context, x: Array, xp: Array, fp: Array) -> Array:
    """For each x the value of the line over it; 0 where there is none."""
    result = zeroed(cx, "interpolated", DType.FLOAT64, x.shape)
    assert result.view is not None
    points = Points(cx, (*x.shape, sympy.expand(xp.shape[0] - 1)))
    *position, k = points.position
    here = x.at(tuple(position))
    start, stop = xp.at((k,)), xp.at((k + 1,))
    low, high = fp.at((k,)), fp.at((k + 1,))
    slope = build.apply("div", build.apply("sub", high, low), build.apply("sub", stop, start))
    line = build.apply("add", build.apply("mul", slope, build.apply("sub", here, start)), low)
    over = build.apply("and", build.compare("le", start, here), build.compare("lt", here, stop))
    term = build.where(over, line, build.zero(DType.FLOAT64))
    cx.emit(result.view, tuple(position), Update.ADD, term, points.dims)
    return result


def _split(exact: bool, own_axis: int | None = None) -> Handler:
    """`np.split` (`exact`) and `np.array_split`: the parts of an array as views."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("ary indices_or_sections", "axis" if own_axis is None else "")
        value, where = strong(array_operand(cx, site, bound["ary"])), bound["indices_or_sections"]
        if not value.shape:
            raise site.error("a number has no parts", help="pass an array")
        axis = site.axis(bound.get("axis", Integer(sympy.Integer(own_axis or 0))), value.rank)
        if isinstance(where, Items):
            return _parts_between(cx, site, value, axis, where)
        number = site.number(where, "indices_or_sections")
        if number < 1:
            raise site.error("an array has one part at least")
        return _equal_parts(cx, site, value, axis, number, exact)

    return call


def _equal_parts(
    cx: Context, site: CallSite, value: Array, axis: int, number: int, exact: bool
) -> Items:
    """So many parts; where they cannot be equal, the first ones have an element more."""
    extent = cx.extent(value.shape[axis])
    if exact:
        each = floordiv(extent, sympy.Integer(number))
        what = f"`{site.short}` into {number} equal parts"
        unify(cx, extent, sympy.expand(number * each), what, site.span, "use `np.array_split`")
    parts, start = [], sympy.Integer(0)
    for k in range(number):
        length = each if exact else floordiv(extent + number - 1 - k, sympy.Integer(number))
        parts.append(window(value, axis, start, length))
        start = sympy.expand(start + length)
    return Items(tuple(parts), is_list=True)


def _parts_between(cx: Context, site: CallSite, value: Array, axis: int, where: Items) -> Items:
    """The parts between positions, as slices have them."""
    ends = [site.integer(v, "indices_or_sections") for v in where.items]
    whole = SliceValue(None, None, 1, site.span)
    parts = []
    for start, stop in zip([sympy.Integer(0), *ends], [*ends, None], strict=True):
        part = SliceValue(start, stop, 1, site.span)
        items = [(part if a == axis else whole, site.span) for a in range(value.rank)]
        parts.append(subscript(cx, value, list(items), site.span))
    return Items(tuple(parts), is_list=True)


def _nan_to_num(cx: Context, site: CallSite) -> Value:
    """Numbers in the place of NaN and infinities, through which no derivative passes."""
    bound = site.bind("x", "copy nan posinf neginf")
    value = strong(array_operand(cx, site, bound["x"]))
    if "copy" in bound and not site.flag(bound["copy"], "copy"):
        raise site.error("`copy=False` of `nan_to_num` is not supported", help="assign the result")
    if kind(value.dtype) < 2:
        return Array(value.shape, value.dtype, value.at)
    value, dtype = operand(cx, value), value.dtype
    largest = float(np.finfo(dtype.value).max)
    numbers = [
        _number(site, bound.get(name), default, dtype)
        for name, default in (("nan", 0.0), ("posinf", largest), ("neginf", -largest))
    ]
    tests = [
        elementwise.predicate(cx, "isnan", value, site.span),
        *(
            elementwise.compare(cx, "eq", [value, scalar(build.const(text, dtype))], site.span)
            for text in ("inf", "-inf")
        ),
    ]
    result = value
    for test, number in zip(reversed(tests), reversed(numbers), strict=True):
        result = elementwise.where(cx, [test, number, result], site.span)
    return result


def _number(site: CallSite, given: Value | None, default: float, dtype: DType) -> Array:
    if given is None or isinstance(given, Nothing):
        return scalar(build.const(default, dtype))
    number = site.array(given)
    if number.shape:
        raise site.error("`nan_to_num` takes numbers", help="use `np.where`")
    return scalar(convert(number.at(()), dtype))


TABLE: dict[str, Handler] = {
    "numpy.interp": _interp, "numpy.split": _split(exact=True),
    "numpy.array_split": _split(exact=False), "numpy.vsplit": _split(exact=True, own_axis=0),
    "numpy.nan_to_num": _nan_to_num,
}  # fmt: skip
