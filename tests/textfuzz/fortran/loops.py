"""Random loops of Fortran: DO with any bounds and steps, DO WHILE, and loops that GOTO makes."""

from __future__ import annotations

from collections.abc import Callable

from tests.textfuzz.fortran.arrays import ArrayWriter
from tests.textfuzz.fortran.scope import Affine, Scope, Variable
from tests.textfuzz.fortran.text import Node, block, line

Nodes = list[Node]
Fill = Callable[[Scope], Nodes]


class LoopWriter(ArrayWriter):
    """Draws loops; what is in them comes from a function that is handed down."""

    #: Of the program unit that is being written: labels, local integers and statements left.
    labels: int = 0
    budget: int = 0
    integers: set[str]
    construct: int = 0

    def label(self) -> int:
        self.labels += 10
        return self.labels

    def counter(self, s: Scope) -> str:
        """The name of a local integer that is not in use, or ""."""
        pool = ["i", "j", "l", "ip", "jp", "it", "kk", "i2", "j3"]
        free = [n for n in pool if n not in s.locked and not self._is_taken(s, n)]
        if not free:
            return ""
        name = free[min(self.rng.randrange(3), len(free) - 1)]
        self.integers.add(name)
        return name

    def _is_taken(self, s: Scope, name: str) -> bool:
        """Whether the name is one that is not a plain local integer, or one within known bounds,
        which must not be lost."""
        if name in self.hidden:
            return True
        taken = (v.kind != "int" or not v.writable or v.low is not None
                 for v in s.variables if v.name == name)  # fmt: skip
        return any(taken)

    # -- DO

    def do(self, s: Scope, fill: Fill) -> Nodes:
        name = self.counter(s)
        if not name:
            return []
        first, last, step, low, high = self._bounds(s)
        inner = s.child(loop=True)
        inner.lock(name)
        inner.add(Variable(name, "int", (), False, low, high))
        if low is not None and high is not None:
            inner.assume(high - low)
        before, change = self._moving_bound(s, inner, last)
        last = change or last
        control = f"{name} = {first}, {last}" + ("" if step == "1" else f", {step}")
        nodes = before + self._do_block(s, inner, control, fill, change)
        s.variables = [v for v in s.variables if v.name != name]
        if self.one_in(4):
            s.add(Variable(name, "int"))
        return nodes

    def _moving_bound(self, s: Scope, inner: Scope, last: str) -> tuple[Nodes, str]:
        """Sometimes the last value is a variable, which the loop's body changes to no avail."""
        if not self.one_in(12):
            return [], ""
        name = self.counter(inner)
        if not name:
            return [], ""
        s.variables = [v for v in s.variables if v.name != name]
        inner.variables = [v for v in inner.variables if v.name != name]
        inner.lock(name)
        return [line(f"{name} = {last}")], name

    def _do_block(
        self, s: Scope, inner: Scope, control: str, fill: Fill, change: str
    ) -> Nodes:  # fmt: skip
        extra = [line(f"{change} = {change} - 1")] if change else []
        if self.old or self.one_in(15):
            return self._labelled(s, inner, control, fill, extra)
        name = ""
        outer = [e for e in s.exits if " " in e]
        if self.one_in(4):
            self.construct += 1
            name = f"loop{self.construct}"
            outer += [f"exit {name}", f"cycle {name}"]
        inner.exits = ("exit", "cycle", *outer)
        body = extra + fill(inner)
        head = f"{name}: do {control}" if name else f"do {control}"
        return [block(head, tuple(body), f"end do {name}".rstrip())]

    def _labelled(
        self, s: Scope, inner: Scope, control: str, fill: Fill, extra: Nodes
    ) -> Nodes:  # fmt: skip
        """`DO 10 I = …` to `10 CONTINUE`; jumps to label 10 begin the next step."""
        label = self.label()
        outer = [e for e in s.exits if " " in e]
        after = self.label() if self.one_in(3) else 0
        inner.exits = (f"goto {label}", *([f"goto {after}"] if after else []), *outer)
        body = extra + fill(inner)
        tail = f"{label} continue"
        if self.one_in(6) and not any("goto" in t for n in body for t, _ in n.arms):
            scalars = inner.reals(0, writable=True)
            if scalars:
                v = self.rng.choice(scalars).name
                tail = f"{label} {v} = {self.half()}*{v} + {self.half()}*({self.leaf(inner)})"
        nodes = [block(f"do {label} {control}", tuple(body), tail)]
        return nodes + ([line(f"{after} continue")] if after else [])

    def _bounds(self, s: Scope) -> tuple[str, str, str, Affine | None, Affine | None]:
        """First, last, step as texts; the least and the greatest value where they are known."""
        pick = self.rng.random()
        if pick < 0.62:
            low, high = self._range(s)
            step = self.rng.choice((1, 1, 1, 1, 2, 3))
            if self.one_in(4):
                return str(high), str(low), str(-step), low, high
            return str(low), str(high), str(step), low, high
        if pick < 0.80:
            return self._triangle(s)
        if pick < 0.83:
            return "3", "1", "1", Affine(3), Affine(1)
        arbitrary = [v.name for v in s.scalars("int") if v.low is None]
        if arbitrary and self.has("mod"):
            last = f"mod({self.rng.choice(arbitrary)}, 4)"
            first = str(self.rng.choice((0, 1, 1, -1)))
            return first, last, str(self.rng.choice((1, 1, 2))), None, None
        return "1", "3", "1", Affine(1), Affine(3)

    def _range(self, s: Scope) -> tuple[Affine, Affine]:
        """The bounds of some array, or less."""
        arrays = [v for v in s.reals() if v.rank]
        if not arrays or self.one_in(6):
            return Affine(1), Affine(self.rng.choice((2, 3)))
        low, high = self.rng.choice(self.rng.choice(arrays).dims)
        return low + self.rng.choice((0, 0, 1)), high - self.rng.choice((0, 0, 1))

    def _triangle(self, s: Scope) -> tuple[str, str, str, Affine | None, Affine | None]:
        """A range that an outer index bounds on one side, or on both."""
        indices = s.indices()
        if not indices:
            low, high = self._range(s)
            return str(low), str(high), "1", low, high
        v = self.rng.choice(indices)
        assert v.low is not None and v.high is not None
        low, high = self._range(s)
        pick = self.rng.random()
        if pick < 0.35:
            shift = self.rng.choice((0, 1))
            return _sum(v.name, shift), str(high), "1", v.low + shift, high
        if pick < 0.7:
            shift = self.rng.choice((0, -1))
            return str(low), _sum(v.name, shift), "1", low, v.high + shift
        if self.has("min", "max"):
            first, last = f"max({low}, {v.name}-1)", f"min({high}, {v.name}+1)"
            return first, last, "1", low, high
        return _sum(v.name, 0), str(high), "-1", None, None

    # -- loops that a condition ends

    def counted_while(self, s: Scope, fill: Fill) -> Nodes:
        """A loop that data may end, and a counter ends in any case."""
        name = self.counter(s)
        if not name:
            return []
        stop = self.rng.choice((2, 3, 4))
        limit = Affine(stop)
        if self.one_in(4) and s.least:
            limit = Affine(0, ((self.rng.choice(sorted(s.least)), 1),))
        step = self.rng.choice((1, 1, 2))
        inner = s.child(loop=True)
        inner.lock(name)
        forms = [self._backward] if self.old else [self._while, self._while, self._endless,
                                                   self._backward]  # fmt: skip
        s.variables = [v for v in s.variables if v.name != name]
        nodes = self.rng.choice(forms)(s, inner, name, limit, step, fill)
        if self.one_in(3):
            s.add(Variable(name, "int"))
        return nodes

    def _condition(self, s: Scope, count: str) -> str:
        if self.one_in(3):
            return count
        pair = [count, f"{self.real(s, 1)} {self.compare()} {self.literal()}"]
        self.rng.shuffle(pair)
        return f"{pair[0]} .and. {pair[1]}"

    def _while(
        self, s: Scope, inner: Scope, name: str, limit: Affine, step: int, fill: Fill
    ) -> Nodes:
        less = ".lt." if self.old else "<"
        condition = self._condition(s, f"{name} {less} {limit}")
        advance = line(f"{name} = {name} + {step}")
        outer = tuple(e for e in s.exits if " " in e)
        if self.one_in(2):  # at the beginning: then the body may go on to the next step
            inner.exits = ("exit", "cycle", *outer)
            inner.add(Variable(name, "int", (), False, Affine(step), limit - 1 + step))
            body = [advance, *fill(inner)]
        else:
            inner.exits = ("exit", *outer)
            inner.add(Variable(name, "int", (), False, Affine(0), limit - 1))
            inner.assume(limit - 1)
            body = [*fill(inner), advance]
        return [line(f"{name} = 0"), block(f"do while ({condition})", tuple(body), "end do")]

    def _endless(
        self, s: Scope, inner: Scope, name: str, limit: Affine, step: int, fill: Fill
    ) -> Nodes:
        outer = tuple(e for e in s.exits if " " in e)
        inner.exits = ("exit", "cycle", *outer)
        inner.add(Variable(name, "int", (), False, Affine(step), limit))
        inner.assume(limit - step)
        done = f"{name} > {limit}"
        if self.one_in(2):
            done = f"{done} .or. {self.real(s, 1)} {self.compare()} {self.literal()}"
        advance = [line(f"{name} = {name} + {step}"), line(f"if ({done}) exit")]
        return [line(f"{name} = 0"), block("do", (*advance, *fill(inner)), "end do")]

    def _backward(
        self, s: Scope, inner: Scope, name: str, limit: Affine, step: int, fill: Fill
    ) -> Nodes:
        """`10 CONTINUE … IF (…) GOTO 10`: the body runs at least once."""
        label = self.label()
        inner.exits = tuple(e for e in s.exits if " " in e)
        inner.add(Variable(name, "int"))
        advance = line(f"{name} = {name} + {step}")
        condition = self._condition(inner, f"{name} {'.lt.' if self.old else '<'} {limit}")
        body = [advance, *fill(inner)]
        again = line(f"if ({condition}) goto {label}")
        return [line(f"{name} = 0"), line(f"{label} continue"), *body, again]


def _sum(name: str, shift: int) -> str:
    return f"{name}{shift:+d}" if shift else name
