"""Comments in generated files: wrapped, and safe whatever the texts in them hold."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from adc.emit.quoting import safe
from adc.emit.wrapping import WIDTH

#: The width of a table's first column from which on it is told on lines of its own.
_LONG = 30


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
    """`rows` as comment lines with aligned columns; the last one wraps within itself.

    A first cell of two that would leave the other column little room gets a line of its own.
    """
    if not rows:
        return []
    if len(rows[0]) == 2 and any(len(row[0]) > _LONG for row in rows):
        return _broken_table(rows)
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


def _broken_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """A table of two columns in which long names stand above what is said of them."""
    lines: list[str] = []
    for name, text in rows:
        if len(name) <= _LONG:
            lines += table([(name.ljust(_LONG), text)])
        else:
            lines += [*wrapped(name, " *   ", "  "), *table([(" " * _LONG, text)])]
    return lines
