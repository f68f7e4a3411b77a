"""`append` to lists in the heap: what several names or objects hold, or something sets items of."""

from __future__ import annotations

from adc.diagnostics import Span
from adc.frontends import surface
from adc.lowering.binding import bind
from adc.lowering.context import Context
from adc.lowering.objects.heap import add_parts, cell_of, resolved
from adc.lowering.values import Items, Ref


def append_to_field(cx: Context, statement: surface.Evaluate) -> bool:
    """`owner.xs.append(v)` of a list that an object holds."""
    call = statement.value
    method = call.function if isinstance(call, surface.Call) else None
    if not isinstance(method, surface.Attribute) or method.name != "append":
        return False
    assert isinstance(call, surface.Call)
    if not isinstance(method.value, surface.Attribute) or len(call.arguments) != 1:
        return False
    owner = cx.evaluate(method.value)
    if not isinstance(owner, Items) or not owner.is_list:
        return False
    cell_of(cx, owner, statement.span)
    value, owner = cx.evaluate(call.arguments[0]), cx.evaluate(method.value)
    assert isinstance(owner, Items)
    add_parts(cx, owner, [len(owner.items)], [value], bind, statement.span)
    return True


def append_part(cx: Context, current: Ref, added: surface.Expr, span: Span) -> bool:
    """`xs.append(v)` of a list whose items something sets."""
    if current.cell in cx.swept:  # nothing reads it
        return True
    owner = resolved(cx, current)
    if not isinstance(owner, Items):
        return False
    value, owner = cx.evaluate(added), resolved(cx, current)
    assert isinstance(owner, Items)
    add_parts(cx, owner, [len(owner.items)], [value], bind, span)
    return True
