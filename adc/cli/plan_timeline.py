"""The memory of a call over its course, as points to draw: in the terminal here, as SVG beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from adc.diagnostics.amounts import format_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adc.schedule import Scheduled

_BAR = 24  # columns of the longest bar
_MOST_ROWS = 36  # of the drawing; what changes least is left out
_CLEARING = "clearing"  # the place of statements that only adc has
_HEADINGS = ("Forward sweep", "Reverse sweep")


@dataclass(frozen=True)
class Point:
    """A stretch of the call: where in the source, in which sweep, all bytes held there, and the
    buffers. A step that is run again from a snapshot counts as `again`."""

    place: str
    reverse: bool
    again: bool
    bytes: int
    live: tuple[str, ...]

    @property
    def key(self) -> tuple[str, bool]:
        return self.place, self.reverse

    @property
    def label(self) -> str:
        return f"{self.place}, run again" if self.again else self.place


def points(scheduled: Scheduled, sizes: Mapping[str, int]) -> list[Point]:
    """The events of a call; neighbours of one place are one, with the most bytes of them.

    Where arrays are only cleared, that is part of what comes next.
    """
    from adc.ir.shapes import evaluate

    timeline = scheduled.timeline
    arguments = evaluate(timeline.arguments, dict(sizes))
    found: list[Point] = []
    for event, live in zip(timeline.events, timeline.live_bytes_at(sizes), strict=True):
        again = any(loop.startswith("replay") for loop in event.loops)
        reverse = event.sweep.startswith("Reverse")
        point = Point(event.place, reverse, again, arguments + live, event.live)
        if found and found[-1].place == _CLEARING and found[-1].reverse == reverse:
            point = larger(found.pop(), point, point)
        if found and (found[-1].key, found[-1].again) == (point.key, again):
            point = larger(found.pop(), point, point)
        found.append(point)
    return found


def larger(one: Point, other: Point, place: Point) -> Point:
    """What holds more of two stretches, as a stretch at `place`."""
    most = max(one, other, key=lambda p: p.bytes)
    return replace(place, bytes=most.bytes, live=most.live)


def drawing(chosen: Sequence[Point], stored: Sequence[Point], limit: int | None) -> str:
    """Both timelines side by side, as bars; stretches that have no match stand alone."""
    highest = max([1, *(p.bytes for p in (*chosen, *stored))])
    rows = thinned(paired(chosen, stored))
    width = max([len(label_of(row)) for row in rows if row] + [len(_HEADINGS[0])]) + 2
    head = f"{'':{width}}{'as planned':<{_BAR + 13}}everything stored"
    lines = [head.rstrip()]
    sweep = ""
    for row in rows:
        if row is None:
            lines.append("  ...")
            continue
        heading = _HEADINGS[(row[0] or row[1] or _NOTHING).reverse]
        if heading != sweep:
            lines.append(heading)
            sweep = heading
        cells = "".join(f"{cell(point, highest):<{_BAR + 13}}" for point in row)
        lines.append(f"{'  ' + label_of(row):<{width}}{cells}".rstrip())
    lines.append(f"{'peak':<{width}}{peak_text(chosen):<{_BAR + 13}}{peak_text(stored)}")
    if limit is not None:
        lines.append(f"{'limit':<{width}}{format_bytes(limit):>11}")
    return "\n".join(lines)


Row = tuple["Point | None", "Point | None"]
_NOTHING = Point("", False, False, 0, ())


def paired(chosen: Sequence[Point], stored: Sequence[Point]) -> list[Row]:
    """The stretches of both in order; equal places of equal sweeps stand in one row."""
    keys = [p.key for p in chosen], [p.key for p in stored]
    rows: list[Row] = []
    for _, i, i_end, j, j_end in SequenceMatcher(
        None, keys[0], keys[1], autojunk=False
    ).get_opcodes():
        if keys[0][i:i_end] == keys[1][j:j_end]:
            rows += list(zip(chosen[i:i_end], stored[j:j_end], strict=True))
        else:
            left: list[Row] = [(p, None) for p in chosen[i:i_end]]
            right: list[Row] = [(None, p) for p in stored[j:j_end]]
            rows += sorted(left + right, key=lambda r: (r[0] or r[1] or _NOTHING).reverse)
    return rows


def thinned(rows: list[Row]) -> list[Row | None]:
    """At most `_MOST_ROWS` rows, those where most changes and the peaks; None where some lack."""
    if len(rows) <= _MOST_ROWS:
        return list(rows)
    weights = []
    for position, row in enumerate(rows):
        before = rows[position - 1] if position else (None, None)
        weights.append(max(change(a, b) for a, b in zip(before, row, strict=True)))
    for side in (0, 1):
        amounts = [(row[side] or _NOTHING).bytes for row in rows]
        weights[amounts.index(max(amounts))] = float("inf")
    first = sorted(range(len(rows)), key=lambda k: (-weights[k], k))[:_MOST_ROWS]
    result: list[Row | None] = []
    for position, row in enumerate(rows):
        if position in first:
            result.append(row)
        elif result and result[-1] is not None:
            result.append(None)
    return result


def change(before: Point | None, after: Point | None) -> float:
    if after is None:
        return 0.0
    return float(abs(after.bytes - (before.bytes if before else 0)))


def label_of(row: Row) -> str:
    return (row[0] or row[1] or _NOTHING).label


def cell(point: Point | None, highest: int) -> str:
    if point is None:
        return ""
    return f"{format_bytes(point.bytes):>11} {'#' * round(_BAR * point.bytes / highest)}"


def peak_text(found: Sequence[Point]) -> str:
    return f"{format_bytes(max((p.bytes for p in found), default=0)):>11}"
