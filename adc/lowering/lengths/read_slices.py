"""Slices whose bounds are read from arrays: `data[ptr[i]:ptr[i + 1]]`."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import shapes
from adc.lowering.context import Context
from adc.lowering.positions.tables import in_range
from adc.lowering.values import Array, Integer


@dataclass(frozen=True)
class SliceValue:
    """An evaluated `start:stop:step`; `stepped` where a step stands there, which may be 1. One that
    is no number is `by`, which is positive; `step` is 0 then."""

    start: sympy.Expr | None
    stop: sympy.Expr | None
    step: int
    span: Span
    stepped: bool = False
    by: sympy.Expr | None = None


@dataclass(frozen=True)
class DataSlice:
    """A slice of which a bound is an integer that the source computes; None where it has none."""

    start: Array | Integer | None
    stop: Array | Integer | None
    step: int
    span: Span


def refused_slice(item: DataSlice) -> AdcError:
    return AdcError.of(
        "ADC0216", "a slice whose bounds data decide is not supported here", item.span,
        help="take it of an array that has a name, or write a loop over the elements",
    )  # fmt: skip


def read_slice(
    cx: Context, item: SliceValue, extent: sympy.Expr
) -> tuple[sympy.Expr, int, sympy.Expr]:
    """First element, step and number of elements, of which there are none where the bounds are not
    in order. What is read has to be between 0 and the end of the axis, which is checked on entry:
    nothing is clipped or counted from the end."""
    if item.step != 1:
        raise AdcError.of(
            "ADC0216", "a step in a slice whose bounds are read from arrays is not supported",
            item.span, help="write a loop over the elements",
        )  # fmt: skip
    start = _bound(cx, sympy.Integer(0) if item.start is None else item.start, extent, item)
    stop = _bound(cx, extent if item.stop is None else item.stop, extent, item)
    length = sympy.expand(stop - start)
    cx.told.longest[length] = extent
    return sympy.expand(start), 1, length


def _bound(cx: Context, bound: sympy.Expr, extent: sympy.Expr, item: SliceValue) -> sympy.Expr:
    if shapes.entries(bound):
        return in_range(cx, bound, extent + 1, item.span)
    if cx.prover.nonneg(bound) and cx.prover.at_most(bound, extent):
        return bound
    raise AdcError.of(
        "ADC0216", f"the slice bound {bound} beside one that is read is not supported", item.span,
        help="use bounds that are surely inside the axis, or write a loop over the elements",
    )  # fmt: skip
