"""Loops over `np.arange(start, stop, step)` of floating numbers that data decide: no array is made,
for which there would have to be room, but its first number, its step and how many there are."""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.lengths.arrays import kept_integer
from adc.lowering.lengths.creation import ENDLESS, is_floating, number_steps
from adc.lowering.numpy.vocabulary import call_builtin
from adc.lowering.promotion import as_array, convert
from adc.lowering.store import materialise
from adc.lowering.values import Array, Builtin, Integer, Items, Text, Value, of_view, scalar

#: What marks the parts: no value of the source's is this text.
_STEPS = Text("adc.steps_of")


def made(cx: Context, expr: surface.Call) -> Value:
    """What the loop runs over: the array; or, of numbers of which only data tell how many there
    are, the first one, their step and their number."""
    (call,) = expr.arguments
    assert isinstance(call, surface.Call)
    if cx.evaluate(call.function) != Builtin("numpy.arange"):
        return cx.evaluate(call)
    values = tuple(map(cx.evaluate, call.arguments))
    site = CallSite("numpy.arange", values, {}, tuple(a.span for a in call.arguments), call.span)
    try:
        return call_builtin(cx, site)
    except AdcError as error:
        found = _steps(cx, site) if error.diagnostics[0].code == "ADC0235" else None
        if found is None:
            raise
        return found


def _steps(cx: Context, site: CallSite) -> Items | None:
    ends: tuple[Value, ...] = site.arguments
    if len(ends) == 1:
        ends = (Integer(sympy.Integer(0)), *ends)
    start, stop, step = (*ends, Integer(sympy.Integer(1)))[:3]
    found = number_steps((start, stop, step)) if is_floating(cx, (start, stop, step)) else None
    if found is None:
        return None
    first, gap, share = found
    share = _kept(cx, share, "steps").at(())
    endless = build.apply("not", build.compare("lt", share, ENDLESS))
    fail_where(cx, endless, "`arange` of more numbers than there is memory for", site.span)
    least = build.apply("maximum", build.apply("ceil", share), build.zero(DType.FLOAT64))
    count = kept_integer(cx, build.cast(least, DType.INT64), "count")
    return Items((_STEPS, _kept(cx, first, "first"), _kept(cx, gap, "gap"), count), False)


def _parts(value: Value) -> tuple[Value, Value, Value] | None:
    """The first number, the step and the number of them; None of anything else."""
    if not isinstance(value, Items) or value.items[:1] != (_STEPS,):
        return None
    _, first, gap, count = value.items
    return first, gap, count


def _kept(cx: Context, value: Expr, stem: str) -> Array:
    """`value` as it is now."""
    return of_view(materialise(cx, scalar(value), stem), DType.FLOAT64, stable=True)


def number_of(cx: Context, expr: surface.Call) -> Value:
    """How many elements the loop runs over."""
    value = cx.evaluate(expr.arguments[0])
    if (parts := _parts(value)) is not None:
        return parts[2]
    length = surface.Intrinsic("len", expr.span, "python")
    return cx.evaluate(replace(expr, function=length))


def element(cx: Context, expr: surface.Call) -> Value:
    """The element at a position of what the loop runs over."""
    base, position = expr.arguments
    parts = _parts(cx.evaluate(base))
    if parts is None:
        return cx.evaluate(surface.Subscript(base, (position,), expr.span, exact=True))
    first, gap = (as_array(item).at(()) for item in parts[:2])
    at = convert(as_array(cx.evaluate(position)).at(()), DType.FLOAT64)
    return scalar(build.apply("add", first, build.apply("mul", at, gap)))
