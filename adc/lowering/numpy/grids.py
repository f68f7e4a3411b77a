"""`np.mgrid[0:n, 0:m]` and `np.ogrid[…]`: coordinates of a grid, between integers, or between
numbers in steps that are known, or so many (`np.mgrid[a:b:5j]`)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import sympy

from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, IntValue
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue
from adc.lowering.integers.folding import folded
from adc.lowering.integers.known import note_number_asked
from adc.lowering.lists.items import unknown_item
from adc.lowering.numpy.create import TABLE as CREATORS
from adc.lowering.numpy.written import call_written
from adc.lowering.objects.slice_objects import bound_of
from adc.lowering.promotion import cast_array, convert
from adc.lowering.values import Array, Complex, Integer, Items, Nothing, Value

_MOST_AXES = 3


@dataclass(frozen=True)
class _Ends:
    """One axis: where it begins and ends, and its step, a complex number for so many points."""

    start: Value
    stop: Value
    step: Value

    @property
    def are_integers(self) -> bool:
        return all(isinstance(v, Integer) for v in (self.start, self.stop, self.step))


def grid(cx: Context, site: CallSite, expr: surface.Subscript, items: list[Item] | None) -> Value:
    """What `expr` gives, by whose slices; or by `items` where slices are values."""
    name = site.short
    slices = [s for s in expr.items if isinstance(s, surface.Slice)] if items is None else []
    if items is not None:
        axes = [_of_item(site, item) for item, _ in items]
    elif any(s.stop is None for s in slices):
        raise _refused(site)
    else:
        axes = [_ends(cx, s) for s in slices]
    if len(axes) > _MOST_AXES:
        raise _refused(site)
    if all(a.are_integers for a in axes):
        return call_written(cx, site, f"adc_{name}",
                            *(Items((a.start, a.stop, a.step)) for a in axes))  # fmt: skip
    return call_written(cx, site, f"adc_{name}_of", *(_along(cx, site, a) for a in axes))


def _refused(site: CallSite) -> Exception:
    return site.error(f"`np.{site.short}` takes up to three slices with an end", help="`0:n`")


def _of_item(site: CallSite, item: object) -> _Ends:
    if not isinstance(item, SliceValue) or item.stop is None:
        raise _refused(site)
    bounds = (item.start or sympy.Integer(0), item.stop, sympy.Integer(item.step))
    return _Ends(*map(Integer, bounds))


def _ends(cx: Context, item: surface.Slice) -> _Ends:
    return _Ends(_end(cx, item.start, 0), _end(cx, item.stop, 0), _end(cx, item.step, 1))


def _end(cx: Context, expr: surface.Expr | None, default: int) -> Value:
    value = Nothing() if expr is None else cx.evaluate(expr)
    if expr is None or isinstance(value, Nothing):
        return Integer(sympy.Integer(default))
    if isinstance(value, Array) and not value.shape and value.dtype is DType.INT64:
        return Integer(bound_of(cx, value, expr.span))
    return value


def _along(cx: Context, site: CallSite, axis: _Ends) -> Value:
    """The numbers along one axis, in double precision as those of the others are."""
    if axis.are_integers:
        ends = (axis.start, axis.stop, axis.step)
        counted = CallSite("numpy.arange", ends, {}, (site.span,) * 3, site.span)
        return cast_array(site.array(CREATORS["numpy.arange"](cx, counted)), DType.FLOAT64)
    return call_written(cx, site, "adc_evenly", *_points(cx, site, axis))


def _points(cx: Context, site: CallSite, axis: _Ends) -> tuple[Value, Value, Value]:
    """The first number, the step and how many there are."""
    start, stop = (_number(site, v) for v in (axis.start, axis.stop))
    if isinstance(axis.step, Complex):
        count = _known(cx, site, _imaginary(site, axis.step))
        points = math.floor(abs(count))
        if points < 1:
            raise site.error("a grid of no points is not supported", help="write `np.zeros`")
        apart = elementwise.arithmetic(cx, "sub", [stop, start], site.span)
        between = elementwise.literal(repr(float(max(points - 1, 1))), DType.FLOAT64)
        step = elementwise.arithmetic(cx, "div", [apart, between], site.span)
        return start, step, Integer(sympy.Integer(points))
    step = _number(site, axis.step)
    known = [_known(cx, site, v) for v in (start, stop, step)]
    if known[2] == 0.0:
        raise site.error("the step of a grid is 0", help="give another step")
    points = max(math.ceil((known[1] - known[0]) / known[2]), 0)
    return start, step, Integer(sympy.Integer(points))


def _imaginary(site: CallSite, step: Complex) -> Value:
    real, imaginary = step.items
    if not isinstance(real, Array) or folded(real.at(())) != 0.0:
        raise site.error("the step of a grid is an imaginary number or a real one",
                         help="write how many points there are: `5j`")  # fmt: skip
    return imaginary


def _number(site: CallSite, value: Value) -> Array:
    """A number in double precision."""
    array = site.array(value)
    if array.shape or array.dtype not in (DType.FLOAT64, DType.INT64):
        raise site.error("the ends of a grid are numbers", help="use integers and `float`s")
    expr = convert(array.at(()), DType.FLOAT64)
    return Array((), DType.FLOAT64, lambda _: expr, weak=True)


def _known(cx: Context, site: CallSite, value: Value) -> float:
    """The number that `value` is known to be, if only where loops around it are written out."""
    assert isinstance(value, Array)
    expr = value.at(())
    found = folded(expr)
    if found is None and isinstance(expr, Apply) and expr.op == "cast":
        inner = expr.args[0]
        if isinstance(inner, IntValue) and inner.value.is_Integer:
            return float(inner.value)
    if found is None:
        note_number_asked(cx, [value])
        around = Items(tuple(Integer(r.var) for r in cx.prover.ranges))
        raise unknown_item(
            f"ends of `np.{site.short}` in floating point that are not known are not supported",
            site.span, "write how many points there are: `0.0:1.0:5j`; or use `np.linspace`",
            around,
        )  # fmt: skip
    return found
