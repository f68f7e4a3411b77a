"""Factorisations of matrices that never change in a loop stand before it.

`u = np.linalg.solve(M, u)` in time steps factors the same matrix in every one of them, and a
gradient that keeps factors for its reverse sweep would keep one a step. Where neither the matrix
nor what it is made of changes in the loop, the factorisation, and what it takes that only it and
its like need the loop for, is done once before the loop. That is right where the loop does not run,
too: what is moved writes local arrays alone, and reads nothing outside of its arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy

from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Index
from adc.ir.node import Body, Domain, Node, Statement
from adc.ir.nodes import Compute, Loop, While
from adc.ir.operation import Operation
from adc.ir.program import Program
from adc.ir.shapes import names, symbol
from adc.ir.walking import map_body, walk_nodes
from adc.ops.library import Cholesky, CholeskyInfo, Eigh, Lu, Qr, Svd

FACTORISATIONS = (Cholesky, CholeskyInfo, Eigh, Lu, Qr, Svd)


def factor_once(program: Program) -> Program:
    """`program` with factorisations moved before the loops in which they never change."""
    if not any(isinstance(node, FACTORISATIONS) for node in walk_nodes(program.body)):
        return program
    counts: dict[str, int] = {}
    for node in walk_nodes(program.body):
        for name in {write.container for write in node.writes}:
            counts[name] = counts.get(name, 0) + 1

    def visit(node: Node) -> Body:
        if not isinstance(node, (Loop, While)) or (isinstance(node, While) and node.marked):
            return (node,)  # what solves an equation is differentiated as it stands
        moved = _Loop(node, program.by_name, counts).moved()
        if not moved:
            return (node,)
        left = {id(one) for one in moved}
        rest = tuple(one for one in node.body if id(one) not in left)
        return (*moved, node.with_parts((rest,)))

    return program.with_body(map_body(program.body, visit))


@dataclass(frozen=True)
class _Loop:
    """A loop of a program with `containers`, each written by so many nodes as `counts` says."""

    loop: Loop | While
    containers: Mapping[str, Container]
    counts: Mapping[str, int]

    def moved(self) -> tuple[Statement, ...]:
        """Statements of the body that may stand before the loop: factorisations, and what these
        take, in their order."""
        writers = self._settled()
        needed = [
            name for name, own in writers.items() if any(isinstance(n, FACTORISATIONS) for n in own)
        ]
        wanted: set[str] = set()
        while needed:
            name = needed.pop()
            if name not in wanted and name in writers:
                wanted.add(name)
                needed += [use.container for node in writers[name] for use in node.reads]
        chosen = {id(node) for name in wanted for node in writers[name]}
        return tuple(n for n in self.loop.body if isinstance(n, Statement) and id(n) in chosen)

    def _settled(self) -> dict[str, list[Statement]]:
        """The containers that have the same values in each iteration, with what writes them."""
        changed = {w.container for node in walk_nodes((self.loop,)) for w in node.writes}
        found = {name: own for name in changed if (own := self._writers(name))}
        while True:
            fine = {
                name: own for name, own in found.items()
                if all(self._rests(node, changed - set(found)) for node in own)
            }  # fmt: skip
            if len(fine) == len(found):
                return found
            found = fine

    @staticmethod
    def _rests(node: Statement, changed: set[str]) -> bool:
        """Whether nothing that the statement mentions is among what is `changed`."""
        return not changed & node.mentioned

    def _writers(self, name: str) -> list[Statement] | None:
        """What writes the local array `name`, where that is a run of statements of the body, of
        which the first sets all of it or is alone, before anything else mentions it."""
        container = self.containers[name]
        mentions = [node for node in self.loop.body if name in node.mentioned_inside]
        own: list[Statement] = [
            n for n in mentions if isinstance(n, (Compute, Operation)) and _writes(n, name)
        ]
        if container.role != Role.LOCAL or len(own) != self.counts[name]:
            return None
        if mentions[: len(own)] != own or not all(self._movable(node) for node in own):
            return None
        first, *others = own
        if any(use.container == name for use in first.reads):
            return None
        (write,) = (w for w in first.writes if w.container == name)
        whole = write.op == Update.ASSIGN and _covers(write.target.index, write.domain, container)
        alone = write.op == Update.ASSIGN and not others
        return own if whole or alone else None

    def _movable(self, node: Statement) -> bool:
        """Whether the statement is the same in each iteration, and stays within its arrays."""
        seen: set[str] = set()

        def note(value: sympy.Expr) -> sympy.Expr:
            seen.update(names(value))
            return value

        node.with_integers(note)
        if self.loop.var in seen:
            return False
        return all(
            _within(use.index, use.domain, self.containers[use.container]) for use in node.reads
        )


def _writes(node: Node, name: str) -> bool:
    return any(write.container == name for write in node.writes)


def _covers(index: Index, domain: Domain, container: Container) -> bool:
    """Whether the elements are all that the container has, each once."""
    return len(set(index)) == len(index) == len(domain) and _within(index, domain, container, True)


def _within(index: Index, domain: Domain, container: Container, whole: bool = False) -> bool:
    """Whether each position is surely one of the container's: a variable that runs from 0 to the
    axis's end at most, or where it need not be the `whole` a number."""
    return all(
        _one_within(*pair, domain, whole) for pair in zip(index, container.shape, strict=True)
    )


def _one_within(position: sympy.Expr, extent: sympy.Expr, domain: Domain, whole: bool) -> bool:
    if position.is_Integer and extent.is_Integer:
        return not whole and 0 <= position < extent
    dim = next((d for d in domain if position == symbol(d.var)), None)
    if dim is None:
        return False
    if whole:
        return bool(dim.start == 0 and dim.stop == extent)
    return bool(dim.start.is_nonnegative and sympy.expand(extent - dim.stop).is_nonnegative)
