"""Random array expressions and sections of Fortran 90, conforming at every size."""

from __future__ import annotations

from dataclasses import dataclass

from tests.textfuzz.fortran.expressions import BOUNDED, Writer
from tests.textfuzz.fortran.scope import Affine, Helper, Scope, Variable


@dataclass(frozen=True)
class Span:
    """One dimension of a shape: from the first to the last element it goes `reach`, by `step`."""

    reach: Affine
    step: int = 1

    @property
    def extent(self) -> Affine | None:
        """The number of elements, where it is an affine expression."""
        return self.reach + 1 if self.step == 1 else None


Shape = tuple[Span, ...]


class ArrayWriter(Writer):
    """Draws array expressions besides scalar ones."""

    # -- sections

    def target(self, s: Scope, v: Variable) -> tuple[str, Shape] | None:
        """A section of `v` (or all of it) and its shape; None where `v` has no section."""
        texts: list[str] = []
        shape: list[Span] = []
        whole = not v.assumed_size
        scalar_axis = self.rng.randrange(v.rank) if v.rank > 1 and self.one_in(3) else -1
        plain = self.one_in(2)
        for axis, (low, high) in enumerate(v.dims):
            if axis == scalar_axis:
                text = self.subscript(s, low, high)
                whole = False
                if not text:
                    return None
            else:
                span, text = self._cut(s, low, high, plain and not v.assumed_size)
                shape.append(span)
                whole = whole and text == ":"
            texts.append(text)
        if whole and self.one_in(2):
            return v.name, tuple(shape)
        return f"{v.name}({', '.join(texts)})", tuple(shape)

    def _cut(self, s: Scope, low: Affine, high: Affine, whole: bool) -> tuple[Span, str]:
        if whole:
            return Span(high - low), ":"
        cuts = [(0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 1), (0, 0, 2), (1, 0, 2), (0, 0, 3)]
        first, last, step = self.rng.choice(cuts)
        start, end = low + first, high - last
        return Span(end - start, step), self._colon(start, end, step)

    def _colon(self, start: Affine, end: Affine, step: int) -> str:
        """`start:end:step` in this order or backwards."""
        if self.one_in(4):
            return f"{end}:{start}:{-step}"
        return f"{start}:{end}" + (f":{step}" if step != 1 or self.one_in(12) else "")

    def section(self, s: Scope, v: Variable, shape: Shape) -> str:
        """A section of `v` with this shape; "" where there is none."""
        if v.rank < len(shape):
            return ""
        scalar = set(self.rng.sample(range(v.rank), v.rank - len(shape)))
        spans, texts = list(shape), []
        whole = not v.assumed_size
        for axis, (low, high) in enumerate(v.dims):
            if axis in scalar:
                texts.append(self.subscript(s, low, high))
                whole = False
                continue
            text = self._placed(s, low, high, spans.pop(0), v.assumed_size)
            whole = whole and text == ":"
            texts.append(text)
        if not all(texts):
            return ""
        if whole and not self.one_in(3):
            return v.name
        return f"{v.name}({', '.join(texts)})"

    def _placed(self, s: Scope, low: Affine, high: Affine, span: Span, assumed: bool) -> str:
        """Bounds of a stretch of the given reach between `low` and `high`."""
        room = high - low - span.reach
        if room == Affine() and span.step == 1 and not assumed and not self.one_in(4):
            return ":"
        offsets = [o for o in (0, 1, 2, 3) if s.nonneg(room - o)]
        if not offsets:
            return ""
        start = low + self.rng.choice(offsets)
        return self._colon(start, start + span.reach, span.step)

    # -- expressions

    def array(self, s: Scope, shape: Shape, depth: int) -> str:
        """A real array expression of this shape, or a scalar that is broadcast to it."""
        pick = self.rng.random()
        if depth <= 0 or pick < 0.1:
            return self.array_leaf(s, shape)
        if pick < 0.35:
            return f"{self.array_term(s, shape, depth)} {self.rng.choice('+-')} " \
                   f"{self.array_term(s, shape, depth)}"  # fmt: skip
        if pick < 0.6:
            return f"{self.array_atom(s, shape, depth)}*{self.array_atom(s, shape, depth)}"
        if pick < 0.68:
            return f"{self.array_atom(s, shape, depth)}/(2 + {self.array_atom(s, shape, 0)}**2)"
        if pick < 0.74:
            return f"{self.array_atom(s, shape, depth)}**{self.rng.choice((2, 3))}"
        if pick < 0.84:
            return self._elemental(s, shape, depth)
        return self._transformed(s, shape, depth)

    def array_term(self, s: Scope, shape: Shape, depth: int) -> str:
        text = self.array(s, shape, depth - 1)
        return f"({text})" if self.one_in(3) else text

    def array_atom(self, s: Scope, shape: Shape, depth: int) -> str:
        return f"({self.array(s, shape, depth - 1)})"

    def array_leaf(self, s: Scope, shape: Shape) -> str:
        arrays = [v for v in s.reals() if v.rank >= len(shape)]
        self.rng.shuffle(arrays)
        for v in arrays[:4]:
            if v.rank == 1 and shape == (Span(Affine(2)),) and self.takes_table(s, *v.dims[0]):
                return f"{v.name}({self.rng.choice(('kt', 'kt', '[3, 1, 2]', '(/2, 2, 1/)'))})"
            if text := self.section(s, v, shape):
                return text
        return self.leaf(s)

    def _elemental(self, s: Scope, shape: Shape, depth: int) -> str:
        own = [h for h in s.helpers if h.elemental and h.result and not h.has_effects]
        if own and self.one_in(3):
            return self._own_elemental(s, self.rng.choice(own), shape)
        name, form = self.rng.choice(BOUNDED)
        if not self.has(name, "abs", "sin", "cos", "tanh") or self.single == "mixed":
            return self.array_leaf(s, shape)
        text = self.array(s, shape, depth - 1)
        return f"{name}({form.replace('{h}', self.half()).replace('{}', f'({text})')})"

    def _own_elemental(self, s: Scope, helper: Helper, shape: Shape) -> str:
        """An elemental function of the program on arrays, all of one kind."""
        texts = []
        for dummy in helper.dummies:
            if dummy.role == "optional":
                continue
            kind = dummy.variable.kind
            alike = [t for v in s.reals() if v.kind == kind and (t := self.section(s, v, shape))]
            texts.append(self.rng.choice(alike) if alike else self.exact(s, kind, 0))
        self.called.add(helper.name)
        return f"{helper.name}({', '.join(texts)})"

    def _transformed(self, s: Scope, shape: Shape, depth: int) -> str:
        """Something that makes an array of this shape out of arrays of others."""
        extents = [span.extent for span in shape]
        if any(e is None for e in extents):
            return self.array_leaf(s, shape)
        known = [e for e in extents if e is not None]
        makers = [self._merged, self._shifted]
        if len(known) == 1:
            makers += [self._of_matrix, self._summed, self._own_array, self._implied]
        elif len(known) == 2:
            makers += [self._transposed, self._multiplied, self._spread, self._reshaped]
        for maker in self.rng.sample(makers, 2):
            if text := maker(s, shape, known, depth):
                return text
        return self.array_leaf(s, shape)

    def full(self, s: Scope, extents: list[Affine | None]) -> list[Variable]:
        """Whole arrays with these extents; None stands for any."""
        return [v for v in s.reals(len(extents)) if not v.assumed_size and all(
            e is None or v.extent(axis) == e for axis, e in enumerate(extents))]  # fmt: skip

    def _merged(self, s: Scope, shape: Shape, extents: list[Affine], depth: int) -> str:
        if not self.has("merge", "dble") or self.single:
            return ""
        mask = self.mask(s, shape)
        a, b = self.array(s, shape, depth - 1), self.array_leaf(s, shape)
        return f"merge(dble({a}), dble({b}), {mask})"

    def mask(self, s: Scope, shape: Shape) -> str:
        """A logical array (or scalar) expression of this shape."""
        text = f"{self.array(s, shape, 1)} {self.compare()} {self.literal()}"
        if self.one_in(4):
            other = f"{self.array_leaf(s, shape)} {self.compare()} {self.literal()}"
            text += f" {self.rng.choice(('.and.', '.or.'))} {other}"
        return text if not self.one_in(8) else f".not. ({text})"

    def _shifted(self, s: Scope, shape: Shape, extents: list[Affine], depth: int) -> str:
        found = self.full(s, list(extents))
        if not found or not self.has("cshift"):
            return ""
        dim = f", dim={self.rng.randint(1, len(shape))}" if len(shape) > 1 else ""
        count = self.rng.choice(("1", "-1", "2", "-3"))
        return f"cshift({self.rng.choice(found).name}, {count}{dim})"

    def _of_matrix(self, s: Scope, shape: Shape, extents: list[Affine], depth: int) -> str:
        """`matmul` of a matrix and a vector, either way round."""
        left = self.one_in(2)
        matrices = self.full(s, [extents[0], None] if left else [None, extents[0]])
        self.rng.shuffle(matrices)
        for a in matrices:
            vectors = self.full(s, [a.extent(1 if left else 0)])
            if vectors and self.has("matmul"):
                pair = (a.name, self.rng.choice(vectors).name)
                return f"{self.half()}*matmul({', '.join(pair if left else pair[::-1])})"
        return ""

    def _summed(self, s: Scope, shape: Shape, extents: list[Affine], depth: int) -> str:
        dim = self.rng.choice((1, 2))
        matrices = self.full(s, [None, extents[0]] if dim == 1 else [extents[0], None])
        if not matrices or not self.has("sum"):
            return ""
        v = self.rng.choice(matrices)
        filled = s.nonneg(v.extent(dim - 1) - 1)
        name = self.rng.choice(("sum", "sum", "maxval", "minval") if filled else ("sum",))
        word = "dim=" if self.one_in(2) else ""
        return f"{name}({v.name}, {word}{dim})" if self.has(name) else ""

    def _own_array(self, s: Scope, shape: Shape, extents: list[Affine], depth: int) -> str:
        found = [h for h in s.helpers if h.result_size and not h.has_effects]
        if not found or not s.nonneg(extents[0] - found[0].least):
            return ""
        helper, texts = self.rng.choice(found), []
        for dummy in helper.dummies:
            if dummy.role == "size":
                texts.append(str(extents[0]))
            elif dummy.variable.rank:
                vectors = [v for v in self.full(s, [extents[0]]) if v.kind == dummy.variable.kind]
                if not vectors:
                    return ""
                texts.append(self.rng.choice(vectors).name)
            elif dummy.role != "optional":
                texts.append(self.exact(s, dummy.variable.kind, 0))
        self.called.add(helper.name)
        return f"{helper.name}({', '.join(texts)})"

    def _implied(self, s: Scope, shape: Shape, extents: list[Affine], depth: int) -> str:
        """An array constructor: an implied DO, or a list of as many items."""
        opening, closing = self.rng.choice((("[", "]"), ("(/", "/)")))
        if not extents[0].terms and 0 < extents[0].constant <= 5 and self.single != "mixed":
            items = [f"dble({self.real(s, 1)})" for _ in range(extents[0].constant)]
            return f"{opening}{', '.join(items)}{closing}" if not self.single and \
                self.has("dble") else ""  # fmt: skip
        inner = s.child()
        name = next((n for n in ("ii", "jj") if all(v.name != n for v in s.variables)), "")
        if not name or self.single:
            return ""
        inner.add(Variable(name, "int", (), False, Affine(1), extents[0]))
        inner.assume(extents[0] - 1)
        return f"{opening}(dble({self.real(inner, 1)}), {name} = 1, {extents[0]}){closing}" \
            if self.has("dble") else ""  # fmt: skip

    def _transposed(self, s: Scope, shape: Shape, extents: list[Affine], depth: int) -> str:
        found = self.full(s, list(reversed(extents)))
        if not found or not self.has("transpose"):
            return ""
        return f"transpose({self.rng.choice(found).name})"

    def _multiplied(self, s: Scope, shape: Shape, extents: list[Affine], depth: int) -> str:
        for a in self.full(s, [extents[0], None]):
            others = self.full(s, [a.extent(1), extents[1]])
            if others and self.has("matmul"):
                return f"{self.half()}*matmul({a.name}, {self.rng.choice(others).name})"
        return ""

    def _spread(self, s: Scope, shape: Shape, extents: list[Affine], depth: int) -> str:
        dim = self.rng.choice((1, 2))
        found = self.full(s, [extents[2 - dim]])
        if not found or not self.has("spread"):
            return ""
        words = ("dim=", "ncopies=") if self.one_in(2) else ("", "")
        name = self.rng.choice(found).name
        return f"spread({name}, {words[0]}{dim}, {words[1]}{extents[dim - 1]})"

    def _reshaped(self, s: Scope, shape: Shape, extents: list[Affine], depth: int) -> str:
        if any(e.terms for e in extents) or not self.has("reshape"):
            return ""
        total = Affine(extents[0].constant * extents[1].constant)
        found = self.full(s, [total])
        sizes = ", ".join(str(e) for e in extents)
        return f"reshape({self.rng.choice(found).name}, [{sizes}])" if found else ""
