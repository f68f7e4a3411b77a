"""None, truth values and texts as nodes of the surface tree.

Apart from `literals.py`, which a process that finds a kept derivative loads: the surface tree
would bring SymPy in.
"""

from __future__ import annotations

from adc.diagnostics import Span
from adc.frontends import surface


def plain_literal(value: object, span: Span) -> surface.Expr | None:
    """None, a truth value or a text as the surface tree has it; None for any other value."""
    if value is None:
        return surface.NoneValue(span)
    if isinstance(value, bool):
        return surface.Boolean(value, span)
    return surface.String(value, span) if isinstance(value, str) else None
