"""`len({a.shape for a in arrays})` and `len(set(…))`: how many different items there are, where
that is known while compiling. The set itself, whose order nobody can ask for, is not made."""

from __future__ import annotations

from typing import Any

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.lowering.context import Context
from adc.lowering.lists.iterated import Apply, items_of
from adc.lowering.objects.slice_objects import is_slice
from adc.lowering.promotion import is_literal_bool
from adc.lowering.values import Array, Builtin, Integer, Items, Nothing, Text, Value


def count_of_set(cx: Context, expr: surface.Expr, apply: Apply) -> Integer | None:
    """The number of items of the set that the call `expr` of Python's `set` makes; None where it is
    no such call, of which nothing has been evaluated then."""
    if not isinstance(expr, surface.Call) or len(expr.arguments) != 1 or expr.keywords:
        return None
    if isinstance(expr.arguments[0], surface.Starred):
        return None
    function = expr.function
    if not isinstance(function, (surface.Name, surface.Intrinsic)) or function.name != "set":
        return None
    if cx.evaluate(function) != Builtin("set"):
        return None
    found: list[Any] = []
    for item in items_of(cx, expr.arguments[0], apply):
        key = _key(item, expr.span)
        answers = [_same(key, other) for other in found]
        if True not in answers:
            if None in answers:
                raise _untold(expr.span)
            found.append(key)
    return Integer(sympy.Integer(len(found)))


def _key(value: Value, span: Span) -> Any:
    """What tells an item from others that are equal to it: a text, an expression of sizes, a tuple
    of these, None."""
    if isinstance(value, Text):
        return value.value
    if isinstance(value, Nothing):
        return None
    if isinstance(value, Integer):
        return value.value
    plain = isinstance(value, Items) and not value.is_list and value.type is None
    if plain and isinstance(value, Items) and not is_slice(value):
        return tuple(_key(item, span) for item in value.items)
    if isinstance(value, Array) and not value.shape:
        truth = is_literal_bool(value)
        if truth is not None:
            return sympy.Integer(int(truth))  # True and 1 are one item
    raise _untold(span)


def _same(one: Any, other: Any) -> bool | None:
    """Whether two keys are equal; None where sizes decide."""
    if isinstance(one, sympy.Basic) and isinstance(other, sympy.Basic):
        apart = sympy.expand(one - other)
        return bool(apart == 0) if apart.is_Integer else None
    if isinstance(one, sympy.Basic) or isinstance(other, sympy.Basic):
        return False
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        return type(one) is type(other) and one == other
    if len(one) != len(other):
        return False
    answers = [_same(a, b) for a, b in zip(one, other, strict=True)]
    if False in answers:
        return False
    return None if None in answers else True


def _untold(span: Span) -> AdcError:
    return AdcError.of(
        "ADC0213", "how many different items this set has is not known while compiling", span,
        help="declare the sizes that are equal by one name, or compare the items",
    )  # fmt: skip
