"""Arms of IF that constants decide: `if (.false.)`, `if (debug)` of a PARAMETER. What is never run
need not be supported, nor be there at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import constant, integer_constant
from adc.frontends.fortran.nested import with_bodies, within
from adc.frontends.fortran.symbol import Scope

_COMPARED = ("==", "/=", "<", "<=", ">", ">=")


def without_dead_arms(scope: Scope, body: tree.Body) -> tree.Body:
    """`body` without the arms of IF that are never run, but for those that a GOTO may lead into."""

    def decided(condition: tree.Expr) -> bool | None:
        match condition:
            case tree.Logical(value):
                return value
            case tree.Unary(".not.", operand):
                inner = decided(operand)
                return None if inner is None else not inner
            case tree.Name():
                return _constant(scope, condition)
            case tree.Binary(op, left, right) if op in _COMPARED:
                return _compared(scope, condition, (left, right))
        return None

    return _pruned(body, decided)


def _constant(scope: Scope, name: tree.Name) -> bool | None:
    """The value of a PARAMETER; None for any other name."""
    try:
        symbol = scope.lookup(name.name, name.span)
        found = constant(name, scope) if symbol.storage == "constant" else None
    except AdcError:
        return None
    return found if isinstance(found, bool) else None


def _compared(scope: Scope, condition: tree.Expr, sides: tuple[tree.Expr, ...]) -> bool | None:
    """What a comparison of integers that are constants gives; None for any other one."""
    try:
        if any(integer_constant(side, scope) is None for side in sides):
            return None
        found = constant(condition, scope)
    except AdcError:
        return None
    return found if isinstance(found, bool) else None


def _pruned(body: tree.Body, decided: Callable[[tree.Expr], bool | None]) -> tree.Body:
    made: list[tree.Statement] = []
    for statement in body:
        if isinstance(statement, tree.If):
            made += _arms(statement, decided)
        else:
            made.append(with_bodies(statement, lambda b: _pruned(b, decided)))
    return tuple(made)


def _arms(statement: tree.If, decided: Callable[[tree.Expr], bool | None]) -> list[tree.Statement]:
    """What is left of an IF; one with a name, which an EXIT may leave, stays as it is."""
    if statement.name:
        return [with_bodies(statement, lambda b: _pruned(b, decided))]
    branches: list[tuple[tree.Expr, tree.Body, Span]] = []
    orelse = statement.orelse
    for number, (condition, body, span) in enumerate(statement.branches):
        known = decided(condition)
        after = [s for _, b, _ in statement.branches[number + 1 :] for s in within(b)]
        if known is True and not _may_be_reached((*after, *within(orelse))):
            orelse = body
            break
        if known is not False or _may_be_reached(tuple(within(body))):
            branches.append((condition, _pruned(body, decided), span))
    orelse = _pruned(orelse, decided)
    if branches:
        return [replace(statement, branches=tuple(branches), orelse=orelse)]
    head = [tree.Continue(statement.span, statement.label)] if statement.label else []
    return [*head, *orelse]


def _may_be_reached(statements: tuple[tree.Statement, ...]) -> bool:
    return any(s.label for s in statements)
