"""Which statements, branches and loops that data ends are live: a search from what the caller sees.

The key of a node stands for it here: the label of a statement or a branch, and for a While the
container that it counts in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.flow import more_writes
from adc.ir.declarations import Container
from adc.ir.enums import SEEN, Role, Update
from adc.ir.expressions import Read
from adc.ir.node import Access, Body, Dim, Node, Statement
from adc.ir.nodes import Branch, Compute, While
from adc.ir.program import Program
from adc.ir.shapes import integer, symbol
from adc.ir.walking import walk_nodes


def live_nodes(program: Program) -> set[str]:
    """The keys of the live statements, branches and Whiles."""
    endings = [
        ending(program, c, number) for number, c in enumerate(program.containers) if c.role in SEEN
    ]
    last = Container("adc_end", program.containers[0].dtype, (), Role.LOCAL)
    scratch = replace(
        program, body=(*program.body, *endings), containers=(*program.containers, last)
    )
    search = Search(Polyhedra(scratch), owners_in(scratch.body))
    for node in walk_nodes(scratch.body):
        if key := key_of(node):
            search.nodes[key] = node
            for write in node.writes:
                search.writers.setdefault(write.container, set()).add(key)
    search.mark(sorted(e.label for e in endings))
    search.run()
    return search.live


def key_of(node: Node) -> str:
    """What stands for a statement, a branch or a While in the search; "" for other nodes."""
    if isinstance(node, While):
        return f"while {node.trips}"
    return node.label if isinstance(node, (Statement, Branch)) else ""


@dataclass
class Search:
    """What is live so far, and those of it whose needs are still `waiting` to be looked at.

    `owners` are the nodes around each one; `writers` what writes each container.
    """

    polyhedra: Polyhedra
    owners: dict[str, tuple[Node, ...]]
    nodes: dict[str, Node] = field(default_factory=dict)
    writers: dict[str, set[str]] = field(default_factory=dict)
    live: set[str] = field(default_factory=set)
    waiting: list[str] = field(default_factory=list)

    def run(self) -> None:
        while self.waiting:
            key = self.waiting.pop()
            self._mark_owners(key)
            node = self.nodes[key]
            if isinstance(node, While):
                # A test sees what any iteration before it wrote: all writers count.
                for use in node.uses:
                    self._mark_writers(use.container)
            else:
                for sink in sinks_of(node):
                    self._mark_sources(sink)

    @cached_property
    def by_whiles(self) -> frozenset[str]:
        """What a While writes: the count of its iterations."""
        return frozenset(
            name
            for name, keys in self.writers.items()
            if any(isinstance(self.nodes[key], While) for key in keys)
        )

    def mark(self, keys: Iterable[str]) -> None:
        for key in keys:
            if key not in self.live:
                self.live.add(key)
                self.waiting.append(key)

    def _mark_owners(self, key: str) -> None:
        """What decides whether, and how often, a live node runs."""
        for owner in self.owners[key]:
            for count in owner.counted:
                self._mark_writers(count)
            if key := key_of(owner):
                self.mark((key,))

    def _mark_writers(self, container: str) -> None:
        self.mark(sorted(self.writers.get(container, ())))

    def _mark_sources(self, sink: Sink) -> None:
        """The writers whose value `sink` may see, asked for only if one is not known to live."""
        writers = self.writers.get(sink.container, set())
        if writers <= self.live:
            return
        if sink.container in self.by_whiles:
            self._mark_writers(sink.container)
            return
        self.mark(sorted(more_writes(self.polyhedra, sink, self.live)))


def ending(program: Program, container: Container, number: int) -> Compute:
    """A reading of all of `container` after the program's last statement."""
    dims = tuple(
        Dim(f"end_{number}_{axis}", integer(0), extent)
        for axis, extent in enumerate(container.shape)
    )
    index = tuple(symbol(d.var) for d in dims)
    value = Read(container.name, index, container.dtype)
    return Compute(f"end_{number}", Access("adc_end", ()), Update.ASSIGN, value, dims)


def sinks_of(node: Node) -> list[Sink]:
    """What a live statement (or a branch's condition) reads, `+=` targets included."""
    if not isinstance(node, (Statement, Branch)):
        return []
    return [Sink("r", node.label, u.container, u.index, u.domain) for u in node.reads]


def owners_in(body: Body) -> dict[str, tuple[Node, ...]]:
    """The nodes around each statement, branch and While, outermost first, by key."""
    found: dict[str, tuple[Node, ...]] = {}

    def visit(nodes: Body, around: tuple[Node, ...]) -> None:
        for node in nodes:
            found[key_of(node)] = around
            for part in node.parts:
                visit(part, (*around, node))

    visit(body, ())
    return found
