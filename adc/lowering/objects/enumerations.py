"""Members of enumerations: objects with a name and a value, or the numbers and texts they are."""

from __future__ import annotations

from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import build
from adc.ir.expressions import Const
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.integers.folding import folded
from adc.lowering.objects.record_types import RecordType
from adc.lowering.objects.shared_values import shared_value
from adc.lowering.values import (
    Array,
    Builtin,
    Integer,
    Items,
    Nothing,
    Record,
    Text,
    UserFunction,
    Value,
    Vectorised,
)

ENUMERATIONS = ("enum", "numbers", "texts")
#: What stands for the value of a member that adc does not know.
_UNKNOWN = object()
_FUNCTIONS = (UserFunction, Builtin, Vectorised)


def enumerated(cx: Context, kind: RecordType, found: surface.Parameter) -> Value | None:
    """The member that a constant of an enumeration is; None where `kind` is no enumeration."""
    if kind.kind not in ENUMERATIONS:
        return None
    value = _value(cx, kind, found)
    if kind.kind != "enum":
        return value
    for earlier in kind.classes[0].constants:  # a second name of a value is that of the first
        if earlier is found or _same(kind, _value(cx, kind, earlier), value, found):
            found = earlier
            break
    return Record((Text(found.name), _value(cx, kind, found)), kind)


def _value(cx: Context, kind: RecordType, found: surface.Parameter) -> Value:
    value = shared_value(cx, f"{kind.name}.{found.name}", found.default, found.span)
    wanted = {"numbers": Integer, "texts": Text}.get(kind.kind)
    if isinstance(value, _FUNCTIONS) or (wanted is not None and not isinstance(value, wanted)):
        raise AdcError.of(
            "ADC0123", f"`{kind.name}.{found.name}` is no member that adc follows", found.span,
            help="bind members to numbers or texts",
        )  # fmt: skip
    return value


def _same(kind: RecordType, one: Value, other: Value, found: surface.Parameter) -> bool:
    """Whether two members have one value, as Python compares them: `1`, `1.0` and `True` are one.
    ADC0123 where adc cannot tell."""
    known = _known(one), _known(other)
    if _UNKNOWN in known and one != other:
        raise AdcError.of(
            "ADC0123", f"adc cannot tell whether `{kind.name}.{found.name}` has the value of"
            " another member, whose second name it would be", found.span,
            help="bind members to numbers or texts",
        )  # fmt: skip
    return one == other if _UNKNOWN in known else known[0] == known[1]


def _known(value: Value) -> Any:
    """The number, text, tuple or list that a value is in Python; `_UNKNOWN` for others."""
    if isinstance(value, Text):
        return value.value
    if isinstance(value, Nothing):
        return None
    if isinstance(value, Items):
        inside = [_known(item) for item in value.items]
        return _UNKNOWN if _UNKNOWN in inside else inside if value.is_list else tuple(inside)
    if isinstance(value, Integer):
        return int(value.value) if value.value.is_Integer else _UNKNOWN
    expr = value.at(()) if isinstance(value, Array) and not value.shape else None
    if isinstance(expr, Const):
        return build.const_value(expr)
    number = folded(expr) if expr is not None else None
    return _UNKNOWN if number is None else number


def has_plain_members(cx: Context) -> bool:
    """Whether the source has enumerations whose members are numbers or texts, which are their own
    values."""
    return any(made.kind in ("numbers", "texts") for made in cx.module.classes)


def found_member(cx: Context, kind: RecordType, site: CallSite) -> Value:
    """`Mode(value)`: the member that has the value."""
    wanted = site.bind("value")["value"]
    if isinstance(wanted, Record) and wanted.type == kind:
        return wanted
    for constant in kind.classes[0].constants:
        value = _value(cx, kind, constant)
        if _UNKNOWN not in (_known(value), _known(wanted)) and _known(value) == _known(wanted):
            return enumerated(cx, kind, constant) or value
    raise site.error(
        f"adc finds no member of `{kind.name}` with this value",
        help="name the member, or give a number or a text that is known",
    )


def members(cx: Context, kind: RecordType) -> tuple[Value, ...]:
    """The members in order, of those with one value the first."""
    found: list[Value] = []
    values: list[Value] = []
    for constant in kind.classes[0].constants:
        value = _value(cx, kind, constant)
        if not any(_same(kind, earlier, value, constant) for earlier in values):
            values.append(value)
            found.append(enumerated(cx, kind, constant) or value)
    return tuple(found)


def member_named(cx: Context, kind: RecordType, name: Value, span: Span) -> Value:
    """`Mode["FAST"]`."""
    for constant in kind.classes[0].constants if kind.kind in ENUMERATIONS else ():
        if name == Text(constant.name):
            return enumerated(cx, kind, constant) or name
    raise AdcError.of(
        "ADC0217", f"`{kind.name}` has no member of this name", span,
        help="subscript an enumeration with the name of a member",
    )  # fmt: skip
