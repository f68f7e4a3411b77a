"""Variables without a value that no path reads before it gives them one.

Such a variable meets what it is on another path, in whatever type and shape that has: what the
place holds where the paths meet is zero, and means nothing.
"""

from __future__ import annotations

from adc.diagnostics import Span
from adc.lowering.values import Undefined, Value


def no_value_yet(span: Span) -> Undefined:
    help = "assign it before this line on every path"
    return Undefined("may be used before it has a value", help, span, unread=True)


def is_unread(value: Value | None) -> bool:
    """Whether `value` is that of a name which is never read before it has another one."""
    return isinstance(value, Undefined) and value.unread
