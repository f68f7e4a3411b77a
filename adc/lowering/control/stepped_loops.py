"""Loops of Python's whose step is no number of the source: `for i in range(0, n, hop)`.

Such a loop counts its iterations, of which there are as many as `range` has items, and works its
variable out of the count (Python Language Reference, 6.2.5, `range`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import sympy

from adc.diagnostics import Span
from adc.frontends import surface
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, IntValue
from adc.ir.names import NameSource
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.bodies import Body, fresh_names, rewritten
from adc.lowering.control.data_loops import key_of
from adc.lowering.control.misfits import fail_where
from adc.lowering.indexing import require
from adc.lowering.learned import LoopKey
from adc.lowering.promotion import as_array, convert
from adc.lowering.values import Array, Integer, Value, scalar

_ONE = sympy.Integer(1)


class SteppedLoopError(Exception):
    """A loop over a range has a step that is no number of the source."""

    def __init__(self, key: LoopKey) -> None:
        super().__init__(key)
        self.key = key


def is_stepped(loop: surface.For, arguments: Sequence[Value]) -> bool:
    """Whether the range that the loop is over, of such `arguments`, has a step that no number of
    the source tells."""
    if len(arguments) != 3 or not all(map(is_whole, arguments)):
        return False
    step = arguments[2]
    return not isinstance(step, Integer) or not step.value.is_Integer


def is_whole(value: Value) -> bool:
    """Whether Python's `range` takes it."""
    if isinstance(value, Array):
        return not value.shape and value.dtype.is_integer
    return isinstance(value, Integer)


def with_stepped_loops(
    function: surface.Function, loops: frozenset[LoopKey], taken: Iterable[str]
) -> surface.Function:
    """`function` with those of its loops that `loops` names as loops over their iterations."""
    fresh = fresh_names(function, taken)

    def change(statement: surface.Statement, before: Body) -> Body:
        del before
        if not isinstance(statement, surface.For) or len(statement.arguments) != 3:
            return (statement,)
        return _counting(statement, fresh) if key_of(statement) in loops else (statement,)

    return replace(function, body=rewritten(function.body, change))


def _counting(loop: surface.For, fresh: NameSource) -> Body:
    span, before = loop.span, list[surface.Statement]()
    given = []
    for value, stem in zip(loop.arguments, ("first", "bound", "step"), strict=True):
        if not isinstance(value, surface.Number):  # what the loop runs may change it
            name = surface.Name(fresh.fresh(stem), value.span)
            before.append(surface.Assign((name,), value, value.span))
            value = name
        given.append(value)
    number, at = (surface.Name(fresh.fresh(n), span) for n in ("count", "at"))
    intrinsic = surface.Intrinsic("adc.steps", span, "python")
    before.append(surface.Assign((number,), surface.Call(intrinsic, tuple(given), (), span), span))
    first, _, step = given
    here = surface.Binary("+", first, surface.Binary("*", at, step, span), span)
    bind = surface.Assign((surface.Name(loop.target, span),), here, span)
    return (*before, replace(loop, target=at.name, arguments=(number,), body=(bind, *loop.body)))


# -- how many items a range has --------------------------------------------------------------------


def _steps(cx: Context, site: CallSite) -> Value:
    given = site.bind("start stop step")
    values = list(given.values())
    if all(isinstance(value, Integer) for value in values):
        start, stop, step = (value.value for value in values if isinstance(value, Integer))
        return Integer(steps(cx, start, stop, step, site.span))
    start, stop, step = (
        convert(as_array(value, site.span).at(()), DType.INT64) for value in values
    )  # type: ignore[assignment]
    return _by_data(cx, start, stop, step, site.span)  # type: ignore[arg-type]


def steps(
    cx: Context, start: sympy.Expr, stop: sympy.Expr, step: sympy.Expr, span: Span
) -> sympy.Expr:
    """The number of items of `range(start, stop, step)`; the call fails where the step is 0, and
    where it does not lead from the start to the stop, as far as sizes tell the direction."""
    if cx.prover.nonneg(step - 1):
        return _upwards(cx, stop - start, step)
    if cx.prover.nonneg(-step - 1):
        return _upwards(cx, start - stop, -step)
    zero, to = sympy.Integer(0), _direction(stop - start, step)
    if to > 0:
        require(cx, step - 1, f"the step {step} of a range that goes up", span)
        return _upwards(cx, stop - start, step)
    if to < 0:
        require(cx, -step - 1, f"the step {step} of a range that goes down", span)
        return _upwards(cx, start - stop, -step)
    _refuse_zero(cx, IntValue(step), span)
    up, down = (
        shapes.floordiv(shapes.maximum(length + size - 1, zero), shapes.maximum(size, _ONE))
        for length, size in ((stop - start, step), (start - stop, -step))
    )
    return shapes.choose(step, down, up)


def _direction(length: sympy.Expr, step: sympy.Expr) -> int:
    """1 where the `length` of a range grows with all sizes that are not in its step, -1 where it
    falls with them; 0 where neither."""
    own, others = shapes.names(step), sympy.expand(length).as_coefficients_dict()
    signs = {
        int(sympy.sign(number)) for term, number in others.items()
        if term.is_Symbol and term.name not in own
    }  # fmt: skip
    strange = any(not (term.is_Symbol or term == 1) for term in others)
    if not signs and length.is_Integer:
        signs = {int(sympy.sign(length))}
    return signs.pop() if len(signs) == 1 and not strange else 0


def _upwards(cx: Context, length: sympy.Expr, step: sympy.Expr) -> sympy.Expr:
    found = shapes.floordiv(sympy.expand(length + step - 1), step)
    return found if cx.prover.nonneg(found) else shapes.maximum(found, sympy.Integer(0))


def _by_data(cx: Context, start: Expr, stop: Expr, step: Expr, span: Span) -> Array:
    _refuse_zero(cx, step, span)
    zero, one = build.zero(DType.INT64), build.one(DType.INT64)
    down = build.compare("lt", step, zero)
    length = build.where(down, build.sub(start, stop), build.sub(stop, start))
    size = build.apply("maximum", build.apply("abs", step), one)
    found = build.apply("floordiv", build.sub(build.add(length, size), one), size)
    return scalar(build.apply("maximum", found, zero), weak=True)


def _refuse_zero(cx: Context, step: Expr, span: Span) -> None:
    fail_where(cx, build.compare("eq", step, build.zero(DType.INT64)), "a step of 0", span)


CALLS: dict[str, Callable[[Context, CallSite], Value]] = {"adc.steps": _steps}
