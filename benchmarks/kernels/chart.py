"""The chart of a run: JAX's time to adc's, one line per kernel and size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from benchmarks.kernels.rows import Row

#: Lengths in units of the picture.
LINE, LEFT, RIGHT, WIDTH, TOP = 18, 150, 30, 760, 54
#: Ratios beyond these stand at the edge.
LEAST, MOST = 2.0**-6, 2.0**8


def place(ratio: float) -> float:
    """Where a ratio stands from left to right: on a logarithmic scale."""
    held = min(max(ratio, LEAST), MOST)
    share = math.log(held / LEAST) / math.log(MOST / LEAST)
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def svg(rows: Sequence[Row]) -> str:
    """Two marks per line: JAX's straightforward version (open), the faster one (filled)."""
    shown = [row for row in rows if row.best is not None and row.lax is not None]
    height = TOP + LINE * len(shown) + 12
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="16">Time of JAX / time of adc: right of 1, adc is faster'
        " (filled: the faster of JAX's versions; open: lax loops)</text>",
    ]
    for power in range(round(math.log2(LEAST)), round(math.log2(MOST)) + 1, 2):
        x, ratio = place(2.0**power), 2.0**power
        colour = "black" if power == 0 else "#ccc"
        label = f"{ratio:g}" if power >= 0 else f"1/{2**-power}"
        lines.append(f'<line x1="{x:.1f}" y1="44" x2="{x:.1f}" y2="{height}" stroke="{colour}"/>')
        lines.append(f'<text x="{x:.1f}" y="38" text-anchor="middle">{label}</text>')
    for number, row in enumerate(shown):
        lines += _marks(row, TOP + LINE * number + LINE // 2)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _marks(row: Row, y: int) -> list[str]:
    assert row.lax is not None
    assert row.best is not None
    name = escape(f"{row.name} {row.size}")
    return [
        f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{name}</text>',
        f'<circle cx="{place(row.lax):.1f}" cy="{y}" r="4" fill="none" stroke="#06c"/>',
        f'<circle cx="{place(row.best):.1f}" cy="{y}" r="4" fill="#06c"/>',
    ]
