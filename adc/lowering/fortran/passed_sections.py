"""Sections as arguments for dummies that have extents of their own: the storage from the first
element on is what these see (Fortran 2018, 15.5.2.11), whatever the section's bounds are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adc.frontends import surface
from adc.frontends.names import with_parts
from adc.frontends.terms import intrinsic, number
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
    if not isinstance(called, UserFunction) or not _has_own_extents(called.function, dummy):
        return argument
    start = _first(argument)
    if start is None:
        return argument
    return surface.From(argument.value, start, argument.span)


def _has_own_extents(function: surface.Function, name: str) -> bool:
    """Whether the dummy takes the storage alone."""
    found = [s for s in function.body if isinstance(s, surface.Associate) and s.name == name]
    return len(found) == 1 and found[0].source is None and bool(found[0].extents)


def _first(section: surface.Subscript) -> tuple[surface.Expr, ...] | None:
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
    if item.start is None:
        return zero

    stop = item.stop or intrinsic("size", (owner, number(dimension, span)), span)
    some = surface.Compare(("<",), (item.start, stop), span)
    return intrinsic("merge", (item.start, zero, some), span)
