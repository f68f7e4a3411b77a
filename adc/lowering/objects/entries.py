"""What names stand for that are bound to the entries of dictionaries."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from adc.diagnostics import AdcError, Span
from adc.lowering.values import Bound, Value


@dataclass(frozen=True)
class Entries(Bound):
    """What a name stands for that `d.keys()`, `d.values()` or `d.items()` is bound to: it gives
    what the dictionary has whenever it is looked at."""


def refuse_entries(known: Container[int], values: Iterable[Value], span: Span) -> None:
    """ADC0211 where the entries of a dictionary are kept, which follow what changes it later:
    `known` are those by their identities."""
    if any(id(value) in known for value in values):
        raise AdcError.of(
            "ADC0211", "the entries of a dictionary are kept, which follow it when it changes",
            span, help="make a list of them: `list(d.values())`",
        )  # fmt: skip
