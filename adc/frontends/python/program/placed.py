"""What was read from the text that a program became, at its places in the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

from adc.diagnostics import AdcError, Span
from adc.frontends.python.program.text import Written

Value = TypeVar("Value")
#: What only the reading of the text itself asks for.
_OF_THE_TEXT = frozenset({"watch"})


def in_place(value: Value, written: Written) -> Value:
    """`value`, of dataclasses, lists and tuples, with all spans moved to the original's lines."""
    found = _moved(value, written)
    assert isinstance(found, type(value))
    return found


@contextmanager
def telling_places(written: Written) -> Iterator[None]:
    """Errors that are raised inside speak of the original's lines."""
    try:
        yield
    except AdcError as error:
        error.diagnostics = in_place(error.diagnostics, written)
        raise


def _moved(value: object, written: Written) -> object:
    if isinstance(value, Span):
        return written.original(value)
    if isinstance(value, AdcError):
        return AdcError(in_place(value.diagnostics, written), value.exit_status, value.text)
    if isinstance(value, list):
        return [_moved(item, written) for item in value]
    if isinstance(value, tuple):
        return tuple(_moved(item, written) for item in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    named = [f.name for f in fields(value) if f.init and f.name not in _OF_THE_TEXT]
    before = {name: getattr(value, name) for name in named}
    after = {name: _moved(part, written) for name, part in before.items()}
    changed = {name: part for name, part in after.items() if part is not before[name]}
    return replace(value, **changed) if changed else value
