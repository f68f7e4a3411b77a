"""One logical line of Fortran: what `form` makes of the text and `statements` reads."""

from __future__ import annotations

from dataclasses import dataclass, field

from adc.diagnostics import AdcError, Span


@dataclass(frozen=True)
class Line:
    """A statement without its label, comments, and continuation marks.

    Lower case outside of strings. In fixed form all blanks outside of strings are gone; in free
    form a run of blanks is one blank where both its neighbours are letters, digits or `_`, and
    gone elsewhere. `places` gives line and column (both from 1) of each character of `text` in
    `file`, and of what follows the last one. `fault` is what is wrong with the line already in its
    source form: whoever reads the statement raises it. `cut` is text behind the last column; it
    seems to belong to the statement where that `goes_on`.
    """

    file: str
    text: str
    places: tuple[tuple[int, int], ...]
    label: int = 0
    fixed: bool = False
    cut: Span | None = None
    goes_on: bool = False
    fault: AdcError | None = field(default=None, compare=False)

    def span(self, start: int, stop: int) -> Span:
        """The span of the characters `start` to `stop` (exclusive) in the source."""
        line, column = self.places[min(start, len(self.places) - 1)]
        last_line, last_column = self.places[max(start, min(stop, len(self.text)) - 1)]
        return Span(self.file, line, column, last_line, last_column + 1)

    @property
    def whole(self) -> Span:
        return self.span(0, len(self.text))


def label_of(digits: str, span: Span) -> int:
    """The label that a jump names; raises AdcError where no statement can have it."""
    if len(digits.lstrip("0")) > 5 or not digits.strip("0"):
        message = f"a label has one to five digits, not all 0: `{digits[:12]}`"
        raise AdcError.of("ADC0150", message, span, help="jump to a labelled statement")
    return int(digits)
