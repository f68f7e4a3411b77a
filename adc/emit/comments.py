"""Comments in generated files: wrapped, and safe whatever the texts in them hold."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from adc.emit.c.quoting import safe
from adc.emit.c.wrapping import WIDTH


def wrapped(text: str, prefix: str = " * ", hanging: str = "") -> list[str]:
    """`text` as lines that begin with `prefix`; the second and later ones also with `hanging`."""
    lines = textwrap.wrap(
        safe(text),
        width=WIDTH,
        initial_indent=prefix,
        subsequent_indent=prefix + hanging,
        break_on_hyphens=False,
    )
    return lines or [prefix.rstrip()]


def lines_of(text: str) -> list[str]:
    """One entry of a list in a comment, its columns kept where it fits on a line."""
    line = f" *   {text}"
    if len(line) <= WIDTH and safe(text) == " ".join(text.split()):
        return [line.rstrip()]
    return wrapped(text, " *   ", "    ")


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """`rows` as lines with aligned columns, the last one ragged."""
    if not rows:
        return []
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip() for row in rows]
