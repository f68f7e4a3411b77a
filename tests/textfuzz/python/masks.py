"""Random statements with boolean masks: masks, stores and updates by them, sums of what they
select."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.textfuzz.python.arrays import Arrays
from tests.textfuzz.python.scope import Dims, Draw, Scope, Variable

Emit = Callable[[Scope, str], None]


@dataclass
class Masks:
    """A variable of the kind `m` is a mask, of the axes that its extents say."""

    draw: Draw
    values: Arrays
    emit: Emit

    def statements(self) -> list[tuple[Callable[[Scope], bool], float]]:
        return [(self.mask, 2), (self.store, 4), (self.total, 3), (self.taken, 1.5)]

    def test(self, s: Scope, dims: Dims) -> str:
        """A mask as an expression, of the arrays with these axes."""
        d = self.draw
        v = d.pick(s.arrays(lambda other: other == dims)).name
        other = d.weighted([(self.values.leaf(s), 3), (f"{v} * {self.values.leaf(s)}", 1)])
        return f"{v} {d.pick(['>', '<', '>=', '<=', '!='])} {other}"

    def either(self, s: Scope, dims: Dims) -> str:
        """A mask as a subscript: a name, its opposite, or written out."""
        d = self.draw
        held = [v.name for v in s.of("m") if v.dims == dims]
        test = self.test(s, dims)
        if held and d.chance(0.65):
            name = d.pick(held)
            return d.weighted([(name, 5), (f"~{name}", 2), (f"{name} & ({test})", 1)])
        return test

    def mask(self, s: Scope) -> bool:
        """A new mask, or one that changes."""
        d, held, arrays = self.draw, [v for v in s.of("m") if v.free], s.arrays()
        if held and d.chance(0.5):
            v = d.pick(held)
            if not s.arrays(lambda dims: dims == v.dims):
                return False
            test = self.test(s, v.dims)
            self.emit(s, d.pick([f"{v.name} = {v.name} & ({test})", f"{v.name} = {test}",
                                 f"{v.name}[{self.values.subscript(s, v.dims[0])}] = "
                                 f"{self.values.boolean(s, 0)}"]))  # fmt: skip
            return True
        if not arrays:
            return False
        dims = d.pick(arrays).dims
        v = Variable(self.values.words.fresh(), "m", dims)
        self.emit(s, f"{v.name} = {self.test(s, dims)}")
        s.add(v)
        return True

    def place(self, s: Scope) -> tuple[Variable, str, Dims] | None:
        """An array, a mask of all its axes or its first, and the axes that are left."""
        arrays = s.arrays()
        if not arrays:
            return None
        v = self.draw.pick(arrays)
        first = len(v.dims) > 1 and self.draw.chance(0.5)
        first = first and bool(s.arrays(lambda dims: dims == v.dims[:1]))
        dims = v.dims[:1] if first else v.dims
        return v, self.either(s, dims), v.dims[len(dims) :]

    def alike(self, s: Scope, v: Variable) -> str:
        return self.draw.pick(s.arrays(lambda dims: dims == v.dims)).name

    def store(self, s: Scope) -> bool:
        d, found = self.draw, self.place(s)
        if found is None:
            return False
        v, mask, rest = found
        part = f"{self.alike(s, v)}[{mask}]"
        value = d.weighted([
            (self.values.scalar(s, 1), 4), (part, 3), (f"{part} * {self.values.leaf(s)}", 3),
            (f"{self.values.words.np('sin')}({part}) + {v.name}[{mask}]", 2),
        ])  # fmt: skip
        if rest and d.chance(0.3):
            item = self.values.subscript(s, rest[0])
            mask, value = f"{mask}, {item}", self.values.scalar(s, 1)
        sign = d.weighted([("", 6), ("+", 3), ("-", 1), ("*", 2)])
        self.emit(s, f"{v.name}[{mask}] {sign}= {value}")
        return True

    def total(self, s: Scope) -> bool:
        """A number of what a mask selects."""
        d, found = self.draw, self.place(s)
        if found is None:
            return False
        v, mask, rest = found
        a, b, np = f"{v.name}[{mask}]", f"{self.alike(s, v)}[{mask}]", self.values.words.np
        ways = [
            (f"{np('sum')}({a})", 4.0), (f"{a}.sum()", 2), (f"{np('sum')}({a} * {b})", 3),
            (f"({np('cos')}({a}) * {b}).sum()", 1), (f"{np('prod')}({a})", 0.5),
            (f"{np('max')}({a}, initial={d.between(0, 9) / 10})", 1), (f"{a}.mean()", 0.3),
            (f"{np('count_nonzero')}({mask}) * {self.values.leaf(s)}", 1),
            (f"{np('sum')}({np('log')}({v.name}[{v.name} > 0]))", 1),
            (f"{np('sum')}({np('sqrt')}({v.name}[{v.name} > 0.01] - 0.01))", 1),
        ]  # fmt: skip
        ways += [] if rest or len(v.dims) > 1 else [(f"{np('dot')}({a}, {b})", 2)]
        target = Variable(self.values.words.fresh(), "f")
        self.emit(s, f"{target.name} = {d.weighted(ways)}")
        s.add(target)
        return True

    def taken(self, s: Scope) -> bool:
        """A copy of what a mask selects, which neither the array nor the mask change later."""
        d, found = self.draw, self.place(s)
        if found is None:
            return False
        v, mask, rest = found
        copy = self.values.words.fresh()
        self.emit(s, f"{copy} = {v.name}[{mask}]")
        if d.chance(0.5):
            self.emit(s, d.pick([f"{v.name}[:] = {self.values.leaf(s)}", f"{v.name} *= 0.5"]))
        if d.chance(0.5):
            self.emit(s, d.pick([f"{copy} *= {self.values.leaf(s)}", f"{copy}[:] += 0.25"])
                      if rest else f"{copy}[{copy} > 0.5] *= {self.values.leaf(s)}")  # fmt: skip
        target = Variable(self.values.words.fresh(), "f")
        np = self.values.words.np
        self.emit(s, f"{target.name} = {np('sum')}({copy} * {copy}) + {np('sum')}({v.name})")
        s.add(target)
        return True
