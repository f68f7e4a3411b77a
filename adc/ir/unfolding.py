"""The body of a routine in place of a call: containers, variables and labels become the caller's.

What the routine reads and writes of its arguments are elements of the caller's sections; what else
it has is new in the caller, under names that nothing has there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import sympy

from adc.diagnostics import InternalError
from adc.ir.enums import FLAGS
from adc.ir.expressions import Expr, Index, Need, Read, substitute_expr
from adc.ir.node import Access, Body, Domain, Node
from adc.ir.nodes import Compute, Loop, Mark, Replay, ReverseWhile, Snapshot, While
from adc.ir.operation import Making, Operation, Section
from adc.ir.program import Program
from adc.ir.shapes import IntLike, substitute, symbol
from adc.ir.walking import labels_in, map_body, unknown, walk_nodes


def unfolded(
    routine: Program,
    given: Mapping[str, sympy.Expr],
    places: Mapping[str, Section],
    make: Making,
) -> Body:
    """The body of `routine` for symbols that are `given`, with formals that are the sections
    `places` of the caller's."""
    if routine.stop or routine.misfit:
        raise InternalError(f"{routine.name} may stop: no call of it can be written out")
    work = _Unfolding(routine, places, make, dict(given))
    work.begin()
    return map_body(routine.body, lambda node: (work.node(node),))


@dataclass
class _Unfolding:
    """`integers` are what symbols and variables become; `containers`, `labels` and `pairs` (of
    snapshots and replays) what these are called in the caller."""

    routine: Program
    places: Mapping[str, Section]
    make: Making
    integers: dict[str, IntLike]
    containers: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    pairs: dict[str, str] = field(default_factory=dict)

    def begin(self) -> None:
        """Finds a name for all that has one."""
        for c in self.routine.containers:
            if c.name not in self.places and c.role not in FLAGS:
                shape = tuple(substitute(e, self.integers) for e in c.shape)
                self.containers[c.name] = self.make.local(c.name, c.dtype, shape).name
        bound = dict.fromkeys(v for n in walk_nodes(self.routine.body) for v in n.variables)
        self.variables = {v: self.make.fresh_name(v) for v in bound}
        self.integers |= {old: symbol(new) for old, new in self.variables.items()}
        stem = self.make.operation.label
        for label in sorted(labels_in(self.routine.body)):
            self.labels[label] = self.make.fresh_label(f"{stem}_{label}")

    def node(self, node: Node) -> Node:
        """`node`, whose parts are the caller's already."""
        node = node.with_integers(lambda e: substitute(e, self.integers))
        node = node.transformed(self.expr)
        node = self.rebound(self.retargeted(node))
        if isinstance(node, Mark):
            node = replace(node, point=self.labels.get(node.point, node.point))
        return node.with_label(self.labels[node.label]) if node.label else node

    # -- containers --------------------------------------------------------------------------------

    def expr(self, e: Expr) -> Expr:
        if not isinstance(e, (Read, Need)):
            return e
        if e.container in self.places:
            return self.element(e.container, e.index)
        return replace(e, container=self.containers[e.container])

    def element(self, formal: str, index: Index) -> Expr:
        """What the element `index` of a formal is in the caller."""
        expr, domain = self.places[formal]
        steps: dict[str, IntLike] = {d.var: d.start + e for d, e in zip(domain, index, strict=True)}
        return substitute_expr(expr, steps)

    def access(self, access: Access) -> Access:
        if access.container not in self.places:
            return Access(self.containers[access.container], access.index)
        found = self.element(access.container, access.index)
        if not isinstance(found, Read):
            raise InternalError(f"{self.routine.name} writes {access.container}, no section")
        return Access(found.container, found.index)

    def retargeted(self, node: Node) -> Node:
        """`node` writing to containers of the caller's."""
        if isinstance(node, Compute):
            return replace(node, target=self.access(node.target))
        if isinstance(node, Operation):
            new = (replace(w, target=self.access(w.target)) for w in node.results)
            return replace(node, results=tuple(new))
        if isinstance(node, (While, ReverseWhile)):
            trips = self.access(Access(node.trips, ()))
            if trips.index:
                raise InternalError(f"{self.routine.name} counts in {node.trips}, an element")
            return replace(node, trips=trips.container)
        return node

    # -- variables ---------------------------------------------------------------------------------

    def rebound(self, node: Node) -> Node:
        """`node` binding variables of the caller's."""
        if not node.variables:
            return node
        own = self.variables
        if isinstance(node, Compute):
            return replace(node, domain=self.domain(node.domain))
        if isinstance(node, Operation):
            return replace(
                node,
                operands=tuple(Section(o.expr, self.domain(o.domain)) for o in node.operands),
                results=tuple(replace(w, domain=self.domain(w.domain)) for w in node.results),
            )
        if isinstance(node, (Loop, While, ReverseWhile)):
            return replace(node, var=own[node.var])
        if isinstance(node, Snapshot):
            return replace(node, slot=own[node.slot], loop=self.pair(node.loop))
        if isinstance(node, Replay):
            slot, var = own[node.slot], own[node.var]
            return replace(node, slot=slot, var=var, loop=self.pair(node.loop))
        raise unknown(node, "be written out")

    def domain(self, domain: Domain) -> Domain:
        return tuple(replace(d, var=self.variables[d.var]) for d in domain)

    def pair(self, loop: str) -> str:
        if loop not in self.pairs:
            self.pairs[loop] = self.make.fresh_label(f"{self.make.operation.label}_{loop}")
        return self.pairs[loop]
