"""Taking times, and tables of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any


def best_seconds(call: Callable[[], Any], repetitions: int = 5) -> float:
    """The shortest of `repetitions` runs after one that is not counted."""
    call()
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns padded to their widest entry: the first to the right of it, numbers to the left."""
    widths = [max(len(row[c]) for row in (header, *rows)) for c in range(len(header))]
    lines = []
    for row in (header, *rows):
        first, *rest = zip(row, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(text.rjust(width) for text, width in rest)]
        lines.append("  ".join(cells))
    return "\n".join(lines)
