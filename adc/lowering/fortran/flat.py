"""Dummy arrays with several dimensions whose extents data decide, as vectors of their elements.

`cc(ido, ip, l1)`, of which single elements are used alone, is `cc(*)` then, and `cc(i, j, k)` its
element number `i + ido*(j - 1 + ip*(k - 1))`. What the extents are is kept from the call on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from adc.frontends import surface
from adc.frontends.names import walk, with_parts
from adc.ir.names import NameSource
from adc.lowering.context import Context
from adc.lowering.fortran.flat_sections import with_elements_alone
from adc.lowering.learned import VariableKey, key_of, rewritten_for


class FlatDummyError(Exception):
    """The inner extents of a dummy array, of which elements are used alone, are up to data."""

    def __init__(self, key: VariableKey) -> None:
        super().__init__(key)
        self.key = key

    def is_of(self, function: surface.Function) -> bool:
        """Whether it is a dummy argument of this function."""
        return self.key == key_of(function, self.key[2])


def flatten_instead(cx: Context, name: str) -> None:
    """Raises FlatDummyError where the dummy `name` may be taken as a vector."""
    function = cx.scope.function
    key = key_of(function, name)
    if key not in cx.learned.flat and _flattened(function, name, ()) is not None:
        raise FlatDummyError(key)


def with_flat_dummies(cx: Context, function: surface.Function) -> surface.Function:
    """`function` with vectors in place of those of its dummies that are known to need it."""
    if not cx.learned.flat:
        return function
    taken = cx.reserved | cx.taken
    return rewritten_for(function, cx.learned.flat, lambda f, name: _flattened(f, name, taken))


def _flattened(
    function: surface.Function, name: str, taken: Iterable[str]
) -> surface.Function | None:
    """None where the function has another use of the dummy than its elements."""
    names = {n.name for n in walk(function.body) if isinstance(n, surface.Name)}
    source = NameSource(set(taken) | names)
    function = with_elements_alone(function, name, source) or function
    nodes = list(walk(function.body))
    found = [n for n in nodes if isinstance(n, surface.Associate) and n.name == name]
    extents = found[0].extents if len(found) == 1 and found[0].source is None else None
    if not extents or len(extents) < 2 or not found[0].elements:
        return None
    inner = [e for e in extents[1:] if e is not None]
    for items in (i for i in (_items_of(n, name) for n in nodes) if i is not None):
        sections = any(isinstance(i, (surface.Slice, surface.Ellipsis)) for i in items)
        if sections or len(items) != len(extents):
            return None
    kept = [surface.Name(source.fresh(f"{name}_extent"), found[0].span) for _ in inner]

    def change(node: Any) -> Any:
        node = with_parts(node, change)
        items = _items_of(node, name)
        if items is None:
            return node
        if isinstance(node, surface.Call):
            return replace(node, arguments=(node.arguments[0], _number(items, kept)))
        return replace(node, items=(_number(items, kept),))

    body: list[surface.Statement] = []
    for statement in function.body:
        if statement is found[0]:
            for one, extent in zip(kept, inner, strict=True):
                body.append(surface.Assign((one,), extent, statement.span))
            body.append(replace(found[0], extents=(None,)))
        else:
            body.append(change(statement))
    if found[0] not in function.body:
        return None
    return replace(function, body=tuple(body))


def _items_of(node: Any, name: str) -> tuple[surface.Expr, ...] | None:
    """The subscripts of an element of the array `name`, which `node` takes, or passes to a routine
    of a library with what is behind it; None where it does neither."""
    match node:
        case surface.Subscript(surface.Name(owner), items) | surface.From(
            surface.Name(owner), items
        ):
            return items if owner == name else None
        case surface.Call(surface.Intrinsic("adc_storage"), (surface.Name(owner), *start)):
            return tuple(start) if owner == name else None
    return None


def _number(items: tuple[surface.Expr, ...], extents: list[surface.Name]) -> surface.Expr:
    """The number of an element from 0 on; the last axis is the one that runs fastest."""
    total = items[0]
    for item, extent in zip(items[1:], extents, strict=True):
        rows = surface.Binary("*", total, replace(extent, span=item.span), item.span)
        total = surface.Binary("+", rows, item, item.span)
    return total
