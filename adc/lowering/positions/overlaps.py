"""Assignments of a part of an array to another part of it, where NumPy copies element by element.

NumPy takes all values before it writes any wherever parts overlap, but for one case: from one
dimension to one dimension with strides of one sign it copies in place, backwards if the source
begins before the target, else forwards (`raw_array_assign_array` in NumPy's array_assign_array.c).
With equal strides that makes no difference; with others, elements may be read after they are
written. What is written so means another thing than it says, and is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir.shapes import same
from adc.lowering.context import Context
from adc.lowering.reshaping import layout
from adc.lowering.store import clashes
from adc.lowering.values import Array, View, place


@dataclass(frozen=True)
class _Line:
    """Elements in memory: the first one's position, and how far the next one is. Upwards."""

    start: sympy.Expr
    stride: sympy.Expr


def check_order(cx: Context, target: View, value: Array, span: Span) -> None:
    """AdcError ADC0237 where `target[...] = value` depends on the order in which NumPy copies."""
    if any(_depends_on_order(cx, target, way) for way in value.stored):
        raise AdcError.of(
            "ADC0237", "source and target overlap in memory, and NumPy copies them in place", span,
            help="take the source's values before: `.copy()`",
        )  # fmt: skip


def _depends_on_order(cx: Context, target: View, value: Array) -> bool:
    source = value.view
    if source is None or source.container != target.container or len(target.shape) != 1:
        return False
    return value.rank == 1 and clashes(cx, target, value) and _in_place(cx, target, source)


def _in_place(cx: Context, target: View, source: View) -> bool:
    """Whether elements may be read after they are written."""
    lines = _lines(cx, target, source)
    if lines is None:
        return False
    to, of = lines
    prover = cx.prover
    forward = prover.at_most(to.start, of.start)
    backward = prover.below(of.start, to.start)
    if forward and prover.at_most(to.stride, of.stride):
        return False
    if backward and prover.at_most(of.stride, to.stride):
        return False
    meeting = _meeting(target, source)
    if meeting is None:
        return True
    written, read = meeting
    if prover.equal(written, read):
        return False
    return not (
        (forward and prover.at_most(read, written)) or (backward and prover.at_most(written, read))
    )


def _lines(cx: Context, target: View, source: View) -> tuple[_Line, _Line] | None:
    """Both upwards; None where strides are equal, of different signs, or not known."""
    here, there = layout(cx, target, 1), layout(cx, source, 1)
    if here is None or there is None:
        return None
    (to, (one,)), (of, (two,)) = here, there
    if same(one, two):
        return None
    prover, last = cx.prover, cx.extent(target.shape[0]) - 1
    if prover.nonneg(one) and prover.nonneg(two):
        return _Line(to, one), _Line(of, two)
    if prover.nonneg(-one) and prover.nonneg(-two):
        ends = (sympy.expand(start + stride * last) for start, stride in ((to, one), (of, two)))
        return _Line(next(ends), -one), _Line(next(ends), -two)
    return None


def _meeting(target: View, source: View) -> tuple[sympy.Expr, sympy.Expr] | None:
    """Where along `target` and where along `source` the one element lies that both have; None
    where that is not told by a subscript that moves in one of them alone."""
    found: list[sympy.Expr | None] = [None, None]
    for one, two in zip(target.index, source.index, strict=True):
        for number, (moves, stays) in enumerate(((one, two), (two, one))):
            offset = sympy.expand(moves - place(0))
            if not (offset.has(place(0)) or stays.has(place(0))):
                found[number] = sympy.expand(stays - offset)
    written, read = found
    return None if written is None or read is None else (written, read)
