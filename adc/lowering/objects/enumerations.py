"""Members of enumerations: objects with a name and a value, or the numbers and texts they are."""

from __future__ import annotations

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.objects.record_types import RecordType
from adc.lowering.objects.shared_values import shared_value
from adc.lowering.values import (
    Array,
    Builtin,
    Integer,
    Record,
    Text,
    UserFunction,
    Value,
    Vectorised,
)

ENUMERATIONS = ("enum", "numbers", "texts")
_FUNCTIONS = (UserFunction, Builtin, Vectorised)


def enumerated(cx: Context, kind: RecordType, found: surface.Parameter) -> Value | None:
    """The member that a constant of an enumeration is; None where `kind` is no enumeration."""
    if kind.kind not in ENUMERATIONS:
        return None
    value = _value(cx, kind, found)
    if kind.kind != "enum":
        return value
    for earlier in kind.classes[0].constants:  # a second name of a value is that of the first
        if _value(cx, kind, earlier) == value:
            found = earlier
            break
    return Record((Text(found.name), value), kind)


def _value(cx: Context, kind: RecordType, found: surface.Parameter) -> Value:
    value = shared_value(cx, f"{kind.name}.{found.name}", found.default, found.span)
    wanted = {"numbers": Integer, "texts": Text}.get(kind.kind)
    if isinstance(value, _FUNCTIONS) or (wanted is not None and not isinstance(value, wanted)):
        raise AdcError.of(
            "ADC0123", f"`{kind.name}.{found.name}` is no member that adc follows", found.span,
            help="bind members to numbers or texts",
        )  # fmt: skip
    return value


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
        if value == wanted and not isinstance(value, Array):
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
        if value not in values:
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
