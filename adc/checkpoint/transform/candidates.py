"""The arrays of a frame that its reverse sweep can make again, and the statements that make them.

A candidate is a local array whose values in the reverse sweep are all of one version, that after
its last write: running the statements again that made it gives it back. What these statements
read from outside is still there when the forward sweep has ended, so it is the same at any place
of the reverse sweep. What they read that has been overwritten since is made by the slice itself
(Weiser, "Program slicing", 1984; here by exact dataflow).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from adc.analysis.accesses import Polyhedra
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.uses import Availability, Use, use_of, uses_in
from adc.ir.declarations import Container
from adc.ir.enums import Role
from adc.ir.expressions import Need, Read
from adc.ir.node import Body, Node, Statement
from adc.ir.nodes import Branch, Heading, Loop, Mark
from adc.ir.walking import is_silent, map_body, marked, walk_nodes, written_in


@dataclass(frozen=True)
class Candidate:
    """An array that the reverse sweep can make again.

    `name` is its container in `frame.forward`; `body` the statements that are run again, as they
    stand there; `operands` what they read from outside, `temporaries` what else they write.
    `made` are the positions in the forward body of the first and the last node with such a
    statement, `last_read` that of the last node that reads the array (-1: none); `needed_at` the
    positions in the reverse body of the nodes that need it (none: only other candidates do).
    """

    name: str
    body: Body
    operands: tuple[str, ...]
    temporaries: tuple[str, ...]
    made: tuple[int, int]
    last_read: int
    needed_at: tuple[int, ...]


@dataclass(frozen=True)
class Slice:
    """Arrays that are made again together.

    `statements` are the labels of the forward statements that are run again, `private` the
    containers that these write, `operands` what they read from other containers.
    """

    names: tuple[str, ...]
    statements: frozenset[str]
    private: frozenset[str]
    operands: tuple[Use, ...]

    @property
    def read(self) -> tuple[str, ...]:
        """The containers that are read from outside."""
        return tuple(dict.fromkeys(u.need.container for u in self.operands))


@dataclass
class Slicer:
    """What one frame's arrays are made of, and where its reverse sweep needs them."""

    frame: Frame
    slices: dict[str, Slice] = field(init=False)
    #: What reads each container as it is at the end: the reverse sweep, and other candidates.
    uses: dict[str, dict[Use, None]] = field(init=False)
    needed_at: dict[str, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.availability = Availability(Polyhedra(self.frame.forward))
        self.placed = self.availability.polyhedra.placed
        self.top: dict[str, int] = {}
        self.around: dict[str, tuple[Node, ...]] = {}
        for position, node in enumerate(self.frame.forward.body):
            for label, around in labels_in((node,), ()):
                self.top[label], self.around[label] = position, around
        self.uses, self.needed_at = {}, {}
        for position, node in enumerate(self.frame.reverse):
            for use in uses_in((node,)):
                self.uses.setdefault(use.need.container, {})[use] = None
                at = self.needed_at.setdefault(use.need.container, [])
                at += [position] if position not in at else []
        self.slices = self.found()

    def found(self) -> dict[str, Slice]:
        """The candidates. What one of them reads is in turn a use of its operand."""
        slices: dict[str, Slice] = {}
        while True:
            before = sum(map(len, self.uses.values()))
            for name in [n for n in self.uses if self.eligible(n)]:
                slice_ = self.slice_of((name,))
                if slice_ is None:
                    slices.pop(name, None)
                    continue
                slices[name] = slice_
                for use in slice_.operands:
                    self.uses.setdefault(use.need.container, {})[use] = None
            if sum(map(len, self.uses.values())) == before:
                return {c.name: slices[c.name] for c in self.containers if c.name in slices}

    @property
    def containers(self) -> tuple[Container, ...]:
        return self.frame.forward.containers

    def eligible(self, name: str) -> bool:
        container = self.frame.forward.by_name.get(name)
        return container is not None and container.role == Role.LOCAL and bool(container.shape)

    def source_name(self, name: str) -> str:
        """The source's name of a container."""
        return self.frame.originals.get(name, name)

    def named(self, names: Collection[str]) -> list[str]:
        """The candidates that `names` names, in the source or in the frame."""
        return [n for n in self.slices if n in names or self.source_name(n) in names]

    def candidate(self, name: str) -> Candidate:
        slice_ = self.slices[name]
        body = self.body(slice_)
        at = [self.top[label] for label in slice_.statements]
        read = [
            self.top[p.label]
            for p in self.placed.values()
            if name in {u.container for u in p.node.uses}
        ]
        return Candidate(
            name,
            body,
            slice_.read,
            tuple(c for c in written_in(body) if c != name),
            (min(at), max(at)),
            max(read, default=-1),
            tuple(self.needed_at.get(name, ())),
        )

    def body(self, slice_: Slice) -> Body:
        """The statements of `slice_` as they stand in the forward sweep."""

        def visit(node: Node) -> Body:
            if is_silent(node):
                return ()
            if isinstance(node, Statement):
                return (node,) if node.label in slice_.statements else ()
            return (node,) if any(node.parts) else ()

        return map_body(self.frame.forward.body, visit)

    # -- the slice ---------------------------------------------------------------------------

    def slice_of(self, names: tuple[str, ...]) -> Slice | None:
        """What makes the arrays `names` again, together; None where that is not sure to give the
        values that are used."""
        private = frozenset(names)
        while True:
            slice_ = self.closure(names, private)
            if slice_ is None or not slice_.statements:
                return None
            if slice_.private == private:
                break
            private = slice_.private
        copied = slice_.statements <= self.frame.entry_copies
        return slice_ if not copied and self.one_version(slice_) else None

    def closure(self, names: tuple[str, ...], private: frozenset[str]) -> Slice | None:
        """The statements whose values reach the uses of `names`, through `private` containers and
        through whatever has been overwritten since; None where a value on entry does."""
        statements: set[str] = set()
        operands: dict[Use, None] = {}
        own = set(private)
        waiting = [u for n in names for u in self.uses[n]]
        while waiting:
            use = waiting.pop()
            sources = self.sources(use)
            if sources is None:
                return None
            for label in sorted(sources - statements):
                statements.add(label)
                for read in self.reads(label):
                    if read.need.container in own or not self.available(read):
                        own.add(read.need.container)
                        waiting.append(read)
                    else:
                        operands[read] = None
        return Slice(names, frozenset(statements), frozenset(own), tuple(operands))

    def sources(self, use: Use) -> frozenset[str] | None:
        """The writes that `use` may see; None where it may see what is there on entry, or what
        is written in a loop that data ends."""
        container = use.need.container
        if use.need.point not in self.placed or container in self.hidden:
            return None
        flow = self.availability.definitions(use)
        if use.sink.name in flow.unmatched and not self.begins_empty(container):
            return None
        return frozenset(d.source for d in flow.dependences)

    def begins_empty(self, container: str) -> bool:
        """Whether `container` holds nothing on entry: a part of it that no statement surely
        writes is then never read. In a segment of a loop it holds the state."""
        segment = bool(self.frame.outer or self.frame.points)
        return not segment and self.frame.forward[container].role in (Role.LOCAL, Role.OUTPUT)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The containers written where only data tells how often."""
        found: set[str] = set()
        for node in walk_nodes(self.frame.forward.body):
            if isinstance(node, (Statement, Loop, Branch, Heading, Mark)):
                continue
            found |= set(written_in((node,)))
        return frozenset(found)

    def available(self, use: Use) -> bool:
        return use.need.point in self.placed and self.availability.available(use)

    def reads(self, label: str) -> Iterator[Use]:
        """What the statement `label` reads, with the conditions of the branches around it."""
        for node in (self.placed[label].node, *self.around[label]):
            if not isinstance(node, (Statement, Branch)):
                continue
            for read in node.reads:
                dtype = self.frame.forward[read.container].dtype
                own = Read(read.container, read.index, dtype)
                yield use_of(need_at(own, node.label), read.domain)

    def one_version(self, slice_: Slice) -> bool:
        """Whether all uses see the values that the arrays have after the slice's last statement:
        nothing that is written up to there destroys one."""
        last = max(self.top[label] for label in slice_.statements)
        return all(
            self.top[dependence.source] > last
            for name in slice_.names
            for use in self.uses[name]
            for dependence in self.availability.kills(use).dependences
        )


def place(body: Body, position: int) -> int:
    """Where in the reverse sweep `body` the adjoint begins that the node at `position` is part
    of."""
    if has_marks(body[position]):
        return position
    return next((p for p in range(position, -1, -1) if marked(body[p])), 0)


def has_marks(node: Node) -> bool:
    """Whether adjoints of whole statements stand in `node`."""
    return any(marked(n) for n in walk_nodes((node,)))


def labels_in(body: Body, around: tuple[Node, ...]) -> Iterator[tuple[str, tuple[Node, ...]]]:
    """The labelled nodes of `body`, and the nodes around each."""
    for node in body:
        if node.label:
            yield node.label, around
        for part in node.parts:
            yield from labels_in(part, (*around, node))


def need_at(read: Read, point: str) -> Need:
    return Need(read.container, read.index, read.dtype, point)
