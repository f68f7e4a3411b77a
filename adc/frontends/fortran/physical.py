"""The lines of a Fortran file as they stand there, and what of them counts in fixed form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adc.diagnostics import Span

#: Columns of fixed form that count, unless a request says otherwise.
WIDTH = 72
#: Columns of fixed form where no number is given: all of a line.
UNLIMITED = 0


@dataclass(frozen=True)
class Physical:
    """One line of a file, as it is, or as the preprocessor leaves it.

    `columns` then gives the column in the file of each character, and of what follows the last.
    """

    file: str
    number: int
    text: str
    columns: tuple[int, ...] | None = None

    def column(self, at: int) -> int:
        if self.columns is None:
            return at + 1
        return self.columns[min(at, len(self.columns) - 1)]

    def span(self, start: int, stop: int) -> Span:
        last = self.column(max(start, stop - 1)) + 1
        return Span(self.file, self.number, self.column(start), self.number, last)


#: A text, or what the preprocessor makes of one.
Text = str | Sequence[Physical]


def physical_lines(file: str, text: Text) -> Sequence[Physical]:
    if not isinstance(text, str):
        return text
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [Physical(file, number, row) for number, row in enumerate(rows, start=1)]
