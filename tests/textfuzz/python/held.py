"""Random statements with what holds other things: lists of numbers and of arrays, comprehensions,
functions inside functions, arrays of the module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.textfuzz.python.arrays import Arrays
from tests.textfuzz.python.scope import Dim, Dims, Draw, Scope, Variable

Emit = Callable[[Scope, str], None]


@dataclass
class Held:
    """Variables of the kinds `l`, a list of as many numbers as its extent says, `p`, a list of
    `data` arrays with these extents, `g`, a function of one number, and `c`, an array of the
    module."""

    draw: Draw
    values: Arrays
    emit: Emit

    def statements(self) -> list[tuple[Callable[[Scope], bool], float]]:
        return [(self.grow, 5), (self.comprehension, 5), (self.use_list, 6), (self.several, 4),
                (self.use_several, 6), (self.function, 5), (self.apply, 6),
                (self.constant, 6)]  # fmt: skip

    def counter(self, s: Scope, length: str, dim: Dim) -> tuple[str, Scope]:
        """The head of a loop over an axis, and the scope in it."""
        inner = s.inner(loop=True)
        v = Variable(self.values.words.fresh(), "i", below=dim, free=False)
        inner.add(v)
        return f"for {v.name} in range({length})", inner

    def axis(self, s: Scope) -> tuple[Dim, str] | None:
        """An axis whose length has a text."""
        if "range" in self.values.words.hidden:
            return None
        dims = [(dim, t) for v in s.arrays() for dim in v.dims for t in self.values.lengths(s, dim)]
        return self.draw.pick(dims) if dims else None

    # -- lists of numbers --------------------------------------------------------------------------

    def grow(self, s: Scope) -> bool:
        d, found = self.draw, self.axis(s)
        if found is None:
            return False
        dim, length = found
        v = Variable(self.values.words.fresh(), "l", (dim,), free=False)
        self.emit(s, f"{v.name} = []")
        head, inner = self.counter(s, length, dim)
        self.emit(s, f"{head}:")
        value = self.values.scalar(inner, d.between(1, 2))
        if d.chance(0.4):
            held = Variable(self.values.words.fresh(), "f")
            self.emit(inner, f"{held.name} = {value}")
            inner.add(held)
            value = f"{held.name} * {self.values.leaf(inner)}"
        self.emit(inner, f"{v.name}.append({value})")
        if d.chance(0.3) and (arrays := s.arrays()):
            self.emit(inner, f"{self.values.element(inner, d.pick(arrays))} *= 0.5")
        return self.bound(s, v)

    def bound(self, s: Scope, v: Variable) -> bool:
        """What is left of a list: itself, or an array of its numbers."""
        if self.draw.chance(0.5):
            s.add(v)
            return True
        made = Variable(self.values.words.fresh(), "a", v.dims)
        self.emit(s, f"{made.name} = {self.values.words.np('array')}({v.name})")
        s.add(made)
        return True

    def comprehension(self, s: Scope) -> bool:
        d, found = self.draw, self.axis(s)
        if found is None:
            return False
        dim, length = found
        head, inner = self.counter(s, length, dim)
        value = self.values.scalar(inner, 1)
        np, target = self.values.words.np, self.values.words.fresh()
        way = d.weighted([("list", 3), ("array", 3), ("sum", 2), ("max", 1), ("some", 1)])
        if way == "some":
            head += f" if {self.values.boolean(inner, 0)}"
        total = way == "max" or "sum" in self.values.words.hidden
        if way in ("list", "array"):
            text = f"[{value} {head}]"
            self.emit(s, f"{target} = " + (text if way == "list" else f"{np('array')}({text})"))
            s.add(Variable(target, "l" if way == "list" else "a", (dim,), free=way != "list"))
            return True
        text = f"{np('sum')}([{value} {head}])" if total else f"sum({value} {head})"
        self.emit(s, f"{target} = {text}")
        s.add(Variable(target, "f"))
        return True

    def use_list(self, s: Scope) -> bool:
        d, lists = self.draw, s.of("l")
        if not lists:
            return False
        v, np = d.pick(lists), self.values.words.np
        item = f"{v.name}[{self.values.subscript(s, v.dims[0])}]"
        if d.chance(0.3):
            self.emit(s, f"{item} {d.pick(['', '+', '*'])}= {self.values.scalar(s, 1)}")
            return True
        target = Variable(self.values.words.fresh(), "f")
        ways = [item, f"{np('sum')}({v.name})", f"{np('dot')}({v.name}, {v.name})",
                f"{item} * {self.values.leaf(s)}"]  # fmt: skip
        self.emit(s, f"{target.name} = {d.pick(ways)}")
        s.add(target)
        return True

    # -- lists of arrays ---------------------------------------------------------------------------

    def several(self, s: Scope) -> bool:
        """Two arrays in a list: the arrays themselves, not copies."""
        d, arrays = self.draw, s.arrays()
        if not arrays:
            return False
        a = d.pick(arrays)
        b = d.pick(s.arrays(lambda dims: dims == a.dims))
        parts = [d.pick([a.name, a.name, f"{a.name}.copy()"]),
                 d.pick([b.name, f"{b.name} * 0.5", f"{b.name}.copy()"])]  # fmt: skip
        v = Variable(self.values.words.fresh(), "p", a.dims, free=False)
        self.emit(s, f"{v.name} = [{', '.join(parts)}]")
        s.add(v)
        return True

    def use_several(self, s: Scope) -> bool:
        d, held = self.draw, s.of("p")
        if not held:
            return False
        v = d.pick(held)
        counters = [w.name for w in s.of("i") if not w.data]
        which = d.pick(["0", "1", "-1", *(f"{c} % 2" for c in counters)])
        part = replace(v, name=f"{v.name}[{which}]", kind="a")
        way = d.weighted([("store", 3), ("all", 2), ("each", 2), ("read", 2), ("swap", 1)])
        if way == "store":
            self.emit(s, f"{self.values.element(s, part)} = {self.values.scalar(s, 1)}")
        elif way == "all":
            self.emit(s, f"{part.name}[:] = {self.values.array(s, v.dims, 1)}")
        elif way == "swap":
            self.emit(s, f"{v.name}[0], {v.name}[1] = {v.name}[1], {v.name}[0]")
        elif way == "each":
            name = self.values.words.fresh()
            self.emit(s, f"for {name} in {v.name}:")
            self.emit(s.inner(), f"{name} *= {self.values.leaf(s)}")
        else:
            target = Variable(self.values.words.fresh(), "f")
            self.emit(s, f"{target.name} = {self.values.words.np('sum')}({part.name})")
            s.add(target)
        return True

    # -- functions ---------------------------------------------------------------------------------

    def function(self, s: Scope) -> bool:
        """One that reads what is around it when it is called, or an array of it that it changes."""
        d, name = self.draw, Variable(self.values.words.fresh(), "g", free=False)
        own = Variable(self.values.words.fresh(), "f", free=False)
        inner = replace(s.inner(), loops=0)
        for v in s.of("g"):
            inner.variables.pop(v.name)
        inner.add(own)
        value = self.values.scalar(inner, 2)
        floats = [v.name for v in s.of("f") if v.free]
        default = f", {d.pick(floats)}={d.pick(floats)}" if floats and d.chance(0.25) else ""
        if d.chance(0.4):
            self.emit(s, f"{name.name} = lambda {own.name}{default}: {value} + {own.name}")
        else:
            self.emit(s, f"def {name.name}({own.name}{default}):")
            if (arrays := s.arrays()) and d.chance(0.3):
                self.emit(inner, f"{self.values.element(inner, d.pick(arrays))} += {own.name}")
            self.emit(inner, f"return {value} * {own.name}")
        s.add(name)
        return True

    def apply(self, s: Scope) -> bool:
        d, held = self.draw, s.of("g")
        if not held:
            return False
        g = d.pick(held).name
        text = f"{g}({self.values.scalar(s, 1)})"
        if d.chance(0.3):
            text = d.pick([f"{g}({text})", f"{text} + {g}({self.values.leaf(s)})"])
        target = Variable(self.values.words.fresh(), "f")
        self.emit(s, f"{target.name} = {text}")
        s.add(target)
        return True

    # -- arrays of the module ----------------------------------------------------------------------

    def constant(self, s: Scope) -> bool:
        d, held = self.draw, s.of("c")
        if not held:
            return False
        c = d.pick(held)
        np, target = self.values.words.np, self.values.words.fresh()
        if d.chance(0.35):
            made = d.pick([f"{c.name}.copy()", f"{c.name} * {self.values.leaf(s)}",
                           f"{np('sin')}({c.name})", f"{c.name}[::-1] + {c.name}"])  # fmt: skip
            self.emit(s, f"{target} = {made}")
            s.add(Variable(target, "a", c.dims))
            return True
        item = self.values.element(s, c)
        alike = s.arrays(lambda dims: dims == c.dims)
        ways = [item, f"{item} * {self.values.leaf(s)}", f"{np('sum')}({c.name})"]
        ways += [f"{np('sum')}({c.name} * {v.name})" for v in alike]
        self.emit(s, f"{target} = {d.pick(ways)}")
        s.add(Variable(target, "f"))
        return True


def module_array(draw: Draw, values: Arrays) -> tuple[str, Dims]:
    """The text of an array of the module, and its extents."""
    d, np, n = draw, values.words.np, draw.between(2, 4)
    numbers = ", ".join(f"{d.between(-20, 20) / 10}" for _ in range(n))
    line = d.pick([f"{np('array')}([{numbers}])", f"{np('linspace')}(0.0, 1.0, {n})",
                   f"0.5 * {np('arange')}({n})", f"{np('ones')}({n})"])  # fmt: skip
    if d.chance(0.7):
        return line, (Dim("", n),)
    text = d.pick([f"{np('eye')}({n})", f"{np('diag')}([{numbers}])",
                   f"{np('outer')}([{numbers}], [{numbers}])"])  # fmt: skip
    return text, (Dim("", n), Dim("", n))
