"""Relations of sizes have to hold only where the statement that asks for them is run.

A relation is asked for as a clause (`regions.py`) and taken outwards through the loops and
branches around the statement, as far as it can be said there just when it has to hold. Outside all
of them it is an assumption, checked on entry. Where data decides on the way whether the statement
is run, it becomes a check of the loop's body or branch inside which it was left (`misfits.py`).
"""

from __future__ import annotations

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import shapes
from adc.ir.relations import balanced, not_negative
from adc.ir.spelling import spelled
from adc.lowering.context import Check, Context
from adc.lowering.control.regions import Clause, Region, outside
from adc.lowering.integers.prover import Prover

#: As many expressions of a clause are tried as the reason why another one holds.
_TRIED = 3


def require_divisor(cx: Context, divisor: sympy.Expr, span: Span | None) -> None:
    """See to it that an integer divisor is not zero where something is divided by it."""
    if (divisor.is_Integer and divisor != 0) or cx.prover.nonneg(-1 - divisor):
        return
    least = divisor if cx.prover.nonneg(divisor) else shapes.maximum(divisor, -divisor)
    if not seen_to(cx, least - 1, f"division by {divisor}", span):
        raise division_by_zero(span)


def seen_to(cx: Context, slack: sympy.Expr, what: str, span: Span | None) -> bool:
    """See to it that `slack >= 0`: proved, assumed or checked; False where it is surely wrong and
    the statement can be reached at all. On a branch, what is wrong only where that is taken is no
    reason to refuse the others."""
    slack = sympy.expand(slack)
    if cx.prover.nonneg(slack):
        return True
    wrong = cx.prover.nonneg(-1 - slack)
    possible = (cx.in_branch or not wrong) and ask(cx, (slack,), what, span)
    if not possible and not cx.prover.contradictory():
        if not cx.fortran or all(region.escape is not None for region in cx.regions):
            return False
        # What is passed for a dummy may be too short for what data never run then.
        cx.check(Check(cx.regions[-1], (sympy.Integer(-1),), what, span))
    if not wrong:
        cx.assume_inside(slack)
    return True


def division_by_zero(span: Span | None) -> AdcError:
    return AdcError.of(
        "ADC0213", "this divides by zero", span, help="make the divisor other than zero"
    )


def ask(cx: Context, clause: Clause, what: str, span: Span | None) -> bool:
    """See to it that one of `clause` is not negative wherever the statement is run: proved,
    assumed on entry, or checked where it is run. False where it never is."""
    found = lifted(cx, clause, list(cx.regions))
    if not all(asked for _, asked in found):
        return False
    for region, asked in found:
        if region is None and any(shapes.entries(e) for e in asked):
            raise AdcError.of(
                "ADC0216", f"{what}: what is read from arrays is to be looked at in a loop", span,
                help="write it inside of a loop",
            )  # fmt: skip
        if region is None:
            assume(cx, asked, what, span)
        else:
            cx.check(Check(region, asked, what, span))
    return True


def lifted(cx: Context, clause: Clause, around: list[Region]) -> list[tuple[Region | None, Clause]]:
    """The clauses that are left of `clause`, and the outermost region that each can be looked at
    in; None outside all of those `around` (outermost first)."""
    pruned = needed(cx, clause)
    if pruned is None:
        return []
    if any(shapes.entries(e) for e in pruned):  # known where it is run alone
        return [(around[-1] if around else None, pruned)]
    if not around or not pruned:
        return [(None, pruned)]
    parts = outside(around[-1], pruned, cx.prover)
    if parts is None:
        return [(around[-1], pruned)]
    return [found for part in parts for found in lifted(cx, part, around[:-1])]


def needed(cx: Context, clause: Clause) -> Clause | None:
    """`clause` without what is always negative; None where it holds whenever the statement is
    run."""
    ways = [w for e in clause for w in (e.args if isinstance(e, sympy.Max) else (e,))]
    found = list(dict.fromkeys(sympy.expand(w) for w in ways))
    if any(cx.prover.nonneg(e) for e in found):
        return None
    # What else is known may be so only where the statement is run.
    always = Prover(set(cx.prover.nonnegative), ranges=list(cx.prover.ranges))
    kept = [e for e in found if not always.nonneg(-1 - e)]
    return None if any(_implied(cx, e, kept) for e in kept[:_TRIED]) else tuple(kept)


def _implied(cx: Context, one: sympy.Expr, others: list[sympy.Expr]) -> bool:
    """Whether one of `others` is not negative wherever `one` is."""
    if len(others) < 2:
        return False
    prover = cx.prover.copy()
    prover.assume(-1 - one)
    return any(e is not one and prover.nonneg(e) for e in others)


def _plain(cx: Context, clause: Clause) -> Clause:
    """`clause` with minima only of what may be negative where all the rest of it is."""
    return tuple(_less_known(cx, e, clause) if isinstance(e, sympy.Min) else e for e in clause)


def _less_known(cx: Context, least: sympy.Min, clause: Clause) -> sympy.Expr:
    if sum(least.args) == 0:
        return least  # an equality
    rest = Prover(set(cx.prover.nonnegative))
    for other in clause:
        if other is not least:
            rest.assume(-1 - other)
    kept = [part for part in least.args if not rest.nonneg(part)]
    return shapes.minimum(*kept) if kept else least


def assume(cx: Context, clause: Clause, what: str, span: Span | None) -> None:
    """Assume that one of `clause`, on sizes alone, is not negative."""
    slack = shapes.maximum(*_plain(cx, clause))
    if isinstance(slack, sympy.Max):
        cx.assume(slack, ">=", sympy.Integer(0), what, span)
    elif isinstance(slack, sympy.Min):
        cx.assume(*not_negative(slack), what, span)
    else:
        positive, negative = balanced(slack)
        cx.assume(positive, ">=", negative, what, span)


def equal_where_run(
    cx: Context, left: sympy.Expr, right: sympy.Expr, what: str, span: Span | None
) -> None:
    """Ask for `left == right`."""
    difference = sympy.expand(left - right)
    if not cx.regions and shapes.names(difference) <= cx.symbols:
        cx.assume(left, "==", right, what, span)
        return
    if not ask(cx, (shapes.minimum(difference, -difference),), what, span):
        raise AdcError.of(
            "ADC0212", f"{what}: {spelled(left)} and {spelled(right)} are not", span,
            help="make the extents equal, or give one of them the extent 1",
        )  # fmt: skip
    cx.assume_inside(difference)
    cx.assume_inside(-difference)
