"""`np.piecewise`: a function for each condition, of the elements where that holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index
from adc.lowering import elementwise
from adc.lowering.broadcasting import broadcast_to
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.effects import without_effects
from adc.lowering.linear_algebra import operand, zeroed
from adc.lowering.masks.subscripts import selected, whole_of
from adc.lowering.numpy.create import array_operand
from adc.lowering.promotion import convert, strong
from adc.lowering.store import materialise, store
from adc.lowering.values import Array, Bound, Builtin, Items, Selected, UserFunction, Value, of_view

Apply = Callable[[Context, Value, CallSite], Value]


def piecewise(cx: Context, site: CallSite, apply: Apply) -> Value:
    """Later conditions win; one more function than conditions is for all other elements. A function
    is given what the mask selects of `x`, as NumPy does it."""
    if len(site.arguments) < 3:
        raise site.error("`piecewise` takes an array, conditions and functions")
    given, conditions, functions, *others = site.arguments
    x = operand(cx, strong(array_operand(cx, site, given)))
    if not isinstance(functions, Items):
        raise site.error("`piecewise` takes a list of functions")
    tests = conditions.items if isinstance(conditions, Items) else (conditions,)
    number = not x.shape
    if number:  # NumPy's mask of a number gives a vector of one, or of none
        x = _vector(cx, x)
    masks = [_mask(cx, site, test, number) for test in tests]
    if len(functions.items) == len(masks) + 1:
        masks.append(_others(cx, masks, site))
    if len(functions.items) != len(masks):
        raise site.error("`piecewise` takes a function for each condition, and one for the rest")
    result = zeroed(cx, "pieces", x.dtype, x.shape)
    for mask, function in zip(masks, functions.items, strict=True):
        value = function
        if isinstance(function, (UserFunction, Builtin, Bound)):
            part = selected(cx, x, [(mask, site.span)], site.span)
            name = function.name if isinstance(function, Builtin) else ""
            inner = replace(
                site, name=name, arguments=(part, *others), spans=(site.span,) * (1 + len(others))
            )
            with without_effects(cx, site, function):  # NumPy calls it where the mask holds at all
                value = apply(cx, function, inner)
        _put(cx, site, selected(cx, result, [(mask, site.span)], site.span), value)
    return Array((), result.dtype, lambda _: result.at((sympy.Integer(0),))) if number else result


def _vector(cx: Context, value: Array) -> Array:
    """The vector of one element that a number is."""
    one = Array((sympy.Integer(1),), value.dtype, lambda _: value.at(()))
    return of_view(materialise(cx, one, "piece"), value.dtype)


def _put(cx: Context, site: CallSite, target: Selected, value: Value) -> None:
    """`target[...] = value`: a number, or what the same mask selects."""
    old, dtype = target.array, target.array.dtype
    given = whole_of(target, value, site.span)
    new = broadcast_to(cx, given, old.shape, "`piecewise`", site.span)

    def at(position: Index) -> Expr:
        taken = convert(new.at(position), dtype)
        return build.where(target.held(position), taken, old.at(position))

    assert old.view is not None
    store(cx, old.view, dtype, Array(old.shape, dtype, at), site.span)


def _mask(cx: Context, site: CallSite, test: Value, number: bool) -> Array:
    """Where a condition holds; for the vector that a `number` is, that of one element."""
    mask = strong(array_operand(cx, site, test))
    if number and not mask.shape and mask.dtype is DType.BOOL:
        return _vector(cx, mask)
    if mask.dtype is not DType.BOOL or not mask.shape or number:
        raise site.error("the conditions of `piecewise` are boolean arrays")
    return of_view(materialise(cx, mask, "held"), DType.BOOL)


def _others(cx: Context, masks: list[Array], site: CallSite) -> Array:
    """Where no condition holds."""
    held: Array = masks[0]
    for mask in masks[1:]:
        held = elementwise.logical(cx, "or", [held, mask], site.span)
    rest = elementwise.logical(cx, "not", [held], site.span)
    return of_view(materialise(cx, rest, "rest"), DType.BOOL)
