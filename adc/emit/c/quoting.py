"""Comments: headings, and the lines of the source that the text below came from."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from adc.diagnostics import Span
from adc.emit.c.wrapping import WIDTH


@dataclass(frozen=True)
class Quoter:
    """`sources` gives the lines of each source file, by base name; without them no quotation."""

    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def comment(self, span: Span, indent: int) -> str:
        """`/* burgers.py:12: u[1:-1] = ... */`, cut to fit one line."""
        margin = " " * indent
        quoted = self.quote(span)
        place = f"{PurePath(span.file).name}:{span.line}"
        text = safe(f"{place}: {quoted}" if quoted else place)
        room = WIDTH - indent - len("/*  */")
        if len(text) > room:
            text = text[: room - 4].rstrip() + " ..."
        return f"{margin}/* {text} */"

    def quote(self, span: Span) -> str:
        """The source text of the statement's lines, joined by single blanks."""
        lines = self.sources.get(PurePath(span.file).name, ())
        last = max(span.line, span.end_line)
        return " ".join(" ".join(lines[span.line - 1 : last]).split())

    def heading(self, text: str, level: int, indent: int) -> list[str]:
        """Level 1 is ruled to the full width; the others are plain comments."""
        margin = " " * indent
        text = safe(text)
        if level == 1 and len(text) < WIDTH - indent - 20:
            head = f"{margin}/* ---- {text} "
            return [head + "-" * (WIDTH - len(head) - 3) + " */"]
        lines = textwrap.wrap(text, WIDTH - indent - 6) or [""]
        lines[0] = f"{margin}/* {lines[0]}"
        lines[1:] = [f"{margin} * {line}" for line in lines[1:]]
        lines[-1] += " */"
        return lines


def safe(text: str) -> str:
    """`text` with nothing in it that begins or ends a comment."""
    text = " ".join(text.split())
    for pair in ("*/", "/*"):
        while pair in text:
            text = text.replace(pair, f"{pair[0]} {pair[1]}")
    return text.replace("??/", "?? /")
