"""Arrays that each iteration of a loop leaves shorter or longer by the same: `V = V[1:] - V[:-1]`.

They are parts of one array of the largest shape: an extent `n` that changes by `d` is `n + d k`
where k iterations are done.
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.ir import shapes
from adc.ir.shapes import Shape
from adc.lowering.context import Context
from adc.lowering.control.after_loops import Bounds
from adc.lowering.control.data_loops import key_of
from adc.lowering.control.returns import meant
from adc.lowering.control.written_out import written_range
from adc.lowering.learned import LoopKey
from adc.lowering.values import Array, Value, of_view, places

#: By how much each extent of a carried array changes in an iteration, by the array's name.
Steps = dict[str, Shape]


class ChangingShapeError(Exception):
    """A loop is to be written out, for a shape changes in it as no loop can have it."""

    def __init__(self, key: LoopKey) -> None:
        super().__init__(key)
        self.key = key


def steps_of(cx: Context, start: Shape, end: Shape, done: sympy.Expr) -> Shape | None:
    """By how much each iteration changes the extents from `start` to `end`, where that is the same
    in all and not always 0; to be asked inside the loop, where `done` iterations are done."""
    if len(start) != len(end) or not start:
        return None
    steps = [_step(cx, a, b, done) for a, b in zip(start, end, strict=True)]
    found = tuple(s for s in steps if s is not None)
    return found if len(found) == len(steps) and any(found) else None


def _step(cx: Context, start: sympy.Expr, end: sympy.Expr, done: sympy.Expr) -> sympy.Expr | None:
    difference = sympy.expand(end - start)
    if difference.is_Integer:
        return difference
    # What iteration k leaves may show it, too: n - k, of n before the first.
    each = sympy.cancel(difference / (done + 1))
    if each.is_Integer:
        return each
    # Of extents such as max(0, n) the difference shows where n is large.
    guess = shapes.substitute(difference, dict.fromkeys(sorted(shapes.names(difference)), 1000))
    if guess.is_Integer and cx.prover.equal(end, start + guess):
        return guess
    fixed = shapes.names(difference) <= cx.symbols
    return difference if fixed and _has_sign(cx, difference) else None


def _has_sign(cx: Context, step: sympy.Expr) -> bool:
    return cx.prover.nonneg(step) or cx.prover.nonneg(-step)


def steps_hold(cx: Context, start: Array, end: Value, steps: Shape) -> bool:
    """Whether an iteration changes the extents as it is taken to."""
    return isinstance(end, Array) and start.rank == end.rank and all(
        cx.prover.equal(b, a + step)
        for a, b, step in zip(start.shape, end.shape, steps, strict=True)
    )  # fmt: skip


def trips(cx: Context, bounds: Bounds) -> sympy.Expr:
    """How many iterations there are, none where they would be less."""
    found = bounds.trips
    return found if cx.prover.nonneg(found) else shapes.maximum(found, sympy.Integer(0))


def shape_after(before: Shape, steps: Shape, done: sympy.Expr) -> Shape:
    """The shape where `done` iterations are done, of an array of the shape `before` the loop."""
    return tuple(sympy.expand(e + s * done) for e, s in zip(before, steps, strict=True))


def largest(cx: Context, before: Shape, steps: Shape, count: sympy.Expr) -> Shape:
    """The shape that has room for all of them."""
    growth = tuple(s if cx.prover.nonneg(s) else sympy.Integer(0) for s in steps)
    return shape_after(before, growth, count)


def part(whole: Array, shape: Shape) -> Array:
    """The first elements of `whole` along each axis."""
    assert whole.view is not None
    view = whole.view.select(shape, places(len(shape)))
    return of_view(view, whole.dtype, weak=whole.weak)


def parts(
    wholes: Mapping[str, Array],
    steps: Steps,
    before: Mapping[str, Value],
    done: sympy.Expr,
) -> dict[str, Array]:
    """What the names of `wholes` stand for where `done` iterations are done."""
    found = dict(wholes)
    for name, step in steps.items():
        entry = before[name]
        if name in found and isinstance(entry, Array):
            found[name] = part(wholes[name], shape_after(entry.shape, step, done))
    return found


def write_out_instead(cx: Context, loop: surface.For | surface.While, bounds: Bounds) -> None:
    """Raises ChangingShapeError where the loop's body can be written for each iteration."""
    for key in written_out_key(cx, loop, bounds):
        raise ChangingShapeError(key)


def written_out_key(
    cx: Context, loop: surface.For | surface.While, bounds: Bounds
) -> frozenset[LoopKey]:
    """The loop's key where its body can be written for each iteration; else none."""
    ranged = loop if isinstance(loop, surface.For) else loop.counted
    may_be = ranged is not None and written_range(cx, bounds) is not None
    return frozenset({key_of(ranged)} if ranged is not None and may_be else ())


def refuse_change(
    cx: Context, name: str, loop: surface.For | surface.While, bounds: Bounds
) -> AdcError:
    """The shape of `name` changes in the loop, and not by the same each time."""
    write_out_instead(cx, loop, bounds)
    return AdcError.of(
        "ADC0212", f"the shape of {meant(name)} changes from iteration to iteration", loop.span,
        help="keep an array of the largest shape and use a slice of it",
    )  # fmt: skip
