"""Statements in statements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree


def bodies(statement: tree.Statement) -> tuple[tree.Body, ...]:
    """The bodies that a statement has."""
    match statement:
        case tree.If():
            return (*(b for _, b, _ in statement.branches), statement.orelse)
        case tree.Do() | tree.DoWhile() | tree.Forall() | tree.Block():
            return (statement.body,)
        case tree.Where():
            return tuple(b for _, b, _ in statement.branches)
        case tree.Select():
            return tuple(c.body for c in statement.cases)
    return ()


def with_bodies(
    statement: tree.Statement, change: Callable[[tree.Body], tree.Body]
) -> tree.Statement:
    """`statement` with each of its bodies changed."""
    match statement:
        case tree.If():
            branches = tuple((c, change(b), s) for c, b, s in statement.branches)
            return replace(statement, branches=branches, orelse=change(statement.orelse))
        case tree.Do() | tree.DoWhile() | tree.Block():
            return replace(statement, body=change(statement.body))
        case tree.Forall() if statement.concurrent:
            return replace(statement, body=change(statement.body))
        case tree.Select():
            cases = tuple(replace(c, body=change(c.body)) for c in statement.cases)
            return replace(statement, cases=cases)
    return statement


def within(body: tree.Body) -> list[tree.Statement]:
    """All statements of `body`, at any depth, in order."""
    found: list[tree.Statement] = []
    for statement in body:
        found.append(statement)
        for inner in bodies(statement):
            found += within(inner)
    return found


def check_exits(body: tree.Body) -> None:
    """Raises ADC0168 where an EXIT or CYCLE of a loop around `body` would become the loop's that
    GOTOs make of `body`."""
    for statement in body:
        if isinstance(statement, (tree.Exit, tree.Cycle)) and not statement.loop:
            raise AdcError.of(
                "ADC0168", "this jump leaves a loop that a GOTO makes", statement.span,
                help="write the loop with DO and END DO",
            )  # fmt: skip
        if not isinstance(statement, (tree.Do, tree.DoWhile, tree.Forall)):
            for inner in bodies(statement):
                check_exits(inner)


def targets(statement: tree.Statement) -> set[int]:
    """The labels that GOTOs in `statement` go to."""
    return {s.target for s in within((statement,)) if isinstance(s, tree.Goto)}
