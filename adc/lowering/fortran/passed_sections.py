"""Sections as arguments, whatever their bounds are: dummies that have extents of their own see the
storage from the first element on (Fortran 2018, 15.5.2.11), those of assumed shape so many
elements of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adc.frontends import surface
from adc.frontends.names import with_parts
from adc.frontends.terms import intrinsic, minus, number
from adc.lowering.context import Context
from adc.lowering.values import UserFunction


def with_storage_passed(cx: Context, statement: surface.Statement) -> surface.Statement:
    """`statement` with the storage in place of sections of elements that lie one behind the other,
    where it calls procedures that take that; itself where there is none. What stands in the
    statements inside of it is left as it is."""
    found: list[bool] = []

    def change(node: Any) -> Any:
        node = with_parts(node, change)
        if isinstance(node, surface.Call) and isinstance(node.function, surface.Name):
            given = tuple(
                replace(k, value=_passed(cx, node, k.name, k.value)) for k in node.keywords
            )
            if given != node.keywords:
                found.append(True)
            return replace(node, keywords=given)
        return node

    if isinstance(statement, surface.If):
        made: surface.Statement = replace(statement, condition=change(statement.condition))
    else:
        made = change(statement)
    return made if found else statement


def _passed(cx: Context, call: surface.Call, dummy: str, argument: surface.Expr) -> surface.Expr:
    if not isinstance(argument, surface.Subscript) or not isinstance(argument.value, surface.Name):
        return argument
    assert isinstance(call.function, surface.Name)
    called = cx.evaluate(call.function)
    declared = associated(called.function, dummy) if isinstance(called, UserFunction) else None
    if declared is None or declared.extents == ():
        return argument
    start = first_element(argument)
    if start is None:
        return argument
    storage = surface.From(argument.value, start, argument.span)
    if declared.extents is not None:
        return storage
    sections = [i for i in argument.items if isinstance(i, surface.Slice)]
    if len(sections) > 1:
        return argument
    dimension = len(argument.items) - argument.items.index(sections[0])
    count = _count(argument.value, dimension, sections[0])
    return replace(storage, count=count)


def associated(function: surface.Function, name: str) -> surface.Associate | None:
    """How the dummy `name` takes its argument: the storage where it has extents of its own."""
    found = [s for s in function.body if isinstance(s, surface.Associate) and s.name == name]
    return found[0] if len(found) == 1 and found[0].source is None else None


def first_element(section: surface.Subscript) -> tuple[surface.Expr, ...] | None:
    """The first element of a section without gaps; None for any other. Axes that are there as a
    whole run fastest, then one is there in part, and of all others there is one element."""
    items: list[surface.Expr] = []
    whole, sections = True, 0
    for dimension, item in enumerate(reversed(section.items), start=1):
        if isinstance(item, surface.Ellipsis):
            return None
        if not isinstance(item, surface.Slice):
            whole = False
            items.append(item)
            continue
        forward = isinstance(item.step, surface.Number) and item.step.text == "1"
        if not whole or not forward:
            return None
        sections += 1
        whole = item.start is None and item.stop is None
        items.append(_start(section.value, dimension, item))
    return tuple(reversed(items)) if sections else None


def _start(owner: surface.Expr, dimension: int, item: surface.Slice) -> surface.Expr:
    """Where a section begins: one of no elements, which may begin anywhere, at the first one."""
    span = item.span
    zero = number(0, span)
    if item.start is None or item.start == replace(zero, span=item.start.span):
        return zero
    some = surface.Compare(("<",), (item.start, _stop(owner, dimension, item)), span)
    return intrinsic("merge", (item.start, zero, some), span)


def _count(owner: surface.Expr, dimension: int, item: surface.Slice) -> surface.Expr:
    """How many elements a section of neighbours has."""
    stop, span = _stop(owner, dimension, item), item.span
    more = stop if item.start is None else minus(stop, item.start, span)
    whole = intrinsic("int", (more,), span)
    return intrinsic("max", (whole, number(0, span)), span)


def _stop(owner: surface.Expr, dimension: int, item: surface.Slice) -> surface.Expr:
    return item.stop or intrinsic("size", (owner, number(dimension, item.span)), item.span)
