"""Calls that use up what `map`, `zip`, `itertools` and their like make."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.stepped_loops import steps
from adc.lowering.effects import noting_changes, without_effects
from adc.lowering.lists.distinct import count_of_set
from adc.lowering.lists.iterated import Apply, iterator_of, used_up
from adc.lowering.objects.dictionaries import check_order
from adc.lowering.values import Builtin, Integer, Items, Token, Value

_LISTING = (Builtin("list"), Builtin("tuple"), Builtin("len"))
#: What makes one value of all items.
_FOLDING = tuple(map(Builtin, ("sum", "min", "max", "any", "all", "sorted", "math.prod")))


def of_used_up(cx: Context, function: Value, expr: surface.Call, apply: Apply) -> Value | None:
    """The value of the call `expr` of `function`, where that runs through items of which it is
    known how many there are; None where it is no such call."""
    given = expr.arguments
    if function == Builtin("len") and len(given) == 1 and (n := _length(cx, given[0])) is not None:
        return n
    if function == Builtin("len") and len(given) == 1:
        distinct = count_of_set(cx, given[0], apply)
        if distinct is not None:
            return distinct
    if function in _LISTING and len(given) == 1:
        found = used_up(cx, given[0], apply)
        return None if found is None else _made_of(found, function, expr.span)
    if function in _FOLDING and len(given) == 1:
        # Of Python's own, the frontend makes loops.
        lazy = iterator_of(cx, given[0]).startswith("itertools.")
        return _called(cx, function, expr, apply, 0) if lazy else None
    if function == Builtin("dict"):
        check_order(expr)
        return _called(cx, function, expr, apply, 0) if len(given) == 1 else None
    if function == Builtin("functools.reduce") and len(given) > 1:
        return _called(cx, function, expr, apply, 1)
    return None


def _length(cx: Context, expr: surface.Expr) -> Integer | None:
    """How many items a range has whose ends and step are integers of which sizes tell."""
    if not isinstance(expr, surface.Call) or expr.keywords or len(expr.arguments) not in (2, 3):
        return None
    named = isinstance(expr.function, surface.Name) and expr.function.name == "range"
    if not named or cx.evaluate(expr.function) != Builtin("range"):
        return None
    ends = [cx.evaluate(a) for a in expr.arguments]
    if not all(isinstance(e, Integer) for e in ends):
        return None
    start, stop, *rest = (e.value for e in ends if isinstance(e, Integer))
    step = rest[0] if rest else sympy.Integer(1)
    return None if step == 0 else Integer(steps(cx, start, stop, step, expr.span))


def drawn_beside(cx: Context, expr: surface.Call) -> Value:
    """What a function gives for an element, in a `zip` of `map(f, x)` and others. Where these are
    shorter, Python calls it once more than there are elements: then it must change nothing."""
    element, own, *others = expr.arguments
    count, *counts = (cx.evaluate(a) for a in (own, *others))
    if isinstance(count, Integer) and all(
        isinstance(c, Integer) and cx.prover.at_most(count.value, c.value) for c in counts
    ):
        return cx.evaluate(element)
    with noting_changes(cx) as changed:
        value = cx.evaluate(element)
    if changed:
        raise AdcError.of(
            "ADC0220", f"`zip` calls this once more where it has more elements than what stands"
            f" behind it, and each call changes {changed[0]}", expr.span,
            help="make a list of it first: `list(map(…))`",
        )  # fmt: skip
    return value


def _called(
    cx: Context, function: Value, expr: surface.Call, apply: Apply, drawn: int
) -> Value | None:
    """The call with the items of the argument `drawn` as a tuple; None where that is no iterator,
    or there is more than arguments by position."""
    if expr.keywords or any(isinstance(a, surface.Starred) for a in expr.arguments):
        return None
    assert isinstance(function, Builtin)
    spans = tuple(a.span for a in expr.arguments)
    site = CallSite(function.name, (), {}, spans, expr.span)
    lazy = function.name == "functools.reduce"
    with _in_turn(cx, site, lazy):
        items = used_up(cx, expr.arguments[drawn], apply)
    if items is None:
        return None
    parts = tuple(items if k == drawn else cx.evaluate(a) for k, a in enumerate(expr.arguments))
    with _in_turn(cx, site, lazy):
        return apply(cx, function, replace(site, arguments=parts))


def _in_turn(cx: Context, site: CallSite, lazy: bool) -> AbstractContextManager[None]:
    """Python draws an item where the one before it has been folded in; here all are drawn first,
    which is the same where neither function changes what the other one may read."""
    if not lazy:
        return nullcontext()
    return without_effects(
        cx, site, why="draws an item when it has called the function for the last one"
    )


def _made_of(items: Items, function: Value, span: Span) -> Value:
    """`list(…)`, `tuple(…)` or `len(…)` of items that are used up."""
    if function == Builtin("len"):
        return Integer(sympy.Integer(len(items.items)))
    return replace(items, is_list=function == Builtin("list"), token=Token(str(span)))
