"""Functions of adc's own text, as if they stood where the source calls them."""

from __future__ import annotations

from typing import Any, TypeVar

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import with_parts

Node = TypeVar("Node", bound=surface.Function | surface.Class)


def at(node: Node, span: Span) -> Node:
    """A function or a class, all of it standing at `span`."""
    moved = _moved(node, span)
    assert isinstance(moved, type(node))
    return moved


def _moved(node: Any, span: Span) -> Any:
    return span if isinstance(node, Span) else with_parts(node, lambda part: _moved(part, span))
