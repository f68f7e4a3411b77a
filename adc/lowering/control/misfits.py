"""Sizes that turn out not to fit while a call is under way.

What is asked for where data decides whether a statement is run is checked in front of the branch's
arm, or the loop's body, that the statement stands in. Where the check fails, that is not run, and
a flag is set: the call goes on without it, ends, and says that the sizes were wrong. Loops that
only data ends, end then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.declarations import Assumption, Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Const, Expr, IntValue, Read
from adc.ir.node import Access, Body, Node
from adc.ir.nodes import Branch, Compute, Loop, While
from adc.ir.relations import not_negative
from adc.ir.shapes import maximum
from adc.ir.walking import computes, written_in
from adc.lowering.context import Check, Context
from adc.lowering.control.regions import Clause, Region
from adc.lowering.control.where_run import ask
from adc.lowering.integers.assumptions import essential
from adc.lowering.store import materialise, store
from adc.lowering.values import Array, Value, View, of_view, scalar

_OPS = {"==": "eq", "<=": "le", ">=": "ge"}
_ZERO = sympy.Integer(0)
#: As many reasons of one check are told.
_TOLD = 2


def guard(cx: Context, region: Region, body: list[Node], *read: View) -> None:
    """Have `body`, which is all of `region`, run only where its checks hold; where they do not,
    what is `read` behind it is zero."""
    checks = _taken(cx, region)
    if not checks:
        return
    test = _joined("and", [_truth(c.clause) for c in checks])
    with cx.block() as zeros:
        for view in read:
            dtype = cx.containers[view.container].dtype
            store(cx, view, dtype, scalar(build.zero(dtype)), checks[0].span)
    body[:] = [Branch(test, tuple(body), (_mark(cx, checks), *zeros), checks[0].span)]


def guarded_value(cx: Context, region: Region, body: list[Node], value: Value) -> Value:
    """`value`, which is evaluated in `region` behind the statements `body`, so that it can be
    used outside: it is kept there. Arrays that are in memory already stay where they are, which
    others may see, and what is checked for them is asked for outside, as if they always were."""
    if not any(c.region is region for c in cx.checks):
        return value
    if not isinstance(value, Array) or (value.is_shared and value.in_memory):
        pass_on(cx, region)
        return value
    with cx.block() as more:
        view = materialise(cx, value, "chosen")
    body += more
    guard(cx, region, body, view)
    return of_view(view, value.dtype, weak=value.weak)


def pass_on(cx: Context, region: Region) -> None:
    """Ask outside `region` for what is checked in it, as if it were always run."""
    for check in _taken(cx, region):
        if not ask(cx, check.clause, check.what, check.span):
            raise AdcError.of(
                "ADC0217", f"{check.what} is out of range", check.span,
                help="keep the subscript inside the axis",
            )  # fmt: skip


def _taken(cx: Context, region: Region) -> list[Check]:
    """The checks of `region` that no other one implies; they are no longer in `cx`."""
    own = [c for c in cx.checks if c.region is region]
    cx.checks = [c for c in cx.checks if c.region is not region]
    if len(own) < 2:
        return own
    found = {c: Assumption(maximum(*c.clause), ">=", _ZERO, c.what, c.span) for c in own}
    kept = essential(found.values(), cx.prover.nonnegative)
    return [c for c, told in found.items() if any(told is a for a in kept)]


def fail_where(cx: Context, test: Expr, what: str, span: Span | None) -> None:
    """Have the call fail where `test` holds of data: the sizes that these decide do not fit."""
    asked = Branch(test, (_flagged(cx, what, span),), (), span)
    if not _already_asked(cx, asked):
        cx.body.append(asked)


def _already_asked(cx: Context, asked: Branch) -> bool:
    """Whether the same was asked since what it is about was last written."""
    made_of = {u.container for u in asked.uses}
    for node in reversed(cx.body):
        if isinstance(node, Branch) and node.condition == asked.condition and not node.orelse:
            return any(w.container == cx.misfit for n in node.then for w in n.writes)
        if not made_of.isdisjoint(written_in((node,))):
            break
    return False


# -- what is checked -------------------------------------------------------------------------------


def _truth(clause: Clause) -> Expr:
    """Whether one of `clause` is not negative."""
    tests = {e: not_negative(e) for e in sorted(clause, key=sympy.default_sort_key)}
    ordered = sorted(tests, key=lambda e: tests[e][1] == "<=")  # excuses come last, as in messages
    return _joined("or", [_holds(*tests[e]) for e in ordered])


def _holds(left: sympy.Expr, relation: str, right: sympy.Expr) -> Expr:
    return build.compare(_OPS[relation], IntValue(left), IntValue(right))


def _joined(op: str, tests: list[Expr]) -> Expr:
    first, *rest = tests
    for test in rest:
        first = build.apply(op, first, test)
    return first


# -- the flag --------------------------------------------------------------------------------------


def _mark(cx: Context, checks: list[Check]) -> Compute:
    """Sets the flag."""
    reasons = list(dict.fromkeys(c.what for c in checks))
    note = "; ".join(reasons[:_TOLD]) + "; …" * (len(reasons) > _TOLD)
    return _flagged(cx, note, checks[0].span)


def _flagged(cx: Context, note: str, span: Span | None) -> Compute:
    if not cx.misfit:
        cx.misfit = cx.new_name("misfit")
        cx.containers[cx.misfit] = Container(cx.misfit, DType.BOOL, (), Role.MISFIT)
    return _assignment(cx.misfit, build.const(True, DType.BOOL), span, note)


def _assignment(name: str, value: Const, span: Span | None = None, note: str = "") -> Compute:
    return Compute("", Access(name, ()), Update.ASSIGN, value, (), span, note)


def with_misfit(cx: Context, body: Body) -> Body:
    """`body` with the flag cleared first, and looked at by loops that might not end without."""
    if not cx.misfit:
        return body
    return (_assignment(cx.misfit, build.zero(DType.BOOL)), *ending(body, cx.misfit, _fits(cx)))


def _fits(cx: Context) -> Expr:
    return build.apply("not", Read(cx.misfit, (), DType.BOOL))


def ending(body: Body, flag: str, goes_on: Expr, limited: bool = False) -> Body:
    """`body` with loops that only data ends, ending where the flag is set; `goes_on` is what holds
    where it is not. Also those that are `limited`, if they set it themselves: what they do beyond
    counts for nothing, and may take long."""

    def change(node: Node, before: bool, sets: bool) -> Node:
        if not isinstance(node, While):
            return node
        asked = before or sets if node.limit is None else sets and limited
        both = build.apply("and", node.condition, goes_on)
        return replace(node, condition=both) if asked else node

    return behind(body, flag, change)


def behind(
    body: Body, flag: str, change: Callable[[Node, bool, bool], Node], before: bool = False
) -> Body:
    """`body` with what `change` makes of each node, the inner ones first, from the node, whether
    the flag may have been set `before` it, and whether the node itself sets it."""
    result: list[Node] = []
    for node in body:
        sets = any(c.container == flag for c in computes((node,)))
        inside = before or (sets and isinstance(node, (Loop, While)))
        parts = tuple(behind(part, flag, change, inside) for part in node.parts)
        result.append(change(node.with_parts(parts), before, sets))
        before = before or sets
    return tuple(result)
