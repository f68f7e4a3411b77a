"""Calls in the subscripts of what is updated: `h[rng.integers(3)] += w`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import walk, with_parts
from adc.lowering.binding import Before
from adc.lowering.context import Context, containers_read, containers_written
from adc.lowering.effects import noting_changes
from adc.lowering.expressions import evaluate
from adc.lowering.objects.changes import changes_in_place
from adc.lowering.objects.heap import same_value
from adc.lowering.store import materialise
from adc.lowering.subscripting import subscript_items
from adc.lowering.values import Array, Integer, Value, of_view

#: What may stand around the calls: it reads nothing that they could change.
_PLAIN = (
    surface.Name, surface.Number, surface.Unary, surface.Binary, surface.Slice, surface.Ellipsis,
    surface.NoneValue,
)  # fmt: skip


def with_calls_made(cx: Context, statement: surface.AugmentedAssign) -> surface.AugmentedAssign:
    """`statement`, where calls in its subscripts change anything: they are made here, and names of
    what they gave stand for them. Python makes them before it reads what is updated, and before
    the value. ADC0223 where more of the place depends on what they change."""
    target = statement.target
    if cx.fortran or not isinstance(target, surface.Subscript):
        return statement
    if not isinstance(target.value, surface.Name) or not _changing(cx, target):
        return statement
    owner, start = evaluate(cx, target.value), len(cx.body)
    calls = _Calls(cx)
    items = tuple(calls.made(item) for item in target.items)
    written = containers_written(cx.body, start)
    for name, value in calls.names:
        same = isinstance(value, Integer) or (isinstance(value, Array) and not value.shape)
        same = same and evaluate(cx, name) == value
        if not same or (isinstance(value, Array) and containers_read(value) & written):
            raise changes_in_place(f"what `{name.name}` may be", target.span)
    now = evaluate(cx, target.value)
    if now is not owner and now != owner:
        raise changes_in_place(f"`{target.value.name}`", target.span)
    return replace(statement, target=replace(target, items=items))


def read_in_place(
    cx: Context, statement: surface.AugmentedAssign
) -> list[tuple[surface.Expr, Value]]:
    """The variables, fields and items in the subscripts of what is updated, with what they are
    before the value, where calls in that might change them."""
    target = statement.target
    if cx.fortran or not isinstance(target, surface.Subscript):
        return []
    if not any(isinstance(n, surface.Call) for n in walk(statement.value)):
        return []
    saved = cx.snapshot()
    try:
        found = [(part, evaluate(cx, part)) for part in _parts_read(target.items)]
    except AdcError:  # which the place itself raises again
        found = []
    cx.restore(saved)
    return [(part, value) for part, value in found if isinstance(value, (Array, Integer))]


def _parts_read(node: Any) -> Iterator[surface.Expr]:
    """The variables, fields and items in the expressions `node`, in calls, too."""
    if isinstance(node, surface.Call):
        node = node.arguments
    whole = isinstance(node, (surface.Attribute, surface.Subscript))
    if isinstance(node, surface.Name) or (
        whole and not any(isinstance(n, surface.Call) for n in walk(node))
    ):
        yield node
    elif isinstance(node, tuple):
        for each in node:
            yield from _parts_read(each)
    elif is_dataclass(node):
        for each in fields(node):
            yield from _parts_read(getattr(node, each.name))


def refuse_moved(cx: Context, parts: list[tuple[surface.Expr, Value]], before: Before) -> None:
    """ADC0223 where the statements since `before` change what subscripts read before them."""
    written = containers_written(cx.body, before.statements) & before.containers
    for part, value in parts:
        read = containers_read(value) if isinstance(value, Array) else set[str]()
        if read & written or not same_value(value, evaluate(cx, part)):
            raise AdcError.of(
                "ADC0223", "a call changes a subscript that is read before it", part.span,
                help="put the call on a line of its own",
            )  # fmt: skip


def _changing(cx: Context, target: surface.Subscript) -> bool:
    """Whether calls in the subscripts of `target` change anything that was there before."""
    if not any(isinstance(n, surface.Call) for n in walk(target.items)):
        return False
    saved = cx.snapshot()
    with noting_changes(cx) as changed:
        subscript_items(cx, target)
    cx.restore(saved)
    return bool(changed)


class _Calls:
    """Makes calls from the left to the right; `names` are those that stand beside them, with
    what they are there."""

    def __init__(self, cx: Context) -> None:
        self.cx = cx
        self.names: list[tuple[surface.Name, Value]] = []

    def made(self, expr: Any) -> Any:
        if isinstance(expr, surface.Call):
            return self._name_of(expr)
        if isinstance(expr, surface.Expr) and not isinstance(expr, _PLAIN):
            raise changes_in_place("what else stands in the place", expr.span)
        if isinstance(expr, surface.Name):
            self.names.append((expr, evaluate(self.cx, expr)))
            return expr
        return with_parts(expr, self.made)

    def _name_of(self, call: surface.Call) -> surface.Name:
        value = evaluate(self.cx, call)
        if isinstance(value, Integer):
            return self._named(value, call)
        if not isinstance(value, Array) or value.shape:
            raise changes_in_place("what the place is made of", call.span)
        view = materialise(self.cx, value, "place")
        return self._named(of_view(view, value.dtype, weak=value.weak), call)

    def _named(self, value: Value, call: surface.Call) -> surface.Name:
        name = self.cx.new_name("place")
        self.cx.scope.names[name] = value
        return surface.Name(name, call.span)
