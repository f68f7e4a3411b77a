"""Statements in place of a `return`, or of all those of a body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import root_name, with_parts

Body = tuple[surface.Statement, ...]


def with_returns(body: Body, made: Callable[[surface.Return], Body]) -> Body:
    """`body` with what is `made` of each `return` in its place; those of functions inside are
    their own."""

    def visit(node: Any) -> Any:
        if isinstance(node, (surface.Lifted, surface.Lambda, surface.Define)):
            return node
        if isinstance(node, tuple):
            return tuple(each for part in node for each in replaced(part))
        return with_parts(node, visit)

    def replaced(node: Any) -> tuple[Any, ...]:
        return made(node) if isinstance(node, surface.Return) else (visit(node),)

    result: Body = visit(body)
    return result


def by_arms(value: surface.Expr, span: Span) -> surface.Statement:
    """`return value`, where None on one side is returned by a statement of its own."""
    return _in_arms(value, span, lambda arm: surface.Return((arm,), span))


def in_arms(made: surface.Statement) -> surface.Statement:
    """The assignment of names and of fields, where None on one side is assigned by a statement of
    its own; any other statement as it is."""
    if not isinstance(made, surface.Assign) or made.annotation is not None:
        return made
    if not all(map(root_name, made.targets)):
        return made
    return _in_arms(made.value, made.span, lambda arm: replace(made, value=arm))


def _in_arms(
    value: surface.Expr, span: Span, made: Callable[[surface.Expr], surface.Statement]
) -> surface.Statement:
    if isinstance(value, surface.Conditional) and any(
        map(_may_be_none, (value.then, value.orelse))
    ):
        then, orelse = (_in_arms(arm, span, made) for arm in (value.then, value.orelse))
        return surface.If(value.condition, (then,), (orelse,), span)
    return made(value)


def _may_be_none(arm: surface.Expr) -> bool:
    if isinstance(arm, surface.Conditional):
        return _may_be_none(arm.then) or _may_be_none(arm.orelse)
    return isinstance(arm, surface.NoneValue)


__all__ = ["by_arms", "in_arms", "with_returns"]
