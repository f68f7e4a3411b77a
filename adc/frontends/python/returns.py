"""Other statements in place of the `return`s of a body."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adc.frontends import surface
from adc.frontends.names import with_parts

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


__all__ = ["with_returns"]
