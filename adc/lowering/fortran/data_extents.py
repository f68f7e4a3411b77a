"""Variables of Fortran's whose extents data decide, as parts of larger ones.

`allocate (w(m))` makes an array with room for the most that `m` can be, which sizes tell or
`--room`, and what asks for all of `w` asks for `w(1:m)` from there on. What `m` is is kept. A dummy
argument `v(m)` is `v(*)`, what there is of the storage, and all of it `v(1:m)` in the same way;
and so is a `v(:)` to which a section is passed whose bounds data decide.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import walk, with_parts
from adc.frontends.terms import intrinsic, number
from adc.ir import shapes
from adc.ir.enums import Role
from adc.ir.names import NameSource
from adc.ir.spelling import spelled
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.learned import VariableKey, key_of, rewritten_for
from adc.lowering.lengths.creation import room
from adc.lowering.promotion import as_array
from adc.lowering.values import Integer, Value

_INQUIRIES = ("shape", "lbound", "ubound", "allocated", "present", "reshape")


class DataExtentError(Exception):
    """The extents of a variable are up to data."""

    def __init__(self, key: VariableKey) -> None:
        super().__init__(key)
        self.key = key


def bounded_instead(cx: Context, name: str) -> None:
    """Raises DataExtentError where the variable `name` may be a part of a larger one."""
    function = cx.scope.function
    key = key_of(function, name)
    if any(shared == name for _, shared in cx.module.shared):
        return  # others may ask for all of it
    if key not in cx.learned.data_extents and _bounded(function, name, NameSource()) is not None:
        raise DataExtentError(key)


def with_data_extents(cx: Context, function: surface.Function) -> surface.Function:
    """`function` with those of its variables that are known to need it as parts of larger ones."""
    if not cx.learned.data_extents:
        return function
    names = {n.name for n in walk(function.body) if isinstance(n, surface.Name)}
    source = NameSource({*cx.reserved, *cx.taken, *names})
    return rewritten_for(
        function, cx.learned.data_extents, lambda f, name: _bounded(f, name, source)
    )


def _bounded(
    function: surface.Function, name: str, source: NameSource
) -> surface.Function | None:  # fmt: skip
    """None where the function has another use of the variable than its elements and its parts."""
    nodes = list(walk(function.body))
    made = [n for n in nodes if _makes(n, name)]
    ranks = {1 if n.extents is None else len(n.extents) for n in made}
    if len(ranks) != 1 or 0 in ranks or not _only_parts(nodes, name):
        return None
    if isinstance(made[0], surface.Associate) and (
        len(made) > 1 or None in (made[0].extents or ())
    ):
        return None
    kept = [source.fresh(f"{name}_extent") for _ in range(*ranks)]
    return replace(function, body=_Bounding(name, tuple(kept)).body(function.body))


def _makes(node: object, name: str) -> bool:
    """Whether the variable `name` is declared by `node`, as a local one or as a dummy argument."""
    if isinstance(node, surface.Associate):
        return node.name == name and node.source is None
    return isinstance(node, surface.Declare) and node.name == name


def _only_parts(nodes: list[Any], name: str) -> bool:
    for node in nodes:
        if isinstance(node, (surface.Lifted, surface.Lambda, surface.Define)):
            inner = walk(node.function, inside=True)
            if any(isinstance(n, surface.Name) and n.name == name for n in inner):
                return False
        other = isinstance(node, surface.Associate) and not _makes(node, name)
        if other and name in (node.name, _named(node.source)):
            return False
        if isinstance(node, surface.Call) and isinstance(node.function, surface.Intrinsic):
            given = any(_named(a) == name for a in node.arguments)
            if given and node.function.name in _INQUIRIES:
                return False
    return True


def _backward(item: surface.Slice) -> bool:
    return isinstance(item.step, surface.Unary)


def _named(node: object) -> str:
    return node.name if isinstance(node, surface.Name) else ""


class _Bounding:
    """Writes what a function has of the variable `name`, whose extents are `kept`."""

    def __init__(self, name: str, kept: tuple[str, ...]) -> None:
        self.name = name
        self.kept = kept

    def body(self, body: tuple[surface.Statement, ...]) -> tuple[surface.Statement, ...]:
        made: list[surface.Statement] = []
        for statement in body:
            made += self.statement(statement)
        return tuple(made)

    def statement(self, statement: surface.Statement) -> tuple[surface.Statement, ...]:
        match statement:
            case surface.Declare() if statement.name == self.name:
                return self.declared(statement)
            case surface.Associate() if statement.name == self.name:
                return self.passed(statement)
            case surface.Assign((surface.Name(name),)) if name == self.name:
                return (statement,)  # it is not allocated any more
            case surface.If():
                then, orelse = self.body(statement.then), self.body(statement.orelse)
                condition = self.change(statement.condition)
                return (replace(statement, condition=condition, then=then, orelse=orelse),)
            case surface.For() | surface.While():
                inner = self.body(statement.body)
                rest = self.change(replace(statement, body=()))
                return (replace(rest, body=inner),)
            case surface.Block():
                return (replace(statement, body=self.body(statement.body)),)
        return (self.change(statement),)

    def declared(self, statement: surface.Declare) -> tuple[surface.Statement, ...]:
        rooms: list[surface.Expr] = []
        for name, extent in zip(self.kept, statement.extents, strict=True):
            rooms.append(intrinsic("room", (surface.Name(name, extent.span),), extent.span))
        first = self.keeping(statement.extents, statement.span)
        return (*first, replace(statement, extents=tuple(rooms)))

    def passed(self, statement: surface.Associate) -> tuple[surface.Statement, ...]:
        """A dummy argument is what there is of the storage; one of assumed shape is as long as the
        argument."""
        span = statement.span
        known = tuple(e for e in statement.extents or () if e is not None)
        if statement.extents is None:
            known = (intrinsic("size", (surface.Name(self.name, span),), span),)
        made = replace(statement, extents=(None, *known[1:]), elements=True)
        return (*self.keeping(known, span), made)

    def keeping(
        self, extents: tuple[surface.Expr, ...], span: Span
    ) -> tuple[surface.Statement, ...]:  # fmt: skip
        """Statements that keep what the extents are."""
        made: list[surface.Statement] = []
        for name, extent in zip(self.kept, extents, strict=True):
            zero = number(0, span)
            value = intrinsic("max", (intrinsic("int", (extent,), extent.span), zero), extent.span)
            made.append(surface.Assign((surface.Name(name, span),), value, span))
        return tuple(made)

    def change(self, node: Any) -> Any:
        match node:
            case surface.Subscript(surface.Name(name)) if name == self.name:
                items = tuple(self.item(i, k) for k, i in enumerate(node.items))
                if any(isinstance(i, surface.Ellipsis) for i in node.items):
                    items = self.all_of(node).items
                return replace(node, items=items, anew=False)
            case surface.From(surface.Name(name)) if name == self.name:
                items = tuple(self.change(i) for i in node.items)
                return replace(node, items=items, count=self.change(node.count))
            case surface.Call(surface.Intrinsic("size"), (surface.Name(name), *rest)) if (
                name == self.name
            ):
                return self.size(node, tuple(rest))
            case surface.Call(surface.Intrinsic("fits"), (surface.Name(name), value)) if (
                name == self.name
            ):
                return self.change(value)  # the assignment itself asks for that
            case surface.Name(name) if name == self.name:
                return self.all_of(node)
        return with_parts(node, self.change)

    def item(self, item: surface.Expr, axis: int) -> surface.Expr:
        item = self.change(item)
        if isinstance(item, surface.Slice) and not _backward(item) and item.stop is None:
            return replace(item, stop=surface.Name(self.kept[axis], item.span))
        return item

    def all_of(self, node: surface.Name | surface.Subscript) -> surface.Subscript:
        """The part of the variable that it is."""
        owner = node.value if isinstance(node, surface.Subscript) else node
        span = node.span
        zero, one = number(0, span), number(1, span)
        items = tuple(surface.Slice(zero, surface.Name(k, span), one, span) for k in self.kept)
        return surface.Subscript(owner, items, span, exact=True)

    def size(self, node: surface.Call, rest: tuple[surface.Expr, ...]) -> surface.Expr:
        extents: list[surface.Expr] = [surface.Name(k, node.span) for k in self.kept]
        if rest:
            dimension = rest[0]
            if not isinstance(dimension, surface.Number):
                return node
            return extents[len(extents) - int(dimension.text)]
        total = extents[0]
        for extent in extents[1:]:
            total = surface.Binary("*", total, extent, node.span)
        return total


def room_for(cx: Context, site: CallSite) -> Value:
    """`room(m)`: the most that the extent `m` can be, which the call holds it against. Where
    nothing tells that, it is the largest extent of an argument: integers of the source count and
    number what it is given."""
    (value,) = site.arguments
    if isinstance(value, Integer):
        return value
    length = as_array(value, site.span).at(())
    try:
        _, most = room(cx, site, length)
    except AdcError as error:
        if error.diagnostics[0].code != "ADC0235":
            raise
        largest = _largest_extent(cx)
        if largest is None:
            raise AdcError.of(
                "ADC0227", "nothing tells how large this array bound gets", site.span,
                help="say how many elements it has at most, such as `--room 1000`, or use an "
                "integer expression of sizes, integer arguments and loop variables",
            ) from None  # fmt: skip
        _, most = room(cx, site, length, otherwise=largest)
        cx.warn(
            "ADC0255", f"there is room for `{spelled(most)}` elements here, the largest extent of "
            "an argument: nothing tells how large this array bound gets", site.span,
            help="where a call needs more it returns an error: say then how many there are at "
            "most, such as `--room 1000`",
        )  # fmt: skip
    return Integer(sympy.expand(most))


def _largest_extent(cx: Context) -> sympy.Expr | None:
    """The largest extent that an array of the caller's has; None where it has no array."""
    given = [c.shape for c in cx.containers.values() if c.role is not Role.LOCAL]
    extents = dict.fromkeys(n for shape in given for n in shape)
    return shapes.maximum(*extents) if len(extents) > 1 else next(iter(extents), None)


TABLE = {"room": room_for}
