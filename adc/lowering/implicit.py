"""Loops that the source says to solve for something: which containers that is."""

from __future__ import annotations

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.implicit import at
from adc.ir.implicit import Directive, Marked
from adc.lowering.binding import is_whole
from adc.lowering.context import Context
from adc.lowering.values import Value, describe


def refuse_counted(cx: Context, loop: surface.For | surface.While) -> None:
    """AdcError ADC0630 for a loop that no data end, where a comment says what it solves."""
    directive = at(cx.module.implicit, loop.span)
    if directive is not None and isinstance(loop, surface.For):
        raise AdcError.of(
            "ADC0630", "this loop ends by counting, and solves nothing to a tolerance", loop.span,
            help="leave the comment out, or leave the loop where the change is small",
        )  # fmt: skip


def marked(cx: Context, loop: surface.While, places: dict[str, Value]) -> Marked | None:
    """What the comment before `loop` says, if there is one; `places` are the names that the loop
    carries."""
    directive = at(cx.module.implicit, loop.span)
    if directive is None:
        return None
    known = {**cx.scope.names, **places}
    return Marked(directive, tuple(_state(cx, directive, n, known) for n in directive.names))


def _state(cx: Context, directive: Directive, name: str, known: dict[str, Value]) -> str:
    value = known.get(name)
    if value is None:
        raise AdcError.of(
            "ADC0630", f"there is no `{name}` before this loop", directive.span,
            help="name what the loop solves for, with a first guess before it",
        )  # fmt: skip
    view = getattr(value, "view", None)
    if view is None or not is_whole(cx, view) or not cx.containers[view.container].dtype.is_float:
        raise AdcError.of(
            "ADC0630", f"`{name}`, {describe(value)}, is nothing that a loop can solve for",
            directive.span, help="name a floating variable that is a whole array, or a number",
        )  # fmt: skip
    return view.container
