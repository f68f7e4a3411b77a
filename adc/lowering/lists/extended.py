"""Statements that change whole lists: `xs.append(v)`, `xs.extend(ys)` and `xs += ys`, `xs.sort()`
and `xs.reverse()`.

Items that are known are added one by one. Those of an array, or of a list that is one here, are
appended in a loop, which the statement is then read as; and so are the items set anew of a list
that is an array here.
"""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir.names import NameSource
from adc.lowering.binding import bind as bind_name
from adc.lowering.context import Context
from adc.lowering.control.bodies import Body, fresh_names, rewritten
from adc.lowering.control.counters import bind, name
from adc.lowering.learned import ExtendedError
from adc.lowering.lists.counted import Listed, append_to
from adc.lowering.lists.growing import add, is_list
from adc.lowering.liveness import appended, extended_by
from adc.lowering.objects.heap import add_parts, cell_of, growing_part, has_whole, resolved
from adc.lowering.values import Array, Grown, Items, Ref, Value, describe


def append(cx: Context, statement: surface.Evaluate) -> bool:
    """Lowers `xs.append(v)` of a list; False for any other statement."""
    added = appended(statement)
    name = added[0].name if added is not None else ""
    current = cx.scope.names.get(name)
    if added is not None and isinstance(current, Listed):
        append_to(cx, current, cx.evaluate(added[1]), statement.span)
        return True
    if added is None:
        return _append_to_held(cx, statement)
    part = growing_part(cx, current)
    if isinstance(current, Ref) and not part:
        return _append_part(cx, current, added[1], statement.span)
    if not part and not is_list(current):
        return False
    known = frozenset(cx.containers)
    add(cx, part or name, cx.evaluate(added[1]), known, statement.span)
    return True


def _append_to_held(cx: Context, statement: surface.Evaluate) -> bool:
    """`owner.xs.append(v)` of a list that an object holds, and `d["xs"].append(v)` of one that
    loops make longer."""
    call = statement.value
    method = call.function if isinstance(call, surface.Call) else None
    if not isinstance(method, surface.Attribute) or method.name != "append":
        return False
    assert isinstance(call, surface.Call)
    field = isinstance(method.value, surface.Attribute)
    held = field or (isinstance(method.value, surface.Subscript) and has_whole(cx))
    if len(call.arguments) != 1 or not held:
        return False
    owner = cx.evaluate(method.value)
    part = growing_part(cx, owner)
    if part:
        known = frozenset(cx.containers)
        add(cx, part, cx.evaluate(call.arguments[0]), known, statement.span)
        return True
    if not field or not isinstance(owner, Items) or not owner.is_list:
        return False
    cell_of(cx, owner, statement.span)
    value, owner = cx.evaluate(call.arguments[0]), cx.evaluate(method.value)
    assert isinstance(owner, Items)
    add_parts(cx, owner, [len(owner.items)], [value], bind_name, statement.span)
    return True


def _append_part(cx: Context, current: Ref, added: surface.Expr, span: Span) -> bool:
    """`xs.append(v)` of a list whose items something sets."""
    if current.cell in cx.swept:  # nothing reads it
        return True
    owner = resolved(cx, current)
    if not isinstance(owner, Items):
        return False
    value, owner = cx.evaluate(added), resolved(cx, current)
    assert isinstance(owner, Items)
    add_parts(cx, owner, [len(owner.items)], [value], bind_name, span)
    return True


def extend(cx: Context, statement: surface.Evaluate) -> bool:
    """Lowers `xs.extend(v)` of a list that is no object of the heap; False for any other
    statement."""
    found = extended_by(statement)
    current = cx.scope.names.get(found[0].name) if found is not None else None
    if found is not None and isinstance(current, Listed):
        raise ExtendedError(str(statement.span))
    if found is None or not is_list(current):
        return False
    known = frozenset(cx.containers)
    value = cx.evaluate(found[1])
    if isinstance(value, Grown) or (isinstance(value, Array) and value.shape):
        raise ExtendedError(str(statement.span))
    if not isinstance(value, Items):
        raise AdcError.of(
            "ADC0226", f"`extend` of a list takes a tuple or list here, not {describe(value)}",
            statement.span, help="append the items in a loop",
        )  # fmt: skip
    for item in value.items:
        add(cx, found[0].name, item, known, statement.span)
    return True


def note_arranged(cx: Context, statement: surface.Evaluate) -> None:
    """Raises ExtendedError where `xs.sort()` or `xs.reverse()` is of a list that is an array."""
    found = _arranged(statement)
    if found is not None and isinstance(cx.evaluate(found[0]), Grown):
        raise ExtendedError(str(statement.span))


def _arranged(statement: surface.Statement) -> tuple[surface.Expr, surface.Call] | None:
    """The list, which has a name, and the call."""
    call = statement.value if isinstance(statement, surface.Evaluate) else None
    method = call.function if isinstance(call, surface.Call) else None
    if not isinstance(method, surface.Attribute) or method.name not in ("sort", "reverse"):
        return None
    assert isinstance(call, surface.Call)
    plain = isinstance(method.value, surface.Name) and not call.arguments
    return (method.value, call) if plain and (method.name == "sort" or not call.keywords) else None


def note_added(
    cx: Context, op: str, value: Value, span: Span, counted: bool = False
) -> None:  # fmt: skip
    """In loops, `xs += value` of two lists appends the items, for the list stays the one that it
    is; and so it does everywhere of one that is `counted`. (With an array NumPy adds element by
    element: its `+` comes before the list's `+=`.)"""
    listed = isinstance(value, (Grown, Listed)) or (isinstance(value, Items) and value.is_list)
    if op == "+" and listed and (counted or cx.prover.ranges):
        raise ExtendedError(str(span))


def with_loops(cx: Context, function: surface.Function) -> surface.Function:
    """`function` with those of its statements that are learned to add the items of an array to a
    list as loops that append them."""
    if not cx.learned.extended:
        return function
    fresh = fresh_names(function, cx.reserved | cx.taken)

    def change(statement: surface.Statement, before: Body) -> Body:
        del before
        known = str(statement.span) in cx.learned.extended
        ordered = _arranged(statement) if known else None
        if ordered is not None:
            return _setting(*ordered, fresh, statement.span)
        found = added_to(statement) if known else None
        return (statement,) if found is None else _appending(*found, fresh, statement.span)

    return replace(function, body=rewritten(function.body, change))


def added_to(statement: surface.Statement) -> tuple[surface.Name, surface.Expr] | None:
    """The list and the items of `xs.extend(ys)` or `xs += ys`."""
    if isinstance(statement, surface.AugmentedAssign) and statement.op == "+":
        target = statement.target
        return (target, statement.value) if isinstance(target, surface.Name) else None
    return extended_by(statement)


def _appending(target: surface.Name, items: surface.Expr, fresh: NameSource, span: Span) -> Body:
    """Statements that append the items, which are those of before: one by one where they are
    written there, else `for k in range(len(items)): xs.append(items[k])`."""
    if isinstance(items, surface.Sequence) and not any(
        isinstance(item, surface.Starred) for item in items.items
    ):
        names = [fresh.fresh("item") for _ in items.items]
        kept = [bind(own, item, span) for own, item in zip(names, items.items, strict=True)]
        return (*kept, *(_append(target, name(own, span), span) for own in names))
    given, place = fresh.fresh("items"), fresh.fresh("k")
    length = surface.Call(surface.Intrinsic("len", span, "python"), (name(given, span),), (), span)
    item = surface.Subscript(name(given, span), (name(place, span),), span)
    body = (_append(target, item, span),)
    return bind(given, items, span), surface.For(place, (length,), body, span)


def _setting(owner: surface.Expr, call: surface.Call, fresh: NameSource, span: Span) -> Body:
    """Statements that set the items, which are those of before in order, or backwards."""
    given, place = fresh.fresh("items"), fresh.fresh("k")
    assert isinstance(call.function, surface.Attribute)
    sort = call.function.name == "sort"
    own = surface.Intrinsic("sorted" if sort else "list", span, "python")
    length = surface.Call(surface.Intrinsic("len", span, "python"), (name(given, span),), (), span)
    position: surface.Expr = name(place, span)
    if not sort:
        last = surface.Binary("-", length, surface.Number("1", "int", span), span)
        position = surface.Binary("-", last, position, span)
    item = surface.Subscript(name(given, span), (position,), span)
    target = surface.Subscript(owner, (name(place, span),), span)
    return (
        bind(given, surface.Call(own, (owner,), call.keywords, span), span),
        surface.For(place, (length,), (surface.Assign((target,), item, span),), span),
    )


def _append(target: surface.Name, item: surface.Expr, span: Span) -> surface.Statement:
    call = surface.Call(surface.Attribute(target, "append", span), (item,), (), span)
    return surface.Evaluate(call, span)
