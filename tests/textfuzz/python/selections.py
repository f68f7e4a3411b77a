"""Random statements with arrays whose lengths data decide: what a mask selects, positions that a
test finds, parts cut off at a counted length, lists that grow under a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.textfuzz.python.arrays import Arrays
from tests.textfuzz.python.scope import Draw, Scope, Variable

Emit = Callable[[Scope, str], None]


@dataclass
class Selections:
    """A variable of the kind `s` is a vector of a length that data decide; of the kind `k`, such
    a length; of the kind `n`, positions in vectors of its extents."""

    draw: Draw
    values: Arrays
    emit: Emit

    def statements(self) -> list[tuple[Callable[[Scope], bool], float]]:
        return [(self.select, 5), (self.change, 4), (self.total, 6), (self.item, 3),
                (self.walk, 3), (self.count, 2), (self.cut, 2), (self.grow, 3),
                (self.derive, 4), (self.positions, 3), (self.scatter, 3)]  # fmt: skip

    def lines(self, s: Scope) -> list[Variable]:
        return s.arrays(lambda dims: len(dims) == 1)

    def test(self, s: Scope, name: str) -> str:
        sign = self.draw.pick(["<", ">", ">=", "!="])
        return f"{name} {sign} {self.values.leaf(s)}"

    def new(self, s: Scope, kind: str, text: str) -> bool:
        v = Variable(self.values.words.fresh(), kind, data=True, free=False)
        self.emit(s, f"{v.name} = {text}")
        s.add(v)
        return True

    # -- what is selected --------------------------------------------------------------------------

    def begin(self, s: Scope) -> None:
        self.select(s)

    def select(self, s: Scope) -> bool:
        lines = self.lines(s)
        if not lines:
            return False
        d, v = self.draw, self.draw.pick(lines)
        alike = d.pick(s.arrays(lambda dims: dims == v.dims))
        mask = self.test(s, alike.name)
        if d.chance(0.2):
            mask = f"({mask}) & ({self.test(s, v.name)})"
        np = self.values.words.np
        ways = [(f"{v.name}[{mask}]", 6), (f"{v.name}[{np('where')}({mask})]", 1),
                (f"{v.name}[{np('flatnonzero')}({mask})]", 1),
                (f"{np('sort')}({v.name}[{mask}])", 1),
                (f"{np('unique')}({v.name})", 0.4)]  # fmt: skip
        return self.new(s, "s", d.weighted(ways))

    def change(self, s: Scope) -> bool:
        """What was selected is changed, or another name is bound to it."""
        d, held = self.draw, s.of("s")
        if not held:
            return False
        v, leaf = d.pick(held).name, self.values.leaf(s)
        self.emit(s, d.weighted([
            (f"{v} *= {leaf}", 3), (f"{v}[:] = {leaf}", 1), (f"{v} += {v} * {leaf}", 2),
            (f"{v} = {v}[::-1]", 1), (f"{v} = {v}[1:]", 1), (f"{v}[1:] = {v}[:-1]", 1),
            (f"{v}[{self.test(s, v)}] = {leaf}", 2), (f"{v} = {v}[{self.test(s, v)}]", 1),
            (f"{v} = {self.values.words.np('sin')}({v})", 2), (f"{v}[::2] *= {leaf}", 1),
            (f"{v} = {v} - {leaf}", 1),
        ]))  # fmt: skip
        return True

    def derive(self, s: Scope) -> bool:
        d, held, np = self.draw, s.of("s"), self.values.words.np
        if not held:
            return False
        v, w, leaf = d.pick(held).name, d.pick(held).name, self.values.leaf(s)
        return self.new(s, "s", d.weighted([
            (v, 1), (f"{v}.copy()", 1), (f"{np('cos')}({v}) * {leaf}", 3), (f"{v} + {v}[::-1]", 2),
            (f"{v}[1:] - {v}[:-1]", 2), (f"{np('diff')}({v})", 2), (f"{np('cumsum')}({v})", 2),
            (f"{np('concatenate')}(({v}, {w}))", 2), (f"{np('append')}({v}, {leaf})", 1),
            (f"{np('zeros')}(len({v})) + {leaf}" if "len" not in self.values.words.hidden
             else f"{np('zeros_like')}({v})", 1), (f"{np('ones_like')}({v}) * {leaf}", 1),
            (f"{v}[:{d.between(1, 3)}]", 1), (f"{np('sort')}({v})", 1), (f"{v} * {v}", 2),
            (f"{np('where')}({self.test(s, v)}, {v}, {leaf})", 1), (f"{v}[::2]", 1),
        ]))  # fmt: skip

    def total(self, s: Scope) -> bool:
        d, held, np = self.draw, s.of("s"), self.values.words.np
        if not held:
            return False
        v, w = d.pick(held).name, d.pick(held).name
        total = f"{np('sum')}({v})"
        found = d.weighted([
            (total, 4), (f"{np('sum')}({v} * {v})", 3), (f"{v}.sum()", 1),
            (f"{np('dot')}({v}, {v})", 1), (f"{np('prod')}({v})", 0.5),
            (f"({np('mean')}({v}) if {v}.size else {self.values.leaf(s)})", 2),
            (f"({v}.max() - {v}.min() if {v}.size > 0 else 0.0)", 1),
            (f"{total} / (1.0 + {v}.size)", 1), (f"{total} * {np('sum')}({w})", 1),
            (f"({np('median')}({v}) if {v}.size else 0.0)", 0.5),
        ])  # fmt: skip
        target = Variable(self.values.words.fresh(), "f")
        self.emit(s, f"{target.name} = {found}")
        s.add(target)
        return True

    def item(self, s: Scope) -> bool:
        """An element where there is one: read or set."""
        d, held = self.draw, s.of("s")
        if not held:
            return False
        v, k = d.pick(held).name, d.pick([0, -1, 1, -2])
        need = k if k < 0 else -k - 1
        floats = [w for w in s.of("f") if w.free]
        if d.chance(0.4) or not floats:
            self.emit(s, f"if {v}.size >= {-need}:")
            inner = s.inner()
            self.emit(inner, f"{v}[{k}] {d.pick(['', '+', '*'])}= {self.values.scalar(inner, 1)}")
            return True
        self.emit(s, f"if {v}.size >= {-need}:")
        self.emit(s.inner(), f"{d.pick(floats).name} {d.pick(['', '+'])}= {v}[{k}] * 0.7")
        return True

    def walk(self, s: Scope) -> bool:
        """A loop over the items."""
        d, held, hidden = self.draw, s.of("s"), self.values.words.hidden
        if not held or {"range", "len", "sum"} & hidden:
            return False
        v, acc = d.pick(held).name, Variable(self.values.words.fresh(), "f")
        inner = s.inner(loop=True)
        self.emit(s, f"{acc.name} = 0.0")
        name = self.values.words.fresh()
        way = d.weighted([("items", 3), ("range", 3), ("enumerate", 1)])
        if way == "items":
            self.emit(s, f"for {name} in {v}:")
            item = name
        elif way == "range":
            begin = d.pick(["", "", "1, "])
            self.emit(s, f"for {name} in range({begin}len({v})):")
            item = f"{v}[{name}]" if d.chance(0.6) else f"{v}[{name}] * {v}[{name} - 1]"
        else:
            item = self.values.words.fresh()
            self.emit(s, f"for {name}, {item} in enumerate({v}):")
        inner.add(acc)
        if d.chance(0.3):
            self.emit(inner, f"if {item} > {self.values.leaf(s)}:")
            self.emit(inner.inner(), d.pick(["continue", "break", f"{acc.name} *= 0.5"]))
        self.emit(inner, f"{acc.name} += {item} * {self.values.leaf(inner)}")
        if way == "range" and d.chance(0.3):
            self.emit(inner, f"{v}[{name}] *= {self.values.leaf(inner)}")
        s.add(acc)
        return True

    # -- lengths and positions ---------------------------------------------------------------------

    def count(self, s: Scope) -> bool:
        lines, np = self.lines(s), self.values.words.np
        if not lines:
            return False
        mask = self.test(s, self.draw.pick(lines).name)
        return self.new(s, "k", self.draw.pick([f"{np('sum')}({mask})",
                                                f"{np('count_nonzero')}({mask})"]))  # fmt: skip

    def cut(self, s: Scope) -> bool:
        d, held, lines = self.draw, s.of("k"), self.lines(s)
        if not held or not lines:
            return False
        k, v, np = d.pick(held).name, d.pick(lines).name, self.values.words.np
        return self.new(s, "s", d.pick([f"{v}[:{k}]", f"{v}[{k}:]", f"{np('zeros')}({k})",
                                        f"{v}[:{k}] * {self.values.leaf(s)}",
                                        f"{np('sqrt')}({np('arange')}({k}))"]))  # fmt: skip

    def grow(self, s: Scope) -> bool:
        lines, hidden = self.lines(s), self.values.words.hidden
        if not lines or "range" in hidden:
            return False
        d, v, held = self.draw, self.draw.pick(lines), self.values.words.fresh()
        lengths = self.values.lengths(s, v.dims[0])
        if not lengths:
            return False
        counter, inner = self.values.words.fresh(), s.inner(loop=True)
        self.emit(s, f"{held} = []")
        self.emit(s, f"for {counter} in range({d.pick(lengths)}):")
        inner.add(Variable(counter, "i", below=v.dims[0], free=False))
        self.emit(inner, f"if {self.values.boolean(inner, 0)}:")
        self.emit(inner.inner(), f"{held}.append({self.values.scalar(inner, 1)})")
        return self.new(s, "s", f"{self.values.words.np('array')}({held})")

    def positions(self, s: Scope) -> bool:
        lines, np = self.lines(s), self.values.words.np
        if not lines:
            return False
        v = self.draw.pick(lines)
        mask = self.test(s, v.name)
        text = self.draw.pick([f"{np('where')}({mask})[0]", f"{np('flatnonzero')}({mask})",
                               f"{np('nonzero')}({mask})[0]"])  # fmt: skip
        found = Variable(self.values.words.fresh(), "n", v.dims, data=True, free=False)
        self.emit(s, f"{found.name} = {text}")
        s.add(found)
        return True

    def scatter(self, s: Scope) -> bool:
        """Elements at positions that were found: read, set or changed."""
        d, held = self.draw, s.of("n")
        if not held:
            return False
        p = d.pick(held)
        lines = s.arrays(lambda dims: dims == p.dims)
        if not lines:
            return False
        v, leaf = d.pick(lines).name, self.values.leaf(s)
        if d.chance(0.5):
            return self.new(
                s,
                "s",
                d.pick(
                    [
                        f"{v}[{p.name}]",
                        f"{v}[{p.name}] * {leaf}",
                        f"{v}[{p.name}[1:]] - {v}[{p.name}[:-1]]",
                    ]
                ),
            )
        sign = d.pick(["", "+", "*"])
        self.emit(s, f"{v}[{p.name}] {sign}= {leaf}")
        return True
