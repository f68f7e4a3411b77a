"""Statements in statements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

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


def targets(statement: tree.Statement) -> set[int]:
    """The labels that GOTOs in `statement` go to."""
    return {s.target for s in within((statement,)) if isinstance(s, tree.Goto)}
