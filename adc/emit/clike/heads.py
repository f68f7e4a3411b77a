"""What stands in the head of a loop: where it starts, its test, and how it goes on; what is said
above it, and whether it has braces."""

from __future__ import annotations

import sympy

from adc.diagnostics import Span
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Expr, IntValue
from adc.ir.shapes import floordiv, symbol
from adc.schedule.tree import UNBOUNDED, Call, Declare, For, Statement, Tree, walk


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


def head_to(node: For, var: str, start: str, stop: str) -> str:
    """The head of a loop by ones, up or down, over the values from `start` to before `stop`."""
    if node.backwards:
        return f"int64_t {var} = {stop} - 1; {var} >= {start}; {var}--"
    return f"int64_t {var} = {start}; {var} < {stop}; {var}++"


def advance(var: str, step: int) -> str:
    if abs(step) == 1:
        return f"{var}++" if step > 0 else f"{var}--"
    return f"{var} += {step}" if step > 0 else f"{var} -= {-step}"


def only_span(body: Tree) -> Span | None:
    """The span of the statements in a domain's loops: the comment goes above the nest."""
    for inner in walk(body):
        if isinstance(inner, (Statement, Declare, Call)):
            return inner.span
    return None


def braces(body: Tree) -> bool:
    """Whether a loop needs braces to be read safely: for more than one plain statement or loop."""
    if len(body) != 1:
        return True
    only = body[0]
    if isinstance(only, For):
        return only.sequential or only.parallel is not None or braces(only.body)
    return not isinstance(only, Statement) or bool(only.note)
