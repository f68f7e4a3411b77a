"""The flag that tells of an exception: which one the source has raised first, by its code."""

from __future__ import annotations

from adc.diagnostics import Span
from adc.ir import build
from adc.ir.declarations import FIRST_RAISED, Container, Raised
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, IntValue, Read
from adc.ir.node import Access
from adc.ir.nodes import Compute
from adc.ir.shapes import integer
from adc.lowering.context import Context


def raised(cx: Context, exception: str, text: str, span: Span) -> Raised:
    """The exception at `span`, with its code: adc's own texts stand at one span each, whatever
    they raise."""
    key = (span, exception, text)
    if key not in cx.raised:
        cx.raised[key] = Raised(FIRST_RAISED + len(cx.raised), exception, text)
    return cx.raised[key]


def flag(cx: Context, condition: Expr | None, told: Raised, span: Span) -> None:
    """Set the flag where `condition` holds (None: in any case) and nothing was raised before. What
    the module raises while it is imported leaves no function to call."""
    if cx.importing:
        return
    if not cx.stopped:
        cx.stopped = cx.new_name("stopped")
        cx.containers[cx.stopped] = Container(cx.stopped, DType.INT64, (), Role.STOP)
    code: Expr = build.const(told.code, DType.INT64)
    if condition is not None:
        code = build.where(condition, code, build.zero(DType.INT64))
    held = Read(cx.stopped, (), DType.INT64)
    value = build.where(is_unset(cx.stopped), code, held)
    cx.body.append(assignment(cx.stopped, value, span))


def is_unset(name: str) -> Expr:
    return build.compare("eq", Read(name, (), DType.INT64), build.zero(DType.INT64))


def assignment(name: str, value: Expr, span: Span | None = None) -> Compute:
    return Compute("", Access(name, ()), Update.ASSIGN, value, (), span)


def flag_where_not_run(cx: Context, name: str, trips: str, span: Span) -> None:
    """What Python raises where a name is read that a loop was to give its value, and the loop has
    not run: `trips` counts its iterations."""
    text = f"cannot access local variable '{name}' where it is not associated with a value"
    told = raised(cx, "UnboundLocalError", text, span)
    copy = cx.new_name(trips)
    cx.containers[copy] = Container(copy, DType.INT64, (), Role.LOCAL, span=span)
    cx.body.append(assignment(copy, Read(trips, (), DType.INT64), span))
    count = Read(copy, (), DType.INT64)
    flag(cx, build.compare("le", count, IntValue(integer(0), DType.INT64)), told, span)
