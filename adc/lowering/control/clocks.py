"""`while t < end: …; t += dt` of numbers that are known while compiling: as a loop over a range.

What decides how often such a loop runs is in the source, and counted as Python counts it, in
floating numbers. It is read so only where it would be refused otherwise: where a list or an array
grows in it, its length is a number then.

The condition and the step stay as they are written. That neither changes in the loop is seen where
its body is lowered (`adc.steady`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.dtypes import DType
from adc.ir.names import NameSource
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.bodies import Body, fresh_names, rewritten
from adc.lowering.control.counters import Step, bind, continues, name, step_of
from adc.lowering.control.ranges import compared
from adc.lowering.liveness import assigned, used
from adc.lowering.objects.record_types import RecordType
from adc.lowering.promotion import literal_number
from adc.lowering.values import Array, Integer, Nothing, Value

#: A loop of more iterations than this is not counted.
MOST_TRIPS = 1_000_000
_TESTS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_OPS = tuple(_TESTS)


def with_clocks(cx: Context, function: surface.Function) -> surface.Function:
    """`function` with those of its `while` loops that are learned to be such as loops over ranges;
    before the others that may be such it is noted what they count by."""
    if not any(isinstance(n, surface.While) for n in walk(function.body)):
        return function
    fresh = fresh_names(function, cx.reserved | cx.taken)
    clocks = _Clocks(cx.learned.clocks, _computed_attributes(cx), fresh)
    return replace(function, body=rewritten(function.body, clocks.change))


@dataclass(frozen=True)
class _Clocks:
    """The loops at the places `known` are rewritten. Reading an attribute that is `computed` runs
    a function."""

    known: frozenset[str]
    computed: frozenset[str]
    fresh: NameSource

    def change(self, statement: surface.Statement, before: Body) -> Body:
        del before
        if not isinstance(statement, surface.While):
            return (statement,)
        found = next(filter(None, (self.clock(s, statement) for s in statement.body)), None)
        return (statement,) if found is None else self.timed(statement, *found)

    def clock(
        self, statement: surface.Statement, loop: surface.While
    ) -> tuple[Step, str, surface.Expr] | None:
        """`statement` as the step that ends the loop, the comparison and the bound; None where the
        loop is no such."""
        step = step_of(statement)
        found = None if step is None else compared(step.name, loop.condition)
        if step is None or found is None or loop.counted is not None:
            return None
        changed = [k for k, s in enumerate(loop.body) if step.name in assigned((s,))]
        op, bound = found
        plain = self.is_plain(bound) and self.is_plain(step.size)
        changes = (used(bound) | used(step.size)) & assigned(loop.body)
        if len(changed) != 1 or changes or not plain or continues(loop.body[: changed[0]]):
            return None
        return step, op, bound

    def is_plain(self, expr: surface.Expr) -> bool:
        """Whether to evaluate `expr` once more has no effect."""
        match expr:
            case surface.Number() | surface.Name():
                return True
            case surface.Unary():
                return self.is_plain(expr.operand)
            case surface.Binary():
                return self.is_plain(expr.left) and self.is_plain(expr.right)
            case surface.Attribute():
                return expr.name not in self.computed and self.is_plain(expr.value)
        return False

    def timed(self, loop: surface.While, step: Step, op: str, bound: surface.Expr) -> Body:
        """The loop over a range, or the `while` with what it counts by before it."""
        span = loop.span
        size = step.size if step.op == "+" else surface.Unary("-", step.size, span)
        which = surface.Number(str(_OPS.index(op)), "int", span)
        asked = (which, name(step.name, span), size, bound)
        if str(span) not in self.known:
            return surface.Evaluate(_called("adc.clock", asked, span), span), loop
        trips, end, pace, count = (
            self.fresh.fresh(f"{step.name}_{word}") for word in ("trips", "end", "pace", "count")
        )
        body: list[surface.Statement] = [_steady(end, bound, span)]
        for statement in loop.body:
            if step_of(statement) == step:
                body.append(_steady(pace, step.size, span))
            body.append(statement)
        return (
            bind(trips, _called("adc.trips", asked, span), span),
            bind(end, bound, span),
            bind(pace, step.size, span),
            surface.For(count, (name(trips, span),), tuple(body), span),
        )


def _computed_attributes(cx: Context) -> frozenset[str]:
    """The names of the properties of all classes that the file knows."""
    kinds = [value for value in cx.globals.values() if isinstance(value, RecordType)]
    return frozenset(p.name for kind in kinds for made in kind.classes for p in made.properties)


def _called(function: str, arguments: tuple[surface.Expr, ...], span: Span) -> surface.Call:
    return surface.Call(surface.Intrinsic(function, span, "python"), arguments, (), span)


def _steady(was: str, expr: surface.Expr, span: Span) -> surface.Statement:
    return surface.Evaluate(_called("adc.steady", (name(was, span), expr), span), span)


# -- while lowering --------------------------------------------------------------------------------


def _number(value: Value) -> float | None:
    """A number that is known, of Python's or in double precision; None for anything else."""
    if isinstance(value, Integer):
        exact = value.value.is_Integer and abs(value.value) <= 2**53
        return float(value.value) if exact else None
    if not isinstance(value, Array) or value.dtype is not DType.FLOAT64:
        return None
    return literal_number(value)


def _counted(site: CallSite) -> int | None:
    """How often the loop runs; None where that is not known, or too often."""
    which, *given = site.arguments
    assert isinstance(which, Integer)
    known = [_number(value) for value in given]
    numbers = [n for n in known if n is not None]
    if len(numbers) < len(known):
        return None
    now, step, bound = numbers
    goes_on, trips = _TESTS[_OPS[int(which.value)]], 0
    while goes_on(now, bound):
        now, trips = now + step, trips + 1
        if trips > MOST_TRIPS:
            return None
    return trips


def _note_clock(cx: Context, site: CallSite) -> Value:
    """Notes a loop that is known to run so often."""
    if _counted(site) is not None:
        cx.told.clocks.add(str(site.span))
    return Nothing()


def _trips(cx: Context, site: CallSite) -> Value:
    """How often the loop runs."""
    found = _counted(site)
    if found is None:
        raise _unknown(site)
    return Integer(sympy.Integer(found))


def _check_steady(cx: Context, site: CallSite) -> Value:
    """Refuses a loop in which changes what it was counted by."""
    was, now = map(_number, site.arguments)
    if was is None or was != now:
        raise _unknown(site)
    return Nothing()


def _unknown(site: CallSite) -> AdcError:
    return AdcError.of(
        "ADC0235", "how often this loop runs is not known", site.span,
        help="write it as a `for` loop over a range",
    )  # fmt: skip


CALLS: dict[str, Callable[[Context, CallSite], Value]] = {
    "adc.clock": _note_clock, "adc.trips": _trips, "adc.steady": _check_steady,
}  # fmt: skip
