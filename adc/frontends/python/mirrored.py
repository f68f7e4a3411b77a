"""Functions that call themselves once, for an argument on the other side: `f(x)` for negative `x`
by `f(-x)`, `gamma(z)` below a half by `gamma(1 - z)`.

Where `x < 0` leads to `f(-x)`, the call within takes the other way, whatever the data: it is a call
of the function that is left when the test has been decided so. (For the number in the middle, and
for NaN, Python may go on calling until it gives up.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from adc.frontends import surface
from adc.frontends.names import assigned_names, walk, with_parts

Body = tuple[surface.Statement, ...]
#: Which relations hold for what is smaller, and for what is greater.
_SMALLER, _GREATER = ("<", "<="), (">", ">=")


def mirrored(function: surface.Function) -> tuple[surface.Function, ...]:
    """The function, and the one that it calls instead of itself; alone where it is no such."""
    plain = _calls(walk(function.body), function.name)
    if not plain or len(plain) < len(_calls(walk(function.body, inside=True), function.name)):
        return (function,)
    for place, statement in enumerate(function.body):
        if isinstance(statement, surface.If):
            found = _apart(function, place, statement)
            return (function,) if found is None else found
        if _calls(walk((statement,)), function.name):
            break
    return (function,)


def _apart(
    function: surface.Function, place: int, test: surface.If
) -> tuple[surface.Function, ...] | None:
    side = _side(test.condition)
    if side is None or side[0] in assigned_names(function.body):
        return None
    name, limit, smaller = side
    position = next((k for k, p in enumerate(function.parameters) if p.name == name), None)
    rest = function.body[place + 1 :]
    ways = [(*test.then, *(() if _ends(test.then) else rest)), (*test.orelse, *rest)]
    other, calling = ways if not smaller else reversed(ways)
    calls = _calls(walk(calling), function.name)
    if position is None or _calls(walk(other), function.name) or not calls:
        return None
    if not all(_is_across(call, position, name, limit) for call in calls):
        return None
    title = f"{function.name}%other_side"
    before = function.body[:place]
    left = replace(function, name=title, body=(*before, *other))
    return (replace(function, body=_renamed(function.body, function.name, title)), left)


def _side(condition: surface.Expr) -> tuple[str, float, bool] | None:
    """The name and the limit of `x < 0`, and whether the condition holds for what is smaller."""
    if not isinstance(condition, surface.Compare) or len(condition.ops) != 1:
        return None
    name, limit = condition.operands
    number = _number(limit)
    (op,) = condition.ops
    if not isinstance(name, surface.Name) or number is None or op not in _SMALLER + _GREATER:
        return None
    return name.name, number, op in _SMALLER


def _is_across(call: surface.Call, position: int, name: str, limit: float) -> bool:
    """Whether the argument is `c - name` with a c of at least twice the limit, or `-name`: then it
    is greater where `name` is smaller."""
    if position >= len(call.arguments) or any(
        isinstance(a, surface.Starred) for a in call.arguments[: position + 1]
    ):
        return False
    given = call.arguments[position]
    if isinstance(given, surface.Unary) and given.op == "-":
        taken, centre = given.operand, 0.0
    elif isinstance(given, surface.Binary) and given.op == "-":
        number = _number(given.left)
        if number is None:
            return False
        taken, centre = given.right, number
    else:
        return False
    return isinstance(taken, surface.Name) and taken.name == name and centre >= 2.0 * limit


def _number(expr: surface.Expr) -> float | None:
    return float(expr.text) if isinstance(expr, surface.Number) else None


def _ends(body: Body) -> bool:
    """Whether nothing follows `body`."""
    last = body[-1] if body else None
    if isinstance(last, surface.If):
        return _ends(last.then) and _ends(last.orelse)
    return isinstance(last, (surface.Return, surface.Raise))


def _calls(nodes: Iterable[Any], name: str) -> list[surface.Call]:
    """The calls of the function `name` among `nodes`."""
    return [
        n
        for n in nodes
        if isinstance(n, surface.Call)
        and isinstance(n.function, surface.Name)
        and n.function.name == name
    ]


def _renamed(node: Any, name: str, title: str) -> Any:
    """`node` with calls of the function `title` in place of those of `name`."""
    if isinstance(node, surface.Name):
        return replace(node, name=title) if node.name == name else node
    return with_parts(node, lambda part: _renamed(part, name, title))
