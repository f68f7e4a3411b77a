"""`a = x if flag else 0.0` of an array and a number: an `if`, of which each arm assigns its own.

Python hands on one of the two as it is. What an `if` leaves is an array full of the number on that
path, and what would tell the two apart is refused (`numbers_on_paths.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import with_parts
from adc.lowering.context import Context


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
def chosen_in_arms(cx: Context, statement: surface.Assign) -> Iterator[None]:
    """Raises ChosenInArmsError where evaluating the value of `statement` finds that it is one of an
    array and a number, and names take it."""
    try:
        yield
    except OtherShapesError as error:
        place, value = _place(statement), statement.value
        own = isinstance(value, surface.Conditional) and error.diagnostics[0].span == value.span
        if not own or not error.one_number or not place or place in cx.learned.in_arms:
            raise
        raise ChosenInArmsError(place) from None


def with_arms(function: surface.Function, places: frozenset[str]) -> surface.Function:
    """`function` with an `if` for each assignment of what is chosen at one of `places`."""

    def visit(node: Any) -> Any:
        if isinstance(node, (surface.Lifted, surface.Lambda, surface.Define)):
            return node
        if isinstance(node, surface.Assign):
            return _in_arms(node) if _place(node) in places else node
        return with_parts(node, visit)

    return replace(function, body=visit(function.body)) if places else function


def _in_arms(node: surface.Assign) -> surface.If:
    value = node.value
    assert isinstance(value, surface.Conditional)
    then, orelse = (replace(node, value=arm) for arm in (value.then, value.orelse))
    return surface.If(value.condition, (then,), (orelse,), node.span)


def _place(node: surface.Assign) -> str:
    """The place of the choice that names take; "" where it is none."""
    names = all(isinstance(target, surface.Name) for target in node.targets)
    return str(node.value.span) if names and isinstance(node.value, surface.Conditional) else ""
