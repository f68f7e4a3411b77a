"""Random loops: over axes and numbers, and such as data or a counter end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.textfuzz.python.scope import Dim, Draw, Scope, Variable

if TYPE_CHECKING:
    from tests.textfuzz.python.arrays import Arrays


class Loops:
    """The loops among the statements of a body, which `body` writes."""

    draw: Draw
    values: Arrays
    lines: list[str]

    def emit(self, s: Scope, text: str) -> None:
        raise NotImplementedError

    def body(self, s: Scope, count: int) -> None:
        raise NotImplementedError

    def loop(self, s: Scope) -> bool:
        d = self.draw
        if "range" in self.values.words.hidden:
            return False
        inner = s.inner(loop=True)
        dims = [dim for v in s.arrays() for dim in v.dims if dim.size]
        if dims and d.chance(0.75):
            header, low, high, dim = self.over(s, d.pick(dims))
        else:
            header, low, high, dim = self.counted(s), 0, 0, None
        v = Variable(self.values.words.fresh(), "i", below=dim, low=low, high=high, free=False)
        kept = d.chance(0.25)
        if kept:  # for where the loop does not run
            self.emit(s, f"{v.name} = {d.between(-1, 3)}")
        self.emit(s, f"for {v.name} in range({header}):")
        inner.add(v)
        self.body(inner, d.weighted([(1, 4), (2, 4), (3, 1)]))
        if kept:
            s.add(replace(v, below=None, low=0, high=0, data=True))
        return True

    def counted(self, s: Scope) -> str:
        """Bounds by numbers and integers, also empty ones and odd steps."""
        d = self.draw
        held = [v.name for v in s.of("i") if v.below is None] or ["2"]
        return d.pick([
            str(d.between(0, 4)), d.pick(held), f"{d.pick(held)} + 1", f"1, {d.pick(held)}",
            f"{d.pick(held)}, -1, -1", "3, 0, -1", "0, 5, 2", "5, 0, -2", f"{d.pick(held)}, 2",
            "-2, 1", f"{d.pick(held)} - 1",
        ])  # fmt: skip

    def over(self, s: Scope, dim: Dim) -> tuple[str, int, int, Dim | None]:
        """Bounds of an axis; how far the variable keeps from its two ends."""
        d = self.draw
        lengths = self.values.lengths(s, dim)
        if not lengths:
            return self.counted(s), 0, 0, None
        n = d.pick(lengths)
        outer = [v for v in s.of("i") if v.below == dim]
        if outer and d.chance(0.35):
            o = d.pick(outer)
            return d.pick([
                (o.name, 0, o.high + 1, dim), (f"{o.name} + 1", 0, o.high, dim),
                (f"{o.name}, {n}", o.low, 0, dim), (f"{o.name} + 1, {n}", o.low + 1, 0, dim),
                (f"{n} - 1, {o.name}, -1", o.low + 1, 0, dim),
                (f"{o.name}, -1, -1", 0, o.high, dim),
            ])  # fmt: skip
        low, high = d.weighted([(0, 5), (1, 3), (2, 1)]), d.weighted([(0, 5), (1, 3), (2, 1)])
        stop = f"{n} - {high}" if high else n
        return d.weighted([
            ((f"{low}, {stop}" if low else stop), 7), (f"{low}, {stop}, 2", 1),
            (f"{n} - {high + 1}, {low - 1}, -1", 1.5), (f"{stop} - 1, {low - 1}, -2", 0.5),
            (f"-1, -1 - ({stop}), -1", 0.2),
        ]), low, high, dim  # fmt: skip

    def while_(self, s: Scope) -> bool:
        """A loop that data or a counter ends, after ten rounds at the latest."""
        d, words = self.draw, self.values.words
        lengths = [t for v in s.arrays() for t in self.values.lengths(s, v.dims[0])
                   if v.dims[0].size]  # fmt: skip
        count = Variable(words.fresh(), "i", free=False)
        bound = d.weighted([(str(d.between(1, 5)), 3), (d.pick(lengths), 3)]) if lengths else "3"
        way = d.weighted([("up", 5), ("down", 1), ("data", 3), ("true", 1)])
        step = d.weighted([(1, 5), (2, 2)])
        inner, begin = s.inner(loop=True), len(self.lines)
        start, condition, move = "0", f"{count.name} < {bound}", f"{count.name} += {step}"
        if way == "down":
            start, condition, move = bound, f"{count.name} > 0", f"{count.name} -= {step}"
        elif way == "data":
            condition = d.pick([f"{condition} and {self.values.boolean(s, 0)}",
                                f"{self.values.boolean(s, 0)} and {condition}"])  # fmt: skip
        self.emit(s, f"{count.name} = {start}")
        if way == "true":
            self.emit(s, "while True:")
            self.emit(inner, f"if not ({condition}):")
            self.emit(inner.inner(), "break")
        elif way == "down" and d.chance(0.3):
            self.emit(s, f"while {count.name}:")
            move = f"{count.name} -= 1"
        else:
            self.emit(s, f"while {condition}:")
        if way in ("up", "data") and bound in lengths:
            count = replace(count, below=next(
                (v.dims[0] for v in s.arrays() if bound in self.values.lengths(s, v.dims[0])), None
            ))  # fmt: skip
        inner.add(count)
        first = d.chance(0.25)
        if first:
            self.emit(inner, move)
            inner.add(replace(count, below=None))
        self.body(inner, d.weighted([(1, 4), (2, 3)]))
        if not first:
            self.emit(inner, move)
        left = way == "data" or any(
            line.split()[-1:] in (["break"], ["return"]) or " return " in line
            for line in self.lines[begin:]
        )
        s.add(replace(count, below=None, free=True, data=left))
        return True
