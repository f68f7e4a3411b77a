"""Arrays that are dropped after the forward sweep and made again, whole, in the reverse sweep.

The statements that make an array (`candidates`) stand in the reverse sweep once more, before the
first node that needs it, on containers of their own (`A_again`). What they read from outside is
kept, or made again in turn.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

import sympy

from adc.checkpoint.plan import PlanRow
from adc.checkpoint.policy import Policy
from adc.checkpoint.transform.assemble import Frame
from adc.checkpoint.transform.candidates import Candidate, Group, Survey, has_marks, need_at, place
from adc.checkpoint.transform.rewrite import again, written
from adc.checkpoint.transform.uses import uses_in
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Need, Read, transform
from adc.ir.node import Body, Node
from adc.ir.nodes import Branch, Compute
from adc.ir.shapes import integer
from adc.ir.walking import map_body, map_expressions, marked, walk_nodes
from adc.ops import flops

__all__ = ["Candidate", "configured", "rebuild", "rebuildable"]


def rebuildable(frame: Frame) -> list[Candidate]:
    """The arrays that `rebuild` can make again, in the order of the containers."""
    survey = Survey(frame)
    return [survey.candidate(name) for name in survey.groups]


def rebuild(frame: Frame, names: Collection[str], whole: Collection[str] = ()) -> Frame:
    """`frame` with the candidates among `names` made again in its reverse sweep; those that are
    in `whole` too remain arrays, wherever they are used.

    Names are those of the source or of `frame`. What is no candidate is left as it is.
    """
    return rebuilding(Survey(frame), names, whole) if names else frame


def rebuilding(survey: Survey, names: Collection[str], whole: Collection[str]) -> Frame:
    chosen = survey.named(names)
    return Rebuilding(survey, chosen, frozenset(whole)).frame() if chosen else survey.frame


def configured(
    frame: Frame, policy: Policy, rebuilt: Collection[str], inlined: Collection[str] = ()
) -> tuple[Frame, list[PlanRow]]:
    """`frame` as `rebuilt` and the user's `--store` and `--recompute` want its arrays, and the
    rows of the plan that say so. Arrays of `inlined` that take one of `rebuilt` are made again
    with it, as arrays."""
    frame = marked_whole(frame, policy.store)
    if not rebuilt and not policy.recompute:
        return frame, []
    survey = Survey(frame)
    names = {*survey.named(rebuilt), *with_operands(survey, policy.recompute, policy.store)}
    names |= taking(survey, names, survey.named(inlined))
    return rebuilding(survey, names, policy.recompute), rows(survey, names)


def taking(survey: Survey, names: Collection[str], others: Collection[str]) -> set[str]:
    """Those of `others` that are made from one of `names`, or from another of them that is."""
    found: set[str] = set()
    while True:
        made = {*names, *found}
        new = {o for o in others if o not in made and made & set(survey.groups[o].read)}
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


def with_operands(survey: Survey, names: Collection[str], kept: Collection[str] = ()) -> set[str]:
    """`names` and the arrays that would be kept only to make these again, without `kept`."""
    result: set[str] = set()
    waiting = survey.named(names)
    while waiting:
        name = waiting.pop()
        if name not in result:
            result.add(name)
            read = [o for o in survey.groups[name].read if o in survey.groups]
            held = {*survey.needed_at, *survey.named(kept)}
            waiting += [o for o in read if o not in held]
    return result


def rows(survey: Survey, names: Collection[str]) -> list[PlanRow]:
    """The plan's rows for the candidates `names`."""
    result = []
    for name in survey.named(names):
        container = survey.frame.forward[name]
        size = sympy.Mul(integer(container.dtype.itemsize), *container.shape)
        body = survey.body(survey.groups[name])
        steps = [n for n in walk_nodes(body) if isinstance(n, Compute)]
        cost = sum(flops(s.expr) + (s.op != Update.ASSIGN) for s in steps)
        span = steps[-1].span
        where = f"{PurePath(span.file).name}:{span.line}" if span else ""
        why = "made again as an array in the reverse sweep"
        name = survey.source_name(name)
        result.append(PlanRow(name, "recompute", size, cost, where, why, again=True))
    return result


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
        tables = [self.table(g) for g in groups]
        names = {n: t[n] for g, t in zip(groups, tables, strict=True) for n in g.names}
        inserted: dict[Path, Body] = {}
        containers: list[Container] = []
        placed = list(zip(groups, tables, self.places(groups), strict=True))
        readers = [g for g, _, position in placed if position is not None]
        for group, table, position in placed:
            if position is None:
                continue
            path: Path = (position,)
            if not any(needs_of(g, group) for g in readers):
                path = descended(frame.reverse, position, frozenset(group.names))
            clone = self.clone(self.body(group, path), group, table, names)
            inserted[path] = inserted.get(path, ()) + clone
            containers += [self.container(group, old, new) for old, new in table.items()]
        reverse = map_expressions(frame.reverse, lambda e: from_copies(e, names))
        forward = frame.forward.with_containers(*containers)
        return replace(frame, forward=forward, reverse=with_inserted(reverse, inserted))

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
            places.append(place(survey.frame.reverse, min(own)) if own else None)
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
            c: frame.fresh.fresh(f"{self.survey.source_name(c)}_again")
            for c in written(self.survey.body(group))
        }

    def container(self, group: Group, old: str, new: str) -> Container:
        frame = self.survey.frame
        asked = bool({old, self.survey.source_name(old)} & self.whole)
        whole = old in group.names and asked
        return replace(frame.forward[old], name=new, role=Role.LOCAL, of=old, whole=whole)

    def body(self, group: Group, path: Path) -> Body:
        """The group's statements as they stand in the forward sweep, without the branches whose
        adjoints lead to `path`: there it is known which side was taken."""
        taken: dict[str, int] = {}
        reverse = self.survey.frame.reverse
        for depth, (position, side) in enumerate(zip(path[:-1:2], path[1::2], strict=True)):
            reverse, node = reverse[position].parts[side], reverse[position]
            inside = next(label for n in walk_nodes((node,)) if (label := marked(n)))
            branch = self.survey.around[inside][depth]
            assert isinstance(branch, Branch)
            taken[branch.label] = side

        def visit(node: Node) -> Body:
            if isinstance(node, Branch) and node.label in taken:
                return node.parts[taken[node.label]]
            return (node,)

        return map_body(self.survey.body(group), visit)

    def clone(
        self, body: Body, group: Group, table: Mapping[str, str], names: Mapping[str, str]
    ) -> Body:
        """The statements `body` on containers of their own, Needs where they read others."""
        own = set(table.values())
        body, originals = again(body, table, self.survey.frame.labels)

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
        names = [self.survey.source_name(n) for n in group.names]
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
