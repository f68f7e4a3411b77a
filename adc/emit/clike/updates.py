"""Updates as a person writes them: `x -= y` for `x += -y`, `x /= y` for `x = x/y`."""

from __future__ import annotations

from dataclasses import replace

from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Apply, Const, Expr, Read
from adc.schedule.tree import Statement

_COMPOUND = {"add": "+=", "sub": "-=", "mul": "*=", "div": "/="}


def update_form(node: Statement) -> tuple[str, Expr]:
    """The operator and the right side of `node` in C; exact, to the last bit."""
    if node.op == Update.ADD:
        negated = without_sign(node.expr)
        return ("+=", node.expr) if negated is None else ("-=", negated)
    expr = node.expr
    if not isinstance(expr, Apply) or expr.op not in _COMPOUND or expr.dtype is DType.BOOL:
        return "=", expr
    target = Read(node.target.container, node.target.index, expr.dtype)
    if expr.args[0] == target:
        return _COMPOUND[expr.op], expr.args[1]
    return "=", expr


def without_sign(expr: Expr) -> Expr | None:
    """`x` where `expr` is `-x`, also `a*b` for `-a*b`; None where it has no sign in front.

    A sign moves through products and quotients without rounding.
    """
    if isinstance(expr, Apply) and expr.op == "neg":
        return expr.args[0]
    if isinstance(expr, Apply) and expr.op in ("mul", "div") and expr.dtype.is_float:
        first = without_sign(expr.args[0])
        return None if first is None else replace(expr, args=(first, expr.args[1]))
    if isinstance(expr, Const) and expr.dtype.is_float and expr.text.startswith("-"):
        return Const(expr.text[1:], expr.dtype)
    return None
