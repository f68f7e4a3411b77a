"""How many iterations loops have, as integer expressions of sizes."""

from __future__ import annotations

from functools import lru_cache

import sympy

from adc.analysis.placement import Iterations
from adc.ir.extremes import UnboundedError, ends, extreme
from adc.ir.node import Dim
from adc.ir.nodes import Loop
from adc.ir.shapes import MEMORY, entries, floordiv, maximum, names, symbol


def trips(loop: Loop) -> sympy.Expr:
    """The trip count of `loop`, exact where it runs at all (negative where it does not run).

    Of a loop that data ends: the source's limit. UnboundedError where there is none.
    """
    if isinstance(loop, Iterations):
        return limit_of(loop)
    step = abs(loop.step)
    length = difference(loop.stop, loop.start)
    if loop.step < 0:
        length = difference(loop.start, loop.stop)
    return length if step == 1 else floordiv(length + step - 1, step)


@lru_cache(maxsize=MEMORY)
def difference(a: sympy.Expr, b: sympy.Expr) -> sympy.Expr:
    """`a - b`, taken into a minimum or maximum, where equal terms cancel."""
    if isinstance(a, (sympy.Min, sympy.Max)):
        return a.func(*(sympy.expand(x - b) for x in a.args))
    if isinstance(b, (sympy.Min, sympy.Max)):
        other = sympy.Max if isinstance(b, sympy.Min) else sympy.Min
        return other(*(sympy.expand(a - x) for x in b.args))
    return a - b


def counter(loop: Loop) -> sympy.Expr:
    """The number of the current iteration, from 0, in forward order."""
    var = symbol(loop.var)
    if loop.step == 1:
        return sympy.expand(var - loop.start)
    if loop.step == -1:
        return sympy.expand(loop.start - var)
    distance = var - loop.start if loop.step > 0 else loop.start - var
    return floordiv(sympy.expand(distance), abs(loop.step))


def largest(expr: sympy.Expr, loops: tuple[Loop, ...], dims: tuple[Dim, ...] = ()) -> sympy.Expr:
    """An upper bound of `expr` over the iterations of `loops` and `dims`, free of their variables.

    Exact for affine expressions over affine bounds. UnboundedError where no bound is found.
    """
    if entries(expr):
        raise UnboundedError(f"no bound is known for {expr}")
    expr = sympy.expand(expr)
    for dim in reversed(dims):
        if dim.var in names(expr):
            expr = extreme(expr, dim.var, dim.start, dim.stop - 1)
    for loop in reversed(loops):
        if loop.var in names(expr):
            expr = extreme(expr, loop.var, *first_and_last(loop))
    return expr


def first_and_last(loop: Loop) -> tuple[sympy.Expr, sympy.Expr]:
    """The least and the greatest value of the loop's variable, or bounds of them."""
    if isinstance(loop, Iterations):
        return loop.start, limit_of(loop) - 1
    return ends(loop.start, loop.stop, loop.step)


def limit_of(loop: Iterations) -> sympy.Expr:
    if loop.limit is not None:
        return loop.limit
    raise UnboundedError("no bound is known for the trips of this loop", loop.span)


def extent(expr: sympy.Expr, loops: tuple[Loop, ...], dims: tuple[Dim, ...] = ()) -> sympy.Expr:
    """The largest value of `expr`, at least 0: an extent to allocate."""
    bound = largest(expr, loops, dims)
    if bound.is_Symbol or (bound.is_Integer and bound >= 0):
        return bound
    return maximum(0, bound)
