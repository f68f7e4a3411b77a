"""Assignments to sections of dummy arrays whose extents data decide, as loops over elements.

`ch(1, 1:l1, 2) = cc(1, 1, 1:l1) - cc(1, 2, 1:l1)` is written `ch(1, t, 2) = cc(1, 1, t) -
cc(1, 2, t)` for all t, so that elements alone are used and the arrays may be vectors (`flat.py`).
All sections in such a statement have the same bounds, and where the array that is written is read,
they are on the same axes. So no element is read that another iteration writes, and the order of the
elements makes no difference (Fortran 2018, 10.2.1.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from adc.frontends import surface
from adc.frontends.names import alike, walk, with_parts
from adc.frontends.terms import number
from adc.ir.names import NameSource
from adc.ops import intrinsics

Bounds = tuple[surface.Slice, ...]
_KINDS = (
    surface.Subscript, surface.Name, surface.Number, surface.Boolean, surface.Unary,
    surface.Binary, surface.Compare, surface.Logical,
)  # fmt: skip


def with_elements_alone(
    function: surface.Function, name: str, fresh: NameSource
) -> surface.Function | None:
    """`function` with loops for all assignments to sections in which `name` is used; None where it
    is used as a whole, or in another statement on sections."""
    made = _Loops(function, name, fresh)
    found = with_parts(function, made.written)
    uses = [n for n in walk(found.body) if isinstance(n, surface.Name) and n.name == name]
    items = [n.items for n in walk(found.body) if _is_of(n, name)]
    if len(uses) != len(items) or any(isinstance(i, surface.Slice) for t in items for i in t):
        return None
    body = tuple(
        replace(s, elements=True) if isinstance(s, surface.Associate) and s.name == name else s
        for s in found.body
    )
    return replace(found, body=body)


def _is_of(node: object, name: str) -> bool:
    """Whether `node` takes elements of the array `name`."""
    if not isinstance(node, (surface.Subscript, surface.From)):
        return False
    return isinstance(node.value, surface.Name) and node.value.name == name


@dataclass
class _Loops:
    """Writes the loops for statements with sections of the array `name`."""

    function: surface.Function
    name: str
    fresh: NameSource

    def written(self, node: Any) -> Any:
        node = with_parts(node, self.written)
        if not isinstance(node, surface.Assign) or not self._has_sections(node):
            return node
        return self._loops(node) or node

    def _has_sections(self, statement: surface.Assign) -> bool:
        return any(_is_of(n, self.name) and _bounds(n) for n in walk(statement))

    def _loops(self, statement: surface.Assign) -> surface.Statement | None:
        """A loop for each axis of the section, the last one innermost; None where that may be
        another statement."""
        target = statement.targets[0]
        if len(statement.targets) != 1 or not isinstance(target, surface.Subscript):
            return None
        bounds = _bounds(target)
        if not bounds or not self._by_element(statement.value, target, bounds):
            return None
        extents = self._extents(target)
        names = tuple(surface.Name(self.fresh.fresh("at"), statement.span) for _ in bounds)
        body: surface.Statement = _at(statement, names)
        for place, one, name in reversed(list(zip(_places(target), bounds, names, strict=True))):
            stop = one.stop if one.stop is not None else extents[place]
            if stop is None:
                return None
            start = one.start or number(0, one.span)
            step = one.step or number(1, one.span)
            body = surface.For(name.name, (start, stop, step), (body,), statement.span)
        return body

    def _by_element(self, value: surface.Expr, target: surface.Subscript, bounds: Bounds) -> bool:
        """Whether an element of `value` is made of elements at the same place in the sections."""
        arrays = self._arrays()
        root = target.value
        if not isinstance(root, surface.Name) or root.name not in arrays:
            return False
        if self._parts() & _names(value):
            return False
        for node in _operands(value):
            if not isinstance(node, _KINDS) and not _is_by_element(node):
                return False
            if isinstance(node, surface.Name) and node.name in arrays:
                return False
            if isinstance(node, surface.Subscript):
                own = _bounds(node)
                if own and not (len(own) == len(bounds) and all(map(_same, own, bounds))):
                    return False
                if root.name in _names(node) and _places(node) != _places(target):
                    return False
        nodes = [n for part in (target, value) for n in walk(part)]
        inside = [n.items for n in nodes if isinstance(n, surface.Subscript)]
        return root.name not in _names(inside) and not any(
            isinstance(n, surface.Call) and not _is_by_element(n) for n in nodes
        )

    def _arrays(self) -> dict[str, tuple[surface.Expr | None, ...]]:
        """The extents of the arrays of the function that no other name of it is part of."""
        made = [n for n in walk(self.function.body)
                if isinstance(n, (surface.Declare, surface.Associate))]  # fmt: skip
        parts = self._parts()
        return {n.name: n.extents for n in made if n.extents and n.name not in parts}

    def _parts(self) -> set[str]:
        """The names of what is part of other variables."""
        made = (n for n in walk(self.function.body) if isinstance(n, surface.Associate))
        return {n.name for n in made if n.source is not None}

    def _extents(self, target: surface.Subscript) -> tuple[surface.Expr | None, ...]:
        assert isinstance(target.value, surface.Name)
        return self._arrays()[target.value.name]


def _bounds(node: surface.Expr) -> Bounds:
    items = node.items if isinstance(node, surface.Subscript) else ()
    return tuple(i for i in items if isinstance(i, surface.Slice))


def _is_by_element(node: object) -> bool:
    """Whether it is a function of Fortran's own that takes arrays element by element."""
    if not isinstance(node, surface.Call) or not isinstance(node.function, surface.Intrinsic):
        return False
    return node.function.name in intrinsics() and not node.keywords


def _places(node: surface.Subscript) -> list[int]:
    """Which of the subscripts are sections."""
    return [n for n, item in enumerate(node.items) if isinstance(item, surface.Slice)]


def _same(one: surface.Slice, other: surface.Slice) -> bool:
    """Whether two sections, which are equally long, are at the same places."""
    pairs = ((one.start, other.start), (one.stop, other.stop), (one.step, other.step))
    upward = one.step is None or (isinstance(one.step, surface.Number) and one.step.text != "0")
    return upward and all(a is b is None or (a and b and alike(a, b)) for a, b in pairs)


def _operands(value: surface.Expr) -> Iterator[surface.Expr]:
    """`value` and what it is made of, but for what is inside of subscripts."""
    yield value
    if isinstance(value, (surface.Unary, surface.Binary, surface.Compare, surface.Logical)):
        fields = ("operand", "left", "right", "operands")
        for part in (getattr(value, f) for f in fields if hasattr(value, f)):
            for one in part if isinstance(part, tuple) else (part,):
                yield from _operands(one)
    elif isinstance(value, surface.Call) and _is_by_element(value):
        for one in value.arguments:
            yield from _operands(one)


def _names(node: object) -> set[str]:
    return {n.name for n in walk(node) if isinstance(n, surface.Name)}


def _at(node: Any, names: tuple[surface.Name, ...]) -> Any:
    """`node` with the variables `names` in the place of each section's bounds."""

    def change(part: Any) -> Any:
        part = with_parts(part, change)
        if not isinstance(part, surface.Subscript) or not _bounds(part):
            return part
        left = iter(names)
        items = tuple(next(left) if isinstance(i, surface.Slice) else i for i in part.items)
        return replace(part, items=items)

    return change(node)
