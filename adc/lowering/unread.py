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


def no_list(name: str) -> Undefined:
    """What a function gives for its list `name`, of which only data tell the length."""
    help = "return of it what is asked here: its length, or its last item"
    reason = f"stands for the list `{name}`, whose length data decide"
    return Undefined(reason, help, left_out=name)


def is_unread(value: Value | None) -> bool:
    """Whether `value` is that of a name which is never read before it has another one."""
    return isinstance(value, Undefined) and value.unread
