"""Texts that are known while compiling, and what operators, methods and f-strings make of them.

A text that is made of data is `Undefined`: nothing that is computed may use it.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.lowering.absent.unread import is_said, of_data, said
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.elementwise import literal
from adc.lowering.indexing import Item
from adc.lowering.lengths.read_slices import SliceValue
from adc.lowering.objects.enumerations import has_plain_members
from adc.lowering.promotion import is_literal_bool, literal_number
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Value

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


def part_of(owner: Text, items: Sequence[Item], span: Span) -> Value:
    """`owner[0]` and `owner[:3]`, by integers that are known."""
    position = items[0][0] if len(items) == 1 else None
    whole: int | slice | None = None
    if isinstance(position, Integer) and position.value.is_Integer:
        whole = int(position.value)
    elif isinstance(position, SliceValue) and position.step:
        bounds = [position.start, position.stop]
        if all(b is None or b.is_Integer for b in bounds):
            start, stop = (None if b is None else int(b) for b in bounds)
            whole = slice(start, stop, position.step)
    if whole is None:
        raise AdcError.of(
            "ADC0232", "a letter of a text is taken at a position that is not known", span,
            help="take it at a literal position, as in `kind[0]`",
        )  # fmt: skip
    try:
        return Text(owner.value[whole])
    except IndexError:
        raise AdcError.of(
            "ADC0216", f"the text {owner.value!r} has no such letter: Python raises IndexError",
            span, help="test its length before",
        ) from None  # fmt: skip


def _value(made: object) -> Value:
    if isinstance(made, bool):
        return literal(str(made), DType.BOOL)
    if isinstance(made, int):
        return Integer(sympy.Integer(made))
    if isinstance(made, str):
        return Text(made)
    assert isinstance(made, list)
    return Items(tuple(map(_value, made)), True)


# -- texts that are put together -------------------------------------------------------------------


def makes_text(expr: surface.Expr) -> bool:
    """Whether `expr` is an f-string, or another expression that gives a text by its look."""
    function = expr.function if isinstance(expr, surface.Call) else None
    return isinstance(function, surface.Intrinsic) and function.name == "adc.text"


def made_text(cx: Context, expr: surface.Call) -> Value:
    """What an f-string, or another expression that gives a text, says, where all that goes into it
    is known."""
    pieces: list[str] = []
    for part in expr.arguments:
        piece = _piece(cx, part)
        if piece is None:
            return said(expr.span)
        pieces.append(piece)
    return Text("".join(pieces))


def _piece(cx: Context, part: surface.Expr) -> str | None:
    if isinstance(part, surface.String):
        return part.value
    if not isinstance(part, surface.Sequence) or not part.items:
        return None
    value = _tried(cx, part.items[0])
    if len(part.items) == 1:
        return value.value if isinstance(value, Text) else None
    conversion, spec = (p.value for p in part.items[1:] if isinstance(p, surface.String))
    shown = _shown(cx, value) if value is not None else None
    if shown is None or (conversion and not isinstance(value, Text)) or conversion == "a":
        return None
    (known,) = shown
    try:
        return format(repr(known) if conversion == "r" else known, spec)
    except (TypeError, ValueError):
        return None


def _tried(cx: Context, expr: surface.Expr) -> Value | None:
    """The value of `expr`, which only text is made of; None where adc has none."""
    before = len(cx.body)
    try:
        return cx.evaluate(expr)
    except AdcError:
        del cx.body[before:]
        return None


def _shown(cx: Context, value: Value) -> tuple[object] | None:
    """What Python makes a text of, where that is known. Members of enumerations that are texts or
    numbers are not shown as these."""
    if has_plain_members(cx):
        return None
    if isinstance(value, Text):
        return (value.value,)
    if isinstance(value, Nothing):
        return (None,)
    if isinstance(value, Integer):
        return (int(value.value),) if value.value.is_Integer else None
    if not isinstance(value, Array) or value.shape or not value.weak:
        return None
    truth = is_literal_bool(value)
    if truth is not None:
        return (truth,)
    known = literal_number(value)
    return None if known is None or value.dtype is not DType.FLOAT64 else (float(known),)


def text_of(cx: Context, site: CallSite) -> Value:
    """`str(x)` and `repr(x)` of what is known."""
    value = next(iter(site.bind("object").values()))
    shown = _shown(cx, value)
    if shown is None or (site.name == "repr" and not isinstance(value, Text)):
        raise of_data(site.span)
    return Text(repr(shown[0]) if site.name == "repr" else str(shown[0]))


def joined(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value | None:
    """`left op right` where one of them is a text; None for operators that texts do not have."""
    if op == "+" and isinstance(left, Text) and isinstance(right, Text):
        return Text(left.value + right.value)
    if op == "*" and isinstance(left, Integer) and isinstance(right, Text):
        left, right = right, left
    if op == "*" and isinstance(left, Text) and isinstance(right, Integer):
        known = _shown(cx, right)
        return Text(left.value * known[0]) if known and isinstance(known[0], int) else None
    if op == "%" and isinstance(left, Text):
        items = right.items if isinstance(right, Items) and not right.is_list else (right,)
        shown = [_shown(cx, item) for item in items]
        if not all(s is not None for s in shown):
            raise of_data(span)
        try:
            return Text(left.value % tuple(s[0] for s in shown if s is not None))
        except (TypeError, ValueError) as error:
            raise AdcError.of(
                "ADC0113", f"Python refuses this format: {error}", span, help="correct it"
            ) from None
    if op == "+" and (is_said(left) or is_said(right)):
        raise of_data(span)
    return None


TABLE = {"str": text_of, "repr": text_of}
