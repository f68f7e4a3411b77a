"""Which elements of the states a step computes: the others are no unknowns, but parameters.

`u[1:-1] = …` leaves the ends of u as they are, and so does `v = u.copy(); v[1:-1] = …; u = v`. The
derivative of such an element by itself is one, step after step, so that no iteration would end.
The step is run once on *tags*: each element of a state begins with a number of its own, copies hand
it on, and whatever is computed has the number zero. An element that ends with its own number has
kept its value. Where data decide, everything counts as computed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import sympy

from adc.analysis.activity import overwrites_wholly
from adc.ir.build import compare, where, zero
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Apply, Expr, Index, IntValue, Read, reads
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Node, Statement, used_dims
from adc.ir.nodes import Branch, Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import integer, symbol
from adc.ir.walking import computes, is_silent, written_in

_COMPUTED = zero(DType.INT64)


@dataclass
class Unknowns:
    """The unknowns among the elements of `states`, which `step` works on; `locals` are the tags."""

    step: Program
    states: tuple[str, ...]
    fresh: NameSource
    labels: NameSource
    locals: list[Container] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.fixed = {s for s in self.states if not self.always_computed(s)}
        names = sorted(self.carrying) if self.fixed else []
        self.tags = {n: self.tag(self.step[n]) for n in names}
        self.locals += self.tags.values()

    def tag(self, of: Container) -> Container:
        name = self.fresh.fresh(f"{of.name}_tag")
        return Container(name, DType.INT64, of.shape, Role.LOCAL, span=of.span)

    @cached_property
    def carrying(self) -> frozenset[str]:
        """The containers that elements of states may be copied to, and the states."""
        found = set(self.states)
        copies = [c for c in computes(self.step.body) if c.op == Update.ASSIGN]
        while True:
            more = {c.container for c in copies if self.copied(c.expr) & found} - found
            if not more:
                return frozenset(found)
            found |= more

    def copied(self, expr: Expr) -> set[str]:
        """The containers that `expr` may be a plain copy of."""
        if isinstance(expr, Read):
            return {expr.container}
        if isinstance(expr, Apply) and expr.op == "where" and self.known(expr.args[0]):
            return self.copied(expr.args[1]) | self.copied(expr.args[2])
        return set()

    def known(self, condition: Expr) -> bool:
        """Whether `condition` is of nothing that the step changes."""
        return not any(r.container in self.written for r in reads(condition))

    @cached_property
    def written(self) -> frozenset[str]:
        return frozenset(written_in(self.step.body))

    def always_computed(self, state: str) -> bool:
        """Whether each step surely computes all of `state`."""
        return any(
            isinstance(node, Statement)
            and not (isinstance(node, Compute) and self.copied(node.expr) & self.carrying)
            and any(w.container == state and overwrites_wholly(self.step, w) for w in node.writes)
            for node in self.step.body
        )

    # -- the step on tags --------------------------------------------------------------------------

    def own(self, state: str, index: Index) -> Expr:
        """The number that an element begins with."""
        before = sum((self._size(s) for s in self.states[: self.states.index(state)]), integer(1))
        place = integer(0)
        for position, extent in zip(index, self.step[state].shape, strict=True):
            place = place * extent + position
        return IntValue(sympy.expand(before + place), DType.INT64)

    def _size(self, state: str) -> sympy.Expr:
        return sympy.Mul(*self.step[state].shape)

    def statements(self) -> Body:
        """What finds the unknowns out; nothing where all elements are."""
        if not self.tags:
            return ()
        first = [
            self.filled(n, lambda i, n=n: self.own(n, i) if n in self.states else _COMPUTED)
            for n in self.tags
        ]  # fmt: skip
        return (*first, *self.body(self.step.body, False))

    def filled(self, name: str, make) -> Compute:  # type: ignore[no-untyped-def]
        tag = self.tags[name]
        dims = tuple(Dim(self.fresh.fresh("e"), integer(0), extent) for extent in tag.shape)
        index = tuple(symbol(d.var) for d in dims)
        label = self.labels.fresh(f"{tag.name}_set")
        return Compute(label, Access(tag.name, index), Update.ASSIGN, make(index), dims)

    def body(self, body: Body, decided: bool) -> Body:
        return tuple(one for node in body for one in self.node(node, decided))

    def node(self, node: Node, decided: bool) -> Iterable[Node]:
        """`node` on tags; where data have `decided` whether it runs, it computes."""
        if is_silent(node):
            return ()
        if isinstance(node, Loop) or (isinstance(node, Branch) and self.known(node.condition)):
            parts = tuple(self.body(part, decided) for part in node.parts)
            label = self.labels.fresh(f"{node.label}_tag") if node.label else ""
            return (node.with_parts(parts).with_label(label),) if any(parts) else ()
        if isinstance(node, Branch):
            return (*self.body(node.then, True), *self.body(node.orelse, True))
        if not isinstance(node, Statement):
            names = [n for n in written_in((node,)) if n in self.tags]
            return tuple(self.filled(n, lambda i: _COMPUTED) for n in names)
        return tuple(self.written_tags(node, decided))

    def written_tags(self, node: Statement, decided: bool) -> Iterable[Node]:
        for write in node.writes:
            if write.container not in self.tags:
                continue
            value: Expr = _COMPUTED
            if isinstance(node, Compute) and node.op == Update.ASSIGN and not decided:
                value = self.tagged(node.expr)
            yield Compute(
                self.labels.fresh(f"{node.label}_tag"),
                Access(self.tags[write.container].name, write.target.index),
                Update.ASSIGN, value, used_dims(write), node.span,
            )  # fmt: skip

    def tagged(self, expr: Expr) -> Expr:
        if isinstance(expr, Read) and expr.container in self.tags:
            return Read(self.tags[expr.container].name, expr.index, DType.INT64)
        if isinstance(expr, Apply) and expr.op == "where" and self.known(expr.args[0]):
            condition, a, b = expr.args
            return where(condition, self.tagged(a), self.tagged(b))
        return _COMPUTED

    def chosen(self, state: str, index: Index, value: Expr, otherwise: Expr) -> Expr:
        """`value` for the elements that are unknowns, `otherwise` for the others."""
        if state not in self.fixed:
            return value
        tag = Read(self.tags[state].name, index if self.step[state].shape else (), DType.INT64)
        return where(compare("ne", tag, self.own(state, index)), value, otherwise)
