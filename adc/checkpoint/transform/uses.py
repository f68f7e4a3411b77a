"""The forward values that a reverse sweep uses, and whether each is still available there."""

from __future__ import annotations

from dataclasses import dataclass, field

from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.flow import Flow, last_writes, next_writes
from adc.ir.expressions import Need, walk
from adc.ir.node import Body, Dim
from adc.ir.operation import Operation
from adc.ir.shapes import names
from adc.ir.walking import expressions_in
from adc.ops.bits import compared


@dataclass(frozen=True)
class Use:
    """A Need together with the domain variables that its index runs over."""

    need: Need
    dims: tuple[Dim, ...]

    @property
    def sink(self) -> Sink:
        need = self.need
        return Sink("use", need.point, need.container, need.index, self.dims, need.when)


def use_of(need: Need, domain: tuple[Dim, ...]) -> Use:
    """`need` with the part of `domain` that its index, or a bound of such a part, uses."""
    wanted = set().union(*(names(e) for e in need.index), set())
    kept: list[Dim] = []
    for dim in reversed(domain):
        if dim.var in wanted:
            kept.insert(0, dim)
            wanted |= names(dim.start) | names(dim.stop)
    return Use(need, tuple(kept))


def uses_in(body: Body) -> list[Use]:
    """The distinct uses of `body`, in order."""
    found: dict[Use, None] = {}
    for _, expr, domain in expressions_in(body):
        for e in walk(expr):
            if isinstance(e, Need):
                found[use_of(e, domain)] = None
    return list(found)


def sections_in(body: Body) -> set[Use]:
    """The uses of `body` that have to stay sections of arrays: operands of operations."""
    return {
        use_of(expr, domain)
        for node, expr, domain in expressions_in(body)
        if isinstance(node, Operation) and isinstance(expr, Need)
    }


def compared_in(body: Body) -> set[Use]:
    """The uses of `body` in tests for equality: whether an element is the largest one."""
    return {
        use_of(inside, domain)
        for _, expr, domain in expressions_in(body)
        for inside in compared(expr)
        if isinstance(inside, Need)
    }


@dataclass
class Availability:
    """Answers about one forward body, each worked out once."""

    polyhedra: Polyhedra
    _next: dict[Use, Flow] = field(default_factory=dict)
    _last: dict[Use, Flow] = field(default_factory=dict)

    def kills(self, use: Use) -> Flow:
        """The writes that kill the value of `use` after its point."""
        if use not in self._next:
            self._next[use] = next_writes(self.polyhedra, [use.sink])
        return self._next[use]

    def definitions(self, use: Use) -> Flow:
        """The definitions that reach `use`: the writes whose value it sees."""
        if use not in self._last:
            self._last[use] = last_writes(self.polyhedra, [use.sink])
        return self._last[use]

    def available(self, use: Use) -> bool:
        """Whether the value is still there when the forward sweep has ended: nothing kills it."""
        return not self.kills(use).dependences
