"""Elements taken, put in and left out, functions by pieces, windows, phases without jumps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue
from adc.lowering.broadcasting import broadcast_to
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.elementwise import arithmetic, in_dtype
from adc.lowering.indexing import SliceValue, remap, require
from adc.lowering.lengths.creation import by_data
from adc.lowering.linear_algebra import operand
from adc.lowering.numpy.by_place import in_mode
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.joins import join, window
from adc.lowering.numpy.written import call_written
from adc.lowering.positions.gathers import gather
from adc.lowering.promotion import as_array, cast_array, strong
from adc.lowering.reductions import floating, scan
from adc.lowering.reshaping import reshape
from adc.lowering.store import materialise
from adc.lowering.values import Array, Integer, Items, Nothing, Value, of_view, place

Handler = Callable[[Context, CallSite], Value]


def _flat_or_along(
    cx: Context, site: CallSite, value: Array, given: Value | None
) -> tuple[Array, int]:
    """The array and the axis that a function works along; flat where no axis is named."""
    if given is None or isinstance(given, Nothing):
        return reshape(cx, value, (sympy.Integer(-1),), site.span), 0
    return value, site.axis(given, value.rank)


def _take(cx: Context, site: CallSite) -> Value:
    """`np.take(a, indices, axis)`: the subscript along one axis."""
    bound = site.bind("a indices", "axis out mode")
    if not isinstance(bound.get("out", Nothing()), Nothing):
        raise site.error("`out` of `take` is given by its name here", help="write `out=`")
    whole = strong(array_operand(cx, site, bound["a"]))
    value, axis = _flat_or_along(cx, site, whole, bound.get("axis"))
    every = SliceValue(None, None, 1, site.span)
    places = in_mode(cx, site, bound["indices"], bound.get("mode"), value.shape[axis])
    items = [(places if a == axis else every, site.span) for a in range(value.rank)]
    found = gather(cx, value, list(items), site.span, False)
    return Array(found.shape, found.dtype, found.at, found.weak)


def _position(cx: Context, site: CallSite, given: Value, extent: sympy.Expr) -> sympy.Expr:
    """A position counted from the beginning, of one that may count from the end."""
    position = site.integer(given, "obj")
    if not position.is_Integer and not cx.prover.nonneg(position):
        raise site.error(f"the position of `{site.short}` may be negative", help="write a number")
    found = sympy.expand(extent + position) if position.is_negative else position
    what = f"`{site.short}` at {position} of {extent} elements"
    require(cx, found, what, site.span)
    least = 1 if site.short == "delete" else 0
    require(cx, sympy.expand(extent - found - least), what, site.span)
    return found


def _insert(cx: Context, site: CallSite) -> Value:
    """`np.insert` of numbers before one position of a vector, or of an array laid flat."""
    bound = site.bind("arr obj values", "axis")
    whole = strong(array_operand(cx, site, bound["arr"]))
    value, axis = _flat_or_along(cx, site, whole, bound.get("axis"))
    if value.rank == 2 and value.dtype.is_float:
        return _line_inserted(cx, site, value, axis, bound)
    if value.rank > 1 or not value.dtype.is_float:
        raise site.error("`insert` is supported for vectors of floating numbers",
                         help="join the parts: `np.concatenate`")  # fmt: skip
    if by_data(bound["obj"]) and not as_array(bound["values"], site.span).shape:
        return call_written(cx, site, "adc_inserted", value, bound["obj"], bound["values"])
    extent = cx.extent(value.shape[axis])
    at = _position(cx, site, bound["obj"], extent)
    new = cast_array(strong(array_operand(cx, site, bound["values"])), value.dtype)
    if new.rank > 1:
        raise site.error("`insert` takes a number or a vector", help="join the parts")
    new = reshape(cx, new, (sympy.Integer(-1),), site.span)
    parts = [window(value, 0, sympy.Integer(0), at), new]
    return join(cx, site, [*parts, window(value, 0, at, sympy.expand(extent - at))], 0)


def _line_inserted(
    cx: Context, site: CallSite, value: Array, axis: int, bound: dict[str, Value]
) -> Value:
    """A row or a column of a number or a vector, before one position."""
    extent = cx.extent(value.shape[axis])
    at = _position(cx, site, bound["obj"], extent)
    new = cast_array(strong(array_operand(cx, site, bound["values"])), value.dtype)
    if new.rank > 1:
        raise site.error("`insert` takes a number or a vector", help="join the parts")
    line = broadcast_to(cx, new, (value.shape[1 - axis],), f"`{site.short}`", site.span)
    slab = list(value.shape)
    slab[axis] = sympy.Integer(1)
    added = Array(tuple(slab), value.dtype, lambda p: line.at((p[1 - axis],)))
    before = window(value, axis, sympy.Integer(0), at)
    return join(cx, site, [before, added, window(value, axis, at, sympy.expand(extent - at))], axis)


def _delete(cx: Context, site: CallSite) -> Value:
    """`np.delete` of one position along an axis, or of an array laid flat."""
    bound = site.bind("arr obj", "axis")
    whole = strong(array_operand(cx, site, bound["arr"]))
    value, axis = _flat_or_along(cx, site, whole, bound.get("axis"))
    if by_data(bound["obj"]) and value.rank == 1:
        return call_written(cx, site, "adc_deleted", value, bound["obj"])
    if isinstance(bound["obj"], Items):
        return _several_deleted(cx, site, value, axis, bound["obj"])
    extent = cx.extent(value.shape[axis])
    at = _position(cx, site, bound["obj"], extent)
    rest = window(value, axis, sympy.expand(at + 1), sympy.expand(extent - at - 1))
    return join(cx, site, [window(value, axis, sympy.Integer(0), at), rest], axis)


def _several_deleted(
    cx: Context, site: CallSite, value: Array, axis: int, positions: Items
) -> Value:
    """One after the other, such that what is left to be deleted stays where it is."""
    found = {site.number(item, "obj") for item in positions.items}
    if min(found, default=0) < 0 <= max(found, default=0):
        raise site.error("`delete` takes positions of which all or none are negative",
                         help="count them from one end")  # fmt: skip
    along = Integer(sympy.Integer(axis))
    result: Value = Array(value.shape, value.dtype, value.at)  # where none goes, a copy
    for number in sorted(found, reverse=min(found, default=0) >= 0):
        at = Integer(sympy.Integer(number))
        result = _delete(cx, replace(site, arguments=(result, at, along), keywords={}))
    return result


def _sliding_windows(cx: Context, site: CallSite) -> Value:
    """`sliding_window_view`: all stretches of some elements along axes, where they are."""
    bound = site.bind("x window_shape", "axis subok writeable")
    value = array_operand(cx, site, bound["x"])
    if site.flag(bound.get("writeable"), "writeable"):
        raise site.error("windows that are written to are not supported", help="write the array")
    along = bound.get("axis", Nothing())
    if isinstance(along, Nothing):
        axes = tuple(range(value.rank))
    else:
        items = along.items if isinstance(along, Items) else (along,)
        axes = tuple(site.axis(item, value.rank) for item in items)
    widths = site.shape(bound["window_shape"])
    if len(widths) != len(axes) or len(set(axes)) != len(axes):
        raise site.error("`sliding_window_view` takes a width for each of its axes",
                         help="give `axis=`")  # fmt: skip
    shape = [cx.extent(n) for n in value.shape]
    index = [place(k) for k in range(value.rank)]
    for number, (axis, width) in enumerate(zip(axes, widths, strict=True)):
        extent = shape[axis]
        what = f"windows of {width} among {extent} elements"
        require(cx, width, what, site.span)
        require(cx, sympy.expand(extent - width), what, site.span)
        shape[axis] = sympy.expand(extent - width + 1)
        index[axis] = place(axis) + place(value.rank + number)
    return remap(value, (*shape, *widths), tuple(index))


# -- windows ---------------------------------------------------------------------------------------


def _window(shape: Callable[[Expr], Expr]) -> Handler:
    """A window of M points: `shape` at -1 to 1, that of one point being 1."""

    def call(cx: Context, site: CallSite) -> Value:
        points = cx.extent(site.integer(site.bind("M")["M"], "M"))

        def at(position: Index) -> Expr:
            place = IntValue(sympy.expand(2 * position[0] + 1 - points))
            steps = IntValue(sympy.expand(points - 1))
            dtype = DType.FLOAT64
            share = build.apply("div", build.cast(place, dtype), build.cast(steps, dtype))
            alone = build.compare("eq", IntValue(points), IntValue(sympy.Integer(1)))
            return build.where(alone, build.one(dtype), shape(share))

        window = Array((points,), DType.FLOAT64, at)
        return of_view(materialise(cx, window, "window"), DType.FLOAT64)

    return call


def _number(text: str) -> Expr:
    return build.const(text, DType.FLOAT64)


def _cosines(*weights: str) -> Callable[[Expr], Expr]:
    """`weights[0] + weights[1]*cos(pi*x) + weights[2]*cos(2*pi*x)`."""

    def shape(x: Expr) -> Expr:
        result = _number(weights[0])
        for k, weight in enumerate(weights[1:], start=1):
            angle = build.apply("mul", _number(repr(k * 3.141592653589793)), x)
            term = build.apply("mul", _number(weight), build.apply("cos", angle))
            result = build.apply("add", result, term)
        return result

    return shape


def _triangle(x: Expr) -> Expr:
    return build.apply("sub", _number("1.0"), build.apply("abs", x))


# -- phases ----------------------------------------------------------------------------------------


def _unwrap(cx: Context, site: CallSite) -> Value:
    """`np.unwrap`: whole periods added where neighbours are further apart than half of one. No
    derivative passes through these."""
    bound = site.bind("p", "discont axis period")
    given = strong(array_operand(cx, site, bound["p"]))
    whole = given.dtype.is_integer and isinstance(bound.get("period"), Integer)
    value = operand(cx, floating(given))
    axis = site.axis(bound.get("axis", Integer(sympy.Integer(-1))), value.rank)
    period = site.literal(bound["period"], "period") if "period" in bound else 6.283185307179586
    gap = bound.get("discont", Nothing())
    most = period / 2 if isinstance(gap, Nothing) else site.literal(gap, "discont")
    if period <= 0.0 or not value.shape:
        raise site.error("`unwrap` takes an array, and a positive period")
    extent = cx.extent(value.shape[axis])
    require(cx, extent - 1, f"`unwrap` along an axis of {extent} elements", site.span)
    one, rest = sympy.Integer(1), sympy.expand(extent - 1)
    later, earlier = (window(value, axis, k, rest) for k in (one, sympy.Integer(0)))
    steps = operand(cx, arithmetic(cx, "sub", [later, earlier], site.span))
    turns = Array(steps.shape, steps.dtype, lambda p: _turns(steps.at(p), period, most))
    added = scan(cx, turns, axis, "add")
    moved = arithmetic(cx, "add", [later, added], site.span)
    found = join(cx, site, [window(value, axis, sympy.Integer(0), one), moved], axis)
    return in_dtype(found, given.dtype) if whole else found


def _turns(step: Expr, period: float, most: float) -> Expr:
    """The whole periods that bring a step between -period/2 and period/2, as NumPy rounds them;
    none where it is less than `most`."""
    dtype = step.dtype
    half, whole = build.const(period / 2, dtype), build.const(period, dtype)
    turned = build.apply("mod", build.apply("add", step, half), whole)
    inside = build.apply("sub", turned, half)
    # Of a step that ends just half a period below, NumPy keeps the direction.
    edge = build.compare("eq", inside, build.neg(half))
    up = build.apply("and", edge, build.compare("gt", step, build.zero(dtype)))
    back = build.apply("sub", build.where(up, half, inside), step)
    small = build.compare("lt", build.apply("abs", step), build.const(most, dtype))
    return build.where(small, build.zero(dtype), back)


def _piecewise(cx: Context, site: CallSite) -> Value:
    """The call itself is lowered where functions are: `adc.lowering.numpy.piecewise`."""
    raise site.error("`piecewise` is not supported as a value", help="call it")


TABLE: dict[str, Handler] = {
    "numpy.lib.stride_tricks.sliding_window_view": _sliding_windows,
    "numpy.take": _take, "numpy.insert": _insert, "numpy.delete": _delete,
    "numpy.hanning": _window(_cosines("0.5", "0.5")),
    "numpy.hamming": _window(_cosines("0.54", "0.46")),
    "numpy.piecewise": _piecewise,
    "numpy.blackman": _window(_cosines("0.42", "0.5", "0.08")),
    "numpy.bartlett": _window(_triangle), "numpy.unwrap": _unwrap,
}  # fmt: skip
