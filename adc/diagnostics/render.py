"""Diagnostics as people read them (rustc's form: a code, the place, a caret) and as JSON.

The text is the same on every machine and terminal; a renderer with colour gets the same text in
styled segments.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from adc.diagnostics.errors import Diagnostic, Note, Severity
from adc.diagnostics.sources import SourceCache
from adc.diagnostics.spans import Span

#: A stretch of text and its style in rich's words; "" is unstyled.
Segment = tuple[str, str]

TAB = 4
WIDTH = 100  # columns of a source line that are shown at most
ELLIPSIS = "..."

_COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "bold cyan"}
_GUTTER = "bold blue"


def render(diagnostic: Diagnostic, sources: SourceCache) -> str:
    """The plain text of `diagnostic`, ending in a newline."""
    return "".join(text for text, _ in segments(diagnostic, sources))


def render_all(diagnostics: Iterable[Diagnostic], sources: SourceCache) -> str:
    """The plain texts of `diagnostics`, one empty line between two."""
    return "\n".join(render(d, sources) for d in diagnostics)


def segments(diagnostic: Diagnostic, sources: SourceCache) -> list[Segment]:
    """What `render` says, in styled pieces."""
    colour = _COLOURS[diagnostic.severity]
    gutter = _gutter_width(diagnostic)
    out: list[Segment] = [
        (f"{diagnostic.severity.value}[{diagnostic.code}]", colour),
        (f": {_visible(diagnostic.message)}\n", "bold"),
    ]
    if diagnostic.span:
        out += _place(diagnostic.span, diagnostic.label, "^", colour, gutter, sources)
    for note in diagnostic.notes:
        out += _note(note, gutter, sources)
    if diagnostic.help:
        out += _remark("help", diagnostic.help, gutter)
    return out


def to_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """`diagnostic` as JSON values; columns count characters from 1, ends are exclusive."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "label": diagnostic.label,
        "help": diagnostic.help,
        "span": _span_json(diagnostic.span),
        "notes": [{"message": n.message, "span": _span_json(n.span)} for n in diagnostic.notes],
    }


def _span_json(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    end_line, end_column = _end(span)
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }


def _end(span: Span) -> tuple[int, int]:
    """The end of `span`, exclusive; a span without one is a single character."""
    end = (span.end_line or span.line, span.end_column)
    return max(end, (span.line, span.column + 1))


def _gutter_width(diagnostic: Diagnostic) -> int:
    spans = [diagnostic.span, *(n.span for n in diagnostic.notes)]
    return max((len(str(_end(s)[0])) for s in spans if s), default=1)


def _note(note: Note, gutter: int, sources: SourceCache) -> list[Segment]:
    if note.span is None:
        return _remark("note", note.message, gutter)
    head: list[Segment] = [("note", "bold cyan"), (f": {_visible(note.message)}\n", "")]
    return head + _place(note.span, "", "-", "bold cyan", gutter, sources)


def _remark(kind: str, text: str, gutter: int) -> list[Segment]:
    """`  = help: text`; further lines of the text stand under its first."""
    indent = " " * (gutter + len(f" = {kind}: "))
    lines = [_visible(line) for line in text.split("\n")]
    return [
        (" " * gutter + " = ", _GUTTER),
        (kind, "bold"),
        (": " + ("\n" + indent).join(lines) + "\n", ""),
    ]


def _place(
    span: Span, label: str, mark: str, colour: str, gutter: int, sources: SourceCache
) -> list[Segment]:
    """Where `span` is, and its source lines with marks underneath."""
    out: list[Segment] = [(" " * gutter + "--> ", _GUTTER), (f"{span}\n", "")]
    excerpts = _excerpts(span, sources)
    if not excerpts:
        return out
    empty = (" " * gutter + " |\n", _GUTTER)
    out.append(empty)
    for position, excerpt in enumerate(excerpts):
        if position and excerpt.line > excerpts[position - 1].line + 1:
            out.append((ELLIPSIS + "\n", _GUTTER))
        text = " " + excerpt.text if excerpt.text else ""
        out += [(f"{excerpt.line:>{gutter}} |", _GUTTER), (f"{text}\n", "")]
        last = position == len(excerpts) - 1
        tail = f" {_visible(label)}" if label and last else ""
        marks = " " * excerpt.start + mark * excerpt.length + tail
        out += [(" " * gutter + " | ", _GUTTER), (f"{marks}\n", colour)]
    out.append(empty)
    return out


@dataclass(frozen=True)
class _Excerpt:
    """A source line as shown, with the columns on the screen that are marked."""

    line: int
    text: str
    start: int
    length: int


def _excerpts(span: Span, sources: SourceCache) -> list[_Excerpt]:
    """The first and the last line of `span`, as far as the source has them."""
    end_line, end_column = _end(span)
    first = sources.line(span.file, span.line)
    if first is None:
        return []
    if end_line == span.line:
        return [_excerpt(span.line, first, span.column - 1, end_column - 1)]
    found = [_excerpt(span.line, first, span.column - 1, len(first.rstrip()))]
    last = sources.line(span.file, end_line)
    if last is not None and last[: end_column - 1].strip():
        indent = len(last) - len(last.lstrip())
        found.append(_excerpt(end_line, last, indent, end_column - 1))
    return found


def _excerpt(number: int, line: str, start: int, stop: int) -> _Excerpt:
    """`line` with the characters `start` to `stop` marked; a long line is cut around them."""
    line = line.rstrip()
    cells = [_cell(c) for c in line]
    offsets = [0]
    for cell in cells:
        offsets.append(offsets[-1] + _width(cell))
    start = min(start, len(line))
    stop = min(max(stop, start), len(line))
    left, right = _window(offsets, start, stop)
    before = ELLIPSIS if left > 0 else ""
    after = ELLIPSIS if right < len(line) else ""
    begin = len(before) + offsets[start] - offsets[left]
    length = offsets[min(stop, right)] - offsets[start]
    text = before + "".join(cells[left:right]) + after
    return _Excerpt(number, text, begin, max(1, length))


def _window(offsets: list[int], start: int, stop: int) -> tuple[int, int]:
    """The characters of a line to show, so that `start` and, if it fits, `stop` are among them."""
    count = len(offsets) - 1
    if offsets[count] <= WIDTH:
        return 0, count
    room = WIDTH - 2 * len(ELLIPSIS)
    slack = max(room // 4, room - (offsets[stop] - offsets[start])) // 2
    left = start
    while left > 0 and offsets[start] - offsets[left - 1] <= slack:
        left -= 1
    right = left
    while right < count and offsets[right + 1] - offsets[left] <= room:
        right += 1
    while left > 0 and offsets[right] - offsets[left - 1] <= room:
        left -= 1
    return left, right


def _cell(character: str) -> str:
    """What stands on the screen for one character of a source."""
    return " " * TAB if character == "\t" else _visible(character)


def _visible(text: str) -> str:
    """`text` with control characters replaced: a source must not steer the terminal."""
    return "".join(
        c if c.isprintable() or _is_mark(c) else "\N{REPLACEMENT CHARACTER}" for c in text
    )


def _is_mark(character: str) -> bool:
    return unicodedata.combining(character) != 0


def _width(cell: str) -> int:
    """Columns of the screen: two for wide characters, none for combining ones."""
    total = 0
    for character in cell:
        if unicodedata.combining(character):
            continue
        total += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return total
