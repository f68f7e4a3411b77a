"""Exceptions that the source raises: each is an error code of the generated function.

What raises sets a flag to the exception's code, unless an earlier one has set it, and the call goes
on as if nothing were: what follows computes numbers that nobody sees, within the arrays, and the
call ends with the code. So `if x < 0: raise …` leaves no branch around all that follows. Loops that
only data ends, end where the flag is set. Relations of sizes and integer arguments that the source
asks for at its top level are asked for on entry.
"""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir import build
from adc.ir.declarations import Raised
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue
from adc.ir.node import Body, Node
from adc.ir.nodes import Branch, Compute
from adc.ir.walking import computes
from adc.lowering.context import Context
from adc.lowering.control.flagging import assignment, flag, is_unset, raised
from adc.lowering.control.misfits import behind, ending, guard
from adc.lowering.integers.conditions import settled_condition, when
from adc.lowering.values import Array

_JUMPS = (surface.Return, surface.Break, surface.Continue, surface.Leave)
_RELATIONS = {"eq": "==", "le": "<=", "lt": "<", "ge": ">=", "gt": ">"}
_OPPOSITE = {"le": ">", "lt": ">=", "ge": "<", "gt": "<=", "ne": "=="}
Relation = tuple[sympy.Expr, str, sympy.Expr]


def raises_always(body: tuple[surface.Statement, ...]) -> bool:
    """Whether whoever comes to `body` sees it raise an exception."""
    for statement in body:
        if isinstance(statement, surface.Raise):
            return True
        if isinstance(statement, surface.If):
            then, orelse = raises_always(statement.then), raises_always(statement.orelse)
            if then and orelse:
                return True
        if any(isinstance(n, _JUMPS) for n in walk(statement)):
            return False
    return False


def plain_raise(body: tuple[surface.Statement, ...]) -> surface.Raise | None:
    """The one `raise` that `body` comes to; None where there are several, or a jump."""
    for statement in body:
        if isinstance(statement, surface.Raise):
            return statement
        if not isinstance(
            statement, (surface.Assign, surface.Evaluate, surface.Pass, surface.LeftOut)
        ):
            return None
    return None


# -- what raises -----------------------------------------------------------------------------------


def lower_raise(cx: Context, statement: surface.Raise) -> None:
    """A `raise` that is come to: an error where nothing decides on it."""
    told = raised(cx, statement.exception, statement.text, statement.span)
    if not cx.regions and not cx.called_on_branch:
        raise AdcError.of(
            "ADC0233", f"every call raises `{told.words}`", statement.span,
            help="correct the arguments' types, or what is decided while compiling",
        )  # fmt: skip
    flag(cx, None, told, statement.span)


def lower_raising_if(
    cx: Context, test: Array, holds: bool, body: tuple[surface.Statement, ...], span: Span
) -> None:
    """`if test: raise …` (or of its `else`, where `holds` is False)."""
    one = plain_raise(body)
    if one is None:
        _lower_arm(cx, test, holds, body, span)
        return
    told = raised(cx, one.exception, one.text, one.span)
    condition = test.at(())
    wanted = refuted(cx, condition) if holds else demanded_by(condition)
    if not _demand(cx, wanted, told, span):
        flag(cx, condition if holds else build.apply("not", condition), told, span)


def _lower_arm(
    cx: Context, test: Array, holds: bool, body: tuple[surface.Statement, ...], span: Span
) -> None:
    """An arm that raises one of several exceptions: what it binds is seen by nobody."""
    names = dict(cx.scope.names)
    test = settled_condition(cx, test, span)
    with cx.block() as collected, when(cx, test, holds) as region:
        assert cx.lower_body is not None
        cx.lower_body(cx, body)
    guard(cx, region, collected)
    cx.scope.names = names
    arm: Body = tuple(collected)
    then, orelse = (arm, ()) if holds else ((), arm)
    if arm:
        cx.body.append(Branch(test.at(()), then, orelse, span))


def lower_failing(cx: Context, condition: Expr, statement: surface.Assert) -> None:
    """`assert condition, text` on data."""
    flag(cx, build.apply("not", condition), assertion(cx, statement), statement.span)


def demanded(cx: Context, relations: list[Relation], statement: surface.Assert) -> bool:
    """Whether the relations of `assert …, text` are asked for on entry, with this text."""
    if not statement.text:
        return False
    return _demand(cx, relations, assertion(cx, statement), statement.span)


def assertion(cx: Context, statement: surface.Assert) -> Raised:
    """What fails with the assertion."""
    told = statement.text or statement.asked
    return raised(cx, "AssertionError", told, statement.span)


def _demand(cx: Context, wanted: list[Relation] | None, told: Raised, span: Span) -> bool:
    """Ask for relations on entry, if that is where they are asked for; False where it is not."""
    if wanted is None or cx.regions or cx.called_on_branch or cx.above:
        return False
    if any(not cx.of_sizes(left) or not cx.of_sizes(right) for left, _, right in wanted):
        return False
    for left, relation, right in wanted:
        cx.assume(left, relation, right, told.words, span, told)
    return True


def demanded_by(expr: Expr) -> list[Relation] | None:
    """`expr` as relations of integers that all hold, None where it is something else."""
    if not isinstance(expr, Apply):
        return None
    if expr.op == "and":
        return _all([demanded_by(a) for a in expr.args])
    integers = [a.value for a in expr.args if isinstance(a, IntValue)]
    if expr.op not in _RELATIONS or len(integers) != 2:
        return None
    return [(integers[0], _RELATIONS[expr.op], integers[1])]


def refuted(cx: Context, expr: Expr) -> list[Relation] | None:
    """Relations of integers that all hold where `expr` does not, None where it is something
    else."""
    if not isinstance(expr, Apply):
        return None
    if expr.op == "not":
        return demanded_by(expr.args[0])
    if expr.op == "or":
        return _all([refuted(cx, a) for a in expr.args])
    integers = [a.value for a in expr.args if isinstance(a, IntValue)]
    if len(integers) != 2:
        return None
    left, right = integers
    if expr.op == "eq" and cx.prover.nonneg(left - right):
        return [(left, ">", right)]
    if expr.op not in _OPPOSITE:
        return None
    return [(left, _OPPOSITE[expr.op], right)]


def _all(parts: list[list[Relation] | None]) -> list[Relation] | None:
    known = [part for part in parts if part is not None]
    return [r for part in known for r in part] if len(known) == len(parts) else None


# -- loops that look at the flag ------------------------------------------------------------------


def with_raised(cx: Context, body: Body) -> Body:
    """`body` with the flag cleared first, and looked at by loops that might not end without; the
    flag's container gets to know the exceptions that it tells of."""
    if not cx.stopped:
        return body
    found = {c for node in computes(body) if node.container == cx.stopped for c in _codes(node)}
    known = tuple(r for r in cx.raised.values() if r.code in found)
    cx.containers[cx.stopped] = replace(cx.containers[cx.stopped], raises=known)
    goes_on = is_unset(cx.stopped)
    cleared = assignment(cx.stopped, build.zero(DType.INT64))
    return (cleared, *_told_first(cx, ending(body, cx.stopped, goes_on, limited=True)))


def _told_first(cx: Context, body: Body) -> Body:
    """`body` with misfits that count for nothing behind what is raised: the source would not have
    come there."""

    def change(node: Node, before: bool, sets: bool) -> Node:
        if before and isinstance(node, Branch) and _only_marks(cx, node):
            both = build.apply("and", node.condition, is_unset(cx.stopped))
            return replace(node, condition=both)
        return node

    return behind(body, cx.stopped, change)


def _only_marks(cx: Context, branch: Branch) -> bool:
    """Whether all that it does is to set the flag of what does not fit."""
    marks = (isinstance(n, Compute) and n.container == cx.misfit for n in branch.then)
    return bool(branch.then) and not branch.orelse and all(marks)


def _codes(node: Compute) -> set[int]:
    pending: list[Expr] = [node.expr]
    found: set[int] = set()
    while pending:
        expr = pending.pop()
        if isinstance(expr, Const) and expr.dtype is DType.INT64:
            found.add(int(build.const_value(expr)))
        elif isinstance(expr, Apply):
            pending += expr.args
    return found
