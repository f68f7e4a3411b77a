"""Numbers that inputs are compared with: between these a routine may do what it is for.

A year from 1900 to 2025, a temperature above 200, a latitude within 90: a routine that refuses all
else shows nothing at numbers below one.
"""

from __future__ import annotations

import math

from adc.ir.build import const_value
from adc.ir.expressions import Apply, Const, Expr, Read, walk
from adc.ir.program import Program
from adc.ir.walking import expressions_in

_COMPARISONS = ("lt", "le", "gt", "ge")


def compared(primal: Program) -> dict[str, tuple[float, float]]:
    """By input, the range of the numbers that its elements are compared with, by `<` and the
    like; where it is one, the range from there on to twice as far from zero, or to one."""
    found: dict[str, set[float]] = {}
    for _, expr, _ in expressions_in(primal.body):
        for part in walk(expr):
            if isinstance(part, Apply) and part.op in _COMPARISONS:
                _note(found, *map(_without_casts, part.args))
    return {name: _range(numbers) for name, numbers in found.items()}


def _note(found: dict[str, set[float]], left: Expr, right: Expr) -> None:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Read) and isinstance(other, Const):
            value = float(const_value(other))
            if math.isfinite(value):
                found.setdefault(one.container, set()).add(value)


def _without_casts(expr: Expr) -> Expr:
    while isinstance(expr, Apply) and expr.op == "cast":
        expr = expr.args[0]
    return expr


def _range(numbers: set[float]) -> tuple[float, float]:
    low, high = min(numbers), max(numbers)
    return (low, high) if low < high else (low, 2 * low if low > 0 else low + 1.0)
