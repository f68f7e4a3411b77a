"""`range(…)` as an argument of NumPy's functions, which make a vector of integers of it."""

from __future__ import annotations

from dataclasses import replace

from adc.frontends import surface
from adc.lowering.context import Context
from adc.lowering.effects import foreseen
from adc.lowering.values import Builtin, Integer, Value

#: Functions for which integers may be a shape or axes.
_OF_SHAPES = frozenset({
    "zeros", "ones", "empty", "full", "ndarray", "reshape", "resize", "transpose", "moveaxis",
    "broadcast_to", "squeeze", "expand_dims", "tile", "indices", "ndindex", "unravel_index",
    "ravel_multi_index", "apply_over_axes", "fromfunction", "flip", "rot90", "roll", "pad",
})  # fmt: skip


def with_vectors(cx: Context, function: Value, given: list[surface.Expr]) -> list[surface.Expr]:
    """The arguments `given` of `function`, ranges of integers as the vectors that NumPy takes them
    for."""
    name = function.name if isinstance(function, Builtin) else ""
    if not name.startswith("numpy.") or name.rpartition(".")[2] in _OF_SHAPES:
        return given
    return [_vector(cx, expr) for expr in given]


def _vector(cx: Context, expr: surface.Expr) -> surface.Expr:
    call = expr if isinstance(expr, surface.Call) and not expr.keywords else None
    if call is None or not isinstance(call.function, surface.Name) or not call.arguments:
        return expr
    if call.function.name != "range" or cx.evaluate(call.function) != Builtin("range"):
        return expr
    if any(isinstance(a, surface.Starred) for a in call.arguments):
        return expr
    if not all(isinstance(v, Integer) for v in foreseen(cx, call.arguments)):
        return expr
    return replace(call, function=surface.Intrinsic("numpy.arange", call.span, "python"))
