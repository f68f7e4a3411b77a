"""Functions of adc's own text, as if they stood where the source calls them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from adc.diagnostics import Span
from adc.frontends import surface


def at(function: surface.Function, span: Span) -> surface.Function:
    """`function`, all of it standing at `span`."""
    moved = _moved(function, span)
    assert isinstance(moved, surface.Function)
    return moved


def _moved(node: Any, span: Span) -> Any:
    if isinstance(node, Span):
        return span
    if isinstance(node, tuple):
        return tuple(_moved(part, span) for part in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    return replace(node, **{f.name: _moved(getattr(node, f.name), span) for f in fields(node)})
