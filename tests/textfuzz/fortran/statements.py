"""Random statements of Fortran other than loops."""

from __future__ import annotations

from collections.abc import Callable

from tests.textfuzz.fortran.arrays import Shape, Span
from tests.textfuzz.fortran.loops import LoopWriter, Nodes
from tests.textfuzz.fortran.scope import Affine, Dummy, Helper, Scope, Variable
from tests.textfuzz.fortran.text import Node, block, line


class StatementWriter(LoopWriter):
    """Draws statements; `variables` are the locals of the unit at hand."""

    variables: dict[str, Variable]
    may_return: bool = True

    def body(self, s: Scope, depth: int, count: int) -> Nodes:
        nodes: Nodes = []
        for _ in range(count):
            if self.budget <= 0:
                break
            self.budget -= 1
            nodes += self.statement(s, depth)
        return nodes or self.assignment(s, depth)

    def filler(self, depth: int) -> Callable[[Scope], Nodes]:
        """What stands in a block: one to three statements, and now and then a jump out."""

        def fill(s: Scope) -> Nodes:
            nodes = self._leaving(s) if self.one_in(6) else []
            nodes += self.body(s, depth - 1, self.rng.choice((1, 1, 2, 2, 3)))
            if self.one_in(5) and (jump := self._leaving(s)):
                nodes += jump + (self.assignment(s, depth) if self.one_in(2) else [])
            return nodes

        return fill

    def _leaving(self, s: Scope) -> Nodes:
        """A jump out, on a condition."""
        return [line(f"if ({self.logical(s)}) {self.rng.choice(s.exits)}")] if s.exits else []

    def statement(self, s: Scope, depth: int) -> Nodes:
        simple: list[tuple[Callable[[Scope, int], Nodes], int]] = [
            (self.assignment, 26), (self.integer_assignment, 6), (self.logical_assignment, 2),
            (self.call_helper, 9), (self.exchange, 2), (self.guard, 1),
        ]  # fmt: skip
        if not self.old:
            simple += [(self.whole_array, 20), (self.where, 6), (self.forall, 4),
                       (self.concurrent, 2), (self.constructor, 2)]  # fmt: skip
        if depth > 0:
            simple += [(self.a_do, 24), (self.a_while, 6), (self.if_block, 14), (self.jump, 5)]
            simple += [] if self.old else [(self.select, 6)]
        if self.old and depth > 0:
            simple += [(self.computed_goto, 4), (self.arithmetic_if, 4)]
        makers, weights = zip(*simple, strict=True)
        return self.rng.choices(makers, weights)[0](s, depth) or self.assignment(s, depth)

    # -- assignments

    def assignment(self, s: Scope, depth: int) -> Nodes:
        scalars, arrays = s.reals(0, writable=True), [
            v for v in s.reals(writable=True) if v.rank
        ]  # fmt: skip
        if arrays and (not scalars or self.one_in(2)):
            place = self.element(s, self.rng.choice(arrays))
            if place:
                return [line(f"{place} = {self.damped(s, place)}")]
        if not scalars or self.one_in(4):
            return self.new_scalar(s)
        place = self.rng.choice(scalars).name
        return [line(f"{place} = {self.damped(s, place)}")]

    def new_scalar(self, s: Scope) -> Nodes:
        free = [v for v in self.variables.values() if v.is_real and not v.rank
                and all(w.name != v.name for w in s.variables)]  # fmt: skip
        if not free:
            return []
        v = self.rng.choice(free)
        node = line(f"{v.name} = {self.damped(s, '')}")
        s.add(v)
        return [node]

    def damped(self, s: Scope, place: str) -> str:
        """A right side that keeps the order of one however often it is assigned."""
        text = self.real(s, 2)
        calm = [f for f in ("sin", "tanh", "atan") if self.has(f)]
        if s.loops and not self.one_in(3) and calm and self.one_in(2):
            return f"{self.rng.choice(calm)}({text})"
        if place and self.one_in(3):
            return f"{place} + {self.half()}*({text})" if s.loops < 2 else \
                f"{self.half()}*{place} + {self.half()}*({text})"  # fmt: skip
        if s.loops and self.one_in(2):
            return f"{self.half()}*({text})"
        sign = "-" if self.one_in(8) else ""
        return f"{sign}{text}"

    def integer_assignment(self, s: Scope, depth: int) -> Nodes:
        name = self.counter(s)
        if not name:
            return []
        text = self.integer(s, 2)
        if self.one_in(2) and self.has("mod", "modulo", "abs"):
            size = self.rng.choice((2, 3))
            text = f"mod(abs({text}), {size}) + 1" if self.old else f"modulo({text}, {size}) + 1"
            s.add(Variable(name, "int", (), True, Affine(1), Affine(size)))
        elif self.one_in(4) and self.has("int", "nint", "floor"):
            convert = self.rng.choice(("int", "nint") if self.old else ("int", "nint", "floor"))
            value = self.real(s, 1)
            s.add(Variable(name, "int"))
            return [line(f"{name} = {convert}(2*({value}))")]
        else:
            s.add(Variable(name, "int"))
        return [line(f"{name} = {text}")]

    def logical_assignment(self, s: Scope, depth: int) -> Nodes:
        free = [v for v in self.variables.values() if v.kind == "log" and v.name not in s.locked]
        if not free:
            return []
        node = line(f"{free[0].name} = {self.logical(s, 2)}")
        s.add(free[0])
        return [node]

    def exchange(self, s: Scope, depth: int) -> Nodes:
        """Two elements change places."""
        arrays = [v for v in s.reals(writable=True) if v.rank]
        nodes = self.new_scalar(s) if arrays else []
        if not nodes:
            return []
        spare, v = nodes[0].arms[0][0].partition(" =")[0], self.rng.choice(arrays)
        a, b = self.element(s, v), self.element(s, v)
        if not a or not b:
            return nodes
        return [line(f"{spare} = {a}"), line(f"{a} = {b}"), line(f"{b} = {spare}")]

    def guard(self, s: Scope, depth: int) -> Nodes:
        """What never happens: STOP, output; and now and then an early RETURN."""
        integers = [v.name for v in s.scalars("int")]
        if self.may_return and self.one_in(2):
            return [line(f"if ({self.logical(s)}) return")]
        if not integers:
            return []
        never = f"{self.rng.choice(integers)} {'.gt.' if self.old else '>'} 9000"
        what = self.rng.choice(("stop", "stop 7", "print *, 'never'", "write (*, *) 'never'"))
        return [line(f"if ({never}) {what}")]

    # -- arrays

    def _array_target(self, s: Scope) -> tuple[Variable, str, Shape] | None:
        arrays = [v for v in s.reals(writable=True) if v.rank]
        if not arrays:
            return None
        v = self.rng.choice(arrays)
        found = self.target(s, v)
        return (v, *found) if found else None

    def whole_array(self, s: Scope, depth: int) -> Nodes:
        found = self._array_target(s)
        if found is None:
            return []
        v, place, shape = found
        text = self.array(s, shape, 2)
        if self.one_in(3) and (own := self.section(s, v, shape)):
            text = f"{self.half()}*{own} + {self.half()}*({text})"
        elif s.loops:
            text = f"{self.half()}*({text})"
        return [line(f"{place} = {text}")]

    def constructor(self, s: Scope, depth: int) -> Nodes:
        """`a(2:4) = [x, y, z]`."""
        for v in s.reals(1, writable=True):
            low, high = v.dims[0]
            if s.nonneg(high - low - 2) and self.has("dble") and not self.single:
                items = ", ".join(f"dble({self.real(s, 1)})" for _ in range(3))
                return [line(f"{v.name}({low}:{low + 2}) = [{items}]")]
        return []

    def where(self, s: Scope, depth: int) -> Nodes:
        found = self._array_target(s)
        if found is None or not found[2]:
            return []
        _, place, shape = found
        head = f"where ({self._shaped_mask(s, place, shape)})"
        first = line(f"{place} = {self._calm(s, shape)}")
        if self.one_in(2):
            return [line(f"{head} {first.arms[0][0]}")]
        arms = [(head, (first,))]
        if self.one_in(3):
            second = f"elsewhere ({self._shaped_mask(s, place, shape)})"
            arms.append((second, (line(f"{place} = {self._calm(s, shape)}"),)))
        if self.one_in(2):
            other = self._array_of(s, shape) or place
            arms.append(("elsewhere", (line(f"{other} = {self._calm(s, shape)}"),)))
        return [Node(tuple(arms), "end where")]

    def _shaped_mask(self, s: Scope, place: str, shape: Shape) -> str:
        """A mask that is an array for sure: an array of the shape has a part in it."""
        arrays = [t for v in s.reals() if v.rank and (t := self.section(s, v, shape))]
        first = f"{self.rng.choice(arrays or [place])} {self.compare()} {self.literal()}"
        if self.one_in(2):
            return first
        joint = ".and." if self.one_in(2) else ".or."
        return f"{first} {joint} ({self.mask(s, shape)})"

    def _calm(self, s: Scope, shape: Shape) -> str:
        return f"{self.half()}*({self.array(s, shape, 2)})"

    def _array_of(self, s: Scope, shape: Shape) -> str:
        arrays = s.reals(writable=True)
        self.rng.shuffle(arrays)
        return next((t for v in arrays if v.rank and (t := self.section(s, v, shape))), "")

    def _point(self, s: Scope) -> tuple[Variable, list[tuple[str, Affine, Affine]], str] | None:
        """An array, an index for each dimension, and the element that has them as subscripts."""
        arrays = [v for v in s.reals(writable=True) if v.rank and not v.assumed_size]
        if not arrays:
            return None
        v = self.rng.choice(arrays)
        pool = [n for n in ("i", "j", "ip", "jp") if n not in s.locked and not self._is_taken(s, n)]
        if len(pool) < v.rank:
            return None
        names = pool[: v.rank]
        self.integers.update(names)
        texts, ranges = [], []
        for name, (low, high) in zip(names, v.dims, strict=True):
            shift = self.rng.choice((0, 0, 1))
            first = low + shift
            texts.append(name if not shift or self.one_in(2) else f"{name}{shift:+d}")
            last = high - shift if texts[-1] != name else high
            first = low if texts[-1] != name else first
            ranges.append((name, first, last))
        return v, ranges, f"{v.name}({', '.join(texts)})"

    def _controls(self, ranges: list[tuple[str, Affine, Affine]]) -> str:
        return ", ".join(f"{n} = {a}:{b}" + (":2" if self.one_in(8) else "") for n, a, b in ranges)

    def _inside(self, s: Scope, ranges: list[tuple[str, Affine, Affine]]) -> Scope:
        inner = s.child()
        inner.helpers = []
        for name, low, high in ranges:
            inner.lock(name)
            inner.add(Variable(name, "int", (), False, low, high))
            inner.assume(high - low)
        return inner

    def forall(self, s: Scope, depth: int) -> Nodes:
        found = self._point(s)
        if found is None:
            return []
        _, ranges, place = found
        inner = self._inside(s, ranges)
        mask = f", {self.logical(inner)}" if self.one_in(3) else ""
        text = f"{self.half()}*({self.real(inner, 2)})"
        head = f"forall ({self._controls(ranges)}{mask})"
        s.variables = [w for w in s.variables if w.name not in {n for n, _, _ in ranges}]
        if self.one_in(2):
            return [line(f"{head} {place} = {text}")]
        more = [line(f"{place} = {place} + {text}")] if self.one_in(3) else []
        return [block(head, (line(f"{place} = {text}"), *more), "end forall")]

    def concurrent(self, s: Scope, depth: int) -> Nodes:
        found = self._point(s)
        if found is None:
            return []
        v, ranges, place = found
        inner = self._inside(s, ranges)
        inner.variables = [w for w in inner.variables if w.name != v.name]
        text = self.real(inner, 2)
        text = f"{self.half()}*{place} + {self.half()}*({text})" if self.one_in(2) else text
        s.variables = [w for w in s.variables if w.name not in {n for n, _, _ in ranges}]
        body = (line(f"{place} = {text}"),)
        return [block(f"do concurrent ({self._controls(ranges)})", body, "end do")]

    # -- blocks and jumps

    def a_do(self, s: Scope, depth: int) -> Nodes:
        return self.do(s, self.filler(depth))

    def a_while(self, s: Scope, depth: int) -> Nodes:
        return self.counted_while(s, self.filler(depth))

    def if_block(self, s: Scope, depth: int) -> Nodes:
        if self.one_in(4):
            simple = self.assignment(s.child(), 0)
            if len(simple) == 1:
                return [line(f"if ({self.logical(s)}) {simple[0].arms[0][0]}")]
        fill = self.filler(depth)
        arms = [(f"if ({self.logical(s, 2)}) then", tuple(fill(s.child())))]
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            arms.append((f"else if ({self.logical(s, 2)}) then", tuple(fill(s.child()))))
        if self.one_in(2):
            arms.append(("else", tuple(fill(s.child()))))
        return [Node(tuple(arms), "end if")]

    def select(self, s: Scope, depth: int) -> Nodes:
        fill = self.filler(depth)
        cases = self.rng.choice((("(0)", "(1, 2)", "(3:)"), ("(:-1)", "(0, 2)", "(1)"),
                                 ("(1)", "(2:4)", "default"), ("default", "(-2:1)"),
                                 ("(1, 3:5)", "(:0)", "default")))  # fmt: skip
        if self.one_in(6):
            head, cases = f"select case ({self.logical(s)})", ("(.true.)", "(.false.)")
        else:
            head = f"select case ({self.integer(s, 2)})"
        arms = [(head, ())]
        arms += [(f"case {c}", tuple(fill(s.child()))) for c in cases]
        return [Node(tuple(arms), "end select")]

    def jump(self, s: Scope, depth: int) -> Nodes:
        """`IF (…) GOTO 10`, what is jumped over, `10 CONTINUE`."""
        label = self.label()
        inner = s.child()
        inner.exits = (*inner.exits, f"goto {label}")
        body = self.filler(depth)(inner)
        return [line(f"if ({self.logical(s)}) goto {label}"), *body, line(f"{label} continue")]

    def computed_goto(self, s: Scope, depth: int) -> Nodes:
        """Some ways by an integer's value, and one more where it has no label."""
        labels = [self.label() for _ in range(self.rng.choice((2, 3)))]
        end = self.label()
        comma = ", " if self.one_in(2) else " "
        targets = ", ".join(map(str, labels))
        nodes = [line(f"goto ({targets}){comma}{self.integer(s, 1)}")]
        nodes += [*self.filler(depth)(s.child()), line(f"goto {end}")]
        for label in labels:
            nodes += [line(f"{label} continue"), *self.filler(depth)(s.child())]
            nodes += [line(f"goto {end}")] if not self.one_in(3) else []
        return [*nodes, line(f"{end} continue")]

    def arithmetic_if(self, s: Scope, depth: int) -> Nodes:
        a, b, c, end = (self.label() for _ in range(4))
        text = f"{self.integer(s, 1)} - 1" if self.one_in(2) else \
            f"{self.real(s, 1)} - {self.literal()}"  # fmt: skip
        targets = self.rng.choice(((a, b, c), (a, a, c), (a, c, c)))
        nodes = [line(f"if ({text}) {', '.join(map(str, targets))}")]
        for label in sorted(set(targets)):
            nodes += [line(f"{label} continue"), *self.filler(depth)(s.child())]
            nodes += [line(f"goto {end}")] if label != max(targets) else []
        return [*nodes, line(f"{end} continue")]

    # -- calls

    def call_helper(self, s: Scope, depth: int) -> Nodes:
        """CALL, or a function with effects in a statement of its own."""
        found = [
            h
            for h in s.helpers
            if not h.result_size
            and (not h.result or h.has_effects or any(d.variable.rank for d in h.dummies))
        ]
        if not found:
            return []
        helper = self.rng.choice(found)
        texts = self.actuals(s, helper)
        if texts is None:
            return []
        self.called.add(helper.name)
        if not helper.result:
            return [line(f"call {helper.name}({', '.join(texts)})")]
        fresh = self.new_scalar(s)
        if not fresh:
            return []
        place = fresh[0].arms[0][0].partition(" =")[0]
        return [line(f"{place} = {helper.name}({', '.join(texts)})")]

    def actuals(self, s: Scope, helper: Helper) -> list[str] | None:
        """Arguments without aliases: what is written is passed once, and nothing else of it."""
        used: set[str] = set(helper.touches)
        size = self._size_actual(s, helper)
        if size is None:
            return None
        texts: list[str] = []
        named = False
        for dummy in helper.dummies:
            text, name = self._actual(s, dummy, size, used)
            if not text and dummy.role == "optional":
                named = True
                continue
            if not text:
                return None
            used |= {name} - {""}
            if helper.explicit and (named or self.one_in(6)):
                named = True
            texts.append(f"{dummy.variable.name}={text}" if named else text)
        return texts

    def _size_actual(self, s: Scope, helper: Helper) -> Affine | None:
        """The length to pass: of some vector, or less, and at least what the helper needs."""
        lengths = [v.extent(0) - self.rng.choice((0, 0, 1)) for v in s.reals() if v.rank]
        found = [e for e in lengths if s.nonneg(e - helper.least)]
        if not any(d.role == "size" or d.variable.rank for d in helper.dummies):
            return Affine(0)
        return self.rng.choice(found) if found else None

    def _actual(self, s: Scope, dummy: Dummy, size: Affine, used: set[str]) -> tuple[str, str]:
        """The text, and the name of the variable that is passed by reference ("" for a value)."""
        v = dummy.variable
        if dummy.role == "size":
            return str(size), ""
        if dummy.role == "optional" and self.one_in(2):
            return "", ""
        if v.kind in ("int", "log"):
            return f"({self.integer(s, 1) if v.kind == 'int' else self.logical(s, 0)})", ""
        if v.rank:
            return self._array_actual(s, dummy, size, used)
        if dummy.role in ("in", "optional"):
            return f"({self.exact(s, v.kind, 1)})", ""
        places = [w for w in s.reals(0, writable=True) if w.kind == v.kind and w.name not in used]
        arrays = [w for w in s.reals(writable=True) if w.rank and w.kind == v.kind
                  and w.name not in used]  # fmt: skip
        if arrays and self.one_in(2):
            w = self.rng.choice(arrays)
            return self.element(s, w), w.name
        if not places:
            return "", ""
        w = self.rng.choice(places)
        return w.name, w.name

    def _array_actual(
        self, s: Scope, dummy: Dummy, size: Affine, used: set[str]
    ) -> tuple[str, str]:
        """An array, a section, or the element that a sequence begins with."""
        kind, written = dummy.variable.kind, dummy.role in ("out", "inout")
        found = [w for w in s.reals(writable=written) if w.rank and w.kind == kind
                 and w.name not in used]  # fmt: skip
        self.rng.shuffle(found)
        shaped = dummy.variable.assumed_shape
        for w in found:
            room = w.extent(0) - size
            if not shaped and not self.old and self.one_in(3):
                text = self.section(s, w, (Span(size - 1),))
                if text:
                    return text, w.name
            if shaped or w.assumed_shape or not s.nonneg(room):
                text = self.section(s, w, (Span(size - 1),)) if not self.old else ""
                if text:
                    return text, w.name
                continue
            rest = [self.subscript(s, low, high) for low, high in w.dims[1:]]
            if not all(rest):
                continue
            offset = self.rng.choice([o for o in (0, 1, 2) if s.nonneg(room - o)])
            first = w.dims[0][0] + offset
            if s.nonneg(w.dims[0][1] - first):
                return f"{w.name}({', '.join([str(first), *rest])})", w.name
            if w.rank == 1 and not w.assumed_size and not offset:
                return w.name, w.name
        return "", ""
