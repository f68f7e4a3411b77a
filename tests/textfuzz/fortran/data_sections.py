"""Random statements on sections whose bounds data decide: `kd = count(x > c)`, then `v(1:kd)`."""

from __future__ import annotations

from tests.textfuzz.fortran.arrays import Shape, Span
from tests.textfuzz.fortran.loops import Nodes
from tests.textfuzz.fortran.scope import Affine, Scope, Variable, size
from tests.textfuzz.fortran.statements import StatementWriter
from tests.textfuzz.fortran.text import line

#: The number of elements that data tell; such a name is set once in a unit.
COUNT = "kd"
_FUNCTIONS = ("sin({})", "tanh({})", "abs({})", "{}**2")


class DataSectionWriter(StatementWriter):
    """Draws such statements besides others."""

    counted: bool = False
    #: What a call passes as the size of its arrays.
    passed_size: Affine | None = None

    def statement(self, s: Scope, depth: int) -> Nodes:
        if not self.old and not self.counted and self.one_in(12):
            return self.data_sections(s, depth) or super().statement(s, depth)
        return super().statement(s, depth)

    def data_sections(self, s: Scope, depth: int) -> Nodes:
        """A count of elements, and one to three statements on sections of so many."""
        masks = [v for v in s.reals(1) if not v.assumed_size]
        if not masks or not self.has("count") or COUNT in self.hidden:
            return []
        self.counted = True
        self.integers.add(COUNT)
        mask = self.rng.choice(masks)
        nodes = [line(f"{COUNT} = count({mask.name} {self.compare()} {self.literal()})")]
        inner = s.child()
        inner.least[COUNT], inner.most = 0, {**s.most, COUNT: mask.extent(0)}
        length = size(COUNT)
        if self.one_in(3) and inner.nonneg(mask.extent(0) - 1):
            nodes.append(line(f"{COUNT} = max({COUNT} - 1, 0)"))
        for _ in range(self.rng.choice((1, 2, 2, 3))):
            makers = (self._assigned, self._assigned, self._reduced, self._called, self._masked)
            nodes += self.rng.choice(makers)(inner, (Span(length - 1),))
        return nodes if len(nodes) > 1 else []

    def _assigned(self, s: Scope, shape: Shape) -> Nodes:
        place = self._place(s, shape)
        return [line(f"{place} = {self._sum_of(s, shape)}")] if place else []

    def _masked(self, s: Scope, shape: Shape) -> Nodes:
        place = self._place(s, shape)
        if not place:
            return []
        mask = f"{self._part(s, shape) or place} {self.compare()} {self.literal()}"
        return [line(f"where ({mask}) {place} = {self._sum_of(s, shape)}")]

    def _reduced(self, s: Scope, shape: Shape) -> Nodes:
        fresh, part = self.new_scalar(s), self._part(s, shape)
        if not fresh or not part:
            return []
        place = fresh[0].arms[0][0].partition(" =")[0]
        other = self._part(s, shape)
        form = self.rng.choice(("sum({a}*{b})", "dot_product({a}, {b})", "sum({a}) - sum({b})",
                                "sum({a}**2)*{b1}", "count({a} > {b})*0.5d0"))  # fmt: skip
        if not self.has("sum", "dot_product", "count") or self.single:
            return []
        text = form.replace("{a}", part).replace("{b}", other).replace("{b1}", self.leaf(s))
        return [*fresh, line(f"{place} = {place} + {self.half()}*({text})")]

    def _called(self, s: Scope, shape: Shape) -> Nodes:
        """A call whose arrays have so many elements."""
        self.passed_size = size(COUNT)
        try:
            return self.call_helper(s, 0)
        finally:
            self.passed_size = None

    def _size_actual(self, s: Scope, helper) -> Affine | None:  # type: ignore[no-untyped-def]
        if self.passed_size is None:
            return super()._size_actual(s, helper)
        return self.passed_size if s.nonneg(self.passed_size - helper.least) else None

    def _place(self, s: Scope, shape: Shape) -> str:
        arrays: list[Variable] = [v for v in s.reals(writable=True) if v.rank]
        self.rng.shuffle(arrays)
        return next((t for v in arrays if (t := self.section(s, v, shape))), "")

    def _part(self, s: Scope, shape: Shape) -> str:
        arrays = [v for v in s.reals() if v.rank]
        self.rng.shuffle(arrays)
        return next((t for v in arrays if (t := self.section(s, v, shape))), "")

    def _sum_of(self, s: Scope, shape: Shape) -> str:
        a, b = self._part(s, shape) or self.leaf(s), self._part(s, shape) or self.leaf(s)
        own = [h for h in s.helpers if h.elemental and h.result and not h.has_effects]
        if own and self.one_in(3):
            b = self._own_elemental(s, self.rng.choice(own), shape)
        function = self.rng.choice(_FUNCTIONS)
        if self.has("sin", "tanh", "abs"):
            a = function.replace("{}", f"({a})" if "**" in function else a)
        return f"{self.half()}*{a} {self.rng.choice('+-*')} {self.half()}*{b}"
