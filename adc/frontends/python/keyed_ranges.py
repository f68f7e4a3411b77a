"""`sorted(range(n), key=…)`, and `max` and `min` of a range by a key: loops over it; and of arrays,
where only sizes tell how many items they have.

The key is a `lambda` of one name, which becomes the loop's variable, or `x.__getitem__`; of arrays
the name of a function as well. Python's `max` keeps the item that it has unless the next key is
surely beyond its own, as NaN never is.
"""

from __future__ import annotations

from copy import deepcopy

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.python.comprehensions import Clause, called_with, drawn_list, loop_of
from adc.frontends.python.iteration import Body
from adc.frontends.python.source import Source


def of_items(call: surface.Call, source: Source) -> surface.Expr:
    """The call, or where it orders items by a key, or lists them, what does the same by a loop."""
    name, found = call.function, _given(call, source)
    if found is None or not source.in_function or not isinstance(name, surface.Name):
        return drawn_list(call, source)
    item, clause, begin, backwards = found
    span, array = call.span, isinstance(clause.iterated, surface.Name)
    if name.name == "sorted":
        body = _sorted(item, clause, begin, backwards, span, source)
    elif array:
        body = _extreme_item(name.name, item, clause, span, source)
    else:
        body = _extreme(name.name, item, clause, span, source)
    made = called_with(name.name, name, body, span, source)
    if not array:
        return made
    either = surface.Intrinsic("adc.drawn", span, "python")
    return surface.Call(either, (call, made), (), span)


def _given(
    call: surface.Call, source: Source
) -> tuple[surface.Expr, Clause, surface.Expr | None, bool] | None:
    name = call.function.name if isinstance(call.function, surface.Name) else ""
    options = {k.name: k.value for k in call.keywords}
    if name not in ("sorted", "min", "max") or len(call.arguments) != 1 or "key" not in options:
        return None
    (listed,), reverse = call.arguments, options.get("reverse")
    bounds = _bounds(listed)
    if bounds is None and not isinstance(listed, surface.Name):
        return None
    if set(options) - {"key", *(("reverse",) if name == "sorted" else ())}:
        return None
    if reverse is not None and not isinstance(reverse, surface.Boolean):
        return None
    key = options["key"]
    found = _key(key, listed.span)
    if found is None and bounds is None and isinstance(key, (surface.Name, surface.Attribute)):
        item = surface.Name(source.fresh("item"), listed.span)
        found = item, surface.Call(key, (item,), (), key.span)
    if found is None or (isinstance(listed, surface.Name) and found[0].name == listed.name):
        return None
    begin = bounds[0] if bounds is not None and len(bounds) == 2 else None
    backwards = isinstance(reverse, surface.Boolean) and reverse.value
    return found[1], Clause(found[0], listed, ()), begin, backwards


def _bounds(listed: surface.Expr) -> tuple[surface.Expr, ...] | None:
    """What a range is given, which has one or two ends."""
    if not isinstance(listed, surface.Call) or not isinstance(listed.function, surface.Name):
        return None
    plain = listed.function.name == "range" and not listed.keywords
    return listed.arguments if plain and 1 <= len(listed.arguments) <= 2 else None


def _key(key: surface.Expr, span: Span) -> tuple[surface.Name, surface.Expr] | None:
    """The name of an item, and its key."""
    if isinstance(key, surface.Attribute) and key.name == "__getitem__":
        if not isinstance(key.value, surface.Name):
            return None
        item = surface.Name("item" if key.value.name != "item" else "position", span)
        return item, surface.Subscript(key.value, (item,), span)
    if not isinstance(key, surface.Lambda) or len(key.function.parameters) != 1:
        return None
    (parameter,), (only, *more) = key.function.parameters, key.function.body
    if parameter.default is not None or parameter.star or more:
        return None
    if not isinstance(only, surface.Return) or only.values is None or len(only.values) != 1:
        return None
    return surface.Name(parameter.name, parameter.span), only.values[0]


def _sorted(
    key: surface.Expr, clause: Clause, begin: surface.Expr | None, backwards: bool, span: Span,
    source: Source,
) -> Body:  # fmt: skip
    keys, order, found, item = (
        surface.Name(source.fresh(n), span) for n in ("keys", "order", "found", "item")
    )
    array = _called("numpy.array", span, keys)
    if backwards:
        array = surface.Unary("-", array, span)
    stable = surface.Keyword("kind", surface.String("stable", span), span)
    argsort = surface.Call(
        surface.Intrinsic("numpy.argsort", span, "python"), (array,), (stable,), span
    )
    number: surface.Expr = _called("int", span, item)
    if isinstance(clause.iterated, surface.Name):
        number = surface.Subscript(clause.iterated, (item,), span)
    if begin is not None:
        number = surface.Binary("+", begin, number, span)
    nothing = surface.Sequence((), True, span)
    new = surface.Name(source.fresh("key"), span)
    unordered = surface.Raise("ValueError", "Python has no order of NaN", span)
    body: Body = (
        surface.Assign((new,), key, span),
        surface.If(surface.Compare(("!=",), (new, new), span), (unordered,), (), span),
        _appended(keys, new, span),
    )
    return (
        surface.Assign((keys,), nothing, span),
        *loop_of(body, clause, span, source),
        surface.Assign((order,), argsort, span),
        surface.Assign((found,), nothing, span),
        *loop_of((_appended(found, number, span),), Clause(item, order, ()), span, source),
        surface.Return((found,), span),
    )


def _extreme(name: str, key: surface.Expr, clause: Clause, span: Span, source: Source) -> Body:
    best, where, new, empty = (
        surface.Name(source.fresh(n), span) for n in ("best", "where", "key", "empty")
    )
    assert isinstance(clause.target, surface.Name)
    beyond = surface.Compare(("<" if name == "min" else ">",), (new, best), span)
    keep: Body = (
        surface.Assign((best,), new, span),
        surface.Assign((where,), clause.target, span),
        surface.Assign((empty,), surface.Boolean(False, span), span),
    )
    body: Body = (
        surface.Assign((new,), key, span),
        surface.If(surface.Logical("or", (empty, beyond), span), keep, (), span),
    )
    wrong = surface.Raise("ValueError", f"{name}() iterable argument is empty", span)
    zero = surface.Number("0", "int", span)
    return (
        surface.Assign((best,), surface.Number("0.0", "float", span), span),
        surface.Assign((where,), zero, span),
        surface.Assign((empty,), surface.Boolean(True, span), span),
        *loop_of(body, clause, span, source),
        surface.If(empty, (wrong,), (), span),
        surface.Return((where,), span),
    )


def _extreme_item(name: str, key: surface.Expr, clause: Clause, span: Span, source: Source) -> Body:
    """The same of an array or a list, whose first item has the first key."""
    best, found, new, place = (
        surface.Name(source.fresh(n), span) for n in ("best", "found", "key", "place")
    )
    item, listed = clause.target, clause.iterated
    zero, one = (surface.Number(n, "int", span) for n in "01")
    length = _called("len", span, listed)
    wrong = surface.Raise("ValueError", f"{name}() iterable argument is empty", span)
    beyond = surface.Compare(("<" if name == "min" else ">",), (new, best), span)
    body: Body = (
        surface.Assign((item,), surface.Subscript(listed, (place,), span, exact=True), span),
        surface.Assign((new,), key, span),
        surface.If(
            beyond,
            (surface.Assign((best,), new, span), surface.Assign((found,), item, span)), (), span,
        ),
    )  # fmt: skip
    return (
        surface.If(surface.Compare(("==",), (length, zero), span), (wrong,), (), span),
        surface.Assign((item,), surface.Subscript(listed, (zero,), span, exact=True), span),
        surface.Assign((best,), deepcopy(key), span),
        surface.Assign((found,), item, span),
        surface.For(place.name, (one, length), body, span),
        surface.Return((found,), span),
    )


def _called(name: str, span: Span, value: surface.Expr) -> surface.Expr:
    return surface.Call(surface.Intrinsic(name, span, "python"), (value,), (), span)


def _appended(name: surface.Name, value: surface.Expr, span: Span) -> surface.Evaluate:
    append = surface.Attribute(name, "append", span)
    return surface.Evaluate(surface.Call(append, (value,), (), span), span)
