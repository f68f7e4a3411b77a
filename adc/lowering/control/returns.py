"""`return`: moved to the end of every path, then bound to names of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import with_parts
from adc.lowering.absent.unread import is_said
from adc.lowering.scopes import Scope
from adc.lowering.values import Undefined, Value

#: The names that hold what is returned: no source can spell them.
RETURN = "return "
#: The names that hold what a `return` inside a loop returns begin so: no source can spell them.
EARLY_RESULT = "early_result%"

#: What the exception says that stands for a `return` without numbers.
NOTHING_RETURNED = "None is returned, where adc follows numbers and arrays alone"
_FUNCTIONS = (surface.Define, surface.Lambda, surface.Lifted)

Body = tuple[surface.Statement, ...]


def contains_return(body: Body) -> bool:
    for statement in body:
        if isinstance(statement, surface.Return):
            return True
        if isinstance(statement, surface.If) and (
            contains_return(statement.then) or contains_return(statement.orelse)
        ):
            return True
        if isinstance(statement, (surface.For, surface.While)) and contains_return(statement.body):
            return True
    return False


def tail_returns(body: Body) -> Body:
    """`body` with what follows an `if` that returns moved into its branches."""
    for number, statement in enumerate(body):
        if isinstance(statement, (surface.Return, surface.Raise)):
            return body[: number + 1]
        if isinstance(statement, (surface.For, surface.While)) and contains_return(statement.body):
            raise AdcError.of(
                "ADC0230", "`return` inside a loop is not supported", statement.span,
                help="keep the result in a variable and return it after the loop",
            )  # fmt: skip
        if isinstance(statement, surface.If) and contains_return((statement,)):
            rest = body[number + 1 :]
            then = tail_returns(_followed(statement.then, rest))
            orelse = tail_returns(_followed(statement.orelse, rest))
            return (*body[:number], replace(statement, then=then, orelse=orelse))
    return body


def _followed(branch: Body, rest: Body) -> Body:
    return branch if always_returns(branch) else branch + rest


def always_returns(body: Body) -> bool:
    if not body:
        return False
    last = body[-1]
    if isinstance(last, surface.If):
        return always_returns(last.then) and always_returns(last.orelse)
    leaves = (surface.Return, surface.Raise)
    return isinstance(last, leaves) or any(isinstance(s, leaves) for s in body)


def meant(name: str) -> str:
    """What messages call the variable `name`."""
    if name.startswith("&"):  # the cell of one: see `heap.py`
        return "an object or a list"
    returned = name.startswith((RETURN, EARLY_RESULT))
    return "what is returned" if returned else f"`{name.strip()}`"


def return_name(position: int) -> str:
    return f"{RETURN}{position}"


def collect_returns(scope: Scope) -> list[Value]:
    """What the function returns, in order; an error where only some paths return it."""
    found: list[Value] = []
    for position in range(len(scope.names)):
        value = scope.names.get(return_name(position))
        if value is None:
            break
        if isinstance(value, Undefined) and not value.left_out and not is_said(value):
            raise AdcError.of(
                "ADC0230", "some paths return a value and others do not", value.span,
                help="return the same number of values on every path",
            )  # fmt: skip
        found.append(value)
    return found


def with_nothing_refused(
    function: surface.Function,
) -> tuple[surface.Function, surface.Return | None]:
    """The function with an exception in place of each `return` of None or a text, and the first of
    these, where it returns numbers otherwise: what has no derivative ends the call by a code."""
    found: list[surface.Return] = []

    def visit(node: Any) -> Any:
        if isinstance(node, _FUNCTIONS):
            return node
        if isinstance(node, surface.Return):
            found.append(node)
            return _refused(node) if _is_without(node) else node
        return with_parts(node, visit)

    body = tuple(map(visit, function.body))
    without = [r for r in found if _is_without(r)]
    if not without or len(without) == len(found) or not always_returns(function.body):
        return function, None
    return replace(function, body=body), without[0]


def _refused(node: surface.Return) -> surface.Raise:
    return surface.Raise("NotImplementedError", NOTHING_RETURNED, node.span)


def _is_without(node: surface.Return) -> bool:
    """Whether only None and texts are returned."""
    values = node.values or (surface.NoneValue(node.span),)
    return all(
        isinstance(v, surface.String) or (isinstance(v, surface.NoneValue) and not v.left_out)
        for v in values
    )
