"""Calls of the source's own procedures in statements that become loops over elements.

A function that has a number as its value is called once, before the loops: nothing else in a
statement may depend on what it changes (Fortran 2018, 10.1.4). An argument that is computed of
sections whose bounds data decide is kept in an array of its own, of which the first elements are
passed; what lies in memory is passed by where it lies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from adc.frontends import surface
from adc.frontends.names import walk, with_parts
from adc.frontends.terms import intrinsic, number
from adc.lowering.context import Context
from adc.lowering.fortran.by_element import (
    Elements,
    NotByElementError,
    gives_number,
    is_elemental,
    nest,
)
from adc.lowering.fortran.passed_sections import first_element
from adc.lowering.values import Selected, UserFunction


def with_arguments(elements: Elements, call: surface.Call) -> surface.Call:
    """The call, with what its arguments need computed before it."""
    return replace(
        call, keywords=tuple(
            k if _lies(elements.cx, call, k) else replace(k, value=_kept(elements, k.value))
            for k in call.keywords
        ),
    )  # fmt: skip


def called_before(elements: Elements, call: surface.Call) -> surface.Expr:
    """A name for the number that the call gives."""
    held = surface.Name(elements.fresh.fresh("called"), call.span)
    made = with_arguments(elements, call)
    elements.before.append(surface.Assign((held,), made, call.span))
    return held


def _lies(cx: Context, call: surface.Call, given: surface.Keyword) -> bool:
    """Whether an argument is passed by where it lies. A section with gaps may be copied for a dummy
    that is only read."""
    argument = given.value
    if isinstance(argument, (surface.Name, surface.From)):
        return True
    if not any(isinstance(n, surface.Slice) for n in walk(argument)):
        return True
    if not isinstance(argument, surface.Subscript):
        return False
    if all(_is_whole(i) for i in argument.items if isinstance(i, surface.Slice)):
        return True  # no data decide which elements these are
    called = cx.evaluate(call.function)
    if first_element(argument) is not None or not isinstance(called, UserFunction):
        return True
    return not _only_read(cx, called.function, given.name)


def _is_whole(item: surface.Slice) -> bool:
    return item.start is None and item.stop is None and isinstance(item.step, surface.Number)


def _only_read(
    cx: Context, function: surface.Function, name: str, within: frozenset[str] = frozenset()
) -> bool:
    """Whether nothing in `function` may change the dummy: nothing is assigned to it, no other name
    stands for it, and what it calls does not change it either. The functions `within` which that
    is asked are open."""
    for node in walk(function.body):
        match node:
            case surface.Assign() if any(_is_of(t, name) for t in node.targets):
                return False
            case surface.Associate() if _is_of(node.source, name):
                return False
            case surface.Define() | surface.Lambda() | surface.Lifted():
                return False
            case surface.Evaluate(surface.Call(surface.Intrinsic(), arguments)) if any(
                _is_of(a, name) for a in arguments
            ):
                return False
            case surface.Call() if not isinstance(node.function, surface.Intrinsic):
                handed = [k.name for k in node.keywords if _is_of(k.value, name)]
                if any(_is_of(a, name) for a in node.arguments):
                    return False
                called = cx.evaluate(node.function) if handed else None
                if handed and (not isinstance(called, UserFunction) or function.name in within):
                    return False
                if isinstance(called, UserFunction) and not all(
                    _only_read(cx, called.function, other, within | {function.name})
                    for other in handed
                ):
                    return False
    return True


def _is_of(part: surface.Expr | None, name: str) -> bool:
    owner = part.value if isinstance(part, (surface.Subscript, surface.From)) else part
    return isinstance(owner, surface.Name) and owner.name == name


def _kept(elements: Elements, argument: surface.Expr) -> surface.Expr:
    rank = elements.rank(argument)
    if not rank:
        return elements.at(argument, ())
    if rank > 1:
        raise NotByElementError  # what is kept would have gaps
    span = argument.span
    axes = elements.axes_of(argument, rank)
    position = tuple(surface.Name(elements.fresh.fresh("at"), span) for _ in range(rank))
    held = surface.Name(elements.fresh.fresh("argument"), span)
    extents = extents_of(elements, elements.arrays(argument, rank)[0])
    dtype = elements.type_of(argument)
    elements.before.append(surface.Declare(held.name, dtype, extents, span))
    element = surface.Subscript(held, position, span, exact=True)
    stored = surface.Assign((element,), elements.at(argument, position), span)
    elements.before += nest(axes, position, (stored,), argument)
    zero, one = number(0, span), number(1, span)
    items = tuple(surface.Slice(zero, a.count, one, span) for a in axes)
    return surface.Subscript(held, items, span, exact=True)


@dataclass
class HeldValues:
    """Keeps the arrays that the source's functions give, and variables of which data select the
    elements, in arrays that have the elements one behind the other; `before` does so."""

    elements: Elements

    @property
    def before(self) -> list[surface.Statement]:
        return self.elements.before

    def of(self, expr: surface.Expr) -> surface.Expr:
        """`expr` with these arrays' elements in place of such values."""
        match expr:
            case surface.Call(surface.Name()):
                cx = self.elements.cx
                number = gives_number(cx, expr) or is_elemental(cx, expr)
                return expr if number else self._section(with_arguments(self.elements, expr))
            case surface.Name(name):
                value = self.elements.cx.scope.names.get(name)
                selected = isinstance(value, Selected) and value.rank == 1
                return self._section(expr) if selected else expr
            case surface.Logical() | surface.Conditional():
                if any(isinstance(n, surface.Call) for n in walk(expr)):
                    raise NotByElementError  # which need not be called
        return with_parts(expr, self.of)  # type: ignore[no-any-return]

    def _section(self, value: surface.Expr) -> surface.Expr:
        span = value.span
        given, count, packed = (
            surface.Name(self.elements.fresh.fresh(stem), span)
            for stem in ("given", "extent", "packed")
        )
        length = intrinsic("int", (intrinsic("size", (given,), span),), span)
        self.elements.before += [
            surface.Assign((given,), value, span),
            surface.Assign((count,), length, span),
            surface.Assign((packed,), intrinsic("packed", (given,), span), span),
        ]
        item = surface.Slice(number(0, span), count, number(1, span), span)
        return surface.Subscript(packed, (item,), span, exact=True)


def extents_of(elements: Elements, part: surface.Expr) -> tuple[surface.Expr, ...]:
    """The extents of the array along those axes of which `part` is a section, or all of it."""
    owner = part.value if isinstance(part, surface.Subscript) else part
    assert isinstance(owner, surface.Name)
    rank, span = elements.rank_of_name(owner), part.span
    items: tuple[surface.Expr | None, ...] = (None,) * rank
    if isinstance(part, surface.Subscript) and not isinstance(part.items[0], surface.Ellipsis):
        items = part.items
    found: list[surface.Expr] = []
    for at, item in enumerate(items):
        if item is None or isinstance(item, surface.Slice):
            found.append(intrinsic("size", (owner, number(rank - at, span)), span))
        elif elements.rank(item):
            raise NotByElementError
    return tuple(found)


__all__ = ["called_before", "extents_of", "with_arguments"]
