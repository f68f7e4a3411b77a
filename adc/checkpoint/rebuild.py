"""Arrays that are dropped after the forward sweep and made again, whole, in the reverse sweep.

A candidate is a local array whose values in the reverse sweep are all of one version, that after
its last write: running the statements again that made it gives it back. The slice of these
statements stands in the reverse sweep before the first node that needs the array, on containers
of its own (`A_again`). What the slice reads from outside is still there when the forward sweep
has ended, so it is the same at any place of the reverse sweep: it is kept, or made again in turn.
What it reads that has been overwritten since is made by the slice itself (Weiser, "Program
slicing", 1984; here by exact dataflow).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import PurePath

import sympy

from adc.analysis.accesses import Polyhedra
from adc.checkpoint.assemble import Frame
from adc.checkpoint.plan import PlanRow
from adc.checkpoint.policy import Policy
from adc.checkpoint.rewrite import again, written
from adc.checkpoint.uses import Intactness, Use, use_of, uses_in
from adc.differentiate.reverse import marked
from adc.ir.expressions import Expr, Need, Read, reads, transform
from adc.ir.nodes import (
    Body,
    Branch,
    Compute,
    Container,
    Heading,
    Loop,
    Node,
    While,
    map_body,
    map_expressions,
    parts,
    walk_nodes,
)
from adc.ir.shapes import integer
from adc.ops import flops


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


def rebuildable(frame: Frame) -> list[Candidate]:
    """The arrays that `rebuild` can make again, in the order of the containers."""
    survey = Survey(frame)
    return [survey.candidate(name) for name in survey.groups]


def rebuild(frame: Frame, names: Collection[str], whole: Collection[str] = ()) -> Frame:
    """`frame` with the candidates among `names` made again in its reverse sweep; those that are
    in `whole` too remain arrays, wherever they are used.

    Names are those of the source or of `frame`. What is no candidate is left as it is.
    """
    survey = Survey(frame)
    chosen = [n for n in survey.groups if {n, frame.originals.get(n, n)} & set(names)]
    return Rebuilding(survey, chosen, frozenset(whole)).frame() if chosen else frame


def configured(
    frame: Frame, policy: Policy, rebuilt: Collection[str]
) -> tuple[Frame, list[PlanRow]]:
    """`frame` as `rebuilt` and the user's `--store` and `--recompute` want its arrays, and the
    rows of the plan that say so."""
    frame = marked_whole(frame, policy.store)
    names = set(rebuilt)
    if policy.recompute:
        names |= with_operands(frame, policy.recompute, policy.store)
    if not names:
        return frame, []
    return rebuild(frame, names, policy.recompute), rows(frame, names)


def marked_whole(frame: Frame, names: Collection[str]) -> Frame:
    """`frame` with local arrays that `names` names kept from shrinking to scalars."""
    if not names:
        return frame

    def visit(c: Container) -> Container:
        named = frame.originals.get(c.name, c.name) in names and c.role == "local"
        return replace(c, whole=True) if named else c

    return replace(
        frame,
        forward=replace(frame.forward, containers=tuple(map(visit, frame.forward.containers))),
    )


def with_operands(frame: Frame, names: Collection[str], kept: Collection[str] = ()) -> set[str]:
    """`names` and the arrays that would be kept only to make these again, without `kept`."""
    found = {c.name: c for c in rebuildable(frame)}
    result: set[str] = set()
    waiting = [n for n in found if {n, frame.originals.get(n, n)} & set(names)]
    while waiting:
        name = waiting.pop()
        if name in result:
            continue
        result.add(name)
        waiting += [
            o
            for o in found[name].operands
            if o in found and not found[o].needed_at and frame.originals.get(o, o) not in kept
        ]
    return result


def rows(frame: Frame, names: Collection[str]) -> list[PlanRow]:
    """The plan's rows for the candidates among `names`."""
    result = []
    for candidate in rebuildable(frame):
        name = frame.originals.get(candidate.name, candidate.name)
        if not {name, candidate.name} & set(names):
            continue
        container = frame.forward[candidate.name]
        size = sympy.Mul(integer(container.dtype.itemsize), *container.shape)
        steps = [n for n in walk_nodes(candidate.body) if isinstance(n, Compute)]
        cost = sum(flops(s.expr) + (s.op != "=") for s in steps)
        span = steps[-1].span
        where = f"{PurePath(span.file).name}:{span.line}" if span else ""
        why = "made again as an array in the reverse sweep"
        result.append(PlanRow(name, "recompute", size, cost, where, why))
    return result


# -- what can be made again ------------------------------------------------------------------------


@dataclass(frozen=True)
class Group:
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
class Survey:
    """What one frame's arrays are made of, and where its reverse sweep needs them."""

    frame: Frame
    groups: dict[str, Group] = field(init=False)
    #: What reads each container as it is at the end: the reverse sweep, and other candidates.
    uses: dict[str, dict[Use, None]] = field(init=False)
    needed_at: dict[str, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.intactness = Intactness(Polyhedra(self.frame.forward))
        self.placed = self.intactness.polyhedra.placed
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
        self.groups = self.found()

    def found(self) -> dict[str, Group]:
        """The candidates. What one of them reads is in turn a use of its operand."""
        groups: dict[str, Group] = {}
        while True:
            before = sum(map(len, self.uses.values()))
            for name in [n for n in self.uses if self.eligible(n)]:
                group = self.group((name,))
                if group is None:
                    groups.pop(name, None)
                    continue
                groups[name] = group
                for use in group.operands:
                    self.uses.setdefault(use.need.container, {})[use] = None
            if sum(map(len, self.uses.values())) == before:
                return {c.name: groups[c.name] for c in self.containers if c.name in groups}

    @property
    def containers(self) -> tuple[Container, ...]:
        return self.frame.forward.containers

    def eligible(self, name: str) -> bool:
        container = self.frame.forward.by_name.get(name)
        return container is not None and container.role == "local" and bool(container.shape)

    def candidate(self, name: str) -> Candidate:
        group = self.groups[name]
        body = self.body(group)
        at = [self.top[label] for label in group.statements]
        read = [self.top[p.label] for p in self.placed.values() if name in containers_read(p.node)]
        return Candidate(
            name,
            body,
            group.read,
            tuple(c for c in written(body) if c != name),
            (min(at), max(at)),
            max(read, default=-1),
            tuple(self.needed_at.get(name, ())),
        )

    def body(self, group: Group) -> Body:
        """The statements of `group` as they stand in the forward sweep."""

        def visit(node: Node) -> Body:
            if isinstance(node, Heading):
                return ()
            if isinstance(node, Compute):
                return (node,) if node.label in group.statements else ()
            return (node,) if any(parts(node)) else ()

        return map_body(self.frame.forward.body, visit)

    # -- the slice ---------------------------------------------------------------------------

    def group(self, names: tuple[str, ...]) -> Group | None:
        """What makes the arrays `names` again, together; None where that is not sure to give the
        values that are used."""
        private = frozenset(names)
        while True:
            group = self.closure(names, private)
            if group is None or not group.statements:
                return None
            if group.private == private:
                break
            private = group.private
        copied = group.statements <= self.frame.entry_copies
        return group if not copied and self.one_version(group) else None

    def closure(self, names: tuple[str, ...], private: frozenset[str]) -> Group | None:
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
            for label in sources - statements:
                statements.add(label)
                for read in self.reads(label):
                    if read.need.container in own or not self.intact(read):
                        own.add(read.need.container)
                        waiting.append(read)
                    else:
                        operands[read] = None
        return Group(names, frozenset(statements), frozenset(own), tuple(operands))

    def sources(self, use: Use) -> frozenset[str] | None:
        """The writes that `use` may see; None where it may see what is there on entry, or what
        is written in a loop that data ends."""
        container = use.need.container
        if use.need.point not in self.placed or container in self.hidden:
            return None
        flow = self.intactness.last_writes(use)
        if use.sink.name in flow.unmatched and not self.begins_empty(container):
            return None
        return frozenset(d.source for d in flow.dependences)

    def begins_empty(self, container: str) -> bool:
        """Whether `container` holds nothing on entry: a part of it that no statement surely
        writes is then never read. In a segment of a loop it holds the state."""
        segment = bool(self.frame.outer or self.frame.points)
        return not segment and self.frame.forward[container].role in ("local", "output")

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The containers written where only data tells how often."""
        found: set[str] = set()
        for node in walk_nodes(self.frame.forward.body):
            if isinstance(node, (Compute, Loop, Branch, Heading)):
                continue
            found |= set(written((node,)))
        return frozenset(found)

    def intact(self, use: Use) -> bool:
        return use.need.point in self.placed and self.intactness.intact(use)

    def reads(self, label: str) -> Iterator[Use]:
        """What the statement `label` reads, with the conditions of the branches around it."""
        for node in (self.placed[label].node, *self.around[label]):
            if isinstance(node, Compute):
                for read in dict.fromkeys(reads(node.expr)):
                    yield use_of(need_at(read, node.label), node.domain)
                if node.op == "+=":
                    dtype = self.frame.forward[node.container].dtype
                    own = Read(node.container, node.target.index, dtype)
                    yield use_of(need_at(own, node.label), node.domain)
            elif isinstance(node, Branch):
                for read in dict.fromkeys(reads(node.condition)):
                    yield use_of(need_at(read, node.label), ())

    def one_version(self, group: Group) -> bool:
        """Whether all uses see the values that the arrays have after the group's last statement:
        nothing that is written up to there destroys one."""
        last = max(self.top[label] for label in group.statements)
        return all(
            self.top[dependence.source] > last
            for name in group.names
            for use in self.uses[name]
            for dependence in self.intactness.next_writes(use).dependences
        )

    def place(self, position: int) -> int:
        """Where in the reverse sweep the adjoint begins that the node at `position` is part of."""
        reverse = self.frame.reverse
        if any(marked(n) for n in walk_nodes((reverse[position],))):
            return position
        return next((p for p in range(position, -1, -1) if marked(reverse[p])), 0)


def labels_in(body: Body, around: tuple[Node, ...]) -> Iterator[tuple[str, tuple[Node, ...]]]:
    """The labelled nodes of `body`, and the nodes around each."""
    for node in body:
        if not isinstance(node, Heading) and node.label:
            yield node.label, around
        for part in parts(node):
            yield from labels_in(part, (*around, node))


def need_at(read: Read, point: str) -> Need:
    return Need(read.container, read.index, read.dtype, point)


def containers_read(node: Node) -> set[str]:
    """The containers that the expression or the condition of `node` reads."""
    if isinstance(node, Compute):
        return {r.container for r in reads(node.expr)}
    if isinstance(node, (Branch, While)):
        return {r.container for r in reads(node.condition)}
    return set()


# -- making it again -------------------------------------------------------------------------------


@dataclass
class Rebuilding:
    """The candidates `chosen` of one survey, made again."""

    survey: Survey
    chosen: Sequence[str]
    whole: frozenset[str]

    def frame(self) -> Frame:
        frame = self.survey.frame
        groups = self.ordered()
        places = self.places(groups)
        tables = [self.table(g) for g in groups]
        names = {n: t[n] for g, t in zip(groups, tables, strict=True) for n in g.names}
        inserted: dict[int, list[Node]] = {}
        containers: list[Container] = []
        for group, table, place in zip(groups, tables, places, strict=True):
            if place is None:
                continue
            inserted.setdefault(place, []).extend(self.clone(group, table, names))
            containers += [self.container(group, old, new) for old, new in table.items()]
        reverse: list[Node] = []
        for position, node in enumerate(frame.reverse):
            reverse += inserted.get(position, [])
            reverse += map_expressions((node,), lambda e: from_copies(e, names))
        forward = frame.forward.with_containers(*containers)
        return replace(frame, forward=forward, reverse=tuple(reverse))

    # -- groups and their order --------------------------------------------------------------

    def ordered(self) -> list[Group]:
        """The groups, operands first: arrays that need each other are made together, and so are
        those that share statements and are first needed at the same place."""
        groups = self.together([self.survey.groups[n] for n in self.chosen])
        places = self.places(groups)
        shared = groups
        for one, group in enumerate(groups):
            for two in range(one):
                if places[one] == places[two] and group.statements & groups[two].statements:
                    shared = self.joined(shared, group.names[0], groups[two].names[0])
        return self.sorted(self.together(shared))

    def together(self, groups: list[Group]) -> list[Group]:
        """`groups` with those joined that need each other."""
        for one in range(len(groups)):
            for two in range(one):
                if reaches(groups, one, two) and reaches(groups, two, one):
                    smaller = self.joined(groups, groups[one].names[0], groups[two].names[0])
                    if len(smaller) == len(groups):  # not to be had together: one is kept
                        smaller = [g for k, g in enumerate(groups) if k != one]
                    return self.together(smaller)
        return groups

    def joined(self, groups: list[Group], one: str, two: str) -> list[Group]:
        """`groups` with those of the arrays `one` and `two` as a single one, where that holds."""
        parts_ = [g for g in groups if one in g.names or two in g.names]
        if len(parts_) == 1:
            return groups
        names = [n for n in self.chosen if any(n in g.names for g in parts_)]
        new = self.survey.group(tuple(names))
        if new is None:
            return groups
        return [new if g is parts_[0] else g for g in groups if g not in parts_[1:]]

    def sorted(self, groups: list[Group]) -> list[Group]:
        """`groups`, those first that others read."""
        result: list[Group] = []
        waiting = list(groups)
        while waiting:
            ready = [g for g in waiting if not any(needs_of(g, o) for o in waiting if o is not g)]
            result += ready
            waiting = [g for g in waiting if g not in ready]
        return result

    def places(self, groups: Sequence[Group]) -> list[int | None]:
        """Where in the reverse sweep each group stands: before the first node that needs it, or
        that a group stands before which reads it (None: nobody does)."""
        survey = self.survey
        places: list[int | None] = []
        for group in groups:
            own = [p for n in group.names for p in survey.needed_at.get(n, ())]
            places.append(survey.place(min(own)) if own else None)
        for _ in groups:
            for k, group in enumerate(groups):
                readers = [p for g, p in zip(groups, places, strict=True) if needs_of(g, group)]
                known = [p for p in (places[k], *readers) if p is not None]
                places[k] = min(known, default=None)
        return places

    # -- the copy ----------------------------------------------------------------------------

    def table(self, group: Group) -> dict[str, str]:
        """The group's containers and their names in the reverse sweep."""
        frame = self.survey.frame
        return {
            c: frame.fresh.fresh(f"{frame.originals.get(c, c)}_again")
            for c in written(self.survey.body(group))
        }

    def container(self, group: Group, old: str, new: str) -> Container:
        frame = self.survey.frame
        whole = old in group.names and bool({old, frame.originals.get(old, old)} & self.whole)
        return replace(frame.forward[old], name=new, role="local", of=old, whole=whole)

    def clone(self, group: Group, table: Mapping[str, str], names: Mapping[str, str]) -> Body:
        """The group's statements on containers of its own, Needs where they read others."""
        own = set(table.values())
        body, originals = again(self.survey.body(group), table, self.survey.frame.labels)

        def outside(e: Expr, label: str) -> Expr:
            if not isinstance(e, Read) or e.container in own:
                return e
            if e.container in names:
                return replace(e, container=names[e.container])
            return need_at(e, originals[label])

        def visit(node: Node) -> Body:
            if isinstance(node, Compute):
                return (replace(node, expr=transform(node.expr, lambda e: outside(e, node.label))),)
            if isinstance(node, Branch):
                condition = transform(node.condition, lambda e: outside(e, node.label))
                return (replace(node, condition=condition),)
            return (node,)

        targets = {table[n] for n in group.names}
        return with_note(map_body(body, visit), targets, self.note(group))

    def note(self, group: Group) -> str:
        names = [self.survey.frame.originals.get(n, n) for n in group.names]
        if len(names) == 1:
            return f"{names[0]} again: it was not kept"
        return f"{', '.join(names[:-1])} and {names[-1]} again: they were not kept"


def needs_of(reader: Group, other: Group) -> bool:
    """Whether `reader` is made from an array of `other`."""
    return reader is not other and bool(set(reader.read) & set(other.names))


def reaches(groups: Sequence[Group], start: int, end: int) -> bool:
    """Whether the group at `start` is made, directly or not, from the one at `end`."""
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        found = {k for k, g in enumerate(groups) if needs_of(groups[here], g)} - seen
        seen |= found
        waiting += found
    return end in seen


def from_copies(expr: Expr, names: Mapping[str, str]) -> Expr:
    """`expr` with Needs of arrays that are made again read from these."""

    def visit(e: Expr) -> Expr:
        if isinstance(e, Need) and e.container in names:
            return Read(names[e.container], e.index, e.dtype)
        return e

    return transform(expr, visit)


def with_note(body: Body, targets: Collection[str], note: str) -> Body:
    """`body` with `note` on the first statement that writes one of `targets`."""
    steps = (n for n in walk_nodes(body) if isinstance(n, Compute))
    first = next((s.label for s in steps if s.container in targets), "")

    def visit(node: Node) -> Body:
        noted = isinstance(node, Compute) and node.label == first
        return (replace(node, note=note),) if noted and isinstance(node, Compute) else (node,)

    return map_body(body, visit)
