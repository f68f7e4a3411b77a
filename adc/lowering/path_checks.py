"""Where the type of a value is asked that may be an integer on some path: refused, or seen to."""

from __future__ import annotations

from collections.abc import Sequence

from adc.diagnostics import Span
from adc.ir.expressions import Expr
from adc.lowering.context import Context
from adc.lowering.control.where_run import seen_to
from adc.lowering.path_types import Origin
from adc.lowering.values import Array, anywhere


def check_write(cx: Context, container: str, expr: Expr, span: Span | None) -> None:
    """Refuses to store `expr` in place in what may hold integers, where it may be none."""
    origin = cx.types.cut_off(container, expr)
    if origin is not None and not _floating(cx, origin, span):
        integer = "a boolean" if origin.boolean else "an integer"
        text = f"where it is {integer}, an array of its type cuts off what is stored here"
        raise cx.types.refusal(origin, text, span)


def check_type(cx: Context, expr: Expr, span: Span | None) -> None:
    """Refuses to take the element type of `expr` where it depends on the path."""
    origin = cx.types.origin(expr)
    if origin is not None and not _floating(cx, origin, span):
        raise cx.types.refusal(origin, "the type that is taken here is not known", span)


#: Operations that the sign of a zero counts in, and the operands whose sign it is.
_BY_SIGN = {"arctan2": slice(None), "copysign": slice(1, None), "div": slice(1, None)}


def check_signs(cx: Context, op: str, operands: Sequence[Array], span: Span | None) -> None:
    """Refuses `op`, of which the sign of a zero decides the value, where paths decide that sign."""
    for operand in operands[_BY_SIGN[op]] if op in _BY_SIGN and not cx.fortran else ():
        origin = cx.types.sign_of_zero(anywhere(operand))
        if origin is not None and not _floating(cx, origin, span):
            text = "a zero here has a sign only where it is floating"
            raise cx.types.refusal(origin, text, span)


def _floating(cx: Context, origin: Origin, span: Span | None) -> bool:
    """Whether sizes alone decide, and it is seen to that they make it floating."""
    slack = origin.slack
    return slack is not None and cx.of_sizes(slack) and seen_to(cx, slack, origin.name, span)
