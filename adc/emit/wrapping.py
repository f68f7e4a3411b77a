"""Long lines broken at operators and commas, outermost first."""

from __future__ import annotations

import re
from collections.abc import Iterator

WIDTH = 100
_ASSIGNMENTS = (" = ", " += ", " -= ", " *= ", " /= ")
_COMPARISONS = (" < ", " > ", " <= ", " >= ", " == ", " != ")
_SPACED = (" + ", " - ", " ? ", " : ", " && ", " || ", *_ASSIGNMENTS, *_COMPARISONS)
#: A subscript breaks only where nothing else does, however deep: it counts as so many parentheses.
_SUBSCRIPT = 100
#: All characters that a break, or the depth of parentheses, may depend on.
_MARKS = re.compile(r"[()\[\],*/ ]")


def wrap(text: str, indent: int, *, hang: int = 4, width: int = WIDTH) -> list[str]:
    """`text` as lines of at most `width` columns, the first indented by `indent`.

    Continuation lines are indented by `hang` more. A line breaks before an operator or after a
    comma, at the shallowest depth of parentheses that has a place for it, and at a parenthesis
    where there is none; within a subscript only as a last resort.
    """
    lines: list[str] = []
    margin = indent
    while margin + len(text) > width:
        at = _best_break(text, width - margin)
        if at is None:
            break
        lines.append(" " * margin + text[:at].rstrip())
        text = text[at:].lstrip()
        margin = indent + hang
    lines.append(" " * margin + text)
    return lines


def _best_break(text: str, room: int) -> int | None:
    """Where to break `text` so that the first part fits into `room` columns."""
    best: tuple[int, int] | None = None
    for at, depth in _breaks(text):
        if at > room:
            break
        if at >= 8 and (best is None or depth <= best[1]):
            best = (at, depth)
    if best is None:
        later = next((at for at, _ in _breaks(text) if at >= 8), None)
        return _last_parenthesis(text, room) or later
    return best[0]


def _last_parenthesis(text: str, room: int) -> int | None:
    """Behind the last opening, or before the last closing parenthesis that fits into `room`."""
    if '"' in text:
        return None
    opening = text.rfind("(", 8, room) + 1
    return opening or (text.rfind("))", 8, room) + 1) or None


def _breaks(text: str) -> Iterator[tuple[int, int]]:
    """The places where `text` may break, each with a depth: products count deeper than sums."""
    depth = 0
    for match in _MARKS.finditer(text):
        at, char = match.start(), match.group()
        if char in "([":
            depth += 1 if char == "(" else _SUBSCRIPT
        elif char in ")]":
            depth -= 1 if char == ")" else _SUBSCRIPT
        elif char == "," and text[at + 1 : at + 2] == " ":
            yield at + 2, 4 * depth
        elif char == " " and text.startswith(_SPACED, at):
            assignment = text.startswith(_ASSIGNMENTS, at)
            yield at + 1, 4 * depth + (3 if assignment else 1)
        elif char in "*/" and at and text[at - 1] not in " (*/" and text[at + 1 : at + 2] != " ":
            yield at, 4 * depth + 2
