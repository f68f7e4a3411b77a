"""The memory timeline and the sweep as SVG, in adc's own few shapes; the same bytes each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import floor, log10
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from adc.checkpoint.search.sweep import Point as SweepPoint
    from adc.cli.plan_timeline import Point

_WIDTH, _LEFT, _RIGHT = 960, 84, 24
_HEIGHT, _LABELS, _GAP, _TOP = 190, 88, 34, 24  # of a panel, below it, above it, of the page
_LABEL_ROOM = 13  # pixels between labels by source line
_UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "bytes"))
#: Stands in the head of each drawing.
SVG_MARK = "drawn by adc plan"
_STYLE = """\
  text { font: 12px sans-serif; fill: #222 }
  .title { font-size: 15px; font-weight: bold }
  .small { font-size: 10px }
  .axis { stroke: #444; fill: none }
  .grid { stroke: #ddd }
  .forward { fill: #eef4fb }
  .reverse { fill: #fbf1e6 }
  .chosen { fill: #3b76af; fill-opacity: 0.75; stroke: #24527e }
  .stored { fill: #9a9a9a; fill-opacity: 0.6; stroke: #666 }
  .limit { stroke: #c22; stroke-width: 1.5; stroke-dasharray: 6 3 }
  .limit-text { fill: #c22 }
  .line { stroke: #3b76af; stroke-width: 1.5; fill: none }
  .dot { fill: #24527e }"""


def svg(
    name: str,
    chosen: Sequence[Point],
    stored: Sequence[Point],
    limit: int | None,
    sweep: Sequence[SweepPoint] | None,
) -> str:
    """Panels below each other: the plan's timeline, that of storing everything, the sweep."""
    highest = max([1, limit or 0, *(p.bytes for p in (*chosen, *stored))])
    unit, unit_name = unit_for(highest)
    page = Page()
    page.text(_LEFT, 24, f"Memory of a call of {name}_grad", "title")
    scale = Scale(0, highest / unit * 1.05)
    for title, points, style in (
        ("as planned", chosen, "chosen"),
        ("everything stored", stored, "stored"),
    ):
        panel = page.panel()
        panel.frame(scale, f"{title} ({unit_name})")
        panel.sweeps(points)
        panel.grid(scale)
        panel.areas(points, scale, unit, style)
        panel.line_labels(points)
        if limit is not None:
            panel.level(scale, limit / unit, "limit")
    if sweep:
        page.panel().sweep(sweep)
    return page.svg()


def unit_for(highest: float) -> tuple[int, str]:
    return next((size, name) for size, name in _UNITS if highest >= size or size == 1)


def ticks(low: float, high: float) -> list[float]:
    """About five round numbers between `low` and `high`."""
    rough = max(high - low, 1e-12) / 5
    power = 10.0 ** floor(log10(rough))
    step = next((f * power for f in (1, 2, 5) if f * power >= rough), 10 * power)
    first = floor(low / step)
    values = [k * step for k in range(first, first + 12)]
    return [v for v in values if low - 1e-9 * step <= v <= high]


@dataclass(frozen=True)
class Scale:
    low: float
    high: float

    def share(self, value: float) -> float:
        return (value - self.low) / ((self.high - self.low) or 1.0)


@dataclass
class Page:
    """Shapes in order, and how far down the page they reach."""

    shapes: list[str] = field(default_factory=list)
    bottom: int = _TOP

    def panel(self) -> Panel:
        top = self.bottom + _GAP
        self.bottom = top + _HEIGHT + _LABELS
        return Panel(self, top)

    def text(self, x: float, y: float, text: str, style: str = "", more: str = "") -> None:
        classes = f' class="{style}"' if style else ""
        self.shapes.append(f'<text x="{x:.1f}" y="{y:.1f}"{classes}{more}>{escape(text)}</text>')

    def line(self, x: float, y: float, x_end: float, y_end: float, style: str) -> None:
        ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{x_end:.1f}" y2="{y_end:.1f}"'
        self.shapes.append(f'<line {ends} class="{style}"/>')

    def svg(self) -> str:
        size = f'width="{_WIDTH}" height="{self.bottom}" viewBox="0 0 {_WIDTH} {self.bottom}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        ground = f'<rect width="{_WIDTH}" height="{self.bottom}" fill="white"/>'
        mark = f"<!-- {SVG_MARK} -->"
        lines = [head, mark, f"<style>\n{_STYLE}\n</style>", ground, *self.shapes, "</svg>"]
        return "\n".join(lines) + "\n"


@dataclass
class Panel:
    page: Page
    top: int

    @property
    def base(self) -> int:
        return self.top + _HEIGHT

    def x(self, share: float) -> float:
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def y(self, share: float) -> float:
        return self.base - share * _HEIGHT

    def frame(self, scale: Scale, title: str) -> None:
        self.page.text(_LEFT, self.top - 8, title)
        for value in ticks(scale.low, scale.high):
            y = self.y(scale.share(value))
            self.page.text(_LEFT - 8, y + 4, f"{value:g}", more=' text-anchor="end"')

    def grid(self, scale: Scale) -> None:
        for value in ticks(scale.low, scale.high):
            y = self.y(scale.share(value))
            self.page.line(self.x(0), y, self.x(1), y, "grid")
        self.page.line(self.x(0), self.base, self.x(1), self.base, "axis")
        self.page.line(self.x(0), self.top, self.x(0), self.base, "axis")

    def rectangle(self, left: float, right: float, height: float, style: str) -> None:
        x, width = self.x(left), self.x(right) - self.x(left)
        y = self.y(height)
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{self.base - y:.1f}"'
        self.page.shapes.append(f'<rect {place} class="{style}"/>')

    # -- a timeline ------------------------------------------------------------------------------

    def sweeps(self, points: Sequence[Point]) -> None:
        """Shades the two sweeps."""
        count = max(len(points), 1)
        turn = sum(not p.reverse for p in points) / count
        for left, right, style in ((0.0, turn, "forward"), (turn, 1.0, "reverse")):
            if right > left:
                self.rectangle(left, right, 1.0, style)
                self.page.text(self.x(left) + 6, self.top + 14, f"{style} sweep", "small")

    def areas(self, points: Sequence[Point], scale: Scale, unit: int, style: str) -> None:
        """One outline around the bars of all points."""
        if not points:
            return
        path = [f"M {self.x(0):.1f} {self.base}"]
        for number, point in enumerate(points):
            y = self.y(scale.share(point.bytes / unit))
            path.append(f"V {y:.1f} H {self.x((number + 1) / len(points)):.1f}")
        self.page.shapes.append(f'<path d="{" ".join(path)} V {self.base} Z" class="{style}"/>')

    def line_labels(self, points: Sequence[Point]) -> None:
        """The source's lines below the axis, as many as there is room for."""
        each = (self.x(1) - self.x(0)) / max(len(points), 1)
        last = float("-inf")
        for number, point in enumerate(points):
            x = self.x((number + 0.5) / len(points))
            if x - last < _LABEL_ROOM and each < _LABEL_ROOM:
                continue
            last = x
            turned = f' text-anchor="end" transform="rotate(-60 {x + 4:.1f} {self.base + 12})"'
            self.page.text(x + 4, self.base + 12, point.label, "small", turned)

    def level(self, scale: Scale, value: float, name: str) -> None:
        y = self.y(scale.share(value))
        self.page.line(self.x(0), y, self.x(1), y, "limit")
        end = ' text-anchor="end"'
        self.page.text(self.x(1) - 4, y - 4, name, "small limit-text", end)

    # -- the sweep -------------------------------------------------------------------------------

    def sweep(self, points: Sequence[SweepPoint]) -> None:
        """Predicted time over the limit: a plan holds from its limit to the next one."""
        unit, unit_name = unit_for(max(p.limit for p in points))
        milliseconds = [1e3 * p.seconds for p in points]
        times = Scale(0, max([*milliseconds, 1e-9]) * 1.1)
        limits = [p.limit / unit for p in points]
        room = Scale(limits[0], max(limits[-1], limits[0] + 1e-9))
        self.frame(times, "predicted time (ms)")
        self.grid(times)
        for value in ticks(room.low, room.high):
            x = self.x(room.share(value))
            self.page.line(x, self.base, x, self.base + 4, "axis")
            self.page.text(x, self.base + 18, f"{value:g}", more=' text-anchor="middle"')
        middle = ' text-anchor="middle"'
        self.page.text(self.x(0.5), self.base + 38, f"memory limit ({unit_name})", more=middle)
        places = [
            (self.x(room.share(at)), self.y(times.share(ms)))
            for at, ms in zip(limits, milliseconds, strict=True)
        ]
        path = f"M {places[0][0]:.1f} {places[0][1]:.1f}"
        path += "".join(f" H {x:.1f} V {y:.1f}" for x, y in places[1:])
        self.page.shapes.append(f'<path d="{path}" class="line"/>')
        for (x, y), point in zip(places, points, strict=True):
            title = escape(f"{point.limit} bytes: {point.words}")
            circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" class="dot">'
            self.page.shapes.append(f"{circle}<title>{title}</title></circle>")
