"""The tables of `adc plan`: at most 100 columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from adc.diagnostics.amounts import format_bytes, format_seconds

if TYPE_CHECKING:
    from adc.checkpoint.plan import PlanRow
    from adc.checkpoint.search.sweep import Point
    from adc.schedule import Scheduled

WIDTH = 100
_MOST_ROWS = 40  # of a table
_MOST_NAME = 24  # columns of a name
_MOST_FORMULA = 80
_LEAST_LAST = 24  # columns left for the last cell


def decisions(rows: Sequence[PlanRow], sizes: Mapping[str, int]) -> str:
    """What becomes of each forward value that the reverse sweep needs."""
    if not rows:
        return "Nothing of the forward sweep is needed in reverse."
    table = [("array", "where", "decision", "bytes", "to recompute", "why")]
    for row in rows:
        amount = format_bytes(bytes_of(row, sizes))
        table.append((row.array, row.where, row.decision, amount, work(row), row.why))
    return columns(elided(table))


def bytes_of(row: PlanRow, sizes: Mapping[str, int]) -> int:
    from adc.ir.shapes import evaluate

    return max(evaluate(row.bytes, dict(sizes)), 0)


def work(row: PlanRow) -> str:
    """What the decision costs in the reverse sweep."""
    if row.rerun_steps is not None:
        text = f"{row.rerun_steps} steps"
    elif row.flops:
        text = f"{row.flops} flop{'' if row.flops == 1 else 's'} each"
    else:
        return ""
    if row.predicted_seconds is not None:
        text += f", {format_seconds(row.predicted_seconds)}"
    return text


def memory(scheduled: Scheduled, sizes: Mapping[str, int]) -> str:
    """What the arguments and each stretch of the workspace take."""
    from adc.ir.shapes import evaluate
    from adc.ir.shapes_text import told_text

    rows = [("arguments, seeds and gradients", scheduled.arguments_bytes)]
    rows += [(", ".join(slot.containers), slot.bytes) for slot in scheduled.arena]
    rows.append(("peak", scheduled.peak_bytes))
    table = [("", "bytes", "formula")]
    table += [
        (name, format_bytes(max(evaluate(e, dict(sizes)), 0)), formula(told_text(e)))
        for name, e in rows
    ]
    table[-1:-1] = [
        (", ".join(scratch.containers), "", f"in {scratch.array}, before it begins")
        for scratch in scheduled.scratch
    ]
    beside = [_on_host(scheduled, sizes)] if scheduled.host_snapshots else []
    return columns([*elided(table), *beside], first=40)


def _on_host(scheduled: Scheduled, sizes: Mapping[str, int]) -> tuple[str, str, str]:
    """What is in none of the rows before: snapshots in the host's memory."""
    from adc.ir.shapes import evaluate
    from adc.ir.shapes_text import told_text

    amount = scheduled.host_bytes
    words = format_bytes(evaluate(amount, dict(sizes)))
    return "beside it, snapshots on the host", words, formula(told_text(amount))


def formula(text: str) -> str:
    """A formula that is too long to be read is left to --json."""
    return text if len(text) <= _MOST_FORMULA else ""


def sweep(points: Sequence[Point], stored_seconds: float) -> str:
    """Predicted time against memory limit."""
    table = [("limit", "peak", "predicted time", "", "what was chosen")]
    for point in points:
        ratio = point.seconds / stored_seconds if stored_seconds else 1.0
        table.append(
            (
                format_bytes(point.limit),
                format_bytes(point.peak),
                format_seconds(point.seconds),
                f"{ratio:.2f}x",
                point.words,
            )
        )
    return columns(table)


def elided(table: Sequence[tuple[str, ...]]) -> Sequence[tuple[str, ...]]:
    """The table without what is too much to read at a glance."""
    if len(table) <= _MOST_ROWS + 1:
        return table
    more = len(table) - _MOST_ROWS
    rest = ("...", *("" for _ in table[0][2:]), f"and {more} more (--json has all)")
    return [*table[:_MOST_ROWS], rest]


def columns(table: Sequence[tuple[str, ...]], first: int = _MOST_NAME) -> str:
    """Aligned columns; the last one wraps within itself, long names are cut."""
    rows = [(shortened(row[0], first), *row[1:]) for row in table]
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=True)]
        head = "  " + "".join(cell + "  " for cell in cells)
        room = max(WIDTH - len(head), _LEAST_LAST)
        parts = textwrap.wrap(row[-1], room, break_on_hyphens=False) or [""]
        lines.append((head + parts[0]).rstrip())
        lines += [" " * len(head) + part for part in parts[1:]]
    return "\n".join(lines)


def shortened(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."
