"""Random statements of a function's body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from tests.textfuzz.python.arrays import Arrays
from tests.textfuzz.python.loops import Loops
from tests.textfuzz.python.scope import Dims, Draw, Scope, Variable

Emit = Callable[[Scope, str], None]


class Writer(Protocol):
    """Writes statements of one kind."""

    def statements(self) -> list[tuple[Callable[[Scope], bool], float]]: ...


Kind = Callable[[Draw, Arrays, Emit], Writer]


@dataclass
class Statements(Loops):
    """Writes lines; `returns` makes the text of an early `return`."""

    draw: Draw
    values: Arrays
    lines: list[str] = field(default_factory=list)
    #: The expressions that every `return` of the function has, "" for a bare one.
    result: str = ""
    early: bool = False
    #: Further kinds of statements, each as often as its number says.
    more: tuple[tuple[Kind, float], ...] = ()

    def emit(self, s: Scope, text: str) -> None:
        self.lines.append("    " * (s.depth + 1) + text)

    def body(self, s: Scope, count: int) -> None:
        for _ in range(count):
            self.statement(s)

    def statement(self, s: Scope) -> None:
        d, deep = self.draw, s.depth
        choices = [
            (self.assign_scalar, 4), (self.update_scalar, 3 if s.of("f") else 0),
            (self.store_element, 6 if s.loops else 2), (self.store_slice, 4), (self.new_array, 3),
            (self.rebind_array, 1.5), (self.view, 1.2), (self.swap, 1), (self.tuple_targets, 1.2),
            (self.chained_targets, 1), (self.loop, 5 / (1 + deep)), (self.while_, 2 / (1 + deep)),
            (self.branch, 3 / (1 + deep / 2)), (self.call, 2), (self.integer, 1),
            (self.flag, 0.5), (self.leave, 1.2 if s.loops else 0.3), (self.odd, 0.4),
            (self.update_array, 2), (self.unpack, 0.5),
        ]  # fmt: skip
        if s.of("t"):
            choices.append((self.position, 3))
        for kind, often in self.more:
            own = kind(d, self.values, self.emit).statements()
            choices += [(statement, often * weight) for statement, weight in own]
        for _ in range(10):
            if d.weighted(choices)(s):
                return
        self.emit(s, "pass")

    # -- scalars -----------------------------------------------------------------------------------

    def scalar_target(self, s: Scope, new: float = 0.5) -> Variable:
        held = [v for v in s.of("f") if v.free]
        if not held or self.draw.chance(new):
            return Variable(self.values.words.fresh(), "f")
        return self.draw.pick(held)

    def assign_scalar(self, s: Scope) -> bool:
        v = self.scalar_target(s)
        value = self.values.scalar(s, self.draw.between(1, 3))
        self.emit(s, f"{v.name}{self.draw.weighted([('', 12), (': float', 1)])} = {value}")
        s.add(v)
        return True

    def update_scalar(self, s: Scope) -> bool:
        held = [v for v in s.of("f") if v.free]
        if not held:
            return False
        sign = self.draw.weighted([("+", 6), ("-", 2), ("*", 2), ("/", 0.3)])
        value = self.values.scalar(s, self.draw.between(1, 2))
        value = f"1.5 + ({value})**2" if sign == "/" else value
        self.emit(s, f"{self.draw.pick(held).name} {sign}= {value}")
        return True

    def position(self, s: Scope) -> bool:
        """A name for an element of an array of positions."""
        held = s.of("t")
        if not held:
            return False
        t = self.draw.pick(held)
        v = Variable(self.values.words.fresh(), "i", below=t.dims[0])
        self.emit(s, f"{v.name} = {t.name}[{self.values.subscript(s, t.dims[0])}]")
        s.add(v)
        return True

    def integer(self, s: Scope) -> bool:
        held = [v for v in s.of("i") if v.free]
        if held and self.draw.chance(0.4):
            v = self.draw.pick(held)
            s.add(replace(v, below=None))
            sign = self.draw.weighted([("+", 4), ("-", 2), ("*", 1), ("//", 0.5)])
            self.emit(s, f"{v.name} {sign}= {self.draw.between(1, 3)}")
            return True
        text = self.values.integer(s, 2)
        data = any(w.data and w.name in text for w in s.of("i"))
        v = Variable(self.values.words.fresh(), "i", data=data)
        self.emit(s, f"{v.name} = {text}")
        s.add(v)
        return True

    def flag(self, s: Scope) -> bool:
        v = Variable(self.values.words.fresh(), "b")
        self.emit(s, f"{v.name} = {self.values.boolean(s, 1)}")
        s.add(v)
        return True

    # -- elements and slices -----------------------------------------------------------------------

    def store_element(self, s: Scope) -> bool:
        held = s.arrays()
        if not held:
            return False
        v = self.draw.pick(held)
        sign = self.draw.weighted([("", 6), ("+", 3), ("-", 1), ("*", 2)])
        value = self.values.scalar(s, self.draw.between(1, 3))
        self.emit(s, f"{self.values.element(s, v)} {sign}= {value}")
        return True

    def region(self, v: Variable) -> Dims:
        """Extents of a part of `v`: on each axis the whole, or a little less, or every other."""
        d, dims = self.draw, []
        for dim in v.dims:
            change = d.weighted([("none", 6), ("cut", 3), ("every", 1)])
            if change == "cut" and dim.size and dim.step == 1:
                dim = dim._replace(off=dim.off - d.between(1, 2))
            elif change == "every" and dim.size and dim.step == 1:
                dim = dim._replace(step=2, off=dim.off - d.between(0, 1))
            dims.append(dim)
        return tuple(dims)

    def target(self, s: Scope, v: Variable, dims: Dims) -> str:
        tables = s.tables(dims[0]) if dims == v.dims and dims[0].off == 0 else []
        if tables and self.draw.chance(0.4):
            return f"{v.name}[{self.draw.pick(tables).name}]"
        if dims == v.dims:
            return f"{v.name}[{self.draw.weighted([(':', 5), ('...', 1), ('::-1', 0.5)])}]"
        cuts = self.values.cuts(v, dims)
        return f"{v.name}[{cuts[0]}]" if cuts else ""

    def store_slice(self, s: Scope) -> bool:
        held = s.arrays()
        if not held:
            return False
        v = self.draw.pick(held)
        dims = self.region(v)
        text = self.target(s, v, dims)
        if len(v.dims) == 2 and self.draw.chance(0.3):  # one row or column
            axis = self.draw.pick([0, 1])
            item = self.values.subscript(s, v.dims[axis])
            text = f"{v.name}[{item}]" if axis == 0 else f"{v.name}[:, {item}]"
            dims = (v.dims[1 - axis],)
        if len(v.dims) == 1 and s.loops and self.draw.chance(0.3):
            return self.move_slice(s, v)
        if not text:
            return False
        sign = self.draw.weighted([("", 6), ("+", 2), ("-", 1), ("*", 1)])
        value = self.values.narrower(s, dims, self.draw.between(1, 2))
        self.emit(s, f"{text} {sign}= {value}")
        return True

    def move_slice(self, s: Scope, v: Variable) -> bool:
        """A slice whose ends move with a loop."""
        d = self.draw
        to, of = self.values.moving_slice(s, v.dims[0])
        alike = s.arrays(lambda dims: dims == v.dims)
        part = f"{d.pick(alike).name}[{of}]"
        value = d.weighted([(self.values.scalar(s, 1), 2), (part, 3),
                            (f"{part} * {self.values.leaf(s)}", 3)])  # fmt: skip
        self.emit(s, f"{v.name}[{to}] {d.weighted([('', 5), ('+', 2), ('*', 1)])}= {value}")
        return True

    # -- whole arrays ------------------------------------------------------------------------------

    def new_array(self, s: Scope) -> bool:
        """A local array: computed, made of zeros, or empty and then filled."""
        held = s.arrays()
        if not held:
            return False
        d, like = self.draw, self.draw.pick(held)
        dims = d.weighted([(like.dims, 5), (self.region(like), 1.5), (like.dims[::-1], 1)])
        v = Variable(self.values.words.fresh(), "a", dims)
        shape = self.values.shape(s, dims)
        if shape and d.chance(0.12):
            self.emit(s, f"{v.name} = {self.values.words.np('empty')}({shape})")
            self.emit(s, f"{v.name}[:] = {self.values.array(s, dims, 1)}")
        elif d.chance(0.35):
            self.emit(s, f"{v.name} = {self.values.made(s, dims, 1)}")
        else:
            self.emit(s, f"{v.name} = {self.values.array(s, dims, d.between(1, 2))}")
        s.add(v)
        return True

    def rebind_array(self, s: Scope) -> bool:
        held = [v for v in s.arrays() if v.free]
        if not held:
            return False
        v = self.draw.pick(held)
        alike = s.arrays(lambda other: other == v.dims)
        value = self.draw.weighted([
            (self.values.array(s, v.dims, 2), 4), (self.draw.pick(alike).name, 0.8),
            (f"{self.draw.pick(alike).name}.copy()", 0.8), (self.either(s, alike), 0.8),
        ])  # fmt: skip
        self.emit(s, f"{v.name} = {value}")
        return True

    def either(self, s: Scope, alike: list[Variable]) -> str:
        """One of two arrays, not a copy."""
        a, b = (self.draw.pick(alike).name for _ in range(2))
        b = self.draw.weighted([(b, 3), (f"{b}[::-1]", 1), (f"{b} * {self.values.leaf(s)}", 1)])
        return f"{a} if {self.values.boolean(s, 0)} else {b}"

    def update_array(self, s: Scope) -> bool:
        held = s.arrays()
        if not held:
            return False
        v = self.draw.pick(held)
        sign = self.draw.weighted([("+", 4), ("-", 2), ("*", 2)])
        self.emit(s, f"{v.name} {sign}= {self.values.narrower(s, v.dims, 1)}")
        return True

    def view(self, s: Scope) -> bool:
        """Another name for an array or for a part of it; often written through at once."""
        held = s.arrays()
        if not held:
            return False
        d, v = self.draw, self.draw.pick(held)
        dims = self.region(v)
        if dims == v.dims:
            alike = s.arrays(lambda other: other == dims)
            text = v.name if d.chance(0.6) else self.either(s, alike)
        elif cuts := self.values.cuts(v, dims):
            text = f"{v.name}[{cuts[0]}]"
        else:
            return False
        if len(v.dims) == 2 and d.chance(0.3):
            text, dims = d.pick([(f"{v.name}[{self.values.subscript(s, v.dims[0])}]", v.dims[1:]),
                                 (f"{v.name}.T", v.dims[::-1])])  # fmt: skip
        new = Variable(self.values.words.fresh(), "a", dims)
        self.emit(s, f"{new.name} = {text}")
        s.add(new)
        if d.chance(0.5):
            self.emit(s, f"{new.name}[:] = {self.values.array(s, dims, 1)}")
        return True

    # -- several targets ---------------------------------------------------------------------------

    def swap(self, s: Scope) -> bool:
        """Names exchanged, or elements."""
        d = self.draw
        held = [v for v in s.arrays() if v.free]
        pairs = [(a, b) for a in held for b in held if a.name != b.name and a.dims == b.dims]
        if pairs and d.chance(0.6):
            a, b = d.pick(pairs)
            self.emit(s, f"{a.name}, {b.name} = {b.name}, {a.name}")
            return True
        if not held:
            return False
        a, b = (self.values.element(s, d.pick(held)) for _ in range(2))
        self.emit(s, f"{a}, {b} = {b}, {a}")
        return True

    def scalar_place(self, s: Scope) -> tuple[str, Variable | None]:
        """A target for a float: a name or an element."""
        held = s.arrays()
        if held and self.draw.chance(0.6):
            return self.values.element(s, self.draw.pick(held)), None
        v = self.scalar_target(s)
        return v.name, v

    def tuple_targets(self, s: Scope) -> bool:
        count = self.draw.weighted([(2, 5), (3, 1)])
        places = [self.scalar_place(s) for _ in range(count)]
        values = [self.values.scalar(s, 1) for _ in range(count)]
        left, right = ", ".join(p for p, _ in places), ", ".join(values)
        left = self.draw.weighted([(left, 6), (f"({left})", 1), (f"[{left}]", 0.5)])
        self.emit(s, f"{left} = {right}")
        for _, v in places:
            if v:
                s.add(v)
        return True

    def chained_targets(self, s: Scope) -> bool:
        d, held = self.draw, s.arrays()
        if held and d.chance(0.35):
            a = d.pick(held)
            others = s.arrays(lambda dims: dims == a.dims)
            b = d.pick(others)
            self.emit(s, f"{a.name}[:] = {b.name}[:] = {self.values.array(s, a.dims, 2)}")
            return True
        places = [self.scalar_place(s) for _ in range(d.weighted([(2, 5), (3, 1)]))]
        self.emit(s, " = ".join([*(p for p, _ in places), self.values.scalar(s, 2)]))
        for _, v in places:
            if v:
                s.add(v)
        return True

    def unpack(self, s: Scope) -> bool:
        """A pair by a helper or by an array's shape."""
        pairs = [h for h in self.values.helpers if h.returns == "t"]
        first, second = (Variable(self.values.words.fresh(), "f") for _ in range(2))
        if pairs:
            call = self.values.call_of(self.draw.pick(pairs), s, 1)
            if call:
                self.emit(s, f"{first.name}, {second.name} = {call}")
                s.add(first)
                s.add(second)
                return True
        tables = s.arrays(lambda dims: len(dims) == 2)
        if not tables:
            return False
        v = self.draw.pick(tables)
        self.emit(s, f"{first.name}, {second.name} = {v.name}.shape")
        s.add(replace(first, kind="i"))
        s.add(replace(second, kind="i"))
        return True

    # -- control -----------------------------------------------------------------------------------

    def branch(self, s: Scope) -> bool:
        d = self.draw
        start = set(s.variables)
        self.emit(s, f"if {self.values.boolean(s, 1)}:")
        arms = [s.inner()]
        self.body(arms[0], d.weighted([(1, 5), (2, 2)]))
        if d.chance(0.2):
            self.emit(s, f"elif {self.values.boolean(s, 1)}:")
            arms.append(s.inner())
            self.body(arms[-1], 1)
        if d.chance(0.5):
            self.emit(s, "else:")
            arms.append(s.inner())
            self.body(arms[-1], d.weighted([(1, 5), (2, 1)]))
            common = set.intersection(*(set(a.variables) for a in arms)) - start
            for name in sorted(common):
                found = [a.variables[name] for a in arms]
                if all((v.kind, v.dims) == (found[0].kind, found[0].dims) for v in found):
                    s.add(found[0])
        return True

    def leave(self, s: Scope) -> bool:
        """`break`, `continue` or `return` under a condition."""
        d = self.draw
        ways = [("break", 3.0), ("continue", 2.0)] if s.loops else []
        ways += [("return", 1.0)] if self.early else []
        if not ways:
            return False
        self.emit(s, f"if {self.values.boolean(s, 1)}:")
        way = d.weighted(ways)
        inner = s.inner()
        if d.chance(0.3):
            self.statement(inner)
        self.emit(inner, self.early_return(inner) if way == "return" else way)
        return True

    def early_return(self, s: Scope) -> str:
        kinds = self.result
        texts = [self.values.scalar(s, 1) for _ in kinds]
        return f"return {', '.join(texts)}".rstrip()

    # -- calls and the rest ------------------------------------------------------------------------

    def call(self, s: Scope) -> bool:
        usable = [h for h in self.values.helpers if h.changes]
        if not usable:
            return False
        helper = self.draw.pick(usable)
        text = self.values.call_of(helper, s, 1)
        if not text:
            return False
        if helper.returns == "f":
            v = self.scalar_target(s)
            s.add(v)
            text = f"{v.name} = {text}"
        elif helper.returns == "a":
            return False
        self.emit(s, text)
        return True

    def odd(self, s: Scope) -> bool:
        d, held = self.draw, s.arrays()
        if not held:
            return False
        v = d.pick(held)
        self.emit(s, d.pick([
            f"{v.name}.fill({self.values.scalar(s, 1)})", "pass", '"""Text."""', "...",
            f"assert len({v.name}) >= 0" if "len" not in self.values.words.hidden else "pass",
            f"{v.name} = +{v.name}", f"{v.name}; {v.name}[...] *= 0.5", "# nothing\n",
            f"{v.name}[0:0] = 7.0",
        ]))  # fmt: skip
        return True
