"""The assumptions as people read them: what arguments select has a name in them, told once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy

from adc.emit.comments import listed
from adc.emit.facts import Facts
from adc.ir.declarations import Assumption
from adc.ir.names import NameSource
from adc.ir.relations import alternatives
from adc.ir.shapes import Defined
from adc.ir.shapes_text import ATOM, SUM, IntegerPrinter, Text, enclose
from adc.schedule import Scheduled

#: A message tells as many assumptions; of more it tells where they stand.
_TOLD = 8


@dataclass(frozen=True)
class Assumed:
    """`relations` are Python in the sizes, the integer arguments and the names of `definitions`;
    a definition uses those before it."""

    relations: tuple[str, ...]
    definitions: Mapping[str, str]


class _NamingPrinter(IntegerPrinter):
    """What has a definition is called by a name that is none of `taken`."""

    def __init__(self, taken: frozenset[str]) -> None:
        self.names = NameSource(taken)
        self.known: dict[Defined, str] = {}
        self.definitions: dict[str, str] = {}

    def defined(self, expr: Defined) -> Text:
        if expr not in self.known:
            text = self.text(expr.definition)
            self.known[expr] = self.names.fresh(expr.name)
            self.definitions[self.known[expr]] = text
        return self.known[expr], ATOM


def assumed(scheduled: Scheduled) -> Assumed:
    """What `scheduled` assumes, as texts."""
    printer = _NamingPrinter(frozenset(scheduled.program.symbols))
    relations = tuple(_relation(a, printer) for a in scheduled.assumptions)
    return Assumed(relations, printer.definitions)


def _relation(assumption: Assumption, printer: IntegerPrinter) -> str:
    def side(expr: sympy.Expr) -> str:
        return enclose(printer.integer(expr), SUM)

    return " or ".join(
        f"{side(left)} {relation} {side(right)}"
        for left, relation, right in alternatives(assumption)
    )


def assumption_lines(scheduled: Scheduled) -> list[str]:
    """The assumptions and where they come from, then the definitions, as lines of a comment."""
    told = assumed(scheduled)
    reasons = (a.reason for a in scheduled.assumptions)
    texts = [f"{r}: {why}".rstrip(": ") for r, why in zip(told.relations, reasons, strict=True)]
    texts += [f"where {name} is {text}" for name, text in told.definitions.items()]
    return [line for text in texts for line in listed(text)]


def size_complaint(scheduled: Scheduled, facts: Facts) -> str:
    """What ESIZE means, for a message of an error."""
    told = assumed(scheduled)
    text = "the sizes are too large or do not fit together"
    pairs = zip(told.relations, scheduled.assumptions, strict=True)
    relations = [relation for relation, assumption in pairs if assumption.raised is None]
    if relations:
        shown = [*relations[:_TOLD], *["…"] * (len(relations) > _TOLD)]
        text += f" ({', '.join(shown)})"
    if told.definitions or len(relations) > _TOLD:
        text += f", see {facts.entry}.h"
    if facts.limit_bytes is not None:
        text += f", or more than {facts.limit_bytes} bytes are needed"
    return text
