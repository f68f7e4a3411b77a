"""`getattr` with the name of an attribute that is known."""

from __future__ import annotations

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.lowering.attributes import attribute
from adc.lowering.context import Context
from adc.lowering.kinds import has_attribute
from adc.lowering.objects.heap import known
from adc.lowering.values import Text, Value


def attribute_named(cx: Context, expr: surface.Call) -> Value:
    """`getattr(owner, "name")`, and with a default."""
    owner, name = map(cx.evaluate, expr.arguments[:2])
    if not isinstance(name, Text):
        raise AdcError.of(
            "ADC0226", "the name of an attribute must be a text that is known", expr.span,
            help="write the name",
        )  # fmt: skip
    if len(expr.arguments) == 3 and not has_attribute(cx, owner, name.value, expr.span):
        return cx.evaluate(expr.arguments[2])
    return known(attribute(cx, owner, name.value, expr.span), expr.span)
