"""`a = x if flag else 0.0` of an array and a number: an `if`, of which each arm assigns its own.

Python hands on one of the two as it is. What an `if` leaves is an array full of the number on that
path, and what would tell the two apart is refused (`numbers_on_paths.py`).

`(x if flag else 0.0) * y` is `x * y if flag else 0.0 * y`, of which both may have one shape; and
`s += x if flag else 0.0` an `if`, too. What stands before the choice is then evaluated after its
condition: that is done only where neither can change what the other is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import walk, with_parts
from adc.lowering.context import Context

_SIGNS = ("-", "+")
#: What is evaluated without an effect, if it is made of such parts.
_PLAIN = (
    surface.Name, surface.Number, surface.Boolean, surface.String, surface.NoneValue,
    surface.Attribute, surface.Subscript, surface.Slice, surface.Unary, surface.Binary,
    surface.Compare, surface.Logical, surface.Conditional,
)  # fmt: skip


@dataclass
class OtherShapesError(AdcError):
    """One of two values of different shapes is chosen; `one_number` if either is a number."""

    one_number: bool = False


class ChosenInArmsError(Exception):
    """The assignment of what is chosen at `place` is to be written as an `if`."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


@contextmanager
def chosen_in_arms(
    cx: Context, statement: surface.Assign | surface.AugmentedAssign
) -> Iterator[None]:
    """Raises ChosenInArmsError where evaluating the value of `statement` finds that it is one of an
    array and a number, and the targets take it."""
    try:
        yield
    except OtherShapesError as error:
        _learn(cx, error, _place(statement))
        raise


@contextmanager
def chosen_operands(cx: Context, node: surface.Binary) -> Iterator[None]:
    """Raises ChosenInArmsError where evaluating `node` finds that an operand is one of an array and
    a number, and each arm may be computed with by itself."""
    try:
        yield
    except OtherShapesError as error:
        for choice in (node.left, node.right):
            if isinstance(_signless(choice), surface.Conditional):
                _learn(cx, error, _place_of(node, choice))
        raise


def _learn(cx: Context, error: OtherShapesError, place: str) -> None:
    if cx.fortran or not error.one_number or place in cx.learned.in_arms:
        return
    if place and place == str(error.diagnostics[0].span):
        raise ChosenInArmsError(place) from None


def with_arms(function: surface.Function, places: frozenset[str]) -> surface.Function:
    """`function` with an `if` for each assignment of what is chosen at one of `places`, and with
    the operations on such a choice in its arms."""

    def visit(node: Any) -> Any:
        if isinstance(node, (surface.Lifted, surface.Lambda, surface.Define)):
            return node
        node = with_parts(node, visit)
        if isinstance(node, (surface.Assign, surface.AugmentedAssign)):
            return _in_arms(node) if _place(node) in places else node
        if isinstance(node, surface.Unary) and node.op in _SIGNS:
            return _signed(node, places)
        return _distributed(node, places) if isinstance(node, surface.Binary) else node

    return replace(function, body=visit(function.body)) if places else function


def _in_arms(node: surface.Assign | surface.AugmentedAssign) -> surface.If:
    value = node.value
    assert isinstance(value, surface.Conditional)
    then, orelse = (replace(node, value=arm) for arm in (value.then, value.orelse))
    return surface.If(value.condition, (then,), (orelse,), node.span)


def _signed(node: surface.Unary, places: frozenset[str]) -> surface.Expr:
    """The sign of a choice as the choice of two with the sign."""
    choice = node.operand
    if not isinstance(choice, surface.Conditional) or str(choice.span) not in places:
        return node
    then, orelse = (replace(node, operand=arm) for arm in (choice.then, choice.orelse))
    return replace(choice, then=then, orelse=orelse)


def _distributed(node: surface.Binary, places: frozenset[str]) -> surface.Expr:
    """An operation on a choice at one of `places` as the choice of two operations."""
    for choice in (node.left, node.right):
        if isinstance(choice, surface.Conditional) and _place_of(node, choice) in places:
            arms = [
                replace(node, left=arm) if choice is node.left else replace(node, right=arm)
                for arm in (choice.then, choice.orelse)
            ]
            then, orelse = (_distributed(arm, places) for arm in arms)
            return replace(choice, then=then, orelse=orelse)
    return node


def _place(node: surface.Assign | surface.AugmentedAssign) -> str:
    """The place of the choice that targets take; "" where it is none."""
    value = node.value
    if not isinstance(value, surface.Conditional):
        return ""
    if isinstance(node, surface.AugmentedAssign):  # whose target Python evaluates first
        apart = _apart(node.target, value.condition)
        return str(value.span) if apart else ""
    plain = all(isinstance(t, (surface.Name, surface.Subscript)) for t in node.targets)
    return str(value.span) if plain else ""


def _place_of(node: surface.Binary, side: surface.Expr) -> str:
    """The place of the choice, which is a `side` of `node`, perhaps with a sign; "" where it has to
    come after the other operand."""
    choice = _signless(side)
    if not isinstance(choice, surface.Conditional):
        return ""
    if side is node.left or _apart(node.left, choice.condition):
        return str(choice.span)
    return ""


def _signless(node: surface.Expr) -> surface.Expr:
    while isinstance(node, surface.Unary) and node.op in _SIGNS:
        node = node.operand
    return node


def _apart(before: surface.Expr, condition: surface.Expr) -> bool:
    """Whether it is the same in which order Python evaluates the two: neither calls anything, or
    binds a name."""
    return all(isinstance(n, _PLAIN) for n in (*walk((before,)), *walk((condition,))))
