"""Texts that are known while compiling, and what their methods give."""

from __future__ import annotations

import sympy

from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.elementwise import literal
from adc.lowering.values import Integer, Items, Text, Value

METHODS = frozenset({
    "lower", "upper", "strip", "lstrip", "rstrip", "capitalize", "title", "casefold", "startswith",
    "endswith", "replace", "split", "isdigit", "isalpha", "count", "find", "removeprefix",
    "removesuffix", "format", "join",
})  # fmt: skip


def called(owner: Text, method: str, site: CallSite) -> Value:
    """`owner.method(…)`, of texts and integers that are known."""
    given = [_known(value, site) for value in site.arguments]
    named = {name: _known(value, site) for name, value in site.keywords.items()}
    try:
        made = getattr(owner.value, method)(*given, **named)
    except (TypeError, ValueError, IndexError, KeyError) as error:
        raise site.error(f"Python refuses this call of `{method}`: {error}") from None
    return _value(made)


def _known(value: Value, site: CallSite) -> object:
    """`value` as Python has it."""
    if isinstance(value, Text):
        return value.value
    if isinstance(value, Integer) and value.value.is_Integer:
        return int(value.value)
    if isinstance(value, Items):
        items = [_known(item, site) for item in value.items]
        return items if value.is_list else tuple(items)
    raise site.error(
        f"`{site.short}` of a text takes texts and integers that are known while compiling",
        help="leave texts that are made of data to `print` and `raise`",
    )


def _value(made: object) -> Value:
    if isinstance(made, bool):
        return literal(str(made), DType.BOOL)
    if isinstance(made, int):
        return Integer(sympy.Integer(made))
    if isinstance(made, str):
        return Text(made)
    assert isinstance(made, list)
    return Items(tuple(map(_value, made)), True)
