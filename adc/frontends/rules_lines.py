"""The lines of rules files, and the texts of derivatives that stand under some of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lark.exceptions import LarkError, UnexpectedInput

from adc.diagnostics import AdcError, Span
from adc.frontends.grammars import signature
from adc.frontends.typetext import Node, Origin

#: Lines that a text in NumPy stands under.
TEXTS = ("tangent:", "adjoint:")


@dataclass(frozen=True)
class Line:
    """A line without its comment, with those that its brackets take in; `text` is at `origin`.
    `under` are the rows of the text that stands under it."""

    origin: Origin
    text: str
    indented: bool
    under: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        return self.text.split(None, 1)[0]

    @property
    def rest(self) -> str:
        return self.text[len(self.word) :].strip()

    @property
    def span(self) -> Span:
        """The first word."""
        o = self.origin
        return Span(o.file, o.line, o.column, o.line, o.column + len(self.word))

    def parsed(self, start: str, form: str) -> Node:
        try:
            tree: Node = signature().parse(self.text, start=start)
        except LarkError as error:
            raise fault(f"this is no `{self.word}` line", self._place(error), form) from None
        return tree

    def _place(self, error: LarkError) -> Span:
        token = getattr(error, "token", None)
        if token is not None and token.type != "$END":
            return self.origin.span(token)
        if isinstance(error, UnexpectedInput) and error.line > 0 and token is None:
            return self.origin.place(error.line, error.column)
        return self.span


def fault(message: str, span: Span, form: str) -> AdcError:
    return AdcError.of("ADC0620", message, span, help=f"write it like `{form}`")


def lines(path: str, text: str) -> Iterator[Line]:
    """The lines with something in them; a line of `TEXTS` has those that stand under it."""
    rows = text.split("\n")
    first, gathered, number = 0, "", 0
    while number < len(rows):
        plain = rows[number].split("#")[0].rstrip()
        number += 1
        if not gathered and not plain.strip():
            continue
        if not gathered and plain.strip() in TEXTS:
            stop = _end_of_text(rows, number, _indentation(plain))
            yield replace(_line(path, number, plain), under=tuple(rows[number:stop]))
            number = stop
            continue
        first = first if gathered else number
        gathered += ("\n" if gathered else "") + plain
        if gathered.count("(") > gathered.count(")"):
            continue
        yield _line(path, first, gathered)
        gathered = ""
    if gathered:
        yield _line(path, first, gathered)


def _indentation(row: str) -> int:
    return len(row) - len(row.lstrip())


def _end_of_text(rows: list[str], start: int, margin: int) -> int:
    """The first row from `start` that does not stand under one at `margin`."""
    stop = start
    for number in range(start, len(rows)):
        if not rows[number].strip():
            continue
        if _indentation(rows[number]) <= margin:
            break
        stop = number + 1
    return stop


def _line(path: str, number: int, text: str) -> Line:
    column = len(text) - len(text.lstrip()) + 1
    return Line(Origin(path, number, column), text.lstrip(), column > 1)
