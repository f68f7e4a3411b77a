"""Subscripts that are reals, which compilers take as an extension, cut off as INT does."""

from __future__ import annotations

from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.routine import Routine
from adc.frontends.terms import intrinsic

_REAL = ("real", "double precision")
_ARITHMETIC = ("+", "-", "*", "/", "**")


def cut_off(r: Routine, subscript: tree.Expr, value: surface.Expr) -> surface.Expr:
    """`value`, which `subscript` is in the surface tree, as an integer."""
    return intrinsic("int", (value,), subscript.span) if is_real(r, subscript) else value


def is_real(r: Routine, expr: tree.Argument) -> bool:
    """Whether `expr` is surely a real: of variables, numbers and arithmetic alone."""
    match expr:
        case tree.Number():
            return expr.kind != "integer"
        case tree.Unary():
            return is_real(r, expr.operand)
        case tree.Binary():
            either = is_real(r, expr.left) or is_real(r, expr.right)
            return expr.op in _ARITHMETIC and either
        case tree.Name():
            return _is_variable(r, expr.name, expr)
        case tree.Apply():
            return _is_variable(r, expr.name, expr)
    return False


def _is_variable(r: Routine, name: str, expr: tree.Name | tree.Apply) -> bool:
    found = r.symbol(name, expr.span)
    kept = found.storage not in ("procedure", "intrinsic")
    shaped = found.bounds is not None if isinstance(expr, tree.Apply) else found.bounds is None
    return found.base in _REAL and kept and shaped
