"""Comments: headings, and the lines of the source that the text below came from."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from adc.diagnostics import Span
from adc.diagnostics.citing import file_name
from adc.emit.wrapping import WIDTH

#: Names of Fortran files, in lower case, of either source form.
FIXED = frozenset({".f", ".for", ".f77", ".ftn"})
FREE = frozenset({".f90", ".f95", ".f03", ".f08", ".f18"})


#: Comments are this wide where statements are nested so deeply that the line is full before.
_LEAST_ROOM = 30


@dataclass(frozen=True)
class Quoter:
    """`sources` gives the lines of each source file, by what it is called; without them no
    quotation. `cited` is what files are called that have one name."""

    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)
    cited: Mapping[str, str] = field(default_factory=dict)

    def name(self, path: str) -> str:
        """What the file is called."""
        return file_name(path, self.cited)

    def comment(self, span: Span, indent: int) -> str:
        """`/* burgers.py:12: u[1:-1] = ... */`, cut to fit one line."""
        margin = " " * indent
        quoted = self.quote(span)
        place = f"{self.name(span.file)}:{span.line}"
        text = safe(f"{place}: {quoted}" if quoted else place)
        room = _room(indent)
        if len(text) > room:
            text = text[: room - 4].rstrip() + " ..."
        return f"{margin}/* {text} */"

    def quote(self, span: Span) -> str:
        """The source text of the statement's lines, joined by single blanks."""
        name = self.name(span.file)
        lines = self.sources.get(name, ())[span.line - 1 : max(span.line, span.end_line)]
        return " ".join(" ".join(_joined(lines, PurePath(name).suffix.lower())).split())

    def heading(self, text: str, level: int, indent: int) -> list[str]:
        """Level 1 is ruled to the full width; the others are plain comments."""
        margin = " " * indent
        text = safe(text)
        if level == 1 and len(text) < WIDTH - indent - 20:
            head = f"{margin}/* ---- {text} "
            return [head + "-" * (WIDTH - len(head) - 3) + " */"]
        lines = textwrap.wrap(text, _room(indent)) or [""]
        lines[0] = f"{margin}/* {lines[0]}"
        lines[1:] = [f"{margin} * {line}" for line in lines[1:]]
        lines[-1] += " */"
        return lines


def _room(indent: int) -> int:
    """How wide the text of a comment may be."""
    return max(WIDTH - indent - len("/*  */"), _LEAST_ROOM)


def _joined(lines: Sequence[str], suffix: str) -> Sequence[str]:
    """`lines`; without comment lines and marks of continuation where they are Fortran's."""
    if len(lines) < 2 or suffix not in FIXED | FREE:
        return lines
    if suffix in FIXED:
        rest = [line for line in lines[1:] if line[:1] not in ("c", "C", "*", "!", "d", "D")]
        return [lines[0], *(line[6:] if not line[:5].strip() else line for line in rest)]
    statements = [line.strip() for line in lines if not line.lstrip().startswith("!")]
    return [re.sub(r"&\s*(!.*)?$", "", line).removeprefix("&") for line in statements]


def safe(text: str) -> str:
    """`text` with nothing in it that begins or ends a comment."""
    text = " ".join(text.split())
    for pair in ("*/", "/*"):
        while pair in text:
            text = text.replace(pair, f"{pair[0]} {pair[1]}")
    return text.replace("??/", "?? /")
