"""Arms of IF that constants decide: `if (.false.)`, `if (debug)` of a PARAMETER, and what stands
behind a jump out of one. What is never run need not be supported, nor be there at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import constant, integer_constant
from adc.frontends.fortran.fixed_variables import literal
from adc.frontends.fortran.nested import with_bodies, within
from adc.frontends.fortran.selections import jumps_to
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

    fixed = getattr(scope.unit, "fixed", {})
    body = _without_settings(body, fixed) if fixed else body
    return _Pruning(decided, body).of(body)


def _without_settings(body: tree.Body, fixed: Mapping[str, str]) -> tree.Body:
    """`body` without statements that give what `--fix` names the value that it has."""

    def remains(statement: tree.Statement) -> tree.Statement:
        match statement:
            case tree.Assign(tree.Name(name, span), value) if name in fixed and (
                _is(value, literal("", fixed[name], value.span))
            ):
                return tree.Continue(span, statement.label)
        return with_bodies(statement, lambda b: _without_settings(b, fixed))

    return tuple(map(remains, body))


def _is(value: tree.Expr, wanted: tree.Expr) -> bool:
    """Whether two literals are alike, wherever they stand."""
    match (value, wanted):
        case tree.Unary("-", inner), tree.Unary("-", operand):
            return _is(inner, operand)
        case tree.Number(text, "integer"), tree.Number(other, "integer"):
            return int(text) == int(other)
        case tree.Logical(value_), tree.Logical(other_):
            return value_ == other_
    return False


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


class _Pruning:
    """Leaves out of `whole`, and of what is inside of it, the arms that are never run."""

    def __init__(self, decided: Callable[[tree.Expr], bool | None], whole: tree.Body) -> None:
        self.decided = decided
        self.jumps = Counter(jumps_to(whole))
        self.anywhere = any(
            isinstance(s, tree.ComputedGoto) and s.assigned for s in within(whole)
        )  # fmt: skip

    def of(self, body: tree.Body) -> tree.Body:
        made: list[tree.Statement] = []
        passed: tuple[tree.Statement, ...] | None = None  # what a jump that is always taken passes
        for statement in body:
            if passed is not None and not self.may_be_reached((*passed, statement)):
                passed = (*passed, statement)
                continue
            passed = None
            if isinstance(statement, tree.If):
                made += self.arms(statement)
                passed = () if made and isinstance(made[-1], tree.Goto) else None
            else:
                made.append(with_bodies(statement, self.of))
        return tuple(made)

    def arms(self, statement: tree.If) -> list[tree.Statement]:
        """What is left of an IF; one with a name, which an EXIT may leave, stays as it is."""
        if statement.name:
            return [with_bodies(statement, self.of)]
        branches: list[tuple[tree.Expr, tree.Body, Span]] = []
        orelse = statement.orelse
        for number, (condition, body, span) in enumerate(statement.branches):
            known = self.decided(condition)
            after = (b for _, b, _ in statement.branches[number + 1 :])
            if known is True and not any(map(self.may_be_reached, (*after, orelse))):
                orelse = body
                break
            if known is not False or self.may_be_reached(body):
                branches.append((condition, self.of(body), span))
        orelse = self.of(orelse)
        if branches:
            return [replace(statement, branches=tuple(branches), orelse=orelse)]
        head = [tree.Continue(statement.span, statement.label)] if statement.label else []
        return [*head, *orelse]

    def may_be_reached(self, arm: tree.Body) -> bool:
        """Whether a jump from elsewhere may lead into the arm."""
        labels = {s.label for s in within(arm) if s.label}
        own = Counter(jumps_to(arm))
        return any(self.anywhere or self.jumps[label] > own[label] for label in labels)
