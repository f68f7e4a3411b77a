"""`sorted(range(n), key=…)`, and `max` and `min` of a range by a key: loops over it.

The key is a `lambda` of one name, which becomes the loop's variable, or `x.__getitem__`. Python's
`max` keeps the item that it has unless the next key is surely beyond its own, as NaN never is.
"""

from __future__ import annotations

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.python.comprehensions import Clause, called_with, loop_of
from adc.frontends.python.iteration import Body
from adc.frontends.python.source import Source


def of_range(call: surface.Call, source: Source) -> surface.Call:
    """The call, or where it orders a range by a key what does the same without either."""
    name, found = call.function, _given(call)
    if found is None or not source.in_function or not isinstance(name, surface.Name):
        return call
    item, clause, begin, backwards = found
    span = call.span
    if name.name == "sorted":
        body = _sorted(item, clause, begin, backwards, span, source)
    else:
        body = _extreme(name.name, item, clause, span, source)
    made = called_with(name.name, name, body, span, source)
    assert isinstance(made, surface.Call)
    return made


def _given(call: surface.Call) -> tuple[surface.Expr, Clause, surface.Expr | None, bool] | None:
    """The key as an expression, the loop that it stands in, where that begins, and whether the
    order is backwards."""
    name = call.function.name if isinstance(call.function, surface.Name) else ""
    options = {k.name: k.value for k in call.keywords}
    if name not in ("sorted", "min", "max") or len(call.arguments) != 1 or "key" not in options:
        return None
    (listed,), reverse = call.arguments, options.get("reverse")
    if not isinstance(listed, surface.Call) or not isinstance(listed.function, surface.Name):
        return None
    plain = listed.function.name == "range" and not listed.keywords
    if not plain or not 1 <= len(listed.arguments) <= 2:
        return None
    if set(options) - {"key", *(("reverse",) if name == "sorted" else ())}:
        return None
    if reverse is not None and not isinstance(reverse, surface.Boolean):
        return None
    found = _key(options["key"], listed.span)
    if found is None:
        return None
    begin = listed.arguments[0] if len(listed.arguments) == 2 else None
    backwards = isinstance(reverse, surface.Boolean) and reverse.value
    return found[1], Clause(found[0], listed, ()), begin, backwards


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


def _called(name: str, span: Span, value: surface.Expr) -> surface.Expr:
    return surface.Call(surface.Intrinsic(name, span, "python"), (value,), (), span)


def _appended(name: surface.Name, value: surface.Expr, span: Span) -> surface.Evaluate:
    append = surface.Attribute(name, "append", span)
    return surface.Evaluate(surface.Call(append, (value,), (), span), span)
