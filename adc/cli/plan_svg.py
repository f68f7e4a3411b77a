"""The memory timeline and the sweep as SVG, in adc's own few shapes; the same bytes each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import floor, log10
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from adc.diagnostics.amounts import format_bytes

if TYPE_CHECKING:
    from adc.checkpoint.search.sweep import Point as SweepPoint
    from adc.cli.plan_timeline import Point

_WIDTH, _LEFT, _RIGHT = 960, 84, 24
PANEL_HEIGHT, _LABELS, _GAP, _TOP = 190, 88, 34, 24  # of a panel, below it, above it, of the page
_LABEL_ROOM = 13  # pixels between labels by source line
#: A plan gets a scale of its own where storing everything takes so many times its bytes.
OWN_SCALE = 5
#: A range is drawn by ratio where its ends differ by this factor.
WIDE = 10
FEW_DECADES, MOST_MARKS = 3, 8
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
    """Panels below each other: the plan's timeline, that of storing everything, the sweep.

    A plan that needs far less than storing everything has a scale of its own, and its panel says
    so: under the other's it would be a flat line.
    """
    own, most = (max([1, *(p.bytes for p in points)]) for points in (chosen, stored))
    apart = own * OWN_SCALE < most
    page = Page()
    page.text(_LEFT, 24, f"Memory of a call of {name}_grad", "title")
    for title, points, style, highest in (
        ("as planned", chosen, "chosen", own if apart else max(own, most)),
        ("everything stored", stored, "stored", max(own, most)),
    ):
        if limit is not None and limit <= highest * OWN_SCALE:
            highest = max(highest, limit)
        unit, unit_name = unit_for(highest)
        scale = Scale(0, highest / unit * 1.05)
        if apart and points is chosen:
            unit_name += f", on a scale of its own: storing everything takes {format_bytes(most)}"
        panel = page.panel()
        panel.frame(scale, f"{title} ({unit_name})")
        panel.sweeps(points)
        panel.grid(scale)
        panel.areas(points, scale, unit, style)
        panel.line_labels(points)
        if limit is not None:
            panel.level(scale, limit, unit)
    if sweep:
        page.panel().sweep(sweep, max(p.bytes for p in stored))
    return page.svg()


def unit_for(highest: float) -> tuple[int, str]:
    return next((size, name) for size, name in _UNITS if highest >= size or size == 1)


def marks(scale: Scale) -> list[float]:
    """Round numbers along `scale`."""
    return log_ticks(scale.low, scale.high) if scale.logarithmic else ticks(scale.low, scale.high)


def log_ticks(low: float, high: float) -> list[float]:
    """Powers of ten between `low` and `high`; 2 and 5 times them, too, where they are few."""
    decades = range(floor(log10(low)), floor(log10(high)) + 1)
    factors = (1, 2, 5) if len(decades) <= FEW_DECADES else (1,)
    values = [f * 10.0**d for d in decades for f in factors]
    return [v for v in values if low * (1 - 1e-9) <= v <= high * (1 + 1e-9)]


def byte_ticks(low: int, high: int) -> list[int]:
    """Powers of two between `low` and `high`, as many as there is room for."""
    powers = [
        1 << k for k in range(low.bit_length() - 1, high.bit_length()) if low <= 1 << k <= high
    ]
    return powers[:: -(-len(powers) // MOST_MARKS) or 1]


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
    """Where between `low` and `high` a value lies; by ratio where it is `logarithmic`."""

    low: float
    high: float
    logarithmic: bool = False

    @classmethod
    def over(cls, low: float, high: float) -> Scale:
        """From `low` to `high`, both above 0, by ratio where that is a wide range."""
        return cls(low, high, low > 0 and high > low * WIDE)

    def share(self, value: float) -> float:
        if self.logarithmic:
            return log10(value / self.low) / log10(self.high / self.low)
        return (value - self.low) / ((self.high - self.low) or 1.0)


@dataclass
class Page:
    """Shapes in order, and how far down the page they reach."""

    shapes: list[str] = field(default_factory=list)
    bottom: int = _TOP

    def panel(self) -> Panel:
        top = self.bottom + _GAP
        self.bottom = top + PANEL_HEIGHT + _LABELS
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
        return self.top + PANEL_HEIGHT

    def x(self, share: float) -> float:
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def y(self, share: float) -> float:
        return self.base - share * PANEL_HEIGHT

    def frame(self, scale: Scale, title: str) -> None:
        self.page.text(_LEFT, self.top - 8, title)
        for value in marks(scale):
            y = self.y(scale.share(value))
            self.page.text(_LEFT - 8, y + 4, f"{value:g}", more=' text-anchor="end"')

    def grid(self, scale: Scale) -> None:
        for value in marks(scale):
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

    def level(self, scale: Scale, limit: int, unit: int) -> None:
        """A line at the limit; where the scale does not reach so far, a word on it at the top."""
        end = ' text-anchor="end"'
        if limit / unit > scale.high:
            name = f"limit {format_bytes(limit)}, above this scale"
            self.page.text(self.x(1) - 4, self.top + 14, name, "small limit-text", end)
            return
        y = self.y(scale.share(limit / unit))
        self.page.line(self.x(0), y, self.x(1), y, "limit")
        self.page.text(self.x(1) - 4, y - 4, "limit", "small limit-text", end)

    # -- the sweep -------------------------------------------------------------------------------

    def sweep(self, points: Sequence[SweepPoint], most: int) -> None:
        """Predicted time over the limit: a plan holds from its limit to the next one, the last one
        to the `most` bytes of storing everything, and further."""
        milliseconds = [1e3 * p.seconds for p in points]
        slowest, fastest = max([*milliseconds, 1e-9]), min(milliseconds)
        times = Scale.over(fastest / 1.1, slowest * 1.1)
        times = times if times.logarithmic else Scale(0, slowest * 1.1)
        lowest, highest = points[0].limit, max(most, points[-1].limit)
        room = Scale.over(lowest, max(highest, lowest + 1))
        self.frame(times, f"predicted time (ms{_by_ratio(times)})")
        self.grid(times)
        self.limits(room)
        places = [
            (self.x(room.share(p.limit)), self.y(times.share(ms)))
            for p, ms in zip(points, milliseconds, strict=True)
        ]
        path = f"M {places[0][0]:.1f} {places[0][1]:.1f}"
        path += "".join(f" H {x:.1f} V {y:.1f}" for x, y in places[1:])
        self.page.shapes.append(f'<path d="{path} H {self.x(1):.1f}" class="line"/>')
        for (x, y), point in zip(places, points, strict=True):
            title = escape(f"{point.limit} bytes: {point.words}")
            circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" class="dot">'
            self.page.shapes.append(f"{circle}<title>{title}</title></circle>")

    def limits(self, room: Scale) -> None:
        """The axis of memory limits."""
        unit, unit_name = unit_for(room.high)
        middle = ' text-anchor="middle"'
        if room.logarithmic:
            powers = byte_ticks(int(room.low), int(room.high))
            named = [(float(v), format_bytes(v)) for v in powers]
        else:
            named = [(v * unit, f"{v:g}") for v in ticks(room.low / unit, room.high / unit)]
        for value, text in named:
            x = self.x(room.share(value))
            self.page.line(x, self.base, x, self.base + 4, "axis")
            self.page.text(x, self.base + 18, text, more=middle)
        title = "memory limit, by ratio" if room.logarithmic else f"memory limit ({unit_name})"
        self.page.text(self.x(0.5), self.base + 38, title, more=middle)


def _by_ratio(scale: Scale) -> str:
    return ", by ratio" if scale.logarithmic else ""
