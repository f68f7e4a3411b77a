"""Variables without a value that no path reads before it gives them one.

Such a variable meets what it is on another path, in whatever type and shape that has: what the
place holds where the paths meet is zero, and means nothing. A text that is made of data is no value
that anything computed may read, either.
"""

from __future__ import annotations

from collections.abc import Iterable

from adc.diagnostics import AdcError, Span
from adc.lowering.values import Held, Text, Undefined, Value

_SAID = "is a text that is made of data"


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


def said(span: Span | None) -> Undefined:
    """A text that is made of data, which only exceptions and what is left out may use."""
    return Undefined(_SAID, "leave it to `raise` and `print`", span)


class SaidError(AdcError):
    """Something uses a text that is made of data."""


def is_said(value: Value | None) -> bool:
    return isinstance(value, Undefined) and value.reason == _SAID


def are_texts(values: Iterable[Value | None]) -> bool:
    """Whether data choose one of these texts; that of what is never read is any."""
    read = [v for v in values if not is_unread(v)]
    return bool(read) and all(isinstance(v, Text) or is_said(v) for v in read)


def refuse_said(values: Iterable[Value], span: Span) -> None:
    """ADC0113 where one of them is a text that is made of data, or holds one."""
    for value in values:
        if isinstance(value, Held):
            refuse_said(value.items, span)
        if is_said(value):
            raise of_data(span)


def of_data(span: Span) -> AdcError:
    return AdcError.of(
        "ADC0113", "this text is made of data", span,
        help="leave texts that are made of data to `print` and `raise`",
    )  # fmt: skip
