"""What stands in the head of a loop: where it starts, its test, and how it goes on."""

from __future__ import annotations

import sympy

from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Expr, IntValue
from adc.ir.shapes import floordiv, symbol
from adc.schedule.tree import UNBOUNDED, For


def going_on(node: For, test: Expr) -> Expr:
    """Whether a loop with a test has another iteration; the bound is looked at first."""
    if node.stop == UNBOUNDED:
        return test
    below = Apply("lt", (IntValue(symbol(node.var)), IntValue(node.stop)), DType.BOOL)
    return Apply("and", (below, test), DType.BOOL)


def range_of(node: For) -> tuple[sympy.Expr, bool, sympy.Expr, int]:
    """Start, whether it counts up, the limit (included when backwards) and the step taken."""
    if not node.backwards:
        return node.start, node.step > 0, node.stop, node.step
    size = abs(node.step)
    if node.step > 0:
        steps = node.stop - node.start - 1
        last = node.stop - 1 if size == 1 else node.start + size * floordiv(steps, size)
        return last, False, node.start, -node.step
    steps = node.start - node.stop - 1
    last = node.stop + 1 if size == 1 else node.start - size * floordiv(steps, size)
    return last, True, node.start, -node.step


def advance(var: str, step: int) -> str:
    if abs(step) == 1:
        return f"{var}++" if step > 0 else f"{var}--"
    return f"{var} += {step}" if step > 0 else f"{var} -= {-step}"
