"""Relations of sizes that have to hold only where the statement that asks for them is run.

A statement is not run where a loop around it is empty, or a branch on sizes around it not taken:
each is an expression of sizes that is not negative exactly then (an *escape*), and the relation is
assumed or one of them. Of branches on data, which nobody knows before the call, nothing is assumed
but what shapes have to agree in.
"""

from __future__ import annotations

import sympy

from adc.diagnostics import Span
from adc.ir import shapes
from adc.ir.relations import balanced
from adc.lowering.context import Context
from adc.lowering.prover import Prover


def assume_where_run(
    cx: Context, least: sympy.Expr, what: str, span: Span | None, *more: sympy.Expr
) -> None:
    """Assume `least >= 0`, unless the statement is not run, or one of `more` is not negative."""
    found = escapes(cx, more)
    if found is None or any(_one_holds(cx, least, e) for e in found):
        return
    slack = shapes.maximum(least, *found)
    if isinstance(slack, sympy.Max):
        cx.assume(slack, ">=", sympy.Integer(0), what, span)
    else:
        positive, negative = balanced(slack)
        cx.assume(positive, ">=", negative, what, span)


def equal_where_run(
    cx: Context, left: sympy.Expr, right: sympy.Expr, what: str, span: Span | None
) -> None:
    """Assume `left == right`, unless the statement is not run."""
    found = escapes(cx)
    if found is None or not (shapes.names(left) | shapes.names(right)) <= cx.symbols:
        return
    if not found:
        cx.assume(left, "==", right, what, span)
        return
    difference = sympy.expand(left - right)
    slack = shapes.maximum(shapes.minimum(difference, -difference), *found)
    cx.assume(slack, ">=", sympy.Integer(0), what, span)
    cx.assume_inside(difference)
    cx.assume_inside(-difference)


def escapes(cx: Context, more: tuple[sympy.Expr, ...] = ()) -> list[sympy.Expr] | None:
    """What is not negative where the statement is not run; None where it surely is not."""
    given = (*empty_loops(cx), *cx.guards, *more)
    ways = [w for e in given for w in (e.args if isinstance(e, sympy.Max) else (e,))]
    found = list(dict.fromkeys(sympy.expand(w) for w in ways))
    if any(cx.prover.nonneg(e) for e in found):
        return None
    always = Prover(set(cx.prover.nonnegative))  # what else is known may be so only where it is run
    return [e for e in found if not always.nonneg(-1 - e)]


def _one_holds(cx: Context, least: sympy.Expr, escape: sympy.Expr) -> bool:
    """Whether `escape` is not negative wherever `least` is."""
    prover = cx.prover.copy()
    prover.assume(-1 - least)
    return prover.nonneg(escape)


def empty_loops(cx: Context) -> list[sympy.Expr]:
    """For each open loop that may be empty, what is not negative when it surely is."""
    outside = cx.prover.copy()
    outside.facts = [f for f in outside.facts if shapes.names(f) <= cx.symbols]
    found = []
    while outside.ranges:
        bound = outside.ranges.pop()
        least = outside.lower_extreme(bound.low - bound.high - 1)
        if least is not None and not _never_empty(bound.low, bound.high):
            found.append(least)
    return found


def _never_empty(low: sympy.Expr, high: sympy.Expr) -> bool:
    difference = sympy.expand(high - low)
    return bool(difference.is_Integer and difference >= 0)
