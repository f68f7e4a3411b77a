"""What to say of a subscript or bound that is no expression of sizes and loop variables."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.diagnostics import AdcError, Note, Span
from adc.ir.dtypes import DType
from adc.ir.expressions import reads
from adc.ir.shapes import entries, names
from adc.lowering.context import Cause, Context
from adc.lowering.positions.tables import HELP, entry_of
from adc.lowering.promotion import integer_of, kind
from adc.lowering.values import Array, Integer, Value, describe

_EXPRESSION = "use an integer expression of sizes, integer arguments and loop variables"
#: What may have elements of integer arrays in it.
_READ = ("subscript", "loop bound")
#: How a variable becomes a number that is computed: what the note says, what to do.
_CAUSES = {
    "assigned": ("`{}` gets its value here", _EXPRESSION),
    "paths": ("`{}` takes the value of one of several paths here", "use `{}` on each of the paths"),
    "loop": ("this loop changes `{}`", "write `{}` as an expression of the loop variables"),
}


@dataclass
class ChangedByLoopError(AdcError):
    """An integer that has to be known is changed by the loop at `loop`."""

    loop: Span | None = None


def not_an_expression(cx: Context, value: Value, what: str, code: str, span: Span) -> AdcError:
    """The refusal of `value` as a `what`: a subscript, a loop bound, …"""
    one = f"an {what}" if what.startswith("a") else f"a {what}"
    if not isinstance(value, Array):
        message = f"{describe(value)} as {one} is not supported"
        return AdcError.of(code, message, span, help=_EXPRESSION)
    if value.dtype is not DType.BOOL and value.shape:
        return AdcError.of(
            code, f"an array as {one} is not supported", span,
            help="write a loop over the elements, with an expression of its variable",
        )  # fmt: skip
    if value.shape:
        return AdcError.of(
            code, f"a boolean mask as {one} is not supported", span,
            help="choose by element: `np.where(mask, a, b)`, or `np.sum(np.where(mask, a, 0.0))`",
        )  # fmt: skip
    if kind(value.dtype) != 1:
        message = f"{one} of type {value.dtype.value} is not supported"
        return AdcError.of(code, message, span, help=_EXPRESSION)
    found = list(reads(value.at(())))
    if any(r.index and kind(r.dtype) == 1 for r in found):
        message = f"{one} that is read from an array is not supported"
        if what != "subscript":
            return AdcError.of(code, message, span, help=_EXPRESSION)
        if entry_of(cx, value.at(())) is None:
            message = "a subscript that is read from an array that changes is not supported"
        return AdcError.of(code, message, span, help=HELP)
    if not found or any(kind(r.dtype) != 1 for r in found):
        message = f"{one} that depends on data is not supported"
        return AdcError.of(code, message, span, help=_EXPRESSION)
    causes = [c for r in found if isinstance(c := cx.causes.get(r.container), Cause)]
    message = f"adc has no expression of sizes and loop variables for this {what}"
    if not causes:
        return AdcError.of(code, message, span, help=_EXPRESSION)
    cause = causes[0]
    note, way_out = (text.format(cause.name.partition("%")[0]) for text in _CAUSES[cause.kind])
    refused = AdcError.of(code, message, span, help=way_out, notes=(Note(note, cause.span),))
    if cause.kind != "loop":
        return refused
    return ChangedByLoopError(refused.diagnostics, loop=cause.span)


def expression_of(cx: Context, value: Value, what: str, code: str, span: Span) -> Integer:
    """`value` as an expression of sizes, integer arguments and loop variables, or AdcError."""
    if isinstance(value, Integer) and (what in _READ or not entries(value.value)):
        return value
    made = integer_of(value.at(())) if isinstance(value, Array) and _is_whole(value) else None
    if made is not None and (cx.of_sizes(made) or _of_open_loops(cx, made)):
        return Integer(made)  # NumPy's integer, of sizes and literals
    raise not_an_expression(cx, value, what, code, span)


def _of_open_loops(cx: Context, made: sympy.Expr) -> bool:
    """Whether it is of sizes and variables of loops around, beside elements of arrays that were
    taken for what they are."""
    known = cx.symbols | {str(r.var) for r in cx.prover.ranges}
    return cx.learned.formulas and names(made) <= known and not entries(made)


def _is_whole(value: Array) -> bool:
    return not value.shape and kind(value.dtype) == 1
