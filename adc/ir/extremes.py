"""What integer expressions are at most, over the values of a loop's variable."""

from __future__ import annotations

import sympy

from adc.diagnostics import InternalError
from adc.ir.shapes import inward, names, substitute, symbol


class UnboundedError(InternalError):
    """No largest value is known of an expression.

    A fault of adc where it is not caught: who allocates asks first, and runs a loop again whose
    trips nothing bounds.
    """


def ends(start: sympy.Expr, stop: sympy.Expr, step: int) -> tuple[sympy.Expr, sympy.Expr]:
    """The least and the greatest value of `range(start, stop, step)`, or bounds of them."""
    return (start, stop - 1) if step > 0 else (stop + 1, start)


def extreme(expr: sympy.Expr, var: str, low: sympy.Expr, high: sympy.Expr) -> sympy.Expr:
    """An upper bound of `expr` for `low <= var <= high`, free of `var`.

    Exact for affine expressions. UnboundedError where no bound is found.
    """
    expr = inward(expr)
    if isinstance(expr, (sympy.Min, sympy.Max)):
        return expr.func(*(extreme(a, var, low, high) for a in expr.args))
    if isinstance(expr, sympy.floor):
        return sympy.floor(extreme(expr.args[0], var, low, high))
    if isinstance(expr, sympy.Mod) and expr.args[1].is_Integer and expr.args[1] > 0:
        return expr.args[1] - 1
    slope = sympy.expand(expr.coeff(symbol(var), 1))
    rest = sympy.expand(expr - slope * symbol(var))
    if var in names(rest) or not slope.is_number:
        parts = expr.args if expr.is_Add else ()
        if parts:
            return sympy.Add(*(_part(a, var, low, high) for a in parts))
        factor, other = expr.as_coeff_Mul()
        if factor < 0 and isinstance(other, sympy.Mod):
            return sympy.Integer(0)  # the remainder is not negative
        if factor > 0 and factor != 1:
            return factor * extreme(other, var, low, high)
        if factor < 0 and isinstance(other, (sympy.Min, sympy.Max)):
            swapped = sympy.Min if isinstance(other, sympy.Max) else sympy.Max
            return -factor * extreme(swapped(*(-a for a in other.args)), var, low, high)
        if factor < 0 and isinstance(other, sympy.floor):
            least = -extreme(sympy.expand(-other.args[0]), var, low, high)
            return factor * sympy.floor(least)
        raise UnboundedError(f"no bound is known for {expr}")
    return sympy.expand(substitute(expr, {var: high if slope > 0 else low}))


def _part(expr: sympy.Expr, var: str, low: sympy.Expr, high: sympy.Expr) -> sympy.Expr:
    return extreme(expr, var, low, high) if var in names(expr) else expr
