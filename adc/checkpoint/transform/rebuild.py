"""Arrays that are dropped after the forward sweep and made again, whole, in the reverse sweep.

The statements that make an array (`candidates`) stand in the reverse sweep once more, before the
first node that needs it, on containers of their own (`A_again`). What they read from outside is
kept, or made again in turn.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from adc.checkpoint.plan import Decision, PlanRow, size_of, where
from adc.checkpoint.policy import Policy
from adc.checkpoint.transform.candidates import Candidate, Slice, Slicer, has_marks, need_at, place
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.rewrite import again
from adc.checkpoint.transform.uses import uses_in
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Need, Read, transform
from adc.ir.node import Body, Node, Statement
from adc.ir.nodes import Branch
from adc.ir.walking import map_body, map_expressions, marked, statements, walk_nodes, written_in
from adc.ops import flops

__all__ = ["Candidate", "configured", "rebuild", "rebuildable"]


def rebuildable(frame: Frame) -> list[Candidate]:
    """The arrays that `rebuild` can make again, in the order of the containers."""
    slicer = Slicer(frame)
    return [slicer.candidate(name) for name in slicer.slices]


def rebuild(frame: Frame, names: Collection[str], whole: Collection[str] = ()) -> Frame:
    """`frame` with the candidates among `names` made again in its reverse sweep; those that are
    in `whole` too remain arrays, wherever they are used.

    Names are those of the source or of `frame`. What is no candidate is left as it is.
    """
    return rebuilding(Slicer(frame), names, whole) if names else frame


def rebuilding(slicer: Slicer, names: Collection[str], whole: Collection[str]) -> Frame:
    chosen = slicer.named(names)
    return Rebuilding(slicer, chosen, frozenset(whole)).frame() if chosen else slicer.frame


def configured(
    frame: Frame, policy: Policy, rebuilt: Collection[str], recomputed: Collection[str] = ()
) -> tuple[Frame, list[PlanRow]]:
    """`frame` as `rebuilt` and the user's `--store` and `--recompute` want its arrays, and the
    rows of the plan that say so. Arrays of `recomputed` that take one of `rebuilt` are made again
    with it, as arrays."""
    frame = marked_whole(frame, policy.store)
    if not rebuilt and not policy.recompute:
        return frame, []
    slicer = Slicer(frame)
    names = {*slicer.named(rebuilt), *with_operands(slicer, policy.recompute, policy.store)}
    names |= taking(slicer, names, slicer.named(recomputed))
    return rebuilding(slicer, names, policy.recompute), rows(slicer, names)


def taking(slicer: Slicer, names: Collection[str], others: Collection[str]) -> set[str]:
    """Those of `others` that are made from one of `names`, or from another of them that is."""
    found: set[str] = set()
    while True:
        made = {*names, *found}
        new = {o for o in others if o not in made and made & set(slicer.slices[o].read)}
        if not new:
            return found
        found |= new


def marked_whole(frame: Frame, names: Collection[str]) -> Frame:
    """`frame` with local arrays that `names` names kept from shrinking to scalars."""

    def visit(c: Container) -> Container:
        named = frame.originals.get(c.name, c.name) in names and c.role == Role.LOCAL
        return replace(c, whole=True) if named else c

    containers = tuple(map(visit, frame.forward.containers)) if names else ()
    forward = replace(frame.forward, containers=containers) if names else frame.forward
    return replace(frame, forward=forward)


def with_operands(slicer: Slicer, names: Collection[str], kept: Collection[str] = ()) -> set[str]:
    """`names` and the arrays that would be kept only to make these again, without `kept`."""
    result: set[str] = set()
    waiting = slicer.named(names)
    while waiting:
        name = waiting.pop()
        if name not in result:
            result.add(name)
            read = [o for o in slicer.slices[name].read if o in slicer.slices]
            held = {*slicer.needed_at, *slicer.named(kept)}
            waiting += [o for o in read if o not in held]
    return result


def rows(slicer: Slicer, names: Collection[str]) -> list[PlanRow]:
    """The plan's rows for the candidates `names`."""
    result = []
    for name in slicer.named(names):
        container = slicer.frame.forward[name]
        body = slicer.body(slicer.slices[name])
        steps = list(statements(body))
        cost = sum(flops(e.expr) for s in steps for e in s.evaluated)
        cost += sum(w.op != Update.ASSIGN for s in steps for w in s.writes)
        why = "made again as an array in the reverse sweep"
        name = slicer.source_name(name)
        line = where(steps[-1].span)
        result.append(
            PlanRow(name, Decision.RECOMPUTE, size_of(container), cost, line, why, rebuilt=True)
        )
    return result


# -- making it again -------------------------------------------------------------------------------


@dataclass
class Rebuilding:
    """The candidates `chosen` of one slicer, made again."""

    slicer: Slicer
    chosen: Sequence[str]
    whole: frozenset[str]

    def frame(self) -> Frame:
        frame = self.slicer.frame
        slices = self.ordered()
        tables = [self.table(s) for s in slices]
        names = {n: t[n] for s, t in zip(slices, tables, strict=True) for n in s.names}
        inserted: dict[Path, Body] = {}
        containers: list[Container] = []
        placed = list(zip(slices, tables, self.places(slices), strict=True))
        readers = [s for s, _, position in placed if position is not None]
        for slice_, table, position in placed:
            if position is None:
                continue
            path: Path = (position,)
            if not any(needs_of(s, slice_) for s in readers):
                path = descended(frame.reverse, position, frozenset(slice_.names))
            clone = self.clone(self.body(slice_, path), slice_, table, names)
            inserted[path] = inserted.get(path, ()) + clone
            containers += [self.container(slice_, old, new) for old, new in table.items()]
        reverse = map_expressions(frame.reverse, lambda e: from_copies(e, names))
        forward = frame.forward.with_containers(*containers)
        return replace(frame, forward=forward, reverse=with_inserted(reverse, inserted))

    # -- slices and their order --------------------------------------------------------------

    def ordered(self) -> list[Slice]:
        """The slices, operands first: arrays that need each other are made together, and so are
        those that share statements and are first needed at the same place."""
        slices = self.together([self.slicer.slices[n] for n in self.chosen])
        places = self.places(slices)
        shared = slices
        for one, slice_ in enumerate(slices):
            for two in range(one):
                if places[one] == places[two] and slice_.statements & slices[two].statements:
                    shared = self.joined(shared, slice_.names[0], slices[two].names[0])
        return self.sorted(self.together(shared))

    def together(self, slices: list[Slice]) -> list[Slice]:
        """`slices` with those joined that need each other."""
        for one in range(len(slices)):
            for two in range(one):
                if reaches(slices, one, two) and reaches(slices, two, one):
                    smaller = self.joined(slices, slices[one].names[0], slices[two].names[0])
                    if len(smaller) == len(slices):  # not to be had together: one is kept
                        smaller = [s for k, s in enumerate(slices) if k != one]
                    return self.together(smaller)
        return slices

    def joined(self, slices: list[Slice], one: str, two: str) -> list[Slice]:
        """`slices` with those of the arrays `one` and `two` as a single one, where that holds."""
        parts_ = [s for s in slices if one in s.names or two in s.names]
        if len(parts_) == 1:
            return slices
        names = [n for n in self.chosen if any(n in s.names for s in parts_)]
        new = self.slicer.slice_of(tuple(names))
        if new is None:
            return slices
        return [new if s is parts_[0] else s for s in slices if s not in parts_[1:]]

    def sorted(self, slices: list[Slice]) -> list[Slice]:
        """`slices`, those first that others read."""
        result: list[Slice] = []
        waiting = list(slices)
        while waiting:
            ready = [s for s in waiting if not any(needs_of(s, o) for o in waiting if o is not s)]
            result += ready
            waiting = [s for s in waiting if s not in ready]
        return result

    def places(self, slices: Sequence[Slice]) -> list[int | None]:
        """Where in the reverse sweep each slice stands: before the first node that needs it, or
        that a slice stands before which reads it (None: nobody does)."""
        slicer = self.slicer
        places: list[int | None] = []
        for slice_ in slices:
            own = [p for n in slice_.names for p in slicer.needed_at.get(n, ())]
            places.append(place(slicer.frame.reverse, min(own)) if own else None)
        for _ in slices:
            for k, slice_ in enumerate(slices):
                readers = [p for s, p in zip(slices, places, strict=True) if needs_of(s, slice_)]
                known = [p for p in (places[k], *readers) if p is not None]
                places[k] = min(known, default=None)
        return places

    # -- the copy ----------------------------------------------------------------------------

    def table(self, slice_: Slice) -> dict[str, str]:
        """The slice's containers and their names in the reverse sweep."""
        frame = self.slicer.frame
        return {
            c: frame.fresh.fresh(f"{self.slicer.source_name(c)}_again")
            for c in written_in(self.slicer.body(slice_))
        }

    def container(self, slice_: Slice, old: str, new: str) -> Container:
        frame = self.slicer.frame
        asked = bool({old, self.slicer.source_name(old)} & self.whole)
        whole = old in slice_.names and asked
        return replace(frame.forward[old], name=new, role=Role.LOCAL, of=old, whole=whole)

    def body(self, slice_: Slice, path: Path) -> Body:
        """The slice's statements as they stand in the forward sweep, without the branches whose
        adjoints lead to `path`: there it is known which side was taken."""
        taken: dict[str, int] = {}
        reverse = self.slicer.frame.reverse
        for depth, (position, side) in enumerate(zip(path[:-1:2], path[1::2], strict=True)):
            reverse, node = reverse[position].parts[side], reverse[position]
            inside = next(label for n in walk_nodes((node,)) if (label := marked(n)))
            branch = self.slicer.around[inside][depth]
            assert isinstance(branch, Branch)
            taken[branch.label] = side

        def visit(node: Node) -> Body:
            if isinstance(node, Branch) and node.label in taken:
                return node.parts[taken[node.label]]
            return (node,)

        return map_body(self.slicer.body(slice_), visit)

    def clone(
        self, body: Body, slice_: Slice, table: Mapping[str, str], names: Mapping[str, str]
    ) -> Body:
        """The statements `body` on containers of their own, Needs where they read others."""
        own = set(table.values())
        body, originals = again(body, table, self.slicer.frame.labels)

        def outside(e: Expr, label: str) -> Expr:
            if not isinstance(e, Read) or e.container in own:
                return e
            if e.container in names:
                return replace(e, container=names[e.container])
            return need_at(e, originals[label])

        def visit(node: Node) -> Body:
            return (node.transformed(lambda e: outside(e, node.label)),)

        targets = {table[n] for n in slice_.names}
        return with_note(map_body(body, visit), targets, self.note(slice_))

    def note(self, slice_: Slice) -> str:
        names = [self.slicer.source_name(n) for n in slice_.names]
        if len(names) == 1:
            return f"{names[0]} again: it was not kept"
        return f"{', '.join(names[:-1])} and {names[-1]} again: they were not kept"


# -- where the copy stands -------------------------------------------------------------------------

#: A place in a body: the position of a node, of a part in it, of a node in that part, and so on.
Path = tuple[int, ...]


def descended(body: Body, position: int, names: frozenset[str]) -> Path:
    """The place before the node at `position`, or inside that node, where it is a branch of which
    one side alone needs `names`, and nothing after it does."""
    node = body[position]
    if not isinstance(node, Branch) or not has_marks(node):
        return (position,)
    if any(is_needed(n, names) for n in body[position + 1 :]):
        return (position,)
    sides = [k for k, part in enumerate(node.parts) if is_needed(part, names)]
    if len(sides) != 1 or is_needed(replace(node, then=(), orelse=()), names):
        return (position,)
    part = node.parts[sides[0]]
    first = next(k for k, n in enumerate(part) if is_needed(n, names))
    return (position, sides[0], *descended(part, place(part, first), names))


def is_needed(nodes: Node | Body, names: frozenset[str]) -> bool:
    """Whether `nodes` hold Needs of one of the containers `names`."""
    body = nodes if isinstance(nodes, tuple) else (nodes,)
    return any(use.need.container in names for use in uses_in(body))


def with_inserted(body: Body, inserted: Mapping[Path, Body], at: Path = ()) -> Body:
    """`body` with the bodies of `inserted` at their places."""
    result: list[Node] = []
    for position, node in enumerate(body):
        here = (*at, position)
        if any(path[: len(here)] == here and path != here for path in inserted):
            new = [with_inserted(p, inserted, (*here, k)) for k, p in enumerate(node.parts)]
            node = node.with_parts(tuple(new))
        result += (*inserted.get(here, ()), node)
    return tuple(result)


def needs_of(reader: Slice, other: Slice) -> bool:
    """Whether `reader` is made from an array of `other`."""
    return reader is not other and bool(set(reader.read) & set(other.names))


def reaches(slices: Sequence[Slice], start: int, end: int) -> bool:
    """Whether the slice at `start` is made, directly or not, from the one at `end`."""
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        found = {k for k, s in enumerate(slices) if needs_of(slices[here], s)} - seen
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
    steps = (s for s in statements(body) if any(w.container in targets for w in s.writes))
    first = next((s.label for s in steps), "")

    def visit(node: Node) -> Body:
        noted = isinstance(node, Statement) and node.label == first
        return (node.with_note(note),) if noted and isinstance(node, Statement) else (node,)

    return map_body(body, visit)
