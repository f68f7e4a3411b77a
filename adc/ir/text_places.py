"""Places in a text of the IR, and what is wrong with one."""

from __future__ import annotations

import re
from collections.abc import Callable

from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError

from adc.diagnostics import InternalError, Span


class IrTextError(InternalError):
    """A text that is no IR: `reason` at `span`, a place in the text."""

    def __init__(self, reason: str, span: Span, line: str = "") -> None:
        quoted = f" {line.strip()!r}:" if line else ""
        super().__init__(f"line {span.line} of the text:{quoted} {reason}", span)
        self.reason = reason


Placed = Callable[[int, str], Span | None]


def source_places(number: int, line: str) -> Span | None:
    """The position in the source that a line names in the comment at its end."""
    found = re.search(r"  # (\S.*):(\d+)$", line)
    return Span(found[1], int(found[2])) if found else None


def text_places(file: str) -> Placed:
    """The lines of the text itself, as positions in `file`."""
    return lambda number, line: whole_line(file, number, line)


def whole_line(file: str, number: int, line: str) -> Span:
    """The stretch of a line from its first character to its last."""
    begin, end = len(line) - len(line.lstrip()) + 1, len(line.rstrip()) + 1
    return Span(file, number, begin, number, end)


def reason_of(error: Exception) -> str:
    """What is wrong with a line, in words."""
    if isinstance(error, VisitError):
        cause = error.orig_exc
        known = f"there is no `{cause.args[0]}`" if isinstance(cause, KeyError) else str(cause)
        return known.replace("'", "`")
    if isinstance(error, UnexpectedToken):
        if error.token.type == "$END":
            return "the line ends too early"
        return f"`{error.token}` does not belong here"
    if isinstance(error, UnexpectedCharacters):
        return f"nothing begins with `{error.char}`"
    return str(error)


def place_of(error: Exception, file: str, number: int, line: str) -> Span:
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        return Span(file, number, error.column, number, error.column + len(error.token))
    if isinstance(error, UnexpectedToken):
        end = len(line.split("#")[0].rstrip()) + 1
        return Span(file, number, end, number, end + 1)
    if isinstance(error, UnexpectedCharacters):
        return Span(file, number, error.column, number, error.column + 1)
    cause = getattr(error, "orig_exc", None)
    if isinstance(cause, KeyError) and (found := re.search(rf"\b{cause.args[0]}\b", line)):
        return Span(file, number, found.start() + 1, number, found.end() + 1)
    return whole_line(file, number, line)
