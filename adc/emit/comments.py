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


def listed(text: str) -> list[str]:
    """One entry of a list in a comment."""
    return wrapped(text, " *   ", "    ")


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """`rows` as comment lines with aligned columns; the last one wraps within itself."""
    if not rows:
        return []
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]) - 1)]
    margin = " *   "
    lines = []
    for row in rows:
        cells = [safe(cell).ljust(width) for cell, width in zip(row[:-1], widths, strict=True)]
        start = margin + "".join(cell + "  " for cell in cells)
        hanging = margin + " " * (len(start) - len(margin))
        room = max(WIDTH - len(start), 24)
        parts = textwrap.wrap(safe(row[-1]), room, break_on_hyphens=False) or [""]
        lines.append((start + parts[0]).rstrip())
        lines += [hanging + part for part in parts[1:]]
    return lines
