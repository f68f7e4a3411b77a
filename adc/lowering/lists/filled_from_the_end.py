"""Lists of None that the source fills from their end on, as lists that are filled from 0 on.

One that a loop fills downwards, as recursions back in time do, is turned round:

xs = [None] * (n + 1)
xs[n] = last
for i in range(n - 1, -1, -1):
    xs[i] = step(xs[i + 1])

In one whose last item is set first, and all others upwards, that item has a name of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from adc.frontends import surface
from adc.frontends.names import alike, walk, with_parts
from adc.ir.names import NameSource

Body = tuple[surface.Statement, ...]
#: Whether an expression is an item of the list.
IsItem = Callable[[object], bool]


@dataclass(frozen=True)
class _Apart:
    """The list `xs`, its length as it is written and as it is `kept`, and its last item's `own`
    name."""

    xs: surface.Name
    length: surface.Expr
    kept: surface.Name
    own: surface.Name
    is_item: IsItem


def filled_upwards(
    xs: surface.Name, length: surface.Expr, kept: surface.Name, body: Body, last: int,
    is_item: IsItem, fresh: NameSource,
) -> tuple[Body, Body, Body]:  # fmt: skip
    """The statements up to the loop number `last`, which fills the list `xs` of so many items, as
    it is filled from 0 on; what comes then, before it has them all, and the rest of the body.
    `kept` has the length."""
    filling, after = body[: last + 1], body[last + 1 :]
    first = [t for s in filling[:last] if (t := _target(s, is_item)) is not None]
    at_end = [_is_last(t.items[0], length) for t in first]
    down = _goes_down(filling[last], is_item)
    if down and all(at_end):
        behind = _left_over(filling[last], after, is_item)
        turned = tuple(_turned(s, xs, kept, is_item) for s in (*filling, *after[:behind]))
        return turned, (), (_reversed(xs), *after[behind:])
    if at_end == [True] and not any(_goes_down(s, is_item) for s in filling):
        last_item = surface.Name(fresh.fresh(f"{xs.name}_last"), xs.span)
        of = _Apart(xs, length, kept, last_item, is_item)
        apart = tuple(_apart(s, of) for s in filling)
        append = surface.Attribute(xs, "append", xs.span)
        added = surface.Evaluate(surface.Call(append, (last_item,), (), xs.span), xs.span)
        return apart, (added,), after
    return filling, (), after


def _left_over(loop: surface.Statement, after: Body, is_item: IsItem) -> int:
    """How many of the statements behind the loop set first items, before which it ends."""
    stop = loop.arguments[1] if isinstance(loop, surface.For) and len(loop.arguments) > 2 else None
    if not isinstance(stop, surface.Number) or not stop.text.isdigit():
        return 0
    items = takewhile(lambda s: _target(s, is_item) is not None, after)
    return min(int(stop.text) + 1, sum(1 for _ in items))


def _target(statement: surface.Statement, is_item: IsItem) -> surface.Subscript | None:
    """The item that a statement sets."""
    if not isinstance(statement, surface.Assign) or len(statement.targets) != 1:
        return None
    (target,) = statement.targets
    return target if isinstance(target, surface.Subscript) and is_item(target) else None


def _is_last(position: surface.Expr, length: surface.Expr) -> bool:
    """Whether a position is that of the last of so many items, by what stands there."""
    return _counted_back(position) == 1 or _is_next(position, length) or _is_next(length, position)


def _is_next(one: surface.Expr, other: surface.Expr) -> bool:
    """Whether `one` is `other + 1`, or `other - 1` stands in its place: `n + 1` and `n`."""
    by_one = isinstance(one, surface.Binary) and _is_number(one.right, "1")
    return by_one and isinstance(one, surface.Binary) and alike(one.left, other)


def _is_number(node: surface.Expr, text: str) -> bool:
    return isinstance(node, surface.Number) and node.text == text


def _counted_back(position: surface.Expr) -> int:
    """k for the position -k, else 0."""
    if isinstance(position, surface.Unary) and position.op == "-":
        number = position.operand
        return (
            int(number.text) if isinstance(number, surface.Number) and number.text.isdigit() else 0
        )
    return 0


def _goes_down(loop: surface.Statement, is_item: IsItem) -> bool:
    """Whether a loop that goes down a range sets items."""
    if not isinstance(loop, surface.For):
        return False
    down = len(loop.arguments) == 3 and _counted_back(loop.arguments[2]) > 0
    return (down or _is_reversed(loop)) and any(
        isinstance(s, surface.Assign) and any(map(is_item, s.targets)) for s in walk(loop.body)
    )


def _is_reversed(loop: surface.For) -> bool:
    """Whether it is one over `reversed(range(n))`, which begins with `i = n - 1 - k`."""
    first = loop.body[0] if loop.body else None
    value = first.value if isinstance(first, surface.Assign) else None
    if isinstance(value, surface.Binary) and value.op == "+":
        value = value.right
    counted = value.right if isinstance(value, surface.Binary) and value.op == "-" else None
    return isinstance(counted, surface.Name) and counted.name == loop.target


def _from_end(position: surface.Expr, kept: surface.Name) -> surface.Expr:
    """The position in the list that is turned round."""
    span = position.span
    back = _counted_back(position)
    if back:
        return surface.Number(str(back - 1), "int", span)
    end = surface.Binary("-", kept, surface.Number("1", "int", span), span)
    return surface.Binary("-", end, position, span)


def _turned(node: Any, xs: surface.Name, kept: surface.Name, is_item: IsItem) -> Any:
    if is_item(node):
        (position,) = node.items
        inside = _turned(position, xs, kept, is_item)
        return replace(node, items=(_from_end(inside, kept),))
    if _is_length(node, xs):
        return kept
    return with_parts(node, lambda part: _turned(part, xs, kept, is_item))


def _apart(node: Any, of: _Apart) -> Any:
    """`node` with the last item under its own name."""
    if isinstance(node, surface.Assign) and (target := _target(node, of.is_item)) is not None:
        value = _apart(node.value, of)
        if _is_last(target.items[0], of.length):
            return replace(node, targets=(of.own,), value=value)
        position = _apart(target.items[0], of)
        return replace(node, targets=(replace(target, items=(position,)),), value=value)
    if of.is_item(node):
        (position,) = node.items
        if _is_last(position, of.length):
            return of.own
        inside, span = _apart(position, of), node.span
        end = surface.Binary("-", of.kept, surface.Number("1", "int", span), span)
        at_end = surface.Compare(("==",), (inside, end), span)
        return surface.Conditional(at_end, of.own, replace(node, items=(inside,)), span)
    if _is_length(node, of.xs):
        return of.kept
    return with_parts(node, lambda part: _apart(part, of))


def _is_length(node: object, xs: surface.Name) -> bool:
    """Whether it is `len(xs)`."""
    if not isinstance(node, surface.Call) or node.keywords or len(node.arguments) != 1:
        return False
    called, (given,) = node.function, node.arguments
    named = isinstance(called, surface.Name) and called.name == "len"
    return named and isinstance(given, surface.Name) and given.name == xs.name


def _reversed(xs: surface.Name) -> surface.Statement:
    span = xs.span
    back = surface.Unary("-", surface.Number("1", "int", span), span)
    whole = surface.Subscript(xs, (surface.Slice(None, None, back, span),), span)
    return surface.Assign((xs,), whole, span)


__all__ = ["filled_upwards"]
