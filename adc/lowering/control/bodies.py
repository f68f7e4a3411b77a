"""Bodies of which statements are written anew, at every depth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.names import NameSource

Body = tuple[surface.Statement, ...]
#: What stands for a statement, and the statements that stand before it in its body.
Change = Callable[[surface.Statement, Body], Body]


def rewritten(body: Body, change: Change) -> Body:
    """`body` with what `change` makes of each statement, whose own bodies are written first."""
    result: list[surface.Statement] = []
    for statement in body:
        match statement:
            case surface.If():
                then = rewritten(statement.then, change)
                orelse = rewritten(statement.orelse, change)
                inner: surface.Statement = replace(statement, then=then, orelse=orelse)
            case surface.For() | surface.While():
                inner = replace(statement, body=rewritten(statement.body, change))
            case _:
                inner = statement
        result += change(inner, tuple(result))
    return tuple(result)


def fresh_names(function: surface.Function, taken: Iterable[str]) -> NameSource:
    """Names that neither `function` has nor are `taken`."""
    own = {n.name for n in walk(function) if isinstance(n, surface.Name)}
    return NameSource({*taken, *own})
