"""Random statements with lists of three numbers and their methods, functions that set a variable of
the function around them, and divisions that are tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.textfuzz.python.arrays import Arrays
from tests.textfuzz.python.scope import Draw, Scope, Variable

Emit = Callable[[Scope, str], None]


@dataclass
class KnownLists:
    """Variables of the kinds `k`, a list of three numbers that other names may stand for, too, and
    `n`, a function of one number that sets a variable around it."""

    draw: Draw
    values: Arrays
    emit: Emit

    def statements(self) -> list[tuple[Callable[[Scope], bool], float]]:
        return [(self.make, 6), (self.change, 12), (self.read, 8), (self.setter, 3),
                (self.call, 5), (self.tried, 4)]  # fmt: skip

    def make(self, s: Scope) -> bool:
        d, held = self.draw, s.of("k")
        v = Variable(self.values.words.fresh(), "k", free=False)
        if held and d.chance(0.3):
            other = d.pick(held).name
            copies = [other, other, f"list({other})", f"{other}[:]", f"{other}[::-1]"]
            copies += [] if "sorted" in self.values.words.hidden else [f"sorted({other})"]
            self.emit(s, f"{v.name} = {d.pick(copies)}")
        else:
            items = ", ".join(self.values.scalar(s, 1) for _ in range(3))
            self.emit(s, f"{v.name} = [{items}]")
        s.add(v)
        return True

    def change(self, s: Scope) -> bool:
        """Something that leaves three items in the list."""
        d, held = self.draw, s.of("k")
        if not held:
            return False
        k, value = d.pick(held).name, self.values.scalar(s, 1)
        a, b = d.between(-3, 2), d.between(0, 2)
        ways = [
            [f"{k}.insert({b}, {k}.pop({a}))"], [f"{k}.reverse()"], [f"{k}.append({k}.pop(0))"],
            [f"{k}[{a}], {k}[{b}] = {k}[{b}], {k}[{a}]"], [f"{k}[{a}] = {value}"],
            [f"{k}[{b}] *= 0.5"], [f"{k}.append({value})", f"{k}.pop({a})"],
            [f"{k}[{b}:{b + 1}] = [{value}]"], [f"del {k}[{a}]", f"{k}.insert({a}, {value})"],
            [f"{k}.extend([{value}])", f"del {k}[0]"],
        ]  # fmt: skip
        ways += [] if "sorted" in self.values.words.hidden else [[f"{k}.sort()"]]
        for line in d.pick(ways):
            self.emit(s, line)
        return True

    def read(self, s: Scope) -> bool:
        d, held = self.draw, s.of("k")
        if not held:
            return False
        k, hidden = d.pick(held).name, self.values.words.hidden
        item = f"{k}[{d.between(-3, 2)}]"
        ways = [item, f"{item} * {self.values.leaf(s)}", f"{item} + {k}[0] * {k}[1]"]
        ways += [] if "sum" in hidden else [f"sum({k})"]
        ways += [] if "max" in hidden or "abs" in hidden else [f"max({k}, key=abs)"]
        target = Variable(self.values.words.fresh(), "f")
        self.emit(s, f"{target.name} = {d.pick(ways)}")
        s.add(target)
        return True

    # -- functions that set what is around them ----------------------------------------------------

    def setter(self, s: Scope) -> bool:
        """One that changes a variable, or a list, of the function around it."""
        d = self.draw
        around = [v for v in s.of("f") if v.free and v.name.isidentifier()]
        if not around or s.loops:
            return False
        v = d.pick(around)
        name, own = self.values.words.fresh(), self.values.words.fresh()
        box = Variable(self.values.words.fresh(), "f", free=False)
        self.emit(s, f"{box.name} = {v.name}")
        inner = replace(s.inner(), loops=0)
        inner.add(Variable(own, "f", free=False))
        self.emit(s, f"def {name}({own}):")
        self.emit(inner, f"nonlocal {box.name}")
        self.emit(inner, f"{box.name} = {box.name} * 0.5 + {own}")
        lists = s.of("k")
        if lists and d.chance(0.5):
            self.emit(inner, f"{d.pick(lists).name}[{d.between(0, 2)}] += {own}")
        self.emit(inner, f"return {box.name} * {own}")
        s.add(box)
        s.add(Variable(name, "n", free=False))
        return True

    def call(self, s: Scope) -> bool:
        d, held = self.draw, s.of("n")
        if not held:
            return False
        target = Variable(self.values.words.fresh(), "f")
        self.emit(s, f"{target.name} = {d.pick(held).name}({self.values.leaf(s)})")
        s.add(target)
        return True

    def tried(self, s: Scope) -> bool:
        """A division of Python's own numbers, or NumPy's, that may be by zero."""
        d, target = self.draw, Variable(self.values.words.fresh(), "f")
        up, down = self.values.leaf(s), self.values.leaf(s)
        down = d.pick([down, f"({down} - {down})"])
        self.emit(s, "try:")
        self.emit(s.inner(), f"{target.name} = {up} / {down}")
        self.emit(s, "except ZeroDivisionError:")
        self.emit(s.inner(), f"{target.name} = {self.values.leaf(s)}")
        bounded = f"{target.name} = {target.name} if abs({target.name}) < 1e6 else 1.0"
        if "abs" not in self.values.words.hidden:
            self.emit(s, bounded)
        s.add(target)
        return True
