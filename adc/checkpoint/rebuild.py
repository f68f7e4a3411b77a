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

from adc.checkpoint.assemble import Frame
from adc.checkpoint.candidates import Candidate, Group, Survey, need_at
from adc.checkpoint.plan import PlanRow
from adc.checkpoint.policy import Policy
from adc.checkpoint.rewrite import again, written
from adc.ir.expressions import Expr, Need, Read, transform
from adc.ir.nodes import (
    Body,
    Branch,
    Compute,
    Container,
    Node,
    map_body,
    map_expressions,
    walk_nodes,
)
from adc.ir.shapes import integer
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
    frame: Frame, policy: Policy, rebuilt: Collection[str]
) -> tuple[Frame, list[PlanRow]]:
    """`frame` as `rebuilt` and the user's `--store` and `--recompute` want its arrays, and the
    rows of the plan that say so."""
    frame = marked_whole(frame, policy.store)
    if not rebuilt and not policy.recompute:
        return frame, []
    survey = Survey(frame)
    names = {*survey.named(rebuilt), *with_operands(survey, policy.recompute, policy.store)}
    return rebuilding(survey, names, policy.recompute), rows(survey, names)


def marked_whole(frame: Frame, names: Collection[str]) -> Frame:
    """`frame` with local arrays that `names` names kept from shrinking to scalars."""

    def visit(c: Container) -> Container:
        named = frame.originals.get(c.name, c.name) in names and c.role == "local"
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
        cost = sum(flops(s.expr) + (s.op != "=") for s in steps)
        span = steps[-1].span
        where = f"{PurePath(span.file).name}:{span.line}" if span else ""
        why = "made again as an array in the reverse sweep"
        result.append(PlanRow(survey.source_name(name), "recompute", size, cost, where, why))
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
            c: frame.fresh.fresh(f"{self.survey.source_name(c)}_again")
            for c in written(self.survey.body(group))
        }

    def container(self, group: Group, old: str, new: str) -> Container:
        frame = self.survey.frame
        asked = bool({old, self.survey.source_name(old)} & self.whole)
        whole = old in group.names and asked
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
        names = [self.survey.source_name(n) for n in group.names]
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
