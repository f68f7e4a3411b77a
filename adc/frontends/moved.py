"""Functions of adc's own text, as if they stood where the source calls them."""

from __future__ import annotations

from typing import Any

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import with_parts


def at(function: surface.Function, span: Span) -> surface.Function:
    """`function`, all of it standing at `span`."""
    moved = _moved(function, span)
    assert isinstance(moved, surface.Function)
    return moved


def _moved(node: Any, span: Span) -> Any:
    return span if isinstance(node, Span) else with_parts(node, lambda part: _moved(part, span))
